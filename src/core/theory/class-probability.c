/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The probability that a class has the largest of the K observed numbers y = f + noise ~ N(mean,
 * covariance + T 1) (THEORY.md section 18.5). Three classes use quadrature. For more classes,
 * and if quadrature cancels, the differences are integrated one after the other over fixed
 * points, the same for all examples, so that results are reproducible. GSL has no such
 * probabilities of several correlated numbers. */
#include "core/theory/class-probability.h"

#include "core/base/error.h"

#include <cblas.h>
#include <float.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_integration.h>
#include <math.h>

/* Points, and how many of them are enough for a class that is RARE at most. */
#define POINTS 128
#define FEW_POINTS 16
#define RARE 0.01
/* Classes, nearest in standard deviations, that one is compared with. */
#define RIVALS 40
/* Nodes of the quadrature, and its smallest accurate value. */
#define NODES 20
#define CANCELLED 1e-9

/* The differences y_l - y_k of a class to its rivals, which are all to be below 0. */
typedef struct
{
  guint n;
  double below[RIVALS];     /* mean of y_k - y_l */
  double C[RIVALS][RIVALS]; /* covariance */
  double L[RIVALS][RIVALS]; /* its factor, lower */
} Differences;

/* [POINTS x n] numbers in (0, 1): multiples of g^-1 .. g^-n modulo 1 with g^(n + 1) = 1 + g, the
 * golden ratio for n = 1, folded at 1/2. */
static void
make_points (guint n, double *points)
{
  double g = 2, step = 1;

  for (guint i = 0; i < 64; i++)
    g = pow (1 + g, 1.0 / (n + 1));
  for (guint k = 0; k < n; k++)
    {
      step /= g;
      for (gsize i = 0; i < POINTS; i++)
        points[i * n + k] = 1 - fabs (2 * fmod (0.5 + (double)(i + 1) * step, 1) - 1);
    }
}

static double
phi (double x)
{
  return 0.5 * erfc (-x * M_SQRT1_2);
}

/* The probability that two standard Gaussian numbers with correlation rho are below a and b,
 *   Phi(a) Phi(b) + 1/(2 pi) int_0^{asin rho} exp (-(a^2 + b^2 - 2 a b sin t) / (2 cos^2 t)) dt. */
static double
both_below (const gsl_integration_glfixed_table *table, double a, double b, double rho)
{
  double end = asin (CLAMP (rho, -1, 1)), sum = 0;

  for (gsize i = 0; i < NODES; i++)
    {
      double t, weight, sine, cosine;

      gsl_integration_glfixed_point (0, end, i, &t, &weight, table);
      sine = sin (t);
      cosine = 1 - sine * sine;
      sum += weight * exp (-(a * a + b * b - 2 * a * b * sine) / (2 * cosine));
    }
  return phi (a) * phi (b) + sum / (2 * G_PI);
}

/* Probabilities of three classes. @S: [3 x 3] covariance without T */
static void
of_three (const gsl_integration_glfixed_table *table, const double *mean, const double *S,
          double temperature, double *probability)
{
  for (guint k = 0; k < 3; k++)
    {
      guint a = (k + 1) % 3, b = (k + 2) % 3;
      double noise = S[4 * k] + temperature;
      double with_a = noise + S[4 * a] + temperature - 2 * S[3 * k + a];
      double with_b = noise + S[4 * b] + temperature - 2 * S[3 * k + b];
      double between = noise - S[3 * k + a] - S[3 * k + b] + S[3 * a + b];
      double sd_a = sqrt (MAX (with_a, DBL_MIN)), sd_b = sqrt (MAX (with_b, DBL_MIN));

      probability[k] = both_below (table, (mean[k] - mean[a]) / sd_a, (mean[k] - mean[b]) / sd_b,
                                   between / (sd_a * sd_b));
      probability[k] = MIN (probability[k], 1);
    }
}

/* The rivals of class k, the RIVALS nearest first. */
static void
find_rivals (guint K, guint k, const double *mean, const double *S, double temperature,
             Differences *self)
{
  guint rival[RIVALS];
  double near[RIVALS];

  self->n = 0;
  for (guint l = 0; l < K; l++)
    {
      double variance = S[l * K + l] + S[k * K + k] - 2 * S[l * K + k] + 2 * temperature;
      double distance = (mean[k] - mean[l]) / sqrt (MAX (variance, DBL_MIN));
      guint at = self->n;

      if (l == k || (at == RIVALS && distance >= near[RIVALS - 1]))
        continue;
      at = MIN (at, RIVALS - 1);
      for (; at > 0 && near[at - 1] > distance; at--)
        {
          near[at] = near[at - 1];
          rival[at] = rival[at - 1];
        }
      near[at] = distance;
      rival[at] = l;
      self->n = MIN (self->n + 1, RIVALS);
    }
  for (guint i = 0; i < self->n; i++)
    {
      self->below[i] = mean[k] - mean[rival[i]];
      for (guint j = 0; j < self->n; j++)
        self->C[i][j] = S[rival[i] * K + rival[j]] - S[rival[i] * K + k] - S[rival[j] * K + k]
                        + S[k * K + k] + temperature * (i == j ? 2 : 1);
    }
}

static void
exchange (Differences *self, guint a, guint b)
{
  int n = (int)self->n;

  cblas_dswap (1, self->below + a, 1, self->below + b, 1);
  cblas_dswap (n, self->L[a], 1, self->L[b], 1);
  cblas_dswap (n, self->C[a], 1, self->C[b], 1);
  cblas_dswap (n, self->C[0] + a, RIVALS, self->C[0] + b, RIVALS);
}

/* The remainder of row @j after @i columns, for its value @y, in standard deviations of the
 * remaining variance, @sd squared. */
static double
reduce (const Differences *self, guint j, guint i, const double *y, double *sd)
{
  double left = self->below[j], variance = self->C[j][j];

  for (guint k = 0; k < i; k++)
    {
      left -= self->L[j][k] * y[k];
      variance -= self->L[j][k] * self->L[j][k];
    }
  *sd = sqrt (MAX (variance, DBL_EPSILON * self->C[j][j]));
  return left / *sd;
}

/* Factorizes the covariance. Each step takes the difference that is least likely to be below 0
 * given the means of the preceding ones (Genz and Bretz 2009). */
static void
factorize (Differences *self)
{
  double y[RIVALS];

  for (guint i = 0; i < self->n; i++)
    {
      guint least = i;
      double sd, lowest = reduce (self, i, i, y, &sd);

      for (guint j = i + 1; j < self->n; j++)
        {
          double left = reduce (self, j, i, y, &sd);

          if (left < lowest)
            {
              lowest = left;
              least = j;
            }
        }
      exchange (self, i, least);
      reduce (self, i, i, y, &self->L[i][i]);
      for (guint j = i + 1; j < self->n; j++)
        {
          double sum = self->C[j][i];

          for (guint k = 0; k < i; k++)
            sum -= self->L[j][k] * self->L[i][k];
          self->L[j][i] = sum / self->L[i][i];
        }
      y[i] = lowest > -30 ? -exp (-lowest * lowest / 2) / sqrt (2 * G_PI) / phi (lowest) : lowest;
    }
}

/* The probability that class k has the largest number. @points: [POINTS x n - 1] */
static double
of_class (guint K, guint k, const double *points, const double *mean, const double *S,
          double temperature)
{
  Differences self;
  double sum = 0, y[RIVALS];
  guint n_points;

  find_rivals (K, k, mean, S, temperature, &self);
  factorize (&self);
  n_points = phi (self.below[0] / self.L[0][0]) < RARE ? FEW_POINTS : POINTS;
  for (guint p = 0; p < n_points; p++)
    {
      double product = 1;

      for (guint i = 0; i < self.n; i++)
        {
          double left = self.below[i], share;

          for (guint j = 0; j < i; j++)
            left -= self.L[i][j] * y[j];
          share = phi (left / self.L[i][i]);
          product *= share;
          if (i + 1 < self.n)
            y[i] = gsl_cdf_ugaussian_Pinv (
                CLAMP (share * points[p * (self.n - 1) + i], DBL_MIN, 1 - DBL_EPSILON));
        }
      sum += product;
    }
  return MAX (sum / n_points, DBL_MIN);
}

/* @mean: [count x K]; @covariance: [count x K x K]; @probability: [count x K], all positive */
gboolean
ipl_class_probabilities (gsize count, guint K, const double *mean, const double *covariance,
                         double temperature, double *probability, GError **error)
{
  double points[POINTS * RIVALS];
  gsl_integration_glfixed_table *table = gsl_integration_glfixed_table_alloc (NODES);

  if (table == NULL)
    return ipl_fail (error, IPL_ERROR_MEMORY, "The system did not give memory for %u numbers.",
                     NODES);
  make_points (MIN (K - 1, RIVALS) - 1, points);
  for (gsize m = 0; m < count; m++)
    {
      const double *S = covariance + m * K * K;
      double *p = probability + m * K, sum = 0;

      if (K == 3)
        of_three (table, mean + 3 * m, S, temperature, p);
      for (guint k = 0; k < K; k++)
        {
          if (K != 3 || p[k] < CANCELLED)
            p[k] = of_class (K, k, points, mean + m * K, S, temperature);
          sum += p[k];
        }
      for (guint k = 0; k < K; k++)
        p[k] = MAX (p[k] / sum, DBL_MIN);
    }
  gsl_integration_glfixed_table_free (table);
  return TRUE;
}

/* Computes confusion and class probabilities, if the prediction has them, from its means and
 * covariances. */
gboolean
ipl_prediction_find_classes (IplPrediction *self, const IplExamples *test, const IplLabels *labels,
                             double temperature, GError **error)
{
  if (self->probability == NULL)
    return TRUE;
  ipl_labels_count_confusion (labels, test->count, test->y, self->mean, self->confusion);
  return ipl_class_probabilities (test->count, labels->outputs, self->mean, self->var, temperature,
                                  self->probability, error);
}
