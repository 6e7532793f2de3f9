/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the numbers of a view as a file of results for scripts. */
#include "figures/python/python-script.h"

#include "core/maps/map-file.h"
#include "core/parameters/experiment-result-file.h"
#include "core/results/results.h"
#include "core/results/trajectory-results.h"
#include "figures/view/posterior-view.h"

/* @path: the extension may be .csv for rows
 * @settings: (nullable): settings of the results, JSON text */
gboolean
ipl_python_results_save (IplPythonArrays arrays, const IplView *view, const char *settings,
                         const char *path, GCancellable *cancellable, GError **error)
{
  g_autofree const IplPosteriorSummary **rows = NULL;

  switch (arrays)
    {
    case IPL_PYTHON_TRAJECTORY:
      return ipl_result_file_save (view->dynamics, settings, path, error);
    case IPL_PYTHON_HEADS:
      return ipl_head_results_save_npz (view->heads, view->pruning, view->order, view->current,
                                        settings, path, error);
    case IPL_PYTHON_KERNELS:
      return ipl_kernel_results_save (view->current, view->gp, path, cancellable, error);
    case IPL_PYTHON_TRAINING:
      return ipl_training_results_save (view->training, settings, path, error);
    case IPL_PYTHON_MAP:
      return ipl_map_save (view->map, settings, path, error);
    case IPL_PYTHON_ROWS:
      break;
    }
  if (g_str_has_suffix (path, ".csv"))
    return ipl_results_save_csv (view->sweep, path, error);
  rows = ipl_view_posteriors_of_rows (view);
  return ipl_results_save_npz (view->sweep, rows, view->seeds, settings, path, error);
}

/* Returns: (transfer full): rows, heads or a trajectory as JSON text */
char *
ipl_python_results_to_json (IplPythonArrays arrays, const IplView *view, const char *settings)
{
  g_autofree const IplPosteriorSummary **rows = NULL;

  if (arrays == IPL_PYTHON_HEADS)
    return ipl_head_results_to_json (view->heads, view->pruning, view->order, settings);
  if (arrays == IPL_PYTHON_TRAJECTORY)
    return ipl_trajectory_to_json (view->dynamics->trajectory, view->dynamics->experiment->id,
                                   view->dynamics->complete, settings);
  rows = ipl_view_posteriors_of_rows (view);
  return ipl_results_to_json (view->sweep, rows, view->seeds, settings);
}
