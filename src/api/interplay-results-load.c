/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads results from files of interplay_results_save_npz() and the command line. */
#include "api/interplay-results-private.h"

#include <string.h>

#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "core/maps/map-file.h"
#include "core/parameters/experiment-result-file.h"
#include "core/results/results-load.h"
#include "figures/view/view-of-result.h"

/* Loads the rows of a sweep, and their settings if the file has them. */
static InterplayResults *
load_rows (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplResults) rows = ipl_results_load (path, cancellable, error);
  g_auto (IplRunSettings) run = { .command = NULL };
  InterplayResults *results;
  gboolean has_settings;
  IplParameters plain;
  IplView view;

  if (rows == NULL)
    return NULL;
  has_settings = ipl_run_settings_from_json (&run, rows->settings, NULL);
  if (has_settings)
    ipl_run_files_find (&run, rows->settings, path, NULL);
  ipl_parameters_init (&plain, "hmc2");
  ipl_view_init (&view, has_settings ? &run.parameters : &plain);
  ipl_view_set_sweep (&view, rows->sweep, rows->sweep->rows[0], rows->posteriors);
  view.seeds = rows->seeds;
  view.best_temperature = has_settings && run.best;
  results = interplay_results_new (IPL_PYTHON_ROWS, &view, NULL, has_settings ? &run : NULL,
                                   interplay_results_find_doubt (rows->sweep, rows->posteriors));
  g_free (results->settings);
  results->settings = g_strdup (rows->settings);
  return results;
}

static InterplayResults *
load_map (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplMap) map = ipl_map_load (path, cancellable, error);
  g_autofree char *base = g_path_get_basename (path);
  InterplayResults *results;
  IplCaseInfo *info;
  IplView view;

  if (map == NULL)
    return NULL;
  info = ipl_map_make_info (map, base);
  ipl_view_init (&view, &map->run.parameters);
  view.the_case = info;
  view.pinned = IPL_TARGET_NONE;
  view.map = map;
  results = interplay_results_new (IPL_PYTHON_MAP, &view, NULL, &map->run, NULL);
  ipl_case_info_unref (info);
  return results;
}

/* The result of an experiment in time. */
static InterplayResults *
load_trajectory (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplResultFile) file = ipl_result_file_open (path, cancellable, error);
  g_autoptr (IplExperimentResult) result = NULL;
  g_auto (IplRunSettings) run = { .command = NULL };
  IplView view;

  if (file == NULL)
    return NULL;
  ipl_run_settings_init (&run, "dynamics", ipl_result_file_get_parameters (file));
  result = ipl_result_file_restore (file, &run.parameters, error);
  if (result == NULL)
    return NULL;
  ipl_view_init (&view, &run.parameters);
  ipl_view_set_dynamics (&view, result, run.parameters.shown_time);
  return interplay_results_new (IPL_PYTHON_TRAJECTORY, &view, NULL, &run,
                                g_strdup (result->trajectory->message));
}

InterplayResults *
interplay_results_load (const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree char *shown = NULL;
  g_autoptr (IplNpz) npz = NULL;

  g_return_val_if_fail (path != NULL, NULL);

  if (ipl_result_file_is (path))
    return load_trajectory (path, cancellable, error);
  npz = ipl_npz_open (path, cancellable, error);
  if (npz == NULL)
    return NULL;
  if (ipl_map_is_file (npz))
    return load_map (path, cancellable, error);
  if (ipl_npz_lookup (npz, "widths") != NULL && ipl_npz_lookup (npz, "action") != NULL)
    return load_rows (path, cancellable, error);
  shown = ipl_path_shown (path);
  return ipl_fail_null (
      error, IPL_ERROR_FORMAT,
      "“%s” has no results that can be drawn: give a file from sweep, sample, map or dynamics.",
      shown);
}
