/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the numbers of a view as a file of results for scripts. */
#include "figures/python/python-script.h"

#include "core/maps/map-file.h"
#include "core/parameters/experiment-result-file.h"
#include "core/results/results.h"
#include "core/results/trajectory-results.h"
#include "figures/view/posterior-view.h"

typedef struct
{
  const IplView *view;
  const char *settings;      /* (nullable) */
  GCancellable *cancellable; /* (nullable) */
} Output;

static gboolean
save_rows (const Output *self, const char *path, GError **error)
{
  const IplView *view = self->view;
  g_autofree const IplPosteriorSummary **rows = ipl_view_posteriors_of_rows (view);

  return g_str_has_suffix (path, ".csv")
             ? ipl_results_save_csv (view->sweep, path, error)
             : ipl_results_save_npz (view->sweep, rows, view->seeds, self->settings, path, error);
}

static gboolean
save_trajectory (const Output *self, const char *path, GError **error)
{
  return ipl_result_file_save (self->view->dynamics, self->settings, path, error);
}

static gboolean
save_heads (const Output *self, const char *path, GError **error)
{
  const IplView *view = self->view;

  return ipl_head_results_save_npz (view->heads, view->pruning, view->order, view->current,
                                    self->settings, path, error);
}

static gboolean
save_kernels (const Output *self, const char *path, GError **error)
{
  return ipl_kernel_results_save (self->view->current, self->view->gp, path, self->cancellable,
                                  error);
}

static gboolean
save_training (const Output *self, const char *path, GError **error)
{
  return ipl_training_results_save (self->view->training, self->settings, path, error);
}

static gboolean
save_map (const Output *self, const char *path, GError **error)
{
  return ipl_map_save (self->view->map, self->settings, path, error);
}

/* @path: the extension may be .csv for rows
 * @settings: (nullable): settings of the results, JSON text */
gboolean
ipl_python_results_save (IplPythonArrays arrays, const IplView *view, const char *settings,
                         const char *path, GCancellable *cancellable, GError **error)
{
  static gboolean (*const save[]) (const Output *, const char *, GError **) = {
    [IPL_PYTHON_ROWS] = save_rows,         [IPL_PYTHON_TRAJECTORY] = save_trajectory,
    [IPL_PYTHON_HEADS] = save_heads,       [IPL_PYTHON_KERNELS] = save_kernels,
    [IPL_PYTHON_TRAINING] = save_training, [IPL_PYTHON_MAP] = save_map,
  };

  return save[arrays](&(Output){ view, settings, cancellable }, path, error);
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
