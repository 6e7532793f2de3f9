/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A query token attends to M contextual tokens; K hidden units over the attended tokens are the
 * logits of K classes (THEORY.md section 11.1):
 *
 *   b_mi = s_m x_mi,  s = z/T (linear), e^{z/T} (exp), e^{z/T} / sum_m e^{z_m/T} x_mi (softmax)
 *   a_ik = sum_m b_mi V_mk + V_qk,   h = phi(a),   loss = -mean_i log softmax_k(h_ik) at k = i
 *
 *   g_ik  = (softmax_k(h_ik) - [i = k]) / K phi'(a_ik)
 *   dV    = b g,  dV_q = sum_i g_i,   db = V g^T
 *   dz_m  = 1/T sum_i x_mi db_mi  (linear),   1/T sum_i b_mi db_mi  (exp),
 *           1/T sum_i b_mi (db_mi - sum_n b_ni db_ni)  (softmax)
 *
 * With layer norm (section 11.6) f_mi = r_i b_mi, r_i = 1/sqrt(1 + sum_m b_mi^2), and
 *
 *   a_ik = sum_m f_mi V_mk + r_i V_qk,   dV = f g,   dV_q = sum_i r_i g_i
 *   db_mi = r_i ((V g^T)_mi - f_mi sum_k g_ik a_ik)
 */
#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/dynamics/joint-private.h"

static guint
index_of (const char *const *choices, const char *name)
{
  for (guint i = 0; choices[i] != NULL; i++)
    if (strcmp (choices[i], name) == 0)
      return i;
  return 0;
}

/* With layer norm mean_i f_mi^2 + b_mi (1 - sum_n f_ni^2), at the frequencies. */
static void
find_mean (IplJointModel *self)
{
  memset (self->xbar, 0, self->M * sizeof (double));
  for (gsize i = 0; i < self->K; i++)
    {
      double square = 0;

      for (gsize m = 0; m < self->M && self->layer_norm; m++)
        square += self->X[m * self->K + i] * self->X[m * self->K + i];
      for (gsize m = 0; m < self->M; m++)
        {
          double x = self->X[m * self->K + i];

          if (self->layer_norm)
            x = (x * x + x) / (1 + square);
          self->xbar[m] += x / (double)self->K;
        }
    }
}

/* TRUE if it could be made. */
gboolean
ipl_joint_model_init (IplJointModel *self, const IplJointSettings *settings,
                      GCancellable *cancellable, GError **error)
{
  double square, side;

  memset (self, 0, sizeof *self);
  self->X = ipl_joint_frequencies (settings, &self->M, &self->K, cancellable, error);
  if (self->X == NULL)
    return FALSE;
  self->size = (self->M + 1) * self->K + self->M;
  self->attention = index_of (ipl_joint_attentions, settings->attention);
  self->unit = index_of (ipl_joint_units, settings->unit);
  self->T = settings->temperature;
  self->layer_norm = settings->layer_norm;
  square = (double)self->K * (double)self->K;
  side = (double)self->M * (double)self->K;
  self->memory
      = ipl_try_parts ("the network", error, { &self->xbar, (double)self->M },
                       { &self->held, square }, { &self->b, side }, { &self->a, square },
                       { &self->g, square }, { &self->db, side }, { &self->e, (double)self->M },
                       { &self->f, self->layer_norm ? side : 0 },
                       { &self->shrink, (double)self->K });
  if (self->memory == NULL)
    {
      g_clear_pointer (&self->X, g_free);
      return FALSE;
    }
  find_mean (self);
  return TRUE;
}

void
ipl_joint_model_clear (IplJointModel *self)
{
  g_clear_pointer (&self->X, g_free);
  g_clear_pointer (&self->memory, g_free);
}

static void
attend (IplJointModel *self, const double *z)
{
  gsize M = self->M, K = self->K;
  double largest = self->attention == IPL_JOINT_SOFTMAX ? z[0] : 0;

  for (gsize m = 1; m < M && self->attention == IPL_JOINT_SOFTMAX; m++)
    largest = fmax (largest, z[m]);
  for (gsize m = 0; m < M; m++)
    {
      double z_T = (z[m] - largest) / self->T;

      self->e[m] = self->attention == IPL_JOINT_LINEAR ? z_T : exp (z_T);
      for (gsize i = 0; i < K; i++)
        self->b[m * K + i] = self->e[m] * self->X[m * K + i];
    }
  if (self->attention != IPL_JOINT_SOFTMAX)
    return;
  /* The class sums use the first row of db, which is free here. */
  memset (self->db, 0, K * sizeof (double));
  for (gsize m = 0; m < M; m++)
    for (gsize i = 0; i < K; i++)
      self->db[i] += self->b[m * K + i];
  for (gsize i = 0; i < K; i++)
    self->db[i] = self->db[i] > 0 ? 1 / self->db[i] : 0;
  for (gsize m = 0; m < M; m++)
    for (gsize i = 0; i < K; i++)
      self->b[m * K + i] *= self->db[i];
}

/* Inputs of the hidden units for every class: f and r of layer norm from b. */
static void
normalize (IplJointModel *self)
{
  gsize M = self->M, K = self->K;

  for (gsize i = 0; i < K; i++)
    {
      double square = 1;

      for (gsize m = 0; m < M; m++)
        square += self->b[m * K + i] * self->b[m * K + i];
      self->shrink[i] = 1 / sqrt (square);
      for (gsize m = 0; m < M; m++)
        self->f[m * K + i] = self->shrink[i] * self->b[m * K + i];
    }
}

/* [M x K] */
static const double *
get_seen (const IplJointModel *self)
{
  return self->layer_norm ? self->f : self->b;
}

static double
unit_value (IplJointUnit unit, double a)
{
  return unit == IPL_UNIT_LINEAR ? a
         : unit == IPL_UNIT_RELU ? fmax (a, 0)
                                 : fmax (a, 0) + log1p (exp (-fabs (a)));
}

static double
unit_slope (IplJointUnit unit, double a)
{
  return unit == IPL_UNIT_LINEAR ? 1 : unit == IPL_UNIT_RELU ? a > 0 : 1 / (1 + exp (-a));
}

/* The loss of class @i, and the gradient of the mean loss in h into @g. */
static double
cross_entropy (const IplJointModel *self, gsize i, double *g)
{
  const double *a = self->a + i * self->K;
  double largest = -INFINITY, sum = 0, own = unit_value (self->unit, a[i]);

  for (gsize k = 0; k < self->K; k++)
    {
      g[k] = unit_value (self->unit, a[k]);
      largest = fmax (largest, g[k]);
    }
  for (gsize k = 0; k < self->K; k++)
    sum += g[k] = exp (g[k] - largest);
  for (gsize k = 0; k < self->K; k++)
    g[k] /= sum * (double)self->K;
  g[i] -= 1 / (double)self->K;
  return log (sum) + largest - own;
}

/* Leaves attention, the units' inputs and the gradient in these in @self. @state: [size] its
 * weights. */
double
ipl_joint_model_forward (IplJointModel *self, const double *state)
{
  gsize M = self->M, K = self->K;
  const double *query = state + M * K, *z = query + K;
  double loss = 0;

  attend (self, z);
  if (self->layer_norm)
    normalize (self);
  for (gsize i = 0; i < K; i++)
    {
      memcpy (self->a + i * K, query, K * sizeof (double));
      if (self->layer_norm)
        cblas_dscal ((int)K, self->shrink[i], self->a + i * K, 1);
    }
  cblas_dgemm (CblasRowMajor, CblasTrans, CblasNoTrans, (int)K, (int)K, (int)M, 1.0,
               get_seen (self), (int)K, state, (int)K, 1.0, self->a, (int)K);
  for (gsize i = 0; i < K; i++)
    {
      double *g = self->g + i * K;

      loss += cross_entropy (self, i, g) / (double)K;
      if (self->holds)
        memcpy (g, self->held + i * K, K * sizeof (double));
      for (gsize k = 0; k < K && self->unit != IPL_UNIT_LINEAR; k++)
        g[k] *= unit_slope (self->unit, self->a[i * K + k]);
    }
  return loss;
}

/* Passes the gradient in the units' inputs back to the gradient in b, @self->db. */
static void
go_through_norm (IplJointModel *self)
{
  gsize M = self->M, K = self->K;

  for (gsize i = 0; i < K; i++)
    {
      double along = cblas_ddot ((int)K, self->g + i * K, 1, self->a + i * K, 1);

      for (gsize m = 0; m < M; m++)
        self->db[m * K + i] = self->shrink[i] * (self->db[m * K + i] - self->f[m * K + i] * along);
    }
}

/* @state: [size] its weights; @gradient: [size] the gradient of the loss, or its substitute if
 *   back-propagated gradients are held. */
double
ipl_joint_model_gradient (IplJointModel *self, const double *state, double *gradient)
{
  gsize M = self->M, K = self->K;
  double *query = gradient + M * K, *dz = query + K;
  double loss = ipl_joint_model_forward (self, state);
  const double *factor = self->attention == IPL_JOINT_LINEAR ? self->X : self->b;

  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)M, (int)K, (int)K, 1.0,
               get_seen (self), (int)K, self->g, (int)K, 0.0, gradient, (int)K);
  memset (query, 0, K * sizeof (double));
  for (gsize i = 0; i < K; i++)
    for (gsize k = 0; k < K; k++)
      query[k] += (self->layer_norm ? self->shrink[i] : 1) * self->g[i * K + k];
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)M, (int)K, (int)K, 1.0, state, (int)K,
               self->g, (int)K, 0.0, self->db, (int)K);
  if (self->layer_norm)
    go_through_norm (self);
  if (self->attention == IPL_JOINT_SOFTMAX)
    {
      /* The class's means of db under b; self->a is free here. */
      double *mean = self->a;

      memset (mean, 0, K * sizeof (double));
      for (gsize m = 0; m < M; m++)
        for (gsize i = 0; i < K; i++)
          mean[i] += self->b[m * K + i] * self->db[m * K + i];
      for (gsize m = 0; m < M; m++)
        for (gsize i = 0; i < K; i++)
          self->db[m * K + i] -= mean[i];
    }
  for (gsize m = 0; m < M; m++)
    dz[m] = cblas_ddot ((int)K, factor + m * K, 1, self->db + m * K, 1) / self->T;
  return loss;
}

/* Freezes the gradients in the units' values at @state. */
void
ipl_joint_model_hold (IplJointModel *self, const double *state)
{
  self->holds = FALSE;
  ipl_joint_model_forward (self, state);
  for (gsize i = 0; i < self->K; i++)
    cross_entropy (self, i, self->held + i * self->K);
  self->holds = TRUE;
}

/* The measurements of the network at a moment (THEORY.md section 11.2): the entropy of attention,
 * what the flow leaves constant, and z as it follows from V:
 *
 *   linear   I_m = z_m^2 - |V_m|^2                  zhat_m = sign(z_m(0)) sqrt(|V_m|^2 + I_m(0))
 *   exp      I_m = z_m - |V_m|^2 / 2T               zhat_m = |V_m|^2 / 2T + I_m(0)
 *   softmax  I_m = z_m - (|V_m|^2 - xbar_m |V|^2) / 2T, nearly constant; zhat likewise
 *
 * |V_m|^2 = sum_k V_mk^2 of a contextual token, and |V|^2 that of all weights, the query's too.
 * With layer norm xbar_m |V|^2 is subtracted from |V_m|^2 in all, and all hold nearly.
 */

/* From this correlation on, and above this relative error, z follows in its direction only. */
#define SAME_DIRECTION 0.9
#define FAR_OFF 0.5

/* Mean over classes of the entropy of |b|, normalized for each class; in nats. */
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

/* The part of z that follows from V alone: |V_m|^2, divided by 2T if z is linear in it. */
static void
square (const IplJointModel *self, const double *state, double *values)
{
  gsize M = self->M, K = self->K;
  double all = 0;

  if (self->attention == IPL_JOINT_SOFTMAX || self->layer_norm)
    all = cblas_ddot ((int)((M + 1) * K), state, 1, state, 1);
  for (gsize m = 0; m < M; m++)
    {
      values[m] = cblas_ddot ((int)K, state + m * K, 1, state + m * K, 1) - self->xbar[m] * all;
      if (self->attention != IPL_JOINT_LINEAR)
        values[m] /= 2 * self->T;
    }
}

/* @state: [size] its weights; @values: [M] numbers conserved by the flow, for softmax
 *   approximately. */
void
ipl_joint_invariants (const IplJointModel *self, const double *state, double *values)
{
  const double *z = state + (self->M + 1) * self->K;

  square (self, state, values);
  for (gsize m = 0; m < self->M; m++)
    values[m] = (self->attention == IPL_JOINT_LINEAR ? z[m] * z[m] : z[m]) - values[m];
}

/* @start: [size] its weights at time 0, which define the constant; @state: [size] its weights
 *   now; @predicted: [M] z from V. */
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

/* Their correlation, in [-1, 1]; NaN if one of them is constant. */
double
ipl_joint_correlation (gsize n, const double *a, const double *b)
{
  double aa, bb, ab;

  moments (n, a, b, &aa, &bb, &ab);
  return aa > 0 && bb > 0 ? ab / sqrt (aa) / sqrt (bb) : NAN;
}

/* @predicted: [M] by ipl_joint_predict(); @correlations: [IPL_JOINT_N_PARTS] of z with it, and
 *   with the two parts of softmax attention, |V_m|^2 / 2T and -xbar_m |V|^2 / 2T. Exp attention
 *   has only the first part and linear attention none; missing parts are NaN. */
void
ipl_joint_correlations (const IplJointModel *self, const double *state, const double *predicted,
                        double *correlations)
{
  gsize M = self->M, K = self->K;
  const double *z = state + (M + 1) * K;
  g_autofree double *part = g_new (double, M);

  correlations[0] = ipl_joint_correlation (M, predicted, z);
  correlations[1] = correlations[2] = NAN;
  if (self->attention == IPL_JOINT_LINEAR)
    return;
  for (gsize m = 0; m < M; m++)
    part[m] = cblas_ddot ((int)K, state + m * K, 1, state + m * K, 1);
  correlations[1] = ipl_joint_correlation (M, part, z);
  if (self->attention == IPL_JOINT_SOFTMAX || self->layer_norm)
    correlations[2] = -ipl_joint_correlation (M, self->xbar, z);
}

/* Slope of the least-squares line of z over zhat; 1 for an exact prediction; NaN if zhat is
 * constant. */
double
ipl_joint_slope (gsize n, const double *predicted, const double *z)
{
  double aa, bb, ab;

  moments (n, predicted, z, &aa, &bb, &ab);
  return aa > 0 ? ab / aa : NAN;
}

/* |z - zhat| / |z|; NaN for z = 0. */
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

/* TRUE if the flow exactly conserves a number of each token, FALSE if nearly. */
gboolean
ipl_joint_is_exact (const IplJointSettings *settings)
{
  return strcmp (settings->attention, "softmax") != 0 && !settings->layer_norm;
}

/* TRUE if z has the predicted direction but not the predicted size. */
gboolean
ipl_joint_direction_only (double correlation, double relative_error)
{
  return correlation >= SAME_DIRECTION && relative_error > FAR_OFF;
}
