/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests to the solver, its cache between requests, and its answers. Experiments without a case
 * compute or read all their results in one step. */
#include "runs/solver-private.h"

#include "core/base/parallel.h"
#include "core/parameters/experiment-result-file.h"
#include "core/posterior/posterior-summary.h"
#include "runs/solver.h"

/* Makes a solver with an empty cache. */
gpointer
ipl_solver_new (void)
{
  IplSolver *self = g_new0 (IplSolver, 1);

  self->sampler = ipl_sampler_new ();
  return self;
}

/* @quantity: (nullable): quantity whose cache is freed too */
void
ipl_quantity_origin_clear (IplQuantityOrigin *self, const IplQuantity *quantity)
{
  ipl_parameters_replace (&self->input.parameters, NULL);
  g_clear_pointer (&self->input.the_case, ipl_case_unref);
  g_clear_pointer (&self->input.current, ipl_solution_unref);
  g_clear_pointer (&self->input.gp, ipl_solution_unref);
  if (quantity != NULL && self->cache != NULL)
    g_clear_pointer (&self->cache, quantity->cache_free);
}

/* Drops all solutions and the quantities that depend on them.
 * @all: TRUE to drop all quantities */
static void
forget_results (IplSolver *self, gboolean all)
{
  guint n;
  const IplQuantity *const *quantities = ipl_quantities (&n);

  for (guint i = 0; i < n; i++)
    if (all || quantities[i]->make == NULL || (quantities[i]->depends & IPL_DEPENDS_CURRENT) != 0)
      {
        ipl_quantity_origin_clear (&self->origins[i], quantities[i]);
        ipl_quantities_set (&self->quantities, quantities[i], NULL, NULL);
      }
  g_clear_pointer (&self->grid, ipl_sweep_unref);
  ipl_sampler_unref (self->sampler);
  self->sampler = ipl_sampler_new ();
}

/* Frees the data that cases of an experiment share. */
void
ipl_solver_forget_cache (IplSolver *self)
{
  if (self->case_cache != NULL)
    self->case_cache_of->case_cache_free (self->case_cache);
  self->case_cache = NULL;
}

/* A preview may finish its sweep within the grace period of a newer request; the sweep of the
 * complete case ends at once. */
GCancellable *
ipl_solver_sweep_cancellable (const IplSolver *self)
{
  return self->few_tests > 0 ? ipl_job_get_cancellable (self->job)
                             : ipl_job_get_background_cancellable (self->job);
}

void
ipl_solver_free (gpointer solver)
{
  IplSolver *self = solver;

  forget_results (self, TRUE);
  g_clear_pointer (&self->sampler, ipl_sampler_unref);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->the_case, ipl_case_unref);
  ipl_solver_forget_cache (self);
  ipl_parameters_unref (self->parameters);
  g_free (self);
}

/* Sets the parameters of the current request. */
void
ipl_solver_set_request (IplSolver *self, const IplParameters *parameters)
{
  ipl_parameters_replace (&self->requested, ipl_parameters_share (parameters));
}

void
ipl_solver_forget_case (IplSolver *self)
{
  forget_results (self, FALSE);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->the_case, ipl_case_unref);
}

/* Returns: (nullable): the earlier result of the request, if it is for these parameters */
IplSolveResult *
ipl_solver_find_before (const IplSolver *self, const IplParameters *parameters)
{
  IplSolveResult *before = self->request->before;

  return before != NULL && !self->request->reload
                 && ipl_parameters_same_case (before->parameters, parameters)
             ? before
             : NULL;
}

/* Finds a row of the grid that is solved already; (transfer none) (nullable). */
IplSolution *
ipl_solver_find (const IplSolver *self, const IplSetting *setting)
{
  for (guint i = 0; self->grid != NULL && i < self->grid->n_rows; i++)
    if (self->grid->rows[i] != NULL && ipl_setting_equal (&self->grid->rows[i]->setting, setting))
      return self->grid->rows[i];
  return NULL;
}

/* Sets a shown quantity.
 * @value: (transfer full) (nullable) */
void
ipl_solver_show (IplSolver *self, const IplQuantity *quantity, gpointer value)
{
  ipl_quantities_set (&self->quantities, quantity, value, NULL);
}

static IplPosteriorSummary *
find_posterior (const GPtrArray *posteriors, const IplSolution *current)
{
  IplPosteriorSummary *found
      = current != NULL ? ipl_posterior_list_find (posteriors, &current->setting) : NULL;

  return found != NULL ? ipl_posterior_summary_ref (found) : NULL;
}

/* Posts the results so far. */
void
ipl_solver_post (IplSolver *self, gboolean sweep_current, GError *error)
{
  IplSolveResult *result = ipl_solve_result_new (ipl_parameters_ref (self->requested));
  GPtrArray *posteriors = NULL;

  if (self->current != NULL)
    posteriors = ipl_sampler_get_summaries (self->sampler, &self->current->setting,
                                            self->requested->n_temperatures > 0);
  ipl_solver_show (self, &ipl_quantity_posteriors, posteriors);
  ipl_solver_show (self, &ipl_quantity_posterior, find_posterior (posteriors, self->current));
  result->requested_usec = self->request->requested_usec;
  result->new_case = self->new_case;
  result->few_tests = self->few_tests;
  result->all_tests = self->all_tests;
  result->the_case = self->the_case != NULL ? ipl_case_ref (self->the_case) : NULL;
  result->kernel = self->kernel != NULL ? ipl_kernel_ref (self->kernel) : NULL;
  result->best_temperature = self->sweep != NULL && self->is_best;
  result->sweep_current = sweep_current && self->few_tests == 0;
  ipl_quantities_copy (&result->quantities, &self->quantities);
  result->sampled = self->sampled;
  if (ipl_sampler_has_chains (self->sampler))
    result->sampler = ipl_sampler_ref (self->sampler);
  result->error = error;
  ipl_job_post (self->job, result);
}

/* @parameters: (transfer full): from ipl_parameters_share()
 * Returns: (transfer full): a request to solve the theory, without samples */
IplSolveRequest *
ipl_solve_request_new (const IplParameters *parameters)
{
  IplSolveRequest *self = g_new0 (IplSolveRequest, 1);

  self->parameters = parameters;
  return self;
}

void
ipl_solve_request_free (IplSolveRequest *self)
{
  ipl_parameters_unref (self->parameters);
  g_free (self->network);
  g_free (self->checkpoint);
  g_free (self->stored);
  g_clear_pointer (&self->stored_as, ipl_parameters_unref);
  g_clear_pointer (&self->before, ipl_solve_result_unref);
  g_free (self);
}

/* Returns: (transfer full): an empty result, filled in before it is shared */
IplSolveResult *
ipl_solve_result_new (const IplParameters *parameters)
{
  IplSolveResult *self = g_atomic_rc_box_new0 (IplSolveResult);

  self->parameters = parameters;
  return self;
}

void
ipl_solve_result_clear (IplSolveResult *self)
{
  ipl_parameters_unref (self->parameters);
  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  ipl_quantities_clear (&self->quantities);
  g_clear_pointer (&self->sampler, ipl_sampler_unref);
  g_clear_error (&self->error);
}

/* An IplProgressFunc. */
void
ipl_solver_report (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  const IplSolver *self = data;

  ipl_job_progress (self->job, fraction, seconds_left,
                    sentence != NULL ? sentence : self->requested->experiment->progress);
}

/* Sets the result of an experiment without a case.
 * @dynamics: (transfer full) */
static void
show_dynamics (IplSolver *self, IplExperimentResult *dynamics)
{
  ipl_solver_forget_case (self);
  ipl_solver_show (self, &ipl_quantity_dynamics, dynamics);
  ipl_parameters_replace (&self->parameters, ipl_parameters_ref (self->requested));
}

/* Shows a partial result. */
static void
show_computed (gconstpointer so_far, double fraction, gpointer data)
{
  show_dynamics (data, ipl_experiment_result_ref ((IplExperimentResult *)so_far));
  ipl_solver_post (data, FALSE, NULL);
}

/* TRUE if the same parameters need no more computing. A partial result from a file is final too,
 * unless the experiment runs only at the user's request. */
static gboolean
is_final (const IplExperimentResult *dynamics)
{
  return dynamics->complete || (dynamics->from_file && !dynamics->experiment->runs_on_request);
}

/* Reuses the result of the request for the same parameters, complete or partial. */
static void
show_former_dynamics (IplSolver *self)
{
  const IplSolveResult *held = ipl_solver_find_before (self, self->requested);

  if (held != NULL && held->dynamics != NULL
      && (self->parameters == NULL
          || !ipl_parameters_same_case (self->parameters, self->requested)))
    show_dynamics (self, ipl_experiment_result_ref ((IplExperimentResult *)held->dynamics));
}

/* Computes the result of an experiment without a case, in one step. Some experiments start from the
 * result of other parameters. A quick experiment is not stopped by a newer request but finishes in
 * its grace period, since half a curve is useless while a slider is dragged. */
gboolean
ipl_solver_compute_dynamics (IplSolver *self, GError **error)
{
  const IplParameters *parameters = self->requested;
  gboolean on_request = parameters->experiment->runs_on_request;
  g_autoptr (IplExperimentResult) before = NULL;
  IplExperimentRun run
      = { .work = { .threads = ipl_parallel_default_threads (),
                    .cancellable = ipl_job_get_cancellable (self->job),
                    .stop = on_request ? ipl_job_get_background_cancellable (self->job) : NULL,
                    .progress = ipl_solver_report,
                    .show = show_computed,
                    .data = self },
          .checkpoint = on_request ? self->request->checkpoint : NULL,
          .replaces_checkpoint = !self->request->given_checkpoint };
  IplExperimentResult *dynamics;

  show_former_dynamics (self);
  if (self->dynamics != NULL && self->dynamics->experiment == parameters->experiment)
    run.before = before = ipl_experiment_result_ref ((IplExperimentResult *)self->dynamics);
  if (before == NULL || !is_final (before) || self->request->reload
      || !ipl_parameters_same_case (self->parameters, parameters))
    {
      ipl_solver_report (0.0, -1.0, NULL, self);
      dynamics = parameters->experiment->compute (parameters, &run, error);
      if (dynamics == NULL)
        return FALSE;
      show_dynamics (self, dynamics);
    }
  ipl_solver_post (self, TRUE, NULL);
  return TRUE;
}

/* Shows the results of a file, and takes its parameters. If these equal @stored_as of the request,
 * the parameters of the request stay: they are the same, with current file names. */
static gboolean
show_stored (IplSolver *self, IplResultFile *file, GError **error)
{
  const IplParameters *parameters = ipl_result_file_get_parameters (file);
  const IplParameters *stored_as = self->request->stored_as;
  IplExperimentResult *dynamics;

  if (stored_as == NULL || !ipl_parameters_same_case (stored_as, parameters))
    ipl_solver_set_request (self, parameters);
  dynamics = ipl_result_file_restore (file, self->requested, error);
  if (dynamics == NULL)
    return FALSE;
  show_dynamics (self, dynamics);
  ipl_solver_post (self, TRUE, NULL);
  return TRUE;
}

/* Shows the results of the request's file instead of computing. The file of a trained network gives
 * the parameters of its case, which is solved. The case is also solved if the results of a session
 * cannot be read.
 * @opened: (out): TRUE if the request is answered
 * Returns: FALSE with an error */
gboolean
ipl_solver_open_stored (IplSolver *self, gboolean *opened, GError **error)
{
  GCancellable *cancellable = ipl_job_get_cancellable (self->job);
  g_autoptr (GError) wrong = NULL;
  g_autoptr (IplResultFile) file = NULL;

  ipl_job_progress (self->job, -1.0, -1.0, "Reading the results");
  file = ipl_result_file_open (self->request->stored, cancellable, &wrong);
  if (file != NULL && ipl_result_file_get_parameters (file)->experiment->compute == NULL)
    {
      ipl_solver_set_request (self, ipl_result_file_get_parameters (file));
      return TRUE;
    }
  *opened = file != NULL && show_stored (self, file, &wrong);
  if (*opened
      || (self->request->stored_as != NULL
          && !g_error_matches (wrong, G_IO_ERROR, G_IO_ERROR_CANCELLED)))
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&wrong));
  return FALSE;
}
