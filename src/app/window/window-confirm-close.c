/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asks before running work or unsaved changes would be lost. */
#include "app/window/window-private.h"

#include "app/base/document-widget.h"
#include "document/session-save.h"

typedef struct
{
  IplWindow *window;
  IplLeaving leaving;
  GFunc proceed;
  gpointer data;
  GDestroyNotify destroy;
} Question;

static void
question_free (gpointer data, GClosure *closure)
{
  Question *question = data;

  if (question->destroy != NULL)
    question->destroy (question->data);
  g_free (question);
}

static void
on_response (GtkWindow *dialog, int response, Question *question)
{
  IplWindow *self = question->window;
  GFunc proceed = response == IPL_ANSWER_OK ? question->proceed : NULL;
  Question saves = *question;

  self->question = NULL;
  if (response == IPL_ANSWER_APPLY)
    question->destroy = NULL;
  ipl_question_close (dialog);
  if (response == IPL_ANSWER_APPLY)
    ipl_window_save_session_then (self, saves.proceed, saves.data, saves.destroy);
  else if (proceed != NULL)
    proceed (self, saves.data);
}

static gboolean
is_only_unsaved (IplWindow *self)
{
  return ipl_document_is_unsaved (self->document) && !ipl_document_is_busy (self->document);
}

static const char *
heading (IplWindow *self, gboolean closes)
{
  if (is_only_unsaved (self))
    return closes ? "Save the session before closing?"
                  : "Save the session before another is opened?";
  if (ipl_document_is_busy (self->document))
    return closes ? "Close while this is running?" : "Open another case while this is running?";
  if (closes && ipl_document_has_unkept_story (self->document))
    return "Close without saving the story?";
  return closes ? "Close and lose results?" : "Open another case and lose results?";
}

/* Updates an open question. If nothing would be lost any more, the question is cancelled. */
static void
on_job_changed (GtkWindow *dialog)
{
  IplWindow *self = (IplWindow *)gtk_window_get_transient_for (dialog);
  g_autofree char *loss = NULL;

  if (self == NULL || self->question != dialog)
    return;
  loss = ipl_document_describe_loss (self->document, self->question_leaving == IPL_LEAVING_WINDOW);
  if (loss == NULL)
    ipl_question_answer (self->question, IPL_ANSWER_CANCEL);
  else
    ipl_question_set_text (self->question,
                           heading (self, self->question_leaving == IPL_LEAVING_WINDOW), loss);
}

static void
show_question (IplWindow *self, Question *question, const char *loss)
{
  gboolean closes = question->leaving == IPL_LEAVING_WINDOW;
  gboolean unsaved = ipl_document_is_unsaved (self->document);
  gboolean only_unsaved = is_only_unsaved (self);
  GtkWindow *dialog
      = ipl_question_new (GTK_WINDOW (self), heading (self, closes), loss, "_Keep Working",
                          only_unsaved ? (closes ? "_Close Without Saving" : "_Open Without Saving")
                          : closes     ? "_Close Anyway"
                                       : "_Open Anyway");

  if (unsaved)
    ipl_question_add (dialog, closes ? "_Save and Close" : "_Save and Open", IPL_ANSWER_APPLY);
  if (only_unsaved)
    ipl_question_set_default (dialog, IPL_ANSWER_APPLY);
  self->question = dialog;
  self->question_leaving = question->leaving;
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_response), question, question_free, 0);
  ipl_document_follow (self->document, "job-changed", G_CALLBACK (on_job_changed), dialog);
  g_signal_connect_object (self, "state-changed", G_CALLBACK (on_job_changed), dialog,
                           G_CONNECT_SWAPPED);
  gtk_window_present (dialog);
}

/* Asks before work would be lost. A new question replaces an open one.
 * @proceed: called with the window and @data if the user agrees
 * @destroy: (nullable): frees @data if the question was asked
 * Returns: FALSE if nothing would be lost */
gboolean
ipl_window_confirm_close (IplWindow *self, IplLeaving leaving, GFunc proceed, gpointer data,
                          GDestroyNotify destroy)
{
  g_autofree char *loss
      = ipl_document_describe_loss (self->document, leaving == IPL_LEAVING_WINDOW);
  Question *question;

  ipl_window_answer_question (self, FALSE);
  if (loss == NULL)
    return FALSE;
  question = g_new0 (Question, 1);
  *question = (Question){ self, leaving, proceed, data, destroy };
  show_question (self, question, loss);
  return TRUE;
}

/* @proceed: called with the window and @data, at once if nothing would be lost, else if the user
 *   agrees
 * @destroy: (nullable): frees @data */
void
ipl_window_leave_then (IplWindow *self, IplLeaving leaving, GFunc proceed, gpointer data,
                       GDestroyNotify destroy)
{
  if (ipl_window_confirm_close (self, leaving, proceed, data, destroy))
    return;
  proceed (self, data);
  if (destroy != NULL)
    destroy (data);
}

/* Answers an open question.
 * @leave: TRUE if the work may be lost */
void
ipl_window_answer_question (IplWindow *self, gboolean leave)
{
  if (self->question != NULL)
    ipl_question_answer (self->question, leave ? IPL_ANSWER_OK : IPL_ANSWER_CANCEL);
}

/* Closes the window without a question, after the user has agreed or a signal ends the process. */
void
ipl_window_close_unasked (IplWindow *self)
{
  self->may_close = TRUE;
  gtk_window_close (GTK_WINDOW (self));
}
