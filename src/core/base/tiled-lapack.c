/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Substitutes for single calls of LAPACK: steps on several threads, with results independent of
 * their number, and a short delay of cancellation. */
#include "core/base/tiled-lapack.h"

#include <cblas.h>
#include <lapacke.h>
#include <string.h>

#include "core/base/parallel.h"

/* Side of a tile: a product of two takes some milliseconds and runs at full rate. */
#define TILE 512
/* Up to this size a factorization takes no longer than some tiles. */
#define UNTILED 1024
/* Side of the blocks of a transposition. */
#define MIRROR_BLOCK 32
/* Multiplications of one call of dgemm. */
#define CALL_PRODUCTS 3e8
/* Inverting a triangle is left to LAPACK only when it is this small: dtrtri of OpenBLAS 0.3.21
 * takes three times as long for the sizes at hand. */
#define SMALL_TRIANGLE 24

/* TRUE unless cancelled; checked before each step of the work. */
static gboolean
is_running (GCancellable *cancellable)
{
  return !g_cancellable_is_cancelled (cancellable);
}

static IplTilesResult
result_of (GCancellable *cancellable)
{
  return g_cancellable_is_cancelled (cancellable) ? IPL_TILES_CANCELLED : IPL_TILES_DONE;
}

/* @lower: TRUE to copy the lower half, FALSE for the upper one
 * @A: (inout): [@n x @n] column-major; one half is copied to the other
 * Returns: IPL_TILES_DONE or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_mirror (gboolean lower, gsize n, double *A, GCancellable *cancellable)
{
  for (gsize j = 0; j < n && is_running (cancellable); j += MIRROR_BLOCK)
    {
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
  return result_of (cancellable);
}

/* @S: [@n x @n] column-major, symmetric; only its upper half is read
 * @B: [@m x @n] column-major
 * @C: (out): [@m x @n] column-major, becomes alpha B S
 * Returns: IPL_TILES_DONE or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_symmetric (gsize n, const double *S, gsize stride, gsize m, double alpha, const double *B,
                     gsize stride_b, double *C, gsize stride_c, GCancellable *cancellable)
{
  gsize side = n <= UNTILED && (double)n * (double)n * (double)m <= CALL_PRODUCTS ? n : TILE;

  for (gsize j = 0; j < n && is_running (cancellable); j += side)
    {
      gsize columns = MIN (side, n - j);

      cblas_dsymm (CblasColMajor, CblasRight, CblasUpper, (int)m, (int)columns, alpha,
                   S + j * stride + j, (int)stride, B + j * stride_b, (int)stride_b, 0,
                   C + j * stride_c, (int)stride_c);
      for (gsize k = 0; k < n; k += side)
        {
          gsize part = MIN (side, n - k);
          gboolean above = k < j; /* the tile (k, j) is stored, or its transpose (j, k) */

          if (k == j)
            continue;
          ipl_tiles_multiply (FALSE, !above, m, columns, part, alpha, B + k * stride_b, stride_b,
                              above ? S + j * stride + k : S + k * stride + j, stride, 1,
                              C + j * stride_c, stride_c, cancellable);
        }
    }
  return result_of (cancellable);
}

/* @A: [@k x @n] column-major
 * @C: (out): [@n x @n] A^T A, both halves
 * Returns: IPL_TILES_DONE or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_gram (gsize n, gsize k, const double *A, double *C, GCancellable *cancellable)
{
  gboolean single_call = (double)n * (double)n * (double)k <= 2 * CALL_PRODUCTS;

  if (single_call)
    cblas_dsyrk (CblasColMajor, CblasLower, CblasTrans, (int)n, (int)k, 1, A, (int)k, 0, C, (int)n);
  for (gsize j = 0; j < n && !single_call; j += TILE)
    ipl_tiles_multiply (TRUE, FALSE, n - j, MIN (TILE, n - j), k, 1, A + j * k, k, A + j * k, k, 0,
                        C + j * n + j, n, cancellable);
  return ipl_tiles_mirror (TRUE, n, C, cancellable);
}

/* @A: [@k x @n] column-major
 * @stride_a: distance of the columns of @A
 * @C: (inout): [@n x @n] column-major, only its lower half is read and written: becomes alpha A^T A
 *   + beta C
 * @stride_c: distance of the columns of @C
 * Returns: IPL_TILES_DONE or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_add_gram (gsize n, gsize k, double alpha, const double *A, gsize stride_a, double beta,
                    double *C, gsize stride_c, GCancellable *cancellable)
{
  gsize side = n <= UNTILED ? n : TILE;

  for (gsize j = 0; j < n; j += side)
    {
      gsize columns = MIN (side, n - j), below = n - j - columns;
      gsize depth = (gsize)MAX (2 * CALL_PRODUCTS / ((double)columns * (double)columns), 256);

      for (gsize i = 0; i < k && is_running (cancellable); i += depth)
        cblas_dsyrk (CblasColMajor, CblasLower, CblasTrans, (int)columns, (int)MIN (depth, k - i),
                     alpha, A + j * stride_a + i, (int)stride_a, i == 0 ? beta : 1,
                     C + j * stride_c + j, (int)stride_c);
      if (below > 0)
        ipl_tiles_multiply (TRUE, FALSE, below, columns, k, alpha, A + (j + columns) * stride_a,
                            stride_a, A + j * stride_a, stride_a, beta,
                            C + j * stride_c + j + columns, stride_c, cancellable);
    }
  return result_of (cancellable);
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

/* cblas_dgemm() of column-major matrices, by blocks of columns and rows of @C that threads share
 * (ipl_parallel_for_inner()); small products are a single call. The blocks depend on the sizes
 * only. @cancellable (nullable) is checked every few milliseconds.
 * @transpose_A: TRUE if @A is [@k x @m], FALSE if [@m x @k]
 * @transpose_B: TRUE if @B is [@n x @k], FALSE if [@k x @n]
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
      product.columns = MIN (n, TILE);
      product.rows
          = MIN (m, (gsize)MAX (CALL_PRODUCTS / ((double)product.columns * (double)k), 64));
    }
  tiles = ((m + product.rows - 1) / product.rows) * ((n + product.columns - 1) / product.columns);
  ipl_parallel_for_inner (tiles, products, multiply_tile, &product, cancellable);
  return result_of (cancellable);
}

static gsize
tile_end (gsize from, gsize n)
{
  return MIN (from + TILE, n);
}

/* C -= A B^T of tiles */
static void
subtract_product (gsize m, gsize n, gsize k, const double *A, const double *B, double *C,
                  gsize stride)
{
  cblas_dgemm (CblasColMajor, CblasNoTrans, CblasTrans, (int)m, (int)n, (int)k, -1, A, (int)stride,
               B, (int)stride, 1, C, (int)stride);
}

/* A step of a Cholesky factorization: the column of tiles from @k on. */
typedef struct
{
  gsize n, k, side;
  double *A;
  gsize stride;
} Elimination;

/* The @index-th tile below the diagonal one. */
static void
divide_tile (gsize index, gpointer data)
{
  const Elimination *self = data;
  gsize stride = self->stride, i = self->k + self->side + index * TILE;
  double *column = self->A + self->k * stride;

  cblas_dtrsm (CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit,
               (int)(tile_end (i, self->n) - i), (int)self->side, 1, column + self->k, (int)stride,
               column + i, (int)stride);
}

/* The @index-th tile right of the column and not above the diagonal, counted row by row. */
static void
eliminate_tile (gsize index, gpointer data)
{
  const Elimination *self = data;
  gsize stride = self->stride, row = 0, begin = self->k + self->side, i, j;
  const double *column = self->A + self->k * stride;

  while (index > row)
    index -= ++row;
  i = begin + row * TILE;
  j = begin + index * TILE;
  if (i == j)
    cblas_dsyrk (CblasColMajor, CblasLower, CblasNoTrans, (int)(tile_end (j, self->n) - j),
                 (int)self->side, -1, column + j, (int)stride, 1, self->A + j * stride + j,
                 (int)stride);
  else
    subtract_product (tile_end (i, self->n) - i, tile_end (j, self->n) - j, self->side, column + i,
                      column + j, self->A + j * stride + i, stride);
}

/* @A: (inout): [@n x @n] column-major, symmetric; only its lower half is read and written: its
 *   factor L with A = L L^T afterwards
 * Returns: IPL_TILES_DONE, IPL_TILES_SINGULAR or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_cholesky (gsize n, double *A, gsize stride, GCancellable *cancellable)
{
  if (n <= UNTILED)
    return LAPACKE_dpotrf_work (LAPACK_COL_MAJOR, 'L', (int)n, A, (int)stride) == 0
               ? IPL_TILES_DONE
               : IPL_TILES_SINGULAR;
  for (gsize k = 0; k < n && is_running (cancellable); k += TILE)
    {
      gsize side = tile_end (k, n) - k;

      if (LAPACKE_dpotrf_work (LAPACK_COL_MAJOR, 'L', (int)side, A + k * stride + k, (int)stride)
          != 0)
        return IPL_TILES_SINGULAR;

      Elimination step = { n, k, side, A, stride };
      gsize below = (n - k - side + TILE - 1) / TILE;
      double products = (double)below * TILE * TILE * TILE;

      ipl_parallel_for_inner (below, products / 2, divide_tile, &step, cancellable);
      ipl_parallel_for_inner (below * (below + 1) / 2, products * (double)below / 2, eliminate_tile,
                              &step, cancellable);
    }
  return result_of (cancellable);
}

/* In place inverse of a lower triangle, by halves. */
static void
invert_lower (gsize n, double *A, gsize stride, GCancellable *cancellable)
{
  if (n <= SMALL_TRIANGLE)
    {
      double column[SMALL_TRIANGLE];

      for (gsize j = n; j-- > 0;)
        {
          double diagonal = 1 / A[j * stride + j];

          memset (column, 0, sizeof column);
          for (gsize k = j + 1; k < n; k++)
            for (gsize i = k; i < n; i++)
              column[i] += A[k * stride + i] * A[j * stride + k];
          A[j * stride + j] = diagonal;
          for (gsize i = j + 1; i < n; i++)
            A[j * stride + i] = -diagonal * column[i];
        }
      return;
    }

  gsize half = (n / 2 + 7) / 8 * 8, rest = n - half;
  double *below = A + half, *corner = A + half * stride + half;

  invert_lower (half, A, stride, cancellable);
  invert_lower (rest, corner, stride, cancellable);
  if (!is_running (cancellable))
    return;
  cblas_dtrmm (CblasColMajor, CblasRight, CblasLower, CblasNoTrans, CblasNonUnit, (int)rest,
               (int)half, 1, A, (int)stride, below, (int)stride);
  cblas_dtrmm (CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, (int)rest,
               (int)half, -1, corner, (int)stride, below, (int)stride);
}

/* In place L^T L of a lower triangle, its lower half, by halves. */
static void
multiply_lower (gsize n, double *A, gsize stride, GCancellable *cancellable)
{
  gsize half = n / 2, rest = n - half;
  double *below = A + half, *corner = A + half * stride + half;

  if (n <= UNTILED)
    {
      LAPACKE_dlauum_work (LAPACK_COL_MAJOR, 'L', (int)n, A, (int)stride);
      return;
    }
  multiply_lower (half, A, stride, cancellable);
  if (!is_running (cancellable))
    return;
  cblas_dsyrk (CblasColMajor, CblasLower, CblasTrans, (int)half, (int)rest, 1, below, (int)stride,
               1, A, (int)stride);
  cblas_dtrmm (CblasColMajor, CblasLeft, CblasLower, CblasTrans, CblasNonUnit, (int)rest, (int)half,
               1, corner, (int)stride, below, (int)stride);
  multiply_lower (rest, corner, stride, cancellable);
}

/* @A: (inout): [@n x @n] column-major: in its lower half the factor L of ipl_tiles_cholesky(), and
 *   afterwards the lower half of (L L^T)^-1
 * Returns: IPL_TILES_DONE or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_invert (gsize n, double *A, gsize stride, GCancellable *cancellable)
{
  invert_lower (n, A, stride, cancellable);
  multiply_lower (n, A, stride, cancellable);
  return result_of (cancellable);
}

/* @A: (inout): [@n x @n] column-major: in its lower half a triangle, and afterwards its inverse
 * Returns: IPL_TILES_DONE or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_invert_triangle (gsize n, double *A, gsize stride, GCancellable *cancellable)
{
  invert_lower (n, A, stride, cancellable);
  return result_of (cancellable);
}

/* @L: [@n x @n] column-major lower triangle
 * @stride: from one column of @L to the next
 * @B: (inout): [@n x @m] column-major, becomes L^-1 B
 * @stride_b: from one column of @B to the next
 * Returns: IPL_TILES_DONE or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_solve (gsize n, const double *L, gsize stride, gsize m, double *B, gsize stride_b,
                 GCancellable *cancellable)
{
  gsize side = n <= UNTILED ? n : TILE;

  for (gsize k = 0; k < n && is_running (cancellable); k += side)
    {
      gsize rows = MIN (side, n - k);

      cblas_dtrsm (CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, (int)rows,
                   (int)m, 1, L + k * stride + k, (int)stride, B + k, (int)stride_b);
      if (k + rows < n)
        ipl_tiles_multiply (FALSE, FALSE, n - k - rows, m, rows, -1, L + k * stride + k + rows,
                            stride, B + k, stride_b, 1, B + k + rows, stride_b, cancellable);
    }
  return result_of (cancellable);
}

/* Like ipl_tiles_solve(), with the transpose of @L and one right-hand side.
 * @b: (inout): [@n] becomes L^-T b
 * Returns: IPL_TILES_DONE or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_solve_transposed (gsize n, const double *L, gsize stride, double *b,
                            GCancellable *cancellable)
{
  gsize side = n <= UNTILED ? n : TILE;

  for (gsize end = n; end > 0 && is_running (cancellable);)
    {
      gsize k = (end - 1) / side * side, rows = end - k;

      if (end < n)
        cblas_dgemv (CblasColMajor, CblasTrans, (int)(n - end), (int)rows, -1, L + k * stride + end,
                     (int)stride, b + end, 1, 1, b + k, 1);
      cblas_dtrsv (CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, (int)rows,
                   L + k * stride + k, (int)stride, b + k, 1);
      end = k;
    }
  return result_of (cancellable);
}

/* Like ipl_tiles_solve(), for right-hand sides in rows.
 * @B: (inout): [@m x @n] column-major, becomes B L^-T
 * Returns: IPL_TILES_DONE or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_solve_right (gsize n, const double *L, gsize stride, gsize m, double *B, gsize stride_b,
                       GCancellable *cancellable)
{
  gsize side = n <= UNTILED ? n : TILE;

  for (gsize k = 0; k < n && is_running (cancellable); k += side)
    {
      gsize rows = MIN (side, n - k), next = k + rows;

      cblas_dtrsm (CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, (int)m,
                   (int)rows, 1, L + k * stride + k, (int)stride, B + k * stride_b, (int)stride_b);
      if (next < n)
        ipl_tiles_multiply (FALSE, TRUE, m, n - next, rows, -1, B + k * stride_b, stride_b,
                            L + k * stride + next, stride, 1, B + next * stride_b, stride_b,
                            cancellable);
    }
  return result_of (cancellable);
}

/* @L: [@n x @n] column-major lower triangle
 * @stride: from one column of @L to the next
 * @B: (inout): [@m x @n] column-major, becomes B L^T
 * @stride_b: from one column of @B to the next
 * Returns: IPL_TILES_DONE or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_multiply_right (gsize n, const double *L, gsize stride, gsize m, double *B,
                          gsize stride_b, GCancellable *cancellable)
{
  gsize side = n <= UNTILED ? n : TILE;

  for (gsize end = n; end > 0 && is_running (cancellable);)
    {
      gsize j = (end - 1) / side * side, columns = end - j;

      cblas_dtrmm (CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, (int)m,
                   (int)columns, 1, L + j * stride + j, (int)stride, B + j * stride_b,
                   (int)stride_b);
      if (j > 0)
        ipl_tiles_multiply (FALSE, TRUE, m, columns, j, 1, B, stride_b, L + j, stride, 1,
                            B + j * stride_b, stride_b, cancellable);
      end = j;
    }
  return result_of (cancellable);
}
