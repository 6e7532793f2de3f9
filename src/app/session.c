/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session-private.h"

#include <string.h>

#include "measure.h"
#include "parameters-util.h"

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
 * ended); "message" (text, is_error), with an empty text when the reason of the last one is gone.
 */
G_DEFINE_FINAL_TYPE (IplSession, ipl_session, G_TYPE_OBJECT)

enum
{
  PARAMETERS_CHANGED,
  RESULTS_CHANGED,
  STATUS_CHANGED,
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

static void
take_back_solve_error (IplSession *self)
{
  if (self->has_solve_error)
    ipl_session_tell (self, "", FALSE);
  self->has_solve_error = FALSE;
}

void
ipl_session_ask_for (IplSession *self, const IplParameters *parameters, IplHaste haste,
                     gboolean reload)
{
  IplQuestion *question;

  if (self->jobs == NULL)
    return;
  question = g_new (IplQuestion, 1);
  question->parameters = *parameters;
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
    ipl_session_ask_for (self, &self->parameters, haste, FALSE);
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

static void
accept_opened (IplSession *self, const IplOutcome *outcome)
{
  g_clear_pointer (&self->opening, g_free);
  self->parameters = outcome->parameters;
  self->defaults = outcome->parameters;
  self->shape = outcome->parameters.current;
  ipl_session_forget_history (self);
  tell_notes (self);
  ipl_session_parameters_changed (self);
}

static void
accept (IplSession *self, IplOutcome *outcome)
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
  g_clear_pointer (&self->outcome, ipl_outcome_unref);
  self->outcome = ipl_outcome_ref (outcome);
  if (self->opening != NULL)
    accept_opened (self, outcome);
  else if (outcome->error == NULL && outcome->current != NULL)
    {
      const IplSolution *current = outcome->current;

      if (!current->setting.gp && !current->converged && current->message != NULL)
        {
          self->has_solve_error = TRUE;
          ipl_session_tell (self, current->message, TRUE);
        }
      else
        take_back_solve_error (self);
    }
  if (outcome->asked_usec != self->measured_usec && outcome->current != NULL)
    {
      self->measured_usec = outcome->asked_usec;
      ipl_measure_answered (outcome->asked_usec);
    }
  if (ipl_session_get_view (self, &view))
    ipl_selection_clamp (self->selection, &view);
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
 * Cancels the job and waits for its thread to end; nothing is computed afterwards.
 */
void
ipl_session_close (IplSession *self)
{
  g_clear_pointer (&self->jobs, ipl_jobs_free);
  self->status.running = FALSE;
}

static void
ipl_session_finalize (GObject *object)
{
  IplSession *self = IPL_SESSION (object);

  ipl_session_close (self);
  g_signal_handlers_disconnect_by_data (self->selection, self);
  g_clear_pointer (&self->outcome, ipl_outcome_unref);
  g_clear_pointer (&self->sketch, ipl_case_unref);
  g_clear_object (&self->selection);
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
                           (GDestroyNotify)ipl_outcome_unref,
                           job_update,
                           self };

  g_queue_init (&self->undo);
  g_queue_init (&self->redo);
  self->selection = ipl_selection_new ();
  /* First of all who listen: they read the pair. */
  g_signal_connect_swapped (self->selection, "changed", G_CALLBACK (ipl_session_follow_pair), self);
  ipl_parameters_init (&self->parameters, "hmc4");
  self->defaults = self->parameters;
  self->shape = self->parameters.current;
  self->sketch = ipl_parameters_sketch (&self->parameters);
  self->jobs = ipl_jobs_new (NULL, &vtable);
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

/**
 * ipl_session_is_current_shown:
 * @self: the session
 *
 * Returns: whether the results are those of the present current setting
 */
gboolean
ipl_session_is_current_shown (IplSession *self)
{
  return self->outcome != NULL && self->outcome->current != NULL
         && ipl_setting_equal (&self->outcome->current->setting, &self->parameters.current);
}

IplSelection *
ipl_session_get_selection (IplSession *self)
{
  return self->selection;
}

/**
 * ipl_session_get_outcome:
 * @self: the session
 *
 * Returns: (transfer none) (nullable): the results shown, to be referenced for use elsewhere
 */
const IplOutcome *
ipl_session_get_outcome (IplSession *self)
{
  return self->outcome;
}

/**
 * ipl_session_get_view:
 * @self: the session
 * @view: (out): what the figures show; borrowed until the next "results-changed"
 *
 * Returns: whether there is anything to show
 */
gboolean
ipl_session_get_view (IplSession *self, IplView *view)
{
  const IplOutcome *outcome = self->outcome;

  *view = (IplView){ .the_case = outcome != NULL ? outcome->the_case : self->sketch,
                     .sweep = outcome != NULL ? outcome->sweep : NULL,
                     .current = outcome != NULL ? outcome->current : NULL,
                     .gp = outcome != NULL ? outcome->gp : NULL,
                     .n_components = self->parameters.n_components,
                     .shared_limits = self->parameters.shared_limits,
                     .heatmap = ipl_session_get_heatmap (self),
                     .pair_p = self->pair_p,
                     .pair_q = self->pair_q };
  if (outcome != NULL && outcome->n_posteriors > 0)
    {
      view->n_posteriors = outcome->n_posteriors;
      view->posteriors = (const IplPosteriorSummary *const *)outcome->posteriors;
      view->posterior = ipl_session_get_posterior (self);
    }
  if (view->the_case == NULL)
    return FALSE;
  if (view->pair_p >= (gint64)view->the_case->Pi || view->pair_q >= (gint64)view->the_case->Pi)
    view->pair_p = view->pair_q = 0;
  return TRUE;
}

/**
 * ipl_session_describe:
 * @self: the session
 *
 * Returns: (transfer full): one line for the status bar: the numbers of what is pointed at, else
 *   those of the current width
 */
char *
ipl_session_describe (IplSession *self)
{
  const IplFocus *focus = ipl_selection_get_shown (self->selection);
  const IplOutcome *outcome = self->outcome;
  g_autofree char *widths = NULL;
  IplView view;

  if (!ipl_session_get_view (self, &view))
    return g_strdup ("");
  if (!ipl_focus_is_none (focus) && outcome != NULL)
    return ipl_focus_describe (focus, &view);
  if (outcome == NULL || outcome->current == NULL || outcome->current->n_tests == 0)
    return g_strdup (self->sentence != NULL ? self->sentence : "");

  const IplSolution *current = outcome->current;
  g_autoptr (GString) text = g_string_new (NULL);
  const char *what = outcome->the_case->regression ? "mean squared error" : "accuracy";
  widths = ipl_setting_widths_text (&current->setting);
  if (current->setting.gp)
    g_string_append_printf (text, "GP limit: %s %.3f ± %.3f", what, current->tests[0].accuracy,
                            current->tests[0].accuracy_se);
  else
    {
      g_string_append_printf (text, "N = %s: %s %.3f ± %.3f", widths, what,
                              current->tests[0].accuracy, current->tests[0].accuracy_se);
      if (outcome->gp != NULL && outcome->gp->n_tests > 0)
        g_string_append_printf (text, " (GP %.3f)", outcome->gp->tests[0].accuracy);
      g_string_append_printf (text, ", solved in %.1f ms, %u steps, gradient %.0e",
                              current->solve_seconds * 1e3, current->iterations, current->gradient);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}
