/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The action and its gradient as the authors write them (THEORY.md section 4), with U_1 .. U_L
 * and u_a as independent variables: for chains with square A_l. The blocks of an identity head
 * follow from those of the later layers (section 6.11). */
#include "core/theory/wishart-chain.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "core/base/small-gemm.h"

/* The action as the authors write it: ours over the largest width, less the constant
 * (1/N) (sum_l N_l Pi_l ln s_l^2 + N_a ln s_a^2), Pi_l being rows that are random. */
double
ipl_wishart_chain_paper_action (const IplWishartChain *self, double energy)
{
  const IplWishartShape *shape = &self->shape;
  double N = ipl_setting_largest_width (&self->setting);
  double constant = 0;

  for (guint l = 0; l <= shape->L; l++)
    constant
        += self->setting.N[l] * (double)shape->random[l] * log (self->setting.variances[l + 1]);

  return (energy + ipl_wishart_chain_entropy (self) - constant) / N;
}

/* Index of a row of B_l in the order in which it is lower triangular: the identity's rows come
 * first, in every layer. */
static gsize
sorted_row (const IplWishartShape *shape, guint l, gsize i)
{
  if (l == shape->L)
    return i;

  gsize inner = shape->rows[l + 1], rest = sorted_row (shape, l + 1, i % inner);

  return i >= shape->random[l] ? rest : shape->fixed[l] + i / inner * inner + rest;
}

/* U_l^{-1} if a layer has an identity head; @sorted: [rows x rows] is scratch */
static void
inverse_of_sorted (const IplWishartChain *self, guint l, double *sorted, double *inverse)
{
  const IplWishartShape *shape = &self->shape;
  gsize r = shape->rows[l];

  for (gsize i = 0; i < r; i++)
    memcpy (sorted + sorted_row (shape, l, i) * r, self->B + shape->offset_B[l] + i * r,
            r * sizeof *sorted);
  LAPACKE_dpotri_work (LAPACK_COL_MAJOR, 'U', (int)r, sorted, (int)r);
  for (gsize i = 0; i < r; i++)
    for (gsize j = 0; j < r; j++)
      {
        gsize a = sorted_row (shape, l, i), b = sorted_row (shape, l, j);

        inverse[i * r + j] = sorted[MAX (a, b) * r + MIN (a, b)];
      }
}

/* U_l^{-1} from a square B_l: [rows x rows]; @scratch: as much */
static void
inverse_of_layer (const IplWishartChain *self, guint l, double *scratch, double *inverse)
{
  gsize r = self->shape.rows[l];

  if (ipl_wishart_shape_has_identity (&self->shape))
    {
      inverse_of_sorted (self, l, scratch, inverse);
      return;
    }
  memcpy (inverse, self->B + self->shape.offset_B[l], r * r * sizeof *inverse);
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

/* U of the paths that take the identity in this layer is rho^2 times that of the next layer,
 * which has its gradient: [rows x rows] of layer l + 1. The blocks of other heads remain here. */
static void
pass_on_identity (const IplWishartShape *shape, guint l, double *gradient, double *passed)
{
  gsize r = shape->rows[l], random = shape->random[l], inner = shape->fixed[l];
  double rho = shape->rho[l];

  for (gsize i = 0; i < inner; i++)
    for (gsize j = 0; j < inner; j++)
      {
        passed[i * inner + j] = rho * rho * gradient[(random + i) * r + random + j];
        gradient[(random + i) * r + random + j] = 0;
      }
}

/* Adds N_{l-1} (H_{l-1} U_l^{-1} - U_l^{-1} tr_h(U_{l-1}) U_l^{-1} / s_{l-1}^2) to the gradient in
 * U_l. @traced, @work: [r x r] scratch. */
static void
add_layer_below (const IplWishartChain *self, guint l, const double *U_below, const double *inverse,
                 double *traced, double *work, double *gradient)
{
  const IplWishartShape *shape = &self->shape;
  gsize r = shape->rows[l], R = shape->rows[l - 1];
  double N_below = self->setting.N[l - 1], variance_below = self->setting.variances[l];

  memset (traced, 0, r * r * sizeof *traced);
  memset (work, 0, r * r * sizeof *work);
  for (guint h = 0; h < shape->random[l - 1] / r; h++)
    for (gsize i = 0; i < r; i++)
      for (gsize j = 0; j < r; j++)
        traced[i * r + j] += U_below[(h * r + i) * R + h * r + j];
  add_product (FALSE, FALSE, r, r, r, 1.0, inverse, r, traced, r, work, r);
  add_product (FALSE, FALSE, r, r, r, -N_below / variance_below, work, r, inverse, r, gradient, r);
  for (gsize i = 0; i < r * r; i++)
    gradient[i] += N_below * shape->H[l - 1] * inverse[i];
}

/* Largest |dS/dU_l| over the layers and |dS/du_a|, with U_1 .. U_L, u_a taken as independent and
 * S in the authors' form (THEORY.md sections 4 and 6.11). */
double
ipl_wishart_chain_paper_gradient (const IplWishartChain *self, const double *G)
{
  const IplWishartShape *shape = &self->shape;
  double N = ipl_setting_largest_width (&self->setting);
  double largest = 0;
  gsize most = shape->rows[0] * shape->rows[0];
  double *space = self->work, *inverse = space, *above = space + most, *gradient = space + 2 * most;
  double *U_below = space + 3 * most, *traced = space + 4 * most, *work = space + 5 * most;
  double *passed = self->dgB; /* scratch of another function, of at least as many numbers */

  inverse_of_layer (self, 0, work, inverse);
  for (guint l = 0; l <= shape->L; l++)
    {
      gsize r = shape->rows[l];
      double N_l = self->setting.N[l], variance = self->setting.variances[l + 1];

      memset (gradient, 0, r * r * sizeof *gradient);
      if (l == 0)
        memcpy (gradient, G, r * r * sizeof *gradient);
      else if (shape->fixed[l - 1] > 0)
        memcpy (gradient, passed, r * r * sizeof *gradient);

      /* N_l ((I (x) U_{l+1}^{-1}) / s_l^2 - U_l^{-1}); for u_a, N_a (1/s_a^2 - 1/u_a) */
      for (gsize i = 0; i < r * r; i++)
        gradient[i] -= N_l * inverse[i];
      if (l == shape->L)
        for (gsize i = 0; i < r; i++)
          gradient[i * r + i] += N_l / variance;
      else
        {
          gsize inner = shape->rows[l + 1];

          inverse_of_layer (self, l + 1, work, above);
          for (guint h = 0; h < shape->random[l] / inner; h++)
            for (gsize i = 0; i < inner; i++)
              for (gsize j = 0; j < inner; j++)
                gradient[(h * inner + i) * r + h * inner + j]
                    += N_l / variance * above[i * inner + j];
        }

      if (l > 0)
        add_layer_below (self, l, U_below, inverse, traced, work, gradient);
      if (shape->fixed[l] > 0)
        pass_on_identity (shape, l, gradient, passed);
      largest = MAX (largest, largest_entry (r * r, gradient) / N);
      ipl_wishart_chain_U (self, l, U_below);
      double *swap = inverse;
      inverse = above;
      above = swap;
    }
  return largest;
}
