/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/session-private.h"

#include <string.h>

#include "core/experiments/parameters.h"
#include "session/measure.h"

/* A superseded job may end the step it is in, but not for longer than this; where that is to make
 * the case, a slider dragged through many shows one every now and then. */
#define GRACE_MS 100
#define PATIENT_GRACE_MS 600

/**
 * IplSession:
 *
 * The document of a window: parameters, the results that belong to them, the job that makes them,
 * the selection, and what can be undone. Everything shown is read from here.
 *
 * Signals: "parameters-changed"; "results-changed"; "status-changed" (job started, went on,
 * ended); "training-changed", "study-changed" (what these jobs have found, or their status);
 * "shown-changed" (another head, sequence, or point of the pruning curve is chosen); "message"
 * (text, is_error), with an empty text when the reason of the last one is gone.
 */
G_DEFINE_FINAL_TYPE (IplSession, ipl_session, G_TYPE_OBJECT)

enum
{
  PARAMETERS_CHANGED,
  RESULTS_CHANGED,
  STATUS_CHANGED,
  TRAINING_CHANGED,
  STUDY_CHANGED,
  SHOWN_CHANGED,
  MESSAGE,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

void
ipl_session_parameters_changed (IplSession *self)
{
  g_signal_emit (self, signals[PARAMETERS_CHANGED], 0);
}

void
ipl_session_tell (IplSession *self, const char *text, gboolean is_error)
{
  g_signal_emit (self, signals[MESSAGE], 0, text, is_error);
}

void
ipl_session_training_changed (IplSession *self)
{
  g_signal_emit (self, signals[TRAINING_CHANGED], 0);
}

void
ipl_session_study_changed (IplSession *self)
{
  g_signal_emit (self, signals[STUDY_CHANGED], 0);
}

void
ipl_session_shown_changed (IplSession *self)
{
  g_signal_emit (self, signals[SHOWN_CHANGED], 0);
}

static void
take_back_solve_error (IplSession *self)
{
  if (self->has_solve_error)
    ipl_session_tell (self, "", FALSE);
  self->has_solve_error = FALSE;
}

/* @network is a trained network to take the parameters from, or NULL. */
void
ipl_session_ask_for (IplSession *self, const IplParameters *parameters, const char *network,
                     IplHaste haste, gboolean reload)
{
  IplSolveRequest *question;

  if (self->jobs == NULL)
    return;
  question = g_new0 (IplSolveRequest, 1);
  question->parameters = *parameters;
  g_strlcpy (question->network, network != NULL ? network : "", sizeof question->network);
  question->reload = reload;
  question->asked_usec = g_get_monotonic_time ();
  question->plan = self->plan;
  if (haste == IPL_AT_ONCE)
    ipl_jobs_submit (self->jobs, question);
  else
    ipl_jobs_supersede (self->jobs, question, haste == IPL_GENTLY ? GRACE_MS : PATIENT_GRACE_MS);
  if (!self->status.running)
    {
      self->status.running = TRUE;
      self->status.fraction = -1.0;
      g_signal_emit (self, signals[STATUS_CHANGED], 0);
    }
}

void
ipl_session_ask (IplSession *self, IplHaste haste)
{
  /* What is changed while a file is being read is solved if that fails. */
  if (self->opening == NULL)
    ipl_session_ask_for (self, &self->parameters, NULL, haste, FALSE);
}

static void
tell_notes (IplSession *self)
{
  GPtrArray *notes = self->outcome->the_case->notes;
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; notes != NULL && i < notes->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", (char *)notes->pdata[i]);
  ipl_session_tell (self, text->str, FALSE);
}

/* A case that can't be read leaves everything as it was; the paper's example, where nothing was. */
static void
give_up_opening (IplSession *self)
{
  g_clear_pointer (&self->opening, g_free);
  if (self->sketch == NULL && self->outcome == NULL)
    self->sketch = ipl_parameters_sketch (&self->parameters);
  ipl_session_parameters_changed (self);
  g_signal_emit (self, signals[RESULTS_CHANGED], 0);
  ipl_session_ask (self, IPL_AT_ONCE);
}

/* A file of its own is a new document; what is added to one can be undone. */
static void
accept_opened (IplSession *self, const IplSolveResult *outcome)
{
  g_clear_pointer (&self->opening, g_free);
  if (self->opening_adds)
    ipl_session_remember (self, NULL);
  self->parameters = outcome->parameters;
  self->shape = outcome->parameters.current;
  if (!self->opening_adds)
    {
      self->defaults = outcome->parameters;
      ipl_session_forget_history (self);
    }
  tell_notes (self);
  ipl_session_parameters_changed (self);
  ipl_session_follow_network (self);
}

/* A trained network brings its own number of layers. */
static void
accept_layers (IplSession *self, const IplSolveResult *outcome)
{
  const IplParameters *solved = &outcome->parameters;

  if (self->parameters.current.L == solved->current.L
      || !ipl_parameters_same_case (&self->parameters, solved))
    return;
  ipl_parameters_set_layers (&self->parameters, solved->current.L);
  self->shape = self->parameters.current;
  ipl_session_parameters_changed (self);
}

static void
accept (IplSession *self, IplSolveResult *outcome)
{
  IplView view;

  if (outcome->sampled != 0 && outcome->sampled == self->plan.serial)
    ipl_session_end_sampling (self);
  if (outcome->error != NULL)
    {
      self->has_solve_error = self->opening == NULL;
      ipl_session_tell (self, outcome->error->message, TRUE);
      if (self->opening != NULL && !outcome->new_case)
        {
          give_up_opening (self);
          return;
        }
      if (!outcome->new_case && !outcome->sweep_current)
        return;
    }
  g_clear_pointer (&self->outcome, ipl_solve_result_unref);
  self->outcome = ipl_solve_result_ref (outcome);
  if (self->opening != NULL)
    accept_opened (self, outcome);
  else
    {
      const IplSolution *current = outcome->current;

      accept_layers (self, outcome);
      if (outcome->error == NULL && current != NULL)
        {
          if (!current->setting.gp && !current->converged && current->message != NULL)
            {
              self->has_solve_error = TRUE;
              ipl_session_tell (self, current->message, TRUE);
            }
          else
            take_back_solve_error (self);
        }
    }
  if (outcome->asked_usec != self->measured_usec && outcome->current != NULL)
    {
      self->measured_usec = outcome->asked_usec;
      ipl_measure_answered (outcome->asked_usec);
    }
  if (ipl_session_get_view (self, &view))
    ipl_selection_clamp (self->selection, &view);
  ipl_session_ask_study (self);
  g_signal_emit (self, signals[RESULTS_CHANGED], 0);
}

static void
job_update (const IplJobStatus *status, gpointer result, gpointer user_data)
{
  IplSession *self = user_data;

  g_free (self->sentence);
  self->sentence = g_strdup (status->sentence);
  self->status = *status;
  self->status.sentence = self->sentence;
  if (result != NULL)
    accept (self, result);
  if (!status->running)
    ipl_session_end_sampling (self);
  g_signal_emit (self, signals[STATUS_CHANGED], 0);
}

/**
 * ipl_session_close:
 * @self: the session
 *
 * Cancels the jobs and waits for their threads to end; what has been trained is kept in its file.
 * Nothing is computed afterwards.
 */
void
ipl_session_close (IplSession *self)
{
  ipl_session_end_study (self);
  if (self->trainings != NULL)
    ipl_trainings_stop (self->trainings);
  g_clear_pointer (&self->jobs, ipl_jobs_free);
  g_clear_pointer (&self->trainings, ipl_trainings_free);
  self->status.running = FALSE;
}

static void
ipl_session_finalize (GObject *object)
{
  IplSession *self = IPL_SESSION (object);

  ipl_session_close (self);
  g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_pointer (&self->outcome, ipl_solve_result_unref);
  g_clear_pointer (&self->training, ipl_training_run_unref);
  g_clear_pointer (&self->findings, ipl_head_result_unref);
  g_clear_pointer (&self->sketch, ipl_case_unref);
  g_clear_object (&self->selection);
  g_free (self->looked_at);
  ipl_session_forget_history (self);
  g_free (self->opening);
  g_free (self->sentence);
  G_OBJECT_CLASS (ipl_session_parent_class)->finalize (object);
}

static void
ipl_session_class_init (IplSessionClass *klass)
{
  GType type = G_TYPE_FROM_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ipl_session_finalize;
  signals[PARAMETERS_CHANGED] = g_signal_new ("parameters-changed", type, G_SIGNAL_RUN_LAST, 0,
                                              NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[RESULTS_CHANGED] = g_signal_new ("results-changed", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                           NULL, NULL, G_TYPE_NONE, 0);
  signals[STATUS_CHANGED] = g_signal_new ("status-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                          NULL, G_TYPE_NONE, 0);
  signals[TRAINING_CHANGED] = g_signal_new ("training-changed", type, G_SIGNAL_RUN_LAST, 0, NULL,
                                            NULL, NULL, G_TYPE_NONE, 0);
  signals[STUDY_CHANGED] = g_signal_new ("study-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 0);
  signals[SHOWN_CHANGED] = g_signal_new ("shown-changed", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                         NULL, G_TYPE_NONE, 0);
  signals[MESSAGE] = g_signal_new ("message", type, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                                   G_TYPE_NONE, 2, G_TYPE_STRING, G_TYPE_BOOLEAN);
}

static void
ipl_session_init (IplSession *self)
{
  IplJobsVTable vtable = { ipl_solver_answer,
                           ipl_solver_new (),
                           (GDestroyNotify)ipl_solver_free,
                           g_free,
                           (GDestroyNotify)ipl_solve_result_unref,
                           job_update,
                           self };

  g_queue_init (&self->undo);
  g_queue_init (&self->redo);
  self->selection = ipl_selection_new ();
  /* First of all who listen: they read the pair. */
  g_signal_connect_swapped (self->selection, "changed", G_CALLBACK (ipl_session_follow_pair), self);
  g_signal_connect_swapped (self->selection, "changed", G_CALLBACK (ipl_session_follow_head), self);
  ipl_parameters_init (&self->parameters, "hmc4");
  self->defaults = self->parameters;
  self->shape = self->parameters.current;
  self->sketch = ipl_parameters_sketch (&self->parameters);
  self->jobs = ipl_jobs_new (NULL, &vtable);
  ipl_session_begin_training (self);
  ipl_session_begin_study (self);
}

/**
 * ipl_session_new:
 *
 * Returns: (transfer full): a session with the paper's example, not yet asked to solve it
 */
IplSession *
ipl_session_new (void)
{
  return g_object_new (IPL_TYPE_SESSION, NULL);
}

const IplParameters *
ipl_session_get_parameters (IplSession *self)
{
  return &self->parameters;
}

/**
 * ipl_session_get_defaults:
 * @self: the session
 *
 * Returns: (transfer none): what a reset goes back to: the experiment's or the case's own values
 */
const IplParameters *
ipl_session_get_defaults (IplSession *self)
{
  return &self->defaults;
}

/**
 * ipl_session_run:
 * @self: the session
 *
 * Solves for the present parameters whatever has not been solved yet.
 */
void
ipl_session_run (IplSession *self)
{
  ipl_session_ask (self, IPL_AT_ONCE);
}

/**
 * ipl_session_stop:
 * @self: the session
 *
 * Stops the computation; what has been shown stays, and what has been drawn is kept.
 */
void
ipl_session_stop (IplSession *self)
{
  if (self->jobs == NULL || ipl_session_stop_sampling (self))
    return;
  ipl_jobs_cancel (self->jobs);
  if (self->opening != NULL)
    give_up_opening (self);
}

const IplJobStatus *
ipl_session_get_status (IplSession *self)
{
  return &self->status;
}
