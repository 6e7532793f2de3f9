/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Opening another case: an experiment, a case, a network or images, files of any kind, or
 * results without a solution. */
#include "document/document-private.h"

#include <string.h>

#include "core/base/error.h"
#include "core/experiments/case-file-experiment.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"
#include "runs/file-kind.h"

/* Files that are being examined are not opened. */
void
ipl_document_stop_looking (IplDocument *self)
{
  ipl_document_cancel_job (self, IPL_OPEN);
  g_clear_pointer (&self->opening.looking, g_free);
}

/* Starts over with @parameters, a reference; a reset restores @defaults, another. @begins: TRUE
 * to start long work at once */
static void
start_over (IplDocument *self, const IplParameters *parameters, const IplParameters *defaults,
            gboolean begins)
{
  gboolean has_solved
      = ipl_document_get_solve_result (self) != NULL || ipl_document_needs_run (self);

  ipl_document_stop_looking (self);
  ipl_document_close_sweep (self);
  ipl_document_held_is_saved (self, self->parameters);
  ipl_document_leave_case (self);
  ipl_document_cancel_job (self, IPL_MAP);
  ipl_document_set_result (self, IPL_MAP, NULL);
  if (has_solved)
    ipl_document_remember (self, NULL);
  /* A file that is still being read must not replace the example. */
  if (self->opening.label != NULL)
    ipl_document_cancel_job (self, IPL_SOLVE);
  g_clear_pointer (&self->opening.label, g_free);
  ipl_document_forget_stored (self);
  ipl_document_report (self, "", FALSE);
  self->has_solve_error = FALSE;
  self->opening.failed = FALSE;
  ipl_parameters_replace (&self->defaults, defaults);
  if (!begins)
    ipl_document_cancel_job (self, IPL_SOLVE);
  if (!has_solved || !begins)
    ipl_document_sketch (self, parameters);
  ipl_document_adopt (self, parameters, begins);
  self->opening.unproven = has_solved;
  ipl_document_replace_file (self, NULL, NULL);
  ipl_document_is_as_saved (self);
  ipl_document_shown_changed (self);
}

static void
start_at (IplDocument *self, const IplParameters *parameters, gboolean begins)
{
  IplParameters *fitting = ipl_parameters_copy_to_share (parameters);
  IplParameters defaults;

  ipl_parameters_init (&defaults, parameters->experiment->id);
  ipl_parameters_fit_layers (fitting);
  start_over (self, fitting, ipl_parameters_share (&defaults), begins);
}

/* Starts over with an experiment that needs no file, at these parameters. A long experiment starts
 * only on request. */
void
ipl_document_open_example (IplDocument *self, const IplParameters *parameters)
{
  start_at (self, parameters, parameters->experiment->takes == NULL);
}

/* Starts over with an experiment's defaults. A long experiment starts only on request.
 * @id: row of ipl_experiments() that generates its case */
void
ipl_document_open_experiment (IplDocument *self, const char *id)
{
  IplParameters parameters;

  ipl_parameters_init (&parameters, id);
  ipl_document_open_example (self, &parameters);
}

/* Starts over with an experiment that needs no file, at these parameters, and computes it. */
void
ipl_document_begin_experiment (IplDocument *self, const IplParameters *parameters)
{
  start_at (self, parameters, TRUE);
}

/* Solves the paper's example in a new window. */
static void
solve_first (IplDocument *self)
{
  if (ipl_document_get_solve_result (self) == NULL && self->opening.label == NULL
      && !ipl_document_needs_run (self))
    ipl_document_solve (self, IPL_AT_ONCE);
}

/* Reports a failure to open; the document is not changed. */
static void
ipl_document_refuse (IplDocument *self, const char *why)
{
  self->opening.failed = TRUE;
  ipl_document_report (self, why, TRUE);
  solve_first (self);
}

/* Shows that @label is being opened, to take the place of the present case if that goes well. */
static void
begin_opening (IplDocument *self, const char *label, gboolean adds)
{
  self->opening.failed = FALSE;
  ipl_document_stop_looking (self);
  ipl_document_end_sampling (self);
  ipl_document_forget_stored (self);
  if (!adds)
    ipl_document_close_sweep (self);
  g_free (self->opening.label);
  self->opening.label = g_strdup (label);
  self->opening.adds = adds;
  self->opening.selected = IPL_TARGET_NONE;
  self->opening.over = ipl_document_get_solve_result (self) != NULL;
  self->opening.file = FALSE;
  if (ipl_document_get_solve_result (self) == NULL)
    ipl_document_set_result (self, IPL_SOLVE, NULL);
  ipl_document_report (self, "", FALSE);
  self->has_solve_error = FALSE;
  ipl_document_parameters_changed (self);
}

/* Requests a case, which replaces the present one when it is made without an error. */
static void
ipl_document_open_as (IplDocument *self, const IplParameters *parameters, const char *network,
                      const char *label, gboolean adds)
{
  begin_opening (self, label, adds);
  ipl_document_solve_opened (self, ipl_parameters_share (parameters), network, TRUE);
}

/* Replaces all parameters. A reset restores the experiment's defaults, or these parameters for a
 * case from a file.
 * @parameters: a complete set, as saved */
void
ipl_document_open_parameters (IplDocument *self, const IplParameters *parameters)
{
  if (ipl_parameters_get_source (parameters)[0] != '\0' && parameters->experiment->compute == NULL)
    {
      begin_opening (self, ipl_parameters_get_source (parameters), FALSE);
      ipl_document_solve_opened (self, ipl_parameters_share (parameters), NULL, FALSE);
      return;
    }
  ipl_document_begin_experiment (self, parameters);
  ipl_document_forget_history (self);
  ipl_document_parameters_changed (self);
}

/* Selects it in the case that is open, or that takes its place when it has been read. */
void
ipl_document_select_opened (IplDocument *self, const IplTarget *target)
{
  if (self->opening.label != NULL && !self->opening.adds)
    self->opening.selected = *target;
  else
    ipl_selection_select (self->selection, target);
}

/* Reads a case in the background and replaces the present one if it has no error; else reports
 * the error. */
void
ipl_document_open_file (IplDocument *self, const char *path)
{
  IplParameters parameters = *self->parameters;

  ipl_parameters_open_file (&parameters, path);
  ipl_document_open_as (self, &parameters, NULL, path, FALSE);
}

/* Returns: TRUE if it is the present case */
gboolean
ipl_document_is_file (IplDocument *self, const char *path)
{
  return self->parameters->experiment == &ipl_experiment_file
         && ipl_document_get_solve_result (self) != NULL
         && strcmp (ipl_parameters_get_source (self->parameters), path) == 0;
}

/* Reads a file as ipl_document_open_file() does, with these roles and choices; for the present
 * file, undo is possible. */
void
ipl_document_import_file (IplDocument *self, const char *path, const IplCaseImport *import)
{
  gboolean adds = ipl_document_is_file (self, path);
  IplParameters parameters = *self->parameters;

  if (!adds)
    ipl_parameters_open_file (&parameters, path);
  ipl_parameters_set_import (&parameters, import);
  ipl_document_open_as (self, &parameters, NULL, path, adds);
}

/* Makes the one-shot task of the drawings, or adds further test sets to the present one if there
 * are no drawings; without a present one, to the task of the invented glyphs. */
void
ipl_document_open_images (IplDocument *self, const char *const *paths, const char *const *extras)
{
  gboolean adds = paths[0] == NULL && ipl_document_is_trainable (self)
                  && ipl_document_get_solve_result (self) != NULL && self->opening.label == NULL;
  IplParameters parameters = *self->parameters;
  g_autoptr (GError) error = NULL;

  if (!ipl_opened_read_images (paths, extras, adds, &parameters, &error))
    {
      ipl_document_refuse (self, error->message);
      return;
    }
  ipl_document_open_as (self, &parameters, NULL, paths[0] != NULL ? paths[0] : extras[0], adds);
}

/* Adds drawings to the task; can be undone.
 * @self: a document with a one-shot task */
void
ipl_document_add_images (IplDocument *self, const char *path)
{
  IplParameters parameters = *self->parameters;
  IplTrainable *trainable = ipl_parameters_edit_trainable (&parameters);
  g_autoptr (GError) error = NULL;

  if (parameters.experiment != &ipl_experiment_images)
    {
      const char *paths[] = { path, NULL };

      ipl_document_open_images (self, paths, paths + 1);
      return;
    }
  if (!ipl_image_task_add_file (&trainable->task, path, &error))
    {
      ipl_document_report (self, error->message, TRUE);
      return;
    }
  trainable->network = "";
  ipl_parameters_fit_layers (&parameters);
  ipl_document_open_as (self, &parameters, NULL, path, TRUE);
}

static void
report_notes (IplDocument *self, const IplCase *the_case)
{
  GPtrArray *notes = the_case->notes;
  g_autoptr (GString) text = g_string_new (NULL);

  if (the_case->warnings->len > 0)
    g_string_append_printf (text, "Limitations of this model: %u, see “Case” in the sidebar. ",
                            the_case->warnings->len);
  for (guint i = 0; notes != NULL && i < notes->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", (char *)notes->pdata[i]);
  ipl_document_report (self, text->str, FALSE);
}

/* Accepts results of a file. A reset restores the experiment's defaults. A session requests the
 * parameters that it was saved with; if its results could not be read, they are computed. */
static void
accept_stored (IplDocument *self, const IplSolveResult *result)
{
  const IplParameters *then = g_steal_pointer (&self->opening.stored_then);
  IplParameters defaults;

  if (result->dynamics == NULL || !result->dynamics->from_file)
    ipl_document_forget_stored (self);
  ipl_parameters_init (&defaults, self->parameters->experiment->id);
  ipl_parameters_replace (&self->defaults, ipl_parameters_share (&defaults));
  if (then != NULL && !ipl_parameters_equal (then, self->parameters))
    ipl_document_adopt (self, then, FALSE);
  else
    g_clear_pointer (&then, ipl_parameters_unref);
}

/* Results of the opened file are cached; opening can be undone like an edit. */
void
ipl_document_accept_opened (IplDocument *self)
{
  const IplSolveResult *result = ipl_document_get_solve_result (self);

  g_clear_pointer (&self->opening.label, g_free);
  ipl_document_drop_held (self, result->parameters);
  if (!self->opening.adds)
    {
      ipl_document_held_is_saved (self, self->parameters);
      ipl_document_leave_case (self);
      ipl_selection_select (self->selection, &self->opening.selected);
    }
  if (self->opening.over)
    ipl_document_remember (self, NULL);
  ipl_parameters_replace (&self->parameters, ipl_parameters_ref (result->parameters));
  ipl_document_forget_view (self);
  if (self->opening.stored != NULL)
    accept_stored (self, result);
  else if (!self->opening.adds)
    ipl_parameters_replace (&self->defaults, ipl_parameters_ref (result->parameters));
  if (!self->opening.adds)
    {
      if (!self->opening.file)
        ipl_document_replace_file (self, NULL, NULL);
      ipl_document_is_as_saved (self);
    }
  if (result->the_case != NULL)
    report_notes (self, result->the_case);
  ipl_document_parameters_changed (self);
  ipl_document_bring_draws_back (self);
  ipl_document_bring_map_back (self);
}

/* Ends an opening that failed: the present document stays; without one, the paper's example
 * opens. */
void
ipl_document_abort_opening (IplDocument *self)
{
  /* The open case is not that of the file, and must not overwrite it. */
  if (self->opening.label != NULL && self->opening.file)
    ipl_document_replace_file (self, NULL, NULL);
  g_clear_pointer (&self->opening.label, g_free);
  self->opening.failed = TRUE;
  ipl_document_forget_stored (self);
  self->saved.brings_unsaved = FALSE;
  if (ipl_document_get_result (self, IPL_SOLVE) == NULL)
    ipl_document_sketch (self, self->parameters);
  ipl_document_parameters_changed (self);
  ipl_document_results_changed (self);
  if (!ipl_document_needs_run (self))
    ipl_document_solve (self, IPL_AT_ONCE);
}

/* Reads @path in the background: a file of results, or a session with results. For a session,
 * @parameters are requested afterwards, and @stored_as are the same with the file names at the
 * time of saving; both are %NULL for a file of results. */
void
ipl_document_open_stored (IplDocument *self, const char *path, const IplParameters *parameters,
                          const IplParameters *stored_as)
{
  const IplParameters *requested = parameters != NULL ? ipl_parameters_share (parameters)
                                                      : ipl_parameters_ref (self->parameters);

  begin_opening (self, path, FALSE);
  self->opening.stored = g_strdup (path);
  if (parameters != NULL)
    self->opening.stored_then = ipl_parameters_ref (requested);
  ipl_document_solve_stored (self, requested,
                             stored_as != NULL ? ipl_parameters_share (stored_as) : NULL);
}

typedef struct
{
  char **paths;
  const char *kind; /* nullable */
  const IplParameters *now;
  gboolean is_solved;
} OpenRequest;

static void
request_free (gpointer data)
{
  OpenRequest *request = data;

  g_strfreev (request->paths);
  ipl_parameters_unref (request->now);
  g_free (request);
}

static void
run (IplJob *job, gpointer data, gpointer memory)
{
  const OpenRequest *request = data;
  GCancellable *cancellable = ipl_job_get_cancellable (job);
  g_autoptr (IplOpened) opened = ipl_opened_new ((const char *const *)request->paths, request->now,
                                                 request->is_solved, request->kind, cancellable);

  if (!g_cancellable_is_cancelled (cancellable))
    ipl_job_post (job, g_steal_pointer (&opened));
}

const IplRun ipl_run_open = {
  .id = IPL_OPEN,
  .title = "Open files",
  .priority = 80,
  .run = run,
  .request_free = request_free,
  .result_unref = (GDestroyNotify)ipl_opened_free,
};

/* Finds the kinds of files in the background and opens them. A file that cannot be read is
 * reported, and the document is not changed. "opened" has the kind; sessions, stories and styles
 * are left to its handlers.
 * @paths: NULL-terminated files and folders
 * @kind: (nullable): the only kind that is accepted */
void
ipl_document_open_paths (IplDocument *self, const char *const *paths, const char *kind)
{
  OpenRequest *request;

  if (self->is_closed || paths[0] == NULL)
    return;
  request = g_new0 (OpenRequest, 1);
  request->kind = kind;
  request->paths = g_strdupv ((char **)paths);
  request->now = ipl_parameters_ref (self->parameters);
  request->is_solved = ipl_document_get_solve_result (self) != NULL && self->opening.label == NULL;
  g_free (self->opening.looking);
  self->opening.looking = g_strdup (paths[0]);
  ipl_document_submit (self, IPL_OPEN, request, IPL_AT_ONCE);
  ipl_document_parameters_changed (self);
}

/* Opens files whose kinds have been determined. */
void
ipl_document_accept_files (IplDocument *self, gpointer data)
{
  IplOpened *opened = data;

  g_clear_pointer (&self->opening.looking, g_free);
  if (opened->error != NULL)
    {
      ipl_document_parameters_changed (self);
      ipl_document_refuse (self, opened->error->message);
      return;
    }
  if (opened->opens >= IPL_OPENS_SESSION)
    ipl_document_parameters_changed (self);
  else if (opened->opens == IPL_OPENS_STORED)
    ipl_document_open_stored (self, opened->path, NULL, NULL);
  else if (ipl_file_kind_is (opened->kind, "results") || opened->map != NULL)
    ipl_document_open_parameters (self, &opened->parameters);
  else
    ipl_document_open_as (self, &opened->parameters, opened->network, opened->path, opened->adds);
  if (opened->results != NULL)
    ipl_document_begin_results (self, g_steal_pointer (&opened->results), &opened->parameters);
  if (opened->map != NULL)
    ipl_document_begin_map (self, opened->map);
  g_signal_emit_by_name (self, "opened", opened);
  /* A style opens no case, nor does a story that cannot be read. */
  if (opened->opens == IPL_OPENS_STORY || opened->opens == IPL_OPENS_STYLE)
    solve_first (self);
}
