/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the solver remembers from one request to the next, and how it tells of it. */
#include "runs/solver-private.h"

/* An #IplSolver that has not been asked anything yet. */
gpointer
ipl_solver_new (void)
{
  IplSolver *self = g_new0 (IplSolver, 1);

  self->sampler = ipl_sampler_new ();
  return self;
}

static void
forget_sweep (IplSolver *self)
{
  g_clear_pointer (&self->grid, ipl_sweep_unref);
  g_clear_pointer (&self->sweep, ipl_sweep_unref);
  self->grid_partial = FALSE;
  self->is_best = FALSE;
  self->gp_paths = NULL;
}

/* All that belongs to the case. */
void
ipl_solver_forget_results (IplSolver *self)
{
  g_clear_pointer (&self->current, ipl_solution_unref);
  g_clear_pointer (&self->gp, ipl_solution_unref);
  ipl_solver_forget_kernels (self);
  forget_sweep (self);
  ipl_sampler_forget (self->sampler);
}

/* What cases have in common. */
void
ipl_solver_forget_stock (IplSolver *self)
{
  if (self->stock != NULL)
    self->stock_of->stock_free (self->stock);
  self->stock = NULL;
}

/* A first answer is whole within the time that a newer request gives it; else that ends the sweep
 * at once. */
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

  ipl_solver_forget_results (self);
  ipl_solver_forget_quantities (self);
  g_clear_pointer (&self->sampler, ipl_sampler_free);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_clear_pointer (&self->own, ipl_experiment_result_unref);
  ipl_solver_forget_stock (self);
  ipl_parameters_unref (self->parameters);
  g_free (self);
}

/* What is asked is about @parameters from now on. */
void
ipl_solver_ask_about (IplSolver *self, const IplParameters *parameters)
{
  ipl_parameters_take (&self->asked, ipl_parameters_share (parameters));
}

void
ipl_solver_forget_case (IplSolver *self)
{
  ipl_solver_forget_results (self);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_clear_pointer (&self->own, ipl_experiment_result_unref);
}

/* The rows of the grid that have been solved already. */
IplSolution *
ipl_solver_find (const IplSolver *self, const IplSetting *setting)
{
  for (guint i = 0; self->grid != NULL && i < self->grid->n_rows; i++)
    if (self->grid->rows[i] != NULL && ipl_setting_equal (&self->grid->rows[i]->setting, setting))
      return self->grid->rows[i];
  return NULL;
}

/* Tells what is known now. */
void
ipl_solver_post (IplSolver *self, gboolean sweep_current, GError *error)
{
  IplSolveResult *result = ipl_solve_result_new (ipl_parameters_ref (self->asked));

  result->asked_usec = self->request->asked_usec;
  result->new_case = self->new_case;
  result->few_tests = self->few_tests;
  result->all_tests = self->all_tests;
  result->the_case = self->the_case != NULL ? ipl_case_ref (self->the_case) : NULL;
  result->own = self->own != NULL ? ipl_experiment_result_ref (self->own) : NULL;
  result->kernel = self->kernel != NULL ? ipl_kernel_ref (self->kernel) : NULL;
  result->current = self->current != NULL ? ipl_solution_ref (self->current) : NULL;
  result->gp = self->gp != NULL ? ipl_solution_ref (self->gp) : NULL;
  result->sweep = self->sweep != NULL ? ipl_sweep_ref (self->sweep) : NULL;
  result->best_temperature = self->sweep != NULL && self->is_best;
  result->sweep_current = sweep_current && self->few_tests == 0;
  result->posteriors = ipl_sampler_get_summaries (self->sampler, &result->n_posteriors);
  result->kernels = self->picture != NULL ? ipl_kernel_picture_ref (self->picture) : NULL;
  result->no_kernels = g_strdup (self->no_kernels);
  ipl_quantities_copy (&result->made, &self->made);
  result->sampled = self->sampled;
  result->error = error;
  ipl_job_post (self->job, result);
}
