/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What is measured of the network at a moment (THEORY.md section 11.2): the entropy of attention,
 * what the flow leaves constant, and z as it follows from V:
 *
 *   linear   I_m = z_m^2 - |V_m|^2                  zhat_m = sign(z_m(0)) sqrt(|V_m|^2 + I_m(0))
 *   exp      I_m = z_m - |V_m|^2 / 2T               zhat_m = |V_m|^2 / 2T + I_m(0)
 *   softmax  I_m = z_m - (|V_m|^2 - xbar_m |V|^2) / 2T, nearly constant; zhat likewise
 *
 * |V_m|^2 = sum_k V_mk^2 of a contextual token, and |V|^2 that of all weights, the query's too.
 */

#include "core/dynamics/joint-private.h"

#include <cblas.h>
#include <math.h>

/* Of the correlation and the relative error, from where on only the direction of z follows. */
#define SAME_DIRECTION 0.9
#define FAR_OFF 0.5

/* Mean over classes of the entropy of |b|, each class's divided by its sum; in nats. */
double
ipl_joint_entropy (const IplJointModel *self)
{
  double total = 0;

  for (gsize i = 0; i < self->K; i++)
    {
      double sum = 0, weighted = 0;

      for (gsize m = 0; m < self->M; m++)
        {
          double b = fabs (self->b[m * self->K + i]);

          sum += b;
          weighted += b > 0 ? b * log (b) : 0;
        }
      total += sum > 0 ? log (sum) - weighted / sum : 0;
    }
  return total / (double)self->K;
}

/* What V alone says of z: |V_m|^2, divided by 2T where z is linear in it. */
static void
square (const IplJointModel *self, const double *state, double *values)
{
  gsize M = self->M, K = self->K;
  double all = 0;

  if (self->attention == IPL_JOINT_SOFTMAX)
    all = cblas_ddot ((int)((M + 1) * K), state, 1, state, 1);
  for (gsize m = 0; m < M; m++)
    {
      values[m] = cblas_ddot ((int)K, state + m * K, 1, state + m * K, 1) - self->xbar[m] * all;
      if (self->attention != IPL_JOINT_LINEAR)
        values[m] /= 2 * self->T;
    }
}

/* @state: [size] its weights; @values: [M] what the flow leaves constant, of softmax nearly. */
void
ipl_joint_invariants (const IplJointModel *self, const double *state, double *values)
{
  const double *z = state + (self->M + 1) * self->K;

  square (self, state, values);
  for (gsize m = 0; m < self->M; m++)
    values[m] = (self->attention == IPL_JOINT_LINEAR ? z[m] * z[m] : z[m]) - values[m];
}

/* @start: [size] its weights at time 0, from which the constant comes; @state: [size] its weights
 * now; @predicted: [M] z as it follows from V. */
void
ipl_joint_predict (const IplJointModel *self, const double *start, const double *state,
                   double *predicted)
{
  const double *z_start = start + (self->M + 1) * self->K;
  g_autofree double *constant = g_new (double, self->M);

  ipl_joint_invariants (self, start, constant);
  square (self, state, predicted);
  for (gsize m = 0; m < self->M; m++)
    {
      predicted[m] += constant[m];
      if (self->attention == IPL_JOINT_LINEAR)
        predicted[m] = copysign (sqrt (fmax (predicted[m], 0)), z_start[m]);
    }
}

/* Moments of @a and @b about their means. */
static void
moments (gsize n, const double *a, const double *b, double *aa, double *bb, double *ab)
{
  double mean_a = 0, mean_b = 0;

  for (gsize i = 0; i < n; i++)
    {
      mean_a += a[i] / (double)n;
      mean_b += b[i] / (double)n;
    }
  *aa = *bb = *ab = 0;
  for (gsize i = 0; i < n; i++)
    {
      *aa += (a[i] - mean_a) * (a[i] - mean_a);
      *bb += (b[i] - mean_b) * (b[i] - mean_b);
      *ab += (a[i] - mean_a) * (b[i] - mean_b);
    }
}

/* Their correlation, in [-1, 1]; NaN where one of them does not vary. */
double
ipl_joint_correlation (gsize n, const double *a, const double *b)
{
  double aa, bb, ab;

  moments (n, a, b, &aa, &bb, &ab);
  return aa > 0 && bb > 0 ? ab / sqrt (aa) / sqrt (bb) : NAN;
}

/* Slope of the straight line of least squares of z over zhat; 1 where the prediction is right; NaN
 * where zhat does not vary. */
double
ipl_joint_slope (gsize n, const double *predicted, const double *z)
{
  double aa, bb, ab;

  moments (n, predicted, z, &aa, &bb, &ab);
  return aa > 0 ? ab / aa : NAN;
}

/* |z - zhat| / |z|; NaN where z is 0. */
double
ipl_joint_relative_error (gsize n, const double *predicted, const double *z)
{
  double off = 0, all = 0;

  for (gsize i = 0; i < n; i++)
    {
      off += (z[i] - predicted[i]) * (z[i] - predicted[i]);
      all += z[i] * z[i];
    }
  return all > 0 ? sqrt (off / all) : NAN;
}

/* TRUE if z has the direction that is predicted, but not the size. */
gboolean
ipl_joint_direction_only (double correlation, double relative_error)
{
  return correlation >= SAME_DIRECTION && relative_error > FAR_OFF;
}
