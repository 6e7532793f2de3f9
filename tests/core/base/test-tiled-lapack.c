/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Products and factors by tiles against BLAS and LAPACK at once. */

#include "core/base/tiled-lapack.h"

#include <cblas.h>
#include <lapacke.h>
#include <math.h>
#include <string.h>
#include "support.h"

/* Below, at and above the size that is left to LAPACK whole; a last tile of one row. */
static const gsize sizes[] = { 1, 24, 25, 300, 1024, 1025, 1537, 1600 };

/* Columns of [n x M], or rows of [M x n]. */
#define M 3

/* Diagonally dominant, so well conditioned. */
static double *
make_matrix (gsize n)
{
  double *A = g_new (double, n * n);

  for (gsize j = 0; j < n; j++)
    for (gsize i = 0; i < n; i++)
      A[j * n + i] = sin (0.37 * (double)(i + 1) * (double)(j + 1)) + (i == j ? (double)n : 0);
  return A;
}

static double *
make_numbers (gsize n)
{
  double *A = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    A[i] = cos (0.9 * (double)i);
  return A;
}

static double *
copy (gsize n, const double *A)
{
  return g_memdup2 (A, n * sizeof *A);
}

static void
assert_same (gsize n, const double *tiles, const double *whole)
{
  test_assert_near (n, tiles, whole, 1e-11 * (1 + test_largest (n, whole)));
}

#define DONE(call) g_assert_cmpint (call, ==, IPL_TILES_DONE)

/* The upper half is left alone. */
TEST (test_cholesky, "/tiles/cholesky")
{
  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      gsize n = sizes[s];
      g_autofree double *A = make_matrix (n), *L = copy (n * n, A), *whole = copy (n * n, A);

      DONE (ipl_tiles_cholesky (n, L, n, NULL));
      LAPACKE_dpotrf (LAPACK_COL_MAJOR, 'L', (int)n, whole, (int)n);
      assert_same (n * n, L, whole);
      DONE (ipl_tiles_invert (n, L, n, NULL));
      LAPACKE_dpotri (LAPACK_COL_MAJOR, 'L', (int)n, whole, (int)n);
      assert_same (n * n, L, whole);
      /* One wrong sign on the diagonal, in each third of it. */
      for (gsize third = 0; third < 3; third++)
        {
          gsize at = MIN (third * n / 3 + n / 7, n - 1);

          memcpy (L, A, n * n * sizeof (double));
          L[at * n + at] *= -1;
          g_assert_cmpint (ipl_tiles_cholesky (n, L, n, NULL), ==, IPL_TILES_SINGULAR);
        }
    }
}

/* A triangle from either side, its transpose, its products and its inverse. */
TEST (test_triangle, "/tiles/triangle")
{
  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      gsize n = sizes[s];
      g_autofree double *L = make_matrix (n), *inverse = copy (n * n, L), *other = copy (n * n, L);
      g_autofree double *B = make_numbers (n * M), *whole = copy (n * M, B);

      DONE (ipl_tiles_solve (n, L, n, M, B, n, NULL));
      cblas_dtrsm (CblasColMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, (int)n, M, 1,
                   L, (int)n, whole, (int)n);
      assert_same (n * M, B, whole);
      DONE (ipl_tiles_solve_right (n, L, n, M, B, M, NULL));
      cblas_dtrsm (CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, M, (int)n, 1, L,
                   (int)n, whole, M);
      assert_same (n * M, B, whole);
      DONE (ipl_tiles_multiply_right (n, L, n, M, B, M, NULL));
      cblas_dtrmm (CblasColMajor, CblasRight, CblasLower, CblasTrans, CblasNonUnit, M, (int)n, 1, L,
                   (int)n, whole, M);
      assert_same (n * M, B, whole);
      DONE (ipl_tiles_solve_transposed (n, L, n, B, NULL));
      cblas_dtrsv (CblasColMajor, CblasLower, CblasTrans, CblasNonUnit, (int)n, L, (int)n, whole,
                   1);
      assert_same (n * M, B, whole);
      DONE (ipl_tiles_invert_triangle (n, inverse, n, NULL));
      LAPACKE_dtrtri (LAPACK_COL_MAJOR, 'L', 'N', (int)n, other, (int)n);
      for (gsize j = 0; j < n; j++)
        assert_same (n - j, inverse + j * n + j, other + j * n + j);
    }
}

/* alpha A^T A + beta C of the lower half, and the upper one as it was. */
TEST (test_add_gram, "/tiles/add-gram")
{
  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      gsize n = sizes[s], k = n < 100 ? 3001 : 700, stride = k + 1;
      g_autofree double *A = make_numbers (n * stride);
      g_autofree double *C = make_matrix (n), *whole = copy (n * n, C);

      DONE (ipl_tiles_add_gram (n, k, 0.5, A, stride, 2, C, n, NULL));
      cblas_dsyrk (CblasColMajor, CblasLower, CblasTrans, (int)n, (int)k, 0.5, A, (int)stride, 2,
                   whole, (int)n);
      assert_same (n * n, C, whole);
    }
}

TEST (test_symmetric, "/tiles/symmetric")
{
  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      gsize n = sizes[s];
      g_autofree double *S = make_matrix (n), *B = make_numbers (M * n);
      g_autofree double *C = g_new (double, M * n), *whole = g_new (double, M * n);

      /* Lower half: not to be read. */
      for (gsize j = 0; j < n; j++)
        for (gsize i = j + 1; i < n; i++)
          S[j * n + i] = NAN;
      DONE (ipl_tiles_symmetric (n, S, n, M, 2, B, M, C, M, NULL));
      cblas_dsymm (CblasColMajor, CblasRight, CblasUpper, M, (int)n, 2, S, (int)n, B, M, 0, whole,
                   M);
      assert_same (M * n, C, whole);
    }
}

TEST (test_gram, "/tiles/gram")
{
  static const gsize shapes[][2] = { { 1, 5 }, { 40, 7 }, { 600, 1800 }, { 1030, 700 } };

  for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
    {
      gsize n = shapes[s][0], k = shapes[s][1];
      g_autofree double *A = make_numbers (n * k);
      g_autofree double *C = g_new (double, n * n), *whole = g_new (double, n * n);

      DONE (ipl_tiles_gram (n, k, A, C, NULL));
      cblas_dgemm (CblasColMajor, CblasTrans, CblasNoTrans, (int)n, (int)n, (int)k, 1, A, (int)k, A,
                   (int)k, 0, whole, (int)n);
      assert_same (n * n, C, whole);
    }
}

TEST (test_multiply, "/tiles/multiply")
{
  static const gsize shapes[][3]
      = { { 3, 4, 5 }, { 700, 1, 900 }, { 1, 600, 3 }, { 800, 900, 700 }, { 70, 1100, 6000 } };

  for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
    for (int transposes = 0; transposes < 4; transposes++)
      {
        gsize m = shapes[s][0], n = shapes[s][1], k = shapes[s][2];
        gboolean ta = transposes & 1, tb = transposes >> 1;
        gsize stride_a = (ta ? k : m) + 2, stride_b = (tb ? n : k) + 1;
        g_autofree double *A = make_numbers (stride_a * (ta ? m : k));
        g_autofree double *B = make_numbers (stride_b * (tb ? k : n));
        g_autofree double *C = make_numbers (m * n), *whole = copy (m * n, C);

        DONE (ipl_tiles_multiply (ta, tb, m, n, k, 2, A, stride_a, B, stride_b, 3, C, m, NULL));
        cblas_dgemm (CblasColMajor, ta ? CblasTrans : CblasNoTrans, tb ? CblasTrans : CblasNoTrans,
                     (int)m, (int)n, (int)k, 2, A, (int)stride_a, B, (int)stride_b, 3, whole,
                     (int)m);
        assert_same (m * n, C, whole);
      }
}

TEST (test_mirror, "/tiles/mirror")
{
  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (int lower = 0; lower < 2; lower++)
      {
        gsize n = sizes[s];
        g_autofree double *A = g_new (double, n * n);

        for (gsize i = 0; i < n * n; i++)
          A[i] = (double)i;
        g_assert_cmpint (ipl_tiles_mirror (lower, n, A, NULL), ==, IPL_TILES_DONE);
        for (gsize j = 0; j < n; j++)
          for (gsize i = 0; i < n; i++)
            {
              gsize kept = (i >= j) == lower ? j * n + i : i * n + j;

              if (A[j * n + i] != (double)(i == j ? j * n + i : kept))
                g_error ("n %zu: (%zu, %zu) is %g", n, i, j, A[j * n + i]);
            }
      }
}

/* A call that is cancelled says so. */
TEST (test_cancelled, "/tiles/cancelled")
{
  gsize n = 1500;
  g_autofree double *A = make_matrix (n);
  g_autofree double *B = make_matrix (n);
  g_autofree double *C = make_matrix (n);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();

  g_cancellable_cancel (cancellable);
  g_assert_cmpint (ipl_tiles_cholesky (n, A, n, cancellable), ==, IPL_TILES_CANCELLED);
  g_assert_cmpint (ipl_tiles_invert (n, A, n, cancellable), ==, IPL_TILES_CANCELLED);
  g_assert_cmpint (ipl_tiles_solve (n, A, n, n, B, n, cancellable), ==, IPL_TILES_CANCELLED);
  g_assert_cmpint (ipl_tiles_multiply (FALSE, FALSE, n, n, n, 1, A, n, B, n, 0, C, n, cancellable),
                   ==, IPL_TILES_CANCELLED);
}
