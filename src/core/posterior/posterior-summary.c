/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/posterior-summary.h"

#include <math.h>

/* @draws: [n_chains x n_draws] U_pq of every draw. */
void
ipl_posterior_summary_get_draws (const IplPosteriorSummary *self, gsize p, gsize q, double *draws)
{
  gsize Pi = self->the_case->Pi, n_pairs = Pi * (Pi + 1) / 2, pair = ipl_pair_index (Pi, p, q);

  for (gsize i = 0; i < (gsize)self->n_chains * self->n_draws; i++)
    draws[i] = self->U_draws[i * n_pairs + pair];
}

/* How the chains were moved: “nuts”, “tempered, 6 rungs, 41 trips” or “surrogate, acceptance
 * 0.81”. */
char *
ipl_posterior_summary_describe_method (const IplPosteriorSummary *self)
{
  if (self->rungs > 0)
    return g_strdup_printf ("%s, %u rung%s, %u trip%s", self->method, self->rungs,
                            self->rungs == 1 ? "" : "s", self->round_trips,
                            self->round_trips == 1 ? "" : "s");
  if (!isnan (self->exact_acceptance))
    return g_strdup_printf ("%s, acceptance %.2f", self->method, self->exact_acceptance);
  return g_strdup (self->method);
}

IplPosteriorSummary *
ipl_posterior_summary_ref (IplPosteriorSummary *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

/* Of samples that were taken elsewhere, of which no more than this is known: @U_mean and all that
 * goes with it are NULL, and so is @the_case. */
IplPosteriorSummary *
ipl_posterior_summary_new_score (const IplSetting *setting, double accuracy, double accuracy_se,
                                 gboolean fine)
{
  IplPosteriorSummary *self = g_new0 (IplPosteriorSummary, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->setting = *setting;
  self->n_tests = 1;
  self->tests = g_new0 (IplPrediction, 1);
  self->tests[0].accuracy = accuracy;
  self->tests[0].accuracy_se = accuracy_se;
  self->mean_mcse = g_new0 (double *, 1);
  self->method = "";
  self->fine = fine;
  if (!fine)
    self->message = g_strdup ("A diagnostic of its chains does not pass.");
  return self;
}

void
ipl_posterior_summary_unref (IplPosteriorSummary *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_free (self->space);
  g_free (self->U_draws);
  for (guint i = 0; i < self->n_tests; i++)
    g_free (self->mean_mcse[i]);
  g_free (self->mean_mcse);
  ipl_predictions_free (self->tests, self->n_tests);
  g_free (self->accuracy_draws);
  g_free (self->chains);
  g_free (self->message);
  ipl_case_info_unref (self->the_case);
  g_free (self);
}
