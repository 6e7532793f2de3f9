/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is read off a solution over several outputs: predictions with their covariance, scores,
 * classes, heads (THEORY.md section 11.4). */
#include "core/theory/solution.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/theory/class-probability.h"
#include "core/theory/energy.h"
#include "core/theory/saddle.h"

#include <math.h>
#include <string.h>

/* Numbers of the kernel between test examples and the training set that are held at a time. */
#define BLOCK_NUMBERS 4e6

static const char what[] = "The predictions";

typedef struct
{
  const IplCase *the_case;
  IplKernel *kernel;
  const double *U, *U_silent;
  IplEnergy *energy;
  IplEnergy *silent; /* (nullable) */
  const IplExamples *test;
  IplPrediction *prediction;
  const IplTestPairs *pairs; /* (nullable): of @test */
  gsize block;               /* test examples of a piece */
  GError *error;             /* atomic */
} Reading;

static gsize
block_of (const IplKernel *kernel)
{
  return (gsize)CLAMP (BLOCK_NUMBERS / ((double)kernel->P * kernel->outputs), 1, 250);
}

static gboolean
evaluate (IplEnergy *energy, const double *U, GCancellable *cancellable, GError **error)
{
  double E;

  if (energy == NULL)
    return FALSE;
  energy->cancellable = cancellable;
  if (ipl_energy_evaluate (energy, U, &E))
    return TRUE;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  return ipl_fail (error, IPL_ERROR_SINGULAR,
                   "The training kernel with temperature %g is not positive definite: give a "
                   "larger temperature.",
                   energy->temperature);
}

/* The covariances of some test examples over all outputs of the case. */
static gboolean
read_block (Reading *self, gsize index, GError **error)
{
  const IplOutputTurn *turn = &self->kernel->turn;
  gsize begin = index * self->block, count = MIN (self->block, self->test->count - begin);
  gsize K = turn->K, R = turn->rank;
  double *turned, *variance; /* of each output without labels */
  g_autofree double *space = ipl_try_parts0 (what, error, { &turned, (double)(count * R * R) },
                                             { &variance, (double)count });

  if (space == NULL
      || !ipl_predictor_output_covariance (self->energy, self->U, self->pairs, self->test, begin,
                                           count, turned, error)
      || (self->silent != NULL
          && !ipl_predictor_output_covariance (self->silent, self->U_silent, self->pairs,
                                               self->test, begin, count, variance, error)))
    return FALSE;
  for (gsize m = 0; m < count; m++)
    {
      double *covariance = self->prediction->var + (begin + m) * K * K;

      ipl_output_turn_covariance (turn, turned + m * R * R, MAX (variance[m], 0), covariance);
      for (gsize k = 0; k < K; k++)
        covariance[k * K + k] = MAX (covariance[k * K + k], 0);
    }
  return TRUE;
}

static void
read_piece (gsize index, gpointer data)
{
  Reading *self = data;
  GError *error = NULL;

  if (g_atomic_pointer_get (&self->error) == NULL && !read_block (self, index, &error))
    ipl_error_keep_first (&self->error, error);
}

static gboolean
read_test (Reading *self, GCancellable *cancellable, GError **error)
{
  const IplLabels *labels = &self->the_case->labels;
  IplPrediction *prediction = self->prediction;
  gsize count = self->test->count;
  g_autofree double *means
      = ipl_memory_try_doubles ((double)count * self->kernel->outputs, what, error);

  if (means == NULL || !ipl_prediction_init (prediction, count, labels, TRUE, error)
      || !ipl_predictor_output_means (self->energy, self->U, self->test, means, error))
    return FALSE;
  ipl_output_turn_means (&self->kernel->turn, count, means, prediction->mean);
  prediction->accuracy = ipl_labels_measure (labels, count, self->test->y, prediction->mean,
                                             &prediction->accuracy_se);
  ipl_parallel_for ((count + self->block - 1) / self->block, 0, read_piece, self, cancellable);
  if (!ipl_parallel_succeeded (cancellable, &self->error, error))
    return FALSE;
  if (prediction->probability == NULL)
    return TRUE;
  ipl_labels_count_confusion (labels, count, self->test->y, prediction->mean,
                              prediction->confusion);
  return ipl_class_probabilities (count, labels->outputs, prediction->mean, prediction->var,
                                  self->energy->temperature, prediction->probability, error);
}

/* Head scores: sums over outputs too. */
static gboolean
read_heads (IplSolution *self, const IplCase *the_case, GError **error)
{
  gsize Pi = the_case->Pi, K = the_case->labels.outputs;
  g_autofree double *sums = ipl_try_new0 (double, (double)Pi *(double)Pi, what, error);

  for (gsize i = 0; sums != NULL && i < Pi * K; i++)
    for (gsize j = 0; j < Pi * K; j++)
      sums[i / K * Pi + j / K] += fabs (self->U[i * Pi * K + j]);
  if (sums != NULL)
    ipl_observables_head_scores (the_case->L, the_case->H, sums, self->head_score);
  return sums != NULL;
}

/* Principal components, alignment and parts of U are those of one output. */
static void
leave_out_the_rest (IplSolution *self)
{
  self->n_components = 0;
  for (gsize k = 0; k < self->P; k++)
    self->eigenvalues[k] = self->overlap[k] = NAN;
  self->alignment = self->alignment_diagonal = self->label_cosine = self->label_cosine_diagonal
      = self->accuracy_diagonal = self->accuracy_levelled = NAN;
}

/* Bytes that ipl_solution_outputs_of_saddle() takes. */
double
ipl_solution_outputs_memory (const IplKernel *kernel, guint threads)
{
  double bytes = ipl_energy_memory (kernel, FALSE)
                 + threads * ipl_predictor_output_memory (kernel, block_of (kernel));

  return kernel->silent == NULL
             ? bytes
             : bytes + ipl_energy_memory (kernel->silent, FALSE)
                   + threads * ipl_predictor_output_memory (kernel->silent, block_of (kernel));
}

/* @U: [Pi R x Pi R] of the kernel's outputs; @silent: (nullable): [Pi x Pi] that of each output
 * without labels. */
static gboolean
read_outputs (IplSolution *self, IplKernel *kernel, const double *U, const double *silent,
              GCancellable *cancellable, GError **error)
{
  G_GNUC_UNUSED g_autoptr (IplSpacesHold) hold = ipl_spaces_hold (kernel->spaces);
  const IplCase *the_case = ipl_case_info_get_case (self->the_case);
  double s0_squared = self->setting.variances[0], temperature = self->setting.temperature;
  g_autoptr (IplEnergy) energy = ipl_energy_new (kernel, s0_squared, temperature, FALSE, error);
  g_autoptr (IplEnergy) without = NULL;
  Reading reading = { .the_case = the_case,
                      .kernel = kernel,
                      .U = U,
                      .U_silent = silent,
                      .energy = energy,
                      .block = block_of (kernel) };

  leave_out_the_rest (self);
  if (!evaluate (energy, U, cancellable, error) || !read_heads (self, the_case, error))
    return FALSE;
  if (kernel->silent != NULL)
    {
      without = ipl_energy_new (kernel->silent, s0_squared, temperature, FALSE, error);
      if (!evaluate (without, silent, cancellable, error))
        return FALSE;
      reading.silent = without;
    }
  for (guint i = 0; i < self->n_tests; i++)
    {
      reading.test = &the_case->tests[i];
      reading.pairs = kernel->tests != NULL ? &kernel->tests[i] : NULL;
      reading.prediction = &self->tests[i];
      if (!read_test (&reading, cancellable, error))
        return FALSE;
    }
  return TRUE;
}

/* @U: that over all outputs of the case, from those of the kernel's. */
static gboolean
turn_back (IplSolution *self, const IplKernel *kernel, const double *turned, const double *silent,
           GError **error)
{
  double n = (double)kernel->rows.Pi * kernel->turn.K;

  self->U = ipl_try_new (double, n *n, "The order parameter", error);
  if (self->U != NULL)
    ipl_output_turn_order_parameter (&kernel->turn, kernel->rows.Pi, turned, silent, self->U);
  return self->U != NULL;
}

/* The same U for each output, nothing between outputs: [Pi R x Pi R] from a diagonal [Pi x Pi] */
static double *
repeat_diagonal (const IplKernel *kernel, const double *U, GError **error)
{
  gsize Pi = kernel->rows.Pi, n = kernel->Pi, R = kernel->outputs;
  double *all = ipl_try_new0 (double, (double)n *(double)n, "The order parameter", error);

  for (gsize i = 0; all != NULL && i < n; i++)
    all[i * n + i] = U[i / R * Pi + i / R];
  return all;
}

/* Reads off the saddle point that it has. */
gboolean
ipl_solution_outputs_of_saddle (IplSolution *self, IplKernel *kernel, GCancellable *cancellable,
                                GError **error)
{
  const IplSaddle *saddle = self->saddle;
  const double *silent = saddle->silent != NULL ? saddle->silent->U : NULL;

  return turn_back (self, kernel, saddle->U, silent, error)
         && read_outputs (self, kernel, saddle->U, silent, cancellable, error);
}

/* Reads off the GP limit, whose diagonal U of one output, [Pi x Pi], it has: that of all takes its
 * place. */
gboolean
ipl_solution_outputs_of_gp (IplSolution *self, IplKernel *kernel, GCancellable *cancellable,
                            GError **error)
{
  g_autofree double *one = g_steal_pointer (&self->U);
  g_autofree double *turned = repeat_diagonal (kernel, one, error);

  return turned != NULL && turn_back (self, kernel, turned, one, error)
         && read_outputs (self, kernel, turned, one, cancellable, error);
}
