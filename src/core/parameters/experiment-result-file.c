/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of results of experiments that make no case: written, and opened again with nothing
 * computed. */
#include "core/parameters/experiment-result-file.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/run-settings.h"
#include "core/results/trajectory-results.h"

struct _IplResultFile
{
  char *shown; /* its name in sentences */
  IplNpz *npz;
  IplParameters parameters;
};

/* Adds the arrays of ipl_trajectory_add_npz(), and the experiment's further data for figures.
 * @settings_json: (nullable): inputs of the computation, of ipl_run_settings_to_json() */
void
ipl_result_file_add (const IplExperimentResult *result, const char *settings_json,
                     IplNpzWriter *npz)
{
  ipl_trajectory_add_npz (result->trajectory, result->experiment->id, result->complete,
                          settings_json, npz);
  if (result->experiment->add_to_file != NULL)
    result->experiment->add_to_file (result, npz);
}

/* @settings_json: (nullable): inputs of the computation */
gboolean
ipl_result_file_save (const IplExperimentResult *result, const char *settings_json,
                      const char *path, GError **error)
{
  IplNpzWriter *npz = ipl_npz_writer_new (path, error);

  if (npz == NULL)
    return FALSE;
  ipl_result_file_add (result, settings_json, npz);
  return ipl_npz_writer_close (npz, error);
}

/* Returns: TRUE if it has such results; reads only the list of its arrays */
gboolean
ipl_result_file_is (const char *path)
{
  gboolean may_be = g_str_has_suffix (path, ".npz") || g_str_has_suffix (path, ".interplay");
  g_autoptr (IplNpz) npz = may_be ? ipl_npz_open (path, NULL, NULL) : NULL;

  return npz != NULL && ipl_trajectory_is_npz (npz);
}

/* Without the files that they were computed from the results are drawn all the same. */
static gboolean
read_parameters (IplResultFile *self, const char *path, GError **error)
{
  const IplArray *settings = ipl_npz_lookup (self->npz, "settings");
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autoptr (GError) why = NULL;

  if (settings != NULL && settings->texts != NULL && settings->size == 1
      && ipl_run_settings_from_json (&run, settings->texts[0], &why))
    {
      ipl_run_files_find (&run, settings->texts[0], path, NULL);
      self->parameters = run.parameters;
      return TRUE;
    }
  return ipl_fail (error, IPL_ERROR_FORMAT, "“%s” has no record of what it was computed from%s%s",
                   self->shown, why != NULL ? ": " : ".", why != NULL ? why->message : "");
}

/* Reads the complete file, on any thread. */
IplResultFile *
ipl_result_file_open (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplResultFile) self = g_new0 (IplResultFile, 1);

  self->shown = ipl_file_shown (path);
  self->npz = ipl_npz_read (path, cancellable, error);
  if (self->npz == NULL)
    return NULL;
  if (!ipl_trajectory_is_npz (self->npz))
    return ipl_fail_null (error, IPL_ERROR_FORMAT, "“%s” holds no results of what happens in time.",
                          self->shown);
  return read_parameters (self, path, error) ? g_steal_pointer (&self) : NULL;
}

void
ipl_result_file_free (IplResultFile *self)
{
  g_clear_pointer (&self->npz, ipl_npz_free);
  g_free (self->shown);
  g_free (self);
}

const IplParameters *
ipl_result_file_get_parameters (const IplResultFile *self)
{
  return &self->parameters;
}

/* Returns: (transfer full) (nullable): its results, as they were computed */
IplExperimentResult *
ipl_result_file_restore (IplResultFile *self, const IplParameters *parameters, GError **error)
{
  /* The record of a trained network has the same form for all tasks. */
  const IplExperiment *form = parameters->experiment->compute != NULL
                                  ? parameters->experiment
                                  : &ipl_experiment_one_shot_training;
  const IplArray *complete = ipl_npz_lookup (self->npz, "complete");
  g_autoptr (IplTrajectory) trajectory = NULL;
  g_autofree char *why = NULL;
  IplExperimentResult *result = NULL;

  if (form->recorded == NULL)
    return ipl_fail_null (error, IPL_ERROR_FORMAT,
                          "“%s” holds results of “%s”, which cannot be shown from a file.",
                          self->shown, form->title);
  trajectory = ipl_trajectory_load_npz (self->npz, form->recorded, &why);
  if (trajectory != NULL)
    result = ipl_experiment_result_new_dynamics (
        parameters->experiment, g_steal_pointer (&trajectory),
        complete->values != NULL && complete->size == 1 && complete->values[0] != 0, NULL, NULL);
  if (result != NULL && form->restore != NULL
      && !form->restore (result, parameters, self->npz, &why))
    g_clear_pointer (&result, ipl_experiment_result_unref);
  if (result != NULL)
    result->from_file = TRUE;
  else
    {
      g_autofree char *shown = ipl_text_escape (why);

      g_set_error (error, IPL_ERROR, IPL_ERROR_FORMAT, "“%s” cannot be shown: %s.", self->shown,
                   shown);
    }
  return result;
}
