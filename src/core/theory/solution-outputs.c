/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readings of a solution over several outputs: predictions with their covariance, scores,
 * classes, heads (THEORY.md section 18.4). */
#include "core/theory/solution.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/theory/class-probability.h"
#include "core/theory/components-outputs.h"
#include "core/theory/order-parameter.h"
#include "core/theory/outputs-at.h"
#include "core/theory/saddle.h"

#include <math.h>

static const char what[] = "The predictions";

typedef struct
{
  const IplOutputsAt *at;
  const IplExamples *test;
  IplPrediction *prediction;
  const IplTestPairs *pairs; /* (nullable): of @test */
  gsize block;               /* test examples of a piece */
  GError *error;             /* atomic */
} Reading;

/* The covariances of some test examples over all outputs of the case. */
static gboolean
read_block (Reading *self, gsize index, GError **error)
{
  const IplOutputsAt *at = self->at;
  const IplOutputTurn *turn = &at->kernel->turn;
  gsize begin = index * self->block, count = MIN (self->block, self->test->count - begin);
  gsize K = turn->K, R = turn->rank;
  double *turned, *variance; /* of each output without labels */
  g_autofree double *space = ipl_try_parts0 (what, error, { &turned, (double)(count * R * R) },
                                             { &variance, (double)count });

  if (space == NULL
      || (at->energy != NULL
          && !ipl_predictor_output_covariance (at->energy, at->U, self->pairs, self->test, begin,
                                               count, turned, error))
      || (at->silent != NULL
          && !ipl_predictor_output_covariance (at->silent, at->U_silent, self->pairs, self->test,
                                               begin, count, variance, error)))
    return FALSE;
  for (gsize m = 0; m < count; m++)
    {
      double *covariance = self->prediction->var + (begin + m) * K * K;
      double silent = MAX (variance[m], 0);

      for (gsize a = 0; a < R && at->energy == NULL; a++)
        turned[(m * R + a) * R + a] = silent;
      ipl_output_turn_order_parameter (turn, 1, turned + m * R * R, &silent, covariance);
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
read_test (Reading *self, GError **error)
{
  const IplOutputsAt *at = self->at;
  const IplLabels *labels = &at->kernel->the_case->labels;
  IplPrediction *prediction = self->prediction;
  gsize count = self->test->count;

  if (!ipl_prediction_init (prediction, count, labels, TRUE, error)
      || !ipl_outputs_at_predict (at, self->test, prediction, error))
    return FALSE;
  ipl_parallel_for ((count + self->block - 1) / self->block, 0, read_piece, self, at->cancellable);
  if (!ipl_parallel_succeeded (at->cancellable, &self->error, error))
    return FALSE;
  if (prediction->probability == NULL)
    return TRUE;
  ipl_labels_count_confusion (labels, count, self->test->y, prediction->mean,
                              prediction->confusion);
  return ipl_class_probabilities (count, labels->outputs, prediction->mean, prediction->var,
                                  at->temperature, prediction->probability, error);
}

/* Head scores: sums over outputs too. */
static gboolean
read_heads (IplSolution *self, const IplCase *the_case, GError **error)
{
  gsize Pi = the_case->Pi, K = the_case->labels.outputs;
  g_autofree double *sums = ipl_try_new (double, (double)Pi *(double)Pi, what, error);

  if (sums == NULL)
    return FALSE;
  ipl_order_sum_outputs (Pi, K, self->U, sums);
  ipl_observables_head_scores (the_case->L, the_case->H, sums, self->head_score);
  return TRUE;
}

/* Shares of U off the diagonal, scores without it, alignment with the labels. */
static gboolean
read_parts (IplSolution *self, const IplOutputsAt *at, GError **error)
{
  gsize Pi = at->kernel->rows.Pi, K = at->kernel->turn.K;
  g_autofree double *of_paths = ipl_outputs_at_trace (at, error);
  g_autofree double *of_outputs = ipl_try_new (double, (double)(K * K), what, error);
  IplAlignment alignment, diagonal;

  if (of_paths == NULL || of_outputs == NULL)
    return FALSE;
  ipl_order_trace_paths (Pi, K, self->U, of_outputs);
  self->share_between_paths = ipl_order_off_diagonal_share (Pi, of_paths);
  self->share_between_outputs = ipl_order_off_diagonal_share (K, of_outputs);
  if (!ipl_outputs_at_align (at, of_paths, &alignment, error))
    return FALSE;
  for (gsize i = 0; i < Pi * Pi; i++)
    of_paths[i] = i % (Pi + 1) == 0 ? of_paths[i] : 0;
  if (!ipl_outputs_at_align (at, of_paths, &diagonal, error))
    return FALSE;
  self->alignment = alignment.centred;
  self->label_cosine = alignment.cosine;
  self->alignment_diagonal = diagonal.centred;
  self->label_cosine_diagonal = diagonal.cosine;
  self->train_residual = ipl_train_residual (at->kernel, at->temperature, at->alpha);
  self->accuracy_diagonal = self->accuracy_levelled = self->tests[0].accuracy;
  if (at->energy == NULL) /* the GP limit has nothing else */
    return TRUE;
  return ipl_outputs_at_diagonal (at, &self->setting, FALSE, &self->accuracy_diagonal, error)
         && ipl_outputs_at_diagonal (at, &self->setting, TRUE, &self->accuracy_levelled, error);
}

static gboolean
read_components (IplSolution *self, const IplOutputsAt *at, gsize wanted, GError **error)
{
  IplComponents components = { self->P, 0, self->eigenvalues, self->overlap, self->multiplicity };

  if (!ipl_components_read_outputs (&components, at, wanted, error))
    return FALSE;
  self->n_components = (guint)components.known;
  return TRUE;
}

/* All readings, once the energies are evaluated. */
static gboolean
read_outputs (IplSolution *self, const IplOutputsAt *at, gsize wanted, GError **error)
{
  const IplKernel *kernel = at->kernel;
  const IplCase *the_case = kernel->the_case;
  double n = (double)kernel->rows.Pi * kernel->turn.K;
  Reading reading = { .at = at, .block = ipl_predictor_output_block (kernel) };

  self->U = ipl_try_new (double, n *n, "The order parameter", error);
  if (self->U == NULL)
    return FALSE;
  ipl_output_turn_order_parameter (&kernel->turn, kernel->rows.Pi, at->U, at->U_silent, self->U);
  if (!read_heads (self, the_case, error))
    return FALSE;
  for (guint i = 0; i < self->n_tests; i++)
    {
      reading.test = &the_case->tests[i];
      reading.pairs = kernel->tests != NULL ? &kernel->tests[i] : NULL;
      reading.prediction = &self->tests[i];
      if (!read_test (&reading, error))
        return FALSE;
    }
  return read_parts (self, at, error) && read_components (self, at, wanted, error);
}

/* Reads off the saddle point that it has. */
gboolean
ipl_solution_outputs_of_saddle (IplSolution *self, IplKernel *kernel, gsize wanted,
                                GCancellable *cancellable, GError **error)
{
  const IplSaddle *saddle = self->saddle;
  g_auto (IplOutputsAt) at = { 0 };

  return ipl_outputs_at_U (&at, kernel, &self->setting, saddle->U,
                           saddle->silent != NULL ? saddle->silent->U : NULL, cancellable, error)
         && read_outputs (self, &at, wanted, error);
}

/* Reads off the GP limit, whose diagonal U of one output, [Pi x Pi], it has: that of all takes its
 * place. */
gboolean
ipl_solution_outputs_of_gp (IplSolution *self, IplKernel *kernel, gsize wanted,
                            GCancellable *cancellable, GError **error)
{
  g_autofree double *one = g_steal_pointer (&self->U);
  g_auto (IplOutputsAt) at = { 0 };

  return ipl_outputs_at_gp (&at, kernel, &self->setting, one, cancellable, error)
         && read_outputs (self, &at, wanted, error);
}
