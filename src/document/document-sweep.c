/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of a file of results, drawn with the theory's own rows; its case is the document. Also
 * the mean over seeds. */
#include "document/document-private.h"

#include "core/parameters/parameters.h"
#include "core/parameters/run-settings.h"
#include "runs/seeds-run.h"

struct _IplDocumentSweep
{
  const IplParameters *parameters; /* of its case, with its own seed */
  IplResults *results;             /* the file */
  const IplParameters *shown;      /* nullable: the parameters that the following is for */
  IplSeedMean *mean;               /* nullable */
  GPtrArray *stored;               /* nullable: of IplPosteriorSummary */
};

static void
drop_slice (IplDocumentSweep *self)
{
  g_clear_pointer (&self->mean, ipl_seed_mean_unref);
  g_clear_pointer (&self->stored, g_ptr_array_unref);
}

/* The rows of a file are of no use to another case. */
void
ipl_document_close_sweep (IplDocument *self)
{
  IplDocumentSweep *sweep = self->sweep;

  if (sweep == NULL)
    return;
  self->sweep = NULL;
  drop_slice (sweep);
  ipl_results_free (sweep->results);
  ipl_parameters_unref (sweep->parameters);
  g_clear_pointer (&sweep->shown, ipl_parameters_unref);
  g_free (sweep);
}

/* Takes over the rows of a file, which are drawn with the theory's rows. */
void
ipl_document_begin_results (IplDocument *self, IplResults *results, const IplParameters *parameters)
{
  ipl_document_close_sweep (self);
  self->sweep = g_new0 (IplDocumentSweep, 1);
  self->sweep->parameters = ipl_parameters_share (parameters);
  self->sweep->results = results;
  ipl_document_results_changed (self);
}

static gboolean
same_case (const IplDocumentSweep *self, const IplParameters *parameters)
{
  g_autofree IplParameters *other = g_memdup2 (parameters, sizeof *parameters);
  guint64 seed;

  if (ipl_parameters_get_seed (self->parameters, &seed))
    ipl_parameters_set_seed (other, seed);
  return ipl_parameters_same_case (self->parameters, other);
}

/* TRUE if every row has the best temperature of its width; such rows share their GP limits. */
static gboolean
is_best (const IplSweep *sweep)
{
  for (guint i = 1; sweep->n_groups == 1 && i < sweep->n_rows; i++)
    if (sweep->rows[i]->setting.temperature != sweep->rows[0]->setting.temperature)
      return TRUE;
  return FALSE;
}

/* (transfer full): the indices of the rows, guint */
static GArray *
find_rows (const IplResults *results, const IplSetting *at)
{
  const IplSweep *sweep = results->sweep;
  GArray *rows = g_array_new (FALSE, FALSE, sizeof (guint));
  gboolean best = is_best (sweep);

  for (guint i = 0; i < sweep->n_rows; i++)
    {
      IplSetting row = sweep->rows[i]->setting;

      if (best)
        row.temperature = at->temperature;
      if (ipl_setting_same_prior (&row, at))
        g_array_append_val (rows, i);
    }
  return rows;
}

/* Values of @rows for every seed; (transfer full): [n x rows] */
static double *
copy_columns (const double *values, guint n, guint n_rows, const GArray *rows)
{
  double *copied = g_new (double, MAX ((gsize)n * rows->len, 1));

  for (guint s = 0; s < n; s++)
    for (guint i = 0; i < rows->len; i++)
      copied[s * rows->len + i] = values[(gsize)s * n_rows + g_array_index (rows, guint, i)];
  return copied;
}

/* The accuracies over seeds, as the file has them. */
static void
copy_seeds (const IplSeedMean *seeds, const GArray *rows, IplSeedMean *mean)
{
  mean->n = seeds->n;
  mean->seeds = g_memdup2 (seeds->seeds, seeds->n * sizeof *seeds->seeds);
  mean->accuracy = copy_columns (seeds->accuracy, seeds->n, seeds->n_rows, rows);
  mean->diagonal = copy_columns (seeds->diagonal, seeds->n, seeds->n_rows, rows);
  mean->levelled = copy_columns (seeds->levelled, seeds->n, seeds->n_rows, rows);
  mean->n_lines = seeds->n_lines;
  mean->lines = g_strdupv (seeds->lines);
  mean->gp = g_memdup2 (seeds->gp, MAX ((gsize)seeds->n * seeds->n_lines, 1) * sizeof (double));
}

/* Copies the rows, like those of a single seed. */
static void
copy_rows (const IplSweep *sweep, const GArray *rows, IplSeedMean *mean)
{
  mean->n = 1;
  mean->seeds = g_new0 (guint64, 1);
  mean->seeds[0] = sweep->the_case->seed;
  mean->accuracy = g_new (double, rows->len);
  mean->diagonal = g_new (double, rows->len);
  mean->levelled = g_new (double, rows->len);
  for (guint i = 0; i < rows->len; i++)
    {
      const IplSolution *row = sweep->rows[g_array_index (rows, guint, i)];

      mean->accuracy[i] = row->tests[0].accuracy;
      mean->diagonal[i] = row->accuracy_diagonal;
      mean->levelled[i] = row->accuracy_levelled;
    }
  mean->lines = g_new0 (char *, 1);
  mean->gp = g_new0 (double, 1);
}

/* Returns: (transfer full) (nullable): the accuracies over seeds of its rows at that setting, or
 *   of the rows only if the file has no seeds; NULL if it has no such row */
static IplSeedMean *
stored_mean (const IplResults *results, const IplSetting *at)
{
  g_autoptr (GArray) rows = find_rows (results, at);
  const IplSweep *sweep = results->sweep;
  IplSeedMean *mean;

  if (rows->len == 0)
    return NULL;
  mean = ipl_seed_mean_new ();
  mean->best = is_best (sweep);
  mean->stored = TRUE;
  mean->labels = sweep->the_case->labels;
  mean->n_rows = rows->len;
  mean->settings = g_new (IplSetting, rows->len);
  for (guint i = 0; i < rows->len; i++)
    mean->settings[i] = sweep->rows[g_array_index (rows, guint, i)]->setting;
  if (results->seeds != NULL)
    copy_seeds (results->seeds, rows, mean);
  else
    copy_rows (sweep, rows, mean);
  return mean;
}

/* Returns: (transfer full): samples of its rows at that setting */
static GPtrArray *
stored_samples (const IplResults *results, const IplSetting *at)
{
  g_autoptr (GArray) rows = find_rows (results, at);
  GPtrArray *samples = ipl_posterior_list_new (0);

  for (guint i = 0; results->posteriors != NULL && i < rows->len; i++)
    {
      IplPosteriorSummary *sample
          = g_ptr_array_index (results->posteriors, g_array_index (rows, guint, i));

      if (sample != NULL)
        g_ptr_array_add (samples, ipl_posterior_summary_ref (sample));
    }
  return samples;
}

/* The rows at the present temperature and variances, of the present case. */
static void
make_slice (IplDocumentSweep *self, const IplParameters *parameters)
{
  drop_slice (self);
  if (!same_case (self, parameters))
    return;
  self->mean = stored_mean (self->results, &parameters->current);
  self->stored = stored_samples (self->results, &parameters->current);
}

/* Adds the rows of the file to @view; FALSE if no file is open, or none fits the shown case. */
gboolean
ipl_document_view_sweep (IplDocument *self, IplView *view)
{
  IplDocumentSweep *sweep = self->sweep;

  if (sweep == NULL)
    return FALSE;
  if (sweep->shown != self->parameters)
    {
      make_slice (sweep, self->parameters);
      ipl_parameters_replace (&sweep->shown, ipl_parameters_ref (self->parameters));
    }
  if (sweep->mean == NULL)
    return FALSE;
  view->seeds = sweep->mean;
  view->stored = sweep->stored;
  return TRUE;
}

/* The case that is shown. */
static const IplCase *
shown_case (IplDocument *self)
{
  const IplSolveResult *result = ipl_document_get_solve_result (self);

  return result != NULL ? result->the_case : NULL;
}

/* Returns: TRUE if the case is made from a seed, and solved over widths */
gboolean
ipl_document_can_follow_seeds (IplDocument *self)
{
  guint64 seed;

  return !self->is_closed && self->opening.label == NULL && shown_case (self) != NULL
         && self->parameters->n_widths > 0 && ipl_parameters_get_seed (self->parameters, &seed)
         && ipl_parameters_get_network (self->parameters)[0] == '\0';
}

/* Solves the present widths for the seeds of the parameters, in the background, for the mean and
 * spread of the accuracy. */
void
ipl_document_follow_seeds (IplDocument *self)
{
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autofree IplSetting *settings = NULL;
  g_autoptr (GError) error = NULL;
  guint n;

  if (!ipl_document_can_follow_seeds (self))
    return;
  ipl_run_settings_init (&run, "sweep", self->parameters);
  settings = ipl_run_settings_list (&run, shown_case (self), &n, &error);
  if (settings == NULL)
    {
      ipl_document_report (self, error->message, TRUE);
      return;
    }
  self->saved.computed++;
  ipl_document_submit (self, IPL_SEEDS,
                       ipl_seeds_request_new (ipl_parameters_ref (self->parameters), n, settings,
                                              run.best),
                       IPL_AT_ONCE);
}

/* A part of the mean, or all of it. */
void
ipl_document_accept_seeds (IplDocument *self, gpointer data)
{
  IplSeedsResult *result = data;

  if (result->error != NULL)
    ipl_document_report (self, result->error->message, TRUE);
  if (result->mean == NULL)
    return;
  ipl_document_set_result (self, IPL_SEEDS, result);
  ipl_document_hold (self, IPL_SEEDS, result->parameters, result);
  ipl_document_results_changed (self);
}

/* Number of GP lines, from the first on, that are among the drawn lines. */
static guint
count_common_lines (IplDocument *self, const IplSeedMean *mean)
{
  const IplSolveResult *result = ipl_document_get_solve_result (self);
  const IplSweepGroup *drawn
      = result != NULL && result->sweep != NULL && result->sweep->n_groups > 0
            ? &result->sweep->groups[0]
            : NULL;
  guint n = 0;

  while (drawn != NULL && n < MIN (drawn->n_lines, mean->n_lines)
         && g_strcmp0 (drawn->lines[n].label, mean->lines[n]) == 0)
    n++;
  return n;
}

/* The mean without the limits of paths that were ticked otherwise when it was taken; each is made
 * once, and stays as long as views may show it. */
static const IplSeedMean *
with_lines (IplDocument *self, const IplSeedMean *mean, guint n)
{
  if (n == mean->n_lines)
    return mean;
  if (self->lines_of != mean)
    g_clear_pointer (&self->seeds_with_lines, g_ptr_array_unref);
  self->lines_of = mean;
  if (self->seeds_with_lines == NULL)
    self->seeds_with_lines = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_seed_mean_unref);
  for (guint i = 0; i < self->seeds_with_lines->len; i++)
    if (((IplSeedMean *)self->seeds_with_lines->pdata[i])->n_lines == n)
      return self->seeds_with_lines->pdata[i];
  g_ptr_array_add (self->seeds_with_lines, ipl_seed_mean_with_lines (mean, n));
  return self->seeds_with_lines->pdata[self->seeds_with_lines->len - 1];
}

/* Returns: (nullable): the mean over seeds, if it fits the present parameters */
const IplSeedMean *
ipl_document_get_seeds (IplDocument *self)
{
  const IplSeedsResult *result = ipl_document_find_held (self, IPL_SEEDS, self->parameters);

  if (result == NULL)
    return NULL;
  return with_lines (self, result->mean, count_common_lines (self, result->mean));
}
