/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"

#include "core/theory/sweep-best.h"

/* Whether each width stands at its own best temperature: asked for, or the case's habit. */
gboolean
cli_wants_best (const CliSweepArguments *arguments, const IplParameters *parameters)
{
  return arguments->best || (arguments->temperatures == NULL && parameters->n_temperatures > 0);
}

/* The theory at the settings; of each width only the best temperature where @best. */
IplSweep *
cli_solve (IplCase *the_case, IplKernel *kernel, guint n, const IplSetting *settings, gboolean best,
           guint threads, GError **error)
{
  g_autoptr (IplSweep) sweep = ipl_sweep_run (the_case, kernel, n, settings, threads, cli_progress,
                                              NULL, cli_cancellable (), error);

  if (sweep == NULL || !best)
    return g_steal_pointer (&sweep);
  return ipl_sweep_best (sweep);
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
