/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Diagnostics against their definitions. */
#include "core/posterior/diagnostics.h"
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <string.h>

#include "support.h"

static double scratch[5 * 50];

/* Ranks by counting, ties shared, as normal numbers: by the definition. */
static void
slow_normal_ranks (guint n, const double *x, double *z)
{
  for (guint i = 0; i < n; i++)
    {
      double rank = 0.5;

      for (guint k = 0; k < n; k++)
        rank += x[k] < x[i] ? 1 : x[k] == x[i] ? 0.5 : 0;
      z[i] = gsl_cdf_ugaussian_Pinv ((rank - 0.375) / (n + 0.25));
    }
}

/* sqrt (((n - 1) W / n + B / n) / W) of chains [m x n]. */
static double
slow_rhat (guint m, guint n, const double *z)
{
  g_autofree double *means = g_new (double, m);
  double W = 0, B = 0;

  for (guint c = 0; c < m; c++)
    {
      means[c] = gsl_stats_mean (z + c * n, 1, n);
      W += gsl_stats_variance (z + c * n, 1, n) / m;
    }
  B = n * gsl_stats_variance (means, 1, m);
  return sqrt (((n - 1.0) * W / n + B / n) / W);
}

/* Few draws, some of them equal, where one more or less in a sum is seen: a second chain that is
 * wider, which only the folded part sees, and one that is higher. */
TEST (test_rhat_exact, "/diagnostics/rhat-exact")
{
  enum
  {
    N = 20
  };
  double draws[N] = { 1, 4, 4, 2, 9, -3, 5, 0.5, 7, 4, 3, 8, -3, 6, 11, 2.5, 4, 0, 10, 12 };

  for (guint high = 0; high < 2; high++)
    {
      double z[N], folded[N], sorted[N], median, bulk, tail;

      for (guint i = N / 2; i < N; i++)
        draws[i] += 6 * high;
      slow_normal_ranks (N, draws, z);
      bulk = slow_rhat (4, N / 4, z);
      memcpy (sorted, draws, sizeof sorted);
      gsl_sort (sorted, 1, N);
      median = (sorted[N / 2 - 1] + sorted[N / 2]) / 2;
      for (guint i = 0; i < N; i++)
        folded[i] = fabs (draws[i] - median);
      slow_normal_ranks (N, folded, z);
      tail = slow_rhat (4, N / 4, z);
      g_test_message ("R-hat: bulk %.6f, tail %.6f", bulk, tail);
      g_assert_true ((bulk > tail) == high);
      test_assert_close (ipl_diagnostics_rhat (2, N / 2, draws, scratch), MAX (bulk, tail), 1e-12);
    }
}

/* Equations 10 and 11 of Vehtari et al. (2021) of chains [m x n], by the letter.
 * @rises: (inout): counts the pairs of correlations above the one before */
static double
slow_ess (guint m, guint n, const double *x, guint *rises)
{
  g_autofree double *means = g_new (double, m);
  double W = 0, pooled, tau = -1, before = INFINITY;

  for (guint c = 0; c < m; c++)
    {
      means[c] = gsl_stats_mean (x + c * n, 1, n);
      W += gsl_stats_variance (x + c * n, 1, n) / m;
    }
  pooled = (n - 1.0) / n * W + gsl_stats_variance (means, 1, m);
  for (guint lag = 0; lag + 1 < n; lag += 2)
    {
      double pair = 0;

      for (guint t = lag; t < lag + 2; t++)
        {
          double covariance = 0;

          for (guint c = 0; c < m; c++)
            for (guint i = 0; i + t < n; i++)
              covariance += (x[c * n + i] - means[c]) * (x[c * n + i + t] - means[c]) / (n - 1) / m;
          pair += t == 0 ? 1 : 1 - (W - covariance) / pooled;
        }
      if (!(pair > 0))
        break;
      *rises += pair > before;
      before = MIN (pair, before);
      tau += 2 * before;
    }
  return m * n / MAX (tau, 1 / log10 (m * n));
}

/* Two chains of 25 draws, of which the middle one is in no half: slow ones, one pair of whose
 * correlations is above the one before, and antithetic ones; both with the other sign too, where
 * the lower tail is the upper one. */
TEST (test_ess_exact, "/diagnostics/ess-exact")
{
  enum
  {
    N = 25,
    HALF = 12,
    ALL = 4 * HALF
  };

  for (guint kind = 0; kind < 4; kind++)
    {
      double draws[2 * N], split[ALL], z[ALL], sorted[ALL], tail = INFINITY;
      guint rises = 0;

      for (guint i = 0; i < 2 * N; i++)
        draws[i] = (kind < 2 ? 1 : -1)
                   * (kind % 2 == 0 ? sin (0.4 * i) + 0.3 * sin (2.9 * i * i) + (i >= N ? 2 : 0)
                                    : (i % 2 == 0 ? 1 : -1) + 0.05 * sin (3.1 * i * i));
      for (guint c = 0; c < 4; c++)
        memcpy (split + c * HALF, draws + c / 2 * N + c % 2 * (HALF + 1), HALF * sizeof *split);
      slow_normal_ranks (ALL, split, z);
      memcpy (sorted, split, sizeof sorted);
      gsl_sort (sorted, 1, ALL);
      test_assert_close (
          ipl_diagnostics_mcse_mean (2, N, draws, scratch),
          sqrt (gsl_stats_variance (draws, 1, 2 * N) / slow_ess (4, HALF, split, &rises)), 1e-12);
      test_assert_close (
          ipl_diagnostics_ess_bulk (2, N, draws, scratch) / slow_ess (4, HALF, z, &rises), 1, 1e-9);
      for (guint k = 0; k < 2; k++)
        {
          double limit = ipl_diagnostics_quantile (ALL, sorted, k == 0 ? 0.05 : 0.95), share;

          for (guint i = 0; i < ALL; i++)
            z[i] = split[i] <= limit;
          share = slow_ess (4, HALF, z, &rises);
          g_test_message ("kind %u: effective sample size of a tail %g", kind, share);
          tail = MIN (tail, share);
        }
      test_assert_close (ipl_diagnostics_ess_tail (2, N, draws, scratch) / tail, 1, 1e-9);
      g_assert_true ((rises > 0) == (kind % 2 == 0));
    }
}

/* (4 + 1 + 9) / 8.75 */
TEST (test_e_bfmi, "/diagnostics/e-bfmi")
{
  const double energies[] = { 1, 3, 2, 5 };

  test_assert_close (ipl_diagnostics_e_bfmi (4, energies), 1.6, 1e-14);
}

TEST (test_quantile, "/diagnostics/quantile")
{
  const double sorted[] = { 1, 2, 4, 8 };

  g_assert_cmpfloat (ipl_diagnostics_quantile (4, sorted, 0), ==, 1);
  g_assert_cmpfloat (ipl_diagnostics_quantile (4, sorted, 0.5), ==, 3);
  g_assert_cmpfloat (ipl_diagnostics_quantile (4, sorted, 1), ==, 8);
  g_assert_cmpfloat (ipl_diagnostics_quantile (1, sorted, 0.3), ==, 1);
}

TEST (test_rank_histogram, "/diagnostics/rank-histogram")
{
  const double draws[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  guint counts[8];

  ipl_diagnostics_rank_histogram (2, 4, draws, 4, counts);
  g_assert_cmpmem (counts, sizeof counts, ((guint[]){ 2, 2, 0, 0, 0, 0, 2, 2 }), sizeof counts);
}

TEST (test_few_draws, "/diagnostics/few-draws")
{
  const double draws[] = { 1, 2, 3 };

  g_assert_true (isnan (ipl_diagnostics_rhat (1, 3, draws, scratch)));
  g_assert_true (isnan (ipl_diagnostics_ess_bulk (1, 3, draws, scratch)));
  g_assert_true (isnan (ipl_diagnostics_e_bfmi (2, draws)));
}
