/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests to the solver: the theory, and samples of the posterior. */
#include "document/document-private.h"

#include "core/base/drag-priority.h"
#include "core/parameters/parameters-command-line.h"
#include "core/parameters/parameters.h"
#include "core/posterior/posterior-summary.h"

/* Takes @parameters, a reference. */
static IplSolveRequest *
request_new (IplDocument *self, const IplParameters *parameters)
{
  IplSolveRequest *request = ipl_solve_request_new (parameters);

  request->requested_usec = g_get_monotonic_time ();
  request->plan = self->sampling.plan;
  request->needs = ipl_document_get_needs (self);
  request->test = self->heads.test;
  request->first = self->heads.first;
  request->before = ipl_document_find_held (self, IPL_SOLVE, parameters);
  if (request->before != NULL)
    ipl_solve_result_ref (request->before);
  if (parameters->experiment->runs_on_request)
    request->checkpoint = ipl_document_find_checkpoint (self, &request->given_checkpoint);
  if (request->checkpoint == NULL && self->storage.folder != NULL
      && parameters->experiment->runs_on_request)
    request->checkpoint = ipl_document_get_checkpoint_path (self, parameters->experiment);
  return request;
}

/* Solves for the present parameters. */
void
ipl_document_solve (IplDocument *self, IplGracePeriod grace)
{
  /* Changes during the opening of a file are solved if the opening fails. */
  if (self->opening.label == NULL)
    {
      IplSolveRequest *request = request_new (self, ipl_parameters_ref (self->parameters));

      request->quickly = grace == IPL_PATIENTLY;
      ipl_interactive_begin ();
      ipl_document_submit (self, IPL_SOLVE, request, grace);
    }
}

/* Requests missing quantities of the shown panels. */
void
ipl_document_request_shown (IplDocument *self)
{
  if (!self->is_closed && self->parameters->experiment->compute == NULL
      && ipl_document_get_solve_result (self) != NULL)
    ipl_document_solve (self, IPL_GENTLY);
}

/* Requests the quantities in sight that show single sequences. */
void
ipl_document_request_examples (IplDocument *self)
{
  if ((ipl_document_get_needs (self) & ipl_quantities_get_needs (IPL_DEPENDS_EXAMPLES)) != 0)
    ipl_document_request_shown (self);
}

/* Solves for the document that is being opened. Takes @parameters, a reference; @network: a
 * trained network that defines them, or NULL; @fresh: TRUE if they are those of the previous
 * document. */
void
ipl_document_solve_opened (IplDocument *self, const IplParameters *parameters, const char *network,
                           gboolean fresh)
{
  IplSolveRequest *request;

  request = request_new (self, parameters);
  request->network = g_strdup (network);
  request->fresh = fresh;
  request->reload = TRUE;
  ipl_document_submit (self, IPL_SOLVE, request, IPL_AT_ONCE);
}

/* Shows the file of results that is being opened. Takes @parameters, and @stored_as, which may be
 * NULL: references. */
void
ipl_document_solve_stored (IplDocument *self, const IplParameters *parameters,
                           const IplParameters *stored_as)
{
  IplSolveRequest *request = request_new (self, parameters);

  request->stored = g_strdup (self->opening.stored);
  request->stored_as = stored_as;
  ipl_document_submit (self, IPL_SOLVE, request, IPL_AT_ONCE);
}

/* Shows the shape of the case until the first one is made. */
void
ipl_document_sketch (IplDocument *self, const IplParameters *parameters)
{
  g_autoptr (IplSolveResult) result = ipl_solve_result_new (ipl_parameters_ref (parameters));

  result->is_sketch = TRUE;
  result->the_case = ipl_parameters_sketch (parameters);
  ipl_document_set_result (self, IPL_SOLVE, result);
}

/* Solves the unsolved rows of the present parameters; resumes a stopped run. */
void
ipl_document_run (IplDocument *self)
{
  if (self->parameters->experiment->runs_on_request)
    self->saved.computed++;
  ipl_document_solve (self, IPL_AT_ONCE);
}

/* Largest number of draws of a chain among the widths. */
guint
ipl_document_get_most_draws (IplDocument *self)
{
  const IplSolveResult *result = ipl_document_get_solve_result (self);
  guint most = 0;

  for (guint i = 0; result != NULL && i < IPL_QUANTITY_COUNT (result->posteriors); i++)
    most = MAX (most, ipl_posterior_list_at (result->posteriors, i)->n_draws);
  return most;
}

static void
start (IplDocument *self, guint draws, gboolean again, gboolean here)
{
  const IplParameters *parameters = self->parameters;

  if (again)
    {
      /* Like the command line: chains of a case from a file have a separate seed. */
      ipl_parameters_get_sampler (parameters, &self->sampling.plan.options);
    }
  self->saved.computed++;
  self->sampling.plan.serial = ++self->sampling.last;
  self->sampling.plan.path = self->storage.path;
  self->sampling.plan.save_seconds = IPL_CHECKPOINT_SECONDS;
  self->sampling.plan.again = again;
  self->sampling.plan.draws = MIN (draws, IPL_MAX_DRAWS);
  self->sampling.plan.setting = parameters->current;
  self->sampling.plan.here = here;
  self->sampling.plan.any_temperature = parameters->n_temperatures > 0;
  /* Uses the shown temperature, if it belongs to the width. */
  if (ipl_document_is_current_shown (self))
    self->sampling.plan.setting = ipl_document_get_solve_result (self)->current->setting;
  ipl_document_solve (self, IPL_GENTLY);
}

/* Restores draws after a crash from their files, and makes the missing ones once there is a
 * case. */
void
ipl_document_bring_draws_back (IplDocument *self)
{
  if (self->sampling.restored_plan.serial == 0 || self->opening.label != NULL)
    return;
  self->sampling.plan = self->sampling.restored_plan;
  self->sampling.restored_plan.serial = 0;
  self->sampling.plan.serial = ++self->sampling.last;
  self->sampling.plan.again = TRUE;
  self->sampling.plan.path = self->storage.path;
  self->sampling.plan.save_seconds = IPL_CHECKPOINT_SECONDS;
  self->sampling.plan.any_temperature = self->parameters->n_temperatures > 0;
  ipl_document_solve (self, IPL_GENTLY);
}

/* Samples the exact posterior at the current width and the widths of the sweep, in the
 * background. Chains of the same settings are extended to the requested number of draws. */
void
ipl_document_sample (IplDocument *self)
{
  const IplPosteriorOptions *last = &self->sampling.plan.options;
  IplPosteriorOptions wanted;
  guint draws = self->parameters->draws;

  if (!ipl_document_can_sample (self))
    return;
  /* All widths get equal numbers of draws, unless the chains restart. */
  ipl_parameters_get_sampler (self->parameters, &wanted);
  if (ipl_posterior_options_equal (last, &wanted))
    draws = MAX (draws, ipl_document_get_most_draws (self));
  start (self, draws, TRUE, FALSE);
}

/* Samples at the current width only: a large case takes long at each. */
void
ipl_document_sample_here (IplDocument *self)
{
  if (ipl_document_can_sample (self) && !self->parameters->current.gp)
    start (self, self->parameters->draws, TRUE, TRUE);
}

/* Extends the chains without another warm-up. */
void
ipl_document_add_draws (IplDocument *self)
{
  if (ipl_document_can_add_draws (self))
    start (self, ipl_document_get_most_draws (self) + self->parameters->draws, FALSE,
           self->sampling.plan.here);
}

/* TRUE if the widths and variances are the same, at any temperature. */
static gboolean
same_widths (const IplSetting *a, const IplSetting *b)
{
  IplSetting other = *b;

  other.temperature = a->temperature;
  return ipl_setting_equal (a, &other);
}

/* Returns: TRUE if there is a finite width that is not being sampled */
gboolean
ipl_document_can_sample (IplDocument *self)
{
  const IplSetting *current = &self->parameters->current;

  if (self->is_closed || self->opening.label != NULL
      || (current->gp && self->parameters->n_widths == 0)
      || self->parameters->experiment->compute != NULL)
    return FALSE;
  return !ipl_document_is_sampling (self)
         || !(current->gp || same_widths (current, &self->sampling.plan.setting));
}

gboolean
ipl_document_can_add_draws (IplDocument *self)
{
  return ipl_document_can_sample (self) && !ipl_document_is_sampling (self)
         && ipl_document_get_most_draws (self) > 0
         && ipl_document_get_most_draws (self) < IPL_MAX_DRAWS;
}

void
ipl_document_end_sampling (IplDocument *self)
{
  self->sampling.plan.serial = 0;
}

/* Stops sampling by a newer request without draws, which returns the draws so far. */
gboolean
ipl_document_stop_sampling (IplDocument *self)
{
  const IplSolveResult *result = ipl_document_get_solve_result (self);

  if (!ipl_document_is_sampling (self))
    return FALSE;
  ipl_document_end_sampling (self);
  if (result == NULL || !result->sweep_current)
    return FALSE;
  ipl_document_stop_job (self, IPL_SOLVE);
  ipl_document_solve (self, IPL_GENTLY);
  return TRUE;
}

/* @complete: (out): TRUE if the command has all parameters; else the case must be saved to a file
 * Returns: (transfer full): the command that computes the shown results */
char *
ipl_document_command (IplDocument *self, gboolean *complete)
{
  IplParameters parameters = *self->parameters;
  const IplSolveResult *result = ipl_document_get_solve_result (self);
  const IplPosteriorSummary *posterior = ipl_document_get_posterior (self);

  parameters.warmup = self->sampling.plan.options.warmup;
  parameters.target_acceptance = self->sampling.plan.options.target_acceptance;
  parameters.sampler_method = ipl_posterior_method_names[self->sampling.plan.options.method];
  if (posterior == NULL && result != NULL && IPL_QUANTITY_COUNT (result->posteriors) > 0)
    posterior = result->posteriors->pdata[0];
  return ipl_parameters_command (&parameters, posterior, complete);
}
