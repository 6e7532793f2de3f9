/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The probability that a class has the largest of the K numbers that are observed,
 * y = f + noise ~ N(mean, covariance + T 1) (THEORY.md section 18.5): of three by quadrature, of
 * more from fixed points that fill the space evenly, the same for all examples, so that it is the
 * same in every run. */
#include "core/theory/class-probability.h"

#include "core/base/memory.h"

#include <cblas.h>
#include <float.h>
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_integration.h>
#include <math.h>
#include <string.h>

/* Points, of which each stands for its mirror image too. */
#define POINTS 1024
/* Nodes of the quadrature. */
#define NODES 20

static const char what[] = "The probabilities of classes";

/* [POINTS x K] standard Gaussian numbers, from multiples of g^-1 .. g^-K modulo 1 with
 * g^(K + 1) = 1 + g, the golden ratio for K = 1. */
static void
make_points (guint K, double *points)
{
  double g = 2, step = 1;

  for (guint i = 0; i < 64; i++)
    g = pow (1 + g, 1.0 / (K + 1));
  for (guint k = 0; k < K; k++)
    {
      step /= g;
      for (gsize i = 0; i < POINTS; i++)
        {
          double u = fmod (0.5 + (double)(i + 1) * step, 1);

          points[i * K + k] = gsl_cdf_ugaussian_Pinv (CLAMP (u, 1e-12, 1 - 1e-12));
        }
    }
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
  return gsl_cdf_ugaussian_P (a) * gsl_cdf_ugaussian_P (b) + sum / (2 * G_PI);
}

/* Probabilities of three classes. @S: [3 x 3] covariance without T */
static void
of_three (const gsl_integration_glfixed_table *table, const double *mean, const double *S,
          double temperature, double *probability)
{
  double sum = 0;

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
      probability[k] = CLAMP (probability[k], 0, 1);
      sum += probability[k];
    }
  for (guint k = 0; k < 3; k++)
    probability[k] /= sum;
}

/* A factor of covariance + T 1; what rounding has made negative is 0. @L: [K x K], lower. */
static void
factorize (guint K, const double *covariance, double temperature, double *L)
{
  memcpy (L, covariance, (gsize)K * K * sizeof *L);
  for (guint k = 0; k < K; k++)
    L[k * K + k] += temperature;
  for (guint i = 0; i < K; i++)
    for (guint j = 0; j <= i; j++)
      {
        double left = L[i * K + j] - cblas_ddot ((int)j, L + i * K, 1, L + j * K, 1);

        if (j == i)
          L[i * K + i] = sqrt (MAX (left, 0));
        else
          L[i * K + j] = L[j * K + j] > 0 ? left / L[j * K + j] : 0;
      }
}

/* Where mean + sign y is largest. */
static guint
find_largest (guint K, const double *mean, double sign, const double *y)
{
  guint largest = 0;
  double most = mean[0] + sign * y[0];

  for (guint k = 1; k < K; k++)
    {
      double value = mean[k] + sign * y[k];

      if (value > most)
        {
          most = value;
          largest = k;
        }
    }
  return largest;
}

/* Probabilities of any number of classes. @points, @y: [POINTS x K]; @L: [K x K] */
static void
of_many (guint K, const double *points, const double *mean, const double *covariance,
         double temperature, double *L, double *y, double *probability)
{
  factorize (K, covariance, temperature, L);
  memcpy (y, points, (gsize)POINTS * K * sizeof *y);
  cblas_dtrmm (CblasRowMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, POINTS, (int)K, 1,
               L, (int)K, y, (int)K);
  memset (probability, 0, K * sizeof *probability);
  for (gsize i = 0; i < POINTS; i++)
    for (int sign = -1; sign <= 1; sign += 2)
      probability[find_largest (K, mean, sign, y + i * K)] += 0.5 / POINTS;
}

/* @mean: [count x K]; @covariance: [count x K x K]; @probability: [count x K] */
gboolean
ipl_class_probabilities (gsize count, guint K, const double *mean, const double *covariance,
                         double temperature, double *probability, GError **error)
{
  double n = (double)POINTS * K, *points, *y, *L;
  g_autofree double *space
      = ipl_try_parts (what, error, { &points, n }, { &y, n }, { &L, (double)K * K });
  gsl_integration_glfixed_table *table = gsl_integration_glfixed_table_alloc (NODES);

  if (space != NULL && table == NULL)
    ipl_memory_set_error (error, NODES * sizeof (double), what, NULL);
  if (space == NULL || table == NULL)
    {
      g_clear_pointer (&table, gsl_integration_glfixed_table_free);
      return FALSE;
    }
  make_points (K, points);
  for (gsize m = 0; m < count; m++)
    if (K == 3)
      of_three (table, mean + 3 * m, covariance + 9 * m, temperature, probability + 3 * m);
    else
      of_many (K, points, mean + m * K, covariance + m * K * K, temperature, L, y,
               probability + m * K);
  gsl_integration_glfixed_table_free (table);
  return TRUE;
}
