/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What the program keeps in a file, which was changed since: long work, which goes on, and results,
 * which are shown. The first byte chooses whose file: chains moved by each method, a transformer on
 * a text, transformers on a hierarchy of latents, a sweep, one with samples; then the changes (see
 * FuzzChanged). It is refused with a sentence, or every number has its place. */

#include <math.h>
#include <string.h>

#include "core/folder.h"
#include "core/hierarchy/hierarchy-training.h"
#include "core/posterior/posterior.h"
#include "core/results/results-load.h"
#include "core/results/results.h"
#include "core/support.h"
#include "core/text/text-run.h"
#include "core/theory/sweep.h"
#include "fuzz.h"

#define ABOUT "the run of the harness"
#define WORDS "one two three two one and so on one two three, four. "
#define N_ROWS 2

enum
{
  NUTS,
  TEMPERED,
  SURROGATE,
  TEXT,
  HIERARCHY,
  SWEEP,
  SAMPLED,
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
static IplSetting settings[N_ROWS];
static IplPosteriorOptions options;
static IplTextCorpus *corpus;
static IplTextTraining training;

static void
make_case (void)
{
  the_case = test_random_case (4, 3, 2, (guint[]){ 2, 1 }, 2, 1);
  kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  for (guint i = 0; i < N_ROWS; i++)
    ipl_setting_init_for_case (&settings[i], the_case, 5 * (i + 1));
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

static void
choose_method (guint kind)
{
  options.method = kind == TEMPERED    ? IPL_POSTERIOR_TEMPERED
                   : kind == SURROGATE ? IPL_POSTERIOR_SURROGATE
                                       : IPL_POSTERIOR_NUTS;
}

static IplPosterior *
run_chains (guint kind, guint draws)
{
  IplPosterior *run;

  choose_method (kind);
  run = TEST_OK (ipl_posterior_prepare (the_case, kernel, &settings[0], &options, NULL, &error));
  TEST_OK (ipl_posterior_run (run, draws, NULL, &error));
  return run;
}

static void
save_text (const char *path)
{
  const IplTextRunControl control = { .threads = 1 };
  g_autoptr (IplTextRun) run = TEST_OK (ipl_text_run_new (corpus, &training, 1, NULL, &error));

  TEST_OK (ipl_text_run_train (run, 11, &control, &error));
  TEST_OK (ipl_text_run_save (run, ABOUT, path, &error));
}

static void
save_hierarchy (const char *path)
{
  g_autoptr (IplHierarchyRun) run = TEST_OK (ipl_hierarchy_run_new (&hierarchy, &error));

  TEST_OK (ipl_hierarchy_run_train (run, 2, NULL, &error));
  TEST_OK (ipl_hierarchy_run_save (run, path, &error));
}

/* Of two rows, the first of which may have been sampled. */
static void
save_sweep (gboolean sampled, const char *path)
{
  g_autoptr (IplSweep) sweep
      = TEST_OK (ipl_sweep_run (kernel, N_ROWS, settings, NULL, NULL, NULL, &error));
  g_autoptr (IplPosterior) run = sampled ? run_chains (NUTS, 5) : NULL;
  g_autoptr (IplPosteriorSummary) summary
      = sampled ? TEST_OK (ipl_posterior_summarize (run, 1, NULL, &error)) : NULL;
  const IplPosteriorSummary *posteriors[N_ROWS] = { summary };

  TEST_OK (ipl_results_save_npz (sweep, sampled ? posteriors : NULL, NULL, "{}", path, &error));
}

/* Does what is kept. */
static void
save_one (guint kind, const char *path)
{
  if (kind == TEXT)
    save_text (path);
  else if (kind == HIERARCHY)
    save_hierarchy (path);
  else if (kind >= SWEEP)
    save_sweep (kind == SAMPLED, path);
  else
    {
      g_autoptr (IplPosterior) run = run_chains (kind, 3);

      TEST_OK (ipl_posterior_save (run, path, &error));
    }
}

static const FuzzChanged *
get_saved (guint kind)
{
  FuzzChanged *self = &kept[kind];
  g_autofree char *path = test_path ("kept");

  if (the_case == NULL)
    {
      make_case ();
      make_text ();
    }
  if (self->parts == NULL)
    {
      save_one (kind, path);
      fuzz_changed_init (self, path);
    }
  return self;
}

static void
go_on_with_chains (const char *path)
{
  g_autoptr (IplPosterior) run = FUZZ_TRY (
      ipl_posterior_load (path, the_case, kernel, &settings[0], &options, NULL, &error));
  if (run == NULL)
    return;

  guint draws = MIN (ipl_posterior_get_n_draws (run), 1000) + 2;

  FUZZ_TRY (ipl_posterior_run (run, draws, NULL, &error));
}

static void
go_on_with_text (const char *path)
{
  const IplTextRunControl control = { .threads = 1 };
  g_autoptr (IplTextRun) run
      = FUZZ_TRY (ipl_text_run_load (path, ABOUT, corpus, &training, NULL, &error));

  if (run != NULL)
    FUZZ_TRY (ipl_text_run_train (run, run->trainer->step + 1, &control, &error));
}

static void
go_on_with_hierarchy (const char *path)
{
  g_autoptr (IplHierarchyRun) run
      = FUZZ_TRY (ipl_hierarchy_run_load (&hierarchy, path, NULL, &error));

  if (run != NULL)
    FUZZ_TRY (ipl_hierarchy_run_train (run, hierarchy.steps, NULL, &error));
}

/* Sums of what figures draw: all of it is there. */
static double
touch (const IplResults *self)
{
  double sum = 0;

  for (guint i = 0; i < self->sweep->n_rows; i++)
    {
      const IplSolution *row = self->sweep->rows[i];
      gsize Pi = row->the_case->Pi;

      for (gsize j = 0; j < Pi * Pi; j++)
        sum += row->U[j];
      for (guint t = 0; t < row->the_case->n_tests; t++)
        for (gsize m = 0; m < row->tests[t].count && row->tests[t].mean != NULL; m++)
          sum += row->tests[t].mean[m];
      if (self->posteriors != NULL && self->posteriors->pdata[i] != NULL)
        for (gsize j = 0; j < Pi * Pi; j++)
          sum += ipl_posterior_list_at (self->posteriors, i)->U_mean[j]
                 + ipl_posterior_list_at (self->posteriors, i)->U_mcse[j];
      for (gsize p = 0; p < Pi; p++)
        g_assert_nonnull (row->the_case->path_names[p]);
    }
  return sum;
}

/* What was read is the same when it is read once more. */
static void
show_results (const char *path)
{
  g_autoptr (IplResults) results = NULL, again = NULL;

  ipl_results_is_file (path);
  results = FUZZ_TRY (ipl_results_load (path, NULL, &error));
  if (results == NULL)
    return;
  again = TEST_OK (ipl_results_load (path, NULL, &error));
  fuzz_check_equal (&(double){ touch (results) }, &(double){ touch (again) }, 1, "what was read");
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  guint kind = n > 0 ? bytes[0] % N_KINDS : 0;
  g_auto (FuzzFile) file = { 0 };

  fuzz_changed_apply (get_saved (kind), bytes + (n > 0), n - (n > 0), &file);
  if (kind == TEXT)
    go_on_with_text (file.path);
  else if (kind == HIERARCHY)
    go_on_with_hierarchy (file.path);
  else if (kind >= SWEEP)
    show_results (file.path);
  else
    {
      choose_method (kind);
      go_on_with_chains (file.path);
    }
  return 0;
}
