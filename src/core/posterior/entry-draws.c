/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The draws of one entry of U: their histogram, and what their ranks by chain would be. */

#include "core/posterior/entry-draws.h"

#include "core/posterior/diagnostics.h"
#include "core/posterior/posterior-summary.h"
#include <gsl/gsl_sort_double.h>
#include <math.h>
#include <stdlib.h>

#define MIN_BINS 10
#define MAX_BINS 60

/* The draws of an entry of U: [n_chains x n_draws], to be freed. */
double *
ipl_posterior_entry_draws (const IplPosteriorSummary *self, gsize p, gsize q)
{
  double *draws = g_new0 (double, (gsize)self->n_chains * self->n_draws + 1);
  if (self->U_draws != NULL)
    ipl_posterior_summary_get_draws (self, MIN (p, q), MAX (p, q), draws);
  return draws;
}

/* Histogram of all draws, bins by Freedman and Diaconis. */
IplHistogram *
ipl_histogram_new (const IplPosteriorSummary *posterior, gsize p, gsize q)
{
  IplHistogram *self = g_new0 (IplHistogram, 1);
  g_autofree double *draws = ipl_posterior_entry_draws (posterior, p, q);
  guint n = 0, total = posterior->n_chains * posterior->n_draws;
  for (guint i = 0; i < total; i++)
    if (isfinite (draws[i]))
      draws[n++] = draws[i];
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

/* Some thirty draws a bin, so that the band is narrow beside the bars. */
guint
ipl_rank_bins (const IplPosteriorSummary *posterior)
{
  return CLAMP (posterior->n_draws / 30, 4, 20);
}

/* A bin takes its share of all draws without replacement, so a chain's count is hypergeometric:
 * expectation n / B and variance n (1/B) (1 - 1/B) (m n - n) / (m n - 1). */
void
ipl_rank_expectation (const IplPosteriorSummary *posterior, guint n_bins, double *expected,
                      double *spread)
{
  double n = posterior->n_draws, total = n * posterior->n_chains, share = 1.0 / n_bins;
  *expected = n * share;
  *spread = sqrt (n * share * (1 - share) * (total - n) / MAX (total - 1, 1));
}
