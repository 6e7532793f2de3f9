/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/kernel/kernel-private.h"

#include "core/base/parallel.h"
#include "core/base/tiled-lapack.h"

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

/* The contribution of examples outside the rows in use to the energy at every U: log T for each,
 * and their |y|^2 / T; infinity at T = 0 if there are any. */
double
ipl_kernel_get_constant (const IplKernel *self, double temperature)
{
  if (self->rows.rest == 0)
    return 0;
  if (!(temperature > 0))
    return INFINITY;
  return (double)(self->rows.rest * self->rows.outputs) * log (temperature)
         + self->rows.rest_square / temperature;
}

static gsize
count_lower_blocks (const IplKernel *self)
{
  return (gsize)self->outputs * (self->outputs - 1) / 2;
}

/* Doubles of scratch that ipl_kernel_assemble() and ipl_kernel_contract() need. */
double
ipl_kernel_scratch (const IplKernel *self)
{
  double r = (double)self->rows.count, Pi = (double)self->rows.Pi;
  double diagonal = Pi * Pi + (double)self->path_pairs + (double)self->packed;
  double below = (double)count_lower_blocks (self) * (Pi * Pi + r * r);

  if (self->S != NULL)
    return MAX (diagonal, below);
  if (self->blocks)
    return ipl_path_products_scratch (self->P, self->Pi, self->N0);
  return r * Pi * (double)self->N0;
}

void
ipl_kernel_copy_block (const IplKernel *self, const double *U, guint k, guint l, double scale,
                       double *block)
{
  gsize Pi = self->rows.Pi, R = self->outputs;

  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      block[p * Pi + q] = scale * U[(p * R + k) * Pi * R + q * R + l];
}

/* The numbers of G for the outputs (k, l), and for (l, k). */
static void
put_block (const IplKernel *self, const double *block, guint k, guint l, double *G)
{
  gsize Pi = self->rows.Pi, R = self->outputs;

  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      {
        double g = k == l ? 0.5 * (block[p * Pi + q] + block[q * Pi + p]) : block[p * Pi + q];

        G[(p * R + k) * Pi * R + q * R + l] = G[(q * R + l) * Pi * R + p * R + k] = g;
      }
}

static void
assemble_diagonal_pairs (const IplKernel *self, double s0_squared, const double *U, double *K,
                         double *scratch)
{
  gsize r = self->rows.count, Pi = self->rows.Pi;
  double *block = scratch, *u = block + Pi * Pi, *packed = u + self->path_pairs, *at;

  for (guint k = 0; k < self->outputs; k++)
    {
      ipl_kernel_copy_block (self, U, k, k, s0_squared, block);
      ipl_pairs_of_matrix (Pi, block, u);
      cblas_dgemv (CblasRowMajor, CblasTrans, (int)self->path_pairs, (int)self->packed, 1.0,
                   self->S, (int)self->packed, u, 1, 0.0, packed, 1);
      at = packed;
      for (gsize m = 0; m < r; at += ++m)
        memcpy (K + (k * r + m) * self->P + k * r, at, (m + 1) * sizeof *K);
    }
}

static void
assemble_lower_pairs (const IplKernel *self, double s0_squared, const double *U, double *K,
                      double *scratch, GCancellable *cancellable)
{
  gsize r = self->rows.count, pairs = self->rows.Pi * self->rows.Pi, n = count_lower_blocks (self);
  double *u = scratch, *blocks = u + n * pairs, *at = blocks, *coefficients = u;

  for (guint k = 0; k < self->outputs; k++)
    for (guint l = 0; l < k; l++, coefficients += pairs)
      ipl_kernel_copy_block (self, U, k, l, s0_squared, coefficients);
  /* Row-major u C is column-major C u. */
  ipl_tiles_multiply (FALSE, FALSE, r * r, n, pairs, 1, self->C, r * r, u, pairs, 0, blocks, r * r,
                      cancellable);
  for (guint k = 0; k < self->outputs; k++)
    for (guint l = 0; l < k; l++, at += r * r)
      for (gsize m = 0; m < r; m++)
        memcpy (K + (k * r + m) * self->P + l * r, at + m * r, r * sizeof *K);
}

void
ipl_kernel_path_products (const IplKernel *self, double s0_squared, IplPathProducts *products)
{
  *products = (IplPathProducts){ self->P, self->Pi, self->N0, self->Xi, s0_squared * self->scale };
}

/* A block (k, l) of K from factors, V Xi^T with V = (U_lk (x) I) Xi, ROW_BLOCK rows at a time. */
typedef struct
{
  const IplKernel *kernel;
  guint k, l;
  const double *U; /* [Pi x Pi] */
  double *K, *V;
  GCancellable *cancellable;
} Assembling;

static void
mix_block (gsize index, gpointer data)
{
  const Assembling *work = data;
  const IplKernel *self = work->kernel;
  gsize r = self->rows.count, Pi = self->rows.Pi, D = Pi * self->N0, n = index * ROW_BLOCK;

  ipl_kernel_mix (MIN (ROW_BLOCK, r - n), Pi, self->N0, work->U, self->Xi + n * D, work->V + n * D,
                  work->cancellable);
}

/* Some columns of the block; those above the diagonal of K are left out. */
static void
assemble_block (gsize index, gpointer data)
{
  const Assembling *work = data;
  const IplKernel *self = work->kernel;
  gsize r = self->rows.count, P = self->P, D = self->rows.Pi * self->N0;
  gsize n = index * ROW_BLOCK, rows = MIN (ROW_BLOCK, r - n), from = work->k == work->l ? n : 0;
  gsize columns = self->lower ? n + rows : D; /* of Xi, that are not 0 in these rows */

  ipl_tiles_multiply (TRUE, FALSE, rows, r - from, columns, 1, self->Xi + n * D, D,
                      work->V + from * D, D, 0.0,
                      work->K + (work->k * r + from) * P + work->l * r + n, P, work->cancellable);
}

static void
assemble_factors (const IplKernel *self, double s0_squared, const double *U, double *K, double *V,
                  GCancellable *cancellable)
{
  gsize r = self->rows.count, Pi = self->rows.Pi, blocks = (r + ROW_BLOCK - 1) / ROW_BLOCK;
  g_autofree double *block = g_new (double, Pi * Pi);
  double products = (double)r * (double)Pi * (double)self->N0;

  for (guint k = 0; k < self->outputs; k++)
    for (guint l = 0; l <= k; l++)
      {
        Assembling work = { self, k, l, block, K, V, cancellable };

        ipl_kernel_copy_block (self, U, l, k, s0_squared * self->scale, block);
        ipl_parallel_for_inner (blocks, products * (double)Pi, mix_block, &work, cancellable);
        ipl_parallel_for_inner (blocks, products * (double)r / (k == l ? 2 : 1), assemble_block,
                                &work, cancellable);
      }
}

/* K = sum_pq U_pq C_pq (THEORY.md section 3), without the temperature, over several outputs the
 * blocks of section 18.2. @U: [Pi x Pi] row-major, symmetric; @K: [P x P] row-major, symmetric;
 * @scratch: [ipl_kernel_scratch()]. */
void
ipl_kernel_assemble (const IplKernel *self, double s0_squared, const double *U, double *K,
                     double *scratch, GCancellable *cancellable)
{
  IplPathProducts products;

  if (self->blocks)
    {
      ipl_kernel_path_products (self, s0_squared, &products);
      ipl_path_products_kernel (&products, U, K, scratch, cancellable);
      ipl_tiles_mirror (TRUE, self->P, K, cancellable);
      return;
    }
  if (self->S == NULL)
    assemble_factors (self, s0_squared, U, K, scratch, cancellable);
  else
    {
      assemble_diagonal_pairs (self, s0_squared, U, K, scratch);
      assemble_lower_pairs (self, s0_squared, U, K, scratch, cancellable);
    }
  ipl_tiles_mirror (FALSE, self->P, K, cancellable);
}

static void
contract_diagonal_pairs (const IplKernel *self, const double *M, double *G, double *scratch)
{
  gsize r = self->rows.count, Pi = self->rows.Pi;
  double *block = scratch, *g = block + Pi * Pi, *packed = g + self->path_pairs, *at;

  for (guint k = 0; k < self->outputs; k++)
    {
      at = packed;
      for (gsize m = 0; m < r; m++)
        {
          const double *row = M + (k * r + m) * self->P + k * r;

          for (gsize n = 0; n < m; n++)
            *at++ = 2 * row[n];
          *at++ = row[m];
        }
      cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)self->path_pairs, (int)self->packed, 1.0,
                   self->S, (int)self->packed, packed, 1, 0.0, g, 1);
      ipl_pairs_to_matrix (Pi, g, block);
      put_block (self, block, k, k, G);
    }
}

static void
contract_lower_pairs (const IplKernel *self, const double *M, double *G, double *scratch,
                      GCancellable *cancellable)
{
  gsize r = self->rows.count, pairs = self->rows.Pi * self->rows.Pi, n = count_lower_blocks (self);
  double *g = scratch, *blocks = g + n * pairs, *at = blocks;

  for (guint k = 0; k < self->outputs; k++)
    for (guint l = 0; l < k; l++, at += r * r)
      for (gsize m = 0; m < r; m++)
        memcpy (at + m * r, M + (k * r + m) * self->P + l * r, r * sizeof *at);
  ipl_tiles_multiply (TRUE, FALSE, pairs, n, r * r, 1, self->C, r * r, blocks, r * r, 0, g, pairs,
                      cancellable);
  for (guint k = 0; k < self->outputs; k++)
    for (guint l = 0; l < k; l++, g += pairs)
      put_block (self, g, k, l, G);
}

/* G_kl from Y = M_kl Xi */
static void
contract_factors (const IplKernel *self, const double *M, double *G, double *Y,
                  GCancellable *cancellable)
{
  gsize r = self->rows.count, Pi = self->rows.Pi, N0 = self->N0, D = Pi * N0, P = self->P;
  g_autofree double *block = g_new (double, Pi * Pi);

  for (guint k = 0; k < self->outputs; k++)
    for (guint l = 0; l <= k; l++)
      {
        const double *part = M + k * r * P + l * r;

        /* Row-major M Xi is column-major Xi M^T, and M's lower half its upper one. */
        if (k == l)
          ipl_tiles_symmetric (r, part, P, D, self->scale, self->Xi, D, Y, D, cancellable);
        else
          ipl_tiles_multiply (FALSE, FALSE, D, r, r, self->scale, self->Xi, D, part, P, 0, Y, D,
                              cancellable);
        memset (block, 0, Pi * Pi * sizeof *block);
        for (gsize m = 0; m < r && !g_cancellable_is_cancelled (cancellable); m++)
          cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)Pi, (int)Pi, (int)N0, 1,
                       self->Xi + m * D, (int)N0, Y + m * D, (int)N0, 1, block, (int)Pi);
        put_block (self, block, k, l, G);
      }
}

void
ipl_kernel_contract (const IplKernel *self, const double *M, double *G, double *scratch,
                     GCancellable *cancellable)
{
  IplPathProducts products;

  if (self->blocks)
    {
      ipl_kernel_path_products (self, 1, &products);
      ipl_path_products_contract (&products, M, G, scratch, cancellable);
    }
  else if (self->S == NULL)
    contract_factors (self, M, G, scratch, cancellable);
  else
    {
      contract_diagonal_pairs (self, M, G, scratch);
      contract_lower_pairs (self, M, G, scratch, cancellable);
    }
}

double
ipl_kernel_flops (const IplKernel *self)
{
  double r = (double)self->rows.count, Pi = (double)self->rows.Pi, D = Pi * (double)self->N0;
  double R = self->outputs, below = (double)count_lower_blocks (self);

  if (self->S != NULL)
    return R * (double)self->path_pairs * r * (r + 1) + 2 * below * Pi * Pi * r * r;
  return R * ((self->lower ? LOWER_SHARE : 1) * r * r * D + (self->blocks ? 1 : 2) * r * D * Pi)
         + 2 * below * r * D * (r + Pi);
}

void
ipl_kernel_spread (const IplKernel *self, double *Xi)
{
  gsize r = self->rows.count, R = self->outputs, D = self->rows.Pi * self->N0;

  memset (Xi, 0, self->P * R * D * sizeof *Xi);
  for (gsize k = 0; k < R; k++)
    for (gsize m = 0; m < r; m++)
      memcpy (Xi + ((k * r + m) * R + k) * D, self->Xi + m * D, D * sizeof *Xi);
}

gsize
ipl_kernel_first_row (const IplKernel *self, gsize i)
{
  return i / self->rows.Pi * self->rows.count + (self->lower ? i % self->rows.Pi * self->N0 : 0);
}

void
ipl_kernel_weigh (const IplKernel *self, const double *alpha, double *t)
{
  gsize r = self->rows.count, D = self->rows.Pi * self->N0;

  for (guint k = 0; k < self->outputs; k++)
    cblas_dgemv (CblasRowMajor, CblasTrans, (int)r, (int)D, 1, self->Xi, (int)D, alpha + k * r, 1,
                 0, t + k * D, 1);
}

void
ipl_kernel_by_output (const IplKernel *self, const double *M, double *by_output)
{
  gsize n = self->Pi;

  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      by_output[i * n + j]
          = M[ipl_kernel_from_output (self, i) * n + ipl_kernel_from_output (self, j)];
}

void
ipl_kernel_by_path (const IplKernel *self, const double *by_output, double *M)
{
  gsize n = self->Pi;

  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      M[ipl_kernel_from_output (self, i) * n + ipl_kernel_from_output (self, j)]
          = by_output[i * n + j];
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

/* The inverse of ipl_kernel_lower_tokens() on the span of the training set. @used: [@count x N0]
 * vectors over the components in use; @full: [@count x the case's N0] the same over all. */
void
ipl_kernel_lift_tokens (const IplKernel *self, gsize count, const double *used, double *full)
{
  gsize all = self->the_case->N0;

  ipl_tiles_multiply (TRUE, FALSE, all, count, self->N0, 1, self->rows.basis, self->N0, used,
                      self->N0, 0, full, all, NULL);
}
