/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/solver-private.h"

#include "core/base/error.h"
#include "core/tasks/one-shot-task.h"
#include "core/base/parallel.h"
#include <string.h>

#include "core/experiments/one-shot-experiment.h"

/* A single solve on at least this many examples uses the threads inside BLAS. */
#define BLAS_THREADS_FROM_P 400

/* What is posted whenever a summary has come. */
typedef struct
{
  IplSolver *solver;
  IplJob *job;
  const IplParameters *parameters;
  gboolean new_case;
} Showing;

IplSolveResult *
ipl_solve_result_ref (IplSolveResult *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

void
ipl_solve_result_unref (IplSolveResult *self)
{
  if (self == NULL || !g_atomic_ref_count_dec (&self->ref_count))
    return;
  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->current, ipl_solution_unref);
  g_clear_pointer (&self->gp, ipl_solution_unref);
  g_clear_pointer (&self->sweep, ipl_sweep_unref);
  for (guint i = 0; i < self->n_posteriors; i++)
    ipl_posterior_summary_unref (self->posteriors[i]);
  g_free (self->posteriors);
  g_clear_error (&self->error);
  g_free (self);
}

/**
 * ipl_solve_result_find_posterior:
 * @self: the results
 * @setting: a setting
 *
 * Returns: (transfer none) (nullable): what has been sampled at exactly this setting
 */
const IplPosteriorSummary *
ipl_solve_result_find_posterior (const IplSolveResult *self, const IplSetting *setting)
{
  for (guint i = 0; i < self->n_posteriors; i++)
    if (ipl_setting_equal (&self->posteriors[i]->setting, setting))
      return self->posteriors[i];
  return NULL;
}

/**
 * ipl_solver_new:
 *
 * Returns: (transfer full): a solver that has not been asked anything yet
 */
IplSolver *
ipl_solver_new (void)
{
  IplSolver *self = g_new0 (IplSolver, 1);

  self->sampler = ipl_sampler_new ();
  return self;
}

static void
forget_results (IplSolver *self)
{
  g_clear_pointer (&self->current, ipl_solution_unref);
  g_clear_pointer (&self->gp, ipl_solution_unref);
  ipl_solver_forget_sweep (self);
  ipl_sampler_forget (self->sampler);
}

/**
 * ipl_solver_free:
 * @self: (transfer full): the solver
 */
void
ipl_solver_free (IplSolver *self)
{
  if (self == NULL)
    return;
  forget_results (self);
  g_clear_pointer (&self->sampler, ipl_sampler_free);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_free (self);
}

void
ipl_solver_post (IplSolver *self, IplJob *job, const IplParameters *parameters, gboolean new_case,
                 gboolean sweep_current, GError *error)
{
  IplSolveResult *outcome = g_new0 (IplSolveResult, 1);

  g_atomic_ref_count_init (&outcome->ref_count);
  outcome->parameters = *parameters;
  outcome->asked_usec = self->asked_usec;
  outcome->new_case = new_case;
  outcome->the_case = self->the_case != NULL ? ipl_case_ref (self->the_case) : NULL;
  outcome->kernel = self->kernel != NULL ? ipl_kernel_ref (self->kernel) : NULL;
  outcome->current = self->current != NULL ? ipl_solution_ref (self->current) : NULL;
  outcome->gp = self->gp != NULL ? ipl_solution_ref (self->gp) : NULL;
  outcome->sweep = self->sweep != NULL ? ipl_sweep_ref (self->sweep) : NULL;
  outcome->best_temperature = self->sweep != NULL && self->is_best;
  outcome->sweep_current = sweep_current;
  outcome->posteriors = ipl_sampler_get_summaries (self->sampler, &outcome->n_posteriors);
  outcome->sampled = self->sampled;
  outcome->error = error;
  ipl_job_post (job, outcome);
}

/* The network's own task, but with images that were opened together with it in their place. */
static gboolean
open_network (IplParameters *parameters, const char *path, GCancellable *cancellable,
              GError **error)
{
  const IplParameters asked = *parameters;
  const IplTrainable *opened = ipl_parameters_get_trainable (&asked);
  IplTrainable *trainable;

  if (!ipl_parameters_open_network (parameters, path, cancellable, error))
    return FALSE;
  ipl_parameters_keep_ways (parameters, &asked);
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

/* Step 1: the case and its kernel. Whatever was there stays until the new one is whole. */
static gboolean
ensure_case (IplSolver *self, IplJob *job, const IplSolveRequest *question, IplParameters *parameters,
             gboolean *made, GError **error)
{
  g_autoptr (IplCase) the_case = NULL;
  IplKernel *kernel;

  *made = FALSE;
  if (question->network[0] != '\0')
    {
      ipl_job_progress (job, -1.0, "Reading the network");
      if (!open_network (parameters, question->network, ipl_job_get_cancellable (job), error))
        return FALSE;
    }
  /* Files may have changed. */
  if (question->reload)
    ipl_one_shot_task_forget ();
  if (self->the_case != NULL && !question->reload
      && ipl_parameters_same_case (&self->parameters, parameters))
    return TRUE;
  ipl_job_progress (job, -1.0, parameters->experiment->progress);
  the_case = ipl_parameters_make_case (parameters, FALSE, ipl_parallel_default_threads (),
                                       ipl_job_get_cancellable (job), error);
  if (the_case == NULL)
    return FALSE;
  if (g_cancellable_set_error_if_cancelled (ipl_job_get_cancellable (job), error))
    return FALSE;
  ipl_job_progress (job, -1.0, "Preparing the path-path kernels");
  kernel = ipl_kernel_new (the_case, error);
  if (kernel == NULL)
    return FALSE;

  forget_results (self);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->the_case, ipl_case_unref);
  self->the_case = g_steal_pointer (&the_case);
  self->kernel = kernel;
  self->parameters = *parameters;
  *made = TRUE;
  return TRUE;
}

/* The GP limit that goes with a setting; at its own best temperature where each width has one. */
static gboolean
ensure_gp (IplSolver *self, IplJob *job, const IplSetting *setting, gboolean has_best,
           GError **error)
{
  IplSetting gp_setting = *setting;
  IplSolution *solution;

  gp_setting.gp = TRUE;
  if (has_best)
    gp_setting.temperature = ipl_solver_best_temperature (self, &gp_setting);
  if (self->gp != NULL && ipl_setting_same_prior (&self->gp->setting, &gp_setting))
    return TRUE;
  solution = ipl_solution_gp (self->the_case, self->kernel, &gp_setting, NULL, 0,
                              ipl_job_get_cancellable (job), error);
  if (solution == NULL)
    return FALSE;
  g_clear_pointer (&self->gp, ipl_solution_unref);
  self->gp = solution;
  return TRUE;
}

/* Step 2: what the user is looking at. */
static gboolean
ensure_current (IplSolver *self, IplJob *job, const IplParameters *parameters, GError **error)
{
  GCancellable *cancellable = ipl_job_get_cancellable (job);
  gboolean has_best = ipl_solver_has_best (self, parameters);
  IplSetting setting = parameters->current;
  IplSolution *solution;

  if (!ensure_gp (self, job, &setting, has_best, error))
    return FALSE;
  if (has_best)
    setting.temperature = ipl_solver_best_temperature (self, &setting);
  if (self->current != NULL && ipl_setting_equal (&self->current->setting, &setting))
    return TRUE;

  if (setting.gp)
    solution = ipl_solution_ref (self->gp);
  else if ((solution = ipl_solver_find (self, &setting)) != NULL)
    ipl_solution_ref (solution);
  else
    {
      const IplSolution *start
          = self->current != NULL && self->current->saddle != NULL ? self->current : NULL;
      gboolean large = ipl_kernel_get_P (self->kernel) >= BLAS_THREADS_FROM_P;

      ipl_job_progress (job, -1.0, "Solving at the current width");
      ipl_parallel_set_blas_threads (large ? ipl_parallel_default_threads () : 1);
      solution
          = ipl_solution_solve (self->the_case, self->kernel, &setting, start, cancellable, error);
      ipl_parallel_set_blas_threads (1);
    }
  if (solution == NULL)
    return FALSE;
  g_clear_pointer (&self->current, ipl_solution_unref);
  self->current = solution;
  ipl_sampler_keep_only (self->sampler, &setting, parameters->n_temperatures > 0);
  return TRUE;
}

/* Where samples are to be drawn: the settings of the sweep's rows. */
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
show_samples (gpointer data)
{
  const Showing *showing = data;

  ipl_solver_post (showing->solver, showing->job, showing->parameters, showing->new_case, TRUE,
                   NULL);
}

/* Steps 3 and 4, which anything newer interrupts: the sweep, then the samples. */
static gboolean
ensure_rest (IplSolver *self, IplJob *job, const IplSolveRequest *question,
             const IplParameters *parameters, gboolean new_case, GError **error)
{
  Showing showing = { self, job, parameters, new_case };
  IplSetting settings[IPL_MAX_LIST];
  guint n;

  if (g_cancellable_set_error_if_cancelled (ipl_job_get_background_cancellable (job), error))
    return FALSE;
  if (!ipl_solver_ensure_sweep (self, job, parameters, error))
    return FALSE;
  /* Now it is known which temperature is best here. */
  if (parameters->n_temperatures > 0 && !ensure_current (self, job, parameters, error))
    return FALSE;
  n = list_rows (self, settings);
  ipl_solver_post (self, job, parameters, new_case, TRUE, NULL);
  if (!ipl_sampler_run (self->sampler, job, self->the_case, self->kernel, &question->plan,
                        &self->current->setting, n, settings, show_samples, &showing, error))
    {
      if (!g_error_matches (*error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
        self->sampled = question->plan.serial;
      return FALSE;
    }
  if (question->plan.serial != 0)
    {
      self->sampled = question->plan.serial;
      ipl_solver_post (self, job, parameters, new_case, TRUE, NULL);
    }
  return TRUE;
}

/**
 * ipl_solver_answer:
 * @job: the running job
 * @data: an #IplSolveRequest
 * @solver: the #IplSolver of this thread
 *
 * Answers a question in the order in which a user misses things: the case, the solution at the
 * current setting, the sweep, then the samples. Posts an #IplSolveResult after each step that changed
 * something.
 */
void
ipl_solver_answer (IplJob *job, gpointer data, gpointer solver)
{
  IplSolver *self = solver;
  const IplSolveRequest *question = data;
  IplParameters parameters = question->parameters;
  g_autoptr (GError) error = NULL;
  gboolean new_case = FALSE;
  gboolean ok;

  self->asked_usec = question->asked_usec;
  self->sampled = 0;
  ok = ensure_case (self, job, question, &parameters, &new_case, &error);
  if (ok && (parameters.current.L != self->the_case->L || (new_case && !parameters.experiment->generated)))
    ipl_parameters_adopt_case (&parameters, self->the_case);
  if (ok && new_case)
    {
      self->parameters = parameters;
      ipl_solver_post (self, job, &parameters, TRUE, FALSE, NULL);
    }
  if (ok && ipl_setting_validate (&parameters.current, self->the_case, &error)
      && ensure_current (self, job, &parameters, &error))
    {
      ipl_solver_post (self, job, &parameters, new_case, FALSE, NULL);
      ensure_rest (self, job, question, &parameters, new_case, &error);
    }
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ipl_solver_post (self, job, &parameters, new_case, self->sampled != 0,
                     g_steal_pointer (&error));
}
