/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/work/work.h"

#include "core/parameters/run-settings.h"
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
CliExit
cli_work_begin (CliWork *self, const char *run, const char *name, const CliImageArguments *images,
                const CliSweepArguments *sweep, gint64 seed, int components)
{
  g_autoptr (GError) error = NULL;
  IplParameters parameters;

  self->threads = cli_threads (sweep->threads);
  if (!cli_find_case_of (name, images, seed, self->dry_run, self->threads, &parameters,
                         &self->the_case, &self->cost, &error))
    return cli_fail_error (self->command, error);
  ipl_run_settings_init (&self->run, run, &parameters);
  if (components > 0)
    self->run.parameters.display.n_components = (guint)components;
  return cli_make_settings (sweep, self->the_case, &self->run, &self->settings, &self->n, &error)
             ? CLI_OK
             : cli_fail (CLI_USAGE, self->command, "%s", error->message);
}

IplSetting *
cli_settings_of (const IplSweep *sweep)
{
  IplSetting *settings = g_new0 (IplSetting, MAX (sweep->n_rows, 1));

  for (guint i = 0; i < sweep->n_rows; i++)
    settings[i] = sweep->rows[i]->setting;
  return settings;
}
