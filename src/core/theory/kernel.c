/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/kernel-private.h"

#include "core/base/parallel.h"
#include "core/base/tiles.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

void
ipl_pairs_of_matrix (gsize Pi, const double *M, double *pairs)
{
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = p; q < Pi; q++)
      pairs[ipl_pair_index (Pi, p, q)] = p == q ? M[p * Pi + p] : M[p * Pi + q] + M[q * Pi + p];
}

void
ipl_pairs_to_matrix (gsize Pi, const double *pairs, double *M)
{
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = p; q < Pi; q++)
      M[p * Pi + q] = M[q * Pi + p] = pairs[ipl_pair_index (Pi, p, q)];
}

/* [P] labels of the rows in use, of one output after the other. */
const double *
ipl_kernel_get_y (const IplKernel *self)
{
  return ipl_feature_rows_get_y (&self->rows, self->the_case);
}

/* The contribution of examples that are not among the rows in use to the energy at every U: log T
 * for each, and their |y|^2 / T; infinity at T = 0 where there are any. */
double
ipl_kernel_get_constant (const IplKernel *self, double temperature)
{
  if (self->rows.rest == 0)
    return 0;
  if (!(temperature > 0))
    return INFINITY;
  return (double)(self->rows.rest * self->outputs) * log (temperature)
         + self->rows.rest_square / temperature;
}

/* Doubles of scratch that ipl_kernel_assemble() and ipl_kernel_contract() need. */
double
ipl_kernel_scratch (const IplKernel *self)
{
  if (self->outputs > 1)
    return ipl_kernel_outputs_scratch (self);
  if (self->S != NULL)
    return (double)self->n_pairs + (double)self->packed;
  if (self->blocks)
    return ipl_path_products_scratch (self->P, self->Pi, self->N0);
  return (double)self->P * (double)self->Pi * (double)self->N0;
}

static void
assemble_pairs (const IplKernel *self, double s0_squared, const double *U, double *K,
                double *scratch, GCancellable *cancellable)
{
  gsize P = self->P;
  double *u = scratch, *packed = scratch + self->n_pairs;

  ipl_pairs_of_matrix (self->Pi, U, u);
  for (gsize k = 0; k < self->n_pairs; k++)
    u[k] *= s0_squared;
  cblas_dgemv (CblasRowMajor, CblasTrans, (int)self->n_pairs, (int)self->packed, 1.0, self->S,
               (int)self->packed, u, 1, 0.0, packed, 1);
  for (gsize m = 0; m < P; packed += ++m)
    memcpy (K + m * P, packed, (m + 1) * sizeof (double));
  ipl_tiles_mirror (FALSE, P, K, cancellable);
}

void
ipl_kernel_path_products (const IplKernel *self, double s0_squared, IplPathProducts *products)
{
  *products = (IplPathProducts){ self->P, self->Pi, self->N0, self->Xi, s0_squared * self->scale };
}

/* K from factors, ROW_BLOCK rows at a time. */
typedef struct
{
  const IplKernel *kernel;
  double scale;
  const double *U;
  double *K, *V;
  GCancellable *cancellable;
} Assembling;

static void
mix_block (gsize index, gpointer data)
{
  const Assembling *work = data;
  const IplKernel *self = work->kernel;
  gsize n = index * ROW_BLOCK, D = self->Pi * self->N0;

  ipl_kernel_mix (MIN (ROW_BLOCK, self->P - n), self->Pi, self->N0, work->U, self->Xi + n * D,
                  work->V + n * D, work->cancellable);
}

static void
assemble_block (gsize index, gpointer data)
{
  const Assembling *work = data;
  const IplKernel *self = work->kernel;
  gsize P = self->P, D = self->Pi * self->N0, n = index * ROW_BLOCK, rows = MIN (ROW_BLOCK, P - n);
  gsize columns = self->lower ? n + rows : D; /* of Xi, that are not 0 in these rows */

  ipl_tiles_multiply (TRUE, FALSE, rows, P - n, columns, work->scale, self->Xi + n * D, D,
                      work->V + n * D, D, 0.0, work->K + n * P + n, P, work->cancellable);
}

static void
assemble_factors (const IplKernel *self, double s0_squared, const double *U, double *K, double *V,
                  GCancellable *cancellable)
{
  Assembling work = { self, s0_squared * self->scale, U, K, V, cancellable };
  gsize blocks = (self->P + ROW_BLOCK - 1) / ROW_BLOCK;
  double products = (double)self->P * (double)self->Pi * (double)self->N0;

  ipl_parallel_for_inner (blocks, products * (double)self->Pi, mix_block, &work, cancellable);
  ipl_parallel_for_inner (blocks, products * (double)self->P / 2, assemble_block, &work,
                          cancellable);
  ipl_tiles_mirror (FALSE, self->P, K, cancellable);
}

/* K = sum_pq U_pq C_pq (THEORY.md section 3), without the temperature. @U: [Pi x Pi] row-major,
 * symmetric; @K: [P x P] row-major, symmetric; @scratch: [ipl_kernel_scratch()]. */
void
ipl_kernel_assemble (const IplKernel *self, double s0_squared, const double *U, double *K,
                     double *scratch, GCancellable *cancellable)
{
  IplPathProducts products;

  if (self->outputs > 1)
    ipl_kernel_outputs_assemble (self, s0_squared, U, K, scratch, cancellable);
  else if (self->S != NULL)
    assemble_pairs (self, s0_squared, U, K, scratch, cancellable);
  else if (self->blocks)
    {
      ipl_kernel_path_products (self, s0_squared, &products);
      ipl_path_products_kernel (&products, U, K, scratch, cancellable);
      ipl_tiles_mirror (TRUE, self->P, K, cancellable);
    }
  else
    assemble_factors (self, s0_squared, U, K, scratch, cancellable);
}

void
ipl_kernel_contract (const IplKernel *self, const double *M, double *G, double *scratch,
                     GCancellable *cancellable)
{
  gsize P = self->P, Pi = self->Pi, N0 = self->N0, D = Pi * N0;

  if (self->outputs > 1)
    {
      ipl_kernel_outputs_contract (self, M, G, scratch, cancellable);
      return;
    }
  if (self->S != NULL)
    {
      double *g = scratch, *packed = g + self->n_pairs, *at = packed;

      for (gsize m = 0; m < P; m++)
        {
          for (gsize n = 0; n < m; n++)
            *at++ = 2 * M[m * P + n];
          *at++ = M[m * P + m];
        }
      cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)self->n_pairs, (int)self->packed, 1.0, self->S,
                   (int)self->packed, packed, 1, 0.0, g, 1);
      ipl_pairs_to_matrix (Pi, g, G);
      return;
    }

  if (self->blocks)
    {
      IplPathProducts products;

      ipl_kernel_path_products (self, 1, &products);
      ipl_path_products_contract (&products, M, G, scratch, cancellable);
      return;
    }

  double *Y = scratch;

  /* Row-major M Xi is column-major Xi M, and M's lower half its upper one. */
  ipl_tiles_symmetric (P, M, D, self->scale, self->Xi, D, Y, D, cancellable);
  memset (G, 0, Pi * Pi * sizeof *G);
  for (gsize m = 0; m < P && !g_cancellable_is_cancelled (cancellable); m++)
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)Pi, (int)Pi, (int)N0, 1.0,
                 self->Xi + m * D, (int)N0, Y + m * D, (int)N0, 1.0, G, (int)Pi);
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < p; q++)
      G[p * Pi + q] = G[q * Pi + p] = 0.5 * (G[p * Pi + q] + G[q * Pi + p]);
}

double
ipl_kernel_flops (const IplKernel *self)
{
  double P = (double)self->P, D = (double)(self->Pi * self->N0);

  if (self->outputs > 1)
    return ipl_kernel_outputs_flops (self);
  if (self->S != NULL)
    return (double)self->n_pairs * P * (P + 1);
  return (self->lower ? LOWER_SHARE : 1) * P * P * D
         + (self->blocks ? 1 : 2) * P * D * (double)self->Pi;
}

/* Components of tokens in use, to and from all of them (THEORY.md section 9). */

/* The products of path features of other examples with those of the training set. @full:
 * [@count x the case's N0] vectors over the components of a token; @used: [@count x N0] the same
 * over those in use. */
void
ipl_kernel_lower_tokens (const IplKernel *self, gsize count, const double *full, double *used,
                         GCancellable *cancellable)
{
  gsize all = self->the_case->N0;

  ipl_tiles_multiply (FALSE, FALSE, self->N0, count, all, 1, self->rows.basis, self->N0, full, all,
                      0, used, self->N0, cancellable);
}

/* The inverse of ipl_kernel_lower_tokens() on what the training set has. @used: [@count x N0]
 * vectors over the components in use; @full: [@count x the case's N0] the same over all. */
void
ipl_kernel_lift_tokens (const IplKernel *self, gsize count, const double *used, double *full)
{
  gsize all = self->the_case->N0;

  ipl_tiles_multiply (TRUE, FALSE, all, count, self->N0, 1, self->rows.basis, self->N0, used,
                      self->N0, 0, full, all, NULL);
}
