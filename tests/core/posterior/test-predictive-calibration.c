/* SPDX-License-Identifier: GPL-3.0-or-later */

/* How well predictions know their own errors, and what ranks by chain would be: against cases that
 * are known exactly. */

#include "core/posterior/calibration.h"
#include "core/posterior/posterior-summary.h"

#include <float.h>
#include <gsl/gsl_cdf.h>
#include <math.h>
#include "support.h"

/* Between 0 and 1, always the same. */
static double
irregular (gsize i)
{
  double x = sin (12.9898 * (double)(i + 1)) * 43758.5453;
  return x - floor (x);
}

/* Labels made to have exactly normal residuals lie on the diagonal. */
TEST (test_calibration_exact, "/predictive-calibration/exact")
{
  enum
  {
    n = 501
  };
  double mean[n], var[n], y[n];
  const double T = 0.04;
  IplExamples examples = { .count = n, .y = y };
  IplCase the_case = { .labels = { IPL_LABELS_NUMBERS, 1 }, .n_tests = 1, .tests = &examples };
  IplPrediction prediction = { .count = n, .mean = mean, .var = var };
  for (gsize k = 0; k < n; k++)
    {
      /* In a scrambled order: 7 and 501 have no common factor. */
      gsize i = 7 * k % n;
      mean[i] = 3 * irregular (i) - 1;
      var[i] = 0.1 + irregular (2 * i);
      y[i] = mean[i] + sqrt (var[i] + T) * ipl_calibration_normal (k, n);
    }
  g_autoptr (IplCalibration) c = ipl_calibration_new (&the_case, &prediction, T);
  g_assert_nonnull (c);
  g_assert_cmpuint (c->n, ==, n);
  g_assert_cmpuint (c->n_bins, ==, 0);
  for (gsize i = 0; i < n; i++)
    {
      double low, high, z = ipl_calibration_normal (i, n);
      /* A few roundings of numbers of size 5, divided by at least sqrt (0.14). */
      test_assert_close (c->z[i], z, 100 * DBL_EPSILON);
      ipl_calibration_envelope (i, n, &low, &high);
      g_assert_cmpfloat (low, <, z);
      g_assert_cmpfloat (z, <, high);
    }
  test_assert_close (c->mean, 0, 1e-13);
  /* 476 of 501 midpoints lie between 2.5 and 97.5 %: 13 to 488 of (i + 1/2) / 501. */
  guint inside = 0;
  for (gsize i = 0; i < n; i++)
    inside += (i + 0.5) / n > 0.025 && (i + 0.5) / n < 0.975;
  g_assert_cmpfloat (c->within, ==, (double)inside / n);

  /* A single number lies within 1.96 in 95 of 100 cases. */
  double low, high;
  ipl_calibration_envelope (0, 1, &low, &high);
  test_assert_close (low, -1.959963984540054, 1e-9);
  test_assert_close (high, 1.959963984540054, 1e-9);

  /* The bounds are where the order statistic's own distribution says. */
  static const gsize sizes[] = { 1, 2, 3, 10, 1000, 100000 };
  for (guint k = 0; k < G_N_ELEMENTS (sizes); k++)
    for (guint part = 0; part <= 4; part++)
      {
        gsize i = part * (sizes[k] - 1) / 4;
        double a = i + 1, b = sizes[k] - i;
        ipl_calibration_envelope (i, sizes[k], &low, &high);
        /* The bisection ends within 3e-10, where the density is at most some hundreds. */
        test_assert_close (gsl_cdf_beta_P (gsl_cdf_ugaussian_P (low), a, b), 0.025, 1e-6);
        test_assert_close (gsl_cdf_beta_P (gsl_cdf_ugaussian_P (high), a, b), 0.975, 1e-6);
      }

  /* Without variances or with another test set's there is nothing to say. */
  prediction.count = n - 1;
  g_assert_null (ipl_calibration_new (&the_case, &prediction, T));
  prediction.count = n;
  prediction.var = NULL;
  g_assert_null (ipl_calibration_new (&the_case, &prediction, T));
  g_assert_null (ipl_calibration_new (&the_case, NULL, T));
  the_case.n_tests = 0;
  g_assert_null (ipl_calibration_new (&the_case, &prediction, T));
}

static double
gaussian (gsize i)
{
  return gsl_cdf_ugaussian_Pinv (irregular (i));
}

/* Of three outputs: y = mean + sqrt (s) b g + noise of each, whose covariance is s b b^T + v 1 in
 * terms of the noise's part T, has standard normal residuals; too small a covariance has not, nor
 * one without what is between outputs. Classes drawn with their probabilities lie in their bins. */
TEST (test_calibration_outputs, "/predictive-calibration/outputs")
{
  enum
  {
    n = 4000,
    K = 3
  };
  static const double b[K] = { 1, -0.7, 0.4 };
  const double T = 0.3, v = 0.2;
  g_autofree double *mean = g_new (double, n *K), *y = g_new (double, n *K);
  g_autofree double *var = g_new0 (double, n *K *K), *probability = g_new (double, n *K);
  IplExamples examples = { .count = n, .y = y };
  IplCase the_case = { .labels = { IPL_LABELS_NUMBERS, K }, .n_tests = 1, .tests = &examples };
  IplPrediction prediction
      = { .count = n, .outputs = K, .mean = mean, .var = var, .probability = probability };

  for (gsize i = 0; i < n; i++)
    {
      double shared = gaussian (7 * i), first = irregular (3 * i), second = irregular (5 * i + 1);
      for (gsize k = 0; k < K; k++)
        {
          mean[i * K + k] = irregular (i * K + k);
          y[i * K + k]
              = mean[i * K + k] + 2 * b[k] * shared + sqrt (v + T) * gaussian (n * 13 + i * K + k);
          for (gsize l = 0; l < K; l++)
            var[(i * K + k) * K + l] = 4 * b[k] * b[l] + (k == l ? v : 0);
        }
      probability[i * K] = first;
      probability[i * K + 1] = (1 - first) * second;
      probability[i * K + 2] = (1 - first) * (1 - second);
    }

  g_autoptr (IplCalibration) right = ipl_calibration_new (&the_case, &prediction, T);

  g_assert_cmpuint (right->n, ==, n * K);
  g_assert_cmpfloat (fabs (right->mean), <, 4.5 / sqrt (n * K));
  g_assert_cmpfloat (fabs (right->sd - 1), <, 4.5 / sqrt (2.0 * n * K));
  g_assert_cmpfloat (fabs (right->within - 0.95), <, 4.5 * sqrt (0.95 * 0.05 / (n * K)));
  for (gsize i = 1; i < right->n; i++)
    g_assert_cmpfloat (right->z[i - 1], <=, right->z[i]);
  for (gsize i = 0; i < n * K * K; i++)
    if (i / K % K != i % K)
      var[i] = 0;

  g_autoptr (IplCalibration) without = ipl_calibration_new (&the_case, &prediction, T / 2);

  g_assert_cmpfloat (fabs (without->sd - 1), >, 0.01);

  the_case.labels.kind = IPL_LABELS_CLASSES;
  for (gsize i = 0; i < n; i++)
    {
      double u = irregular (17 * i + 5);
      guint class = 0;
      for (; class < K - 1 && u >= probability[i * K + class]; class ++)
        u -= probability[i * K + class];
      ipl_labels_code_class (&the_case.labels, class, y + i * K);
      for (guint k = 0; k < K; k++)
        mean[i * K + k] = probability[i * K + k];
    }

  g_autoptr (IplCalibration) classes = ipl_calibration_new (&the_case, &prediction, T);

  g_assert_cmpuint (classes->n_bins, >=, 8);
  for (guint k = 0; k < classes->n_bins; k++)
    {
      double p = classes->confidence[k], error = sqrt (p * (1 - p) / (double)classes->bin_n[k]);
      g_assert_cmpfloat (fabs (p - classes->correct[k]), <, 4.5 * error);
      g_assert_cmpfloat (p, >=, 1.0 / K);
      /* Wilson's ends are one standard error of their own from the share. */
      for (guint side = 0; side < 2; side++)
        {
          double end = side == 0 ? classes->low[k] : classes->high[k];
          double away = end - classes->correct[k];

          if (end > 0 && end < 1)
            g_assert_cmpfloat (fabs (away * away - end * (1 - end) / (double)classes->bin_n[k]), <,
                               1e-12);
        }
    }
}

/* The band against all ways to deal eight ranks to two chains of four. */
TEST (test_rank_band, "/predictive-calibration/rank-band")
{
  IplPosteriorSummary posterior = { .n_chains = 2, .n_draws = 4 };
  double expected, spread, sum = 0, squares = 0, ways = 0;
  ipl_rank_expectation (&posterior, 2, &expected, &spread);
  for (guint deal = 0; deal < 256; deal++)
    if (__builtin_popcount (deal) == 4)
      {
        double count = __builtin_popcount (deal & 15);
        sum += count;
        squares += count * count;
        ways++;
      }
  g_assert_cmpfloat (ways, ==, 70);
  test_assert_close (expected, sum / ways, 1e-14);
  test_assert_close (spread * spread, squares / ways - sum / ways * (sum / ways), 1e-14);
  /* One chain among none other has its share for certain. */
  posterior.n_chains = 1;
  ipl_rank_expectation (&posterior, 2, &expected, &spread);
  g_assert_cmpfloat (spread, ==, 0);
}
