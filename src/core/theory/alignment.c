/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Alignment of a kernel with the labels, centred and not (THEORY.md sections 5 and 18.4), from the
 * rows in use. In the rotated basis of section 9 the vector of ones is (o, o'), o over the rows in
 * use, and K is 0 outside them. With k = K o and kappa = o . k, HKH has the blocks
 *
 *   A = K - (o k^T + k o^T) / P + kappa o o^T / P^2,   b o'^T with b = kappa o / P^2 - k / P,
 *   kappa o' o'^T / P^2. */
#include "core/theory/alignment.h"

#include <cblas.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* The labels of one output. */
typedef struct
{
  const double *labels;         /* [P] of the training examples */
  const double *y;              /* [r] of the rows in use */
  double mean, length, centred; /* the norm of the labels, and that about their mean */
} Output;

static void
measure_labels (gsize count, const double *labels, const double *y, Output *output)
{
  double largest = 0;

  *output = (Output){ labels, y, 0, 0, 0 };
  for (gsize m = 0; m < count; m++)
    output->mean += labels[m] / (double)count;
  for (gsize m = 0; m < count; m++)
    {
      output->length = hypot (output->length, labels[m]);
      output->centred = hypot (output->centred, labels[m] - output->mean);
      largest = MAX (largest, fabs (labels[m]));
    }
  /* Equal labels leave roundings. */
  if (output->centred <= (double)count * DBL_EPSILON * largest)
    output->centred = 0;
}

static inline double
get_one (const IplFeatureRows *rows, gsize m)
{
  return rows->ones != NULL ? rows->ones[m] : 1;
}

/* Row @m of the kernel summed over outputs: [r] */
static void
sum_row (const IplKernel *kernel, const double *K, gsize m, double *row)
{
  gsize r = kernel->rows.count;

  memcpy (row, K + m * kernel->P, r * sizeof *row);
  for (gsize k = 1; k < kernel->outputs; k++)
    cblas_daxpy ((int)r, 1, K + (k * r + m) * kernel->P + k * r, 1, row, 1);
}

/* y^T HKH y / (|HKH|_F |Hy|^2) of one output. @k: K o / |K|_F of the rows; @norm: |K|_F, not 0;
 * @row: [r] */
static double
measure_centred (const IplKernel *kernel, const double *K, const double *k, double norm,
                 const Output *output, double *row)
{
  const IplFeatureRows *rows = &kernel->rows;
  const double *y = output->y;
  double P = (double)kernel->the_case->train.count, kappa = 0;
  double mean = output->mean, length = output->centred;
  double rest = rows->rest_ones;             /* |o'|^2 */
  double product = 0, border = 0, along = 0; /* y^T HKH y, y . b, o . y of the centred labels */
  double square = 0, border_square = 0;      /* |A|^2, |b|^2 */

  for (gsize m = 0; m < rows->count; m++)
    kappa += get_one (rows, m) * k[m];
  for (gsize m = 0; m < rows->count; m++)
    {
      double o = get_one (rows, m), label = (y[m] - mean * o) / length, sum = 0;
      double b = kappa * o / P / P - k[m] / P;

      sum_row (kernel, K, m, row);
      for (gsize n = 0; n < rows->count; n++)
        {
          double other = get_one (rows, n);
          double entry = row[n] / norm - (o * k[n] + k[m] * other) / P + kappa * o * other / P / P;

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

      /* The centred labels are orthogonal to the ones: their products with o and o' have
       * opposite signs. */
      product += along * (corner * along - 2 * border);
      square += rest * (2 * border_square + corner * corner * rest);
    }
  /* A constant kernel leaves roundings. */
  return sqrt (square) > P * DBL_EPSILON ? product / sqrt (square) : NAN;
}

/* y^T K y / (|K|_F |y|^2) of one output. Divided one by one: squares of very large or small numbers
 * leave the range. */
static double
measure_cosine (const IplKernel *kernel, const double *K, double norm, const Output *output,
                double *row)
{
  gsize n = kernel->rows.count;
  double cosine = 0;

  for (gsize m = 0; m < n; m++)
    {
      sum_row (kernel, K, m, row);
      cosine += output->y[m] / output->length
                * (cblas_ddot ((int)n, row, 1, output->y, 1) / norm / output->length);
    }
  return cosine;
}

/* The inner product of the labels of two outputs over the square of @largest; exactly the square of
 * the ratio of one with itself. */
static double
product_of (gsize count, const Output *a, const Output *b, gboolean centred, double largest)
{
  double length = (centred ? a->centred : a->length) / largest, sum = 0;

  if (a == b)
    return length * length;
  for (gsize m = 0; m < count; m++)
    sum += ((a->labels[m] - (centred ? a->mean : 0)) / largest)
           * ((b->labels[m] - (centred ? b->mean : 0)) / largest);
  return sum;
}

/* The sum over outputs, weighted by the squared norm of their labels, over |YY^T|_F; NaN if no
 * output has labels. */
static double
sum_outputs (const IplKernel *kernel, const double *K, const double *k, double norm,
             const Output *outputs, gboolean centred, double *row)
{
  gsize count = kernel->the_case->train.count;
  double largest = 0, gram = 0, sum = 0;

  for (guint a = 0; a < kernel->rows.outputs; a++)
    largest = MAX (largest, centred ? outputs[a].centred : outputs[a].length);
  if (!(largest > 0))
    return NAN;
  for (guint a = 0; a < kernel->rows.outputs; a++)
    {
      double share = product_of (count, &outputs[a], &outputs[a], centred, largest);

      for (guint b = 0; b < kernel->rows.outputs; b++)
        gram = hypot (gram, product_of (count, &outputs[a], &outputs[b], centred, largest));
      if (share > 0)
        sum += share
               * (centred ? measure_centred (kernel, K, k, norm, &outputs[a], row)
                          : measure_cosine (kernel, K, norm, &outputs[a], row));
    }
  return sum / gram;
}

void
ipl_alignment_measure (const IplKernel *kernel, const double *K, IplAlignment *alignment)
{
  gsize n = kernel->rows.count, P = kernel->the_case->train.count;
  const double *y = ipl_kernel_get_y (kernel);
  const double *labels = ipl_feature_rows_get_labels (&kernel->rows, kernel->the_case);
  g_autofree Output *outputs = g_new (Output, kernel->rows.outputs);
  g_autofree double *k = g_new (double, n), *row = g_new (double, n);
  double norm = 0;

  *alignment = (IplAlignment){ NAN, NAN };
  for (guint a = 0; a < kernel->rows.outputs; a++)
    measure_labels (P, labels + a * P, y + a * n, &outputs[a]);
  for (gsize m = 0; m < n; m++)
    {
      sum_row (kernel, K, m, row);
      norm = hypot (norm, cblas_dnrm2 ((int)n, row, 1));
    }
  alignment->cosine = norm > 0 ? sum_outputs (kernel, K, NULL, norm, outputs, FALSE, row) : NAN;
  if (isnan (alignment->cosine))
    return;
  for (gsize m = 0; m < n; m++)
    {
      sum_row (kernel, K, m, row);
      k[m] = 0;
      for (gsize j = 0; j < n; j++)
        k[m] += row[j] / norm * get_one (&kernel->rows, j);
    }
  alignment->centred = sum_outputs (kernel, K, k, norm, outputs, TRUE, row);
}
