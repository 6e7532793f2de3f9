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
  g_autoptr (GRand) rand = g_rand_new_with_seed (seed + 1);
  gsize D = self->Pi * N0;
  g_autofree double *weights = g_new (double, K *D);

  for (gsize i = 0; i < K * D; i++)
    weights[i] = test_gaussian (rand);
  self->labels = (IplLabels){ IPL_LABELS_NUMBERS, K };
  set_labels (&self->train, K, weights, D, rand);
  set_labels (&self->tests[0], K, weights, D, rand);
  ipl_case_finish_names (self);
  return self;
}

/* Labels of classes instead of a case's numbers: where these are largest. */
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

/* (1 (x) Q) U (1 (x) Q)^T, [n K x n K]; as well as covariances, with n = 1. */
double *
test_rotate_matrix (gsize n, guint K, const double *Q, const double *U)
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
test_rotate_labels (double *y, gsize count, guint K, const double *Q)
{
  g_autofree double *before = g_memdup2 (y, count * K * sizeof *y);

  memset (y, 0, count * K * sizeof *y);
  for (gsize m = 0; m < count; m++)
    for (guint k = 0; k < K; k++)
      for (guint l = 0; l < K; l++)
        y[m * K + k] += Q[k * K + l] * before[m * K + l];
}

/* sum_k of the blocks (k, k) of a full kernel, about its means where @centred: [P x P] */
static double *
summed_kernel (gsize P, gsize K, const double *kernel, gboolean centred)
{
  double *sum = g_new0 (double, P *P);
  g_autofree double *row = g_new0 (double, P);
  double mean = 0;

  for (gsize m = 0; m < P; m++)
    for (gsize n = 0; n < P; n++)
      for (gsize k = 0; k < K; k++)
        sum[m * P + n] += kernel[(m * K + k) * P * K + n * K + k];
  for (gsize m = 0; m < P; m++)
    for (gsize n = 0; n < P; n++)
      {
        row[m] += sum[m * P + n] / (double)P;
        mean += sum[m * P + n] / (double)(P * P);
      }
  for (gsize m = 0; centred && m < P; m++)
    for (gsize n = 0; n < P; n++)
      sum[m * P + n] += mean - row[m] - row[n];
  return sum;
}

double
test_slow_alignment (gsize P, gsize K, const double *kernel, const double *y, gboolean centred)
{
  g_autofree double *sum = summed_kernel (P, K, kernel, centred);
  g_autofree double *outer = g_new0 (double, P *K *P *K);
  double product = 0, square = 0, square_labels = 0;

  for (gsize m = 0; m < P; m++)
    for (gsize n = 0; n < P; n++)
      for (gsize k = 0; k < K; k++)
        outer[(m * K + k) * P * K + n * K + k] = y[m * K + k] * y[n * K + k];

  g_autofree double *labels = summed_kernel (P, K, outer, centred);

  for (gsize i = 0; i < P * P; i++)
    {
      product += sum[i] * labels[i];
      square += sum[i] * sum[i];
      square_labels += labels[i] * labels[i];
    }
  return product / sqrt (square) / sqrt (square_labels);
}
