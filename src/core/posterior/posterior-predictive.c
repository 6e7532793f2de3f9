/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The posterior predictive distribution on the test sets: averages over draws of U. */
#include "core/posterior/posterior-predictive-private.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/posterior/posterior-private.h"
#include "core/theory/observables.h"

/* Draws whose means are formed in one product. */
#define BLOCK 64
/* The mean of the predictive variances is taken over as many draws as these operations allow, at
 * least some, spread over the run: on large test sets one costs as much as a hundred gradients. */
#define VARIANCE_FLOPS 6e9
#define LEAST_VARIANCE_DRAWS 32
/* Parts of the run whose own accuracies tell the sampling error of the accuracy. */
#define PARTS_PER_CHAIN 2

typedef struct
{
  IplPosterior *posterior;
  IplPrediction *tests;   /* [n_tests] */
  double *accuracy_draws; /* [total] */
  guint n_draws;
  guint total;      /* n_chains * n_draws */
  guint test;       /* the test set at hand */
  double **sum;     /* [blocks][P'] sums of means over the block's draws */
  double **squares; /* [blocks][P'] sums of squares */
  guint n_var;
  double **var; /* [n_var][P'] variances of single draws */
  gint failed;
  GCancellable *cancellable;
} Work;

static const double *
draw_of (const Work *work, guint index)
{
  return ipl_posterior_get_U (work->posterior, index / work->n_draws, index % work->n_draws);
}

/* The means of a block of draws on a test set, in one product: [P' x draws]. */
static void
predict_block (gsize index, gpointer data)
{
  Work *work = data;
  IplPosterior *posterior = work->posterior;
  IplKernel *kernel = posterior->kernel;
  const IplCase *the_case = posterior->the_case;
  const IplExamples *test = &the_case->tests[work->test];
  gsize P = kernel->P, D = kernel->Pi * kernel->N0;
  guint begin = (guint)index * BLOCK, count = MIN (BLOCK, work->total - begin);
  g_autoptr (IplEnergy) energy
      = ipl_energy_new (kernel, posterior->setting.variances[0], posterior->setting.temperature);
  g_autofree double *v = g_new (double, count * D);
  g_autofree double *t = g_new (double, D);
  g_autofree double *means = g_new (double, test->count * count);
  double *sum = work->sum[index], *squares = work->squares[index];

  for (guint i = 0; i < count; i++)
    {
      double E;

      if (g_cancellable_is_cancelled (work->cancellable))
        return;
      if (!ipl_energy_evaluate (energy, draw_of (work, begin + i), &E))
        {
          g_atomic_int_set (&work->failed, TRUE);
          return;
        }
      cblas_dgemv (CblasRowMajor, CblasTrans, (int)P, (int)D, 1, kernel->Xi, (int)D, energy->alpha,
                   1, 0, t, 1);
      ipl_kernel_mix (1, kernel->Pi, kernel->N0, draw_of (work, begin + i), t, v + i * D);
    }
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)test->count, (int)count, (int)D,
               energy->s0_squared * kernel->scale, test->xi, (int)D, v, (int)D, 0, means,
               (int)count);
  for (gsize x = 0; x < test->count; x++)
    for (guint i = 0; i < count; i++)
      {
        double mean = means[x * count + i];

        sum[x] += mean;
        squares[x] += mean * mean;
        if (work->test == 0)
          work->accuracy_draws[begin + i] += the_case->regression
                                                 ? (mean - test->y[x]) * (mean - test->y[x])
                                                 : mean * test->y[x] > 0;
      }
}

static void
predict_variance (gsize index, gpointer data)
{
  Work *work = data;
  IplPosterior *posterior = work->posterior;
  guint n = work->n_var;
  const double *U
      = draw_of (work, (guint)(((guint64)2 * index + 1) * work->total / (2 * (guint64)n)));
  g_autoptr (IplEnergy) energy = ipl_energy_new (posterior->kernel, posterior->setting.variances[0],
                                                 posterior->setting.temperature);
  const IplExamples *test = &posterior->the_case->tests[work->test];
  double E;

  if (g_cancellable_is_cancelled (work->cancellable))
    return;
  if (!ipl_energy_evaluate (energy, U, &E))
    {
      g_atomic_int_set (&work->failed, TRUE);
      return;
    }
  work->var[index] = g_new (double, test->count);
  for (gsize block = 0; block < ipl_predictor_n_blocks (test); block++)
    ipl_predictor_variance (energy, U, test, block, work->var[index]);
}

static double
accuracy_of (const IplCase *the_case, const IplExamples *test, const double *mean, double *se)
{
  double accuracy;

  if (the_case->regression)
    return ipl_observables_mean_squared_error (test->count, mean, test->y, se);
  accuracy = ipl_observables_accuracy (test->count, mean, test->y);
  *se = ipl_observables_accuracy_se (test->count, accuracy);
  return accuracy;
}

/* Variance of the accuracy of the mean predictor from sampling: over parts of the run, whose own
 * means have their sampling error of which the whole's is the mean. */
static double
sampling_variance (const Work *work, const IplExamples *test, guint n_blocks)
{
  guint parts = MIN (PARTS_PER_CHAIN * work->posterior->n_chains, n_blocks);
  g_autofree double *mean = g_new (double, test->count);
  double sum = 0, squares = 0, unused;

  if (parts < 2)
    return 0;
  for (guint k = 0; k < parts; k++)
    {
      guint begin = k * n_blocks / parts, end = (k + 1) * n_blocks / parts, draws = 0;
      double accuracy;

      memset (mean, 0, test->count * sizeof *mean);
      for (guint b = begin; b < end; b++)
        {
          draws += MIN (BLOCK, work->total - b * BLOCK);
          cblas_daxpy ((int)test->count, 1, work->sum[b], 1, mean, 1);
        }
      cblas_dscal ((int)test->count, 1.0 / draws, mean, 1);
      accuracy = accuracy_of (work->posterior->the_case, test, mean, &unused);
      sum += accuracy / parts;
      squares += accuracy * accuracy / parts;
    }
  return MAX (0, squares - sum * sum) / (parts - 1);
}

static guint
variance_draws (const Work *work, const IplExamples *test)
{
  const IplKernel *kernel = work->posterior->kernel;
  double flops = 2 * (double)test->count * (double)kernel->P * (double)(kernel->Pi * kernel->N0);

  return (guint)CLAMP (VARIANCE_FLOPS / flops, MIN (LEAST_VARIANCE_DRAWS, work->total),
                       work->total);
}

/* Law of total variance: E[var] + Var[mean]. */
static gboolean
predict (Work *work, guint threads)
{
  const IplCase *the_case = work->posterior->the_case;
  const IplExamples *test = &the_case->tests[work->test];
  IplPrediction *prediction = &work->tests[work->test];
  guint n_blocks = (work->total + BLOCK - 1) / BLOCK, n_var = variance_draws (work, test);
  double se, n = work->total;

  work->sum = g_new0 (double *, n_blocks);
  work->squares = g_new0 (double *, n_blocks);
  work->n_var = n_var;
  work->var = g_new0 (double *, n_var);
  for (guint b = 0; b < n_blocks; b++)
    {
      work->sum[b] = g_new0 (double, test->count);
      work->squares[b] = g_new0 (double, test->count);
    }
  ipl_parallel_for (n_blocks, threads, predict_block, work, work->cancellable);
  ipl_parallel_for (n_var, threads, predict_variance, work, work->cancellable);

  gboolean fine = !work->failed && !g_cancellable_is_cancelled (work->cancellable);

  prediction->count = test->count;
  prediction->mean = g_new0 (double, test->count);
  prediction->var = g_new0 (double, test->count);
  if (fine)
    {
      for (guint b = 0; b < n_blocks; b++)
        cblas_daxpy ((int)test->count, 1 / n, work->sum[b], 1, prediction->mean, 1);
      for (guint k = 0; k < n_var; k++)
        cblas_daxpy ((int)test->count, 1.0 / n_var, work->var[k], 1, prediction->var, 1);
      for (guint b = 0; b < n_blocks; b++)
        cblas_daxpy ((int)test->count, 1 / n, work->squares[b], 1, prediction->var, 1);
      for (gsize x = 0; x < test->count; x++)
        prediction->var[x]
            = MAX (0, prediction->var[x] - prediction->mean[x] * prediction->mean[x]);
      prediction->accuracy = accuracy_of (the_case, test, prediction->mean, &se);
      prediction->accuracy_se = sqrt (se * se + sampling_variance (work, test, n_blocks));
      if (work->test == 0)
        for (guint i = 0; i < work->total; i++)
          work->accuracy_draws[i] /= (double)test->count;
    }
  for (guint b = 0; b < n_blocks; b++)
    {
      g_free (work->sum[b]);
      g_free (work->squares[b]);
    }
  for (guint k = 0; k < n_var; k++)
    g_free (work->var[k]);
  g_free (work->sum);
  g_free (work->squares);
  g_free (work->var);
  return fine;
}

/*< private > */
gboolean
ipl_posterior_predict (IplPosterior *posterior, guint n_draws, IplPrediction *tests,
                       double *accuracy_draws, guint threads, GCancellable *cancellable,
                       GError **error)
{
  Work work = { posterior, tests, accuracy_draws, n_draws, posterior->n_chains * n_draws };

  work.cancellable = cancellable;
  for (work.test = 0; work.test < posterior->the_case->n_tests; work.test++)
    if (!predict (&work, threads))
      break;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  if (work.failed)
    g_set_error (error, IPL_ERROR, IPL_ERROR_SINGULAR,
                 "The training kernel of a draw is singular at temperature %g: give a larger "
                 "temperature.",
                 posterior->setting.temperature);
  return !work.failed;
}
