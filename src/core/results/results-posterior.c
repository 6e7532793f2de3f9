/* SPDX-License-Identifier: GPL-3.0-or-later */
#include <math.h>
#include <string.h>

#include "core/results/results-private.h"

typedef double (*Number) (const IplPosteriorSummary *summary);
typedef const double *(*Numbers) (const IplPosteriorSummary *summary);

typedef struct
{
  IplNpzWriter *npz;
  const IplCase *the_case;
  gsize n;
  const IplPosteriorSummary *const *rows;
} Writer;

static double
get_accuracy (const IplPosteriorSummary *summary)
{
  return summary->tests[0].accuracy;
}

static double
get_accuracy_se (const IplPosteriorSummary *summary)
{
  return summary->tests[0].accuracy_se;
}

static double
get_divergences (const IplPosteriorSummary *summary)
{
  return summary->divergences;
}

static double
get_seconds (const IplPosteriorSummary *summary)
{
  return summary->seconds;
}

static double
get_gradients (const IplPosteriorSummary *summary)
{
  return (double)summary->gradients;
}

static double
get_fine (const IplPosteriorSummary *summary)
{
  return summary->fine ? 1 : 0;
}

static const double *
get_U_mean (const IplPosteriorSummary *summary)
{
  return summary->U_mean;
}

static const double *
get_U_mcse (const IplPosteriorSummary *summary)
{
  return summary->U_mcse;
}

static const double *
get_U_sd (const IplPosteriorSummary *summary)
{
  return summary->U_sd;
}

static const double *
get_rhat (const IplPosteriorSummary *summary)
{
  return summary->rhat;
}

static const double *
get_ess_bulk (const IplPosteriorSummary *summary)
{
  return summary->ess_bulk;
}

static const double *
get_ess_tail (const IplPosteriorSummary *summary)
{
  return summary->ess_tail;
}

static const double *
get_mean_test (const IplPosteriorSummary *summary)
{
  return summary->tests[0].mean;
}

static const double *
get_var_test (const IplPosteriorSummary *summary)
{
  return summary->tests[0].var;
}

static void
add_numbers (const Writer *self, const char *name, Number get, gboolean count)
{
  g_autofree double *values = g_new (double, MAX (self->n, 1));
  g_autofree gint64 *counts = g_new (gint64, MAX (self->n, 1));

  for (gsize i = 0; i < self->n; i++)
    {
      values[i] = self->rows[i] != NULL ? get (self->rows[i]) : NAN;
      counts[i] = self->rows[i] != NULL ? (gint64)values[i] : 0;
    }
  if (count)
    ipl_npz_writer_add_ints (self->npz, name, counts, 1, &self->n);
  else
    ipl_npz_writer_add_doubles (self->npz, name, values, 1, &self->n);
}

static void
add_arrays (const Writer *self, const char *name, Numbers get, guint ndim, const gsize *shape)
{
  gsize full[3] = { self->n, shape[0], ndim > 1 ? shape[1] : 1 };
  gsize size = full[1] * full[2];
  g_autofree double *values = g_new (double, MAX (self->n * size, 1));

  for (gsize i = 0; i < self->n; i++)
    for (gsize k = 0; k < size; k++)
      values[i * size + k] = self->rows[i] != NULL ? get (self->rows[i])[k] : NAN;
  ipl_npz_writer_add_doubles (self->npz, name, values, ndim + 1, full);
}

static void
add_quantiles (const Writer *self)
{
  gsize Pi = self->the_case->Pi;
  gsize shape[] = { self->n, 5, Pi, Pi };
  g_autofree double *values = g_new (double, MAX (self->n * 5 * Pi * Pi, 1));

  for (gsize i = 0; i < self->n; i++)
    for (gsize k = 0; k < 5; k++)
      for (gsize j = 0; j < Pi * Pi; j++)
        values[(i * 5 + k) * Pi * Pi + j]
            = self->rows[i] != NULL ? self->rows[i]->U_quantiles[k][j] : NAN;
  ipl_npz_writer_add_doubles (self->npz, "posterior_U_quantiles", values, 4, shape);
}

/* [n, draws, Pi, Pi], chain after chain: as many as the row with the fewest has. */
static void
add_draws (const Writer *self)
{
  gsize Pi = self->the_case->Pi, draws = G_MAXSIZE, chains = 1;
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
  gsize shape[] = { self->n, total, Pi, Pi };
  gint64 n_chains = (gint64)chains;

  values = g_new (double, MAX (self->n * total * Pi * Pi, 1));
  for (gsize i = 0; i < self->n; i++)
    for (gsize p = 0; p < Pi; p++)
      for (gsize q = 0; q < Pi; q++)
        {
          const IplPosteriorSummary *row = self->rows[i];

          if (row != NULL)
            {
              entry = g_renew (double, entry, (gsize)row->n_chains * row->n_draws);
              ipl_posterior_summary_get_draws (row, p, q, entry);
            }
          for (gsize c = 0; c < chains; c++)
            for (gsize d = 0; d < draws; d++)
              values[((i * total + c * draws + d) * Pi + p) * Pi + q]
                  = row != NULL ? entry[c * row->n_draws + d] : NAN;
        }
  ipl_npz_writer_add_doubles (self->npz, "posterior_U_draws", values, 4, shape);
  ipl_npz_writer_add_ints (self->npz, "posterior_chains", &n_chains, 0, NULL);
}

void
ipl_results_add_posteriors_npz (IplNpzWriter *npz, const IplCase *the_case, gsize n,
                                const IplPosteriorSummary *const *posteriors)
{
  Writer self = { npz, the_case, n, posteriors };
  gsize U[] = { the_case->Pi, the_case->Pi };
  gsize tests[] = { the_case->tests[0].count };

  add_arrays (&self, "posterior_U_mean", get_U_mean, 2, U);
  add_arrays (&self, "posterior_U_mcse", get_U_mcse, 2, U);
  add_arrays (&self, "posterior_U_sd", get_U_sd, 2, U);
  add_quantiles (&self);
  add_arrays (&self, "posterior_rhat", get_rhat, 2, U);
  add_arrays (&self, "posterior_ess_bulk", get_ess_bulk, 2, U);
  add_arrays (&self, "posterior_ess_tail", get_ess_tail, 2, U);
  add_numbers (&self, "posterior_accuracy", get_accuracy, FALSE);
  add_numbers (&self, "posterior_accuracy_se", get_accuracy_se, FALSE);
  add_arrays (&self, "posterior_mean_test", get_mean_test, 1, tests);
  add_arrays (&self, "posterior_var_test", get_var_test, 1, tests);
  add_numbers (&self, "posterior_divergences", get_divergences, TRUE);
  add_numbers (&self, "posterior_gradients", get_gradients, TRUE);
  add_numbers (&self, "posterior_fine", get_fine, TRUE);
  add_numbers (&self, "posterior_seconds", get_seconds, FALSE);
  add_draws (&self);
}

static void
add_double (JsonBuilder *builder, const char *name, double value)
{
  json_builder_set_member_name (builder, name);
  if (isfinite (value))
    json_builder_add_double_value (builder, value);
  else
    json_builder_add_null_value (builder);
}

static void
add_matrix (JsonBuilder *builder, const char *name, gsize Pi, const double *values)
{
  json_builder_set_member_name (builder, name);
  json_builder_begin_array (builder);
  for (gsize p = 0; p < Pi; p++)
    {
      json_builder_begin_array (builder);
      for (gsize q = 0; q < Pi; q++)
        if (isfinite (values[p * Pi + q]))
          json_builder_add_double_value (builder, values[p * Pi + q]);
        else
          json_builder_add_null_value (builder);
      json_builder_end_array (builder);
    }
  json_builder_end_array (builder);
}

static void
add_chains (JsonBuilder *builder, const IplPosteriorSummary *posterior)
{
  json_builder_set_member_name (builder, "chains");
  json_builder_begin_array (builder);
  for (guint c = 0; c < posterior->n_chains; c++)
    {
      const IplChainReport *chain = &posterior->chains[c];

      json_builder_begin_object (builder);
      add_double (builder, "step_size", chain->step_size);
      add_double (builder, "divergences", chain->divergences);
      add_double (builder, "mean_depth", chain->mean_depth);
      add_double (builder, "saturated", chain->saturated);
      add_double (builder, "acceptance", chain->acceptance);
      add_double (builder, "e_bfmi", chain->e_bfmi);
      json_builder_end_object (builder);
    }
  json_builder_end_array (builder);
}

void
ipl_results_add_posterior_json (JsonBuilder *builder, const IplPosteriorSummary *posterior)
{
  gsize Pi = posterior->the_case->Pi;

  json_builder_set_member_name (builder, "posterior");
  json_builder_begin_object (builder);
  add_double (builder, "draws", (double)posterior->n_chains * posterior->n_draws);
  add_double (builder, "accuracy", posterior->tests[0].accuracy);
  add_double (builder, "accuracy_se", posterior->tests[0].accuracy_se);
  add_matrix (builder, "U_mean", Pi, posterior->U_mean);
  add_matrix (builder, "U_mcse", Pi, posterior->U_mcse);
  add_matrix (builder, "U_sd", Pi, posterior->U_sd);
  add_matrix (builder, "rhat", Pi, posterior->rhat);
  add_matrix (builder, "ess_bulk", Pi, posterior->ess_bulk);
  add_matrix (builder, "ess_tail", Pi, posterior->ess_tail);
  add_double (builder, "divergences", posterior->divergences);
  add_double (builder, "gradients", (double)posterior->gradients);
  add_double (builder, "seconds", posterior->seconds);
  add_chains (builder, posterior);
  json_builder_set_member_name (builder, "fine");
  json_builder_add_boolean_value (builder, posterior->fine);
  json_builder_set_member_name (builder, "message");
  if (posterior->message != NULL)
    json_builder_add_string_value (builder, posterior->message);
  else
    json_builder_add_null_value (builder);
  json_builder_end_object (builder);
}
