/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/solution.h"

#include <math.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/references.h"
#include "core/theory/eigenpairs.h"
#include "core/theory/energy.h"
#include "core/theory/saddle.h"
#include "core/theory/predictor.h"
#include "core/theory/score-of-u.h"

static gsize
wanted_components (const IplSetting *setting)
{
  return MAX (setting->components, IPL_COMPONENTS);
}

static IplSolution *
solution_new (IplCase *the_case, const IplSetting *setting, GError **error)
{
  g_autoptr (IplSolution) self = g_new0 (IplSolution, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->the_case = ipl_case_info_ref (&the_case->info);
  self->setting = *setting;
  self->P = the_case->train.count * the_case->labels.outputs;
  self->n_tests = the_case->n_tests;
  self->tests = g_new0 (IplPrediction, the_case->n_tests);
  self->eigenvalues = ipl_try_new0 (double, self->P, "The principal components", error);
  if (self->eigenvalues != NULL)
    self->overlap = ipl_try_new0 (double, self->P, "The principal components", error);
  if (self->overlap != NULL)
    self->multiplicity = ipl_try_new0 (double, self->P, "The principal components", error);
  self->head_score = g_new0 (double, ipl_case_n_heads (the_case));

  return self->multiplicity != NULL ? g_steal_pointer (&self) : NULL;
}

static void
solution_clear (IplSolution *self)
{
  ipl_predictions_free (self->tests, self->n_tests);
  if (self->saddle == NULL || self->U != self->saddle->U)
    g_free (self->U);
  g_free (self->message);
  g_free (self->eigenvalues);
  g_free (self->overlap);
  g_free (self->multiplicity);
  g_free (self->head_score);
  ipl_saddle_free (self->saddle);
  ipl_case_info_unref (self->the_case);
}

IPL_DEFINE_REFERENCES (IplSolution, ipl_solution, solution_clear)

/* Within an eigenvalue that occurs several times, to rounding, only the eigenspace is defined: its
 * components stand side by side, and have one overlap. */
gsize
ipl_solution_get_cluster (const IplSolution *self, gsize k, gsize *size)
{
  gsize first = 0;

  *size = 1;
  if (self->multiplicity == NULL || k >= self->n_components)
    return k;
  while (first + (gsize)self->multiplicity[first] <= k)
    first += (gsize)self->multiplicity[first];
  *size = (gsize)self->multiplicity[first];
  return first;
}

static IplSolution *
solution_solve (IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                const IplSolution *start, gboolean once, GCancellable *cancellable, GError **error)
{
  if (setting->gp)
    return ipl_solution_gp (the_case, kernel, setting, NULL, 0, cancellable, error);

  guint threads = ipl_parallel_default_threads ();
  const IplSaddle *from = start != NULL ? start->saddle : NULL;
  IplSaddle *saddle
      = once ? ipl_saddle_solve (the_case, kernel, setting, from, cancellable, error)
             : ipl_saddle_find (the_case, kernel, setting, from, threads, cancellable, error);

  if (saddle == NULL)
    return NULL;
  return ipl_solution_from_saddle (the_case, kernel, setting, saddle, cancellable, error);
}

/* As ipl_solution_solve(), but from one start only: an answer until more are tried, for which the
 * solution itself may be the start. */
IplSolution *
ipl_solution_solve_once (IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                         const IplSolution *start, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (the_case != NULL && kernel != NULL && setting != NULL, NULL);

  return solution_solve (the_case, kernel, setting, start, TRUE, cancellable, error);
}

/* TRUE if as many are known, or all there are. */
gboolean
ipl_solution_has_components (const IplSolution *self, guint wanted)
{
  return self->n_components >= MIN (wanted, self->P);
}

/* TRUE if it was solved from one start where the action may have several minima; FALSE of a file of
 * results, whose case cannot be solved. */
gboolean
ipl_solution_wants_search (const IplSolution *self)
{
  const IplCase *the_case = ipl_case_info_get_case (self->the_case);

  return self->starts == 1 && the_case != NULL
         && ipl_saddle_search_is_wanted (the_case, &self->setting);
}

/* TRUE if some start did not end in its minimum. */
gboolean
ipl_solution_has_other_minima (const IplSolution *self)
{
  return self->agreeing < self->starts;
}

/* “lowest of 24 starts, 3 agree”, or “all 11 starts agree”; where there was only one, NULL, or that
 * others were not tried if there may be several minima. */
char *
ipl_solution_describe_starts (const IplSolution *self)
{
  if (self->starts <= 1)
    return ipl_saddle_search_is_narrow (self->the_case, &self->setting)
               ? g_strdup ("one start: a lower minimum may exist")
               : NULL;
  if (!ipl_solution_has_other_minima (self))
    return g_strdup_printf ("all %u starts agree", self->starts);
  return g_strdup_printf ("lowest of %u starts, %u agree%s%s", self->starts, self->agreeing,
                          self->agreeing == 1 ? "s" : "",
                          self->agreeing == 1 ? ": a lower minimum may exist" : "");
}

/* The finite-width theory at one setting with everything that is read off it: predictions on
 * every test set, accuracies, principal components, head scores. At small widths it is the
 * lowest minimum of several starts, which the cores share. Its whole need of memory is asked for
 * before it begins. */
IplSolution *
ipl_solution_solve (IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                    const IplSolution *start, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (the_case != NULL && kernel != NULL && setting != NULL, NULL);

  return solution_solve (the_case, kernel, setting, start, FALSE, cancellable, error);
}

/* Everything that is read off a saddle point; takes the saddle. */
IplSolution *
ipl_solution_from_saddle (IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                          IplSaddle *saddle, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplSolution) self = solution_new (the_case, setting, error);
  gsize wanted = wanted_components (setting);

  if (self == NULL)
    {
      ipl_saddle_free (saddle);
      return NULL;
    }
  self->saddle = saddle;
  self->U = saddle->U;
  self->point = saddle->point;
  self->solve_seconds = saddle->seconds;
  self->message = g_strdup (saddle->message);
  if (kernel->turn.K > 1
          ? !ipl_solution_outputs_of_saddle (self, kernel, wanted, cancellable, error)
          : !ipl_solution_read (self, kernel, TRUE, cancellable, error))
    return NULL;

  return g_steal_pointer (&self);
}

/* [Pi x Pi] of the GP limit of some paths, whose number stands in place of Pi. */
static double *
order_parameter_of (const IplCase *the_case, const IplSetting *setting, const guint *paths,
                    gsize n_paths, GError **error)
{
  gsize Pi = the_case->Pi;
  double *U = ipl_try_new0 (double, (double)Pi *(double)Pi, "The order parameter", error);

  for (gsize i = 0; U != NULL && i < n_paths; i++)
    U[paths[i] * Pi + paths[i]]
        = ipl_saddle_gp_scale (the_case, setting, paths[i]) * (double)Pi / (double)n_paths;
  return U;
}

/* The Gaussian-process limit (THEORY.md section 3): U = s_1^2 ... s_L^2 s_a^2 I, with rho_l^2 in
 * place of s_l^2 where a path takes an identity head. With @paths, that of the network that has
 * only those paths: their number stands in place of Pi. */
IplSolution *
ipl_solution_gp (IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                 const guint *paths, gsize n_paths, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (the_case != NULL && kernel != NULL && setting != NULL, NULL);
  g_return_val_if_fail (paths == NULL || n_paths > 0, NULL);

  g_autoptr (IplSolution) self = solution_new (the_case, setting, error);
  gsize wanted = wanted_components (setting);

  if (self != NULL)
    self->U = paths == NULL ? ipl_gp_order_parameter (the_case, setting, error)
                            : order_parameter_of (the_case, setting, paths, n_paths, error);
  if (self == NULL || self->U == NULL)
    return NULL;
  self->setting.gp = TRUE;
  self->u_a = setting->variances[setting->L + 1];
  self->action = NAN;
  self->converged = TRUE;
  self->starts = self->agreeing = 1;
  if (kernel->turn.K > 1 ? !ipl_solution_outputs_of_gp (self, kernel, wanted, cancellable, error)
                         : !ipl_solution_read (self, kernel, FALSE, cancellable, error))
    return NULL;

  return g_steal_pointer (&self);
}

/* Observables of a solution's U: predictions, accuracies, principal components, head scores. */

/* Observables of U, as pieces of work of like size that do not wait for each other. */
enum
{
  READ_COMPONENTS,
  READ_DIAGONAL,
  READ_LEVELLED,
  READ_TESTS, /* from here on: for each test set its mean, then the blocks of its variance */
};

typedef struct
{
  IplSolution *solution;
  IplKernel *kernel;
  IplEnergy *energy; /* at the solution's U */
  gboolean variants;
  GCancellable *cancellable;
  GError *error; /* atomic: of the first piece to fail */
} ReadWork;

/* Accuracy on the first test set with U's diagonal, levelled to its first entry or not, and nothing
 * off it; NaN where that kernel is singular. @alignment (nullable) is that of the same kernel. */
static double
accuracy_of_diagonal (const ReadWork *work, gboolean levelled, IplAlignment *alignment,
                      GError **error)
{
  const IplSolution *self = work->solution;
  const IplCase *the_case = ipl_case_info_get_case (self->the_case);
  gsize Pi = the_case->Pi;
  g_autofree double *U = ipl_try_new0 (double, (double)Pi *(double)Pi, "The predictor", error);
  g_autoptr (IplEnergy) energy = U != NULL
                                     ? ipl_energy_new (work->kernel, self->setting.variances[0],
                                                       self->setting.temperature, FALSE, error)
                                     : NULL;
  g_auto (IplPrediction) prediction = { 0 };
  double E, accuracy = NAN;

  if (energy == NULL)
    return NAN;
  energy->cancellable = work->cancellable;
  for (gsize p = 0; p < Pi; p++)
    U[p * Pi + p] = levelled ? self->U[0]
                                   * (ipl_saddle_gp_scale (the_case, &self->setting, p)
                                      / ipl_saddle_gp_scale (the_case, &self->setting, 0))
                             : self->U[p * Pi + p];
  energy->aligns = alignment != NULL;

  if (ipl_energy_evaluate (energy, U, &E)
      && ipl_predictor_mean (energy, U, &the_case->tests[0], &prediction, error))
    accuracy = prediction.accuracy;
  if (alignment != NULL)
    *alignment = energy->alignment;
  return accuracy;
}

static gboolean
read_test (ReadWork *work, gsize piece, GError **error)
{
  IplSolution *self = work->solution;
  const IplCase *the_case = ipl_case_info_get_case (self->the_case);

  for (guint i = 0; i < self->n_tests; i++)
    {
      const IplExamples *test = &the_case->tests[i];
      gsize pieces = 1 + ipl_predictor_n_blocks (test);

      if (piece == 0)
        return ipl_predictor_mean (work->energy, self->U, test, &self->tests[i], error);
      if (piece < pieces)
        return ipl_predictor_variance (work->energy, self->U, test, piece - 1, self->tests[i].var,
                                       error);
      piece -= pieces;
    }
  return TRUE;
}

static gboolean
read_components (ReadWork *work, GError **error)
{
  IplSolution *self = work->solution;
  const IplCase *the_case = ipl_case_info_get_case (self->the_case);
  const IplKernel *kernel = work->kernel;
  IplComponents components = { self->P, 0, self->eigenvalues, self->overlap, self->multiplicity };
  double P = (double)kernel->P, *K;
  /* For its scratch, which other pieces need as well. */
  g_autoptr (IplEnergy) energy = ipl_energy_new (work->kernel, self->setting.variances[0],
                                                 self->setting.temperature, FALSE, error);

  if (energy == NULL)
    return FALSE;
  K = ipl_try_new (double, P *P, "The principal components", error);
  if (K == NULL)
    return FALSE;
  ipl_kernel_assemble (kernel, self->setting.variances[0], self->U, K, energy->scratch,
                       work->cancellable);
  ipl_observables_head_scores (the_case->L, the_case->H, self->U, self->head_score);
  if (!ipl_components_read (&components, kernel->P, K, ipl_kernel_get_y (kernel),
                            kernel->rows.rest_square, wanted_components (&self->setting),
                            work->cancellable, error))
    return FALSE;
  self->n_components = (guint)components.known;
  return TRUE;
}

static void
read_piece (gsize index, gpointer data)
{
  ReadWork *work = data;
  IplSolution *self = work->solution;
  GError *error = NULL;

  if (g_atomic_pointer_get (&work->error) != NULL)
    return;
  if (index == READ_COMPONENTS)
    read_components (work, &error);
  else if (index == READ_DIAGONAL && work->variants)
    {
      IplAlignment alignment = { NAN, NAN };

      self->accuracy_diagonal = accuracy_of_diagonal (work, FALSE, &alignment, &error);
      self->alignment_diagonal = alignment.centred;
      self->label_cosine_diagonal = alignment.cosine;
    }
  else if (index == READ_LEVELLED && work->variants)
    self->accuracy_levelled = accuracy_of_diagonal (work, TRUE, NULL, &error);
  else if (index >= READ_TESTS)
    read_test (work, index - READ_TESTS, &error);
  if (error != NULL)
    ipl_error_keep_first (&work->error, error);
}

/* Predictions and readings of U (THEORY.md sections 3 and 5), which the cores share. */
gboolean
ipl_solution_read (IplSolution *self, IplKernel *kernel, gboolean variants,
                   GCancellable *cancellable, GError **error)
{
  g_autoptr (IplEnergy) energy
      = ipl_energy_new_at (kernel, &self->setting, self->U, TRUE, cancellable, error);
  ReadWork work = { self, kernel, energy, variants, cancellable, NULL };
  const IplCase *the_case = ipl_case_info_get_case (self->the_case);
  gsize pieces = READ_TESTS;

  if (energy == NULL)
    return FALSE;
  for (guint i = 0; i < self->n_tests; i++)
    {
      if (!ipl_prediction_init (&self->tests[i], the_case->tests[i].count, &the_case->labels, TRUE,
                                error))
        return FALSE;
      pieces += 1 + ipl_predictor_n_blocks (&the_case->tests[i]);
    }
  ipl_parallel_for (pieces, 0, read_piece, &work, cancellable);
  if (!ipl_parallel_succeeded (cancellable, &work.error, error))
    return FALSE;
  self->alignment = energy->alignment.centred;
  self->label_cosine = energy->alignment.cosine;
  self->train_residual = ipl_train_residual (kernel, self->setting.temperature, energy->alpha);
  if (!variants)
    {
      self->alignment_diagonal = self->alignment;
      self->label_cosine_diagonal = self->label_cosine;
      self->accuracy_diagonal = self->accuracy_levelled = self->tests[0].accuracy;
    }

  return TRUE;
}
