/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The posterior predictive distribution on the test sets: averages over draws of U. */

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/posterior/posterior-private.h"
#include "core/theory/class-probability.h"

/* Draws whose means are formed in one product. */
#define BLOCK 64
/* The mean of the predictive variances uses as many draws as these operations permit, but at
 * least some, spread over the run: for large test sets a variance costs as much as a hundred
 * gradients. */
#define VARIANCE_FLOPS 6e9
#define LEAST_VARIANCE_DRAWS 32
/* Batches of the run, whose means give the sampling error of each predictive mean: long compared
 * with the autocorrelation. */
#define BATCHES_PER_CHAIN 4
/* Parts of the run, whose accuracies give the sampling error of the accuracy. */
#define PARTS_PER_CHAIN 2

typedef struct
{
  IplPosterior *posterior;
  IplPrediction *tests;   /* [n_tests] */
  double **mean_mcse;     /* [n_tests] */
  double *accuracy_draws; /* [total] */
  guint n_draws;
  guint total;     /* n_chains * n_draws */
  guint test;      /* the test set at hand */
  double *sum;     /* [blocks x P' x K] sums of means over the block's draws */
  double *squares; /* [blocks x P' x K x K] sums of products of two outputs' means */
  double *var;     /* [n_var x P' x K x K] covariances of single draws */
  guint n_var;
  GError *error; /* atomic: the first error */
  GCancellable *cancellable;
} Work;

static const char what[] = "The posterior predictive";

static const double *
draw_of (const Work *work, guint index)
{
  return ipl_posterior_get_U (work->posterior, index / work->n_draws, index % work->n_draws);
}

static guint
block_count (guint total)
{
  return (total + BLOCK - 1) / BLOCK;
}

static gboolean
has_ended (Work *work)
{
  return g_cancellable_is_cancelled (work->cancellable)
         || g_atomic_pointer_get (&work->error) != NULL;
}

static IplEnergy *
energy_new (const Work *work, GError **error)
{
  const IplPosterior *posterior = work->posterior;

  return ipl_energy_new (posterior->kernel, posterior->setting.variances[0],
                         posterior->setting.temperature, FALSE, error);
}

static gboolean
evaluate (const Work *work, IplEnergy *energy, const double *U, GError **error)
{
  double E;

  if (ipl_energy_evaluate (energy, U, &E))
    return TRUE;
  return ipl_fail (error, IPL_ERROR_SINGULAR,
                   "The training kernel of a draw is singular at temperature %g: give a larger "
                   "temperature.",
                   work->posterior->setting.temperature);
}

static gsize
get_outputs (const Work *work)
{
  return work->posterior->kernel->outputs;
}

/* Adds the means of a draw at an example, [K], to the sums of its block. */
static void
add_means (Work *work, gsize block, gsize x, guint draw, const double *means)
{
  const IplCase *the_case = work->posterior->the_case;
  const IplExamples *test = &the_case->tests[work->test];
  gsize K = get_outputs (work), at = block * test->count + x;

  for (gsize k = 0; k < K; k++)
    {
      work->sum[at * K + k] += means[k];
      for (gsize l = 0; l < K; l++)
        work->squares[(at * K + k) * K + l] += means[k] * means[l];
    }
  if (work->test == 0)
    work->accuracy_draws[draw] += ipl_labels_score (&the_case->labels, &test->y[x * K], means);
}

/* The means of a block of draws on a test set, in one product: [P' x draws x K]. */
static gboolean
predict_block (Work *work, gsize index, GError **error)
{
  IplPosterior *posterior = work->posterior;
  const IplCase *the_case = posterior->the_case;
  const IplExamples *test = &the_case->tests[work->test];
  gsize D = the_case->Pi * the_case->N0, K = get_outputs (work);
  guint begin = (guint)index * BLOCK, count = MIN (BLOCK, work->total - begin);
  g_autoptr (IplEnergy) energy = energy_new (work, error);
  double *v, *means;
  g_autofree double *space = energy != NULL
                                 ? ipl_try_parts (what, error, { &v, count * (double)(K * D) },
                                                  { &means, (double)(test->count * K) * count })
                                 : NULL;

  if (space == NULL)
    return FALSE;
  for (guint i = 0; i < count; i++)
    {
      if (has_ended (work))
        return TRUE;
      if (!evaluate (work, energy, draw_of (work, begin + i), error)
          || !ipl_predictor_readouts (energy, draw_of (work, begin + i), v + i * K * D, error))
        return FALSE;
    }
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (int)test->count, (int)(count * K), (int)D,
               1, test->xi, (int)D, v, (int)D, 0, means, (int)(count * K));
  for (gsize x = 0; x < test->count; x++)
    for (guint i = 0; i < count; i++)
      add_means (work, index, x, begin + i, means + (x * count + i) * K);
  return TRUE;
}

/* @var: [P' x K x K], 0 before */
static gboolean
find_variances (const Work *work, IplEnergy *energy, const double *U, double *var, GError **error)
{
  for (gsize block = 0; block < ipl_predictor_n_blocks (energy->kernel, work->test); block++)
    if (!ipl_predictor_covariance (energy, U, work->test, block, var, error))
      return FALSE;
  return TRUE;
}

static gboolean
predict_variance (Work *work, gsize index, GError **error)
{
  IplPosterior *posterior = work->posterior;
  guint n = work->n_var;
  const double *U
      = draw_of (work, (guint)(((guint64)2 * index + 1) * work->total / (2 * (guint64)n)));
  gsize size
      = posterior->the_case->tests[work->test].count * get_outputs (work) * get_outputs (work);
  g_autoptr (IplEnergy) energy = energy_new (work, error);

  return energy != NULL && evaluate (work, energy, U, error)
         && find_variances (work, energy, U, work->var + index * size, error);
}

/* Blocks of the means, then single variances. */
static void
on_piece (gsize index, gpointer data)
{
  Work *work = data;
  guint n_blocks = block_count (work->total);
  GError *error = NULL;

  if (!has_ended (work)
      && !(index < n_blocks ? predict_block (work, index, &error)
                            : predict_variance (work, index - n_blocks, &error)))
    ipl_error_store_first (&work->error, error);
}

/* Variance of the accuracy of the mean predictor from sampling, estimated from the spread of the
 * accuracies of parts of the run. */
static double
sampling_variance (const Work *work, const IplExamples *test, guint n_blocks, double *mean)
{
  guint parts = MIN (PARTS_PER_CHAIN * work->posterior->n_chains, n_blocks);
  gsize size = test->count * get_outputs (work);
  double sum = 0, squares = 0, unused;

  if (parts < 2)
    return 0;
  for (guint k = 0; k < parts; k++)
    {
      guint begin = k * n_blocks / parts, end = (k + 1) * n_blocks / parts, draws = 0;
      double accuracy;

      memset (mean, 0, size * sizeof *mean);
      for (guint b = begin; b < end; b++)
        {
          draws += MIN (BLOCK, work->total - b * BLOCK);
          cblas_daxpy ((int)size, 1, work->sum + b * size, 1, mean, 1);
        }
      cblas_dscal ((int)size, 1.0 / draws, mean, 1);
      accuracy = ipl_case_measure (work->posterior->the_case, work->test, mean, &unused);
      sum += accuracy / parts;
      squares += accuracy * accuracy / parts;
    }
  return MAX (0, squares - sum * sum) / (parts - 1);
}

/* Batch means: the run is the mean of batches, weighted by their draws, and each has a sampling
 * error. NaN for a single batch. */
static void
find_mean_errors (const Work *work, const IplExamples *test, guint n_blocks, const double *mean,
                  double *mcse)
{
  guint batches = MIN (BATCHES_PER_CHAIN * work->posterior->n_chains, n_blocks);
  gsize size = test->count * get_outputs (work);

  for (gsize x = 0; x < size; x++)
    {
      double squares = 0;

      for (guint k = 0; k < batches; k++)
        {
          guint begin = k * n_blocks / batches, end = (k + 1) * n_blocks / batches;
          double draws = MIN (end * BLOCK, work->total) - begin * BLOCK, sum = 0;

          for (guint b = begin; b < end; b++)
            sum += work->sum[b * size + x];
          sum -= draws * mean[x];
          squares += sum * sum;
        }
      mcse[x] = batches > 1 ? sqrt (squares * batches / (batches - 1.0)) / work->total : NAN;
    }
}

static guint
variance_draws (const IplKernel *kernel, const IplExamples *test, guint total)
{
  double flops = 2 * (double)test->count * (double)kernel->P * (double)(kernel->Pi * kernel->N0);

  return (guint)CLAMP (VARIANCE_FLOPS / flops, MIN (LEAST_VARIANCE_DRAWS, total), total);
}

/* Law of total variance: E[var] + Var[mean], of several outputs covariances. */
static void
combine_moments (const Work *work, const IplExamples *test, guint n_blocks,
                 IplPrediction *prediction)
{
  gsize K = get_outputs (work), means = test->count * K, all = means * K;
  double n = work->total;

  for (guint b = 0; b < n_blocks; b++)
    cblas_daxpy ((int)means, 1 / n, work->sum + b * means, 1, prediction->mean, 1);
  for (guint k = 0; k < work->n_var; k++)
    cblas_daxpy ((int)all, 1.0 / work->n_var, work->var + k * all, 1, prediction->var, 1);
  for (guint b = 0; b < n_blocks; b++)
    cblas_daxpy ((int)all, 1 / n, work->squares + b * all, 1, prediction->var, 1);
  for (gsize i = 0; i < means; i++)
    for (gsize l = 0; l < K; l++)
      {
        double *var = &prediction->var[i * K + l];

        *var -= prediction->mean[i] * prediction->mean[i / K * K + l];
        if (l == i % K)
          *var = MAX (0, *var);
      }
}

static void
find_scores (Work *work, const IplExamples *test, guint n_blocks, IplPrediction *prediction,
             double *scratch)
{
  const IplCase *the_case = work->posterior->the_case;
  double se;

  prediction->accuracy = ipl_case_measure (the_case, work->test, prediction->mean, &se);
  prediction->accuracy_se = sqrt (se * se + sampling_variance (work, test, n_blocks, scratch));
  find_mean_errors (work, test, n_blocks, prediction->mean, work->mean_mcse[work->test]);
  if (work->test == 0)
    for (guint i = 0; i < work->total; i++)
      work->accuracy_draws[i] /= (double)test->count;
}

static gboolean
predict (Work *work, guint threads, GError **error)
{
  const IplExamples *test = &work->posterior->the_case->tests[work->test];
  IplPrediction *prediction = &work->tests[work->test];
  guint n_blocks = block_count (work->total);
  double means = (double)(test->count * get_outputs (work)), *scratch;
  double all = means * (double)get_outputs (work);
  g_autofree double *space = NULL;

  work->n_var = variance_draws (work->posterior->kernel, test, work->total);
  space = ipl_try_parts0 (what, error, { &work->sum, n_blocks * means },
                          { &work->squares, n_blocks * all }, { &work->var, work->n_var * all },
                          { &scratch, means });
  if (space != NULL
      && ipl_prediction_init (prediction, test->count, &work->posterior->the_case->labels, TRUE,
                              error))
    work->mean_mcse[work->test] = ipl_try_new0 (double, means, what, error);
  if (work->mean_mcse[work->test] == NULL)
    return FALSE;
  ipl_parallel_for (n_blocks + work->n_var, threads, on_piece, work, work->cancellable);
  if (has_ended (work))
    return FALSE;
  combine_moments (work, test, n_blocks, prediction);
  find_scores (work, test, n_blocks, prediction, scratch);
  return ipl_prediction_find_classes (prediction, test, &work->posterior->the_case->labels,
                                      work->posterior->setting.temperature, error);
}

gboolean
ipl_posterior_predict (IplPosterior *posterior, guint n_draws, IplPrediction *tests,
                       double **mean_mcse, double *accuracy_draws, guint threads,
                       GCancellable *cancellable, GError **error)
{
  Work work
      = { posterior, tests, mean_mcse, accuracy_draws, n_draws, posterior->n_chains * n_draws };
  gboolean done = TRUE;

  work.cancellable = cancellable;
  for (; done && work.test < posterior->the_case->n_tests; work.test++)
    done = predict (&work, threads, &work.error);
  return ipl_parallel_succeeded (cancellable, &work.error, error);
}
