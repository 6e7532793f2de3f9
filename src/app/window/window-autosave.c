/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saves the session each minute for recovery after a crash. A bar offers the sessions of processes
 * that ended. */
#include "app/window/window-private.h"

#include <errno.h>
#include <glib/gstdio.h>

#include "app/base/widget-helpers.h"
#include "core/base/error.h"
#include "document/session-save.h"

#define AUTOSAVE_SECONDS 60

/* Reports a failed autosave, once. */
static void
report_failure (IplWindow *self, const GError *error)
{
  g_autofree char *text = NULL;

  if (self->document == NULL || self->autosave_failed)
    return;
  self->autosave_failed = TRUE;
  text = g_strdup_printf ("The session cannot be saved automatically. %s", error->message);
  ipl_window_show_message (self, text, FALSE);
}

static void
autosave_thread (GTask *task, gpointer window, gpointer save, GCancellable *cancellable)
{
  IplAutosave *autosave = ((IplWindow *)window)->autosave;
  GError *error = NULL;

  if (ipl_autosave_write (autosave, save, FALSE, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_written (GObject *source, GAsyncResult *result, gpointer data)
{
  IplWindow *self = data;
  g_autoptr (GError) error = NULL;

  self->is_autosaving = FALSE;
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    report_failure (self, error);
}

static IplSessionSave *
make_save (IplWindow *self)
{
  g_autofree char *json = ipl_window_to_json (self, TRUE);

  return ipl_session_save_new (self->document, json);
}

static gboolean
time_over (gpointer data)
{
  IplWindow *self = data;

  self->autosave_timeout = 0;
  ipl_window_autosave (self);
  return G_SOURCE_REMOVE;
}

static void
on_changed (IplWindow *self)
{
  if (self->autosave_timeout == 0)
    self->autosave_timeout = g_timeout_add_seconds (AUTOSAVE_SECONDS, time_over, self);
}

/* Writes the session in the background. Removes the file if no work would be lost without it. */
void
ipl_window_autosave (IplWindow *self)
{
  g_autoptr (GTask) task = NULL;

  g_clear_handle_id (&self->autosave_timeout, g_source_remove);
  if (self->document == NULL || ipl_window_get_page (self) == NULL)
    return;
  if (self->is_autosaving)
    {
      on_changed (self);
      return;
    }
  if (!ipl_document_is_worth_saving (self->document))
    {
      g_unlink (ipl_autosave_get_path (self->autosave));
      return;
    }
  self->is_autosaving = TRUE;
  task = g_task_new (self, NULL, on_written, self);
  g_task_set_task_data (task, make_save (self), (GDestroyNotify)ipl_session_save_free);
  g_task_run_in_thread (task, autosave_thread);
}

/* Removes the autosave of a window that its user closes. */
void
ipl_window_end_autosave (IplWindow *self)
{
  g_clear_handle_id (&self->autosave_timeout, g_source_remove);
  ipl_autosave_end (self->autosave);
}

/* Saves the session at once if work would be lost, and ends the jobs. Called before the process
 * ends. */
void
ipl_window_leave_saved (IplWindow *self)
{
  g_autoptr (IplSessionSave) save = NULL;

  if (self->document == NULL)
    return;
  if (ipl_document_is_worth_saving (self->document))
    {
      save = make_save (self);
      ipl_autosave_write (self->autosave, save, TRUE, NULL);
    }
  else
    ipl_autosave_end (self->autosave);
  g_clear_handle_id (&self->autosave_timeout, g_source_remove);
  ipl_document_close (self->document);
}

/* Takes over the autosave of an ended process and opens it.
 * Returns: FALSE if another process has taken it */
gboolean
ipl_window_recover (IplWindow *self, const char *left, GError **error)
{
  if (ipl_autosave_get_folder (self->autosave, error) == NULL)
    return FALSE;
  if (g_rename (left, ipl_autosave_get_path (self->autosave)) != 0)
    return ipl_fail (error, IPL_ERROR_IO, "The session cannot be restored: %s.",
                     g_strerror (errno));
  ipl_window_open_session (self, ipl_autosave_get_path (self->autosave));
  return TRUE;
}

/* Shows a bar that offers to restore sessions, with the application's action
 * "recover".
 * @n: number of windows; 0 hides the bar */
void
ipl_window_offer_recovery (IplWindow *self, guint n)
{
  g_autofree char *text
      = n == 1
            ? g_strdup ("Interplay ended with unsaved work. Restore it?")
            : g_strdup_printf ("Interplay ended with unsaved work in %u windows. Restore them?", n);

  ipl_message_bar_show (self->recovery_bar, n > 0);
  if (n > 0)
    gtk_label_set_label (self->recovery_label, text);
}

/* A bar that is closed without an answer returns at the next start. */
static void
on_response (IplWindow *self, int response)
{
  ipl_message_bar_show (self->recovery_bar, FALSE);
  if (response == IPL_ANSWER_ACCEPT)
    gtk_widget_activate_action (GTK_WIDGET (self), "app.recover", "s", "restore");
  else if (response == IPL_ANSWER_REJECT)
    gtk_widget_activate_action (GTK_WIDGET (self), "app.recover", "s", "discard");
}

static void
set_up (IplWindow *self)
{
  g_autoptr (GError) error = NULL;

  self->autosave = ipl_autosave_new ();
  ipl_document_set_folder (self->document, ipl_autosave_get_folder (self->autosave, &error));
  if (error != NULL)
    report_failure (self, error);
  ipl_message_bar_set_kind (self->recovery_bar, GTK_MESSAGE_QUESTION);
  ipl_message_bar_add_button (self->recovery_bar, "_Restore", IPL_ANSWER_ACCEPT);
  ipl_message_bar_add_button (self->recovery_bar, "_Discard", IPL_ANSWER_REJECT);
  g_signal_connect_object (self->recovery_bar, "response", G_CALLBACK (on_response), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect (self, "state-changed", G_CALLBACK (on_changed), NULL);
}

const IplWindowPart ipl_window_autosave_part = { .set_up = set_up };
