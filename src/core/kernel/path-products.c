/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/kernel/kernel.h"

#include "core/base/tiled-lapack.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

/* Doubles of a block of components, if that allows at least FEWEST components. */
#define BLOCK_DOUBLES 2e6
#define FEWEST 64
/* Examples from one look at the cancellable to the next. */
#define LOOK_ROWS 64
/* Rows of a product of two different factors, of which only one half is wanted. */
#define ROW_BLOCK 96

/* Components of a block: blocks of like size. */
static gsize
block_width (gsize P, gsize Pi, gsize N0)
{
  double fit = MAX (BLOCK_DOUBLES / ((double)P * (double)Pi), FEWEST);
  gsize blocks = (gsize)ceil ((double)N0 / fit);

  return (N0 + blocks - 1) / blocks;
}

double
ipl_path_products_scratch (gsize P, gsize Pi, gsize N0)
{
  return (double)P * (double)Pi * (double)block_width (P, Pi, N0) + (double)Pi * (double)Pi;
}

/* The factor B of U = B B^T, lower triangular; FALSE if U is not positive definite. */
static gboolean
factorize (gsize n, const double *U, double *B)
{
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j <= i; j++)
      {
        double sum = U[i * n + j] - cblas_ddot ((int)j, B + i * n, 1, B + j * n, 1);

        if (j < i)
          B[i * n + j] = sum / B[j * n + j];
        else if (sum > (double)n * DBL_EPSILON * U[i * n + i])
          B[i * n + i] = sqrt (sum);
        else
          return FALSE;
      }
  return TRUE;
}

/* TRUE if U has nothing off its diagonal and nothing negative on it: B holds the roots then. */
static gboolean
is_diagonal (gsize n, const double *U, double *B)
{
  for (gsize i = 0; i < n; i++)
    {
      for (gsize j = 0; j < i; j++)
        if (U[i * n + j] != 0)
          return FALSE;
      if (!(U[i * n + i] >= 0))
        return FALSE;
      B[i] = sqrt (U[i * n + i]);
    }
  return TRUE;
}

/* K += scale W W^T with the components from @begin on of W = (B^T (x) I) Xi, or of Xi with the
 * weights B. */
static void
add_factored (const IplPathProducts *self, gboolean diagonal, const double *B, gsize begin,
              gsize width, double *K, double *W, GCancellable *cancellable)
{
  gsize P = self->P, Pi = self->Pi, N0 = self->N0;

  for (gsize m = 0; m < P; m++)
    {
      double *row = W + m * Pi * width;

      if (g_cancellable_is_cancelled (cancellable))
        return;
      for (gsize p = 0; p < Pi; p++)
        {
          memcpy (row + p * width, self->Xi + (m * Pi + p) * N0 + begin, width * sizeof (double));
          if (diagonal)
            cblas_dscal ((int)width, B[p], row + p * width, 1);
        }
      if (!diagonal)
        cblas_dtrmm (CblasRowMajor, CblasLeft, CblasLower, CblasTrans, CblasNonUnit, (int)Pi,
                     (int)width, 1, B, (int)Pi, row, (int)width);
    }
  ipl_tiles_add_gram (P, Pi * width, self->scale, W, Pi * width, begin == 0 ? 0 : 1, K, P,
                      cancellable);
}

/* K += scale Xi V^T with the components from @begin on of V = (U (x) I) Xi, for any symmetric U. */
static void
add_mixed (const IplPathProducts *self, const double *U, gsize begin, gsize width, double *K,
           double *V, GCancellable *cancellable)
{
  gsize P = self->P, Pi = self->Pi, N0 = self->N0, D = Pi * N0;

  for (gsize m = 0; m < P && !g_cancellable_is_cancelled (cancellable); m++)
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)Pi, (int)width, (int)Pi, 1, U,
                 (int)Pi, self->Xi + m * D + begin, (int)N0, 0, V + m * Pi * width, (int)width);
  for (gsize p = 0; p < Pi; p++)
    for (gsize n = 0; n < P; n += ROW_BLOCK)
      if (ipl_tiles_multiply (TRUE, FALSE, P - n, MIN (ROW_BLOCK, P - n), width, self->scale,
                              self->Xi + n * D + p * N0 + begin, D, V + (n * Pi + p) * width,
                              Pi * width, begin + p == 0 ? 0 : 1, K + n * P + n, P, cancellable)
          != IPL_TILES_DONE)
        return;
}

void
ipl_path_products_kernel (const IplPathProducts *self, const double *U, double *K, double *scratch,
                          GCancellable *cancellable)
{
  gsize Pi = self->Pi, N0 = self->N0, step = block_width (self->P, Pi, N0);
  double *B = scratch, *block = scratch + Pi * Pi;
  gboolean diagonal = is_diagonal (Pi, U, B);
  gboolean factored = diagonal || factorize (Pi, U, B);

  for (gsize begin = 0; begin < N0 && !g_cancellable_is_cancelled (cancellable); begin += step)
    {
      gsize width = MIN (step, N0 - begin);

      if (factored)
        add_factored (self, diagonal, B, begin, width, K, block, cancellable);
      else
        add_mixed (self, U, begin, width, K, block, cancellable);
    }
}

static void
mirror (gsize n, double *G)
{
  for (gsize p = 0; p < n; p++)
    for (gsize q = 0; q < p; q++)
      G[p * n + q] = G[q * n + p] = 0.5 * (G[p * n + q] + G[q * n + p]);
}

void
ipl_path_products_contract (const IplPathProducts *self, const double *M, double *G,
                            double *scratch, GCancellable *cancellable)
{
  gsize P = self->P, Pi = self->Pi, N0 = self->N0, D = Pi * N0, step = block_width (P, Pi, N0);

  memset (G, 0, Pi * Pi * sizeof *G);
  for (gsize begin = 0; begin < N0; begin += step)
    {
      gsize width = MIN (step, N0 - begin);

      /* Row-major M Xi is column-major Xi M. */
      for (gsize p = 0; p < Pi; p++)
        if (ipl_tiles_symmetric (P, M, P, width, self->scale, self->Xi + p * N0 + begin, D,
                                 scratch + p * width, Pi * width, cancellable)
            != IPL_TILES_DONE)
          return;
      for (gsize m = 0; m < P && !g_cancellable_is_cancelled (cancellable); m++)
        cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)Pi, (int)Pi, (int)width, 1,
                     self->Xi + m * D + begin, (int)N0, scratch + m * Pi * width, (int)width, 1, G,
                     (int)Pi);
    }
  mirror (Pi, G);
}

/* With Z_p = R^-T Xi_p and t_p = Z_p^T b:  G_pq = scale (<Z_p, Z_q> - t_p . t_q) */
void
ipl_path_products_gradient (const IplPathProducts *self, const double *inverse_R, const double *b,
                            double *G, double *t, double *scratch, GCancellable *cancellable)
{
  gsize P = self->P, Pi = self->Pi, N0 = self->N0, D = Pi * N0, step = block_width (P, Pi, N0);

  for (gsize begin = 0; begin < N0; begin += step)
    {
      gsize width = MIN (step, N0 - begin);

      for (gsize p = 0; p < Pi; p++)
        {
          double *Z = scratch + p * P * width;

          for (gsize m = 0; m < P; m++)
            memcpy (Z + m * width, self->Xi + m * D + p * N0 + begin, width * sizeof (double));
          if (ipl_tiles_multiply_right (P, inverse_R, P, width, Z, width, cancellable)
              != IPL_TILES_DONE)
            return;
          cblas_dgemv (CblasRowMajor, CblasTrans, (int)P, (int)width, 1, Z, (int)width, b, 1, 0,
                       t + p * N0 + begin, 1);
        }
      if (ipl_tiles_add_gram (Pi, P * width, self->scale, scratch, P * width, begin == 0 ? 0 : 1, G,
                              Pi, cancellable)
          != IPL_TILES_DONE)
        return;
    }
  cblas_dsyrk (CblasRowMajor, CblasUpper, CblasNoTrans, (int)Pi, (int)N0, -self->scale, t, (int)N0,
               1, G, (int)Pi);
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < p; q++)
      G[p * Pi + q] = G[q * Pi + p];
}

void
ipl_kernel_mix (gsize count, gsize Pi, gsize N0, const double *U, const double *Xi, double *out,
                GCancellable *cancellable)
{
  gsize D = Pi * N0;

  for (gsize m = 0; m < count; m++)
    {
      if (m % LOOK_ROWS == 0 && g_cancellable_is_cancelled (cancellable))
        return;
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)Pi, (int)N0, (int)Pi, 1.0, U,
                   (int)Pi, Xi + m * D, (int)N0, 0.0, out + m * D, (int)N0);
    }
}
