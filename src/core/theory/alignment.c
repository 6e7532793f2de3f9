/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alignment of a kernel with the labels, centred and not (THEORY.md section 5), from the rows in
 * use. In the rotated basis of section 9 the vector of ones is (o, o'), o over the rows in use, and
 * K is 0 outside them. With k = K o and kappa = o . k, HKH has the blocks
 *
 *   A = K - (o k^T + k o^T) / P + kappa o o^T / P^2,   b o'^T with b = kappa o / P^2 - k / P,
 *   kappa o' o'^T / P^2. */
#include "core/theory/alignment.h"

#include <cblas.h>
#include <math.h>

/* Of the labels y: the norm, and that about their mean. */
static void
measure_labels (const IplExamples *train, double *mean, double *norm, double *centred)
{
  double largest = 0;

  *mean = *norm = *centred = 0;
  for (gsize m = 0; m < train->count; m++)
    *mean += train->y[m] / (double)train->count;
  for (gsize m = 0; m < train->count; m++)
    {
      *norm = hypot (*norm, train->y[m]);
      *centred = hypot (*centred, train->y[m] - *mean);
      largest = MAX (largest, fabs (train->y[m]));
    }
  /* Equal labels leave roundings. */
  if (*centred <= (double)train->count * DBL_EPSILON * largest)
    *centred = 0;
}

static inline double
get_one (const IplFeatureRows *rows, gsize m)
{
  return rows->ones != NULL ? rows->ones[m] : 1;
}

/* @k: K o / |K|_F of the rows; @norm: |K|_F, not 0; @mean and @length of the labels. */
static double
measure_centred (const IplKernel *kernel, const double *K, const double *k, double norm,
                 double mean, double length)
{
  const IplFeatureRows *rows = &kernel->rows;
  const double *y = ipl_kernel_get_y (kernel);
  double P = (double)kernel->the_case->train.count, kappa = 0;
  double rest = rows->rest_ones;             /* |o'|^2 */
  double product = 0, border = 0, along = 0; /* y^T HKH y, y . b, o . y of the centred labels */
  double square = 0, border_square = 0;      /* |A|^2, |b|^2 */

  for (gsize m = 0; m < kernel->P; m++)
    kappa += get_one (rows, m) * k[m];
  for (gsize m = 0; m < kernel->P; m++)
    {
      double o = get_one (rows, m), label = (y[m] - mean * o) / length, sum = 0;
      double b = kappa * o / P / P - k[m] / P;

      for (gsize n = 0; n < kernel->P; n++)
        {
          double other = get_one (rows, n);
          double entry = K[m * kernel->P + n] / norm - (o * k[n] + k[m] * other) / P
                         + kappa * o * other / P / P;

          square += entry * entry;
          sum += entry * (y[n] - mean * other) / length;
        }
      product += label * sum;
      border += label * b;
      border_square += b * b;
      along += o * label;
    }
  if (rest > 0)
    {
      double corner = kappa / P / P;

      /* The centred labels are orthogonal to the ones: what o sees of them, o' sees negative. */
      product += along * (corner * along - 2 * border);
      square += rest * (2 * border_square + corner * corner * rest);
    }
  /* A constant kernel leaves roundings. */
  return sqrt (square) > P * DBL_EPSILON ? product / sqrt (square) : NAN;
}

void
ipl_alignment_measure (const IplKernel *kernel, const double *K, double *scratch,
                       IplAlignment *alignment)
{
  gsize n = kernel->P;
  const double *y = ipl_kernel_get_y (kernel);
  double norm = 0, mean, length, centred;

  *alignment = (IplAlignment){ NAN, NAN };
  measure_labels (&kernel->the_case->train, &mean, &length, &centred);
  for (gsize m = 0; m < n; m++)
    norm = hypot (norm, cblas_dnrm2 ((int)n, K + m * n, 1));
  if (!(norm > 0) || !(length > 0))
    return;
  /* Divided one by one: squares of very large or small numbers leave the range. */
  alignment->cosine = 0;
  for (gsize m = 0; m < n; m++)
    {
      alignment->cosine
          += y[m] / length * (cblas_ddot ((int)n, K + m * n, 1, y, 1) / norm / length);
      scratch[m] = 0;
      for (gsize j = 0; j < n; j++)
        scratch[m] += K[m * n + j] / norm * get_one (&kernel->rows, j);
    }
  if (centred > 0)
    alignment->centred = measure_centred (kernel, K, scratch, norm, mean, centred);
}
