/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure as a Python script, with the file of results that it reads beside it. */
#include "app/dialogs/export-python.h"

#include "core/base/error.h"
#include "core/base/file-save.h"
#include "core/base/shown-text.h"
#include "figures/python/python-script.h"
#include "session/session-save.h"

#include <string.h>

typedef struct
{
  const IplPanel *panel;
  IplSessionResults *results;
  IplStyle style;
  IplPaper page;
  IplProvenance *made; /* nullable */
  gboolean anonymous;
  char *path;
} Export;

static void
export_free (gpointer data)
{
  Export *self = data;

  g_clear_pointer (&self->results, ipl_session_results_free);
  ipl_provenance_free (self->made);
  g_free (self->path);
  g_free (self);
}

/* Returns: the quantities that script and results hold, #IplNeeds */
guint
ipl_export_python_needs (const IplPanel *panel)
{
  gboolean heads = ipl_python_arrays (panel) == IPL_PYTHON_HEADS;

  return panel->needs | (heads ? IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING : 0);
}

static gboolean
has_results (IplPythonArrays arrays, const IplView *view)
{
  switch (arrays)
    {
    case IPL_PYTHON_TRAJECTORY:
      return view->own != NULL && view->own->trajectory != NULL;
    case IPL_PYTHON_HEADS:
      return view->heads != NULL && view->pruning != NULL;
    case IPL_PYTHON_KERNELS:
      return view->current != NULL && view->kernels != NULL;
    case IPL_PYTHON_TRAINING:
      return view->training != NULL;
    case IPL_PYTHON_MAP:
      return view->map != NULL;
    case IPL_PYTHON_ROWS:
    default:
      return view->sweep != NULL;
    }
}

/* Returns: whether there is a script of what is shown; FALSE with a sentence */
gboolean
ipl_export_python_check (IplSession *session, const IplPanel *panel, GError **error)
{
  g_autofree char *why = NULL;
  IplView view;

  if (!ipl_session_get_view (session, &view) || !ipl_session_results_are_there (session)
      || view.few_tests > 0 || !has_results (ipl_python_arrays (panel), &view))
    return ipl_fail (error, IPL_ERROR_MISSING, "There are no results of this figure yet.");
  why = ipl_python_refusal (panel, &view);
  return why == NULL || ipl_fail (error, IPL_ERROR_VALUE, "%s", why);
}

/* "figure-results.npz" for "figure.py"; (transfer full) (nullable): a file of that name which may
 * belong to something else is not replaced. */
static char *
name_results (const Export *self, GError **error)
{
  g_autofree char *stem = g_strdup (self->path);
  g_autofree char *name = NULL, *shown = NULL;

  if (g_str_has_suffix (stem, "." IPL_EXPORT_PYTHON))
    stem[strlen (stem) - strlen ("." IPL_EXPORT_PYTHON)] = '\0';
  name = g_strconcat (stem, ipl_python_ending (ipl_python_arrays (self->panel)), ".npz", NULL);
  if (g_file_test (self->path, G_FILE_TEST_EXISTS) || !g_file_test (name, G_FILE_TEST_EXISTS))
    return g_steal_pointer (&name);
  shown = ipl_file_shown (name);
  return ipl_fail_null (error, IPL_ERROR_VALUE,
                        "“%s” is there already: give the script another name.", shown);
}

static gboolean
write_both (const Export *self, GError **error)
{
  g_autofree char *results = name_results (self, error), *base = NULL, *text = NULL;

  if (results == NULL)
    return FALSE;
  base = g_path_get_basename (results);
  text = ipl_python_script (&(IplPythonFigure){ self->panel, self->results->view, &self->style,
                                                &self->page, base,
                                                self->made != NULL ? self->made->command : NULL,
                                                self->made != NULL ? self->made->identity : NULL },
                            NULL, error);
  return text != NULL
         && ipl_session_results_save (self->results, ipl_python_arrays (self->panel),
                                      self->anonymous, results, error)
         && ipl_file_save_bytes (self->path, text, strlen (text), error);
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Export *self = data;
  GError *error = NULL;

  if (write_both (self, &error))
    g_task_return_pointer (task, g_strdup (self->path), g_free);
  else
    g_task_return_error (task, error);
}

/* Writes both in a thread; ipl_export_job_finish() gives the path of the script.
 * @session: one of which ipl_export_python_check() is TRUE
 * @made: (nullable): the origin of the figure
 * @anonymous: whether names of files are left out */
void
ipl_export_python_start (IplSession *session, const IplPanel *panel, const IplStyle *style,
                         const IplPaper *paper, const IplProvenance *made, gboolean anonymous,
                         const char *path, GAsyncReadyCallback callback, gpointer user_data)
{
  Export *self = g_new0 (Export, 1);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);

  self->panel = panel;
  self->results = ipl_session_take_results (session);
  self->style = *style;
  self->page = *paper;
  self->made = ipl_provenance_copy (made);
  self->anonymous = anonymous;
  self->path = g_strdup (path);
  g_task_set_task_data (task, self, export_free);
  g_task_run_in_thread (task, run);
}
