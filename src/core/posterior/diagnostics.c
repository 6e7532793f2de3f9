/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/diagnostics.h"

#include "core/base/memory.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort_double.h>
#include <math.h>
#include <string.h>

double
ipl_diagnostics_larger (double a, double b)
{
  return isnan (a) || isnan (b) ? NAN : MAX (a, b);
}

double
ipl_diagnostics_smaller (double a, double b)
{
  return isnan (a) || isnan (b) ? NAN : MIN (a, b);
}

typedef struct
{
  double value;
  guint index;
} Ranked;

static int
compare_ranked (gconstpointer a, gconstpointer b)
{
  double x = ((const Ranked *)a)->value, y = ((const Ranked *)b)->value;

  return x < y ? -1 : x > y;
}

/* Average ranks from 1, ties shared; ranks: [n], scratch: [2 n] */
static void
rank_values (guint n, const double *values, double *ranks, double *scratch)
{
  Ranked *order = (Ranked *)scratch;

  G_STATIC_ASSERT (sizeof (Ranked) == 2 * sizeof (double));
  for (guint i = 0; i < n; i++)
    order[i] = (Ranked){ values[i], i };
  qsort (order, n, sizeof *order, compare_ranked);
  for (guint i = 0; i < n;)
    {
      guint end = i + 1;

      while (end < n && order[end].value == order[i].value)
        end++;
      for (guint k = i; k < end; k++)
        ranks[order[k].index] = 0.5 * (i + 1 + end);
      i = end;
    }
}

/* z = Phi^-1 ((r - 3/8) / (n + 1/4)), equation 14 of Vehtari et al. */
static void
rank_normalize (guint n, const double *values, double *z, double *scratch)
{
  rank_values (n, values, z, scratch);
  for (guint i = 0; i < n; i++)
    z[i] = gsl_cdf_ugaussian_Pinv ((z[i] - 0.375) / (n + 0.25));
}

/* Each chain as two halves of n_draws / 2; the middle draw of an odd number is left out. */
static void
split_chains (guint n_chains, guint n_draws, const double *draws, double *split)
{
  guint half = n_draws / 2;

  for (guint c = 0; c < n_chains; c++)
    {
      memcpy (split + (gsize)2 * c * half, draws + (gsize)c * n_draws, half * sizeof *draws);
      memcpy (split + (gsize)(2 * c + 1) * half, draws + (gsize)(c + 1) * n_draws - half,
              half * sizeof *draws);
    }
}

static void
mean_and_variance (guint n, const double *x, double *mean, double *variance)
{
  double sum = 0, squares = 0;

  for (guint i = 0; i < n; i++)
    sum += x[i];
  *mean = sum / n;
  for (guint i = 0; i < n; i++)
    squares += (x[i] - *mean) * (x[i] - *mean);
  *variance = n > 1 ? squares / (n - 1) : 0;
}

/* Within-chain variance W and the pooled estimate var+ (equations 1 to 3). */
static void
chain_variances (guint m, guint n, const double *draws, double *within, double *pooled)
{
  g_autofree double *means = g_new (double, m);
  double unused, between = 0;

  *within = 0;
  for (guint c = 0; c < m; c++)
    {
      double variance;

      mean_and_variance (n, draws + (gsize)c * n, &means[c], &variance);
      *within += variance / m;
    }
  mean_and_variance (m, means, &unused, &between);
  *pooled = (n - 1.0) / n * *within + (m > 1 ? between : 0);
}

static double
plain_rhat (guint m, guint n, const double *draws)
{
  double within, pooled;

  chain_variances (m, n, draws, &within, &pooled);
  if (within == 0)
    return pooled == 0 ? 1 : INFINITY;
  return sqrt (pooled / within);
}

/* Autocovariance of one chain at a lag, over n as is usual. */
static double
autocovariance (guint n, const double *x, double mean, guint lag)
{
  double sum = 0;

  for (guint i = 0; i + lag < n; i++)
    sum += (x[i] - mean) * (x[i + lag] - mean);
  return sum / n;
}

/* Effective sample size of split chains by Geyer's initial monotone sequence (equations 10, 11). */
static double
plain_ess (guint m, guint n, const double *draws)
{
  g_autofree double *means = g_new (double, m);
  double within, pooled, total = (double)m * n;
  double tau, previous = INFINITY, unused;

  if (n < 4)
    return NAN;
  chain_variances (m, n, draws, &within, &pooled);
  if (!(pooled > 0))
    return total;
  for (guint c = 0; c < m; c++)
    mean_and_variance (n, draws + (gsize)c * n, &means[c], &unused);

  tau = -1;
  for (guint lag = 0; lag + 1 < n; lag += 2)
    {
      double rho[2];

      for (guint k = 0; k < 2; k++)
        {
          double covariance = 0;

          for (guint c = 0; c < m; c++)
            covariance
                += autocovariance (n, draws + (gsize)c * n, means[c], lag + k) * n / (n - 1.0) / m;
          rho[k] = 1 - (within - covariance) / pooled;
        }
      if (lag == 0)
        rho[0] = 1;

      double pair = rho[0] + rho[1];

      if (!(pair > 0))
        break;
      pair = MIN (pair, previous);
      previous = pair;
      tau += 2 * pair;
    }
  /* Antithetic chains may do better than independent draws, but not without bound. */
  tau = MAX (tau, 1 / log10 (MAX (total, 10)));
  return total / tau;
}

/* Doubles of scratch that the diagnostics of as many draws need. */
double
ipl_diagnostics_scratch (guint n_chains, guint n_draws)
{
  return 5.0 * n_chains * n_draws;
}

/* Rank-normalized split R-hat, the larger of bulk and folded (tail); NaN for too few draws. @draws:
 * [n_chains x n_draws]; @scratch: [ipl_diagnostics_scratch()]. */
double
ipl_diagnostics_rhat (guint n_chains, guint n_draws, const double *draws, double *scratch)
{
  guint half = n_draws / 2, total = 2 * n_chains * half;

  if (half < 2)
    return NAN;

  double *split = scratch, *z = split + total, *sorted = z + total, *work = sorted + total;
  double bulk, tail, median;

  split_chains (n_chains, n_draws, draws, split);
  memcpy (sorted, split, total * sizeof (double));
  rank_normalize (total, split, z, work);
  bulk = plain_rhat (2 * n_chains, half, z);

  gsl_sort (sorted, 1, total);
  median = ipl_diagnostics_quantile (total, sorted, 0.5);
  for (guint i = 0; i < total; i++)
    split[i] = fabs (split[i] - median);
  rank_normalize (total, split, z, work);
  tail = plain_rhat (2 * n_chains, half, z);

  return ipl_diagnostics_larger (bulk, tail);
}

/* Effective sample size of the rank-normalized split chains; NaN for too few draws. */
double
ipl_diagnostics_ess_bulk (guint n_chains, guint n_draws, const double *draws, double *scratch)
{
  guint half = n_draws / 2, total = 2 * n_chains * half;
  double *split = scratch, *z = split + total;

  split_chains (n_chains, n_draws, draws, split);
  rank_normalize (total, split, z, z + total);
  return plain_ess (2 * n_chains, half, z);
}

/* The smaller effective sample size of the indicators of the 5 % and 95 % quantiles. */
double
ipl_diagnostics_ess_tail (guint n_chains, guint n_draws, const double *draws, double *scratch)
{
  guint half = n_draws / 2, total = 2 * n_chains * half;
  double least = INFINITY;

  if (half < 4)
    return NAN;

  double *split = scratch, *sorted = split + total, *indicator = sorted + total;

  split_chains (n_chains, n_draws, draws, split);
  memcpy (sorted, split, total * sizeof (double));
  gsl_sort (sorted, 1, total);
  for (guint k = 0; k < 2; k++)
    {
      double limit = ipl_diagnostics_quantile (total, sorted, k == 0 ? 0.05 : 0.95);

      for (guint i = 0; i < total; i++)
        indicator[i] = split[i] <= limit;
      least = ipl_diagnostics_smaller (least, plain_ess (2 * n_chains, half, indicator));
    }
  return least;
}

/* Monte Carlo standard error of the mean over all draws, from the effective sample size of the
 * split chains without ranks. */
double
ipl_diagnostics_mcse_mean (guint n_chains, guint n_draws, const double *draws, double *scratch)
{
  double mean, variance;

  mean_and_variance (n_chains * n_draws, draws, &mean, &variance);
  split_chains (n_chains, n_draws, draws, scratch);
  return sqrt (variance / plain_ess (2 * n_chains, n_draws / 2, scratch));
}

/* Sum of (E_n - E_{n-1})^2 over sum of (E_n - mean)^2; below 0.3 is trouble. @energies: [n_draws]
 * values of the Hamiltonian after momentum resampling. */
double
ipl_diagnostics_e_bfmi (guint n_draws, const double *energies)
{
  double mean, variance, steps = 0;

  if (n_draws < 3)
    return NAN;
  mean_and_variance (n_draws, energies, &mean, &variance);
  for (guint i = 1; i < n_draws; i++)
    steps += (energies[i] - energies[i - 1]) * (energies[i] - energies[i - 1]);
  return steps / (variance * (n_draws - 1));
}

/* The quantile by linear interpolation. @sorted: [n] rising; @probability: in [0, 1]. */
double
ipl_diagnostics_quantile (guint n, const double *sorted, double probability)
{
  double at = probability * (n - 1);
  guint below = (guint)floor (at);

  if (below + 1 >= n)
    return sorted[n - 1];
  return sorted[below] + (at - below) * (sorted[below + 1] - sorted[below]);
}

/* Histogram of the ranks of each chain's draws among all draws: flat if the chains agree (rank
 * plots of Vehtari et al.). All 0 if memory is short. @counts: [n_chains x n_bins]. */
void
ipl_diagnostics_rank_histogram (guint n_chains, guint n_draws, const double *draws, guint n_bins,
                                guint *counts)
{
  guint total = n_chains * n_draws;
  double *ranks, *scratch;
  g_autofree double *space = ipl_try_parts ("The ranks of the draws", NULL, { &ranks, total },
                                            { &scratch, 2.0 * total });

  memset (counts, 0, (gsize)n_chains * n_bins * sizeof *counts);
  if (total == 0 || space == NULL)
    return;
  rank_values (total, draws, ranks, scratch);
  for (guint i = 0; i < total; i++)
    {
      guint bin = (guint)((ranks[i] - 0.5) / total * n_bins);

      counts[i / n_draws * n_bins + MIN (bin, n_bins - 1)]++;
    }
}
