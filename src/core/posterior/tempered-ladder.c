/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/tempered-ladder-private.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort_double.h>
#include <math.h>

/* Where the difference of log likelihoods, times that of the powers, is normal with a mean of half
 * its variance d^2, exchanges are accepted with probability 2 Phi(-d/2): one half at this d. */
#define DISTANCE_OF_GAP 1.349
/* An acceptance below this is not told from none. */
#define LEAST_ACCEPTANCE 1e-3
/* Powers of e from the first power to 1, as far as the largest ladder is made for. */
#define MOST_SPAN 10

guint
ipl_ladder_most_gaps (gsize n)
{
  double gaps = ceil (sqrt ((double)n) * MOST_SPAN / DISTANCE_OF_GAP) + 2;

  return (guint)MIN (gaps, IPL_LADDER_MAX_GAPS);
}

void
ipl_ladder_init (IplLadder *self, gsize n, guint n_draws, double *log_likelihoods)
{
  double spread, first, gaps;

  gsl_sort (log_likelihoods, 1, n_draws);
  spread = log_likelihoods[3 * n_draws / 4] - log_likelihoods[n_draws / 4];
  first = spread > 1 && isfinite (spread) ? 1 / spread : isfinite (spread) ? 1 : exp (-MOST_SPAN);
  /* In n dimensions with a normal posterior the log likelihood at power b has the variance
   * n / (2 b^2), which makes the distance sqrt(n) for each power of e. */
  gaps = 1 + ceil (sqrt ((double)n) * -log (first) / DISTANCE_OF_GAP);
  self->gaps = (guint)CLAMP (gaps, 1, ipl_ladder_most_gaps (n));
  self->power[0] = 0;
  for (guint k = 1; k <= self->gaps; k++)
    self->power[k] = self->gaps > 1 ? pow (first, (double)(self->gaps - k) / (self->gaps - 1)) : 1;
}

/* Between two powers, in proportion where neither is 0. */
static double
between (double low, double high, double share)
{
  return low > 0 ? low * pow (high / low, share) : high * share;
}

void
ipl_ladder_respace (IplLadder *self, gsize n, const double *acceptance)
{
  const IplLadder old = *self;
  double distance[IPL_LADDER_MAX_GAPS], total = 0, passed = 0;
  guint at = 0;

  for (guint k = 0; k < old.gaps; k++)
    {
      double a = CLAMP (acceptance[k], LEAST_ACCEPTANCE, 0.99);

      distance[k] = -2 * gsl_cdf_ugaussian_Pinv (a / 2);
      total += distance[k];
    }
  self->gaps = (guint)CLAMP (ceil (total / DISTANCE_OF_GAP), 1, ipl_ladder_most_gaps (n));
  for (guint k = 1; k < self->gaps; k++)
    {
      double wanted = total * k / self->gaps;

      while (at + 1 < old.gaps && passed + distance[at] < wanted)
        passed += distance[at++];
      self->power[k]
          = between (old.power[at], old.power[at + 1], MIN ((wanted - passed) / distance[at], 1));
    }
  self->power[self->gaps] = 1;
}
