/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Writes the numbers of a view as a file of results, for commands that compute it and for scripts.
 */
#include "cli/work/work.h"

#include <stdio.h>

#include "core/base/fallback.h"
#include "core/parameters/result-file.h"
#include "core/results/head-results.h"
#include "core/results/kernel-results.h"
#include "core/results/results.h"
#include "core/results/training-results.h"
#include "core/results/trajectory-results.h"
#include "figures/view/posterior-view.h"

typedef struct
{
  IplPythonArrays arrays;
  const IplView *view;
  const char *settings; /* nullable */
} Output;

static gboolean
write_rows (const Output *self, const char *path, GError **error)
{
  const IplView *view = self->view;
  g_autofree const IplPosteriorSummary **rows = ipl_view_posteriors_of_rows (view);

  return g_str_has_suffix (path, ".csv")
             ? ipl_results_save_csv (view->sweep, path, error)
             : ipl_results_save_npz (view->sweep, rows, view->seeds, self->settings, path, error);
}

static gboolean
write_trajectory (const Output *self, const char *path, GError **error)
{
  return ipl_result_file_save (self->view->own, self->settings, path, error);
}

static gboolean
write_heads (const Output *self, const char *path, GError **error)
{
  const IplView *view = self->view;

  return ipl_head_results_save_npz (view->heads, view->pruning, view->order, view->current,
                                    self->settings, path, error);
}

static gboolean
write_kernels (const Output *self, const char *path, GError **error)
{
  return ipl_kernel_results_save (self->view->current, self->view->gp, path, cli_cancellable (),
                                  error);
}

static gboolean
write_training (const Output *self, const char *path, GError **error)
{
  return ipl_training_results_save (self->view->training, self->settings, path, error);
}

static gboolean
write_results (const char *path, gpointer data, GError **error)
{
  static gboolean (*const write[]) (const Output *, const char *, GError **) = {
    [IPL_PYTHON_ROWS] = write_rows,         [IPL_PYTHON_TRAJECTORY] = write_trajectory,
    [IPL_PYTHON_HEADS] = write_heads,       [IPL_PYTHON_KERNELS] = write_kernels,
    [IPL_PYTHON_TRAINING] = write_training,
  };
  const Output *self = data;

  return write[self->arrays](self, path, error);
}

gboolean
cli_write_results (const char *path, IplPythonArrays arrays, const IplView *view,
                   const char *settings, GError **error)
{
  return ipl_fallback_write (path, write_results, &(Output){ arrays, view, settings }, error);
}

static char *
to_json (IplPythonArrays arrays, const IplView *view, const char *settings)
{
  g_autofree const IplPosteriorSummary **rows = ipl_view_posteriors_of_rows (view);

  if (arrays == IPL_PYTHON_HEADS)
    return ipl_head_results_to_json (view->heads, view->pruning, view->order, settings);
  if (arrays == IPL_PYTHON_TRAJECTORY)
    return ipl_trajectory_to_json (view->own->trajectory, view->own->experiment->id,
                                   view->own->complete, settings);
  return ipl_results_to_json (view->sweep, rows, view->seeds, settings);
}

CliExit
cli_work_tell (const CliWork *self, IplPythonArrays arrays, const IplView *view,
               void (*print) (const IplView *view))
{
  const CliArguments *arguments = self->arguments;
  g_autofree char *settings = arguments->out != NULL || arguments->json
                                  ? ipl_run_files_to_json (&self->run, arguments->anonymous)
                                  : NULL;
  g_autofree char *json = NULL;
  g_autoptr (GError) error = NULL;

  if (arguments->out != NULL && !cli_write_results (arguments->out, arrays, view, settings, &error))
    return cli_fail_error (error);
  json = arguments->json ? to_json (arrays, view, settings) : NULL;
  if (json != NULL)
    printf ("%s\n", json);
  else
    print (view);
  return CLI_OK;
}
