/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/predictor.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/tiles.h"

/* Test examples whose kernel with the training set is held at a time. */
#define BLOCK 250

/* c v_p,  v_p = sum_q U_pq sum_m alpha_m xi^q(x_m) */
gboolean
ipl_predictor_readout (const IplEnergy *energy, const double *U, double *readout, GError **error)
{
  const IplKernel *kernel = energy->kernel;
  gsize P = kernel->P, Pi = kernel->Pi, N0 = kernel->N0, D = Pi * N0;
  gboolean all = kernel->rows.basis == NULL;
  g_autofree double *t = NULL;

  if (kernel->outputs > 1)
    return ipl_predictor_output_readouts (kernel, energy->s0_squared, energy->alpha, U, readout,
                                          error);
  t = ipl_memory_try_doubles ((all ? 1 : 2) * (double)D, "The predictor", error);
  if (t == NULL)
    return FALSE;
  cblas_dgemv (CblasRowMajor, CblasTrans, (int)P, (int)D, energy->s0_squared * kernel->scale,
               kernel->Xi, (int)D, energy->alpha, 1, 0.0, t, 1);
  ipl_kernel_mix (1, Pi, N0, U, t, all ? readout : t + D, NULL);
  if (!all)
    ipl_kernel_lift_tokens (kernel, Pi, t + D, readout);
  return TRUE;
}

gsize
ipl_predictor_n_blocks (const IplExamples *test)
{
  return (test->count + BLOCK - 1) / BLOCK;
}

/* K(x,x) of examples of which only a part is in the space of the training set; V: [D] */
static void
prior_variance (const IplEnergy *energy, const double *U, gsize count, const double *Xi, double *V,
                double *prior)
{
  gsize Pi = energy->kernel->Pi, N0 = energy->kernel->the_case->N0, D = Pi * N0;

  for (gsize m = 0; m < count; m++)
    {
      ipl_kernel_mix (1, Pi, N0, U, Xi + m * D, V, NULL);
      prior[m]
          = energy->s0_squared * energy->kernel->scale * cblas_ddot ((int)D, V, 1, Xi + m * D, 1);
    }
}

/* K(x,x) - k(x)^T (K + T I)^-1 k(x) */
gboolean
ipl_predictor_variance (const IplEnergy *energy, const double *U, const IplExamples *test,
                        gsize block, double *var, GError **error)
{
  const IplKernel *kernel = energy->kernel;
  gsize P = kernel->P, Pi = kernel->Pi, N0 = kernel->N0, D = Pi * N0;
  gsize all = Pi * kernel->the_case->N0;
  gsize begin = block * BLOCK, count = MIN (BLOCK, test->count - begin);
  const double *Xi = test->xi + begin * all;
  double scale = energy->s0_squared * kernel->scale, *prior = var + begin;
  double *V, *k, *lowered;
  double room = (double)count * (double)D;
  gboolean lower = kernel->rows.basis != NULL;
  g_autofree gpointer space
      = ipl_try_parts ("The predictor", error, { &V, lower ? MAX (room, (double)all) : room },
                       { &k, (double)count * (double)P }, { &lowered, lower ? room : 0 });

  if (space == NULL)
    return FALSE;

  if (lower)
    {
      prior_variance (energy, U, count, Xi, V, prior);
      ipl_kernel_lower_tokens (kernel, count * Pi, Xi, lowered, energy->cancellable);
      Xi = lowered;
    }
  ipl_kernel_mix (count, Pi, N0, U, Xi, V, energy->cancellable);
  for (gsize m = 0; m < count && !lower; m++)
    prior[m] = scale * cblas_ddot ((int)D, V + m * D, 1, Xi + m * D, 1);
  ipl_tiles_multiply (TRUE, FALSE, P, count, D, scale, kernel->Xi, D, V, D, 0.0, k, P,
                      energy->cancellable);
  ipl_tiles_solve (P, energy->factor, P, count, k, P, energy->cancellable);
  for (gsize m = 0; m < count; m++)
    prior[m] = MAX (0, prior[m] - cblas_ddot ((int)P, k + m * P, 1, k + m * P, 1));
  return TRUE;
}

gboolean
ipl_predictor_mean (const IplEnergy *energy, const double *U, const IplExamples *test,
                    IplPrediction *prediction, GError **error)
{
  gsize D = energy->kernel->Pi * energy->kernel->the_case->N0;
  g_autofree double *readout = NULL;

  if (prediction->mean == NULL
      && !ipl_prediction_init (prediction, test->count, &energy->kernel->the_case->labels, FALSE,
                               error))
    return FALSE;
  readout = ipl_memory_try_doubles ((double)D, "The predictor", error);
  if (readout == NULL || !ipl_predictor_readout (energy, U, readout, error))
    return FALSE;
  cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)test->count, (int)D, 1, test->xi, (int)D, readout,
               1, 0.0, prediction->mean, 1);
  prediction->accuracy = ipl_labels_measure (&energy->kernel->the_case->labels, test->count,
                                             test->y, prediction->mean, &prediction->accuracy_se);
  return TRUE;
}

/* Means, and variances if asked for, of 0; FALSE: IPL_ERROR_MEMORY, to be cleared all the same. */
gboolean
ipl_prediction_init (IplPrediction *self, gsize count, const IplLabels *labels, gboolean variance,
                     GError **error)
{
  static const char what[] = "The predictions";
  double K = labels->outputs, n = (double)count * K;

  self->count = count;
  self->outputs = labels->outputs;
  self->mean = ipl_try_new0 (double, n, what, error);
  if (self->mean == NULL || !variance)
    return self->mean != NULL;
  self->var = ipl_try_new0 (double, n *K, what, error);
  if (self->var == NULL || labels->kind != IPL_LABELS_CLASSES)
    return self->var != NULL;
  self->probability = ipl_try_new0 (double, n, what, error);
  if (self->probability != NULL)
    self->confusion = ipl_try_new0 (double, K *K, what, error);
  return self->confusion != NULL;
}

void
ipl_prediction_clear (IplPrediction *self)
{
  g_clear_pointer (&self->mean, g_free);
  g_clear_pointer (&self->var, g_free);
  g_clear_pointer (&self->probability, g_free);
  g_clear_pointer (&self->confusion, g_free);
}

/* Frees the predictions of all test sets. */
void
ipl_predictions_free (IplPrediction *self, guint n_tests)
{
  for (guint i = 0; i < n_tests; i++)
    ipl_prediction_clear (&self[i]);
  g_free (self);
}

/* NaN where it is not known. */
double
ipl_prediction_get_mean (const IplPrediction *self, gsize example)
{
  return self->mean != NULL && example < self->count ? self->mean[example * self->outputs] : NAN;
}

double
ipl_prediction_read_score (const IplPrediction *self, double *standard_error)
{
  if (standard_error != NULL)
    *standard_error = self->accuracy_se;
  return self->accuracy;
}

/* (transfer none): [@n] means, or variances. */
const double *
ipl_prediction_list (const IplPrediction *self, gboolean variances, gsize *n)
{
  if (n != NULL)
    *n = self->count * self->outputs * (variances ? self->outputs : 1);
  return variances ? self->var : self->mean;
}
