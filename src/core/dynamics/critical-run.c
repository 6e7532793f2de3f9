/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The field on the line to its zero and beyond, by quadrature and by Monte Carlo, and its dynamics
 * compared with those of the local form (THEORY.md section 12.2):
 *
 *   v += rate Delta(v)/c softmax(v^2/T)          v += rate (mu - v) softmax(v^2/T)
 *
 * c is the mean curvature at mu, so that both are alike there on average. */
#include "core/dynamics/critical-points.h"

#include <gsl/gsl_randist.h>
#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/random-stream.h"
#include "core/base/units.h"
#include "core/heads/head-drops.h"

/* Points of the way, from 0 to twice mu. */
#define RAY 41
#define MAX_MOMENTS 2000

/* Tokens M, clusters c with the background, zeros z, points r of the line. */
const IplRecordedArray ipl_critical_recorded[] = {
  { "v", "M" },
  { "v_local", "M" },
  { "entropy", "", .words = "entropy of attention", .unit = IPL_NATS },
  { "entropy_local", "", .words = "entropy in the local form", .unit = IPL_NATS },
  { "mu", "M", .is_constant = TRUE },
  { "curvature", "", .is_constant = TRUE },
  { "centers", "cM", .is_constant = TRUE },
  { "gradients", "c", .is_constant = TRUE },
  { "zeros", "zM", .is_constant = TRUE },
  { "zero_eigenvalue", "z", .is_constant = TRUE },
  { "way", "r", .is_constant = TRUE },
  { "way_field", "r", .is_constant = TRUE },
  { "way_sampled", "r", .is_constant = TRUE },
  { "way_error", "r", .is_constant = TRUE },
  { "theta1", "cr", .is_constant = TRUE },
  { "theta2", "cr", .is_constant = TRUE },
  { "theta1_sampled", "cr", .is_constant = TRUE },
  { "theta2_sampled", "cr", .is_constant = TRUE },
  { "theta1_error", "cr", .is_constant = TRUE },
  { "theta2_error", "cr", .is_constant = TRUE },
  { "time_to_90", "M", .is_constant = TRUE },
  { "time_to_90_local", "M", .is_constant = TRUE },
  { "order_correlation", "", .is_constant = TRUE },
  { "time_factor", "", .is_constant = TRUE },
  { NULL },
};

static double
dot (gsize n, const double *a, const double *b)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += a[i] * b[i];
  return sum;
}

typedef struct
{
  double sum, square;
} Mean;

static void
add_to (Mean *mean, double value)
{
  mean->sum += value;
  mean->square += value * value;
}

/* The mean, and its standard error. */
static double
finish (const Mean *mean, guint n, double *error)
{
  double value = mean->sum / n;

  *error = sqrt (MAX (mean->square / n - value * value, 0) / n);
  return value;
}

/* The numbers of the way v = s mu. */
typedef struct
{
  gsize C;
  double at[RAY], field[RAY], sampled[RAY], error[RAY];
  double *theta[2], *theta_sampled[2], *theta_error[2]; /* [C x RAY] */
  gpointer memory;
} Ray;

static void
ray_clear (Ray *self)
{
  g_clear_pointer (&self->memory, g_free);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Ray, ray_clear)

static gboolean
ray_init (Ray *self, gsize C, GError **error)
{
  double n = (double)C * RAY;

  *self = (Ray){ .C = C };
  self->memory = ipl_try_parts ("the field", error, { &self->theta[0], n }, { &self->theta[1], n },
                                { &self->theta_sampled[0], n }, { &self->theta_sampled[1], n },
                                { &self->theta_error[0], n }, { &self->theta_error[1], n });
  for (guint i = 0; i < RAY; i++)
    self->at[i] = 2.0 * i / (RAY - 1);
  return self->memory != NULL;
}

/* Integrates by quadrature; of the field the part along mu. */
static void
integrate (Ray *self, const IplCriticalField *field, const double *mu, double length)
{
  int M = (int)field->M;
  double v[IPL_SALIENCE_MAX], Delta[IPL_SALIENCE_MAX];

  for (guint i = 0; i < RAY; i++)
    {
      for (int m = 0; m < M; m++)
        v[m] = self->at[i] * mu[m];
      ipl_critical_field_at (field, v, Delta);
      self->field[i] = dot (field->M, Delta, mu) / length;
      for (gsize j = 0; j < self->C; j++)
        {
          double *theta1 = self->theta[0] + j * RAY + i, *theta2 = self->theta[1] + j * RAY + i;

          ipl_critical_field_scales (field, dot (field->M, v, field->centers + j * field->M),
                                     field->noise * self->at[i] * length, theta1, theta2);
          *theta2 *= field->noise * field->noise;
        }
    }
}

/* Adds the contribution of a cluster; theta_2 is the mean of phi' xi along v, over |v|, and is
 * left out where v is 0. @variance: [RAY] of the field */
static gboolean
sample_cluster (Ray *self, const IplCriticalField *field, gsize j,
                const IplCriticalPoints *settings, const double *mu, double length,
                double *variance, GCancellable *cancellable, GError **error)
{
  double along = dot (field->M, field->centers + j * field->M, mu) / length;
  Mean theta[2][RAY] = { { { 0, 0 } } }, total[RAY] = { { 0, 0 } };
  IplRandomStream stream;

  ipl_random_stream_init (&stream, settings->seed, IPL_STREAM_CRITICAL_POINTS, 1 + j);
  for (guint n = 0; n < settings->samples; n++)
    {
      double xi = 0;

      if (n % 4096 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      for (gsize m = 0; m < field->M; m++)
        xi += gsl_ran_gaussian_ziggurat (&stream.rng, field->noise) * mu[m] / length;
      for (guint i = 0; i < RAY; i++)
        {
          double slope = 1 / (1 + exp (-self->at[i] * length * (along + xi)));

          add_to (&theta[0][i], slope);
          add_to (&theta[1][i], i > 0 ? slope * xi / (self->at[i] * length) : NAN);
          add_to (&total[i], field->a[j] * slope * (along + xi));
        }
    }
  for (guint i = 0; i < RAY; i++)
    {
      double error_of_field;

      self->sampled[i] += finish (&total[i], settings->samples, &error_of_field);
      variance[i] += error_of_field * error_of_field;
      for (guint k = 0; k < 2; k++)
        self->theta_sampled[k][j * RAY + i]
            = finish (&theta[k][i], settings->samples, &self->theta_error[k][j * RAY + i]);
    }
  return TRUE;
}

/* Integrates by samples of every cluster in all its dimensions. */
static gboolean
sample (Ray *self, const IplCriticalField *field, const IplCriticalPoints *settings,
        const double *mu, double length, GCancellable *cancellable, GError **error)
{
  double variance[RAY] = { 0 };

  for (gsize j = 0; j < self->C; j++)
    if (!sample_cluster (self, field, j, settings, mu, length, variance, cancellable, error))
      return FALSE;
  for (guint i = 0; i < RAY; i++)
    self->error[i] = sqrt (variance[i]);
  return TRUE;
}

static gboolean
add_ray (const Ray *self, IplTrajectory *to, GError **error)
{
  static const char *const names[2][3] = { { "theta1", "theta1_sampled", "theta1_error" },
                                           { "theta2", "theta2_sampled", "theta2_error" } };
  const gsize shape[] = { self->C, RAY };

  for (guint k = 0; k < 2; k++)
    if (!ipl_trajectory_add_constant (to, names[k][0], 2, shape, self->theta[k], error)
        || !ipl_trajectory_add_constant (to, names[k][1], 2, shape, self->theta_sampled[k], error)
        || !ipl_trajectory_add_constant (to, names[k][2], 2, shape, self->theta_error[k], error))
      return FALSE;
  return ipl_trajectory_add_constant (to, "way", 1, shape + 1, self->at, error)
         && ipl_trajectory_add_constant (to, "way_field", 1, shape + 1, self->field, error)
         && ipl_trajectory_add_constant (to, "way_sampled", 1, shape + 1, self->sampled, error)
         && ipl_trajectory_add_constant (to, "way_error", 1, shape + 1, self->error, error);
}

/* The dynamics of section 12 with these mu. */
static IplSalience
get_local (const IplCriticalPoints *self, gsize M, const double *mu)
{
  IplSalience local = { .M = (guint)M,
                        .softmax = TRUE,
                        .T = self->temperature,
                        .start = self->start,
                        .rate = self->rate,
                        .steps = self->steps };

  memcpy (local.drive, mu, M * sizeof (double));
  return local;
}

static void
note_arrivals (const IplSalience *local, guint step, const double *v, double *times)
{
  for (guint l = 0; l < local->M; l++)
    if (isnan (times[l])
        && fabs (local->drive[l] - v[l]) <= (1 - IPL_SALIENCE_DONE) * fabs (local->drive[l]))
      times[l] = step;
}

/* @v: [2 x M] by the field, and by the local form */
static gboolean
record (const IplSalience *local, IplTrajectory *to, guint step, const double *v, GError **error)
{
  static const char *const names[2][2] = { { "v", "entropy" }, { "v_local", "entropy_local" } };
  double b[IPL_SALIENCE_MAX];

  if (!ipl_trajectory_append (to, step, error))
    return FALSE;
  for (guint k = 0; k < 2; k++)
    {
      memcpy (ipl_trajectory_edit (to, names[k][0]), v + k * local->M, local->M * sizeof (double));
      *ipl_trajectory_edit (to, names[k][1]) = ipl_salience_attention (local, v + k * local->M, b);
    }
  return TRUE;
}

/* A step of both forms. */
static void
step_both (const IplCriticalField *field, const IplSalience *local, double curvature, double *v)
{
  guint M = local->M;
  double Delta[IPL_SALIENCE_MAX], b[IPL_SALIENCE_MAX];

  ipl_critical_field_at (field, v, Delta);
  ipl_salience_attention (local, v, b);
  for (guint l = 0; l < M; l++)
    v[l] += local->rate * Delta[l] / curvature * b[l];
  v += M;
  ipl_salience_attention (local, v, b);
  for (guint l = 0; l < M; l++)
    v[l] += local->rate * (local->drive[l] - v[l]) * b[l];
}

/* Accuracy of the local form: the rank correlation of the times of tokens, and the mean factor
 * between the times, exp of the mean |ln|. */
static gboolean
compare (guint n, const double times[2][IPL_SALIENCE_MAX], IplTrajectory *to, GError **error)
{
  const gsize M = n;
  double a[IPL_SALIENCE_MAX], b[IPL_SALIENCE_MAX], off = 0, order, factor;
  gsize both = 0;

  for (guint l = 0; l < n; l++)
    if (isfinite (times[0][l]) && isfinite (times[1][l]))
      {
        a[both] = times[0][l];
        b[both++] = times[1][l];
        off += fabs (log (fmax (times[0][l], 1) / fmax (times[1][l], 1)));
      }
  order = ipl_heads_spearman (both, a, b);
  factor = both > 0 ? exp (off / (double)both) : NAN;
  return ipl_trajectory_add_constant (to, "time_to_90", 1, &M, times[0], error)
         && ipl_trajectory_add_constant (to, "time_to_90_local", 1, &M, times[1], error)
         && ipl_trajectory_add_constant (to, "order_correlation", 0, NULL, &order, error)
         && ipl_trajectory_add_constant (to, "time_factor", 0, NULL, &factor, error);
}

static gboolean
follow (const IplCriticalPoints *self, const IplCriticalField *field, const IplCriticalZeros *zeros,
        IplTrajectory *to, GCancellable *cancellable, GError **error)
{
  IplSalience local = get_local (self, field->M, zeros->v[0]);
  guint stride = MAX (1, (self->steps + MAX_MOMENTS - 1) / MAX_MOMENTS);
  double v[2 * IPL_SALIENCE_MAX], times[2][IPL_SALIENCE_MAX];

  for (guint l = 0; l < local.M; l++)
    {
      v[l] = v[local.M + l] = self->start;
      times[0][l] = times[1][l] = NAN;
    }
  for (guint step = 0;; step++)
    {
      for (guint k = 0; k < 2; k++)
        note_arrivals (&local, step, v + k * local.M, times[k]);
      if ((step % stride == 0 || step == self->steps) && !record (&local, to, step, v, error))
        return FALSE;
      if (step == self->steps)
        break;
      if (step % 256 == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      step_both (field, &local, zeros->curvature, v);
    }
  return compare (local.M, times, to, error);
}

static gboolean
add_zeros (const IplCriticalField *field, const IplCriticalZeros *zeros, IplTrajectory *to,
           GError **error)
{
  gsize M = field->M, n = zeros->n, shape[] = { field->C, M };
  g_autofree double *v = g_new (double, n *M);

  for (gsize i = 0; i < n; i++)
    memcpy (v + i * M, zeros->v[i], M * sizeof (double));
  return ipl_trajectory_add_constant (to, "mu", 1, &M, v, error)
         && ipl_trajectory_add_constant (to, "curvature", 0, NULL, &zeros->curvature, error)
         && ipl_trajectory_add_constant (to, "centers", 2, shape, field->centers, error)
         && ipl_trajectory_add_constant (to, "gradients", 1, shape, field->a, error)
         && ipl_trajectory_add_constant (to, "zeros", 2, (gsize[]){ n, M }, v, error)
         && ipl_trajectory_add_constant (to, "zero_eigenvalue", 1, &n, zeros->largest, error);
}

/* Records the arrays of ipl_critical_recorded. */
IplTrajectory *
ipl_critical_points_run (const IplCriticalPoints *self, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplTrajectory) trajectory = ipl_trajectory_new (IPL_CLOCK_STEPS);
  g_auto (IplCriticalField) field = { 0 };
  g_auto (Ray) way = { 0 };
  IplCriticalZeros zeros;
  double length;

  if (!ipl_critical_field_init (&field, self, cancellable, error)
      || !ipl_critical_field_zeros (&field, self, &zeros, cancellable, error)
      || !ray_init (&way, field.C, error))
    return NULL;
  length = sqrt (dot (field.M, zeros.v[0], zeros.v[0]));
  integrate (&way, &field, zeros.v[0], length);
  if (!sample (&way, &field, self, zeros.v[0], length, cancellable, error))
    return NULL;
  ipl_trajectory_add_recorded (trajectory, ipl_critical_recorded, "M", &field.M);
  if (!add_zeros (&field, &zeros, trajectory, error) || !add_ray (&way, trajectory, error)
      || !follow (self, &field, &zeros, trajectory, cancellable, error))
    return NULL;
  return g_steal_pointer (&trajectory);
}
