/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "order-private.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>

/* Products of fewer multiplications than this are quicker in place than through BLAS. */
#define SMALL_PRODUCT 600

/* C += scale op(A) op(B), all row-major and dense: C is m x n, the inner size k. */
static void
add_product (gboolean ta, gboolean tb, gsize m, gsize n, gsize k, double scale, const double *A,
             gsize lda, const double *B, gsize ldb, double *C, gsize ldc)
{
  if (m * n * k > SMALL_PRODUCT)
    {
      cblas_dgemm (CblasRowMajor, ta ? CblasTrans : CblasNoTrans, tb ? CblasTrans : CblasNoTrans,
                   (int)m, (int)n, (int)k, scale, A, (int)lda, B, (int)ldb, 1.0, C, (int)ldc);
      return;
    }
  for (gsize i = 0; i < m; i++)
    for (gsize j = 0; j < n; j++)
      {
        double sum = 0;

        for (gsize x = 0; x < k; x++)
          sum += (ta ? A[x * lda + i] : A[i * lda + x]) * (tb ? B[j * ldb + x] : B[x * ldb + j]);
        C[i * ldc + j] += scale * sum;
      }
}

static void
keep_lower (gsize n, double *A)
{
  for (gsize i = 0; i < n; i++)
    for (gsize j = i + 1; j < n; j++)
      A[i * n + j] = 0;
}

void
ipl_order_shape_init (IplOrderShape *self, guint L, const guint *H)
{
  memset (self, 0, sizeof *self);
  self->L = L;
  self->rows[L] = 1;
  for (guint l = L; l-- > 0;)
    {
      self->H[l] = H[l];
      self->rows[l] = H[l] * self->rows[l + 1];
    }
  for (guint l = 0; l < L; l++)
    self->offset[l + 1] = self->offset[l] + self->rows[l] * self->rows[l];
  self->n = self->offset[L] + 1;
}

void
ipl_order_set_gp (const IplOrderShape *shape, double *theta)
{
  memset (theta, 0, shape->n * sizeof *theta);
  for (guint l = 0; l <= shape->L; l++)
    for (gsize i = 0; i < shape->rows[l]; i++)
      theta[shape->offset[l] + i * shape->rows[l] + i] = 1;
}

IplChain *
ipl_chain_new (const IplOrderShape *shape, const IplSetting *setting)
{
  IplChain *self = g_new0 (IplChain, 1);

  self->shape = *shape;
  self->setting = *setting;
  self->theta = g_new0 (double, shape->n);
  self->B = g_new0 (double, shape->n);
  self->gB = g_new0 (double, shape->n);
  self->dB = g_new0 (double, shape->n);
  self->dgB = g_new0 (double, shape->n);
  self->G = g_new0 (double, shape->rows[0] * shape->rows[0]);

  return self;
}

void
ipl_chain_free (IplChain *self)
{
  g_free (self->theta);
  g_free (self->B);
  g_free (self->gB);
  g_free (self->dB);
  g_free (self->dgB);
  g_free (self->G);
  g_free (self);
}

static double
scale_of (const IplChain *self, guint l) /* s_l for layer l from 0, s_a for l = L */
{
  return sqrt (self->setting.variances[l + 1]);
}

gboolean
ipl_chain_set_point (IplChain *self, const double *theta)
{
  const IplOrderShape *shape = &self->shape;

  for (guint l = 0; l <= shape->L; l++)
    for (gsize i = 0; i < shape->rows[l]; i++)
      if (!(theta[shape->offset[l] + i * shape->rows[l] + i] > 0))
        return FALSE;

  memmove (self->theta, theta, shape->n * sizeof *theta);
  memset (self->B, 0, shape->n * sizeof *self->B);
  self->B[shape->offset[shape->L]] = scale_of (self, shape->L) * theta[shape->offset[shape->L]];
  for (guint l = shape->L; l-- > 0;)
    {
      gsize r = shape->rows[l], inner = shape->rows[l + 1];
      const double *A = self->theta + shape->offset[l];
      double *B = self->B + shape->offset[l];

      for (guint h = 0; h < shape->H[l]; h++)
        add_product (FALSE, FALSE, inner, r, inner, scale_of (self, l),
                     self->B + shape->offset[l + 1], inner, A + h * inner * r, r, B + h * inner * r,
                     r);
    }
  return TRUE;
}

/* U_l of layer l from 0: [rows x rows] */
void
ipl_chain_U (const IplChain *self, guint layer, double *U)
{
  gsize r = self->shape.rows[layer];
  const double *B = self->B + self->shape.offset[layer];

  memset (U, 0, r * r * sizeof *U);
  add_product (FALSE, TRUE, r, r, r, 1.0, B, r, B, r, U, r);
  for (gsize i = 0; i < r; i++)
    for (gsize j = 0; j < i; j++)
      U[j * r + i] = U[i * r + j];
}

double
ipl_chain_u_a (const IplChain *self)
{
  double b = self->B[self->shape.offset[self->shape.L]];

  return b * b;
}

/* sum_l N_l (|A_l|_F^2 - 2 sum_i log A_l[i,i]) + N_a (s^2 - 2 log s) */
double
ipl_chain_entropy (const IplChain *self)
{
  const IplOrderShape *shape = &self->shape;
  double total = 0;

  for (guint l = 0; l <= shape->L; l++)
    {
      gsize r = shape->rows[l];
      const double *A = self->theta + shape->offset[l];
      double logs = 0;

      for (gsize i = 0; i < r; i++)
        logs += log (A[i * r + i]);
      total += self->setting.N[l] * (cblas_ddot ((int)(r * r), A, 1, A, 1) - 2 * logs);
    }
  return total;
}

/* Diagonal of the entropy's Hessian: 2 N_l off the diagonal of A_l, 2 N_l (1 + 1/A_ii^2) on it. */
void
ipl_chain_entropy_hessian (const IplChain *self, double *D)
{
  const IplOrderShape *shape = &self->shape;

  for (guint l = 0; l <= shape->L; l++)
    {
      gsize r = shape->rows[l];
      double N = self->setting.N[l];
      const double *A = self->theta + shape->offset[l];

      for (gsize i = 0; i < r; i++)
        for (gsize j = 0; j < r; j++)
          D[shape->offset[l] + i * r + j]
              = i == j ? 2 * N * (1 + 1 / (A[i * r + i] * A[i * r + i])) : 2 * N;
    }
}

/* Gradient of S in the coordinates, given G = dE/dU_1; keeps what hessian_apply needs. */
void
ipl_chain_gradient (IplChain *self, const double *G, double *gradient)
{
  const IplOrderShape *shape = &self->shape;
  gsize Pi = shape->rows[0];

  memcpy (self->G, G, Pi * Pi * sizeof *G);
  memset (self->gB, 0, shape->n * sizeof *self->gB);
  memset (gradient, 0, shape->n * sizeof *gradient);
  add_product (FALSE, FALSE, Pi, Pi, Pi, 2.0, G, Pi, self->B, Pi, self->gB, Pi);

  for (guint l = 0; l < shape->L; l++)
    {
      gsize r = shape->rows[l], inner = shape->rows[l + 1];
      double scale = scale_of (self, l);
      const double *A = self->theta + shape->offset[l];
      const double *gB = self->gB + shape->offset[l];

      for (guint h = 0; h < shape->H[l]; h++)
        {
          gsize block = h * inner * r;

          add_product (TRUE, FALSE, inner, r, inner, scale, self->B + shape->offset[l + 1], inner,
                       gB + block, r, gradient + shape->offset[l] + block, r);
          add_product (FALSE, TRUE, inner, inner, r, scale, gB + block, r, A + block, r,
                       self->gB + shape->offset[l + 1], inner);
        }
      keep_lower (r, gradient + shape->offset[l]);
    }
  gradient[shape->offset[shape->L]] = scale_of (self, shape->L) * self->gB[shape->offset[shape->L]];

  for (guint l = 0; l <= shape->L; l++)
    {
      gsize r = shape->rows[l];
      double N = self->setting.N[l];
      const double *A = self->theta + shape->offset[l];
      double *g = gradient + shape->offset[l];

      for (gsize i = 0; i < r; i++)
        {
          for (gsize j = 0; j <= i; j++)
            g[i * r + j] += 2 * N * A[i * r + j];
          g[i * r + i] -= 2 * N / A[i * r + i];
        }
    }
}

/* dU_1 along a direction: dB_l = s_l (I (x) dB_{l+1}) A_l + s_l (I (x) B_{l+1}) dA_l */
void
ipl_chain_tangent (IplChain *self, const double *direction, double *dU)
{
  const IplOrderShape *shape = &self->shape;
  gsize Pi = shape->rows[0];

  memset (self->dB, 0, shape->n * sizeof *self->dB);
  self->dB[shape->offset[shape->L]]
      = scale_of (self, shape->L) * direction[shape->offset[shape->L]];
  for (guint l = shape->L; l-- > 0;)
    {
      gsize r = shape->rows[l], inner = shape->rows[l + 1];
      double scale = scale_of (self, l);

      for (guint h = 0; h < shape->H[l]; h++)
        {
          gsize block = shape->offset[l] + h * inner * r;

          add_product (FALSE, FALSE, inner, r, inner, scale, self->dB + shape->offset[l + 1], inner,
                       self->theta + block, r, self->dB + block, r);
          add_product (FALSE, FALSE, inner, r, inner, scale, self->B + shape->offset[l + 1], inner,
                       direction + block, r, self->dB + block, r);
        }
    }
  memset (dU, 0, Pi * Pi * sizeof *dU);
  add_product (FALSE, TRUE, Pi, Pi, Pi, 1.0, self->dB, Pi, self->B, Pi, dU, Pi);
  for (gsize i = 0; i < Pi; i++)
    for (gsize j = 0; j <= i; j++)
      dU[i * Pi + j] = dU[j * Pi + i] = dU[i * Pi + j] + dU[j * Pi + i];
}

/* Hessian of S times the direction last given to ipl_chain_tangent, whose dG = E''[dU]; after
 * ipl_chain_gradient at this point. */
void
ipl_chain_hessian_apply (IplChain *self, const double *direction, const double *dG, double *out)
{
  const IplOrderShape *shape = &self->shape;
  gsize Pi = shape->rows[0];

  memset (self->dgB, 0, shape->n * sizeof *self->dgB);
  memset (out, 0, shape->n * sizeof *out);
  add_product (FALSE, FALSE, Pi, Pi, Pi, 2.0, dG, Pi, self->B, Pi, self->dgB, Pi);
  add_product (FALSE, FALSE, Pi, Pi, Pi, 2.0, self->G, Pi, self->dB, Pi, self->dgB, Pi);

  for (guint l = 0; l < shape->L; l++)
    {
      gsize r = shape->rows[l], inner = shape->rows[l + 1];
      double scale = scale_of (self, l);
      gsize up = shape->offset[l + 1];

      for (guint h = 0; h < shape->H[l]; h++)
        {
          gsize block = shape->offset[l] + h * inner * r;

          add_product (TRUE, FALSE, inner, r, inner, scale, self->dB + up, inner, self->gB + block,
                       r, out + block, r);
          add_product (TRUE, FALSE, inner, r, inner, scale, self->B + up, inner, self->dgB + block,
                       r, out + block, r);
          add_product (FALSE, TRUE, inner, inner, r, scale, self->dgB + block, r,
                       self->theta + block, r, self->dgB + up, inner);
          add_product (FALSE, TRUE, inner, inner, r, scale, self->gB + block, r, direction + block,
                       r, self->dgB + up, inner);
        }
      keep_lower (r, out + shape->offset[l]);
    }
  out[shape->offset[shape->L]] = scale_of (self, shape->L) * self->dgB[shape->offset[shape->L]];

  for (guint l = 0; l <= shape->L; l++)
    {
      gsize r = shape->rows[l];
      double N = self->setting.N[l];
      const double *A = self->theta + shape->offset[l];

      for (gsize i = 0; i < r; i++)
        for (gsize j = 0; j <= i; j++)
          {
            gsize k = shape->offset[l] + i * r + j;
            double hessian = i == j ? 2 * N * (1 + 1 / (A[i * r + i] * A[i * r + i])) : 2 * N;

            out[k] += hessian * direction[k];
          }
    }
}

/* The action as the authors write it: ours over the largest width, less the constant
 * (1/N) (sum_l N_l Pi_l ln s_l^2 + N_a ln s_a^2). See tests/core/test-order.c for the identity. */
double
ipl_chain_authors_action (const IplChain *self, double energy)
{
  const IplOrderShape *shape = &self->shape;
  double N = ipl_setting_largest_width (&self->setting);
  double constant = 0;

  for (guint l = 0; l <= shape->L; l++)
    constant += self->setting.N[l] * (double)shape->rows[l] * log (self->setting.variances[l + 1]);

  return (energy + ipl_chain_entropy (self) - constant) / N;
}

/* U_l^{-1} from B_l: [rows x rows] */
static void
inverse_of_layer (const IplChain *self, guint l, double *inverse)
{
  gsize r = self->shape.rows[l];

  memcpy (inverse, self->B + self->shape.offset[l], r * r * sizeof *inverse);
  LAPACKE_dpotri_work (LAPACK_COL_MAJOR, 'U', (int)r, inverse, (int)r);
  for (gsize i = 0; i < r; i++)
    for (gsize j = 0; j < i; j++)
      inverse[j * r + i] = inverse[i * r + j];
}

static double
largest_entry (gsize n, const double *values)
{
  double largest = 0;

  for (gsize i = 0; i < n; i++)
    {
      if (isnan (values[i]))
        return INFINITY;
      largest = MAX (largest, fabs (values[i]));
    }
  return largest;
}

/* Largest |dS/dU_l| over the layers and |dS/du_a|, with U_1 .. U_L, u_a taken as independent and
 * S in the authors' form (theory.md section 4). */
double
ipl_chain_authors_gradient (const IplChain *self, const double *G)
{
  const IplOrderShape *shape = &self->shape;
  double N = ipl_setting_largest_width (&self->setting);
  double largest = 0;
  gsize most = shape->rows[0] * shape->rows[0];
  g_autofree double *space = g_new (double, 6 * most);
  double *inverse = space, *above = space + most, *gradient = space + 2 * most;
  double *U_below = space + 3 * most, *traced = space + 4 * most, *work = space + 5 * most;

  inverse_of_layer (self, 0, inverse);
  for (guint l = 0; l <= shape->L; l++)
    {
      gsize r = shape->rows[l];
      double N_l = self->setting.N[l], variance = self->setting.variances[l + 1];

      memset (gradient, 0, r * r * sizeof *gradient);
      if (l == 0)
        memcpy (gradient, G, r * r * sizeof *gradient);

      /* N_l ((I (x) U_{l+1}^{-1}) / s_l^2 - U_l^{-1}); for u_a, N_a (1/s_a^2 - 1/u_a) */
      for (gsize i = 0; i < r * r; i++)
        gradient[i] -= N_l * inverse[i];
      if (l == shape->L)
        gradient[0] += N_l / variance;
      else
        {
          gsize inner = shape->rows[l + 1];

          inverse_of_layer (self, l + 1, above);
          for (guint h = 0; h < shape->H[l]; h++)
            for (gsize i = 0; i < inner; i++)
              for (gsize j = 0; j < inner; j++)
                gradient[(h * inner + i) * r + h * inner + j]
                    += N_l / variance * above[i * inner + j];
        }

      /* N_{l-1} (H_{l-1} U_l^{-1} - U_l^{-1} tr_h(U_{l-1}) U_l^{-1} / s_{l-1}^2) */
      if (l > 0)
        {
          gsize R = shape->rows[l - 1];
          double N_below = self->setting.N[l - 1], variance_below = self->setting.variances[l];

          memset (traced, 0, r * r * sizeof *traced);
          memset (work, 0, r * r * sizeof *work);
          for (guint h = 0; h < shape->H[l - 1]; h++)
            for (gsize i = 0; i < r; i++)
              for (gsize j = 0; j < r; j++)
                traced[i * r + j] += U_below[(h * r + i) * R + h * r + j];
          add_product (FALSE, FALSE, r, r, r, 1.0, inverse, r, traced, r, work, r);
          add_product (FALSE, FALSE, r, r, r, -N_below / variance_below, work, r, inverse, r,
                       gradient, r);
          for (gsize i = 0; i < r * r; i++)
            gradient[i] += N_below * shape->H[l - 1] * inverse[i];
        }

      largest = MAX (largest, largest_entry (r * r, gradient) / N);
      ipl_chain_U (self, l, U_below);
      double *swap = inverse;
      inverse = above;
      above = swap;
    }
  return largest;
}
