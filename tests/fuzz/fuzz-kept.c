/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Long work that was kept in a file, which was changed since, and goes on. The first byte chooses
 * whose file: chains moved by each method, a transformer on a text, transformers on a hierarchy of
 * latents; then the changes: a part of the file, a place in it (two bytes), and what: below 16 a
 * number that is put there, else so many bytes that follow, and at 255 the file ends there. */

#include "core/base/json-text.h"
#include "core/hierarchy/hierarchy-training.h"
#include "core/posterior/posterior-io.h"
#include "core/text/text-run.h"
#include "fuzz.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define ABOUT "the run of the harness"
#define WORDS "one two three two one and so on one two three, four. "

/* Bytes of a file that belong together: a header, an array. */
typedef struct
{
  gsize begin, end;
} Part;

typedef struct
{
  guint8 *bytes;
  gsize n;
  GArray *parts;
} Kept;

enum
{
  NUTS,
  TEMPERED,
  SURROGATE,
  TEXT,
  HIERARCHY,
  N_KINDS
};

static const double numbers[16] = { 0,   -0.0,     1,      -1,    0.5,    2,      3,    1e308,
                                    NAN, INFINITY, 1e-308, 1e-30, 0x1p31, 0x1p53, 1e18, -1e18 };

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

static Kept kept[N_KINDS];
static IplCase *the_case;
static IplKernel *kernel;
static IplSetting setting;
static IplPosteriorOptions options;
static IplTextCorpus *corpus;
static IplTextTraining training;

static void
fill (IplExamples *examples, const char *name, gsize count, gsize features)
{
  examples->name = g_strdup (name);
  examples->count = count;
  examples->y = g_new (double, count);
  examples->xi = g_new (double, count * features);
  for (gsize m = 0; m < count; m++)
    examples->y[m] = m % 2 == 0 ? 1 : -1;
  for (gsize i = 0; i < count * features; i++)
    examples->xi[i] = sin (1.7 * (double)i + (double)count);
}

static void
make_case (void)
{
  the_case = ipl_case_alloc ();
  the_case->name = g_strdup ("small");
  the_case->level = IPL_LEVEL_PATHS;
  the_case->L = 1;
  the_case->H[0] = 2;
  the_case->Pi = the_case->N0 = 2;
  the_case->temperature = 0.1;
  for (guint l = 0; l < 3; l++)
    the_case->variances[l] = 1;
  the_case->n_tests = 1;
  the_case->tests = g_new0 (IplExamples, 1);
  fill (&the_case->train, "train", 4, 4);
  fill (&the_case->tests[0], "test", 2, 4);
  ipl_case_finish_names (the_case);
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

static void
add_part (Kept *self, gsize begin, gsize end)
{
  Part part = { begin, end };

  g_assert_true (begin <= end && end <= self->n);
  if (begin < end)
    g_array_append_val (self->parts, part);
}

static guint64
read_le (const guint8 *at, guint n)
{
  guint64 value = 0;

  for (guint i = n; i-- > 0;)
    value = value << 8 | at[i];
  return value;
}

/* Members of an archive that are stored as they are, and all of it. */
static void
find_members (Kept *self)
{
  for (gsize at = 0; at + 30 <= self->n; at++)
    {
      gsize begin, length;

      if (memcmp (self->bytes + at, "PK\3\4", 4) != 0)
        continue;
      begin = at + 30 + read_le (self->bytes + at + 26, 2) + read_le (self->bytes + at + 28, 2);
      length = read_le (self->bytes + at + 18, 4);
      if (begin <= self->n && length <= self->n - begin)
        add_part (self, begin, begin + length);
    }
}

/* The header of a .safetensors, and every tensor. */
static void
find_tensors (Kept *self)
{
  gsize length = read_le (self->bytes, 8);
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) header
      = ipl_json_parse_object ((const char *)self->bytes + 8, length, &why);
  g_autoptr (GList) names = json_object_get_members (header);

  add_part (self, 0, 8 + length);
  for (GList *at = names; at != NULL; at = at->next)
    {
      JsonObject *tensor = json_object_get_object_member (header, at->data);
      JsonArray *offsets = NULL;

      if (!json_object_has_member (tensor, "data_offsets"))
        continue;
      offsets = json_object_get_array_member (tensor, "data_offsets");
      add_part (self, 8 + length + (gsize)json_array_get_int_element (offsets, 0),
                8 + length + (gsize)json_array_get_int_element (offsets, 1));
    }
}

static const Kept *
get_kept (guint kind)
{
  Kept *self = &kept[kind];
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
  g_assert_true (g_file_get_contents (path, (char **)&self->bytes, &self->n, NULL));
  g_unlink (path);
  self->parts = g_array_new (FALSE, FALSE, sizeof (Part));
  add_part (self, 0, self->n);
  if (kind < TEXT)
    find_members (self);
  else
    find_tensors (self);
  return self;
}

/* Numbers are placed from the end of a part on, where those of an array are aligned. */
static gsize
change (const Kept *self, guint8 *bytes, gsize length, const guint8 *changes, gsize n)
{
  for (gsize at = 0; at + 4 <= n;)
    {
      const Part *part = &g_array_index (self->parts, Part, changes[at] % self->parts->len);
      gsize place = (gsize)read_le (changes + at + 1, 2), size = part->end - part->begin;
      guint what = changes[at + 3];

      at += 4;
      if (what == 255)
        length = MIN (length, part->begin + place % size);
      else if (what < 16 && size >= 8)
        memcpy (bytes + part->end - 8 * (place % (size / 8) + 1), &numbers[what], 8);
      else
        {
          gsize count = MIN (MIN (what >> 4, n - at), size - place % size);

          memcpy (bytes + part->begin + place % size, changes + at, count);
          at += count;
        }
    }
  return length;
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
  done = ipl_text_run_go_on (run, ipl_text_run_get_step (run) + 1, &control, &error);
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
  const Kept *self = get_kept (kind);
  g_autofree guint8 *changed = g_memdup2 (self->bytes, self->n);
  g_auto (FuzzFile) file = { 0 };
  gsize length = n > 0 ? change (self, changed, self->n, bytes + 1, n - 1) : self->n;

  if (kind < TEXT)
    fuzz_repair_zip (changed, length);
  fuzz_file_init (&file, changed, length);
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
