/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/results/results-write-private.h"
#include "core/base/json.h"

#include <math.h>

const char *const ipl_results_draw_stats[IPL_N_DRAW_STATS]
    = { "posterior_energy", "posterior_acceptance_rate", "posterior_tree_depth",
        "posterior_diverging" };

typedef struct
{
  IplNpzWriter *npz;
  const IplCaseInfo *the_case;
  gsize n;
  const IplPosteriorSummary *const *rows;
} Writer;

static void
add_group (const Writer *self, IplResultsGroup group)
{
  ipl_results_write_group_npz (self->npz, group, self->the_case, 0, self->n, self->rows, NULL,
                               FALSE);
}

static void
add_quantiles (const Writer *self)
{
  gsize n = ipl_case_rows_of_U (self->the_case);
  gsize shape[] = { self->n, 5, n, n };
  g_autofree double *values = g_new (double, MAX (self->n * 5 * n * n, 1));

  for (gsize i = 0; i < self->n; i++)
    for (gsize k = 0; k < 5; k++)
      for (gsize j = 0; j < n * n; j++)
        values[(i * 5 + k) * n * n + j]
            = self->rows[i] != NULL ? self->rows[i]->U_quantiles[k][j] : NAN;
  ipl_npz_writer_add_doubles (self->npz, "posterior_U_quantiles", values, 4, shape);
}

/* [n, draws] of each statistic of a draw. */
static void
add_draw_stats (const Writer *self, gsize chains, gsize draws)
{
  const gsize shape[] = { self->n, chains * draws };
  g_autofree double *values = g_new (double, MAX (shape[0] * shape[1], 1));

  for (guint k = 0; k < IPL_N_DRAW_STATS; k++)
    {
      for (gsize i = 0; i < self->n; i++)
        for (gsize d = 0; d < shape[1]; d++)
          {
            const IplPosteriorSummary *row = self->rows[i];
            double value = NAN;

            if (row != NULL && row->draw_stats != NULL)
              value = row->draw_stats[(k * row->n_chains + d / draws) * row->n_draws + d % draws];
            values[i * shape[1] + d] = value;
          }
      ipl_npz_writer_add_doubles (self->npz, ipl_results_draw_stats[k], values, 2, shape);
    }
}

/* [n, draws, Pi K, Pi K], chain after chain: as many as the row with the fewest has. */
static void
add_draws (const Writer *self)
{
  gsize rows = ipl_case_rows_of_U (self->the_case), draws = G_MAXSIZE, chains = 1;
  g_autofree double *values = NULL, *entry = NULL;

  for (gsize i = 0; i < self->n; i++)
    if (self->rows[i] != NULL)
      {
        chains = self->rows[i]->n_chains;
        draws = MIN (draws, self->rows[i]->n_draws);
      }
  if (draws == G_MAXSIZE)
    return;

  gsize total = chains * draws;
  gsize shape[] = { self->n, total, rows, rows };
  gint64 n_chains = (gint64)chains;

  values = g_new (double, MAX (self->n * total * rows * rows, 1));
  for (gsize i = 0; i < self->n; i++)
    for (gsize p = 0; p < rows; p++)
      for (gsize q = 0; q < rows; q++)
        {
          const IplPosteriorSummary *row = self->rows[i];

          if (row != NULL)
            {
              entry = g_renew (double, entry, (gsize)row->n_chains * row->n_draws);
              ipl_posterior_summary_get_draws (row, p, q, entry);
            }
          for (gsize c = 0; c < chains; c++)
            for (gsize d = 0; d < draws; d++)
              values[((i * total + c * draws + d) * rows + p) * rows + q]
                  = row != NULL ? entry[c * row->n_draws + d] : NAN;
        }
  ipl_npz_writer_add_doubles (self->npz, "posterior_U_draws", values, 4, shape);
  ipl_npz_writer_add_ints (self->npz, "posterior_chains", &n_chains, 0, NULL);
  add_draw_stats (self, chains, draws);
}

/* Adds the Monte Carlo errors of posterior_mean_test. */
static void
add_mean_errors (const Writer *self)
{
  const IplCaseInfo *the_case = self->the_case;
  gsize examples = the_case->test_sets[0].count;
  gsize count = ipl_labels_get_size (&the_case->labels, examples);
  gsize shape[] = { self->n, examples, the_case->labels.outputs };
  g_autofree double *values = g_new (double, MAX (self->n * count, 1));

  for (gsize i = 0; i < self->n; i++)
    for (gsize x = 0; x < count; x++)
      values[i * count + x] = self->rows[i] != NULL && self->rows[i]->mean_mcse[0] != NULL
                                  ? self->rows[i]->mean_mcse[0][x]
                                  : NAN;
  ipl_npz_writer_add_doubles (self->npz, "posterior_mean_test_mcse", values,
                              the_case->labels.outputs > 1 ? 3 : 2, shape);
}

void
ipl_results_add_posteriors_npz (IplNpzWriter *npz, const IplCaseInfo *the_case, gsize n,
                                const IplPosteriorSummary *const *posteriors)
{
  Writer self = { npz, the_case, n, posteriors };

  add_group (&self, IPL_RESULTS_POSTERIOR_U);
  add_quantiles (&self);
  add_group (&self, IPL_RESULTS_POSTERIOR_TRUST);
  add_group (&self, IPL_RESULTS_POSTERIOR_TEST);
  add_mean_errors (&self);
  add_group (&self, IPL_RESULTS_POSTERIOR_RUN);
  add_group (&self, IPL_RESULTS_POSTERIOR_FINE);
  add_group (&self, IPL_RESULTS_POSTERIOR_TIME);
  add_draws (&self);
}

static void
add_chains (JsonBuilder *builder, const IplPosteriorSummary *posterior)
{
  ipl_json_begin_array (builder, "chains");
  for (guint c = 0; c < posterior->n_chains; c++)
    {
      const IplSamplerChainReport *chain = &posterior->chains[c];

      json_builder_begin_object (builder);
      ipl_results_write_number (builder, "step_size", chain->step_size);
      ipl_results_write_number (builder, "divergences", chain->divergences);
      ipl_results_write_number (builder, "mean_depth", chain->mean_depth);
      ipl_results_write_number (builder, "saturated", chain->saturated);
      ipl_results_write_number (builder, "acceptance", chain->acceptance);
      ipl_results_write_number (builder, "e_bfmi", chain->e_bfmi);
      if (chain->surrogate)
        {
          ipl_results_write_number (builder, "exact_acceptance", chain->exact_acceptance);
          ipl_results_write_number (builder, "longest_stay", chain->longest_stay);
        }
      if (chain->rungs > 0)
        {
          ipl_results_write_number (builder, "rungs", chain->rungs);
          ipl_results_write_number (builder, "swap_acceptance", chain->swap_acceptance);
          ipl_results_write_number (builder, "least_swap_acceptance", chain->least_swap_acceptance);
          ipl_results_write_number (builder, "round_trips", chain->round_trips);
        }
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

void
ipl_results_add_posterior_json (JsonBuilder *builder, const IplPosteriorSummary *posterior)
{
  static const IplResultsGroup groups[]
      = { IPL_RESULTS_POSTERIOR_TEST, IPL_RESULTS_POSTERIOR_U, IPL_RESULTS_POSTERIOR_TRUST,
          IPL_RESULTS_POSTERIOR_RUN, IPL_RESULTS_POSTERIOR_TIME };

  ipl_json_begin_object (builder, "posterior");
  ipl_results_write_number (builder, "draws", (double)posterior->n_chains * posterior->n_draws);
  for (guint g = 0; g < G_N_ELEMENTS (groups); g++)
    ipl_results_write_group (builder, groups[g], posterior->the_case, 0, posterior, NULL);
  add_chains (builder, posterior);
  ipl_results_write_group (builder, IPL_RESULTS_POSTERIOR_FINE, posterior->the_case, 0, posterior,
                           NULL);
  ipl_results_write_message (builder, posterior->message);
  json_builder_end_object (builder);
}
