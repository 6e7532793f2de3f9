/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Long work that was kept in a file, which was changed since, and goes on. The first byte chooses
 * whose file: chains moved by each method, a transformer on a text, transformers on a hierarchy of
 * latents; then the changes (changed-file.h). */

#include "core/hierarchy/hierarchy-training.h"
#include "core/posterior/posterior.h"
#include "core/text/text-run.h"
#include "changed-file.h"
#include "small-case.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define ABOUT "the run of the harness"
#define WORDS "one two three two one and so on one two three, four. "

enum
{
  NUTS,
  TEMPERED,
  SURROGATE,
  TEXT,
  HIERARCHY,
  N_KINDS
};

static const IplHierarchyTraining hierarchy = { .shape = { .n_levels = 1,
                                                           .n_latents = { 3, 1, 1, 1 },
                                                           .n_parts = 2,
                                                           .n_classes = 3,
                                                           .vocabulary = 6,
                                                           .length = 4,
                                                           .seed = 3 },
                                                .layers = 1,
                                                .d = 4,
                                                .learning_rate = 3e-3,
                                                .batch = 2,
                                                .seeds = 1,
                                                .steps = 4,
                                                .reports = 2 };

static FuzzChanged kept[N_KINDS];
static IplCase *the_case;
static IplKernel *kernel;
static IplSetting setting;
static IplPosteriorOptions options;
static IplTextCorpus *corpus;
static IplTextTraining training;

static void
make_case (void)
{
  the_case = fuzz_small_case (1, (guint[]){ 2 }, 0.1, 2);
  kernel = ipl_kernel_new (the_case, NULL);
  ipl_setting_init_for_case (&setting, the_case, 5);
  ipl_posterior_options_init (&options);
  options.chains = 1;
  options.warmup = 20;
}

static void
make_text (void)
{
  const IplTextOptions how = { .validation = 0.2 };
  g_autofree char *text = g_strconcat (WORDS, WORDS, WORDS, WORDS, WORDS, WORDS, NULL);

  corpus = ipl_text_corpus_new (text, strlen (text), "words", &how, NULL, NULL);
  ipl_transformer_shape_init_text (&training.shape, 1, corpus->V);
  training.shape.heads = 1;
  training.shape.d = training.shape.hidden = 4;
  training.shape.L = 3;
  ipl_transformer_config_init (&training.config);
  training.batch = 2;
  training.paragraph = 0;
}

static char *
make_path (void)
{
  return g_strdup_printf ("%s/fuzz-kept-%d", g_get_tmp_dir (), (int)getpid ());
}

static void
choose_method (guint kind)
{
  options.method = kind == NUTS       ? IPL_POSTERIOR_NUTS
                   : kind == TEMPERED ? IPL_POSTERIOR_TEMPERED
                                      : IPL_POSTERIOR_SURROGATE;
}

/* Does what is kept. */
static void
save_one (guint kind, const char *path)
{
  g_autoptr (GError) error = NULL;

  if (kind == TEXT)
    {
      const IplTextRunControl control = { .threads = 1 };
      g_autoptr (IplTextRun) run = ipl_text_run_new (corpus, &training, 1, NULL, &error);

      g_assert_no_error (error);
      g_assert_true (ipl_text_run_go_on (run, 11, &control, &error));
      g_assert_true (ipl_text_run_save (run, ABOUT, path, &error));
    }
  else if (kind == HIERARCHY)
    {
      g_autoptr (IplHierarchyRun) run = ipl_hierarchy_run_new (&hierarchy, &error);

      g_assert_no_error (error);
      g_assert_true (ipl_hierarchy_run_train (run, 2, 1, NULL, NULL, NULL, NULL, &error));
      g_assert_true (ipl_hierarchy_run_save (run, path, &error));
    }
  else
    {
      g_autoptr (IplPosterior) run = NULL;

      choose_method (kind);
      run = ipl_posterior_new (the_case, kernel, &setting, &options, &error);
      g_assert_no_error (error);
      g_assert_true (ipl_posterior_run (run, 3, 1, NULL, NULL, NULL, &error));
      g_assert_true (ipl_posterior_save (run, path, &error));
    }
  g_assert_no_error (error);
}

static const FuzzChanged *
get_kept (guint kind)
{
  FuzzChanged *self = &kept[kind];
  g_autofree char *path = NULL;

  if (self->parts != NULL)
    return self;
  if (the_case == NULL)
    {
      make_case ();
      make_text ();
    }
  path = make_path ();
  save_one (kind, path);
  fuzz_changed_init (self, path);
  g_unlink (path);
  return self;
}

static void
go_on_with_chains (const char *path)
{
  GError *error = NULL;
  g_autoptr (IplPosterior) run
      = ipl_posterior_load (path, the_case, kernel, &setting, &options, NULL, &error);

  fuzz_check_result (run, error);
  if (run == NULL)
    return;

  guint draws = MIN (ipl_posterior_get_n_draws (run), 1000) + 2;
  gboolean done;

  error = NULL;
  done = ipl_posterior_run (run, draws, 1, NULL, NULL, NULL, &error);
  fuzz_check_result (done ? run : NULL, error);
}

static void
go_on_with_text (const char *path)
{
  const IplTextRunControl control = { .threads = 1 };
  GError *error = NULL;
  g_autoptr (IplTextRun) run = ipl_text_run_load (path, ABOUT, corpus, &training, NULL, &error);
  gboolean done;

  fuzz_check_result (run, error);
  if (run == NULL)
    return;
  error = NULL;
  done = ipl_text_run_go_on (run, run->trainer->step + 1, &control, &error);
  fuzz_check_result (done ? run : NULL, error);
}

static void
go_on_with_hierarchy (const char *path)
{
  GError *error = NULL;
  g_autoptr (IplHierarchyRun) run = ipl_hierarchy_run_load (&hierarchy, path, NULL, &error);
  gboolean done;

  fuzz_check_result (run, error);
  if (run == NULL)
    return;
  error = NULL;
  done = ipl_hierarchy_run_train (run, hierarchy.steps, 1, NULL, NULL, NULL, NULL, &error);
  fuzz_check_result (done ? run : NULL, error);
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  guint kind = n > 0 ? bytes[0] % N_KINDS : 0;
  g_autoptr (GByteArray) changed
      = fuzz_changed_apply (get_kept (kind), bytes + (n > 0), n - (n > 0));
  g_auto (FuzzFile) file = { 0 };

  fuzz_file_init (&file, changed->data, changed->len);
  if (kind == TEXT)
    go_on_with_text (file.path);
  else if (kind == HIERARCHY)
    go_on_with_hierarchy (file.path);
  else
    {
      choose_method (kind);
      go_on_with_chains (file.path);
    }
  return 0;
}
