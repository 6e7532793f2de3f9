/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the solver is asked, and what it answers. */
#include "runs/solver.h"

#include "core/posterior/posterior-summary.h"

/* @parameters: what is asked about, a reference as of ipl_parameters_share()
 * Returns: (transfer full): a request to solve for them, without samples */
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
  g_free (self);
}

/* Returns: (transfer full): a result that holds nothing yet, to be filled before it is shared */
IplSolveResult *
ipl_solve_result_new (const IplParameters *parameters)
{
  IplSolveResult *self = g_new0 (IplSolveResult, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->parameters = parameters;
  return self;
}

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
  ipl_parameters_unref (self->parameters);
  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_clear_pointer (&self->own, ipl_experiment_result_unref);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->current, ipl_solution_unref);
  g_clear_pointer (&self->gp, ipl_solution_unref);
  g_clear_pointer (&self->sweep, ipl_sweep_unref);
  for (guint i = 0; i < self->n_posteriors; i++)
    ipl_posterior_summary_unref (self->posteriors[i]);
  g_free (self->posteriors);
  g_clear_pointer (&self->kernels, ipl_kernel_picture_unref);
  g_free (self->no_kernels);
  ipl_quantities_clear (&self->made);
  g_clear_error (&self->error);
  g_free (self);
}

/* Returns: (nullable): what has been sampled at exactly this setting */
const IplPosteriorSummary *
ipl_solve_result_find_posterior (const IplSolveResult *self, const IplSetting *setting)
{
  for (guint i = 0; i < self->n_posteriors; i++)
    if (ipl_setting_equal (&self->posteriors[i]->setting, setting))
      return self->posteriors[i];
  return NULL;
}
