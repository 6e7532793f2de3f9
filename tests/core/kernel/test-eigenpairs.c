/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Eigenpairs: that they are, that they are the largest, all of them or few, whatever the matrix. */
#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/kernel/eigenpairs.h"
#include "support.h"

typedef enum
{
  GENERIC,
  LOW_RANK, /* many eigenvalues are 0 */
  CLUSTERS, /* every eigenvalue occurs eight times */
  ZERO,
} Kind;

/* A = H diag H with a Householder reflection H, so that its eigenvalues are known: largest first.
 */
static double *
matrix_of (gsize n, Kind kind, double scale, double *exact)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed ((guint32)(n + 100 * kind));
  g_autofree double *h = g_new (double, n), *Dh = g_new (double, n);
  double *A = g_new0 (double, n * n), square = 0, hDh = 0;

  for (gsize k = 0; k < n; k++)
    {
      double at = (double)(kind == CLUSTERS ? k / 8 : k);

      exact[k] = kind == ZERO || (kind == LOW_RANK && k >= 20) ? 0 : scale * exp (-0.05 * at);
      h[k] = g_rand_double_range (rand, -1, 1);
      square += h[k] * h[k];
    }
  for (gsize k = 0; k < n; k++)
    {
      h[k] /= sqrt (square);
      Dh[k] = exact[k] * h[k];
      hDh += h[k] * Dh[k];
    }
  for (gsize m = 0; m < n; m++)
    for (gsize k = 0; k < n; k++)
      A[m * n + k]
          = (m == k ? exact[m] : 0) - 2 * h[m] * Dh[k] - 2 * Dh[m] * h[k] + 4 * hDh * h[m] * h[k];
  return A;
}

static void
check (gsize n, gsize count, Kind kind, double scale)
{
  g_autofree double *exact = g_new (double, n);
  g_autofree double *A = matrix_of (n, kind, scale, exact);
  g_autofree double *kept = g_memdup2 (A, n * n * sizeof *A);
  g_autofree double *Av = g_new (double, n);
  g_autoptr (IplEigenpairs) pairs
      = TEST_OK (ipl_eigenpairs_new (n, g_steal_pointer (&A), count, NULL, &error));
  /* Backward stable: some n roundings of the largest. */
  double bound = 20 * (double)n * DBL_EPSILON * scale;

  g_assert_cmpuint (pairs->count, ==, MIN (count, n));
  for (gsize k = 0; k < pairs->count; k++)
    {
      const double *v = pairs->vectors + k * n;

      g_assert_cmpfloat (fabs (pairs->values[k] - exact[k]), <=, bound);
      cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)n, (int)n, 1, kept, (int)n, v, 1, 0, Av, 1);
      cblas_daxpy ((int)n, -pairs->values[k], v, 1, Av, 1);
      g_assert_cmpfloat (cblas_dnrm2 ((int)n, Av, 1), <=, bound);
      for (gsize i = 0; i <= k; i++)
        g_assert_cmpfloat (fabs (cblas_ddot ((int)n, v, 1, pairs->vectors + i * n, 1) - (i == k)),
                           <=, 1e-11);
    }
}

TEST (test_pairs, "/eigenpairs/pairs")
{
  static const gsize sizes[][2]
      = { { 1, 1 },    { 1, 9 },    { 2, 1 },   { 7, 3 },     { 60, 60 },   { 90, 30 },
          { 400, 50 }, { 401, 50 }, { 420, 1 }, { 410, 410 }, { 450, 112 }, { 640, 40 } };

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (Kind kind = GENERIC; kind <= ZERO; kind++)
      for (double scale = 1e-12; scale < 1e13; scale *= 1e12)
        check (sizes[i][0], sizes[i][1], kind, scale);
}

TEST (test_cancelled, "/eigenpairs/cancelled")
{
  const gsize n = 1500;
  g_autofree double *exact = g_new (double, n);

  TEST_CANCELLED (ipl_eigenpairs_new (n, matrix_of (n, GENERIC, 1, exact), 40, cancelled, &error));
}
