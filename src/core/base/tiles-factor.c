/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/tiles-factor.h"

#include <cblas.h>
#include <lapacke.h>
#include <string.h>

#include "core/base/parallel.h"
#include "core/base/tiles-private.h"

/* Inverting a triangle is left to LAPACK only when it is this small: dtrtri of OpenBLAS 0.3.21
 * takes three times as long for the sizes at hand. */
#define SMALL_TRIANGLE 24

static gsize
tile_end (gsize from, gsize n)
{
  return MIN (from + IPL_TILE, n);
}

/* C -= A B^T of tiles */
static void
subtract_product (gsize m, gsize n, gsize k, const double *A, const double *B, double *C,
                  gsize stride)
{
  cblas_dgemm (CblasColMajor, CblasNoTrans, CblasTrans, (int)m, (int)n, (int)k, -1, A, (int)stride,
               B, (int)stride, 1, C, (int)stride);
}

/* Of a Cholesky factorization, the column of tiles from @k on. */
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
  gsize stride = self->stride, i = self->k + self->side + index * IPL_TILE;
  double *column = self->A + self->k * stride;

  cblas_dtrsm (CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit,
               (int)(tile_end (i, self->n) - i), (int)self->side, 1, column + self->k, (int)stride,
               column + i, (int)stride);
}

/* Of the tiles right of it and not above the diagonal, counted row by row. */
static void
eliminate_tile (gsize index, gpointer data)
{
  const Elimination *self = data;
  gsize stride = self->stride, row = 0, begin = self->k + self->side, i, j;
  const double *column = self->A + self->k * stride;

  while (index > row)
    index -= ++row;
  i = begin + row * IPL_TILE;
  j = begin + index * IPL_TILE;
  if (i == j)
    cblas_dsyrk (CblasColMajor, CblasLower, CblasNoTrans, (int)(tile_end (j, self->n) - j),
                 (int)self->side, -1, column + j, (int)stride, 1, self->A + j * stride + j,
                 (int)stride);
  else
    subtract_product (tile_end (i, self->n) - i, tile_end (j, self->n) - j, self->side, column + i,
                      column + j, self->A + j * stride + i, stride);
}

/* @A: (inout): [@n x @n] column-major, of whose lower half alone is read and written: a symmetric
 *   matrix, its factor L with A = L L^T afterwards
 * Returns: IPL_TILES_DONE, IPL_TILES_SINGULAR or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_cholesky (gsize n, double *A, gsize stride, GCancellable *cancellable)
{
  if (n <= IPL_TILES_WHOLE)
    return LAPACKE_dpotrf_work (LAPACK_COL_MAJOR, 'L', (int)n, A, (int)stride) == 0
               ? IPL_TILES_DONE
               : IPL_TILES_SINGULAR;
  for (gsize k = 0; k < n; k += IPL_TILE)
    {
      gsize side = tile_end (k, n) - k;

      if (LAPACKE_dpotrf_work (LAPACK_COL_MAJOR, 'L', (int)side, A + k * stride + k, (int)stride)
          != 0)
        return IPL_TILES_SINGULAR;
      Elimination step = { n, k, side, A, stride };
      gsize below = (n - k - side + IPL_TILE - 1) / IPL_TILE;

      double products = (double)below * IPL_TILE * IPL_TILE * IPL_TILE;

      ipl_parallel_for_inner (below, products / 2, divide_tile, &step, cancellable);
      ipl_parallel_for_inner (below * (below + 1) / 2, products * (double)below / 2, eliminate_tile,
                              &step, cancellable);
      if (g_cancellable_is_cancelled (cancellable))
        return IPL_TILES_CANCELLED;
    }
  return IPL_TILES_DONE;
}

/* In place inverse of a lower triangle of at most IPL_TILES_WHOLE rows, by halves. */
static void
invert_lower (gsize n, double *A, gsize stride)
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

  invert_lower (half, A, stride);
  invert_lower (rest, corner, stride);
  cblas_dtrmm (CblasColMajor, CblasRight, CblasLower, CblasNoTrans, CblasNonUnit, (int)rest,
               (int)half, 1, A, (int)stride, below, (int)stride);
  cblas_dtrmm (CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, (int)rest,
               (int)half, -1, corner, (int)stride, below, (int)stride);
}

/* In place inverse of a lower triangle. Column of tiles by column, last to first: what lies right
 * of it is inverted already, X below it becomes -inverse X diagonal^-1, lowest tile first. */
static IplTilesResult
invert_triangle (gsize n, double *A, gsize stride, GCancellable *cancellable)
{
  for (gsize at = (n + IPL_TILE - 1) / IPL_TILE; at-- > 0;)
    {
      gsize k = at * IPL_TILE, side = tile_end (k, n) - k;

      invert_lower (side, A + k * stride + k, stride);
      for (gsize row = (n + IPL_TILE - 1) / IPL_TILE; row-- > at + 1;)
        {
          gsize i = row * IPL_TILE, rows = tile_end (i, n) - i;
          double *target = A + k * stride + i;

          cblas_dtrmm (CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, (int)rows,
                       (int)side, 1, A + i * stride + i, (int)stride, target, (int)stride);
          for (gsize j = k + side; j < i; j += IPL_TILE)
            {
              if (g_cancellable_is_cancelled (cancellable))
                return IPL_TILES_CANCELLED;
              cblas_dgemm (CblasColMajor, CblasNoTrans, CblasNoTrans, (int)rows, (int)side,
                           IPL_TILE, 1, A + j * stride + i, (int)stride, A + k * stride + j,
                           (int)stride, 1, target, (int)stride);
            }
          cblas_dtrmm (CblasColMajor, CblasRight, CblasLower, CblasNoTrans, CblasNonUnit, (int)rows,
                       (int)side, -1, A + k * stride + k, (int)stride, target, (int)stride);
        }
    }
  return IPL_TILES_DONE;
}

/* In place L^T L of a lower triangle, its lower half: row of tiles by row, first to last, of what
 * is still L below it. */
static IplTilesResult
multiply_triangle (gsize n, double *A, gsize stride, GCancellable *cancellable)
{
  for (gsize i = 0; i < n; i += IPL_TILE)
    {
      gsize rows = tile_end (i, n) - i;
      double *diagonal = A + i * stride + i;

      for (gsize j = 0; j < i; j += IPL_TILE)
        {
          double *target = A + j * stride + i;

          cblas_dtrmm (CblasColMajor, CblasLeft, CblasLower, CblasTrans, CblasNonUnit, (int)rows,
                       IPL_TILE, 1, diagonal, (int)stride, target, (int)stride);
          for (gsize k = i + rows; k < n; k += IPL_TILE)
            {
              if (g_cancellable_is_cancelled (cancellable))
                return IPL_TILES_CANCELLED;
              cblas_dgemm (CblasColMajor, CblasTrans, CblasNoTrans, (int)rows, IPL_TILE,
                           (int)(tile_end (k, n) - k), 1, A + i * stride + k, (int)stride,
                           A + j * stride + k, (int)stride, 1, target, (int)stride);
            }
        }
      LAPACKE_dlauum_work (LAPACK_COL_MAJOR, 'L', (int)rows, diagonal, (int)stride);
      for (gsize k = i + rows; k < n; k += IPL_TILE)
        cblas_dsyrk (CblasColMajor, CblasLower, CblasTrans, (int)rows, (int)(tile_end (k, n) - k),
                     1, A + i * stride + k, (int)stride, 1, diagonal, (int)stride);
    }
  return IPL_TILES_DONE;
}

/* @A: (inout): [@n x @n] column-major: in its lower half the factor L of ipl_tiles_cholesky(), and
 *   afterwards the lower half of (L L^T)^-1
 * Returns: IPL_TILES_DONE or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_invert (gsize n, double *A, gsize stride, GCancellable *cancellable)
{
  if (n <= IPL_TILES_WHOLE)
    {
      invert_lower (n, A, stride);
      LAPACKE_dlauum_work (LAPACK_COL_MAJOR, 'L', (int)n, A, (int)stride);
      return IPL_TILES_DONE;
    }
  if (invert_triangle (n, A, stride, cancellable) == IPL_TILES_CANCELLED)
    return IPL_TILES_CANCELLED;
  return multiply_triangle (n, A, stride, cancellable);
}

/* @A: (inout): [@n x @n] column-major: in its lower half a triangle, and afterwards its inverse
 * Returns: IPL_TILES_DONE or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_invert_triangle (gsize n, double *A, gsize stride, GCancellable *cancellable)
{
  if (n > IPL_TILES_WHOLE)
    return invert_triangle (n, A, stride, cancellable);
  invert_lower (n, A, stride);
  return IPL_TILES_DONE;
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
  gsize side = n <= IPL_TILES_WHOLE ? n : IPL_TILE;

  for (gsize k = 0; k < n; k += side)
    {
      gsize rows = MIN (side, n - k);

      if (g_cancellable_is_cancelled (cancellable))
        return IPL_TILES_CANCELLED;
      cblas_dtrsm (CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, (int)rows,
                   (int)m, 1, L + k * stride + k, (int)stride, B + k, (int)stride_b);
      if (k + rows < n
          && ipl_tiles_multiply (FALSE, FALSE, n - k - rows, m, rows, -1, L + k * stride + k + rows,
                                 stride, B + k, stride_b, 1, B + k + rows, stride_b, cancellable)
                 == IPL_TILES_CANCELLED)
        return IPL_TILES_CANCELLED;
    }
  return IPL_TILES_DONE;
}

/* As ipl_tiles_solve(), with the transpose of @L and one right-hand side.
 * @b: (inout): [@n] becomes L^-T b
 * Returns: IPL_TILES_DONE or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_solve_transposed (gsize n, const double *L, gsize stride, double *b,
                            GCancellable *cancellable)
{
  gsize side = n <= IPL_TILES_WHOLE ? n : IPL_TILE;

  for (gsize end = n; end > 0;)
    {
      gsize k = (end - 1) / side * side, rows = end - k;

      if (g_cancellable_is_cancelled (cancellable))
        return IPL_TILES_CANCELLED;
      if (end < n)
        cblas_dgemv (CblasColMajor, CblasTrans, (int)(n - end), (int)rows, -1, L + k * stride + end,
                     (int)stride, b + end, 1, 1, b + k, 1);
      cblas_dtrsv (CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, (int)rows,
                   L + k * stride + k, (int)stride, b + k, 1);
      end = k;
    }
  return IPL_TILES_DONE;
}

/* As ipl_tiles_solve(), for right-hand sides that lie in rows.
 * @B: (inout): [@m x @n] column-major, becomes B L^-T
 * Returns: IPL_TILES_DONE or IPL_TILES_CANCELLED */
IplTilesResult
ipl_tiles_solve_right (gsize n, const double *L, gsize stride, gsize m, double *B, gsize stride_b,
                       GCancellable *cancellable)
{
  gsize side = n <= IPL_TILES_WHOLE ? n : IPL_TILE;

  for (gsize k = 0; k < n; k += side)
    {
      gsize rows = MIN (side, n - k), next = k + rows;

      if (g_cancellable_is_cancelled (cancellable))
        return IPL_TILES_CANCELLED;
      cblas_dtrsm (CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, (int)m,
                   (int)rows, 1, L + k * stride + k, (int)stride, B + k * stride_b, (int)stride_b);
      if (next < n
          && ipl_tiles_multiply (FALSE, TRUE, m, n - next, rows, -1, B + k * stride_b, stride_b,
                                 L + k * stride + next, stride, 1, B + next * stride_b, stride_b,
                                 cancellable)
                 == IPL_TILES_CANCELLED)
        return IPL_TILES_CANCELLED;
    }
  return IPL_TILES_DONE;
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
  gsize side = n <= IPL_TILES_WHOLE ? n : IPL_TILE;

  for (gsize end = n; end > 0;)
    {
      gsize j = (end - 1) / side * side, columns = end - j;

      if (g_cancellable_is_cancelled (cancellable))
        return IPL_TILES_CANCELLED;
      cblas_dtrmm (CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, (int)m,
                   (int)columns, 1, L + j * stride + j, (int)stride, B + j * stride_b,
                   (int)stride_b);
      if (j > 0
          && ipl_tiles_multiply (FALSE, TRUE, m, columns, j, 1, B, stride_b, L + j, stride, 1,
                                 B + j * stride_b, stride_b, cancellable)
                 == IPL_TILES_CANCELLED)
        return IPL_TILES_CANCELLED;
      end = j;
    }
  return IPL_TILES_DONE;
}
