/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Predictions over several outputs (THEORY.md section 18.4): those of section 3, where an example x
 * has a row for each of its outputs,
 *   k_j(x)[k, m] = c sum_pq U_(p,k),(q,j) xi^p(x_m) . xi^q(x). */
#include "core/theory/predictor.h"

#include "core/base/memory.h"
#include "core/base/tiles.h"

#include <cblas.h>
#include <string.h>

/* Numbers of the kernel between test examples and the training set that are held at a time. */
#define BLOCK_NUMBERS 4e6

/* c U t as a linear readout of each output: [R x Pi x N0] over the case's components of a token. */
gboolean
ipl_predictor_output_readouts (const IplKernel *kernel, double s0_squared, const double *alpha,
                               const double *U, double *readout, GError **error)
{
  gsize n = kernel->Pi, N0 = kernel->N0;
  gboolean all = kernel->rows.basis == NULL;
  double *by_output, *t, *v;
  g_autofree double *space
      = ipl_try_parts ("The predictor", error, { &by_output, (double)n * (double)n },
                       { &t, (double)n * (double)N0 }, { &v, all ? 0 : (double)n * (double)N0 });

  if (space == NULL)
    return FALSE;
  v = all ? readout : v;
  ipl_kernel_by_output (kernel, U, by_output);
  ipl_kernel_weigh (kernel, alpha, t);
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)n, (int)N0, (int)n,
               s0_squared * kernel->scale, by_output, (int)n, t, (int)N0, 0, v, (int)N0);
  if (!all)
    ipl_kernel_lift_tokens (kernel, n, v, readout);
  return TRUE;
}

gboolean
ipl_predictor_output_means (const IplKernel *kernel, double s0_squared, const double *alpha,
                            const double *U, const IplExamples *test, double *mean, GError **error)
{
  const IplCase *the_case = kernel->the_case;
  gsize D = the_case->Pi * the_case->N0, R = kernel->outputs;
  g_autofree double *readout
      = ipl_memory_try_doubles ((double)D * (double)R, "The predictor", error);

  if (readout == NULL
      || !ipl_predictor_output_readouts (kernel, s0_squared, alpha, U, readout, error))
    return FALSE;
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)test->count, (int)R, (int)D, 1,
               test->xi, (int)D, readout, (int)D, 0, mean, (int)R);
  return TRUE;
}

/* The part of U of the output @j: [Pi x Pi R], rows (path, output), columns paths. */
static void
take_output (const IplKernel *kernel, const double *U, gsize j, double *part)
{
  gsize Pi = kernel->rows.Pi, n = kernel->Pi, R = kernel->outputs;

  for (gsize a = 0; a < n; a++)
    for (gsize q = 0; q < Pi; q++)
      part[a * Pi + q] = U[a * n + q * R + j];
}

/* c sum_pq U_(p,k),(q,j) xi^p(x) . xi^q(x) of every example, over all components of a token.
 * @V: [Pi R x N0] */
static void
prior_covariance (const IplEnergy *energy, const double *part, gsize j, gsize count,
                  const double *Xi, double *V, double *covariance)
{
  const IplKernel *kernel = energy->kernel;
  gsize Pi = kernel->rows.Pi, N0 = kernel->the_case->N0, R = kernel->outputs;
  double scale = energy->s0_squared * kernel->scale;

  for (gsize m = 0; m < count; m++)
    {
      const double *xi = Xi + m * Pi * N0;

      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)(Pi * R), (int)N0, (int)Pi,
                   scale, part, (int)Pi, xi, (int)N0, 0, V, (int)N0);
      for (gsize k = 0; k < R; k++)
        {
          double sum = 0;

          for (gsize p = 0; p < Pi; p++)
            sum += cblas_ddot ((int)N0, V + (p * R + k) * N0, 1, xi + p * N0, 1);
          covariance[(m * R + k) * R + j] = sum;
        }
    }
}

/* k_j of every example: [count] rows of P, @stride apart. @V: [count x Pi x N0] */
static void
cross_kernels (const IplEnergy *energy, const double *part, gsize count, const double *Xi,
               double *block, double *V, double *k_j, gsize stride)
{
  const IplKernel *kernel = energy->kernel;
  gsize r = kernel->rows.count, Pi = kernel->rows.Pi, N0 = kernel->N0, R = kernel->outputs;
  double scale = energy->s0_squared * kernel->scale;

  for (gsize k = 0; k < R; k++)
    {
      for (gsize p = 0; p < Pi; p++)
        memcpy (block + p * Pi, part + (p * R + k) * Pi, Pi * sizeof *block);
      ipl_kernel_mix (count, Pi, N0, block, Xi, V, energy->cancellable);
      ipl_tiles_multiply (TRUE, FALSE, r, count, Pi * N0, scale, kernel->Xi, Pi * N0, V, Pi * N0, 0,
                          k_j + k * r, stride, energy->cancellable);
    }
}

/* Test examples whose covariances are found at a time. */
gsize
ipl_predictor_output_block (const IplKernel *kernel)
{
  return (gsize)CLAMP (BLOCK_NUMBERS / ((double)kernel->P * kernel->outputs), 1, 250);
}

/* All k_j and priors from pairs: those of two outputs are sums over pairs of paths. @u:
 * [R^2 x Pi^2]; @blocks: [R^2 x count x rows] */
static void
combine_pairs (const IplEnergy *energy, const IplTestPairs *pairs, const double *U, gsize total,
               gsize begin, gsize count, double *u, double *blocks, double *k, double *covariance)
{
  const IplKernel *kernel = energy->kernel;
  gsize r = kernel->rows.count, Pi = kernel->rows.Pi, n = kernel->Pi, R = kernel->outputs;

  for (gsize a = 0; a < n; a++)
    for (gsize b = 0; b < n; b++)
      u[((b % R * R + a % R) * Pi + a / R) * Pi + b / R] = energy->s0_squared * U[a * n + b];
  ipl_tiles_multiply (FALSE, FALSE, count * r, R * R, Pi * Pi, 1, pairs->cross + begin * r,
                      total * r, u, Pi * Pi, 0, blocks, count * r, energy->cancellable);
  for (gsize x = 0; x < count; x++)
    for (gsize j = 0; j < R; j++)
      for (gsize i = 0; i < R; i++)
        memcpy (k + (x * R + j) * kernel->P + i * r, blocks + ((j * R + i) * count + x) * r,
                r * sizeof *k);
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)count, (int)(R * R), (int)(Pi * Pi), 1,
               pairs->own + begin * Pi * Pi, (int)(Pi * Pi), u, (int)(Pi * Pi), 0, covariance,
               (int)(R * R));
}

/* The same from features. */
static gboolean
combine_features (const IplEnergy *energy, const double *U, const IplExamples *test, gsize begin,
                  gsize count, double *k, double *covariance, GError **error)
{
  const IplKernel *kernel = energy->kernel;
  gsize P = kernel->P, Pi = kernel->rows.Pi, R = kernel->outputs;
  gsize all = kernel->the_case->N0, D = Pi * kernel->N0;
  const double *Xi = test->xi + begin * Pi * all;
  double *part, *block, *V, *lowered, *own;
  g_autofree double *space
      = ipl_try_parts ("The predictor", error, { &part, (double)(Pi * Pi * R) },
                       { &block, (double)(Pi * Pi) }, { &V, (double)count * (double)D },
                       { &own, (double)(Pi * R * all) },
                       { &lowered, kernel->rows.basis != NULL ? (double)count * (double)D : 0 });

  if (space == NULL)
    return FALSE;
  for (gsize j = 0; j < R; j++)
    {
      take_output (kernel, U, j, part);
      prior_covariance (energy, part, j, count, Xi, own, covariance);
    }
  if (kernel->rows.basis != NULL)
    {
      ipl_kernel_lower_tokens (kernel, count * Pi, Xi, lowered, energy->cancellable);
      Xi = lowered;
    }
  for (gsize j = 0; j < R; j++)
    {
      take_output (kernel, U, j, part);
      cross_kernels (energy, part, count, Xi, block, V, k + j * P, R * P);
    }
  return TRUE;
}

gboolean
ipl_predictor_output_covariance (const IplEnergy *energy, const double *U,
                                 const IplTestPairs *pairs, const IplExamples *test, gsize begin,
                                 gsize count, double *covariance, GError **error)
{
  const IplKernel *kernel = energy->kernel;
  gsize P = kernel->P, R = kernel->outputs, paths = kernel->rows.Pi;
  double numbers = (double)count * (double)R * (double)P, *k, *blocks, *u;
  g_autofree double *space
      = ipl_try_parts ("The predictor", error, { &k, numbers },
                       { &blocks, pairs != NULL ? numbers : 0 },
                       { &u, pairs != NULL ? (double)(R * R) * (double)(paths * paths) : 0 });

  if (space == NULL)
    return FALSE;
  if (pairs != NULL)
    combine_pairs (energy, pairs, U, test->count, begin, count, u, blocks, k, covariance);
  else if (!combine_features (energy, U, test, begin, count, k, covariance, error))
    return FALSE;
  ipl_tiles_solve (P, energy->factor, P, count * R, k, P, energy->cancellable);
  for (gsize m = 0; m < count; m++)
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)R, (int)R, (int)P, -1, k + m * R * P,
                 (int)P, k + m * R * P, (int)P, 1, covariance + m * R * R, (int)R);
  return TRUE;
}
