/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Readings of a solution over several outputs: predictions with their covariance, scores,
 * classes, heads (THEORY.md section 18.4). */
#include "core/theory/solution.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/tiles.h"
#include "core/theory/class-probability.h"
#include "core/theory/energy.h"
#include "core/theory/saddle.h"

#include <math.h>
#include <string.h>

static const char what[] = "The predictions";

typedef struct
{
  const IplCase *the_case;
  IplKernel *kernel;
  double s0_squared, temperature;
  const double *U, *U_silent;
  IplEnergy *energy;   /* (nullable): of the outputs that have labels; %NULL in the GP limit */
  IplEnergy *silent;   /* (nullable): of each of the others, in the GP limit of all */
  const double *alpha; /* [P] (K + T I)^-1 y */
  const IplExamples *test;
  IplPrediction *prediction;
  const IplTestPairs *pairs; /* (nullable): of @test */
  gsize block;               /* test examples of a piece */
  GError *error;             /* atomic */
} Reading;

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
      || (self->energy != NULL
          && !ipl_predictor_output_covariance (self->energy, self->U, self->pairs, self->test,
                                               begin, count, turned, error))
      || (self->silent != NULL
          && !ipl_predictor_output_covariance (self->silent, self->U_silent, self->pairs,
                                               self->test, begin, count, variance, error)))
    return FALSE;
  for (gsize m = 0; m < count; m++)
    {
      double *covariance = self->prediction->var + (begin + m) * K * K;

      for (gsize a = 0; a < R && self->energy == NULL; a++)
        turned[(m * R + a) * R + a] = MAX (variance[m], 0);
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
      || !ipl_predictor_output_means (self->kernel, self->s0_squared, self->alpha, self->U,
                                      self->test, means, error))
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
                                  self->temperature, prediction->probability, error);
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
  double bytes = ipl_energy_memory (kernel, FALSE) + threads * ipl_predictor_output_memory (kernel);

  return kernel->silent == NULL ? bytes
                                : bytes + ipl_energy_memory (kernel->silent, FALSE)
                                      + threads * ipl_predictor_output_memory (kernel->silent);
}

static IplEnergy *
evaluate_at (const IplSolution *self, IplKernel *kernel, const double *U, GCancellable *cancellable,
             GError **error)
{
  g_autoptr (IplEnergy) energy = ipl_energy_new (kernel, self->setting.variances[0],
                                                 self->setting.temperature, FALSE, error);

  return evaluate (energy, U, cancellable, error) ? g_steal_pointer (&energy) : NULL;
}

/* All readings, once the energies are evaluated. */
static gboolean
read_outputs (IplSolution *self, Reading *reading, GCancellable *cancellable, GError **error)
{
  const IplKernel *kernel = reading->kernel;
  const IplCase *the_case = reading->the_case = ipl_case_info_get_case (self->the_case);

  reading->s0_squared = self->setting.variances[0];
  reading->temperature = self->setting.temperature;
  reading->block = ipl_predictor_output_block (kernel);
  leave_out_the_rest (self);
  if (!read_heads (self, the_case, error))
    return FALSE;
  for (guint i = 0; i < self->n_tests; i++)
    {
      reading->test = &the_case->tests[i];
      reading->pairs = kernel->tests != NULL ? &kernel->tests[i] : NULL;
      reading->prediction = &self->tests[i];
      if (!read_test (reading, cancellable, error))
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
  G_GNUC_UNUSED g_autoptr (IplSpacesHold) hold = ipl_spaces_hold (kernel->spaces);
  const IplSaddle *saddle = self->saddle;
  const double *silent = saddle->silent != NULL ? saddle->silent->U : NULL;
  g_autoptr (IplEnergy) energy = evaluate_at (self, kernel, saddle->U, cancellable, error);
  g_autoptr (IplEnergy) without = NULL;

  if (energy != NULL && silent != NULL)
    without = evaluate_at (self, kernel->silent, silent, cancellable, error);
  if (energy == NULL || (silent != NULL && without == NULL)
      || !turn_back (self, kernel, saddle->U, silent, error))
    return FALSE;

  Reading reading = { .kernel = kernel,
                      .U = saddle->U,
                      .U_silent = silent,
                      .energy = energy,
                      .silent = without,
                      .alpha = energy->alpha };

  return read_outputs (self, &reading, cancellable, error);
}

/* (K + T I)^-1 y of each output, where all have the same K: [R x rows] */
static double *
solve_labels (const IplKernel *kernel, const IplEnergy *energy, GCancellable *cancellable,
              GError **error)
{
  gsize r = kernel->rows.count, R = kernel->outputs;
  double *alpha = ipl_memory_try_copy (ipl_kernel_get_y (kernel), (double)(R * r), sizeof (double),
                                       what, error);

  if (alpha != NULL)
    ipl_tiles_solve (r, energy->factor, r, R, alpha, r, cancellable);
  for (gsize k = 0; alpha != NULL && k < R; k++)
    ipl_tiles_solve_transposed (r, energy->factor, r, alpha + k * r, cancellable);
  return alpha;
}

/* Reads off the GP limit, whose diagonal U of one output, [Pi x Pi], it has: that of all takes its
 * place. Outputs are independent, and have one kernel. */
gboolean
ipl_solution_outputs_of_gp (IplSolution *self, IplKernel *kernel, GCancellable *cancellable,
                            GError **error)
{
  G_GNUC_UNUSED g_autoptr (IplSpacesHold) hold = ipl_spaces_hold (kernel->silent->spaces);
  g_autofree double *one = g_steal_pointer (&self->U);
  g_autofree double *turned = repeat_diagonal (kernel, one, error), *alpha = NULL;
  g_autoptr (IplEnergy) energy
      = turned != NULL ? evaluate_at (self, kernel->silent, one, cancellable, error) : NULL;

  if (energy != NULL)
    alpha = solve_labels (kernel, energy, cancellable, error);
  if (alpha == NULL || !turn_back (self, kernel, turned, one, error))
    return FALSE;

  Reading reading
      = { .kernel = kernel, .U = turned, .U_silent = one, .silent = energy, .alpha = alpha };

  return read_outputs (self, &reading, cancellable, error);
}
