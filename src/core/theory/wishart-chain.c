/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/wishart-chain.h"

#include "core/base/memory.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/base/small-gemm.h"

/* Sets entries that are not coordinates to 0. */
static void
clear_non_coordinates (const IplWishartShape *shape, guint l, double *vector)
{
  double *A = vector + shape->offset[l];

  for (gsize i = 0; i < shape->rows[l]; i++)
    for (gsize j = ipl_wishart_shape_row (shape, l, i); j < shape->cols[l]; j++)
      A[i * shape->cols[l] + j] = 0;
}

void
ipl_wishart_shape_init (IplWishartShape *self, IplAnyCase any, guint outputs, const guint *N)
{
  const IplCaseInfo *the_case = any.info;
  guint L = the_case->L;
  const guint *H = the_case->H;

  memset (self, 0, sizeof *self);
  self->L = L;
  self->rows[L] = self->paths[L] = self->random[L] = outputs;
  self->cols[L] = self->diagonal[L] = N != NULL ? MIN (outputs, N[L]) : outputs;
  for (guint l = L; l-- > 0;)
    {
      self->H[l] = H[l];
      self->rho[l] = the_case->residual[l];
      self->paths[l] = H[l] * self->paths[l + 1];
      self->rows[l] = H[l] * self->cols[l + 1];
      self->cols[l] = N != NULL ? MIN (self->rows[l], N[l]) : self->rows[l];
      self->fixed[l] = self->rho[l] > 0 ? self->cols[l + 1] : 0;
      self->random[l] = self->rows[l] - self->fixed[l];
      self->diagonal[l] = self->cols[l] - self->fixed[l];
    }
  for (guint l = 0; l < L; l++)
    {
      self->offset[l + 1] = self->offset[l] + self->rows[l] * self->cols[l];
      self->offset_B[l + 1] = self->offset_B[l] + self->paths[l] * self->cols[l];
    }
  /* For N_l <= rows the last diagonal entry has a single degree of freedom and may also be 0 or
   * negative. */
  for (guint l = 0; l <= L; l++)
    self->positive[l]
        = self->diagonal[l]
          - (N != NULL && N[l] <= self->rows[l] && self->diagonal[l] > 0 && self->random[l] > 0);
  self->n = self->offset[L] + self->rows[L] * self->cols[L];
  self->n_B = self->offset_B[L] + self->paths[L] * self->cols[L];
}

gboolean
ipl_wishart_shape_has_identity (const IplWishartShape *self)
{
  for (guint l = 0; l < self->L; l++)
    if (self->fixed[l] > 0)
      return TRUE;
  return FALSE;
}

/* FALSE if an A_l is trapezoidal. */
gboolean
ipl_wishart_shape_is_square (const IplWishartShape *self)
{
  for (guint l = 0; l <= self->L; l++)
    if (self->cols[l] < self->rows[l])
      return FALSE;
  return TRUE;
}

void
ipl_wishart_shape_set_gp (const IplWishartShape *shape, double *theta)
{
  memset (theta, 0, shape->n * sizeof *theta);
  for (guint l = 0; l <= shape->L; l++)
    {
      gsize cols = shape->cols[l];
      double *identity = theta + shape->offset[l] + shape->random[l] * cols;

      for (gsize i = 0; i < shape->diagonal[l]; i++)
        theta[ipl_wishart_shape_diagonal (shape, l, i)] = 1;
      for (gsize i = 0; i < shape->fixed[l]; i++)
        identity[i * cols + i] = 1;
    }
}

IplWishartChain *
ipl_wishart_chain_new (const IplWishartShape *shape, const IplSetting *setting, GError **error)
{
  g_autoptr (IplWishartChain) self = g_new0 (IplWishartChain, 1);
  double n = (double)shape->n, n_B = (double)shape->n_B;
  double n2 = (double)shape->paths[0] * (double)shape->paths[0];

  self->shape = *shape;
  self->setting = *setting;
  self->space = ipl_try_parts0 ("The order parameters of all layers", error, { &self->theta, n },
                                { &self->B, n_B }, { &self->gB, n_B }, { &self->dB, n_B },
                                { &self->dgB, n_B }, { &self->G, n2 }, { &self->work, 6 * n2 });
  return self->space != NULL ? g_steal_pointer (&self) : NULL;
}

void
ipl_wishart_chain_free (IplWishartChain *self)
{
  if (self == NULL)
    return;
  g_free (self->space);
  g_free (self);
}

static double
scale_of (const IplWishartChain *self, guint l) /* s_l for layer l from 0, s_a for l = L */
{
  return sqrt (self->setting.variances[l + 1]);
}

/* B_{L+1} = s_a A_{L+1}, and likewise for a direction; for gradients in reverse. */
static void
scale_last (const IplWishartChain *self, const double *from, double *to)
{
  guint L = self->shape.L;

  for (gsize i = 0; i < self->shape.rows[L] * self->shape.cols[L]; i++)
    to[i] = scale_of (self, L) * from[i];
}

static double
scale_of_head (const IplWishartChain *self, guint l, guint h) /* rho_l for the identity, else s_l */
{
  return self->shape.fixed[l] > 0 && h == self->shape.H[l] - 1 ? self->shape.rho[l]
                                                               : scale_of (self, l);
}

gboolean
ipl_wishart_chain_set_point (IplWishartChain *self, const double *theta)
{
  const IplWishartShape *shape = &self->shape;

  for (guint l = 0; l <= shape->L; l++)
    for (gsize i = 0; i < shape->diagonal[l]; i++)
      {
        double A = theta[ipl_wishart_shape_diagonal (shape, l, i)];

        if (i < shape->positive[l] ? !(A > 0) : isnan (A))
          return FALSE;
      }

  memmove (self->theta, theta, shape->n * sizeof *theta);
  memset (self->B, 0, shape->n_B * sizeof *self->B);
  scale_last (self, theta + shape->offset[shape->L], self->B + shape->offset_B[shape->L]);
  for (guint l = shape->L; l-- > 0;)
    {
      gsize cols = shape->cols[l], above = shape->paths[l + 1], inner = shape->cols[l + 1];

      for (guint h = 0; h < shape->H[l]; h++)
        add_product (FALSE, FALSE, above, cols, inner, scale_of_head (self, l, h),
                     self->B + shape->offset_B[l + 1], inner,
                     self->theta + shape->offset[l] + h * inner * cols, cols,
                     self->B + shape->offset_B[l] + h * above * cols, cols);
    }
  return TRUE;
}

/* U_l of layer l from 0: [paths x paths] */
void
ipl_wishart_chain_U (const IplWishartChain *self, guint layer, double *U)
{
  gsize r = self->shape.paths[layer], cols = self->shape.cols[layer];
  const double *B = self->B + self->shape.offset_B[layer];

  memset (U, 0, r * r * sizeof *U);
  add_product (FALSE, TRUE, r, r, cols, 1.0, B, cols, B, cols, U, r);
  for (gsize i = 0; i < r; i++)
    for (gsize j = 0; j < i; j++)
      U[j * r + i] = U[i * r + j];
}

/* |a|^2 / N_a; the mean over several outputs. */
double
ipl_wishart_chain_u_a (const IplWishartChain *self)
{
  const IplWishartShape *shape = &self->shape;
  const double *b = self->B + shape->offset_B[shape->L];
  double sum = 0;

  for (gsize i = 0; i < shape->paths[shape->L] * shape->cols[shape->L]; i++)
    sum += b[i] * b[i];
  return sum / (double)shape->paths[shape->L];
}

/* sum_l N_l (|A_l|_F^2 - 2 sum_i log A_l[i,i]) + N_a (s^2 - 2 log s) */
double
ipl_wishart_chain_entropy (const IplWishartChain *self)
{
  const IplWishartShape *shape = &self->shape;
  double total = 0;

  for (guint l = 0; l <= shape->L; l++)
    {
      gsize size = shape->random[l] * shape->cols[l];
      const double *A = self->theta + shape->offset[l];
      double logs = 0;

      for (gsize i = 0; i < shape->diagonal[l]; i++)
        logs += log (self->theta[ipl_wishart_shape_diagonal (shape, l, i)]);
      total += self->setting.N[l] * (cblas_ddot ((int)size, A, 1, A, 1) - 2 * logs);
    }
  return total;
}

/* 2 N_l off the diagonal of A_l, 2 N_l (1 + 1/A_ii^2) on it */
static inline double
entropy_curvature (double N, double A, gboolean on_diagonal)
{
  return on_diagonal ? 2 * N * (1 + 1 / (A * A)) : 2 * N;
}

/* The entropy's Hessian is diagonal in these coordinates: D is its diagonal. */
void
ipl_wishart_chain_entropy_hessian (const IplWishartChain *self, double *D)
{
  const IplWishartShape *shape = &self->shape;

  for (guint l = 0; l <= shape->L; l++)
    for (gsize i = 0; i < shape->rows[l]; i++)
      for (gsize j = 0; j < shape->cols[l]; j++)
        {
          gsize k = shape->offset[l] + i * shape->cols[l] + j;

          D[k] = entropy_curvature (self->setting.N[l], self->theta[k], j == i + shape->fixed[l]);
        }
}

/* Gradient of the energy without the entropy, given G = dE/dU_1; stores the intermediate results
 * of hessian_apply. */
void
ipl_wishart_chain_energy_gradient (IplWishartChain *self, const double *G, double *gradient)
{
  const IplWishartShape *shape = &self->shape;
  gsize Pi = shape->paths[0];

  memcpy (self->G, G, Pi * Pi * sizeof *G);
  memset (self->gB, 0, shape->n_B * sizeof *self->gB);
  memset (gradient, 0, shape->n * sizeof *gradient);
  add_product (FALSE, FALSE, Pi, shape->cols[0], Pi, 2.0, G, Pi, self->B, shape->cols[0], self->gB,
               shape->cols[0]);

  for (guint l = 0; l < shape->L; l++)
    {
      gsize cols = shape->cols[l], above = shape->paths[l + 1], inner = shape->cols[l + 1];
      for (guint h = 0; h < shape->H[l]; h++)
        {
          double scale = scale_of_head (self, l, h);
          gsize block = shape->offset[l] + h * inner * cols;
          const double *gB = self->gB + shape->offset_B[l] + h * above * cols;

          add_product (TRUE, FALSE, inner, cols, above, scale, self->B + shape->offset_B[l + 1],
                       inner, gB, cols, gradient + block, cols);
          add_product (FALSE, TRUE, above, inner, cols, scale, gB, cols, self->theta + block, cols,
                       self->gB + shape->offset_B[l + 1], inner);
        }
      clear_non_coordinates (shape, l, gradient);
    }
  scale_last (self, self->gB + shape->offset_B[shape->L], gradient + shape->offset[shape->L]);
  clear_non_coordinates (shape, shape->L, gradient);
}

/* Gradient of the action S, given G = dE/dU_1. */
void
ipl_wishart_chain_gradient (IplWishartChain *self, const double *G, double *gradient)
{
  const IplWishartShape *shape = &self->shape;

  ipl_wishart_chain_energy_gradient (self, G, gradient);
  for (guint l = 0; l <= shape->L; l++)
    {
      gsize cols = shape->cols[l];
      double N = self->setting.N[l];
      const double *A = self->theta + shape->offset[l];
      double *g = gradient + shape->offset[l];

      for (gsize k = 0; k < shape->random[l] * cols; k++)
        g[k] += 2 * N * A[k];
      for (gsize i = 0; i < shape->diagonal[l]; i++)
        {
          gsize k = i * cols + shape->fixed[l] + i;

          g[k] -= 2 * N / A[k];
        }
    }
}

/* The dimensionless gradient of S: B_l -> B_l (I + X) changes every entry of U_l in proportion
 * to U_l itself, and S by the sum of X_ij (A_l^T dS/dA_l)_ij over i >= j. Returns the largest of
 * these entries over all layers, each over 2 N_l; for s, |s dS/ds| / (2 N_a). @gradient is that
 * of ipl_wishart_chain_gradient at the chain's point. X has as many rows as A_l has columns. For
 * an identity head X has no rows that would change it. THEORY.md sections 4.8 and 6.11 */
double
ipl_wishart_chain_relative_gradient (const IplWishartChain *self, const double *gradient)
{
  const IplWishartShape *shape = &self->shape;
  double *product = self->work;
  double largest = 0;

  for (guint l = 0; l <= shape->L; l++)
    {
      gsize cols = shape->cols[l];

      memset (product, 0, cols * cols * sizeof *product);
      add_product (TRUE, FALSE, cols, cols, shape->rows[l], 0.5 / self->setting.N[l],
                   self->theta + shape->offset[l], cols, gradient + shape->offset[l], cols, product,
                   cols);
      for (gsize i = shape->fixed[l]; i < cols; i++)
        for (gsize j = 0; j <= i; j++)
          {
            if (isnan (product[i * cols + j]))
              return INFINITY;
            largest = MAX (largest, fabs (product[i * cols + j]));
          }
    }
  return largest;
}

/* dU_1 along a direction: dB_l = s_l (I (x) dB_{l+1}) A_l + s_l (I (x) B_{l+1}) dA_l */
void
ipl_wishart_chain_tangent (IplWishartChain *self, const double *direction, double *dU)
{
  const IplWishartShape *shape = &self->shape;
  gsize Pi = shape->paths[0];

  memset (self->dB, 0, shape->n_B * sizeof *self->dB);
  scale_last (self, direction + shape->offset[shape->L], self->dB + shape->offset_B[shape->L]);
  for (guint l = shape->L; l-- > 0;)
    {
      gsize cols = shape->cols[l], above = shape->paths[l + 1], inner = shape->cols[l + 1];
      gsize up = shape->offset_B[l + 1];
      for (guint h = 0; h < shape->H[l]; h++)
        {
          double scale = scale_of_head (self, l, h);
          gsize block = shape->offset[l] + h * inner * cols;
          double *dB = self->dB + shape->offset_B[l] + h * above * cols;

          add_product (FALSE, FALSE, above, cols, inner, scale, self->dB + up, inner,
                       self->theta + block, cols, dB, cols);
          add_product (FALSE, FALSE, above, cols, inner, scale, self->B + up, inner,
                       direction + block, cols, dB, cols);
        }
    }
  memset (dU, 0, Pi * Pi * sizeof *dU);
  add_product (FALSE, TRUE, Pi, Pi, shape->cols[0], 1.0, self->dB, shape->cols[0], self->B,
               shape->cols[0], dU, Pi);
  for (gsize i = 0; i < Pi; i++)
    for (gsize j = 0; j <= i; j++)
      dU[i * Pi + j] = dU[j * Pi + i] = dU[i * Pi + j] + dU[j * Pi + i];
}

/* Hessian of S times the direction of the last call of ipl_wishart_chain_tangent, whose dG =
 * E''[dU]; requires ipl_wishart_chain_gradient at this point. */
void
ipl_wishart_chain_hessian_apply (IplWishartChain *self, const double *direction, const double *dG,
                                 double *out)
{
  const IplWishartShape *shape = &self->shape;
  gsize Pi = shape->paths[0], cols_1 = shape->cols[0];

  memset (self->dgB, 0, shape->n_B * sizeof *self->dgB);
  memset (out, 0, shape->n * sizeof *out);
  add_product (FALSE, FALSE, Pi, cols_1, Pi, 2.0, dG, Pi, self->B, cols_1, self->dgB, cols_1);
  add_product (FALSE, FALSE, Pi, cols_1, Pi, 2.0, self->G, Pi, self->dB, cols_1, self->dgB, cols_1);

  for (guint l = 0; l < shape->L; l++)
    {
      gsize cols = shape->cols[l], above = shape->paths[l + 1], inner = shape->cols[l + 1];
      gsize up = shape->offset_B[l + 1];
      for (guint h = 0; h < shape->H[l]; h++)
        {
          double scale = scale_of_head (self, l, h);
          gsize block = shape->offset[l] + h * inner * cols;
          gsize block_B = shape->offset_B[l] + h * above * cols;

          add_product (TRUE, FALSE, inner, cols, above, scale, self->dB + up, inner,
                       self->gB + block_B, cols, out + block, cols);
          add_product (TRUE, FALSE, inner, cols, above, scale, self->B + up, inner,
                       self->dgB + block_B, cols, out + block, cols);
          add_product (FALSE, TRUE, above, inner, cols, scale, self->dgB + block_B, cols,
                       self->theta + block, cols, self->dgB + up, inner);
          add_product (FALSE, TRUE, above, inner, cols, scale, self->gB + block_B, cols,
                       direction + block, cols, self->dgB + up, inner);
        }
      clear_non_coordinates (shape, l, out);
    }
  scale_last (self, self->dgB + shape->offset_B[shape->L], out + shape->offset[shape->L]);
  clear_non_coordinates (shape, shape->L, out);

  for (guint l = 0; l <= shape->L; l++)
    for (gsize i = 0; i < shape->rows[l]; i++)
      for (gsize j = 0; j < shape->cols[l]; j++)
        {
          gsize k = shape->offset[l] + i * shape->cols[l] + j;

          out[k] += entropy_curvature (self->setting.N[l], self->theta[k], j == i + shape->fixed[l])
                    * direction[k];
        }
}
