/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples and means over seeds, read back from a file of results. */
#include "core/results/results-load-private.h"

#include <math.h>
#include <string.h>

/* More than any run has. */
#define MAX_CHAINS 1000
#define MAX_DRAWS 100000000

static IplPosteriorSummary *
summary_new (const IplResultsReader *self, const IplSetting *setting, guint chains, guint draws,
             GError **error)
{
  const IplTestSet *test = &self->the_case->test_sets[0];
  g_autoptr (IplPosteriorSummary) summary = g_new0 (IplPosteriorSummary, 1);

  g_atomic_ref_count_init (&summary->ref_count);
  summary->setting = *setting;
  summary->the_case = ipl_case_info_ref (self->the_case);
  summary->n_chains = chains;
  summary->n_draws = draws;
  summary->chains = g_new0 (IplSamplerChainReport, MAX (chains, 1));
  summary->n_tests = 1;
  summary->tests = g_new0 (IplPrediction, 1);
  summary->tests[0] = (IplPrediction){ .count = test->count,
                                       .outputs = self->the_case->labels.outputs,
                                       .accuracy = NAN,
                                       .accuracy_se = NAN };
  summary->mean_mcse = g_new0 (double *, 1);
  summary->method = "";
  return ipl_posterior_summary_allocate (summary, "What was sampled", error)
             ? g_steal_pointer (&summary)
             : NULL;
}

static gboolean
read_quantiles (const IplResultsReader *self, gsize row, IplPosteriorSummary *summary,
                GError **error)
{
  const gsize n = ipl_case_rows_of_U (self->the_case), shape[] = { 5, n, n };
  const double *values;

  if (!ipl_results_reader_get (self, "posterior_U_quantiles", TRUE, TRUE, 3, shape, &values, error))
    return FALSE;
  for (guint k = 0; k < 5; k++)
    memcpy (summary->U_quantiles[k], values + (row * 5 + k) * n * n, n * n * sizeof *values);
  return TRUE;
}

/* Files have complete matrices of each draw, a summary has pairs. */
static void
read_draws (const double *values, gsize row, IplPosteriorSummary *summary)
{
  gsize n = ipl_case_rows_of_U (summary->the_case);
  gsize total = (gsize)summary->n_chains * summary->n_draws;
  double *at = summary->U_draws;

  for (gsize d = 0; d < total; d++)
    for (gsize p = 0; p < n; p++)
      for (gsize q = p; q < n; q++)
        *at++ = values[((row * total + d) * n + p) * n + q];
}

static gboolean
read_draw_stats (const IplResultsReader *self, gsize row, IplPosteriorSummary *summary,
                 GError **error)
{
  const gsize total = (gsize)summary->n_chains * summary->n_draws;
  const double *values;

  for (guint k = 0; k < IPL_N_DRAW_STATS; k++)
    {
      if (!ipl_results_reader_get (self, ipl_results_draw_stats[k], TRUE, TRUE, 1, &total, &values,
                                   error))
        return FALSE;
      memcpy (summary->draw_stats + k * total, values + row * total, total * sizeof *values);
    }
  return TRUE;
}

/* The worst entries of a summary. */
static void
find_worst (IplPosteriorSummary *summary)
{
  gsize rows = ipl_case_rows_of_U (summary->the_case), n = rows * rows;

  summary->least_ess_bulk = summary->least_ess_tail = INFINITY;
  for (gsize i = 0; i < n; i++)
    {
      summary->worst_rhat = fmax (summary->worst_rhat, summary->rhat[i]);
      summary->least_ess_bulk = fmin (summary->least_ess_bulk, summary->ess_bulk[i]);
      summary->least_ess_tail = fmin (summary->least_ess_tail, summary->ess_tail[i]);
    }
  if (!summary->fine)
    summary->message = g_strdup ("A diagnostic had not passed when this row was written.");
}

static IplPosteriorSummary *
read_summary (const IplResultsReader *self, const IplSetting *setting, gsize row, guint chains,
              guint draws, const double *values, GError **error)
{
  static const IplResultsGroup groups[]
      = { IPL_RESULTS_POSTERIOR_U,    IPL_RESULTS_POSTERIOR_TRUST, IPL_RESULTS_POSTERIOR_RUN,
          IPL_RESULTS_POSTERIOR_FINE, IPL_RESULTS_POSTERIOR_TIME,  IPL_RESULTS_POSTERIOR_TEST };
  g_autoptr (IplPosteriorSummary) summary = summary_new (self, setting, chains, draws, error);

  for (guint g = 0; summary != NULL && g < G_N_ELEMENTS (groups); g++)
    if (!ipl_results_reader_group (self, groups[g], 0, FALSE, TRUE, row, summary, error))
      return NULL;
  if (summary == NULL || !read_quantiles (self, row, summary, error)
      || !read_draw_stats (self, row, summary, error))
    return NULL;
  read_draws (values, row, summary);
  if (!ipl_posterior_summary_trace (summary, 1, NULL, error))
    return NULL;
  find_worst (summary);
  return g_steal_pointer (&summary);
}

static gboolean
count_draws (const IplResultsReader *self, guint *chains, guint *draws, GError **error)
{
  const IplArray *all = ipl_npz_lookup (self->npz, "posterior_U_draws");
  const IplArray *n = ipl_npz_lookup (self->npz, "posterior_chains");
  double c = n != NULL && n->values != NULL && n->size == 1 ? n->values[0] : 0;

  if (all == NULL || all->ndim != 4 || !(c >= 1 && c <= MAX_CHAINS) || all->shape[1] % (gsize)c != 0
      || all->shape[1] / (gsize)c > MAX_DRAWS)
    return ipl_results_reader_refuse (self, error,
                                      "is damaged: its draws are not those of whole chains.");
  *chains = (guint)c;
  *draws = (guint)(all->shape[1] / *chains);
  return TRUE;
}

/* [n] the samples of each row, NULL for rows without samples; NULL if the file has none, or with
 * @error if it is damaged. */
GPtrArray *
ipl_results_read_posteriors (const IplResultsReader *self, const IplSweep *sweep, GError **error)
{
  gsize n = ipl_case_rows_of_U (self->the_case);
  g_autoptr (GPtrArray) rows = NULL;
  const double *mean, *values;
  guint chains = 1, draws = 0;
  GError *wrong = NULL;

  if (ipl_npz_lookup (self->npz, "posterior_U_mean") == NULL)
    return NULL;
  if (!count_draws (self, &chains, &draws, error))
    return NULL;
  if (!ipl_results_reader_get (self, "posterior_U_mean", TRUE, TRUE, 2, (const gsize[]){ n, n },
                               &mean, error)
      || !ipl_results_reader_get (self, "posterior_U_draws", TRUE, TRUE, 3,
                                  (const gsize[]){ (gsize)chains * draws, n, n }, &values, error))
    return NULL;
  rows = ipl_posterior_list_new (self->n);
  for (gsize i = 0; i < self->n && wrong == NULL; i++)
    if (!isnan (mean[i * n * n]))
      rows->pdata[i]
          = read_summary (self, &sweep->rows[i]->setting, i, chains, draws, values, &wrong);
  if (wrong == NULL)
    return g_steal_pointer (&rows);
  g_propagate_error (error, wrong);
  return NULL;
}

/* [n x width] of @stem, as the case calls scores. */
static double *
read_series (const IplResultsReader *self, const char *name, gsize n, gsize width, GError **error)
{
  g_autofree char *right = ipl_results_score_name (self->the_case, name);
  const gsize shape[] = { n, width };
  const double *values;

  return ipl_results_reader_get (self, right, TRUE, FALSE, 2, shape, &values, error)
      ? g_memdup2 (values, MAX (n * width, 1) * sizeof *values) : NULL;
}

/* The mean over seeds; NULL if the file has none, or with @error if it is damaged. */
IplSeedMean *
ipl_results_read_seeds (const IplResultsReader *self, const IplSweep *sweep, gboolean best,
                        GError **error)
{
  const IplArray *seeds = ipl_npz_lookup (self->npz, "seeds");
  const IplArray *lines = ipl_npz_lookup (self->npz, "seed_gp_lines");
  g_autoptr (IplSeedMean) mean = NULL;

  if (seeds == NULL)
    return NULL;
  mean = ipl_seed_mean_new ();
  if (seeds->values == NULL || seeds->size == 0)
    {
      ipl_results_reader_refuse (self, error, "is damaged: its seeds are no numbers.");
      return NULL;
    }
  mean->n = (guint)seeds->size;
  mean->seeds = g_new (guint64, mean->n);
  for (guint s = 0; s < mean->n; s++)
    mean->seeds[s] = seeds->values[s] >= 0 ? (guint64)seeds->values[s] : 0;
  mean->n_rows = sweep->n_rows;
  mean->settings = g_new (IplSetting, mean->n_rows);
  for (guint i = 0; i < mean->n_rows; i++)
    {
      mean->settings[i] = sweep->rows[i]->setting;
      mean->best = mean->best || mean->settings[i].temperature != mean->settings[0].temperature;
    }
  mean->best = mean->best && best;
  mean->n_lines = lines != NULL && lines->is_text ? (guint)lines->size : 0;
  mean->lines = mean->n_lines > 0 ? g_strdupv (lines->texts) : g_new0 (char *, 1);
  mean->labels = self->the_case->labels;
  mean->accuracy = read_series (self, "seed_accuracy", mean->n, mean->n_rows, error);
  if (mean->accuracy != NULL)
    mean->diagonal = read_series (self, "seed_accuracy_diagonal", mean->n, mean->n_rows, error);
  if (mean->diagonal != NULL)
    mean->levelled = read_series (self, "seed_accuracy_levelled", mean->n, mean->n_rows, error);
  if (mean->levelled != NULL)
    mean->gp = read_series (self, "seed_accuracy_gp_lines", mean->n, mean->n_lines, error);
  return mean->gp != NULL ? g_steal_pointer (&mean) : NULL;
}
