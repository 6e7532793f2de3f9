/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Session files: save and open. */
#include "app/window/window-private.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/parameters/parameters.h"
#include "document/session-save.h"

#include "app/base/file-chooser.h"
#include "app/base/preferences.h"
#include "app/dialogs/recent-files.h"

/* Preference and id of the check button for anonymous exports and sessions. */
#define ANONYMOUS "export-anonymous"

/* Callback after a session is saved. */
typedef struct
{
  GFunc then; /* (nullable) */
  gpointer data;
  GDestroyNotify destroy; /* (nullable) */
} Then;

typedef struct
{
  IplSessionSave *save;
  char *path;
  gboolean overwrites; /* TRUE to overwrite a file that has changed */
  Then then;
} Saving;

static void
then_clear (Then *then)
{
  if (then->destroy != NULL)
    then->destroy (then->data);
  *then = (Then){ NULL };
}

static void
saving_free (gpointer data)
{
  Saving *saving = data;

  then_clear (&saving->then);
  g_clear_pointer (&saving->save, ipl_session_save_free);
  g_free (saving->path);
  g_free (saving);
}

static void
save_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Saving *saving = data;
  GError *error = NULL;

  if (ipl_session_save_write (saving->save, saving->path, NULL, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void begin_saving (IplWindow *self, Saving *saving);
static void choose_file (IplWindow *self, Then then);

static void
on_changed_answer (GtkWindow *dialog, int response, Saving *saving)
{
  IplWindow *self = (IplWindow *)gtk_window_get_transient_for (dialog);
  Then then = { NULL };

  self->question = NULL;
  if (response == IPL_ANSWER_OK)
    {
      Saving *again = g_memdup2 (saving, sizeof *saving);

      *saving = (Saving){ NULL };
      again->overwrites = TRUE;
      begin_saving (self, again);
    }
  else if (response == IPL_ANSWER_APPLY)
    {
      then = saving->then;
      saving->then = (Then){ NULL };
    }
  ipl_question_close (dialog);
  if (response == IPL_ANSWER_APPLY)
    choose_file (self, then);
}

static void
free_saving (gpointer saving, GClosure *closure)
{
  saving_free (saving);
}

/* Asks before a file is overwritten that another program has changed.
 * @saving: (inout): its contents are moved into the question */
static void
confirm_overwrite (IplWindow *self, Saving *saving, const GError *error)
{
  Saving *pending = g_memdup2 (saving, sizeof *saving);
  GtkWindow *dialog;

  *saving = (Saving){ NULL };
  if (self->question != NULL)
    ipl_question_answer (self->question, IPL_ANSWER_CANCEL);
  dialog = ipl_question_new (GTK_WINDOW (self), "Overwrite the file?", error->message, "_Cancel",
                             "_Overwrite");
  ipl_question_add (dialog, "Save _As…", IPL_ANSWER_APPLY);
  ipl_question_set_default (dialog, IPL_ANSWER_APPLY);
  self->question = dialog;
  g_signal_connect_data (dialog, "response", G_CALLBACK (on_changed_answer), pending, free_saving,
                         0);
  gtk_window_present (dialog);
}

static void
on_saved (GObject *source, GAsyncResult *result, gpointer data)
{
  IplWindow *self = data;
  Saving *saving = g_task_get_task_data (G_TASK (result)), *next = self->next_saving;
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;

  self->is_saving = FALSE;
  self->next_saving = NULL;
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      if (self->document != NULL && g_error_matches (error, G_IO_ERROR, G_IO_ERROR_WRONG_ETAG))
        confirm_overwrite (self, next != NULL ? next : saving, error);
      else
        ipl_window_show_message (self, error->message, TRUE);
      if (next != NULL)
        saving_free (next);
      return;
    }
  if (self->document == NULL)
    {
      if (next != NULL)
        saving_free (next);
      return;
    }
  ipl_document_was_saved (self->document, saving->save, saving->path);
  ipl_recent_files_add (saving->path);
  text = g_strdup_printf ("Saved %s.", saving->path);
  ipl_window_show_status (self, text);
  if (saving->then.then != NULL)
    saving->then.then (self, saving->then.data);
  if (next != NULL)
    begin_saving (self, next);
}

/* Saves one at a time, so that the newest file is the last one written. Of several waiting saves
 * only the last one runs. */
static void
begin_saving (IplWindow *self, Saving *saving)
{
  g_autoptr (GTask) task = NULL;

  if (self->is_saving)
    {
      if (self->next_saving != NULL)
        saving_free (self->next_saving);
      self->next_saving = saving;
      return;
    }
  self->is_saving = TRUE;
  ipl_session_save_expect (saving->save, self->document, saving->overwrites ? NULL : saving->path);
  task = g_task_new (self, NULL, on_saved, self);
  g_task_set_task_data (task, saving, saving_free);
  g_task_run_in_thread (task, save_thread);
}

/* Saves the present session in the background, and reports success or failure.
 * @then: (nullable): called with the window and @data after success
 * @destroy: (nullable): frees @data */
void
ipl_window_save_session_to (IplWindow *self, const char *path, GFunc then, gpointer data,
                            GDestroyNotify destroy)
{
  g_autofree char *json = ipl_window_to_json (self, FALSE);
  GSettings *preferences = ipl_preferences_get_default ();
  Saving *saving = g_new0 (Saving, 1);

  saving->save = ipl_session_save_new (self->document, json);
  if (preferences != NULL && g_settings_get_boolean (preferences, ANONYMOUS))
    ipl_session_save_leave_places (saving->save);
  saving->path = g_strdup (path);
  saving->then = (Then){ then, data, destroy };
  begin_saving (self, saving);
}

static void
chooser_then_free (gpointer data)
{
  then_clear (data);
  g_free (data);
}

static void
on_save_response (GtkNativeDialog *chooser, int response, IplWindow *self)
{
  Then *pending = g_object_get_data (G_OBJECT (chooser), "then");
  Then then = *pending;
  GSettings *preferences = ipl_preferences_get_default ();
  g_autoptr (GPtrArray) files = NULL;

  *pending = (Then){ NULL };
  if (response == IPL_ANSWER_ACCEPT && preferences != NULL)
    g_settings_set_boolean (preferences, ANONYMOUS,
                            ipl_native_chooser_get_check (chooser, ANONYMOUS));
  files = ipl_file_chooser_finish (chooser, response);
  if (files->len > 0 && g_file_peek_path (files->pdata[0]) != NULL)
    {
      const char *path = g_file_peek_path (files->pdata[0]);
      g_autofree char *full_path = g_str_has_suffix (path, IPL_SESSION_SUFFIX)
                                       ? g_strdup (path)
                                       : g_strconcat (path, IPL_SESSION_SUFFIX, NULL);

      ipl_window_save_session_to (self, full_path, then.then, then.data, then.destroy);
    }
  else
    then_clear (&then);
}

static void
choose_file (IplWindow *self, Then then)
{
  static const IplFileQuestion question = { "Save the Session",
                                            IPL_FILE_SAVE,
                                            "_Save",
                                            "*" IPL_SESSION_SUFFIX,
                                            "Sessions (*" IPL_SESSION_SUFFIX ")",
                                            "sessions" };
  const IplParameters *parameters = ipl_document_get_parameters (self->document);
  const char *file = ipl_document_get_file (self->document);
  const char *source = ipl_parameters_get_source (parameters);
  GSettings *preferences = ipl_preferences_get_default ();
  g_autofree char *base = file != NULL        ? ipl_file_shown (file)
                          : source[0] != '\0' ? ipl_file_shown (source)
                                              : g_strdup (parameters->experiment->id);
  g_autofree char *name = NULL;
  GtkNativeDialog *chooser;

  if (strrchr (base, '.') != NULL && strrchr (base, '.') != base)
    *strrchr (base, '.') = '\0';
  name = g_strconcat (base, IPL_SESSION_SUFFIX, NULL);
  chooser = ipl_file_chooser_new (GTK_WINDOW (self), &question, name);
  if (chooser == NULL)
    {
      then_clear (&then);
      return;
    }
  if (preferences != NULL)
    ipl_native_chooser_add_check (chooser, ANONYMOUS,
                                  "For blind review: leave out folders and names of this computer",
                                  g_settings_get_boolean (preferences, ANONYMOUS));
  g_object_set_data_full (G_OBJECT (chooser), "then",
                          g_memdup2 (&then, sizeof then), chooser_then_free);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_save_response), self, 0);
  gtk_native_dialog_show (chooser);
}

/* Saves the session in its file; asks for a file if it has none.
 * @then: (nullable): called with the window and @data after success
 * @destroy: (nullable): frees @data */
void
ipl_window_save_session_then (IplWindow *self, GFunc then, gpointer data, GDestroyNotify destroy)
{
  const char *file = ipl_document_get_file (self->document);
  Then wanted = { then, data, destroy };

  if (ipl_document_is_file_opening (self->document))
    {
      ipl_window_show_message (
          self, "Not saved: the session is still being opened. Save again after that.", TRUE);
      then_clear (&wanted);
    }
  else if (file != NULL)
    ipl_window_save_session_to (self, file, then, data, destroy);
  else
    choose_file (self, wanted);
}

typedef struct
{
  char *path;
  char *folder; /* folder for its files */
  IplSessionFile *file;
} Opening;

static void
opening_free (gpointer data)
{
  Opening *opening = data;

  g_clear_pointer (&opening->file, ipl_session_file_free);
  g_free (opening->path);
  g_free (opening->folder);
  g_free (opening);
}

static void
open_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Opening *opening = data;
  GError *error = NULL;

  opening->file = ipl_session_file_open (opening->path, cancellable, &error);
  if (opening->file != NULL
      && ipl_session_file_unpack (opening->file, opening->folder, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer data)
{
  IplWindow *self = data;
  const Opening *opening = g_task_get_task_data (G_TASK (result));
  gboolean is_last = self->opening_session == g_task_get_cancellable (G_TASK (result));
  g_autoptr (GError) error = NULL;

  if (is_last)
    {
      /* Reading has ended. */
      g_clear_object (&self->opening_session);
      g_clear_handle_id (&self->status_timeout, g_source_remove);
      if (self->document != NULL)
        ipl_window_update_status (self);
    }
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    ipl_autosave_remove_tree (opening->folder);
  else if (self->document != NULL && is_last)
    {
      gboolean is_autosave = g_str_equal (opening->path, ipl_autosave_get_path (self->autosave));

      if (ipl_window_load_json (self, opening->file, opening->folder, is_autosave, &error)
          && !is_autosave)
        ipl_recent_files_add (opening->path);
    }
  if (error != NULL && !g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ipl_window_show_message (self, error->message, TRUE);
  if (self->document != NULL && ipl_document_get_solve_result (self->document) == NULL
      && ipl_document_get_opening (self->document) == NULL
      && !ipl_document_needs_run (self->document))
    ipl_document_run (self->document);
}

/* Reads a session in the background. It replaces the open one after success. Its files are unpacked
 * into a folder of this window, which is removed when the window closes. */
void
ipl_window_open_session (IplWindow *self, const char *path)
{
  const char *parent;
  g_autoptr (GError) error = NULL;
  g_autofree char *shown = ipl_file_shown (path);
  g_autofree char *text = g_strdup_printf ("Opening %s…", shown);
  g_autoptr (GTask) task = NULL;
  Opening *opening;

  ipl_window_stop_opening_session (self);
  parent = ipl_autosave_get_folder (self->autosave, &error);
  if (parent == NULL)
    {
      ipl_window_show_message (self, error->message, TRUE);
      return;
    }
  opening = g_new0 (Opening, 1);
  opening->path = g_strdup (path);
  opening->folder = g_build_filename (parent, "session-XXXXXX", NULL);
  if (g_mkdtemp (opening->folder) == NULL)
    {
      g_autofree char *why
          = g_strdup_printf ("No folder can be created in “%s”: %s.", parent, g_strerror (errno));

      ipl_window_show_message (self, why, TRUE);
      opening_free (opening);
      return;
    }
  ipl_window_show_status (self, text);
  self->opening_session = g_cancellable_new ();
  task = g_task_new (self, self->opening_session, on_opened, self);
  g_task_set_task_data (task, opening, opening_free);
  g_task_run_in_thread (task, open_thread);
}

/* Cancels a session that is being read. */
void
ipl_window_stop_opening_session (IplWindow *self)
{
  if (self->opening_session != NULL)
    g_cancellable_cancel (self->opening_session);
  g_clear_object (&self->opening_session);
}

static void
on_save (IplWindow *self)
{
  ipl_window_save_session_then (self, NULL, NULL, NULL);
}

static void
on_save_as (IplWindow *self)
{
  choose_file (self, (Then){ NULL });
}

static const IplCommand commands[] = {
  { "save::session", G_CALLBACK (on_save), "<Control>s", "Save the session", IPL_SHORTCUTS_CASES },
  { "save::session-as", G_CALLBACK (on_save_as), "<Control><Shift>s", "Save the session as",
    IPL_SHORTCUTS_CASES },
};

const IplWindowPart ipl_window_session_part = { commands, G_N_ELEMENTS (commands) };
