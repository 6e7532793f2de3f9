/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How a session comes to another case: an experiment, a case, a network or images. */
#include "session/session-private.h"

#include <string.h>

#include "core/experiments/case-file-experiment.h"
#include "core/experiments/joint-experiment.h"
#include "core/experiments/one-shot-experiment.h"
#include "core/experiments/stable-rank-experiment.h"
#include "core/parameters/parameters.h"
#include "core/experiments/text-experiment.h"
#include "runs/kept-roles.h"
#include "sweeps/sweep-folder.h"

/* Starts over with @parameters, a reference; a reset goes back to @defaults, another. */
static void
start_over (IplSession *self, const IplParameters *parameters, const IplParameters *defaults)
{
  gboolean has_solved = ipl_session_get_solve_result (self) != NULL;

  ipl_session_close_sweep (self);
  if (has_solved)
    ipl_session_remember (self, NULL);
  /* A file that is still being read must not arrive in the example's place. */
  if (self->opening != NULL)
    ipl_session_cancel_job (self, IPL_SOLVE);
  g_clear_pointer (&self->opening, g_free);
  ipl_session_forget_stored (self);
  ipl_session_tell (self, "", FALSE);
  self->has_solve_error = FALSE;
  ipl_session_set_defaults (self, defaults);
  if (!has_solved)
    ipl_session_sketch (self, parameters);
  ipl_session_adopt (self, parameters, TRUE);
  g_clear_pointer (&self->file, g_free);
  ipl_session_is_as_saved (self);
}

/* Starts over with an experiment's defaults.
 * @id: row of ipl_experiments() that generates its case */
void
ipl_session_open_experiment (IplSession *self, const char *id)
{
  const IplParameters *shared;
  IplParameters parameters;

  ipl_parameters_init (&parameters, id);
  shared = ipl_parameters_share (&parameters);
  start_over (self, shared, ipl_parameters_ref (shared));
}

/* Nothing is opened: all stays as it is, and in a new window the paper's example is solved. */
void
ipl_session_refuse (IplSession *self, const char *why)
{
  ipl_session_tell (self, why, TRUE);
  if (ipl_session_get_solve_result (self) == NULL && self->opening == NULL)
    ipl_session_solve (self, IPL_AT_ONCE);
}

/* Shows that @label is being opened, to take the place of the present case if that goes well. */
void
ipl_session_begin_opening (IplSession *self, const char *label, gboolean adds)
{
  ipl_session_end_sampling (self);
  ipl_session_forget_stored (self);
  if (!adds)
    ipl_session_close_sweep (self);
  g_free (self->opening);
  self->opening = g_strdup (label);
  self->opening_adds = adds;
  self->opening_over = ipl_session_get_solve_result (self) != NULL;
  self->opening_file = FALSE;
  if (ipl_session_get_solve_result (self) == NULL)
    ipl_session_keep_result (self, IPL_SOLVE, NULL);
  ipl_session_tell (self, "", FALSE);
  self->has_solve_error = FALSE;
  ipl_session_parameters_changed (self);
}

/* Asks for a case that takes the place of the present one when it has been made without error. */
static void
open_parameters (IplSession *self, const IplParameters *parameters, const char *network,
                 const char *label, gboolean adds)
{
  ipl_session_begin_opening (self, label, adds);
  ipl_session_solve_opened (self, ipl_parameters_share (parameters), network);
}

/* Starts over with these; a reset goes back to the experiment's defaults, or to these where a file
 * is the case.
 * @parameters: all of them, as they were kept once */
void
ipl_session_open_parameters (IplSession *self, const IplParameters *parameters)
{
  IplParameters *fitting;
  IplParameters defaults;

  if (ipl_parameters_get_source (parameters)[0] != '\0' && parameters->experiment->compute == NULL)
    {
      open_parameters (self, parameters, NULL, ipl_parameters_get_source (parameters), FALSE);
      return;
    }
  ipl_parameters_init (&defaults, parameters->experiment->id);
  fitting = ipl_parameters_copy_to_share (parameters);
  ipl_parameters_fit_layers (fitting);
  start_over (self, fitting, ipl_parameters_share (&defaults));
  ipl_session_forget_history (self);
  ipl_session_parameters_changed (self);
}

/* Reads a case in the background, with the roles that were given last to arrays of such names; it
 * takes the place of the present one when it has been read without error. A sentence says what went
 * wrong else. */
void
ipl_session_open_file (IplSession *self, const char *path)
{
  IplParameters parameters;

  IplCaseImport import;
  g_autofree char *roles = ipl_kept_roles_find (path);

  ipl_case_import_init (&import);
  import.roles = g_intern_string (roles != NULL ? roles : "");
  ipl_parameters_init (&parameters, ipl_experiment_file.id);
  ipl_parameters_set_file (&parameters, path);
  ipl_parameters_set_import (&parameters, &import);
  ipl_parameters_keep_ways (&parameters, self->parameters);
  parameters.n_components = self->parameters->n_components;
  open_parameters (self, &parameters, NULL, path, FALSE);
}

/* Returns: whether it is the case that there is */
gboolean
ipl_session_is_file (IplSession *self, const char *path)
{
  return self->parameters->experiment == &ipl_experiment_file
         && ipl_session_get_solve_result (self) != NULL
         && strcmp (ipl_parameters_get_source (self->parameters), path) == 0;
}

/* Reads a file as ipl_session_open_file() does, with these roles and choices; where it is the
 * present one it can be undone. */
void
ipl_session_import_file (IplSession *self, const char *path, const IplCaseImport *import)
{
  gboolean adds = ipl_session_is_file (self, path);
  IplParameters parameters;

  if (adds)
    parameters = *self->parameters;
  else
    {
      ipl_parameters_init (&parameters, ipl_experiment_file.id);
      ipl_parameters_set_file (&parameters, path);
      ipl_parameters_keep_ways (&parameters, self->parameters);
      parameters.n_components = self->parameters->n_components;
    }
  ipl_parameters_set_import (&parameters, import);
  open_parameters (self, &parameters, NULL, path, adds);
}

/* Returns: whether it is the folder of a sweep, or the plan in it */
gboolean
ipl_session_is_sweep (const char *path)
{
  g_autofree char *plan = g_build_filename (path, "plan.json", NULL);
  g_autofree char *name = g_path_get_basename (path);

  return g_file_test (plan, G_FILE_TEST_IS_REGULAR) || strcmp (name, "plan.json") == 0;
}

/* Opens the sweep's case, and watches the folder until all rows are there. A sentence says what is
 * wrong with a folder that cannot be read; all stays as it is then.
 * @path: the folder of a sweep, or the plan in it */
void
ipl_session_open_sweep (IplSession *self, const char *path)
{
  g_autofree char *name = g_path_get_basename (path);
  g_autofree char *folder_path
      = strcmp (name, "plan.json") == 0 ? g_path_get_dirname (path) : g_strdup (path);
  g_autoptr (GError) error = NULL;
  g_autoptr (IplSweepFolder) folder = ipl_sweep_folder_open (folder_path, &error);
  IplParameters parameters;

  if (folder == NULL || !ipl_sweep_folder_get_parameters (folder, 0, &parameters, &error))
    {
      ipl_session_refuse (self, error->message);
      return;
    }
  /* Several temperatures are of one document only where each width takes its best. */
  if (!folder->plan->run.best)
    {
      parameters.n_temperatures = 0;
      parameters.current.temperature = folder->plan->run.temperatures[0];
    }
  ipl_session_open_parameters (self, &parameters);
  ipl_session_begin_sweep (self, folder_path, &parameters);
}

/* Reads a text in the background, for a transformer to learn; it takes the place of the present
 * case when it has been read without error. Where a text is being learned, the network and how it
 * is trained stay as they are. */
void
ipl_session_open_text (IplSession *self, const char *path)
{
  IplParameters parameters;

  if (self->parameters->experiment == &ipl_experiment_joma_text)
    parameters = *self->parameters;
  else
    ipl_parameters_init (&parameters, ipl_experiment_joma_text.id);
  parameters.shown_time = -1;
  ipl_parameters_set_text (&parameters, path);
  open_parameters (self, &parameters, NULL, path, FALSE);
}

/* Reads how often tokens occur, as ipl_session_open_text() does a text: for attention and the lower
 * layer to learn together.
 * @path: an .npz with an array X [tokens x classes] */
void
ipl_session_open_frequencies (IplSession *self, const char *path)
{
  IplParameters parameters;

  if (self->parameters->experiment == &ipl_experiment_joma_joint)
    parameters = *self->parameters;
  else
    ipl_parameters_init (&parameters, ipl_experiment_joma_joint.id);
  parameters.shown_time = -1;
  ipl_parameters_set_frequencies (&parameters, path);
  open_parameters (self, &parameters, NULL, path, FALSE);
}

/* Finds the stable rank of their lower MLP matrices, as ipl_session_open_file() reads a case.
 * @paths: NULL-terminated .safetensors files and folders of them */
void
ipl_session_open_checkpoints (IplSession *self, const char *const *paths)
{
  IplParameters parameters;
  g_autoptr (GError) error = NULL;

  ipl_parameters_init (&parameters, ipl_experiment_stable_rank.id);
  for (guint i = 0; paths[i] != NULL; i++)
    if (!ipl_parameters_add_checkpoint (&parameters, paths[i], &error))
      {
        ipl_session_refuse (self, "More than 64 checkpoints at once: open the folder they are in.");
        return;
      }
  open_parameters (self, &parameters, NULL, paths[0], FALSE);
}

static gboolean
add_images (IplParameters *parameters, const char *const *paths, const char *const *extras,
            GError **error)
{
  IplImageTask *task = &ipl_parameters_edit_trainable (parameters)->task;

  for (guint i = 0; paths[i] != NULL; i++)
    if (!ipl_image_task_add_file (task, paths[i], error))
      return FALSE;
  for (guint i = 0; extras[i] != NULL; i++)
    if (!ipl_image_task_add_extra (task, extras[i], error))
      return FALSE;
  return TRUE;
}

/* Reads a network and the task that it was trained on, as ipl_session_open_file() does a case.
 * @drawings: NULL-terminated files of the drawings it was trained on, where they are not where they
 *   were; mostly empty */
void
ipl_session_open_network (IplSession *self, const char *path, const char *const *drawings,
                          const char *const *extras)
{
  IplParameters parameters;
  g_autoptr (GError) error = NULL;

  ipl_parameters_init (&parameters, ipl_experiment_glyphs.id);
  if (!add_images (&parameters, drawings, extras, &error))
    {
      ipl_session_refuse (self, error->message);
      return;
    }
  ipl_parameters_keep_ways (&parameters, self->parameters);
  open_parameters (self, &parameters, path, path, FALSE);
}

/* Makes the one-shot task of the drawings, or adds to the one there is where there are none; where
 * there is none either, further test sets are those of the invented glyphs. */
void
ipl_session_open_images (IplSession *self, const char *const *paths, const char *const *extras)
{
  gboolean adds = paths[0] == NULL && ipl_session_is_trainable (self)
                  && ipl_session_get_solve_result (self) != NULL && self->opening == NULL;
  IplParameters parameters = *self->parameters;
  g_autoptr (GError) error = NULL;

  if (!adds)
    {
      ipl_parameters_init (&parameters,
                           paths[0] != NULL ? ipl_experiment_images.id : ipl_experiment_glyphs.id);
      ipl_parameters_keep_ways (&parameters, self->parameters);
    }
  if (!add_images (&parameters, paths, extras, &error))
    {
      ipl_session_refuse (self, error->message);
      return;
    }
  open_parameters (self, &parameters, NULL, paths[0] != NULL ? paths[0] : extras[0], adds);
}

/* Adds the drawings to those the task is made of; can be undone.
 * @self: a session with a one-shot task */
void
ipl_session_add_images (IplSession *self, const char *path)
{
  IplParameters parameters = *self->parameters;
  IplTrainable *trainable = ipl_parameters_edit_trainable (&parameters);
  g_autoptr (GError) error = NULL;

  if (parameters.experiment != &ipl_experiment_images)
    {
      const char *paths[] = { path, NULL };

      ipl_session_open_images (self, paths, paths + 1);
      return;
    }
  if (!ipl_image_task_add_file (&trainable->task, path, &error))
    {
      ipl_session_tell (self, error->message, TRUE);
      return;
    }
  trainable->network = "";
  ipl_parameters_fit_layers (&parameters);
  open_parameters (self, &parameters, NULL, path, TRUE);
}

static void
tell_notes (IplSession *self, const IplCase *the_case)
{
  GPtrArray *notes = the_case->notes;
  g_autoptr (GString) text = g_string_new (NULL);

  if (the_case->warnings->len > 0)
    g_string_append_printf (text,
                            "What of its model lies outside the theory is listed under "
                            "“Case” (%u). ",
                            the_case->warnings->len);
  for (guint i = 0; notes != NULL && i < notes->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? " " : "", (char *)notes->pdata[i]);
  ipl_session_tell (self, text->str, FALSE);
}

/* The results are those of a file: a reset goes back to the experiment's defaults, and a session
 * asks for the parameters that it was saved with. Where they could not be read, they are computed.
 */
static void
accept_stored (IplSession *self, const IplSolveResult *result)
{
  const IplParameters *then = g_steal_pointer (&self->stored_then);
  IplParameters defaults;

  if (result->own == NULL || !result->own->from_file)
    ipl_session_forget_stored (self);
  ipl_parameters_init (&defaults, self->parameters->experiment->id);
  ipl_session_set_defaults (self, ipl_parameters_share (&defaults));
  if (then != NULL && !ipl_parameters_equal (then, self->parameters))
    ipl_session_adopt (self, then, FALSE);
  else
    g_clear_pointer (&then, ipl_parameters_unref);
}

/* The results kept are those of what was opened, which can be undone as what is added to a case
 * can. */
void
ipl_session_accept_opened (IplSession *self)
{
  const IplSolveResult *result = ipl_session_get_solve_result (self);

  g_clear_pointer (&self->opening, g_free);
  if (self->opening_over)
    ipl_session_remember (self, NULL);
  ipl_parameters_take (&self->parameters, ipl_parameters_ref (result->parameters));
  if (self->stored != NULL)
    accept_stored (self, result);
  else if (!self->opening_adds)
    ipl_session_set_defaults (self, ipl_parameters_ref (result->parameters));
  if (!self->opening_adds)
    {
      if (!self->opening_file)
        g_clear_pointer (&self->file, g_free);
      ipl_session_is_as_saved (self);
    }
  if (result->the_case != NULL)
    tell_notes (self, result->the_case);
  ipl_session_parameters_changed (self);
  ipl_session_bring_draws_back (self);
}

/* A case that can't be read leaves everything as it was; the paper's example, where nothing was. */
void
ipl_session_give_up_opening (IplSession *self)
{
  g_clear_pointer (&self->opening, g_free);
  ipl_session_forget_stored (self);
  self->brings_unsaved = FALSE;
  if (ipl_session_get_result (self, IPL_SOLVE) == NULL)
    ipl_session_sketch (self, self->parameters);
  ipl_session_parameters_changed (self);
  ipl_session_results_changed (self);
  ipl_session_solve (self, IPL_AT_ONCE);
}
