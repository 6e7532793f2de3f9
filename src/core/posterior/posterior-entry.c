/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The draws of one number: their moments, quantiles, diagnostics and histogram. */

#include "core/posterior/posterior-entry.h"

#include <gsl/gsl_sort_double.h>
#include <math.h>
#include <string.h>

#include "core/posterior/diagnostics.h"

#define MIN_BINS 10
#define MAX_BINS 60

/* The error of a mean that depends on a tail is larger than its autocorrelation suggests, if the
 * tail was visited in few long stays: at least that of as many independent draws as the ESS of
 * bulk and tail. */
static double
careful_error (double mcse, double sd, double ess_bulk, double ess_tail)
{
  return ipl_diagnostics_larger (mcse, sd / sqrt (ipl_diagnostics_smaller (ess_bulk, ess_tail)));
}

void
ipl_posterior_entry_init (IplPosteriorEntry *self, guint n_chains, guint n_draws, double *draws,
                          double *scratch)
{
  static const double probabilities[] = { 0.05, 0.25, 0.5, 0.75, 0.95 };
  guint total = n_chains * n_draws;
  double squares = 0;

  *self = (IplPosteriorEntry){ 0 };
  for (guint i = 0; i < total; i++)
    self->mean += draws[i] / total;
  for (guint i = 0; i < total; i++)
    squares += (draws[i] - self->mean) * (draws[i] - self->mean);
  self->sd = sqrt (squares / MAX (total - 1, 1));
  self->ess_bulk = ipl_diagnostics_ess_bulk (n_chains, n_draws, draws, scratch);
  self->ess_tail = ipl_diagnostics_ess_tail (n_chains, n_draws, draws, scratch);
  self->rhat = ipl_diagnostics_rhat (n_chains, n_draws, draws, scratch);
  self->mcse = careful_error (ipl_diagnostics_mcse_mean (n_chains, n_draws, draws, scratch),
                              self->sd, self->ess_bulk, self->ess_tail);
  gsl_sort (draws, 1, total);
  for (guint k = 0; k < 5; k++)
    self->quantiles[k] = ipl_diagnostics_quantile (total, draws, probabilities[k]);
}

/* Histogram of all draws, bins by Freedman and Diaconis. */
IplHistogram *
ipl_histogram_new (const double *all, guint total)
{
  IplHistogram *self = g_new0 (IplHistogram, 1);
  g_autofree double *draws = g_new (double, total + 1);
  guint n = 0;
  for (guint i = 0; i < total; i++)
    if (isfinite (all[i]))
      draws[n++] = all[i];
  if (n == 0)
    return self;
  gsl_sort (draws, 1, n);
  double low = draws[0], high = draws[n - 1], span = high - low;
  double quartiles
      = ipl_diagnostics_quantile (n, draws, 0.75) - ipl_diagnostics_quantile (n, draws, 0.25);
  double width = 2 * quartiles / cbrt (n);
  if (!(span > 1e-12 * MAX (fabs (low), fabs (high))))
    {
      double widen = low == 0 ? 0.5 : 0.05 * fabs (low);
      low -= widen;
      high += widen;
      span = high - low;
    }
  self->n_bins = width > 0 ? CLAMP (span / width, MIN_BINS, MAX_BINS) : MIN_BINS;
  self->low = low;
  self->high = high;
  self->density = g_new0 (double, self->n_bins);
  for (guint i = 0; i < n; i++)
    {
      guint bin = MIN ((guint)((draws[i] - low) / span * self->n_bins), self->n_bins - 1);
      self->density[bin] += self->n_bins / span / n;
    }
  for (guint b = 0; b < self->n_bins; b++)
    self->highest = MAX (self->highest, self->density[b]);
  return self;
}

void
ipl_histogram_free (IplHistogram *self)
{
  g_free (self->density);
  g_free (self);
}
