/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/import-run.h"

#include "core/base/memory.h"
#include "runs/job.h"

/* The tokens, attention and features to read. */
#define BUDGET 512e6
/* Characters of the first test example's texts. */
#define MOST_OF_EXAMPLE 60

IplImportRequest *
ipl_import_request_new (const char *path, const IplCaseImport *import)
{
  IplImportRequest *self = g_new0 (IplImportRequest, 1);

  self->path = g_strdup (path);
  self->import = *import;
  return self;
}

void
ipl_import_request_free (IplImportRequest *self)
{
  g_free (self->path);
  g_free (self);
}

static void
fact_free (gpointer data)
{
  IplImportFact *self = data;

  g_free (self->name);
  g_free (self->value);
  g_free (self);
}

static void
add (IplImportResult *self, const char *name, char *value)
{
  IplImportFact *fact = g_new0 (IplImportFact, 1);

  fact->name = g_strdup (name);
  fact->value = value;
  g_ptr_array_add (self->facts, fact);
}

static char *
join_heads (guint L, const guint *H)
{
  GString *text = g_string_new (NULL);

  for (guint l = 0; l < L; l++)
    g_string_append_printf (text, "%s%u", l > 0 ? " × " : "", H[l]);
  return g_string_free (text, FALSE);
}

static char *
count_tests (const IplCase *the_case)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < the_case->n_tests; i++)
    g_string_append_printf (text, "%s%" G_GSIZE_FORMAT "%s%s", i > 0 ? ", " : "",
                            the_case->tests[i].count, i > 0 ? " " : "",
                            i > 0 ? the_case->tests[i].name : "");
  return g_string_free (text, FALSE);
}

static char *
describe_paths (const IplCasePreview *preview)
{
  g_autofree char *heads = join_heads (preview->the_case->L, preview->the_case->H);

  if (preview->solved_Pi > preview->the_case->Pi)
    return g_strdup_printf ("at most %" G_GSIZE_FORMAT " of the file’s %.0f", preview->solved_Pi,
                            preview->file_Pi);
  if ((double)preview->the_case->Pi < preview->file_Pi)
    return g_strdup_printf ("%" G_GSIZE_FORMAT " of the file’s %.0f (heads %s)",
                            preview->the_case->Pi, preview->file_Pi, heads);
  return g_strdup_printf ("%" G_GSIZE_FORMAT " (heads %s)", preview->the_case->Pi, heads);
}

/* How well the best paths go with the labels, and the worst. */
static char *
describe_alignment (const IplCasePreview *preview)
{
  gsize best = 0, worst = 0;
  double sum = 0;

  for (gsize p = 0; p < preview->case_Pi; p++)
    {
      best = preview->alignment[p] > preview->alignment[best] ? p : best;
      worst = preview->alignment[p] < preview->alignment[worst] ? p : worst;
      sum += preview->alignment[p];
    }
  return g_strdup_printf ("best path %.3f, mean %.3f, worst %.3f (1 where it is the labels)",
                          preview->alignment[best], sum / (double)preview->case_Pi,
                          preview->alignment[worst]);
}

/* The memory that solving the case takes. */
static double
find_bytes (const IplCase *the_case)
{
  gsize tests = 0;

  for (guint k = 0; k < the_case->n_tests; k++)
    tests += the_case->tests[k].count;
  return ipl_case_memory (the_case->train.count, tests, the_case->Pi, the_case->N0,
                          the_case->labels.outputs);
}

static void
find_facts (IplImportResult *self)
{
  static const char *const levels[]
      = { "path features", "attention as given", "attention weights" };
  static const char *const readouts[] = { "mean over tokens", "last token", "first token" };
  const IplCasePreview *preview = self->preview;
  const IplCase *the_case = preview->the_case;
  const char *orientation = ipl_case_preview_orientation (preview);
  g_autofree char *memory = ipl_memory_describe (self->bytes);

  add (self, "Given as", g_strdup (levels[the_case->level]));
  add (self, "Examples P", g_strdup_printf ("%" G_GSIZE_FORMAT, the_case->train.count));
  add (self, "Test examples", count_tests (the_case));
  add (self, "Labels", ipl_case_preview_labels (preview));
  if (the_case->T > 0)
    add (self, "Tokens T", g_strdup_printf ("%" G_GSIZE_FORMAT, the_case->T));
  if (the_case->tests[0].tokens != NULL)
    add (self, "Texts of tokens",
         ipl_token_texts_show_example (the_case->tests[0].tokens, 0, MOST_OF_EXAMPLE));
  add (self, "Token width N₀", g_strdup_printf ("%" G_GSIZE_FORMAT, the_case->N0));
  add (self, "Layers L",
       the_case->L < preview->file_L
           ? g_strdup_printf ("%u of the file’s %u", the_case->L, preview->file_L)
           : g_strdup_printf ("%u", the_case->L));
  add (self, "Paths Π", describe_paths (preview));
  add (self, "Readout", g_strdup (readouts[the_case->readout]));
  if (orientation != NULL)
    add (self, "Attention", g_strdup (orientation));
  if (preview->alignment != NULL)
    add (self, "Alignment", describe_alignment (preview));
  add (self, "A solve takes", g_strdup_printf ("about %s of memory", memory));
}

/* @request: the file, and how it would be read
 * @cancellable: (nullable)
 * Returns: (transfer full): what the file would be as a case, with what is wrong with it */
IplImportResult *
ipl_import_result_new (const IplImportRequest *request, GCancellable *cancellable)
{
  IplImportResult *self = g_atomic_rc_box_new0 (IplImportResult);

  self->facts = g_ptr_array_new_with_free_func (fact_free);
  self->bytes = -1;
  self->preview = ipl_case_preview_new (request->path, &request->import, BUDGET, cancellable);
  if (self->preview->error == NULL)
    {
      self->bytes = find_bytes (self->preview->the_case);
      find_facts (self);
    }
  return self;
}

void
ipl_import_result_clear (IplImportResult *self)
{
  ipl_case_preview_free (self->preview);
  g_ptr_array_unref (self->facts);
}

static void
run (IplJob *job, gpointer request, gpointer memory)
{
  GCancellable *cancellable = ipl_job_get_cancellable (job);
  g_autoptr (IplImportResult) result = NULL;

  ipl_job_progress (job, -1, -1, "Looking at the file");
  result = ipl_import_result_new (request, cancellable);
  if (!g_cancellable_is_cancelled (cancellable))
    ipl_job_post (job, g_steal_pointer (&result));
}

/* Carries out an IplImportRequest, and posts an IplImportResult. */
const IplRun ipl_run_import = {
  .id = "import",
  .title = "Look at a file",
  .run = run,
  .request_free = (GDestroyNotify)ipl_import_request_free,
  IPL_RUN_SHARES (ipl_import_result),
};
