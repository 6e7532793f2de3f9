/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a file of results holds at one temperature and set of variances. */
#include "session/stored-rows.h"

#include <string.h>

/* Whether every row stands at the best temperature of its width: such have their GP limits in
 * common, whatever their temperatures. */
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

/* One value of each of @rows, of every seed; (transfer full): [n x rows] */
static double *
take_columns (const double *values, guint n, guint n_rows, const GArray *rows)
{
  double *taken = g_new (double, MAX ((gsize)n * rows->len, 1));

  for (guint s = 0; s < n; s++)
    for (guint i = 0; i < rows->len; i++)
      taken[s * rows->len + i] = values[(gsize)s * n_rows + g_array_index (rows, guint, i)];
  return taken;
}

/* The accuracies over seeds, as the file has them. */
static void
take_seeds (const IplSeedMean *seeds, const GArray *rows, IplSeedMean *mean)
{
  mean->n = seeds->n;
  mean->seeds = g_memdup2 (seeds->seeds, seeds->n * sizeof *seeds->seeds);
  mean->accuracy = take_columns (seeds->accuracy, seeds->n, seeds->n_rows, rows);
  mean->diagonal = take_columns (seeds->diagonal, seeds->n, seeds->n_rows, rows);
  mean->levelled = take_columns (seeds->levelled, seeds->n, seeds->n_rows, rows);
  mean->n_lines = seeds->n_lines;
  mean->lines = g_strdupv (seeds->lines);
  mean->gp = g_memdup2 (seeds->gp, MAX ((gsize)seeds->n * seeds->n_lines, 1) * sizeof (double));
}

/* The rows themselves, as those of one seed. */
static void
take_rows (const IplSweep *sweep, const GArray *rows, IplSeedMean *mean)
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

/* Returns: (transfer full) (nullable): the accuracies over seeds of its rows there, or of the rows
 *   alone where the file has no seeds; NULL where it has no row there */
IplSeedMean *
ipl_stored_rows_mean (const IplResults *results, const IplSetting *at)
{
  g_autoptr (GArray) rows = find_rows (results, at);
  const IplSweep *sweep = results->sweep;
  IplSeedMean *mean;

  if (rows->len == 0)
    return NULL;
  mean = ipl_seed_mean_new ();
  mean->best = is_best (sweep);
  mean->partial = TRUE;
  mean->labels = sweep->the_case->labels;
  mean->n_rows = rows->len;
  mean->settings = g_new (IplSetting, rows->len);
  for (guint i = 0; i < rows->len; i++)
    mean->settings[i] = sweep->rows[g_array_index (rows, guint, i)]->setting;
  if (results->seeds != NULL)
    take_seeds (results->seeds, rows, mean);
  else
    take_rows (sweep, rows, mean);
  return mean;
}

/* Returns: (transfer full): what was sampled at its rows there */
GPtrArray *
ipl_stored_rows_samples (const IplResults *results, const IplSetting *at)
{
  g_autoptr (GArray) rows = find_rows (results, at);
  GPtrArray *samples = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_posterior_summary_unref);

  for (guint i = 0; results->posteriors != NULL && i < rows->len; i++)
    {
      IplPosteriorSummary *sample = results->posteriors[g_array_index (rows, guint, i)];

      if (sample != NULL)
        g_ptr_array_add (samples, ipl_posterior_summary_ref (sample));
    }
  return samples;
}
