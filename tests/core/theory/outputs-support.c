/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "theory/outputs-support.h"

#include "support.h"
#include <math.h>
#include <string.h>

static void
set_labels (IplExamples *examples, guint K, const double *weights, gsize D, GRand *rand)
{
  g_free (examples->y);
  examples->y = g_new (double, examples->count * K);
  for (gsize m = 0; m < examples->count; m++)
    for (guint k = 0; k < K; k++)
      {
        double y = 0.3 * test_gaussian (rand);

        for (gsize i = 0; i < D; i++)
          y += weights[k * D + i] * examples->xi[m * D + i] / sqrt ((double)D);
        examples->y[m * K + k] = y;
      }
}

/* Gaussian path features, and K noisy linear functions of them. */
IplCase *
test_case_of_outputs (gsize P, gsize P_test, guint L, const guint *H, gsize N0, guint K,
                      guint32 seed)
{
  IplCase *self = test_random_case (P, P_test, L, H, N0, seed);
  GRand *rand = g_rand_new_with_seed (seed + 1);
  gsize D = self->Pi * N0;
  g_autofree double *weights = g_new (double, K *D);

  for (gsize i = 0; i < K * D; i++)
    weights[i] = test_gaussian (rand);
  self->labels = (IplLabels){ IPL_LABELS_NUMBERS, K };
  set_labels (&self->train, K, weights, D, rand);
  set_labels (&self->tests[0], K, weights, D, rand);
  ipl_case_finish_names (self);
  g_rand_free (rand);
  return self;
}

/* Labels of classes in the place of a case's numbers: where these are largest. */
void
test_make_classes (IplCase *self, guint last)
{
  IplLabels numbers = self->labels, classes = { IPL_LABELS_CLASSES, self->labels.outputs };
  guint K = numbers.outputs;

  for (guint k = 0; k < 2; k++)
    {
      IplExamples *examples = k == 0 ? &self->train : &self->tests[0];

      for (gsize m = 0; m < examples->count; m++)
        ipl_labels_code_class (&classes,
                               MIN (ipl_labels_find_class (&numbers, examples->y + m * K), last),
                               examples->y + m * K);
    }
  self->labels = classes;
}

/* The kernel between outputs (k, l) of two examples. */
double
test_slow_output_kernel (const IplCase *the_case, double s0_squared, const double *U,
                         const double *a, guint k, const double *b, guint l)
{
  gsize Pi = the_case->Pi, N0 = the_case->N0, K = the_case->labels.outputs;
  double sum = 0;

  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      for (gsize i = 0; i < N0; i++)
        sum += U[(p * K + k) * Pi * K + q * K + l] * a[p * N0 + i] * b[q * N0 + i];
  return s0_squared * sum / (double)(N0 * Pi);
}

/* (K + T 1)^-1 over (example, output), and its log det. */
double *
test_slow_output_inverse (const IplCase *the_case, const IplSetting *setting, const double *U,
                          double *log_det)
{
  gsize P = the_case->train.count, D = the_case->Pi * the_case->N0, K = the_case->labels.outputs;
  gsize n = P * K;
  g_autofree double *kernel = g_new (double, n *n);
  double *inverse = g_new (double, n *n);

  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      kernel[i * n + j] = test_slow_output_kernel (the_case, setting->variances[0], U,
                                                   the_case->train.xi + i / K * D, (guint)(i % K),
                                                   the_case->train.xi + j / K * D, (guint)(j % K))
                          + (i == j ? setting->temperature : 0);
  *log_det = test_slow_log_det (n, kernel);
  test_slow_inverse (n, kernel, inverse);
  return inverse;
}

/* [count x K] means of some examples at U. */
double *
test_slow_output_means (const IplCase *the_case, const IplSetting *setting, const double *U,
                        const IplExamples *examples)
{
  gsize D = the_case->Pi * the_case->N0, K = the_case->labels.outputs;
  gsize n = the_case->train.count * K;
  double unused;
  g_autofree double *inverse = test_slow_output_inverse (the_case, setting, U, &unused);
  g_autofree double *alpha = g_new0 (double, n);
  double *mean = g_new0 (double, examples->count *K);

  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      alpha[i] += inverse[i * n + j] * the_case->train.y[j];
  for (gsize x = 0; x < examples->count * K; x++)
    for (gsize i = 0; i < n; i++)
      mean[x] += alpha[i]
                 * test_slow_output_kernel (the_case, setting->variances[0], U,
                                            examples->xi + x / K * D, (guint)(x % K),
                                            the_case->train.xi + i / K * D, (guint)(i % K));
  return mean;
}

/* (1 (x) Q) U (1 (x) Q)^T, [n K x n K]; as well as covariances, with n = 1. */
double *
test_turn_matrix (gsize n, guint K, const double *Q, const double *U)
{
  double *turned = g_new0 (double, n *K *n *K);

  for (gsize i = 0; i < n * K; i++)
    for (gsize j = 0; j < n * K; j++)
      for (gsize a = 0; a < K; a++)
        for (gsize b = 0; b < K; b++)
          turned[i * n * K + j]
              += Q[i % K * K + a] * Q[j % K * K + b] * U[(i / K * K + a) * n * K + j / K * K + b];
  return turned;
}

void
test_turn_labels (double *y, gsize count, guint K, const double *Q)
{
  g_autofree double *before = g_memdup2 (y, count * K * sizeof *y);

  memset (y, 0, count * K * sizeof *y);
  for (gsize m = 0; m < count; m++)
    for (guint k = 0; k < K; k++)
      for (guint l = 0; l < K; l++)
        y[m * K + k] += Q[k * K + l] * before[m * K + l];
}

/* y^T K y / (|K| |y|^2) by the letter; @centred: of HKH and Hy, H = I - 11^T/n. */
double
test_slow_alignment (gsize n, const double *kernel, const double *labels, gboolean centred)
{
  g_autofree double *K = g_memdup2 (kernel, n * n * sizeof *K);
  g_autofree double *y = g_memdup2 (labels, n * sizeof *y);
  g_autofree double *row = g_new0 (double, n);
  double yKy = 0, KK = 0, yy = 0, all = 0, mean = 0;

  for (gsize m = 0; m < n; m++)
    for (gsize k = 0; k < n; k++)
      {
        row[m] += kernel[m * n + k] / (double)n;
        all += kernel[m * n + k] / (double)(n * n);
      }
  for (gsize m = 0; m < n; m++)
    mean += labels[m] / (double)n;
  for (gsize m = 0; centred && m < n; m++)
    {
      y[m] -= mean;
      for (gsize k = 0; k < n; k++)
        K[m * n + k] -= row[m] + row[k] - all;
    }
  for (gsize m = 0; m < n; m++)
    {
      yy += y[m] * y[m];
      for (gsize k = 0; k < n; k++)
        {
          yKy += y[m] * K[m * n + k] * y[k];
          KK += K[m * n + k] * K[m * n + k];
        }
    }
  return yKy / (sqrt (KK) * yy);
}
