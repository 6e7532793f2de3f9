/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/tiles.h"

#include <cblas.h>

#include "core/base/parallel.h"
#include "core/base/tiles-private.h"

/* Side of the blocks of a transposition. */
#define MIRROR_BLOCK 32
/* Multiplications of one call of dgemm. */
#define CALL_PRODUCTS 3e8

/* @lower: whether it is the lower half that is copied, rather than the upper one
 * @A: (inout): [@n x @n] column-major; one half is copied to the other
 * Returns: IPL_TILES_DONE or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_mirror (gboolean lower, gsize n, double *A, GCancellable *cancellable)
{
  for (gsize j = 0; j < n; j += MIRROR_BLOCK)
    {
      if (g_cancellable_is_cancelled (cancellable))
        return IPL_TILES_CANCELLED;
      for (gsize i = j; i < n; i += MIRROR_BLOCK)
        for (gsize b = j; b < MIN (j + MIRROR_BLOCK, n); b++)
          for (gsize a = MAX (i, b + 1); a < MIN (i + MIRROR_BLOCK, n); a++)
            {
              double *below = &A[b * n + a], *above = &A[a * n + b];

              if (lower)
                *above = *below;
              else
                *below = *above;
            }
    }
  return IPL_TILES_DONE;
}

/* @S: [@n x @n] column-major, of whose upper half alone is read: a symmetric matrix
 * @B: [@m x @n] column-major
 * @C: (out): [@m x @n] column-major, becomes alpha B S
 * Returns: IPL_TILES_DONE or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_symmetric (gsize n, const double *S, gsize m, double alpha, const double *B,
                     gsize stride_b, double *C, gsize stride_c, GCancellable *cancellable)
{
  gsize side
      = n <= IPL_TILES_WHOLE && (double)n * (double)n * (double)m <= CALL_PRODUCTS ? n : IPL_TILE;

  for (gsize j = 0; j < n; j += side)
    {
      gsize columns = MIN (side, n - j);

      if (g_cancellable_is_cancelled (cancellable))
        return IPL_TILES_CANCELLED;
      cblas_dsymm (CblasColMajor, CblasRight, CblasUpper, (int)m, (int)columns, alpha,
                   S + j * n + j, (int)n, B + j * stride_b, (int)stride_b, 0, C + j * stride_c,
                   (int)stride_c);
      for (gsize k = 0; k < n; k += side)
        {
          gsize part = MIN (side, n - k);
          gboolean above = k < j; /* the tile (k, j) is stored, or its transpose (j, k) */

          if (k == j)
            continue;
          if (ipl_tiles_multiply (FALSE, !above, m, columns, part, alpha, B + k * stride_b,
                                  stride_b, above ? S + j * n + k : S + k * n + j, n, 1,
                                  C + j * stride_c, stride_c, cancellable)
              == IPL_TILES_CANCELLED)
            return IPL_TILES_CANCELLED;
        }
    }
  return IPL_TILES_DONE;
}

/* @A: [@k x @n] column-major
 * @C: (out): [@n x @n] A^T A, both halves
 * Returns: IPL_TILES_DONE or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_gram (gsize n, gsize k, const double *A, double *C, GCancellable *cancellable)
{
  gboolean whole = (double)n * (double)n * (double)k <= 2 * CALL_PRODUCTS;

  if (whole)
    cblas_dsyrk (CblasColMajor, CblasLower, CblasTrans, (int)n, (int)k, 1, A, (int)k, 0, C, (int)n);
  for (gsize j = 0; j < n && !whole; j += IPL_TILE)
    if (ipl_tiles_multiply (TRUE, FALSE, n - j, MIN (IPL_TILE, n - j), k, 1, A + j * k, k,
                            A + j * k, k, 0, C + j * n + j, n, cancellable)
        == IPL_TILES_CANCELLED)
      return IPL_TILES_CANCELLED;
  return ipl_tiles_mirror (TRUE, n, C, cancellable);
}

/* @A: [@k x @n] column-major
 * @stride_a: from one column of @A to the next
 * @C: (inout): [@n x @n] column-major, of whose lower half alone is read and written: becomes alpha
 *   A^T A + beta C
 * @stride_c: from one column of @C to the next
 * Returns: IPL_TILES_DONE or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_add_gram (gsize n, gsize k, double alpha, const double *A, gsize stride_a, double beta,
                    double *C, gsize stride_c, GCancellable *cancellable)
{
  gsize side = n <= IPL_TILES_WHOLE ? n : IPL_TILE;

  for (gsize j = 0; j < n; j += side)
    {
      gsize columns = MIN (side, n - j), below = n - j - columns;
      gsize depth = (gsize)MAX (2 * CALL_PRODUCTS / ((double)columns * (double)columns), 256);

      for (gsize i = 0; i < k; i += depth)
        {
          if (g_cancellable_is_cancelled (cancellable))
            return IPL_TILES_CANCELLED;
          cblas_dsyrk (CblasColMajor, CblasLower, CblasTrans, (int)columns, (int)MIN (depth, k - i),
                       alpha, A + j * stride_a + i, (int)stride_a, i == 0 ? beta : 1,
                       C + j * stride_c + j, (int)stride_c);
        }
      if (below > 0
          && ipl_tiles_multiply (TRUE, FALSE, below, columns, k, alpha,
                                 A + (j + columns) * stride_a, stride_a, A + j * stride_a, stride_a,
                                 beta, C + j * stride_c + j + columns, stride_c, cancellable)
                 == IPL_TILES_CANCELLED)
        return IPL_TILES_CANCELLED;
    }
  return IPL_TILES_DONE;
}

/* A product, and how it is cut into tiles. */
typedef struct
{
  gboolean transpose_A, transpose_B;
  gsize m, n, k;
  double alpha, beta;
  const double *A, *B;
  double *C;
  gsize stride_a, stride_b, stride_c;
  gsize rows, columns; /* of a tile of C */
} Product;

static void
multiply_tile (gsize index, gpointer data)
{
  const Product *self = data;
  gsize down = (self->m + self->rows - 1) / self->rows;
  gsize i = index % down * self->rows, j = index / down * self->columns;

  cblas_dgemm (CblasColMajor, self->transpose_A ? CblasTrans : CblasNoTrans,
               self->transpose_B ? CblasTrans : CblasNoTrans, (int)MIN (self->rows, self->m - i),
               (int)MIN (self->columns, self->n - j), (int)self->k, self->alpha,
               self->transpose_A ? self->A + i * self->stride_a : self->A + i, (int)self->stride_a,
               self->transpose_B ? self->B + j : self->B + j * self->stride_b, (int)self->stride_b,
               self->beta, self->C + j * self->stride_c + i, (int)self->stride_c);
}

/* cblas_dgemm() of column-major matrices, some columns and rows of @C at a time, which threads
 * share (ipl_parallel_for_inner()): what is small is one call of it. How it is cut depends on the
 * sizes alone. @cancellable (nullable) is looked at every few milliseconds.
 * @transpose_A: whether @A is [@k x @m] rather than [@m x @k]
 * @transpose_B: whether @B is [@n x @k] rather than [@k x @n]
 * Returns: IPL_TILES_DONE or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_multiply (gboolean transpose_A, gboolean transpose_B, gsize m, gsize n, gsize k,
                    double alpha, const double *A, gsize stride_a, const double *B, gsize stride_b,
                    double beta, double *C, gsize stride_c, GCancellable *cancellable)
{
  Product product = { transpose_A, transpose_B, m,        n,        k,        alpha, beta, A,
                      B,           C,           stride_a, stride_b, stride_c, m,     n };
  double products = (double)m * (double)n * (double)k;
  gsize tiles;

  if (m == 0 || n == 0)
    return IPL_TILES_DONE;
  if (products > CALL_PRODUCTS)
    {
      /* Long tiles rather than thin ones: at full rate from some hundred columns on. */
      product.columns = MIN (n, IPL_TILE);
      product.rows
          = MIN (m, (gsize)MAX (CALL_PRODUCTS / ((double)product.columns * (double)k), 64));
    }
  tiles = ((m + product.rows - 1) / product.rows) * ((n + product.columns - 1) / product.columns);
  ipl_parallel_for_inner (tiles, products, multiply_tile, &product, cancellable);
  return g_cancellable_is_cancelled (cancellable) ? IPL_TILES_CANCELLED : IPL_TILES_DONE;
}
