/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of experiments that make no case: computed, or read from a file of results. */
#include "runs/solver-private.h"

#include "core/base/parallel.h"
#include "core/parameters/result-file.h"

static void
say_computed (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  const IplSolver *self = data;

  ipl_job_progress (self->job, fraction, seconds_left,
                    sentence != NULL ? sentence : self->asked->experiment->progress);
}

/* Takes @own, the result of @parameters. */
static void
take_own (IplSolver *self, IplExperimentResult *own)
{
  ipl_solver_forget_case (self);
  self->own = own;
  ipl_parameters_take (&self->parameters, ipl_parameters_ref (self->asked));
}

/* What there is while it goes on. */
static void
show_computed (IplExperimentResult *so_far, gpointer data)
{
  take_own (data, so_far);
  ipl_solver_post (data, FALSE, NULL);
}

/* Whether there is nothing more to be computed for the same parameters. What was stopped and is
 * read from a file stays as it is, unless the user is asked before it goes on. */
static gboolean
is_final (const IplExperimentResult *own)
{
  return own->complete || (own->from_file && !own->experiment->asks_to_run);
}

/* All steps at once, where the experiment makes no case but a result of its own. A result of other
 * parameters is something to go on from, if the experiment can. What is quick is not stopped by a
 * newer request, but has the time that this gives it: half a curve is nothing to drag by. */
gboolean
ipl_solver_compute_own (IplSolver *self, GError **error)
{
  const IplParameters *parameters = self->asked;
  gboolean asks = parameters->experiment->asks_to_run;
  g_autoptr (IplExperimentResult) before
      = self->own != NULL && self->own->experiment == parameters->experiment
            ? ipl_experiment_result_ref (self->own)
            : NULL;
  IplExperimentRun run = { .threads = ipl_parallel_default_threads (),
                           .cancellable = ipl_job_get_cancellable (self->job),
                           .stop = asks ? ipl_job_get_background_cancellable (self->job) : NULL,
                           .before = before,
                           .checkpoint = asks ? self->request->checkpoint : NULL,
                           .own_checkpoint = !self->request->given_checkpoint,
                           .progress = say_computed,
                           .show = show_computed,
                           .data = self };
  IplExperimentResult *own;

  if (before == NULL || !is_final (before) || self->request->reload
      || !ipl_parameters_same_case (self->parameters, parameters))
    {
      say_computed (0.0, -1.0, NULL, self);
      own = parameters->experiment->compute (parameters, &run, error);
      if (own == NULL)
        return FALSE;
      take_own (self, own);
    }
  ipl_solver_post (self, TRUE, NULL);
  return TRUE;
}

/* Shows what the file holds; of a session that was saved with other parameters, its results, which
 * the session says that they are not of. */
static gboolean
show_stored (IplSolver *self, IplResultFile *file, GError **error)
{
  const IplParameters *parameters = ipl_result_file_get_parameters (file);
  const IplParameters *stored_as = self->request->stored_as;
  IplExperimentResult *own;

  if (stored_as == NULL || !ipl_parameters_same_case (stored_as, parameters))
    ipl_solver_ask_about (self, parameters);
  own = ipl_result_file_restore (file, self->asked, error);
  if (own == NULL)
    return FALSE;
  take_own (self, own);
  ipl_solver_post (self, TRUE, NULL);
  return TRUE;
}

/* Shows the results of the request's file in the place of computing anything. A trained network's
 * course is shown beside its case, which is solved; so is what a session asks for whose results
 * cannot be read.
 * Returns: FALSE with an error; @opened says whether there is nothing more to be done */
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
      ipl_solver_ask_about (self, ipl_result_file_get_parameters (file));
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
