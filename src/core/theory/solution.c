/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/theory/solution.h"

#include <math.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/ref-count.h"
#include "core/theory/class-probability.h"
#include "core/theory/components.h"
#include "core/theory/energy.h"
#include "core/theory/order-parameter.h"
#include "core/theory/predictor.h"
#include "core/theory/saddle.h"
#include "core/theory/quick-scores.h"

static gsize
wanted_components (const IplSetting *setting)
{
  return MAX (setting->components, IPL_COMPONENTS);
}

/* @saddle: (transfer full) (nullable): NULL for the GP limit */
static IplSolution *
solution_alloc (const IplCase *the_case, const IplSetting *setting, IplSaddle *saddle,
                GError **error)
{
  g_autoptr (IplSolution) self = g_new0 (IplSolution, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->the_case = ipl_case_info_ref (&the_case->info);
  self->setting = *setting;
  self->saddle = saddle;
  if (saddle != NULL)
    {
      self->U = saddle->U;
      self->point = saddle->point;
      self->solve_seconds = saddle->seconds;
      self->message = g_strdup (saddle->message);
    }
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

/* Within a multiple eigenvalue, to rounding, only the eigenspace is defined: its components are
 * adjacent and share an overlap. */
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

/* Observables of U, as independent pieces of work of similar size. */
enum
{
  READ_COMPONENTS,
  READ_DIAGONAL,
  READ_LEVELLED,
  READ_TESTS, /* from here on, for each test set its mean, then the blocks of its covariance */
};

typedef struct
{
  IplSolution *solution;
  IplKernel *kernel;
  const double *U;   /* [Pi x Pi] of the kernel */
  IplEnergy *energy; /* at this U */
  gboolean variants;
  GCancellable *cancellable;
  GError *error; /* atomic: of the first piece to fail */
} ReadWork;

/* U without entries between different paths, and optionally with equal diagonal blocks for all
 * paths, the first path's. */
static double *
copy_diagonal (const ReadWork *work, gboolean levelled, GError **error)
{
  const IplCase *the_case = work->kernel->the_case;
  const IplSetting *setting = &work->solution->setting;
  gsize n = work->kernel->Pi, R = work->kernel->outputs;
  double *U = ipl_try_new0 (double, (double)n *(double)n, "The predictor", error);

  for (gsize p = 0; U != NULL && p < n / R; p++)
    for (gsize i = 0; i < R * R; i++)
      {
        gsize from = levelled ? 0 : p;
        double scale = levelled ? ipl_saddle_gp_scale (the_case, setting, p)
                                      / ipl_saddle_gp_scale (the_case, setting, 0)
                                : 1;

        U[(p * R + i / R) * n + p * R + i % R]
            = scale * work->U[(from * R + i / R) * n + from * R + i % R];
      }
  return U;
}

/* Accuracy on the first test set with that U; NaN if its kernel is singular. @alignment
 * (nullable): of the same kernel. */
static double
accuracy_of_diagonal (const ReadWork *work, gboolean levelled, IplAlignment *alignment,
                      GError **error)
{
  const IplSolution *self = work->solution;
  const IplCase *the_case = work->kernel->the_case;
  g_autofree double *U = copy_diagonal (work, levelled, error);
  g_autoptr (IplEnergy) energy = U != NULL
                                     ? ipl_energy_new (work->kernel, self->setting.variances[0],
                                                       self->setting.temperature, FALSE, error)
                                     : NULL;
  g_auto (IplPrediction) prediction = { 0 };
  double E, accuracy = NAN;

  if (energy == NULL)
    return NAN;
  energy->cancellable = work->cancellable;
  energy->aligns = alignment != NULL;
  if (ipl_energy_evaluate (energy, U, &E)
      && ipl_predictor_mean (energy, U, &the_case->tests[0], &prediction, error))
    accuracy = prediction.accuracy;
  if (alignment != NULL)
    *alignment = energy->alignment;
  return accuracy;
}

static gboolean
read_components (ReadWork *work, GError **error)
{
  IplSolution *self = work->solution;
  IplKernel *kernel = work->kernel;
  IplComponents components = { self->P, 0, self->eigenvalues, self->overlap, self->multiplicity };
  IplLabelRows labels = { kernel->rows.count, kernel->outputs, kernel->copies,
                          ipl_kernel_get_y (kernel), kernel->rows.rest_labels };
  double P = (double)kernel->P;
  /* Other pieces need that of the energy as well. */
  g_autofree double *scratch
      = ipl_try_new (double, ipl_kernel_scratch (kernel), "The principal components", error);
  double *K
      = scratch != NULL ? ipl_try_new (double, P *P, "The principal components", error) : NULL;

  if (K == NULL)
    return FALSE;
  ipl_kernel_assemble (kernel, self->setting.variances[0], work->U, K, scratch, work->cancellable);
  if (!ipl_components_read (&components, K, &labels, wanted_components (&self->setting),
                            work->cancellable, error))
    return FALSE;
  self->n_components = (guint)components.n_computed;
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
    {
      gsize piece = index - READ_TESTS;
      guint i = 0;

      for (; piece > ipl_predictor_n_blocks (work->kernel, i); i++)
        piece -= 1 + ipl_predictor_n_blocks (work->kernel, i);
      if (piece == 0)
        ipl_predictor_mean (work->energy, work->U, &work->kernel->the_case->tests[i],
                            &self->tests[i], &error);
      else
        ipl_predictor_covariance (work->energy, work->U, i, piece - 1, self->tests[i].var, &error);
    }
  if (error != NULL)
    ipl_error_store_first (&work->error, error);
}

/* Head scores and shares off the diagonal, of U over all outputs. */
static gboolean
read_order (IplSolution *self, const IplCase *the_case, GError **error)
{
  gsize Pi = the_case->Pi, K = the_case->labels.outputs;
  double *of_paths, *of_outputs;
  g_autofree double *space = ipl_try_parts (
      "The head scores", error, { &of_paths, (double)(Pi * Pi) }, { &of_outputs, (double)(K * K) });

  if (space == NULL)
    return FALSE;
  ipl_order_sum_outputs (Pi, K, self->U, of_paths);
  ipl_observables_head_scores (the_case->L, the_case->H, of_paths, self->head_score);
  ipl_order_trace_outputs (Pi, K, self->U, of_paths);
  ipl_order_trace_paths (Pi, K, self->U, of_outputs);
  self->share_between_paths = ipl_order_off_diagonal_share (Pi, of_paths);
  self->share_between_outputs = ipl_order_off_diagonal_share (K, of_outputs);
  return TRUE;
}

/* Alignment and residual on the training examples.
 * @is_diagonal: TRUE if U has no other entries */
static void
set_training (IplSolution *self, const IplKernel *kernel, const IplEnergy *energy,
              gboolean is_diagonal)
{
  self->alignment = energy->alignment.centred;
  self->label_cosine = energy->alignment.cosine;
  self->train_residual = ipl_train_residual (kernel, self->setting.temperature, energy->alpha);
  if (!is_diagonal)
    return;
  self->alignment_diagonal = self->alignment;
  self->label_cosine_diagonal = self->label_cosine;
  self->accuracy_diagonal = self->accuracy_levelled = self->tests[0].accuracy;
}

/* TRUE if the requested number of components is known, or all. */
gboolean
ipl_solution_has_components (const IplSolution *self, guint wanted)
{
  return self->n_components >= MIN (wanted, self->P);
}

/* TRUE if the action may have several minima and only a single start was used. FALSE for a file
 * of results, whose case cannot be solved. */
gboolean
ipl_solution_wants_search (const IplSolution *self)
{
  const IplCase *the_case = ipl_case_info_get_case (self->the_case);

  return self->starts == 1 && the_case != NULL
         && ipl_saddle_search_is_wanted (the_case, &self->setting);
}

/* TRUE if a start ended in another minimum. */
gboolean
ipl_solution_has_other_minima (const IplSolution *self)
{
  return self->agreeing < self->starts;
}

/* “lowest of 24 starts, 3 agree”, or “all 11 starts agree”. For a single start NULL, or a remark
 * that others were not tried if there may be several minima. */
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

/* The finite-width theory at a setting: predictions on every test set, accuracies, principal
 * components, head scores. At small widths the solution is the lowest minimum of several starts.
 * All memory is allocated first.
 * @threads: for several starts; 0 for a single start, a first answer */
IplSolution *
ipl_solution_solve (IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                    const IplSolution *start, guint threads, GCancellable *cancellable,
                    GError **error)
{
  IplSaddle *saddle = NULL;

  g_return_val_if_fail (the_case != NULL && kernel != NULL && setting != NULL, NULL);

  if (!setting->gp)
    {
      saddle = ipl_saddle_find (the_case, kernel, setting, start != NULL ? start->saddle : NULL,
                                threads, cancellable, error);
      if (saddle == NULL)
        return NULL;
    }
  return ipl_solution_new (kernel, setting, saddle, NULL, 0, cancellable, error);
}

/* [Pi x Pi] U of the GP limit of some paths, whose number replaces Pi. */
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

/* Copies U to every output, zero between outputs: [Pi K x Pi K] from a diagonal [Pi x Pi] */
static double *
repeat_diagonal (gsize Pi, gsize K, const double *U, GError **error)
{
  gsize n = Pi * K;
  double *all = ipl_try_new0 (double, (double)n *(double)n, "The order parameter", error);

  for (gsize i = 0; all != NULL && i < n; i++)
    all[i * n + i] = U[i / K * Pi + i / K];
  return all;
}

/* Makes it the GP limit, of some paths or of all.
 * Returns: (transfer full): [Pi x Pi] U of one output; NULL with @error */
static double *
set_gp (IplSolution *self, const IplCase *the_case, const guint *paths, gsize n_paths,
        GError **error)
{
  const IplSetting *setting = &self->setting;
  double *U = paths == NULL ? ipl_gp_order_parameter (the_case, setting, error)
                            : order_parameter_of (the_case, setting, paths, n_paths, error);

  if (U != NULL)
    self->U = repeat_diagonal (the_case->Pi, the_case->labels.outputs, U, error);
  self->setting.gp = TRUE;
  self->u_a = setting->variances[setting->L + 1];
  self->action = NAN;
  self->converged = TRUE;
  self->starts = self->agreeing = 1;
  return U;
}

/* All observables of a saddle point (THEORY.md sections 3, 5 and 18.4), computed in parallel; or
 * those of the Gaussian-process limit (section 3): U = s_1^2 ... s_L^2 s_a^2 I, with rho_l^2 in
 * place of s_l^2 for a path through an identity head. With @paths, the limit of the network with
 * only these paths: their number replaces Pi. Outputs are identical and independent in the limit.
 * @saddle: (transfer full) (nullable): NULL for the limit
 * @paths: (nullable): [n_paths] */
IplSolution *
ipl_solution_new (IplKernel *kernel, const IplSetting *setting, IplSaddle *saddle,
                  const guint *paths, gsize n_paths, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (kernel != NULL && setting != NULL, NULL);
  g_return_val_if_fail (paths == NULL || (n_paths > 0 && saddle == NULL), NULL);

  const IplCase *the_case = kernel->the_case;
  g_autoptr (IplSolution) self = solution_alloc (the_case, setting, saddle, error);
  g_autofree double *gp
      = self != NULL && saddle == NULL ? set_gp (self, the_case, paths, n_paths, error) : NULL;
  g_autoptr (IplKernel) used
      = saddle != NULL ? ipl_kernel_ref (kernel) : ipl_kernel_new_alike (kernel);
  const double *U = gp;
  g_autoptr (IplEnergy) energy = NULL;
  gsize pieces = READ_TESTS;

  if (self == NULL || self->U == NULL)
    return NULL;
  if (saddle != NULL)
    U = saddle->U;
  energy = ipl_energy_new_at (used, &self->setting, U, TRUE, cancellable, error);

  ReadWork work = { self, used, U, energy, saddle != NULL, cancellable, NULL };

  if (energy == NULL || !read_order (self, the_case, error))
    return NULL;
  for (guint i = 0; i < self->n_tests; i++)
    {
      if (!ipl_prediction_init (&self->tests[i], the_case->tests[i].count, &the_case->labels, TRUE,
                                error))
        return NULL;
      pieces += 1 + ipl_predictor_n_blocks (used, i);
    }
  ipl_parallel_for (pieces, 0, read_piece, &work, cancellable);
  if (!ipl_parallel_succeeded (cancellable, &work.error, error))
    return NULL;
  for (guint i = 0; i < self->n_tests; i++)
    if (!ipl_prediction_find_classes (&self->tests[i], &the_case->tests[i], &the_case->labels,
                                      self->setting.temperature, error))
      return NULL;
  set_training (self, used, energy, saddle == NULL);
  return g_steal_pointer (&self);
}
