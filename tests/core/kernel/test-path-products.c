/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Products by blocks of components against the same in one piece. */
#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/kernel/kernel.h"
#include "support.h"

typedef struct
{
  gsize P, Pi, N0;
  guint blocks;
} Size;

/* One of everything; one block, two of unlike size, several. */
static const Size sizes[] = {
  { 1, 1, 1, 1 },    { 1, 5, 3, 1 },      { 7, 1, 4, 1 },
  { 30, 50, 70, 1 }, { 150, 49, 300, 2 }, { 400, 80, 150, 3 },
};

typedef struct
{
  IplPathProducts products;
  double *Xi;
  double *scratch;
  double *K, *V;
} Fixture;

static void
fixture_init (Fixture *self, const Size *size)
{
  gsize P = size->P, D = size->Pi * size->N0;
  double room = ipl_path_products_scratch (P, size->Pi, size->N0);
  double blocks = (double)P * (double)D / (room - (double)(size->Pi * size->Pi));

  g_assert_cmpfloat (ceil (blocks - 1e-9), ==, size->blocks);
  self->Xi = g_new (double, P * D);
  for (gsize i = 0; i < P * D; i++)
    self->Xi[i] = sin (1 + 0.7 * (double)i + 1e-3 * (double)(i % 977));
  self->products = (IplPathProducts){ P, size->Pi, size->N0, self->Xi, 0.3 / (double)D };
  self->scratch = g_new (double, (gsize)room);
  self->K = g_new (double, P * P);
  self->V = g_new (double, P * D);
}

static void
fixture_clear (Fixture *self)
{
  g_free (self->Xi);
  g_free (self->scratch);
  g_free (self->K);
  g_free (self->V);
}

/* (A (x) I) Xi in V */
static void
mix (Fixture *self, const double *A)
{
  gsize Pi = self->products.Pi, N0 = self->products.N0;

  for (gsize m = 0; m < self->products.P; m++)
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)Pi, (int)N0, (int)Pi, 1, A,
                 (int)Pi, self->Xi + m * Pi * N0, (int)N0, 0, self->V + m * Pi * N0, (int)N0);
}

static void
assert_same_upper (gsize n, const double *a, const double *b)
{
  double largest = 0, difference = 0;

  for (gsize i = 0; i < n; i++)
    for (gsize j = i; j < n; j++)
      {
        largest = MAX (largest, fabs (b[i * n + j]));
        difference = MAX (difference, fabs (a[i * n + j] - b[i * n + j]));
        g_assert_true (isfinite (a[i * n + j]));
      }
  g_assert_cmpfloat (difference, <=, 1e-12 * largest);
}

/* U positive, diagonal, with zeros on the diagonal, singular, indefinite and zero. */
static double *
make_order (gsize Pi, guint kind)
{
  double *U = g_new0 (double, Pi * Pi);

  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      {
        double off = 0.3 * cos ((double)((p + 1) * (q + 1)));

        if (kind == 0)
          U[p * Pi + q] = off + (p == q ? (double)Pi : 0);
        else if (kind == 1 && p == q)
          U[p * Pi + q] = 1 + (double)p;
        else if (kind == 2 && p == q)
          U[p * Pi + q] = p % 2;
        else if (kind == 3)
          U[p * Pi + q] = sin ((double)p + 1) * sin ((double)q + 1);
        else if (kind == 4)
          U[p * Pi + q] = off - (p == q ? 0.5 : 0);
      }
  return U;
}

TEST (test_kernel, "/path-products/kernel")
{
  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    for (guint kind = 0; kind < 6; kind++)
      {
        gsize P = sizes[s].P, D = sizes[s].Pi * sizes[s].N0;
        g_autofree double *U = make_order (sizes[s].Pi, kind);
        g_autofree double *whole = g_new (double, P * P);
        Fixture fixture;

        fixture_init (&fixture, &sizes[s]);
        mix (&fixture, U);
        cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)P, (int)P, (int)D,
                     fixture.products.scale, fixture.Xi, (int)D, fixture.V, (int)D, 0, whole,
                     (int)P);
        ipl_path_products_kernel (&fixture.products, U, fixture.K, fixture.scratch, NULL);
        assert_same_upper (P, fixture.K, whole);
        fixture_clear (&fixture);
      }
}

/* A triangle, M of it, and G both ways; t is what the gradient says. */
TEST (test_gradient, "/path-products/gradient")
{
  for (guint s = 0; s < G_N_ELEMENTS (sizes); s++)
    {
      gsize P = sizes[s].P, Pi = sizes[s].Pi, N0 = sizes[s].N0, D = Pi * N0;
      g_autofree double *R = g_new0 (double, P * P); /* the inverse of a triangle */
      g_autofree double *M = g_new (double, P * P);
      g_autofree double *b = g_new (double, 2 * P);
      double *alpha = b + P;
      g_autofree double *G = g_new (double, 2 * Pi * Pi);
      g_autofree double *t = g_new (double, 2 * D);
      Fixture fixture;

      fixture_init (&fixture, &sizes[s]);
      for (gsize m = 0; m < P; m++)
        {
          b[m] = cos (1 + 3 * (double)m);
          for (gsize n = m; n < P; n++)
            R[m * P + n] = (m == n ? 1 : 0.2 / (double)P) * (1.5 + sin ((double)(m + 3 * n)));
        }
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)P, (int)P, (int)P, 1, R, (int)P, R,
                   (int)P, 0, M, (int)P);
      cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)P, (int)P, 1, R, (int)P, b, 1, 0, alpha, 1);
      cblas_dger (CblasRowMajor, (int)P, (int)P, -1, alpha, 1, alpha, 1, M, (int)P);
      ipl_path_products_contract (&fixture.products, M, G, fixture.scratch, NULL);
      ipl_path_products_gradient (&fixture.products, R, b, G + Pi * Pi, t, fixture.scratch, NULL);
      test_assert_near (Pi * Pi, G, G + Pi * Pi, 1e-12 * test_largest (Pi * Pi, G));
      cblas_dgemv (CblasRowMajor, CblasTrans, (int)P, (int)D, 1, fixture.Xi, (int)D, alpha, 1, 0,
                   t + D, 1);
      test_assert_near (D, t, t + D, 1e-11 * test_largest (D, t + D));

      /* G_pq is the slope of tr M K(U) in U_pq. */
      for (guint k = 0; k < 3; k++)
        {
          gsize p = k * 7 % Pi, q = k * 5 % Pi;
          g_autofree double *U = g_new0 (double, Pi * Pi);
          double sum = 0;

          U[p * Pi + q] = U[q * Pi + p] = 1;
          ipl_path_products_kernel (&fixture.products, U, fixture.K, fixture.scratch, NULL);
          for (gsize m = 0; m < P; m++)
            for (gsize n = m; n < P; n++)
              sum += (m == n ? 1 : 2) * M[m * P + n] * fixture.K[m * P + n];
          test_assert_close (sum, (p == q ? 1 : 2) * G[p * Pi + q],
                             1e-11 * test_largest (Pi * Pi, G));
        }
      fixture_clear (&fixture);
    }
}
