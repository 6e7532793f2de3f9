/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of any kind are opened: what they are is found in the background. */
#include "session/session-private.h"

#include "runs/file-kind.h"
#include "sweeps/sweep-folder.h"

#include <string.h>

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

static gboolean
read_sweep (IplOpened *opened)
{
  g_autofree char *name = g_path_get_basename (opened->path);
  g_autoptr (IplSweepFolder) folder = NULL;

  opened->folder = strcmp (name, "plan.json") == 0 ? g_path_get_dirname (opened->path)
                                                   : g_strdup (opened->path);
  folder = ipl_sweep_folder_open (opened->folder, &opened->error);
  if (folder == NULL
      || !ipl_sweep_folder_get_parameters (folder, 0, &opened->parameters, &opened->error))
    return FALSE;
  /* Several temperatures are of one document only where each width takes its best. */
  if (!folder->plan->run.best)
    {
      opened->parameters.n_temperatures = 0;
      opened->parameters.current.temperature = folder->plan->run.temperatures.values[0];
    }
  return TRUE;
}

static void
run (IplJob *job, gpointer data, gpointer memory)
{
  const OpenRequest *request = data;
  GCancellable *cancellable = ipl_job_get_cancellable (job);
  g_autoptr (IplOpened) opened = ipl_opened_new ((const char *const *)request->paths, request->now,
                                                 request->is_solved, request->kind, cancellable);

  if (opened->error == NULL && opened->opens == IPL_OPENS_SWEEP)
    read_sweep (opened);
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

/* Finds in the background what the files are, and opens them as that; a sentence says what is wrong
 * with files that cannot be read, and all stays as it is then. "opened" says which kind they are
 * of. A session is left to whoever hears that.
 * @paths: NULL-terminated files and folders
 * @kind: (nullable): the only kind that is wanted */
void
ipl_session_open_paths (IplSession *self, const char *const *paths, const char *kind)
{
  OpenRequest *request;

  if (self->is_closed || paths[0] == NULL)
    return;
  request = g_new0 (OpenRequest, 1);
  request->kind = kind;
  request->paths = g_strdupv ((char **)paths);
  request->now = ipl_parameters_ref (self->parameters);
  request->is_solved = ipl_session_get_solve_result (self) != NULL && self->opening.label == NULL;
  g_free (self->opening.looking);
  self->opening.looking = g_strdup (paths[0]);
  ipl_session_submit (self, IPL_OPEN, request, IPL_AT_ONCE);
  ipl_session_parameters_changed (self);
}

/* What the files are is known. */
void
ipl_session_accept_files (IplSession *self, gpointer data)
{
  IplOpened *opened = data;

  g_clear_pointer (&self->opening.looking, g_free);
  if (opened->error != NULL)
    {
      ipl_session_parameters_changed (self);
      ipl_session_refuse (self, opened->error->message);
      return;
    }
  if (opened->opens == IPL_OPENS_SESSION)
    ipl_session_parameters_changed (self);
  else if (opened->opens == IPL_OPENS_STORED)
    ipl_session_open_stored (self, opened->path, NULL, NULL);
  else if (opened->opens == IPL_OPENS_SWEEP || ipl_file_kind_is (opened->kind, "results"))
    ipl_session_open_parameters (self, &opened->parameters);
  else
    ipl_session_open_as (self, &opened->parameters, opened->network, opened->path, opened->adds);
  if (opened->folder != NULL)
    ipl_session_begin_sweep (self, opened->folder, &opened->parameters);
  if (opened->results != NULL)
    ipl_session_begin_results (self, g_steal_pointer (&opened->results), &opened->parameters);
  g_signal_emit_by_name (self, "opened", opened);
}
