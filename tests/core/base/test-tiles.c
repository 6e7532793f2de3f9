/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Products and factors by tiles against what they are by definition. */

#include "core/base/tiles.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>
#include "support.h"

/* Below, at and above the size that is left to LAPACK whole; a last tile of one row. */
static const gsize sizes[] = { 1, 24, 25, 300, 1024, 1025, 1537, 1600 };

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

/* Row i of the lower half of a product L L^T */
static double
product_entry (const double *L, gsize n, gsize i, gsize j)
{
  double sum = 0;

  for (gsize k = 0; k <= MIN (i, j); k++)
    sum += L[k * n + i] * L[k * n + j];
  return sum;
}

TEST (test_cholesky, "/tiles/cholesky")
{
  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      gsize n = sizes[s];
      g_autofree double *A = make_matrix (n);
      g_autofree double *L = g_memdup2 (A, n * n * sizeof (double));

      g_assert_cmpint (ipl_tiles_cholesky (n, L, n, NULL), ==, IPL_TILES_DONE);
      for (gsize step = 0; step < 400; step++)
        {
          gsize i = step * 7919 % n, j = step * 104729 % (i + 1);

          g_assert_cmpfloat_with_epsilon (product_entry (L, n, i, j), A[j * n + i],
                                          1e-12 * (double)n);
        }
      /* The upper half is left alone. */
      for (gsize j = 1; j < n; j++)
        g_assert_cmpfloat (L[j * n], ==, A[j * n]);
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

TEST (test_invert, "/tiles/invert")
{
  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      gsize n = sizes[s];
      g_autofree double *A = make_matrix (n);
      g_autofree double *inverse = g_memdup2 (A, n * n * sizeof (double));

      ipl_tiles_cholesky (n, inverse, n, NULL);
      g_assert_cmpint (ipl_tiles_invert (n, inverse, n, NULL), ==, IPL_TILES_DONE);
      for (gsize j = 0; j < n; j++)
        for (gsize i = 0; i < j; i++)
          inverse[j * n + i] = inverse[i * n + j];
      for (gsize j = 0; j < n; j++)
        for (gsize i = 0; i < j; i++)
          A[j * n + i] = A[i * n + j];
      for (gsize step = 0; step < 400; step++)
        {
          gsize i = step * 7919 % n, j = step % 3 == 0 ? i : step * 104729 % n;
          double sum = 0;

          for (gsize k = 0; k < n; k++)
            sum += A[k * n + i] * inverse[j * n + k];
          g_assert_cmpfloat_with_epsilon (sum, i == j, 1e-11);
        }
    }
}

/* A triangle's inverse, and B L^T: one undoes the other. */
TEST (test_triangle, "/tiles/triangle")
{
  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      gsize n = sizes[s], m = 3;
      g_autofree double *L = make_matrix (n);
      g_autofree double *inverse = g_memdup2 (L, n * n * sizeof (double));
      g_autofree double *B = g_new (double, n * m);

      for (gsize i = 0; i < n * m; i++)
        B[i] = cos ((double)i);
      g_assert_cmpint (ipl_tiles_multiply_right (n, L, n, m, B, m, NULL), ==, IPL_TILES_DONE);
      for (gsize j = 0; j < n; j += MAX (n / 50, 1))
        for (gsize k = 0; k < m; k++)
          {
            double sum = 0;

            for (gsize i = 0; i <= j; i++)
              sum += cos ((double)(i * m + k)) * L[i * n + j];
            g_assert_cmpfloat_with_epsilon (B[j * m + k], sum, 1e-11 * (double)n);
          }
      g_assert_cmpint (ipl_tiles_invert_triangle (n, inverse, n, NULL), ==, IPL_TILES_DONE);
      g_assert_cmpint (ipl_tiles_multiply_right (n, inverse, n, m, B, m, NULL), ==, IPL_TILES_DONE);
      for (gsize i = 0; i < n * m; i++)
        g_assert_cmpfloat_with_epsilon (B[i], cos ((double)i), 1e-11);
    }
}

/* alpha A^T A + beta C of the lower half, and the upper one as it was. */
TEST (test_add_gram, "/tiles/add-gram")
{
  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      gsize n = sizes[s], k = n < 100 ? 3001 : 700, stride = k + 1;
      g_autofree double *A = g_new (double, n * stride);
      g_autofree double *C = make_matrix (n);
      g_autofree double *before = g_memdup2 (C, n * n * sizeof (double));

      for (gsize i = 0; i < n * stride; i++)
        A[i] = sin (0.9 * (double)i);
      g_assert_cmpint (ipl_tiles_add_gram (n, k, 0.5, A, stride, 2, C, n, NULL), ==,
                       IPL_TILES_DONE);
      for (gsize step = 0; step < 400; step++)
        {
          gsize i = step * 7919 % n, j = step % 3 == 0 ? i : step * 104729 % n;
          double sum = 2 * before[j * n + i];

          for (gsize l = 0; l < k; l++)
            sum += 0.5 * A[i * stride + l] * A[j * stride + l];
          g_assert_cmpfloat_with_epsilon (C[j * n + i], i >= j ? sum : before[j * n + i], 1e-9);
        }
    }
}

TEST (test_triangle_solve, "/tiles/solve")
{
  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      gsize n = sizes[s], m = 3;
      g_autofree double *L = make_matrix (n);
      g_autofree double *B = g_new (double, n * m);

      for (gsize i = 0; i < n * m; i++)
        B[i] = cos ((double)i);
      g_assert_cmpint (ipl_tiles_solve (n, L, n, m, B, n, NULL), ==, IPL_TILES_DONE);
      for (gsize i = 0; i < n; i += MAX (n / 50, 1))
        for (gsize k = 0; k < m; k++)
          {
            double sum = 0;

            for (gsize j = 0; j <= i; j++)
              sum += L[j * n + i] * B[k * n + j];
            g_assert_cmpfloat_with_epsilon (sum, cos ((double)(k * n + i)), 1e-11);
          }
    }
}

TEST (test_solve_others, "/tiles/solve-others")
{
  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      gsize n = sizes[s], m = 3;
      g_autofree double *L = make_matrix (n);
      g_autofree double *b = g_new (double, n);
      g_autofree double *B = g_new (double, n * m);

      for (gsize i = 0; i < n; i++)
        b[i] = sin ((double)i);
      for (gsize i = 0; i < n * m; i++)
        B[i] = cos ((double)i);
      g_assert_cmpint (ipl_tiles_solve_transposed (n, L, n, b, NULL), ==, IPL_TILES_DONE);
      g_assert_cmpint (ipl_tiles_solve_right (n, L, n, m, B, m, NULL), ==, IPL_TILES_DONE);
      for (gsize i = 0; i < n; i += MAX (n / 50, 1))
        {
          double sum = 0;

          for (gsize j = i; j < n; j++)
            sum += L[i * n + j] * b[j];
          g_assert_cmpfloat_with_epsilon (sum, sin ((double)i), 1e-11);
          for (gsize k = 0; k < m; k++)
            {
              sum = 0;
              for (gsize j = 0; j <= i; j++)
                sum += L[j * n + i] * B[j * m + k];
              g_assert_cmpfloat_with_epsilon (sum, cos ((double)(i * m + k)), 1e-11);
            }
        }
    }
}

TEST (test_symmetric, "/tiles/symmetric")
{
  for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      gsize n = sizes[s], m = 3;
      g_autofree double *S = make_matrix (n);
      g_autofree double *B = g_new (double, m * n);
      g_autofree double *C = g_new (double, m * n);

      /* Lower half: not to be read. */
      for (gsize j = 0; j < n; j++)
        for (gsize i = j + 1; i < n; i++)
          S[j * n + i] = NAN;
      for (gsize i = 0; i < n * m; i++)
        B[i] = cos ((double)i);
      g_assert_cmpint (ipl_tiles_symmetric (n, S, n, m, 2, B, m, C, m, NULL), ==, IPL_TILES_DONE);
      for (gsize j = 0; j < n; j += MAX (n / 40, 1))
        for (gsize k = 0; k < m; k++)
          {
            double sum = 0;

            for (gsize i = 0; i < n; i++)
              sum += 2 * B[i * m + k] * (i <= j ? S[j * n + i] : S[i * n + j]);
            g_assert_cmpfloat_with_epsilon (C[j * m + k], sum, 1e-11 * (double)n);
          }
    }
}

TEST (test_gram, "/tiles/gram")
{
  static const gsize shapes[][2] = { { 1, 5 }, { 40, 7 }, { 600, 1800 }, { 1030, 700 } };

  for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
    {
      gsize n = shapes[s][0], k = shapes[s][1];
      g_autofree double *A = g_new (double, n * k);
      g_autofree double *C = g_new (double, n * n);

      for (gsize i = 0; i < n * k; i++)
        A[i] = sin (0.7 * (double)i);
      g_assert_cmpint (ipl_tiles_gram (n, k, A, C, NULL), ==, IPL_TILES_DONE);
      for (gsize step = 0; step < 300; step++)
        {
          gsize i = step * 7919 % n, j = step * 104729 % n;
          double sum = 0;

          for (gsize l = 0; l < k; l++)
            sum += A[i * k + l] * A[j * k + l];
          g_assert_cmpfloat_with_epsilon (C[j * n + i], sum, 1e-12 * (double)k);
        }
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
        g_autofree double *A = g_new (double, stride_a *(ta ? m : k));
        g_autofree double *B = g_new (double, stride_b *(tb ? k : n));
        g_autofree double *C = g_new (double, m * n);

        for (gsize i = 0; i < stride_a * (ta ? m : k); i++)
          A[i] = sin ((double)i);
        for (gsize i = 0; i < stride_b * (tb ? k : n); i++)
          B[i] = cos ((double)i);
        for (gsize i = 0; i < m * n; i++)
          C[i] = (double)(i % 5);
        g_assert_cmpint (ipl_tiles_multiply (ta, tb, m, n, k, 2, A, stride_a, B, stride_b, 3, C, m,
                                             NULL),
                         ==, IPL_TILES_DONE);
        for (gsize step = 0; step < 200; step++)
          {
            gsize i = step * 7919 % m, j = step * 104729 % n;
            double sum = 3 * (double)((j * m + i) % 5);

            for (gsize l = 0; l < k; l++)
              sum += 2 * (ta ? A[i * stride_a + l] : A[l * stride_a + i])
                     * (tb ? B[l * stride_b + j] : B[j * stride_b + l]);
            g_assert_cmpfloat_with_epsilon (C[j * m + i], sum, 1e-12 * (double)k);
          }
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
