/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/solver-private.h"

#include "core/base/error.h"
#include "core/tasks/one-shot-task.h"
#include "core/base/parallel.h"
#include <string.h>

#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"

/* Number of test examples of a preview, and the time within which all its rows must be solved to be
 * included. */
#define FEW_TESTS 64
#define QUICK_SWEEP_SECONDS 0.04

/* Takes the task of the network. Images that were opened together with it replace its images. */
static gboolean
open_network (IplParameters *parameters, const char *path, GCancellable *cancellable,
              GError **error)
{
  const IplParameters wanted = *parameters;
  const IplTrainable *opened = ipl_parameters_get_trainable (&wanted);
  IplTrainable *trainable;

  if (!ipl_parameters_open_network (parameters, path, cancellable, error))
    return FALSE;
  ipl_parameters_copy_settings (parameters, &wanted);
  if (opened == NULL)
    return TRUE;
  trainable = ipl_parameters_edit_trainable (parameters);
  if (opened->task.files[0][0] != '\0')
    {
      memcpy (trainable->task.files, opened->task.files, sizeof opened->task.files);
      parameters->experiment = &ipl_experiment_images;
    }
  if (opened->task.extras[0][0] != '\0')
    memcpy (trainable->task.extras, opened->task.extras, sizeof opened->task.extras);
  return TRUE;
}

/* Step 1: the parameters, or those of the network that the request opens. */
static gboolean
ensure_parameters (IplSolver *self, GError **error)
{
  const char *network = self->request->network;
  g_autofree IplParameters *adopted = NULL;

  if (network == NULL)
    return TRUE;
  adopted = g_memdup2 (self->requested, sizeof *adopted);
  ipl_job_progress (self->job, -1.0, -1.0, "Reading the network");
  if (!open_network (adopted, network, ipl_job_get_cancellable (self->job), error))
    return FALSE;
  ipl_solver_set_request (self, adopted);
  return TRUE;
}

/* Makes the case of @parameters and reuses data that it shares with earlier cases. */
static IplCase *
make_case (IplSolver *self, const IplParameters *parameters, GError **error)
{
  if (self->case_cache_of != parameters->experiment)
    {
      ipl_solver_forget_cache (self);
      self->case_cache_of = parameters->experiment;
    }
  return ipl_parameters_make_case_from (parameters, &self->case_cache,
                                        ipl_parallel_default_threads (),
                                        ipl_job_get_cancellable (self->job), error);
}

/* Takes the case and the draws of an earlier result. */
static void
restore_result (IplSolver *self, IplSolveResult *before)
{
  ipl_solver_forget_case (self);
  self->the_case = ipl_case_ref (before->the_case);
  self->kernel = ipl_kernel_ref (before->kernel);
  if (before->sampler != NULL)
    {
      ipl_sampler_unref (self->sampler);
      self->sampler = ipl_sampler_ref (before->sampler);
    }
  self->new_case = TRUE;
}

/* Step 2: the case of @parameters and its kernel. The old case stays until the new one is
 * complete. */
static gboolean
ensure_case (IplSolver *self, const IplParameters *parameters, GError **error)
{
  GCancellable *cancellable = ipl_job_get_cancellable (self->job);
  g_autoptr (IplCase) the_case = NULL;
  IplKernel *kernel;

  /* Files may have changed. */
  if (self->request->reload)
    ipl_one_shot_task_forget ();
  if (self->the_case != NULL && !self->request->reload
      && ipl_parameters_same_case (self->parameters, parameters))
    return TRUE;
  if (ipl_solver_find_before (self, parameters) != NULL)
    {
      restore_result (self, ipl_solver_find_before (self, parameters));
      return TRUE;
    }
  ipl_job_progress (self->job, -1.0, -1.0, parameters->experiment->progress);
  the_case = make_case (self, parameters, error);
  if (the_case == NULL)
    return FALSE;
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  ipl_job_progress (self->job, -1.0, -1.0, "Preparing the path-path kernels");
  kernel = ipl_kernel_prepare (the_case, cancellable, error);
  if (kernel == NULL)
    return FALSE;

  ipl_solver_forget_case (self);
  self->the_case = g_steal_pointer (&the_case);
  self->kernel = kernel;
  self->new_case = TRUE;
  return TRUE;
}

/* Fills in the parameters that an imported case sets.
 * @few: (nullable): parameters of the case; NULL for those of the request */
static void
adopt_case (IplSolver *self, const IplParameters *few)
{
  if (self->requested->current.L != self->the_case->L
      || (self->new_case && self->request->fresh && !self->requested->experiment->generated))
    {
      g_autofree IplParameters *adopted = g_memdup2 (self->requested, sizeof *adopted);

      ipl_parameters_adopt_case (adopted, self->the_case);
      ipl_solver_set_request (self, adopted);
    }
  if (self->new_case)
    ipl_parameters_replace (&self->parameters,
                            ipl_parameters_ref (few != NULL ? few : self->requested));
}

/* Finds the GP limit of all paths in the grid; NULL if it has none with this prior. */
static IplSolution *
find_gp (const IplSolver *self, const IplSetting *setting)
{
  for (guint g = 0; self->grid != NULL && g < self->grid->n_groups; g++)
    if (self->grid->groups[g].n_lines > 0
        && ipl_setting_same_prior (&self->grid->groups[g].lines[0].solution->setting, setting))
      return ipl_solution_ref (self->grid->groups[g].lines[0].solution);
  return NULL;
}

/* Ensures the GP limit for a setting, at its own best temperature if each width has one. */
static gboolean
ensure_gp (IplSolver *self, const IplSetting *setting, gboolean has_best, GError **error)
{
  IplSetting gp_setting = *setting;
  IplSolution *solution;

  gp_setting.gp = TRUE;
  if (has_best)
    gp_setting.temperature = ipl_solver_best_temperature (self, &gp_setting);
  if (self->gp != NULL && ipl_setting_same_prior (&self->gp->setting, &gp_setting)
      && ipl_solution_has_components (self->gp, setting->components))
    return TRUE;
  solution = find_gp (self, &gp_setting);
  if (solution == NULL)
    solution = ipl_solution_new (self->kernel, &gp_setting, NULL, NULL, 0,
                                 ipl_job_get_cancellable (self->job), error);
  if (solution == NULL)
    return FALSE;
  ipl_solver_show (self, &ipl_quantity_gp, solution);
  return TRUE;
}

/* @once: TRUE to use one start; FALSE to use all starts that a narrow width needs */
static IplSolution *
solve (IplSolver *self, const IplSetting *setting, gboolean once, GCancellable *cancellable,
       GError **error)
{
  const IplSolution *start
      = self->current != NULL && self->current->saddle != NULL ? self->current : NULL;
  IplSolution *solution;

  ipl_job_progress (self->job, -1.0, -1.0, "Solving at the current width");
  ipl_parallel_set_inner_threads (ipl_parallel_default_threads ());
  solution = ipl_solution_solve (self->the_case, self->kernel, setting, start,
                                 once ? 0 : ipl_parallel_default_threads (), cancellable, error);
  ipl_parallel_set_inner_threads (1);
  if (solution != NULL)
    self->solve_seconds = solution->solve_seconds;
  return solution;
}

/* Step 3: the solution at the current setting. */
static gboolean
ensure_current (IplSolver *self, GError **error)
{
  gboolean has_best = ipl_solver_has_best (self);
  IplSetting setting = self->requested->current;
  IplSolution *solution;

  setting.components = self->requested->display.n_components;
  if (!ensure_gp (self, &setting, has_best, error))
    return FALSE;
  if (has_best)
    setting.temperature = ipl_solver_best_temperature (self, &setting);
  if (self->current != NULL && ipl_setting_equal (&self->current->setting, &setting)
      && ipl_solution_has_components (self->current, setting.components))
    return TRUE;

  if (setting.gp)
    solution = ipl_solution_ref ((IplSolution *)self->gp);
  else if ((solution = ipl_solver_find (self, &setting)) != NULL
           && ipl_solution_has_components (solution, setting.components))
    ipl_solution_ref (solution);
  else
    solution = solve (self, &setting, TRUE, ipl_job_get_cancellable (self->job), error);
  if (solution == NULL)
    return FALSE;
  ipl_solver_show (self, &ipl_quantity_current, solution);
  return TRUE;
}

/* Step 3, second part, if the action may have several minima: the lowest of several starts. The
 * result of the first start is shown before. A newer request interrupts it. */
static gboolean
ensure_lowest (IplSolver *self, GError **error)
{
  GCancellable *cancellable = ipl_job_get_background_cancellable (self->job);
  IplSolution *solution;

  if (!ipl_solution_wants_search (self->current))
    return TRUE;
  ipl_solver_post (self, FALSE, NULL);
  if (g_cancellable_set_error_if_cancelled (cancellable, error))
    return FALSE;
  solution = solve (self, &self->current->setting, FALSE, cancellable, error);
  if (solution == NULL)
    return FALSE;
  ipl_solver_show (self, &ipl_quantity_current, solution);
  return TRUE;
}

/* Lists the settings of the sweep's rows, where samples are drawn. */
static guint
list_rows (const IplSolver *self, IplSetting *settings)
{
  guint n = 0;

  for (guint i = 0; self->sweep != NULL && i < self->sweep->n_rows && n < IPL_MAX_LIST; i++)
    if (self->sweep->rows[i] != NULL)
      settings[n++] = self->sweep->rows[i]->setting;
  return n;
}

static void
show_samples (gconstpointer summary, double fraction, gpointer data)
{
  ipl_solver_post (data, TRUE, NULL);
}

/* Step 5: samples of the posterior. */
static gboolean
ensure_samples (IplSolver *self, GError **error)
{
  const IplSamplingPlan *plan = &self->request->plan;
  IplSetting settings[IPL_MAX_LIST];
  guint n = list_rows (self, settings);

  self->checkpoint.path = plan->path;
  self->checkpoint.seconds = plan->save_seconds;
  self->checkpoint.is_replaceable = TRUE;
  if (plan->serial != 0)
    ipl_sampler_set_checkpoint (self->sampler, plan->path != NULL ? &self->checkpoint : NULL);
  if (!ipl_sampler_run (self->sampler, self->the_case, self->kernel, plan, &self->current->setting,
                        n, settings,
                        &(IplWork){ .threads = ipl_parallel_default_threads (),
                                    .cancellable = ipl_job_get_background_cancellable (self->job),
                                    .progress = ipl_solver_report,
                                    .show = show_samples,
                                    .data = self },
                        error))
    {
      if (!g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        self->sampled = plan->serial;
      return FALSE;
    }
  if (plan->serial != 0)
    {
      self->sampled = plan->serial;
      ipl_solver_post (self, TRUE, NULL);
    }
  return TRUE;
}

/* Returns: the number of test examples in the parameters of an experiment that can reduce it */
static guint *
tests_of (const IplParameters *parameters)
{
  return (guint *)G_STRUCT_MEMBER_P (ipl_parameters_get_specific (parameters),
                                     parameters->experiment->tests_at);
}

/* Returns: (transfer full) (nullable): parameters with few test examples; NULL if a preview is not
 *   requested, or is no faster */
static const IplParameters *
few_tests (const IplSolver *self)
{
  const IplParameters *wanted = self->requested;
  g_autofree IplParameters *few = NULL;
  guint *n_tests;

  if (!self->request->quickly || wanted->experiment->tests_at == 0 || self->the_case == NULL
      || ipl_parameters_same_case (self->parameters, wanted)
      || ipl_solver_find_before (self, wanted) != NULL)
    return NULL;
  few = g_memdup2 (wanted, sizeof *few);
  n_tests = tests_of (few);
  if (*n_tests < 2 * FEW_TESTS)
    return NULL;
  *n_tests = FEW_TESTS;
  return ipl_parameters_share (few);
}

/* TRUE if solving all widths takes so little time that a partial answer is pointless. The sweep
 * usually includes the current width. */
static gboolean
sweeps_quickly (const IplSolver *self)
{
  return self->requested->n_widths > 0 && self->solve_seconds > 0
         && self->solve_seconds * self->requested->n_widths
                    * MAX (self->requested->n_temperatures, 1)
                < QUICK_SWEEP_SECONDS;
}

/* Posts a preview with all panels: the theory of all training examples, with predictions for few
 * test examples. It finishes in the grace period of a newer request, so that a dragged slider
 * always shows results. */
static gboolean
answer_quickly (IplSolver *self, const IplParameters *few, GError **error)
{
  if (!ensure_case (self, few, error))
    return FALSE;
  adopt_case (self, few);
  self->few_tests = (guint)self->the_case->tests[0].count;
  self->all_tests = *tests_of (self->requested);
  if (!ipl_setting_validate (&self->requested->current, self->the_case, error)
      || (sweeps_quickly (self) && !ipl_solver_ensure_sweep (self, error))
      || !ipl_solver_ensure_quantities (self, IPL_MAKE_OF_PARAMETERS, NULL, error)
      || !ensure_current (self, error)
      || !ipl_solver_ensure_quantities (self, IPL_MAKE_QUICK, NULL, error))
    return FALSE;
  ipl_solver_post (self, FALSE, NULL);
  return !g_cancellable_set_error_if_cancelled (ipl_job_get_background_cancellable (self->job),
                                                error);
}

/* Shows the row of the sweep in place of an earlier solution at the same setting: its last digits
 * then do not depend on the order of the requests. */
static void
show_row (IplSolver *self)
{
  IplSolution *row = self->current != NULL ? ipl_solver_find (self, &self->current->setting) : NULL;

  if (row != NULL && row != self->current)
    ipl_solver_show (self, &ipl_quantity_current, ipl_solution_ref (row));
}

/* Carries out the steps in the order of their importance to the user. Each step that changes
 * something posts a result; after a preview only the complete answer is posted. Any newer request
 * interrupts the last two steps. */
static gboolean
answer (IplSolver *self, GError **error)
{
  const IplParameters *few;
  gboolean quick, changed, opened = FALSE;

  if (!ensure_parameters (self, error))
    return FALSE;
  if (self->request->stored != NULL && !ipl_solver_open_stored (self, &opened, error))
    return FALSE;
  if (opened)
    return TRUE;
  if (self->requested->experiment->compute != NULL)
    return ipl_solver_compute_dynamics (self, error);
  few = few_tests (self);
  quick = few != NULL;
  if (quick)
    {
      gboolean going_on = answer_quickly (self, few, error);

      ipl_parameters_unref (few);
      if (!going_on)
        return FALSE;
    }
  if (!ensure_case (self, self->requested, error))
    return FALSE;
  adopt_case (self, NULL);
  self->few_tests = 0;
  if (!ipl_solver_ensure_quantities (self, IPL_MAKE_OF_PARAMETERS, &changed, error))
    return FALSE;
  if ((self->new_case && !quick) || changed)
    ipl_solver_post (self, FALSE, NULL);
  quick = quick && sweeps_quickly (self);
  if (!ipl_setting_validate (&self->requested->current, self->the_case, error)
      || (!quick
          && (!ensure_current (self, error) || !ensure_lowest (self, error)
              || !ipl_solver_ensure_quantities (self, IPL_MAKE_QUICK, NULL, error))))
    return FALSE;
  if (!quick)
    {
      ipl_solver_post (self, FALSE, NULL);
      if (!ipl_solver_ensure_quantities (self, IPL_MAKE_ALL, NULL, error))
        return FALSE;
    }
  if (g_cancellable_set_error_if_cancelled (ipl_job_get_background_cancellable (self->job), error)
      || !ipl_solver_ensure_sweep (self, error))
    return FALSE;
  show_row (self);
  /* The sweep has found the best temperature. */
  if ((quick || self->requested->n_temperatures > 0)
      && (!ensure_current (self, error) || !ensure_lowest (self, error)))
    return FALSE;
  if (!ipl_solver_ensure_quantities (self, IPL_MAKE_ALL, NULL, error))
    return FALSE;
  ipl_solver_post (self, TRUE, NULL);
  return ensure_samples (self, error);
}

static void
run (IplJob *job, gpointer request, gpointer memory)
{
  IplSolver *self = memory;
  g_autoptr (GError) error = NULL;

  self->job = job;
  self->request = request;
  self->requested = ipl_parameters_ref (self->request->parameters);
  self->new_case = FALSE;
  self->sampled = 0;
  if (!answer (self, &error) && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ipl_solver_post (self, self->sampled != 0, g_steal_pointer (&error));
  ipl_parameters_replace (&self->requested, NULL);
  self->request = NULL;
  self->job = NULL;
}

/* Answers an IplSolveRequest: the case, the solution at the current setting, the sweep, then the
 * samples. Posts an IplSolveResult after each step that changed something. */
const IplRun ipl_run_solve = {
  .id = "solve",
  .title = "Solve the theory and sample the posterior",
  .priority = 70,
  .run = run,
  .memory_new = ipl_solver_new,
  .memory_free = ipl_solver_free,
  .request_free = (GDestroyNotify)ipl_solve_request_free,
  IPL_RUN_SHARES (ipl_solve_result),
};
