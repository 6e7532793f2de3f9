/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gradient of the weights v of one hidden unit, on the axes of the tokens, where its inputs are
 * a mixture of isotropic clusters (THEORY.md section 12.1):
 *
 *   Delta(v) = sum_j a_j E_j[phi'(v.x) x],   x = xbar_j + noise xi,   phi softplus
 *            = sum_j a_j (theta_1j xbar_j + theta_2j v)
 *   theta_1j = E[phi'(u)],  theta_2j = noise^2 E[phi''(u)],   u ~ N(v.xbar_j, noise^2 |v|^2)
 *
 * by Stein's lemma. The last cluster is the background: its center is 0, its a negative. */
#include "core/dynamics/critical-points.h"

#include <cblas.h>
#include <gsl/gsl_integration.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/random-stream.h"
#include "core/dynamics/joint.h"

/* The Gaussian ends there. */
#define REACH 9.0
/* Intervals are as long as softplus bends at the most, and as three deviations. */
#define BEND 4.0
#define LEAST_INTERVALS 6
#define MOST_INTERVALS 400
#define POINTS 20

#define DIVERGED_NORM 1e5 /* weights beyond this value diverge */
#define ROUNDS 60
#define ASCENTS 200
#define NEWTON_STEPS 40
#define SMALL 1e-12 /* field at a zero, over the largest term in it */

const char *const ipl_critical_sources[] = { "drawn", "file", NULL };

/* Their mu are as large as those of the paper's figure 4. */
void
ipl_critical_points_init (IplCriticalPoints *self)
{
  *self = (IplCriticalPoints){ .source = g_intern_static_string (ipl_critical_sources[0]),
                               .file = g_intern_static_string (""),
                               .tokens = 10,
                               .clusters = 2,
                               .noise = 0.1,
                               .background = 20,
                               .temperature = 3,
                               .start = 0.05,
                               .rate = 0.02,
                               .steps = 8000,
                               .samples = 20000,
                               .seed = 1 };
}

/* TRUE if they can be run. */
gboolean
ipl_critical_points_validate (gconstpointer settings, GError **error)
{
  const IplCriticalPoints *self = settings;

  return ipl_error_check (
      strcmp (self->source, "file") != 0 || (self->file != NULL && self->file[0] != '\0'),
      "No file of frequencies is chosen: give an .npz with an array X [tokens x "
      "clusters], or the source drawn.",
      error);
}

/* [M x C], columns add up to 1. */
static double *
get_frequencies (const IplCriticalPoints *settings, gsize *M, gsize *C, GCancellable *cancellable,
                 GError **error)
{
  IplJointSettings joint;
  IplRandomStream stream;
  double *X;

  if (strcmp (settings->source, "file") == 0)
    {
      ipl_joint_settings_init (&joint);
      joint.distribution = g_intern_static_string ("file");
      joint.file = settings->file;
      return ipl_joint_frequencies (&joint, M, C, cancellable, error);
    }
  *M = settings->tokens;
  *C = settings->clusters;
  X = g_new (double, *M **C);
  ipl_random_stream_init (&stream, settings->seed, IPL_STREAM_CRITICAL_POINTS, 0);
  for (gsize j = 0; j < *C; j++)
    {
      double sum = 0;

      for (gsize m = 0; m < *M; m++)
        sum += X[m * *C + j] = gsl_rng_uniform_pos (&stream.rng);
      for (gsize m = 0; m < *M; m++)
        X[m * *C + j] /= sum;
    }
  return X;
}

gboolean
ipl_critical_field_init (IplCriticalField *self, const IplCriticalPoints *settings,
                         GCancellable *cancellable, GError **error)
{
  g_autofree double *X = NULL;
  gsize own;

  memset (self, 0, sizeof *self);
  X = get_frequencies (settings, &self->M, &own, cancellable, error);
  if (X == NULL)
    return FALSE;
  if (self->M > IPL_SALIENCE_MAX || own > IPL_CRITICAL_MAX_CLUSTERS)
    return ipl_fail (error, IPL_ERROR_SHAPE,
                     "X has %" G_GSIZE_FORMAT " tokens and %" G_GSIZE_FORMAT
                     " clusters, where at most %d and %d can be followed.",
                     self->M, own, IPL_SALIENCE_MAX, IPL_CRITICAL_MAX_CLUSTERS);
  self->C = own + 1;
  self->noise = settings->noise;
  self->centers = g_new0 (double, self->C *self->M);
  self->a = g_new (double, self->C);
  for (gsize j = 0; j < own; j++)
    {
      self->a[j] = 1 / (double)own;
      for (gsize m = 0; m < self->M; m++)
        self->centers[j * self->M + m] = X[m * own + j];
    }
  self->a[own] = -settings->background;
  self->nodes = gsl_integration_glfixed_table_alloc (POINTS);
  return TRUE;
}

void
ipl_critical_field_clear (IplCriticalField *self)
{
  g_clear_pointer (&self->centers, g_free);
  g_clear_pointer (&self->a, g_free);
  g_clear_pointer (&self->nodes, gsl_integration_glfixed_table_free);
}

/* E[phi'(u)] and E[phi''(u)] of u ~ N(mean, sd^2). */
void
ipl_critical_field_scales (const IplCriticalField *self, double mean, double sd, double *slope,
                           double *curvature)
{
  guint n = (guint)CLAMP (ceil (2 * REACH * sd / BEND), LEAST_INTERVALS, MOST_INTERVALS);
  double length = 2 * REACH / n;

  *slope = *curvature = 0;
  for (guint i = 0; i < n; i++)
    for (guint p = 0; p < POINTS; p++)
      {
        double x, weight, logistic;

        gsl_integration_glfixed_point (-REACH + i * length, -REACH + (i + 1) * length, p, &x,
                                       &weight, self->nodes);
        weight *= exp (-x * x / 2) * M_SQRT1_2 / sqrt (G_PI);
        logistic = 1 / (1 + exp (-(mean + sd * x)));
        *slope += weight * logistic;
        *curvature += weight * logistic * (1 - logistic);
      }
}

/* @v, @field: [M] */
void
ipl_critical_field_at (const IplCriticalField *self, const double *v, double *field)
{
  int M = (int)self->M;
  double sd = self->noise * cblas_dnrm2 (M, v, 1);

  memset (field, 0, self->M * sizeof (double));
  for (gsize j = 0; j < self->C; j++)
    {
      const double *center = self->centers + j * self->M;
      double slope, curvature;

      ipl_critical_field_scales (self, cblas_ddot (M, v, 1, center, 1), sd, &slope, &curvature);
      cblas_daxpy (M, self->a[j] * slope, center, 1, field, 1);
      cblas_daxpy (M, self->a[j] * self->noise * self->noise * curvature, v, 1, field, 1);
    }
}

/* [M x M] by central differences, symmetric as the field is a gradient. */
static void
differentiate (const IplCriticalField *self, const double *v, double *derivative)
{
  gsize M = self->M;
  double at[IPL_SALIENCE_MAX], up[IPL_SALIENCE_MAX], down[IPL_SALIENCE_MAX];
  double h = 1e-5 * fmax (1, cblas_dnrm2 ((int)M, v, 1));

  memcpy (at, v, M * sizeof (double));
  for (gsize m = 0; m < M; m++)
    {
      at[m] = v[m] + h;
      ipl_critical_field_at (self, at, up);
      at[m] = v[m] - h;
      ipl_critical_field_at (self, at, down);
      at[m] = v[m];
      for (gsize l = 0; l < M; l++)
        derivative[m * M + l] = (up[l] - down[l]) / (2 * h);
    }
  for (gsize m = 0; m < M; m++)
    for (gsize l = 0; l < m; l++)
      derivative[m * M + l] = derivative[l * M + m]
          = (derivative[m * M + l] + derivative[l * M + m]) / 2;
}

/* The largest term in the field. */
static double
scale_of (const IplCriticalField *self)
{
  double largest = 0;

  for (gsize j = 0; j < self->C; j++)
    largest = fmax (largest,
                    fabs (self->a[j]) * cblas_dnrm2 ((int)self->M, self->centers + j * self->M, 1));
  return largest;
}

/* Newton's method from @v. TRUE if it finds a zero, which replaces @v. */
static gboolean
newton (const IplCriticalField *self, double *v)
{
  int M = (int)self->M, order[IPL_SALIENCE_MAX];
  double field[IPL_SALIENCE_MAX], at[IPL_SALIENCE_MAX];
  double derivative[IPL_SALIENCE_MAX * IPL_SALIENCE_MAX];

  memcpy (at, v, self->M * sizeof (double));
  for (guint n = 0; n < NEWTON_STEPS; n++)
    {
      ipl_critical_field_at (self, at, field);
      if (cblas_dnrm2 (M, field, 1) < SMALL * scale_of (self))
        {
          memcpy (v, at, self->M * sizeof (double));
          return TRUE;
        }
      differentiate (self, at, derivative);
      if (LAPACKE_dgesv (LAPACK_ROW_MAJOR, M, 1, derivative, M, order, field, 1) != 0)
        return FALSE;
      cblas_daxpy (M, -1, field, 1, at, 1);
      if (!(cblas_dnrm2 (M, at, 1) < DIVERGED_NORM))
        return FALSE;
    }
  return FALSE;
}

/* The largest eigenvalue there, and minus their mean. */
static void
measure (const IplCriticalField *self, const double *v, double *largest, double *curvature)
{
  int M = (int)self->M;
  double derivative[IPL_SALIENCE_MAX * IPL_SALIENCE_MAX], values[IPL_SALIENCE_MAX];

  differentiate (self, v, derivative);
  *curvature = 0;
  for (gsize m = 0; m < self->M; m++)
    *curvature -= derivative[m * self->M + m] / (double)self->M;
  LAPACKE_dsyev (LAPACK_ROW_MAJOR, 'N', 'U', M, derivative, M, values);
  *largest = values[M - 1];
}

/* Follows the field from @v. TRUE if it reaches an attracting zero, which replaces @v. */
static gboolean
ascend (const IplCriticalField *self, double *v, GCancellable *cancellable)
{
  double field[IPL_SALIENCE_MAX], bound = 0, largest, curvature;

  for (gsize j = 0; j < self->C; j++)
    bound += fabs (self->a[j])
             * (self->noise * self->noise
                + pow (cblas_dnrm2 ((int)self->M, self->centers + j * self->M, 1), 2))
             / 4;
  for (guint round = 0; round < ROUNDS && !g_cancellable_is_cancelled (cancellable); round++)
    {
      double tried[IPL_SALIENCE_MAX];

      for (guint n = 0; n < ASCENTS; n++)
        {
          ipl_critical_field_at (self, v, field);
          cblas_daxpy ((int)self->M, 1 / bound, field, 1, v, 1);
          if (!(cblas_dnrm2 ((int)self->M, v, 1) < DIVERGED_NORM))
            return FALSE;
        }
      memcpy (tried, v, sizeof tried);
      if (!newton (self, tried))
        continue;
      measure (self, tried, &largest, &curvature);
      if (largest >= 0)
        continue;
      memcpy (v, tried, sizeof tried);
      return TRUE;
    }
  return FALSE;
}

static void
add_zero (const IplCriticalField *self, const double *v, IplCriticalZeros *zeros)
{
  double off[IPL_SALIENCE_MAX], curvature;

  for (guint n = 0; n < zeros->n; n++)
    {
      memcpy (off, v, self->M * sizeof (double));
      cblas_daxpy ((int)self->M, -1, zeros->v[n], 1, off, 1);
      if (cblas_dnrm2 ((int)self->M, off, 1) < 1e-6 * cblas_dnrm2 ((int)self->M, v, 1))
        return;
    }
  if (zeros->n == IPL_CRITICAL_MAX_ZEROS)
    return;
  memcpy (zeros->v[zeros->n], v, self->M * sizeof (double));
  measure (self, v, &zeros->largest[zeros->n], &curvature);
  if (zeros->n++ == 0)
    zeros->curvature = curvature;
}

/* Finds zeros of the gradient: the one that the dynamics reaches from its start, then others,
 * which may be unstable, by Newton's method from the direction of every center. An error if
 * weights grow without limit from the start. */
gboolean
ipl_critical_field_zeros (const IplCriticalField *self, const IplCriticalPoints *settings,
                          IplCriticalZeros *zeros, GCancellable *cancellable, GError **error)
{
  double v[IPL_SALIENCE_MAX] = { 0 }, length;

  *zeros = (IplCriticalZeros){ 0 };
  for (gsize m = 0; m < self->M; m++)
    v[m] = settings->start;
  if (!ascend (self, v, cancellable))
    return !g_cancellable_set_error_if_cancelled (cancellable, error)
           && ipl_fail (error, IPL_ERROR_VALUE,
                        "The gradient of the unit has no stable zero: the background is too weak "
                        "to end the growth of the weights. Increase it, or the noise.");
  add_zero (self, v, zeros);
  length = cblas_dnrm2 ((int)self->M, v, 1);
  for (gsize j = 0; j + 1 < self->C; j++)
    for (int share = -2; share <= 4; share++)
      {
        const double *center = self->centers + j * self->M;

        memset (v, 0, sizeof v);
        cblas_daxpy ((int)self->M, share / 2.0 * length / cblas_dnrm2 ((int)self->M, center, 1),
                     center, 1, v, 1);
        if (newton (self, v))
          add_zero (self, v, zeros);
      }
  return TRUE;
}
