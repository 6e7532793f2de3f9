/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Principal components: what is shown of them is the same however examples are ordered and features
 * are turned, whatever eigenvalues coincide. */
#include "core/theory/components.h"
#include "core/theory/solution.h"

#include <lapacke.h>
#include <math.h>
#include <string.h>

#include "support.h"

typedef struct
{
  IplComponents c;
  double space[3][700];
} Read;

static void
read_matrix (Read *self, gsize n, const double *K, const double *y, gsize wanted)
{
  self->c = (IplComponents){ n, 0, self->space[0], self->space[1], self->space[2] };
  TEST_OK (ipl_components_read (&self->c, g_memdup2 (K, n * n * sizeof *K),
                                                     &(IplLabelRows){ n, 1, 1, y, NULL }, wanted,
                                                     NULL, &error));
}

/* No labels, and no kernel: numbers all the same. */
TEST (test_nothing, "/components/nothing")
{
  const double K[] = { 0, 0, 0, 0 }, y[] = { 0, 0 }, y1[] = { 3, 4 };
  Read read;

  read_matrix (&read, 2, K, y, 2);
  g_assert_cmpfloat (read.c.overlap[1], ==, 0);
  g_assert_cmpfloat (read.c.multiplicity[0], ==, 2);
  read_matrix (&read, 2, K, y1, 2);
  test_assert_close (read.c.overlap[1], 1, 1e-15);
}

/* Eigenvalues that differ by at most 100 n eps of the largest are one cluster. */
TEST (test_tolerance, "/components/tolerance")
{
  for (guint apart = 0; apart < 2; apart++)
    {
      double gap = (apart ? 1.2 : 0.8) * 300 * DBL_EPSILON;
      const double K[] = { 1, 0, 0, 0, 1 - gap, 0, 0, 0, 0.5 }, y[] = { 1, 0, 0 };
      Read read;

      read_matrix (&read, 3, K, y, 3);
      g_assert_cmpfloat (read.c.multiplicity[0], ==, apart ? 1 : 2);
      g_assert_cmpfloat (read.c.multiplicity[2], ==, 1);
    }
}

/* Rows of a random rotation: [n x n], the eigenvectors of a random matrix. */
static double *
random_rotation (gsize n, GRand *rand)
{
  double *Q = g_new (double, n * n);
  g_autofree double *values = g_new (double, n);

  for (gsize i = 0; i < n * n; i++)
    Q[i] = g_rand_double_range (rand, -1, 1);
  g_assert_cmpint (LAPACKE_dsyev (LAPACK_ROW_MAJOR, 'V', 'U', (int)n, Q, (int)n, values), ==, 0);
  return Q;
}

/* K = Q^T diag (values) Q */
static double *
matrix_with (gsize n, const double *values, const double *Q)
{
  double *K = g_new0 (double, n * n);

  for (gsize k = 0; k < n; k++)
    for (gsize i = 0; values[k] != 0 && i < n; i++)
      for (gsize j = 0; j < n; j++)
        K[i * n + j] += values[k] * Q[k * n + i] * Q[k * n + j];
  return K;
}

/* A spectrum with eigenvalues of one, two, three and seven components, the last of them 0; the
 * labels lie in the eigenspaces as said, whatever the rotation. */
TEST (test_degenerate_clusters, "/components/known-clusters")
{
  enum
  {
    N = 20
  };
  static const double values[N] = { 9, 5, 5, 3, 2, 2, 2, 1.5, 1.4, 1.3, 1.2, 1.1, 0.5 };
  static const guint clusters[] = { 1, 2, 1, 3, 1, 1, 1, 1, 1, 1, 7 };
  g_autoptr (GRand) rand = g_rand_new_with_seed (2);
  double y[N], parts[N], norm = 0;

  for (int k = 0; k < N; k++)
    {
      parts[k] = g_rand_double_range (rand, -1, 1);
      norm += parts[k] * parts[k];
    }
  for (int round = 0; round < 20; round++)
    {
      g_autofree double *Q = random_rotation (N, rand), *K = matrix_with (N, values, Q);
      double squares = 0;
      Read read;
      gsize k = 0;

      memset (y, 0, sizeof y);
      for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
          y[j] += parts[i] * Q[i * N + j];
      read_matrix (&read, N, K, y, N);
      g_assert_cmpuint (read.c.n_computed, ==, N);
      for (gsize c = 0; c < G_N_ELEMENTS (clusters); c++)
        {
          double part = 0;

          for (gsize i = 0; i < clusters[c]; i++)
            part += parts[k + i] * parts[k + i];
          for (gsize i = 0; i < clusters[c]; i++, k++)
            {
              g_assert_cmpfloat (read.c.multiplicity[k], ==, clusters[c]);
              test_assert_close (read.c.overlap[k], sqrt (part / norm), 1e-12);
              test_assert_close (read.c.eigenvalues[k], values[k], 1e-13);
              squares += read.c.overlap[k] * read.c.overlap[k] / clusters[c];
            }
        }
      g_assert_cmpfloat (read.c.eigenvalues[N - 1], ==, 0);
      test_assert_close (squares, 1, 1e-12);
    }
}

/* Some of many: a cluster at the end of those wanted is known as a whole, and nothing beyond. */
TEST (test_some, "/components/some")
{
  enum
  {
    N = 640,
    FIRST = 40,
    SIZE = 75
  };
  g_autofree double *values = g_new (double, N), *K = NULL, *Q = g_new0 (double, N *N);
  g_autoptr (GRand) rand = g_rand_new_with_seed (4);
  double v[N], y[N], norm = 0;
  Read all, some;

  for (int k = 0; k < N; k++)
    {
      values[k] = k < FIRST ? 200 - k : k < FIRST + SIZE ? 100 : 50 - 0.05 * k;
      v[k] = g_rand_double_range (rand, -1, 1);
      y[k] = g_rand_double_range (rand, -1, 1);
      norm += v[k] * v[k];
    }
  /* a reflection turns all axes at once */
  for (int i = 0; i < N; i++)
    for (int j = 0; j < N; j++)
      Q[i * N + j] = (i == j) - 2 * v[i] * v[j] / norm;
  K = matrix_with (N, values, Q);
  read_matrix (&all, N, K, y, N);
  g_assert_cmpuint (all.c.n_computed, ==, N);
  g_assert_cmpfloat (all.c.multiplicity[FIRST], ==, SIZE);
  for (gsize wanted = 30; wanted <= 50; wanted += 20)
    {
      gsize known;

      read_matrix (&some, N, K, y, wanted);
      known = some.c.n_computed;
      g_assert_cmpuint (known, >=, wanted < FIRST ? wanted : FIRST + SIZE);
      g_assert_cmpuint (known, <, N);
      g_assert_true (known <= FIRST || known >= FIRST + SIZE);
      test_assert_near (known, all.c.overlap, some.c.overlap, 1e-10);
      test_assert_near (known, all.c.eigenvalues, some.c.eigenvalues, 1e-10);
      test_assert_same (known, all.c.multiplicity, some.c.multiplicity);
      g_assert_true (isnan (some.c.overlap[known]) && isnan (some.c.multiplicity[N - 1]));
    }
}
