/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saving a session and its results, and the comparison with the saved state. */
#include "document/session-save.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/file-hash.h"
#include "core/base/text-escape.h"
#include "core/files/npz.h"
#include "core/maps/map-file.h"
#include "core/parameters/parameters-change.h"
#include "core/parameters/parameters-files.h"
#include "core/parameters/parameters.h"
#include "core/parameters/experiment-result-file.h"
#include "core/parameters/run-settings.h"
#include "core/results/results.h"
#include "figures/output/style-json.h"
#include "figures/python/python-script.h"
#include "figures/view/posterior-view.h"
#include "document/document-private.h"

/* TRUE if the heads belong to the shown solution. */
static gboolean
shows_heads (const IplView *view)
{
  const IplHeadReport *heads = view->heads;

  return heads != NULL && view->pruning != NULL && view->current != NULL
         && ipl_setting_equal (&heads->setting, &view->current->setting);
}

static gboolean
has_trajectory (const IplSolveResult *result)
{
  return result->dynamics != NULL && result->dynamics->trajectory != NULL;
}

/* Returns: TRUE if there are results of the shown parameters, possibly for a part of the test
 *   examples */
gboolean
ipl_document_has_results (IplDocument *self)
{
  const IplSolveResult *result = ipl_document_get_solve_result (self);

  return result != NULL
         && (has_trajectory (result) || (result->sweep != NULL && result->sweep_current));
}

/* Returns: TRUE if the values of the heads of the shown solution are known */
gboolean
ipl_document_results_have_heads (IplDocument *self)
{
  IplView view;

  return ipl_document_get_view (self, &view) && shows_heads (&view);
}

/* Returns: (transfer full) (nullable): the present results; NULL if there are none, or only a
 *   first answer for a part of the test examples, which is never written */
IplDocumentResults *
ipl_document_copy_results (IplDocument *self)
{
  const IplSolveResult *result = ipl_document_get_solve_result (self);
  IplDocumentResults *results;
  IplView view;

  if (result == NULL || result->few_tests > 0 || (result->sweep == NULL && !has_trajectory (result))
      || !ipl_document_get_view (self, &view))
    return NULL;
  results = g_new0 (IplDocumentResults, 1);
  results->parameters = *result->parameters;
  if (shows_heads (&view))
    {
      const IplParameters *parameters = ipl_document_get_parameters (self);

      /* Pruning options are not part of the solution. */
      results->parameters.removal_order = parameters->removal_order;
      results->parameters.random_orders = parameters->random_orders;
      results->parameters.fine_tune_steps = parameters->fine_tune_steps;
    }
  if (view.pruning != NULL && !ipl_pruning_has_order (view.pruning, view.order))
    view.order = IPL_REMOVAL_BY_SCORE;
  results->view = ipl_view_share (&view);
  return results;
}

void
ipl_document_results_free (IplDocumentResults *self)
{
  ipl_view_unref (self->view);
  g_free (self);
}

/* Returns: (transfer full): parameters that a file of results records, as JSON
 * @anonymous: TRUE to leave out names of files */
char *
ipl_document_results_get_settings (const IplDocumentResults *self, IplPythonArrays arrays,
                                   gboolean anonymous)
{
  g_autofree const IplPosteriorSummary **samples = ipl_view_posteriors_of_rows (self->view);
  g_auto (IplRunSettings) run = { .command = NULL };

  if (arrays == IPL_PYTHON_MAP)
    return ipl_run_files_to_json (&self->view->map->run, anonymous);
  if (arrays == IPL_PYTHON_HEADS)
    return ipl_run_files_parameters_to_json (&self->parameters, anonymous);
  ipl_run_settings_init (&run,
                         self->view->dynamics != NULL ? "dynamics"
                         : samples != NULL            ? "sample"
                                                      : "sweep",
                         &self->parameters);
  return ipl_run_files_to_json (&run, anonymous);
}

/* Writes them as a file of results, on any thread.
 * @arrays: selection of arrays
 * @anonymous: TRUE to leave out names of files
 * Returns: TRUE if the file was written */
gboolean
ipl_document_results_save (const IplDocumentResults *self, IplPythonArrays arrays,
                           gboolean anonymous, const char *path, GError **error)
{
  g_autofree char *settings = ipl_document_results_get_settings (self, arrays, anonymous);

  return ipl_python_results_save (arrays, self->view, settings, path, NULL, error);
}

/* Adds the arrays of rows or of a trajectory, and those of heads as "pruning/head_score" and so on.
 */
static void
ipl_document_results_add_npz (const IplDocumentResults *self, IplNpzWriter *npz)
{
  const IplView *view = self->view;
  g_autofree char *settings = ipl_document_results_get_settings (self, IPL_PYTHON_ROWS, FALSE);
  g_autofree char *parameters = ipl_run_files_parameters_to_json (&self->parameters, FALSE);
  g_autofree const IplPosteriorSummary **samples = ipl_view_posteriors_of_rows (view);

  if (view->dynamics != NULL)
    ipl_result_file_add (view->dynamics, settings, npz);
  else
    ipl_results_add_npz (npz, view->sweep, samples, view->seeds, settings);
  if (!shows_heads (view))
    return;
  ipl_npz_writer_set_prefix (npz, "pruning/");
  ipl_head_results_add_npz (view->heads, view->pruning, view->order, view->current, parameters,
                            npz);
  ipl_npz_writer_set_prefix (npz, NULL);
}

struct _IplSessionSave
{
  IplDocumentContent content;
  const char *training; /* (nullable), interned: checkpoint of the training run in progress */
  const char *folder;   /* (nullable), interned: folder of draws */
  guint computed;
  gboolean leaves_places;
  char *json;
  IplDocumentResults *results; /* nullable */
  char *carried;               /* (nullable): the session whose arrays are written again ... */
  char *carried_stamp;         /* ... as it was opened */
  char *expected;              /* (nullable): stamp of the file that is replaced */
  char *stamp;                 /* (nullable): of the written file */
  IplMap *map;                 /* (nullable): requested map ... */
  const char *map_path;        /* (nullable): ... and the file, interned, that is copied */
};

/* TRUE if the unchanged session, opened from a file, has not yet restored all results of the
 * file: its draws or heads. */
static gboolean
is_coming_back (IplDocument *self, const IplDocumentResults *results)
{
  return self->saved.file != NULL && self->saved.stamp != NULL && !self->saved.was_unsaved
         && self->saved.computed == self->saved.was_computed
         && ipl_parameters_equal (self->parameters, self->saved.content.parameters)
         && (results == NULL || self->sampling.restored_plan.serial != 0
             || ipl_document_is_sampling (self) || !shows_heads (results->view));
}

/* @json: state of the window, including ipl_document_to_json()
 * Returns: (transfer full): all data needed for writing it */
IplSessionSave *
ipl_session_save_new (IplDocument *document, const char *json)
{
  const IplTrainResult *run = ipl_document_get_result (document, IPL_TRAIN);
  IplSessionSave *self = g_new0 (IplSessionSave, 1);

  self->content = ipl_document_content_copy (&document->content);
  if (ipl_document_is_training (document) && run->path != NULL)
    self->training = g_intern_string (run->path);
  self->folder = document->storage.folder;
  self->computed = document->saved.computed;
  self->json = g_strdup (json);
  self->results = ipl_document_copy_results (document);
  if (is_coming_back (document, self->results))
    {
      self->carried = g_strdup (document->saved.file);
      self->carried_stamp = g_strdup (document->saved.stamp);
    }
  if (document->storage.map != NULL && document->parameters->map_axis_x[0] != '\0')
    {
      self->map_path = document->storage.map;
      if (ipl_document_get_map (document) != NULL)
        self->map = ipl_map_ref ((IplMap *)ipl_document_get_map (document));
    }
  return self;
}

void
ipl_session_save_free (IplSessionSave *self)
{
  ipl_document_content_clear (&self->content);
  g_clear_pointer (&self->results, ipl_document_results_free);
  g_clear_pointer (&self->map, ipl_map_unref);
  g_free (self->json);
  g_free (self->carried);
  g_free (self->carried_stamp);
  g_free (self->expected);
  g_free (self->stamp);
  g_free (self);
}

typedef struct
{
  IplSessionWriter *writer;
  const char *within; /* nullable */
  GCancellable *cancellable;
} Adding;

static gboolean
add_file (const char **place, gpointer data, GError **error)
{
  const Adding *adding = data;
  gboolean copies = adding->within == NULL || g_str_has_prefix (*place, adding->within);

  /* A missing file was read before; the session has its former place. */
  ipl_session_writer_add_file (adding->writer, *place,
                               copies && g_file_test (*place, G_FILE_TEST_IS_REGULAR),
                               adding->cancellable);
  return TRUE;
}

static void
add_files (Adding *adding, const IplParameters *parameters)
{
  IplParameters copy = *parameters;

  ipl_parameters_each_file (&copy, add_file, adding, NULL);
}

/* Draws and checkpoints of the autosave folder. */
static void
add_autosaved (Adding *adding, const char *folder)
{
  g_autoptr (GDir) dir = g_dir_open (folder, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if ((g_str_has_prefix (name, "draws") || g_str_has_suffix (name, ".checkpoint"))
          && g_file_test (path, G_FILE_TEST_IS_REGULAR))
        ipl_session_writer_add_unnamed_file (adding->writer, path, adding->cancellable);
    }
}

/* Adds the present map, which comes from a file or is still being solved. */
static void
add_map (const IplSessionSave *self, const Adding *adding)
{
  g_autofree char *settings = ipl_run_files_to_json (&self->map->run, FALSE);
  g_autoptr (GError) error = NULL;

  if (ipl_map_save (self->map, settings, self->map_path, &error))
    ipl_session_writer_add_unnamed_file (adding->writer, self->map_path, adding->cancellable);
  else
    ipl_npz_writer_fail (ipl_session_writer_get_arrays (adding->writer), g_steal_pointer (&error));
}

/* The session's own file is replaced only if it has not changed since it was opened or saved.
 * @path: NULL for a file that may have changed */
void
ipl_session_save_expect (IplSessionSave *self, IplDocument *document, const char *path)
{
  g_free (self->expected);
  self->expected
      = g_strcmp0 (document->saved.file, path) == 0 ? g_strdup (document->saved.stamp) : NULL;
}

/* The file holds the names of other files, not the folders that they are in. */
void
ipl_session_save_leave_places (IplSessionSave *self)
{
  self->leaves_places = TRUE;
}

/* The results that there are, or those of the file that the session was opened from. */
static void
add_results (const IplSessionSave *self, IplSessionWriter *writer, GCancellable *cancellable)
{
  g_autofree char *stamp = self->carried != NULL ? ipl_file_stamp (self->carried) : NULL;

  if (stamp != NULL && strcmp (stamp, self->carried_stamp) == 0)
    ipl_session_writer_carry_arrays (writer, self->carried, cancellable);
  else if (self->results != NULL)
    ipl_document_results_add_npz (self->results, ipl_session_writer_get_arrays (writer));
}

/* Writes the session. At every moment @path is the complete old or the complete new file.
 * @within: (nullable): files below this folder are copied into the session, others are referenced
 *   by their path; NULL to copy all
 * @cancellable: (nullable)
 * Returns: TRUE if the file was written; G_IO_ERROR_WRONG_ETAG if it had changed */
gboolean
ipl_session_save_write (IplSessionSave *self, const char *path, const char *within,
                        GCancellable *cancellable, GError **error)
{
  const IplDocumentContent *content = &self->content;
  IplSessionWriter *writer = ipl_session_writer_new (path, self->json, error);
  Adding adding = { writer, within, cancellable };

  if (writer == NULL)
    return FALSE;
  ipl_session_writer_expect (writer, self->expected);
  if (self->leaves_places)
    ipl_session_writer_leave_places (writer);
  add_results (self, writer, cancellable);
  add_files (&adding, content->parameters);
  if (self->training != NULL)
    add_file ((const char **)&self->training, &adding, NULL);
  if (content->story != NULL)
    add_files (&adding, content->story->settings);
  for (guint i = 0; content->story != NULL && i < ipl_story_n_stops (content->story); i++)
    add_files (&adding, ipl_story_get_stop (content->story, i)->parameters);
  if (self->folder != NULL)
    add_autosaved (&adding, self->folder);
  if (self->map != NULL)
    add_map (self, &adding);
  else if (self->carried != NULL && self->map_path != NULL
           && g_file_test (self->map_path, G_FILE_TEST_IS_REGULAR))
    ipl_session_writer_add_unnamed_file (writer, self->map_path, cancellable);
  if (!ipl_session_writer_close (writer, cancellable, error))
    return FALSE;
  g_free (self->stamp);
  self->stamp = ipl_file_stamp (path);
  return TRUE;
}

/* Makes this state the saved one.
 * @path: (nullable): the file of the session from now on */
void
ipl_document_was_saved (IplDocument *self, const IplSessionSave *save, const char *path)
{
  ipl_document_replace_file (self, path, save->stamp);
  ipl_document_content_clear (&self->saved.content);
  self->saved.content = ipl_document_content_copy (&save->content);
  if (save->content.story != NULL)
    ipl_document_set_saved_story (self, save->content.story);
  ipl_document_held_is_saved (self, save->content.parameters);
  self->saved.was_computed = save->computed;
  self->saved.was_unsaved = FALSE;
  ipl_document_shown_changed (self);
}

/* The document is the case and the user's edits. Selection, width shown, moment and display are a
 * view, which need not be saved.
 * Returns: TRUE if the document was changed, or a long computation was requested, since it was
 *   opened or saved */
gboolean
ipl_document_is_unsaved (IplDocument *self)
{
  if (self->is_closed)
    return FALSE;
  return self->saved.was_unsaved || self->saved.computed != self->saved.was_computed
         || (self->story != self->saved.content.story && self->story != self->saved.saved_story)
         || !ipl_figure_style_equal (self->figure_style, self->saved.content.figure_style)
         || !ipl_document_has_saved_parameters (self);
}

/* Returns: TRUE if the end of the program would lose work; the choice of a case or a view is not
 *   work */
gboolean
ipl_document_is_worth_saving (IplDocument *self)
{
  return ipl_document_is_unsaved (self) || ipl_document_is_training (self)
         || ipl_document_is_sampling (self) || ipl_document_is_pruning (self)
         || ipl_document_has_unkept_story (self);
}

/* Restores the file of an autosaved document, or none.
 * @self: a session after ipl_document_open_saved()
 * @path: (nullable): its file
 * @stamp: (nullable): its ipl_document_get_stamp()
 * @unsaved: TRUE if it had unsaved changes */
void
ipl_document_was_in_file (IplDocument *self, const char *path, const char *stamp, gboolean unsaved)
{
  ipl_document_replace_file (self, path, stamp);
  g_clear_pointer (&self->saved.saved_story, ipl_story_unref);
  self->saved.was_unsaved = unsaved;
  self->saved.brings_unsaved = unsaved && self->opening.label != NULL;
  self->opening.file = self->opening.label != NULL;
}

static gboolean
find_file (const char **place, gpointer data, GError **error)
{
  const IplSessionFile *file = data;
  const char *path = ipl_session_file_find (file, *place);

  if (path != NULL)
    *place = g_intern_string (path);
  return TRUE;
}

static gboolean
has_file (const char **place, gpointer data, GError **error)
{
  g_autofree char *base = ipl_file_shown (*place), *shown = NULL;

  find_file (place, data, NULL);
  shown = ipl_path_shown (*place);
  return g_file_test (*place, G_FILE_TEST_EXISTS)
         || ipl_fail (error, IPL_ERROR_IO,
                      "The session needs “%s”, which is neither in the session nor at “%s”. Put it "
                      "in the folder of the session, and open the session again.",
                      base, shown);
}

/* Checks the input files; results of an experiment in time are shown without them.
 * @file: unpacked
 * @json: as for ipl_document_open_saved(), which reports an invalid document
 * Returns: FALSE if a file is missing */
gboolean
ipl_session_has_files (const IplSessionFile *file, const char *json, GError **error)
{
  IplParameters parameters;

  return !ipl_document_read_parameters (json, &parameters) || parameters.experiment->compute != NULL
         || ipl_parameters_each_file (&parameters, has_file, (gpointer)file, error);
}

/* Restores a document, with the file copies of its session.
 * @file: (nullable): the file of the session, unpacked; NULL if all files are at their paths
 * Returns: FALSE for an invalid document; nothing changes then */
gboolean
ipl_document_open_saved (IplDocument *self, const IplSessionFile *file, const char *json,
                         GError **error)
{
  if (!ipl_document_bring_back (self, json, file != NULL ? file->path : NULL,
                                file != NULL ? find_file : NULL, (gpointer)file, error))
    return FALSE;
  ipl_document_forget_history (self);
  self->opening.over = FALSE;
  if (file == NULL)
    return TRUE;
  ipl_document_replace_file (self, file->path, file->stamp);
  if (self->story != NULL)
    ipl_document_set_saved_story (self, self->story);
  if (self->opening.label == NULL)
    ipl_document_is_as_saved (self);
  else
    self->opening.file = TRUE;
  return TRUE;
}

/* Returns: (nullable): the file that it was saved in, or opened from */
const char *
ipl_document_get_file (IplDocument *self)
{
  return self->saved.file;
}

/* Returns: TRUE while the saved file is being read, and the previous document is shown */
gboolean
ipl_document_is_file_opening (IplDocument *self)
{
  return self->opening.label != NULL && self->opening.file;
}

/* Returns: (nullable): the stamp of the file, to detect later changes */
const char *
ipl_document_get_stamp (IplDocument *self)
{
  return self->saved.stamp;
}
