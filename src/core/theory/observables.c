/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/observables.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

/* @mean: [n] posterior means
 * @y: [n] labels +1/-1
 * Returns: the fraction with sign(mean) = y; a mean of 0 counts as wrong */
double
ipl_observables_accuracy (gsize n, const double *mean, const double *y)
{
  gsize right = 0;

  for (gsize i = 0; i < n; i++)
    right += mean[i] * y[i] > 0;
  return (double)right / (double)n;
}

/* Returns: the binomial standard error sqrt(a (1 - a) / n) */
double
ipl_observables_accuracy_se (gsize n, double accuracy)
{
  return sqrt (accuracy * (1 - accuracy) / (double)n);
}

/* @mean: [n] posterior means
 * @y: [n] real labels
 * @standard_error: (out): standard error of the mean of the squared errors; 0 for one example
 * Returns: the mean of (mean - y)^2, in squared label units */
double
ipl_observables_mean_squared_error (gsize n, const double *mean, const double *y,
                                    double *standard_error)
{
  double sum = 0, spread = 0;

  for (gsize i = 0; i < n; i++)
    sum += (mean[i] - y[i]) * (mean[i] - y[i]);
  sum /= (double)n;
  for (gsize i = 0; i < n; i++)
    {
      double d = (mean[i] - y[i]) * (mean[i] - y[i]) - sum;

      spread += d * d;
    }
  *standard_error = n > 1 ? sqrt (spread / (double)(n - 1) / (double)n) : 0;
  return sum;
}

/* Head score of THEORY.md section 5: sum of |U_pq| over the ordered pairs where p or q passes
 * through the head, over the largest such sum.
 * @H: [L] heads per layer
 * @U: [Pi x Pi] order parameter
 * @scores: [sum H] scores in [0, 1], layer 1 first */
void
ipl_observables_head_scores (guint L, const guint *H, const double *U, double *scores)
{
  gsize Pi = 1, stride;
  guint first = 0;
  double largest = 0;

  for (guint l = 0; l < L; l++)
    Pi *= H[l];
  stride = Pi;
  for (guint l = 0; l < L; l++)
    {
      stride /= H[l];
      memset (scores + first, 0, H[l] * sizeof *scores);
      for (gsize p = 0; p < Pi; p++)
        for (gsize q = 0; q < Pi; q++)
          {
            gsize h = p / stride % H[l], k = q / stride % H[l];
            double u = fabs (U[p * Pi + q]);

            scores[first + h] += u;
            if (k != h)
              scores[first + k] += u;
          }
      for (guint h = 0; h < H[l]; h++)
        largest = MAX (largest, scores[first + h]);
      first += H[l];
    }
  for (guint h = 0; h < first; h++)
    scores[h] = largest > 0 ? scores[h] / largest : 0;
}
