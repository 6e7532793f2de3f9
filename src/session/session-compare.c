/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The compared case: another case, solved in the background at the width that is
 * shown, which figures draw beside the first. It is read from its file once; what is kept of it is
 * what it is made from, so that it is undone, saved and brought back as the session's own case. */
#include "session/session-private.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/json-text.h"
#include "core/base/json.h"
#include "core/base/shown-text.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters-files.h"
#include "core/parameters/parameters-json.h"
#include "core/parameters/parameters.h"
#include "core/sessions/session-file.h"
#include "figures/view/compared.h"
#include "figures/view/solved-view.h"
#include "runs/file-kind.h"

/* Takes @parameters, a reference or %NULL. */
static void
take (IplSession *self, const IplParameters *parameters, const char *name)
{
  ipl_parameters_take (&self->compared, parameters);
  self->compared_name = g_intern_string (name);
  if (parameters == NULL)
    ipl_session_follow_compared (self);
  ipl_session_shown_changed (self);
}

/* The same width as is shown, where its layers can have that: all of one width, or as many layers.
 */
static void
follow_width (IplSetting *setting, const IplSetting *shown)
{
  setting->gp = shown->gp;
  if (setting->L == shown->L)
    memcpy (setting->N, shown->N, (shown->L + 1) * sizeof shown->N[0]);
  else if (ipl_setting_has_equal_widths (shown))
    for (guint l = 0; l <= setting->L; l++)
      setting->N[l] = shown->N[0];
}

static void
stop_solving (IplSession *self)
{
  if (self->comparison.asked == NULL)
    return;
  ipl_parameters_take (&self->comparison.asked, NULL);
  self->comparison.made = NULL;
  /* Its case and its random numbers are as much as those of the session's own. */
  ipl_session_end_job (self, IPL_COMPARE);
  ipl_session_keep_result (self, IPL_COMPARE, NULL);
  ipl_session_results_changed (self);
}

/* Solves what is compared for what is shown now, unless that was asked already; ends that where
 * nothing is compared any more. */
void
ipl_session_follow_compared (IplSession *self)
{
  gboolean kernels = (ipl_session_get_needs (self) & IPL_NEEDS_KERNELS) != 0;
  IplSolveRequest *request;
  IplParameters *wanted;

  if (self->is_closed || self->opening.label != NULL)
    return;
  if (self->compared == NULL)
    {
      stop_solving (self);
      return;
    }
  wanted = ipl_parameters_copy_to_share (self->compared);
  /* A file says how many layers it has when it has been read. */
  if (self->comparison.made == self->compared)
    follow_width (&wanted->current, &self->parameters->current);
  if (self->comparison.asked != NULL && ipl_parameters_equal (self->comparison.asked, wanted)
      && (!kernels || self->comparison.kernels))
    {
      ipl_parameters_unref (wanted);
      return;
    }
  request = ipl_solve_request_new (ipl_parameters_ref (wanted));
  request->asked_usec = g_get_monotonic_time ();
  request->needs = kernels ? IPL_NEEDS_KERNELS : 0;
  request->vectors = self->shown.has_vectors ? wanted->display.n_components : 0;
  request->reload = self->comparison.made != self->compared;
  self->comparison.kernels = kernels;
  ipl_parameters_take (&self->comparison.asked, wanted);
  if (request->reload && ipl_session_get_result (self, IPL_COMPARE) != NULL)
    {
      ipl_session_keep_result (self, IPL_COMPARE, NULL);
      ipl_session_results_changed (self);
    }
  ipl_session_submit (self, IPL_COMPARE, request, request->reload ? IPL_AT_ONCE : IPL_GENTLY);
}

/* It is not compared; (transfer full) @why. */
static void
give_up (IplSession *self, char *why)
{
  ipl_session_tell (self, why, TRUE);
  g_free (why);
  take (self, NULL, NULL);
}

/* The case has been read: what it decides itself is known now. */
static void
accept_made (IplSession *self, const IplSolveResult *result)
{
  gboolean was_saved = self->saved.content.compared == self->compared;
  const IplParameters *made = ipl_parameters_ref (result->parameters);

  ipl_parameters_take (&self->compared, made);
  self->comparison.made = made;
  if (was_saved)
    ipl_parameters_take (&self->saved.content.compared, ipl_parameters_ref (made));
}

void
ipl_session_accept_compared (IplSession *self, gpointer data)
{
  IplSolveResult *result = data;
  IplView view, *compared = &self->comparison.view;
  char *refusal;

  if (self->compared == NULL)
    return;
  if (result->error != NULL
      && (result->current == NULL
          || (self->comparison.made != self->compared && !result->new_case)))
    {
      give_up (self, g_strdup_printf ("“%s” cannot be compared: %s", self->compared_name,
                                      result->error->message));
      return;
    }
  ipl_session_keep_result (self, IPL_COMPARE, result);
  if (self->comparison.made != self->compared && result->the_case != NULL)
    accept_made (self, result);
  if (ipl_session_get_solve_result (self) != NULL
      && ipl_view_init_solved (&view, ipl_session_get_solve_result (self), self->parameters)
      && view.the_case != NULL && ipl_view_init_solved (compared, result, self->parameters))
    {
      compared->name = self->compared_name;
      refusal = ipl_view_refuse_comparison (&view, compared);
      if (refusal != NULL)
        {
          give_up (self, refusal);
          return;
        }
    }
  ipl_session_follow_compared (self);
  ipl_session_results_changed (self);
}

/* Adds to @view what it is compared with, as far as that is solved. */
void
ipl_session_view_compared (IplSession *self, IplView *view)
{
  const IplSolveResult *result = ipl_session_get_result (self, IPL_COMPARE);
  IplView *compared = &self->comparison.view;

  if (self->compared == NULL || result == NULL || result->the_case == NULL
      || !ipl_view_init_solved (compared, result, self->parameters))
    return;
  compared->name = self->compared_name;
  if (strcmp (ipl_view_get_name (view), self->compared_name) == 0)
    {
      g_autofree char *name = g_strdup_printf ("%s (compared)", self->compared_name);

      compared->name = g_intern_string (name);
    }
  compared->pair_p = view->pair_p;
  compared->pair_q = view->pair_q;
  compared->eigenvector = view->eigenvector;
  compared->first_tile = view->first_tile;
  view->compared = compared;
}

static gboolean
find_file (const char **place, gpointer data, GError **error)
{
  const char *path = ipl_session_file_find (data, *place);

  if (path != NULL)
    *place = g_intern_string (path);
  return TRUE;
}

/* A window's document holds that of its session, which holds the parameters. */
static gboolean
read_document (const char *document, IplParameters *parameters, GError **error)
{
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) outer = ipl_json_parse_object (document, strlen (document), &why);
  g_autoptr (JsonObject) inner = NULL;
  const char *session = NULL, *text = NULL;

  if (outer != NULL && ipl_json_get_text (outer, "session", &session, error) && session != NULL)
    inner = ipl_json_parse_object (session, strlen (session), &why);
  if (inner != NULL && ipl_json_get_text (inner, "parameters", &text, error) && text != NULL)
    return ipl_parameters_from_json (parameters, text, error);
  if (error != NULL && *error == NULL)
    g_set_error_literal (error, IPL_ERROR, IPL_ERROR_FORMAT, "its document has no parameters");
  return FALSE;
}

static gboolean
read_session (const char *path, const char *folder, IplParameters *parameters,
              GCancellable *cancellable, GError **error)
{
  g_autoptr (IplSessionFile) file = ipl_session_file_open (path, cancellable, error);

  if (file == NULL || !ipl_session_file_unpack (file, folder, cancellable, error))
    return FALSE;
  if (!read_document (file->document, parameters, error))
    {
      g_autofree char *shown = ipl_file_shown (path);

      g_prefix_error (error, "The session “%s” cannot be compared: ", shown);
      return FALSE;
    }
  ipl_parameters_each_file (parameters, find_file, file, NULL);
  return TRUE;
}

/* Its task is made of the drawings that it was trained on, or of invented ones. */
static gboolean
read_network (const char *path, IplParameters *parameters, GCancellable *cancellable,
              GError **error)
{
  ipl_parameters_init (parameters, ipl_experiment_glyphs.id);
  if (!ipl_parameters_open_network (parameters, path, cancellable, error))
    return FALSE;
  if (ipl_parameters_edit_trainable (parameters)->task.files[0][0] != '\0')
    parameters->experiment = &ipl_experiment_images;
  return TRUE;
}

/* May be called from any thread.
 * @path: a session, a file of results, a trained network or a case
 * @folder: where files go that a session has copies of and that are not where they were
 * @parameters: (out): what it is made from
 * @cancellable: (nullable)
 * Returns: FALSE with a sentence where it cannot be read */
static gboolean
read_file (const char *path, const char *folder, IplParameters *parameters,
           GCancellable *cancellable, GError **error)
{
  g_autoptr (IplResults) rows = NULL;
  const IplFileKind *kind;

  ipl_parameters_init (parameters, IPL_DEFAULT_EXPERIMENT);
  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    {
      g_autofree char *shown = ipl_path_shown (path);

      return ipl_fail (error, IPL_ERROR_MISSING,
                       "“%s” is not there any more: choose another file to compare with.", shown);
    }
  kind = ipl_file_kind_find (path);
  if (kind->opens == IPL_OPENS_SESSION)
    return read_session (path, folder, parameters, cancellable, error);
  if (ipl_file_kind_is (kind, "results"))
    return ipl_stored_parameters_read (path, parameters, &rows, error);
  if (ipl_file_kind_is (kind, "network") || ipl_file_kind_is (kind, "checkpoints"))
    return read_network (path, parameters, cancellable, error);
  ipl_parameters_open_file (parameters, path);
  return TRUE;
}

typedef struct
{
  char *path;
  char *folder;
  IplParameters *parameters;
} Reading;

static void
reading_free (gpointer data)
{
  Reading *reading = data;

  g_free (reading->path);
  g_free (reading->folder);
  g_free (reading->parameters);
  g_free (reading);
}

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Reading *reading = data;
  GError *error = NULL;

  if (read_file (reading->path, reading->folder, reading->parameters, cancellable, &error))
    g_task_return_boolean (task, TRUE);
  else
    g_task_return_error (task, error);
}

/* "mine" of "/home/me/mine.npz". */
static char *
name_of (const char *path)
{
  g_autofree char *base = g_path_get_basename (path);
  g_autofree char *shown = ipl_text_shown (base);
  char *dot = strrchr (shown, '.');

  if (dot != NULL && dot != shown)
    *dot = '\0';
  return g_steal_pointer (&shown);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  IplSession *self = data;
  const Reading *reading = g_task_get_task_data (G_TASK (result));
  gboolean is_last = self->comparison.reading == g_task_get_cancellable (G_TASK (result));
  g_autoptr (GError) error = NULL;
  g_autofree char *name = NULL;

  if (is_last)
    g_clear_object (&self->comparison.reading);
  if (!g_task_propagate_boolean (G_TASK (result), &error))
    {
      if (is_last && !self->is_closed)
        ipl_session_tell (self, error->message, TRUE);
      ipl_session_shown_changed (self);
      return;
    }
  if (!is_last || self->is_closed)
    return;
  name = name_of (reading->path);
  ipl_session_tell (self, "", FALSE);
  ipl_session_compare (self, reading->parameters, name);
}

/* Reads another case in the background, for figures to draw it beside the one that is open; can be
 * undone. A sentence says what is wrong with a file that cannot be read.
 * @path: a session, a file of results, a case or a trained network */
void
ipl_session_compare_file (IplSession *self, const char *path)
{
  Reading *reading = g_new0 (Reading, 1);
  g_autoptr (GTask) task = NULL;

  ipl_session_cancel_comparing (self);
  self->comparison.reading = g_cancellable_new ();
  reading->path = g_strdup (path);
  /* A folder of its own for each: files of the same name are files of their own. */
  reading->folder
      = g_strdup_printf ("%s/compared-%" G_GINT64_FORMAT,
                         self->keeping.folder != NULL ? self->keeping.folder : g_get_tmp_dir (),
                         g_get_real_time ());
  reading->parameters = g_new0 (IplParameters, 1);
  task = g_task_new (self, self->comparison.reading, on_read, self);
  g_task_set_task_data (task, reading, reading_free);
  g_task_run_in_thread (task, read_thread);
  ipl_session_shown_changed (self);
}

/* Cancels the reading of a compared file. */
void
ipl_session_cancel_comparing (IplSession *self)
{
  if (self->comparison.reading != NULL)
    g_cancellable_cancel (self->comparison.reading);
  g_clear_object (&self->comparison.reading);
}

/* Draws it beside the one that is open; can be undone. */
void
ipl_session_compare (IplSession *self, const IplParameters *parameters, const char *name)
{
  ipl_session_remember (self, NULL);
  take (self, ipl_parameters_share (parameters), name);
  ipl_session_follow_compared (self);
}

/* Takes up what was compared when the session was kept. */
void
ipl_session_bring_compared_back (IplSession *self, const IplParameters *parameters,
                                 const char *name)
{
  ipl_session_cancel_comparing (self);
  take (self, parameters != NULL ? ipl_parameters_share (parameters) : NULL, name);
  ipl_parameters_take (&self->saved.content.compared, ipl_parameters_ref (self->compared));
  ipl_session_follow_compared (self);
}

/* Draws the case that is open alone again; can be undone. */
void
ipl_session_stop_comparing (IplSession *self)
{
  gboolean was_reading = self->comparison.reading != NULL;

  ipl_session_cancel_comparing (self);
  if (self->compared == NULL)
    {
      if (was_reading)
        ipl_session_shown_changed (self);
      return;
    }
  ipl_session_remember (self, NULL);
  take (self, NULL, NULL);
}

/* Returns: whether there is something that it is compared with, or that is being read to be */
gboolean
ipl_session_is_comparing (IplSession *self)
{
  return self->compared != NULL || self->comparison.reading != NULL;
}

/* @name: (out, nullable): what it is called
 * Returns: (nullable): what the session is compared with */
const IplParameters *
ipl_session_get_compared (IplSession *self, const char **name)
{
  *name = self->compared_name;
  return self->compared;
}

/* The warning of a run; (nullable) (transfer full). */
static char *
describe_width (IplSession *self, const IplSolveResult *result)
{
  const IplSolveResult *shown = ipl_session_get_solve_result (self);
  g_autofree char *own = NULL, *first = NULL;

  if (result->current == NULL || shown == NULL || shown->current == NULL)
    return NULL;
  own = ipl_setting_widths_text (&result->current->setting);
  first = ipl_setting_widths_text (&shown->current->setting);
  return strcmp (own, first) == 0 ? NULL : g_strdup_printf (", at N = %s and %s", first, own);
}

/* Returns: (transfer full) (nullable): what is compared with what, how far that is, and at which
 *   widths where they differ; NULL where nothing is compared */
char *
ipl_session_describe_comparison (IplSession *self)
{
  const IplSolveResult *result = ipl_session_get_result (self, IPL_COMPARE);
  const IplSolveResult *shown = ipl_session_get_solve_result (self);
  gboolean running = ipl_session_get_status (self, IPL_COMPARE)->running;
  g_autofree char *width = NULL, *first = NULL;

  if (self->comparison.reading != NULL)
    return g_strdup ("Reading what is to be compared…");
  if (self->compared == NULL)
    return NULL;
  if (shown == NULL || shown->the_case == NULL)
    return g_strdup_printf ("Not compared with %s: there are no attention paths here",
                            self->compared_name);
  first = ipl_text_shown (shown->the_case->name != NULL ? shown->the_case->name : "case");
  if (result != NULL && !running)
    width = describe_width (self, result);
  return g_strdup_printf ("%s compared with %s%s%s", first, self->compared_name,
                          width != NULL ? width : "", running ? ", which is being solved…" : "");
}
