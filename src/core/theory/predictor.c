/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/predictor.h"

#include "core/base/memory.h"
#include "core/base/tiles.h"
#include "core/theory/observables.h"
#include <cblas.h>

/* Test examples whose kernel with the training set is held at a time. */
#define BLOCK 250

static gboolean
predict_mean (const IplEnergy *energy, const double *U, const IplExamples *test, double *mean,
              GError **error)
{
  const IplKernel *kernel = energy->kernel;
  gsize P = kernel->P, Pi = kernel->Pi, N0 = kernel->N0, D = Pi * N0;
  g_autofree double *t = ipl_memory_try_doubles (2 * (double)D, "The predictor", error);
  double *v = t + D;

  if (t == NULL)
    return FALSE;

  /* mean(x) = c sum_p xi^p(x) . v_p,  v_p = sum_q U_pq sum_m alpha_m xi^q(x_m) */
  cblas_dgemv (CblasRowMajor, CblasTrans, (int)P, (int)D, 1.0, kernel->Xi, (int)D, energy->alpha, 1,
               0.0, t, 1);
  ipl_kernel_mix (1, Pi, N0, U, t, v, NULL);
  cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)test->count, (int)D,
               energy->s0_squared * kernel->scale, test->xi, (int)D, v, 1, 0.0, mean, 1);
  return TRUE;
}

gsize
ipl_predictor_n_blocks (const IplExamples *test)
{
  return (test->count + BLOCK - 1) / BLOCK;
}

double
ipl_predictor_memory (const IplKernel *kernel)
{
  double D = (double)kernel->Pi * (double)kernel->N0;

  return sizeof (double) * MAX (2 * D, BLOCK * (D + (double)kernel->P));
}

/* K(x,x) - k(x)^T (K + T I)^-1 k(x) */
gboolean
ipl_predictor_variance (const IplEnergy *energy, const double *U, const IplExamples *test,
                        gsize block, double *var, GError **error)
{
  const IplKernel *kernel = energy->kernel;
  gsize P = kernel->P, Pi = kernel->Pi, N0 = kernel->N0, D = Pi * N0;
  gsize begin = block * BLOCK, count = MIN (BLOCK, test->count - begin);
  const double *Xi = test->xi + begin * D;
  double scale = energy->s0_squared * kernel->scale;
  double *V, *k;
  g_autofree double *space = ipl_try_parts (
      "The predictor", error, { &V, (double)count * (double)D }, { &k, (double)count * (double)P });

  if (space == NULL)
    return FALSE;

  ipl_kernel_mix (count, Pi, N0, U, Xi, V, energy->cancellable);
  ipl_tiles_multiply (TRUE, FALSE, P, count, D, scale, kernel->Xi, D, V, D, 0.0, k, P,
                      energy->cancellable);
  ipl_tiles_solve (P, energy->factor, P, count, k, P, energy->cancellable);
  for (gsize m = 0; m < count; m++)
    {
      double prior = scale * cblas_ddot ((int)D, V + m * D, 1, Xi + m * D, 1);
      double explained = cblas_ddot ((int)P, k + m * P, 1, k + m * P, 1);

      var[begin + m] = MAX (0, prior - explained);
    }
  return TRUE;
}

gboolean
ipl_predictor_mean (const IplEnergy *energy, const double *U, const IplExamples *test,
                    gboolean regression, IplPrediction *prediction, GError **error)
{
  prediction->count = test->count;
  prediction->mean = ipl_memory_try_doubles ((double)test->count, "The predictions", error);
  if (prediction->mean == NULL || !predict_mean (energy, U, test, prediction->mean, error))
    return FALSE;
  if (regression)
    prediction->accuracy = ipl_observables_mean_squared_error (test->count, prediction->mean,
                                                               test->y, &prediction->accuracy_se);
  else
    {
      prediction->accuracy = ipl_observables_accuracy (test->count, prediction->mean, test->y);
      prediction->accuracy_se = ipl_observables_accuracy_se (test->count, prediction->accuracy);
    }
  return TRUE;
}
