/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/work/work.h"

#include "core/parameters/run-files.h"
#include "core/theory/sweep-best.h"

void
cli_work_clear (CliWork *self)
{
  ipl_run_settings_clear (&self->run);
  g_clear_pointer (&self->the_case, ipl_case_unref);
  g_clear_pointer (&self->settings, g_free);
  g_clear_pointer (&self->out, g_free);
  g_clear_pointer (&self->networks, g_free);
  g_clear_pointer (&self->checkpoint, g_free);
}

char *
cli_work_settings (const CliWork *self)
{
  return self->out != NULL || self->json ? ipl_run_files_to_json (&self->run, cli_is_anonymous ())
                                         : NULL;
}

IplSweepResult *
cli_run_sweep (const IplSweepRequest *request)
{
  return ipl_run_now (&ipl_run_sweep, (gpointer)request, cli_cancellable (), cli_job_progress,
                      NULL);
}

/* The theory at the settings, with the GP limits of chosen paths; of each width only the best
 * temperature where @best. */
IplSweep *
cli_solve (IplCase *the_case, IplKernel *kernel, guint n, const IplSetting *settings,
           const char *gp_paths, gboolean best, guint threads, GError **error)
{
  const IplSweepRequest request = { .the_case = the_case,
                                    .kernel = kernel,
                                    .n = n,
                                    .settings = settings,
                                    .gp_paths = gp_paths,
                                    .best = best,
                                    .threads = threads };
  g_autoptr (IplSweepResult) result = cli_run_sweep (&request);

  if (result->error != NULL)
    g_propagate_error (error, g_steal_pointer (&result->error));
  return g_steal_pointer (&result->sweep);
}

/* The settings that @sweep stands at. */
IplSetting *
cli_settings_of (const IplSweep *sweep)
{
  IplSetting *settings = g_new0 (IplSetting, MAX (sweep->n_rows, 1));

  for (guint i = 0; i < sweep->n_rows; i++)
    settings[i] = sweep->rows[i]->setting;
  return settings;
}
