/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/predictor.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/tiled-lapack.h"

static const char what[] = "The predictor";

/* Numbers of the kernel between test examples and the training set that are held at a time, and
 * examples at most. */
#define BLOCK_NUMBERS 4e6
#define BLOCK 250

/* c U t,  t_(k,p) = sum_m alpha_km xi^p(x_m) */
gboolean
ipl_predictor_readouts (const IplEnergy *energy, const double *U, double *readout, GError **error)
{
  const IplKernel *kernel = energy->kernel;
  gsize n = kernel->Pi, N0 = kernel->N0;
  gboolean all = kernel->rows.basis == NULL;
  double *by_output, *t, *lowered;
  g_autofree double *space
      = ipl_try_parts (what, error, { &by_output, (double)n * (double)n },
                       { &t, (double)n * (double)N0 }, { &lowered, (double)n * (double)N0 });

  if (space == NULL)
    return FALSE;
  ipl_kernel_by_output (kernel, U, by_output);
  for (guint copy = 0; copy < kernel->copies; copy++)
    {
      double *part = readout + copy * n * kernel->the_case->N0, *v = all ? part : lowered;

      ipl_kernel_weigh (kernel, energy->alpha + copy * kernel->P, t);
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)n, (int)N0, (int)n,
                   energy->s0_squared * kernel->scale, by_output, (int)n, t, (int)N0, 0, v,
                   (int)N0);
      if (!all)
        ipl_kernel_lift_tokens (kernel, n, v, part);
    }
  return TRUE;
}

/* Test examples whose covariances are found at a time. */
static gsize
get_block (const IplKernel *kernel)
{
  return (gsize)CLAMP (BLOCK_NUMBERS / ((double)kernel->P * kernel->outputs), 1, BLOCK);
}

gsize
ipl_predictor_n_blocks (const IplKernel *kernel, guint test)
{
  gsize block = get_block (kernel);

  return (kernel->the_case->tests[test].count + block - 1) / block;
}

/* Some test examples: the kernels k_j of their outputs with the rows, and the kernels between
 * outputs, from which the explained part is subtracted. */
typedef struct
{
  const IplEnergy *energy;
  const double *U;
  guint test;
  gsize begin, count;
  double *k;          /* [count x R x P] */
  double *covariance; /* [count x R x R], of which the lower halves are read */
} Block;

/* sum_pq U_pq xi^p(x) . xi^q(x) of examples of which only a part is in the space of the training
 * set. @U: [paths x paths]; @V: [paths x N0] */
static void
find_priors (const IplKernel *kernel, const double *U, gsize count, const double *Xi, double *V,
             double *prior, gsize stride)
{
  gsize Pi = kernel->rows.Pi, N0 = kernel->the_case->N0, D = Pi * N0;

  for (gsize m = 0; m < count; m++)
    {
      ipl_kernel_mix (1, Pi, N0, U, Xi + m * D, V, NULL);
      prior[m * stride] = cblas_ddot ((int)D, V, 1, Xi + m * D, 1);
    }
}

/* All k_j and priors from features. */
static gboolean
combine_features (const Block *self, GError **error)
{
  const IplEnergy *energy = self->energy;
  const IplKernel *kernel = energy->kernel;
  gsize r = kernel->rows.count, Pi = kernel->rows.Pi, R = kernel->outputs, N0 = kernel->N0;
  gsize D = Pi * N0, all = Pi * kernel->the_case->N0, count = self->count;
  const double *full = kernel->the_case->tests[self->test].xi + self->begin * all, *Xi = full;
  double *U, *V, *lowered, room = (double)count * (double)D;
  gboolean lower = kernel->rows.basis != NULL;
  g_autofree gpointer space = ipl_try_parts (what, error, { &U, (double)(Pi * Pi) },
                                             { &V, lower ? MAX (room, (double)all) : room },
                                             { &lowered, lower ? room : 0 });

  if (space == NULL)
    return FALSE;
  if (lower)
    {
      ipl_kernel_lower_tokens (kernel, count * Pi, full, lowered, energy->cancellable);
      Xi = lowered;
    }
  for (guint i = 0; i < R; i++)
    for (guint j = 0; j < R; j++)
      {
        double *prior = self->covariance + i * R + j;

        ipl_kernel_copy_block (kernel, self->U, i, j, energy->s0_squared * kernel->scale, U);
        if (lower)
          find_priors (kernel, U, count, full, V, prior, R * R);
        ipl_kernel_mix (count, Pi, N0, U, Xi, V, energy->cancellable);
        for (gsize m = 0; m < count && !lower; m++)
          prior[m * R * R] = cblas_ddot ((int)D, V + m * D, 1, Xi + m * D, 1);
        ipl_tiles_multiply (TRUE, FALSE, r, count, D, 1, kernel->Xi, D, V, D, 0,
                            self->k + j * kernel->P + i * r, R * kernel->P, energy->cancellable);
      }
  return TRUE;
}

/* Like the former from pairs: kernels of two outputs are sums over pairs of paths. */
static gboolean
combine_pairs (const Block *self, const IplTestPairs *pairs, GError **error)
{
  const IplEnergy *energy = self->energy;
  const IplKernel *kernel = energy->kernel;
  gsize r = kernel->rows.count, Pi = kernel->rows.Pi, n = kernel->Pi, R = kernel->outputs;
  gsize count = self->count, total = kernel->the_case->tests[self->test].count;
  double *u, *blocks; /* [R^2 x paths^2]; [R^2 x count x rows] */
  g_autofree double *space
      = ipl_try_parts (what, error, { &u, (double)(n * n) },
                       { &blocks, (double)(R * R) * (double)count * (double)r });

  if (space == NULL)
    return FALSE;
  for (gsize a = 0; a < n; a++)
    for (gsize b = 0; b < n; b++)
      u[((b % R * R + a % R) * Pi + a / R) * Pi + b / R] = energy->s0_squared * self->U[a * n + b];
  ipl_tiles_multiply (FALSE, FALSE, count * r, R * R, Pi * Pi, 1, pairs->cross + self->begin * r,
                      total * r, u, Pi * Pi, 0, blocks, count * r, energy->cancellable);
  for (gsize x = 0; x < count; x++)
    for (gsize j = 0; j < R; j++)
      for (gsize i = 0; i < R; i++)
        memcpy (self->k + (x * R + j) * kernel->P + i * r, blocks + ((j * R + i) * count + x) * r,
                r * sizeof *blocks);
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)count, (int)(R * R), (int)(Pi * Pi), 1,
               pairs->owned + self->begin * Pi * Pi, (int)(Pi * Pi), u, (int)(Pi * Pi), 0,
               self->covariance, (int)(R * R));
  return TRUE;
}

/* Copies the covariances of the kernel's outputs to all its copies, which are independent. */
static void
put_covariances (const Block *self, double *var)
{
  const IplKernel *kernel = self->energy->kernel;
  gsize R = kernel->outputs, K = R * kernel->copies;

  for (gsize m = 0; m < self->count; m++)
    for (gsize i = 0; i < K; i++)
      for (gsize j = i / R * R; j <= i; j++)
        {
          double value = self->covariance[(m * R + i % R) * R + j % R];
          double *covariance = var + (self->begin + m) * K * K;

          covariance[i * K + j] = covariance[j * K + i] = i == j ? MAX (0, value) : value;
        }
}

/* K_ij(x,x) - k_i(x)^T (K + T I)^-1 k_j(x) */
gboolean
ipl_predictor_covariance (const IplEnergy *energy, const double *U, guint test, gsize block,
                          double *var, GError **error)
{
  const IplKernel *kernel = energy->kernel;
  const IplTestPairs *pairs = kernel->tests != NULL ? &kernel->tests[test] : NULL;
  gsize P = kernel->P, R = kernel->outputs, size = get_block (kernel), begin = block * size;
  Block self = { energy, U,   test, begin, MIN (size, kernel->the_case->tests[test].count - begin),
                 NULL,   NULL };
  g_autofree double *space
      = ipl_try_parts (what, error, { &self.k, (double)(self.count * R) * (double)P },
                       { &self.covariance, (double)(self.count * R * R) });

  if (space == NULL
      || !(pairs != NULL ? combine_pairs (&self, pairs, error) : combine_features (&self, error)))
    return FALSE;
  ipl_tiles_solve (P, energy->factor, P, self.count * R, self.k, P, energy->cancellable);
  for (gsize i = 0; i < self.count * R; i++)
    for (gsize j = i / R * R; j <= i; j++)
      self.covariance[i * R + j % R] -= cblas_ddot ((int)P, self.k + i * P, 1, self.k + j * P, 1);
  put_covariances (&self, var);
  return TRUE;
}

gboolean
ipl_predictor_mean (const IplEnergy *energy, const double *U, const IplExamples *test,
                    IplPrediction *prediction, GError **error)
{
  const IplCase *the_case = energy->kernel->the_case;
  gsize D = the_case->Pi * the_case->N0, K = the_case->labels.outputs;
  g_autofree double *readout = NULL;

  if (prediction->mean == NULL
      && !ipl_prediction_init (prediction, test->count, &the_case->labels, FALSE, error))
    return FALSE;
  readout = ipl_memory_try_doubles ((double)K * (double)D, what, error);
  if (readout == NULL || !ipl_predictor_readouts (energy, U, readout, error))
    return FALSE;
  for (gsize k = 0; k < K; k++)
    cblas_dgemv (CblasRowMajor, CblasNoTrans, (int)test->count, (int)D, 1, test->xi, (int)D,
                 readout + k * D, 1, 0.0, prediction->mean + k, (int)K);
  prediction->accuracy = ipl_labels_measure (&the_case->labels, test->count, test->y,
                                             prediction->mean, &prediction->accuracy_se);
  return TRUE;
}

/* Allocates means, and variances if requested, of 0; FALSE: IPL_ERROR_MEMORY; the caller clears
 * it in any case. */
gboolean
ipl_prediction_init (IplPrediction *self, gsize count, const IplLabels *labels, gboolean variance,
                     GError **error)
{
  static const char predictions[] = "The predictions";
  double K = labels->outputs, n = (double)count * K;

  self->count = count;
  self->outputs = labels->outputs;
  self->mean = ipl_try_new0 (double, n, predictions, error);
  if (self->mean == NULL || !variance)
    return self->mean != NULL;
  self->var = ipl_try_new0 (double, n *K, predictions, error);
  if (self->var == NULL || labels->kind != IPL_LABELS_CLASSES)
    return self->var != NULL;
  self->probability = ipl_try_new0 (double, n, predictions, error);
  if (self->probability != NULL)
    self->confusion = ipl_try_new0 (double, K *K, predictions, error);
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

/* The mean; NaN if unknown. */
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
