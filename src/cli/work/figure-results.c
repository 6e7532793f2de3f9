/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A file of results, drawn without solving anything. */
#include "cli/work/figure-results.h"

#include "core/parameters/run-settings.h"
#include "core/base/number-text.h"
#include "core/base/shown-text.h"
#include "figures/panels/panel-table.h"
#include <string.h>

void
cli_figure_results_clear (CliFigureResults *self)
{
  g_clear_pointer (&self->posteriors, g_ptr_array_unref);
  g_clear_pointer (&self->results, ipl_results_free);
  ipl_run_settings_clear (&self->run);
}

/* What a panel draws must be in the file. */
static CliExit
check_panel (const CliFigureResults *self, const char *command, const char *shown,
             const IplPanel *panel)
{
  if ((panel->needs & ~(guint)(IPL_NEEDS_THEORY | IPL_NEEDS_SAMPLES)) != 0 || panel->needs == 0)
    return cli_fail (CLI_USAGE, command,
                     "--panel: “%s” is not drawn from a file of results, which has no examples and "
                     "no networks: name the case in the place of “%s”.",
                     panel->id, shown);
  if (panel == &ipl_panel_calibration || panel == &ipl_panel_posterior)
    return cli_fail (CLI_USAGE, command,
                     "--panel: “%s” is not drawn from a file of results, which has no labels: name "
                     "the case, or draw trace, ranks or marginal.",
                     panel->id);
  if ((panel->needs & IPL_NEEDS_SAMPLES) != 0 && self->posteriors->len == 0)
    return cli_fail (CLI_USAGE, command,
                     "--panel: “%s” is of samples, and “%s” holds none: interplay-cli sample makes "
                     "some.",
                     panel->id, shown);
  return CLI_OK;
}

/* The first row of that width and temperature. */
static CliExit
find_row (CliFigureResults *self, const char *command, const char *shown, const char *width,
          const char *temperature)
{
  const IplSweep *sweep = self->results->sweep;
  IplSetting wanted = sweep->rows[0]->setting;
  g_autoptr (GError) error = NULL;
  double T = 0;

  if (width != NULL && !ipl_setting_parse_widths (&wanted, width, &error))
    return cli_fail (CLI_USAGE, command, "--width: %s", error->message);
  if (temperature != NULL && !ipl_number_parse_real (temperature, &T))
    return cli_fail (CLI_USAGE, command,
                     "--temperature: give one of those that “%s” was solved at.", shown);
  for (self->row = 0; self->row < sweep->n_rows; self->row++)
    {
      const IplSetting *at = &sweep->rows[self->row]->setting;

      if ((width == NULL || ipl_setting_same_widths (at, &wanted))
          && (temperature == NULL || at->temperature == T))
        return CLI_OK;
    }
  return cli_fail (CLI_USAGE, command,
                   "“%s” has no row of that width and temperature: give one that it was solved at.",
                   shown);
}

/* Reads the file, and says what is wrong with it or with what is asked of it. */
CliExit
cli_figure_results_open (CliFigureResults *self, const char *command, const char *path,
                         const IplPanel *panel, const char *width, const char *temperature)
{
  g_autofree char *shown = ipl_path_shown (path);
  g_autoptr (GError) error = NULL;
  CliExit status;

  self->results = ipl_results_load (path, cli_cancellable (), &error);
  if (self->results == NULL)
    return cli_fail_error (command, error);
  if (cli_is_anonymous ())
    ipl_case_leave_name (self->results->sweep->the_case);
  self->posteriors = g_ptr_array_new ();
  for (guint i = 0; self->results->posteriors != NULL && i < self->results->sweep->n_rows; i++)
    if (self->results->posteriors[i] != NULL)
      g_ptr_array_add (self->posteriors, self->results->posteriors[i]);
  if (!ipl_run_settings_from_json (&self->run, self->results->settings, NULL))
    memset (&self->run, 0, sizeof self->run);
  else
    ipl_run_files_find (&self->run, self->results->settings, path, NULL);
  status = check_panel (self, command, shown, panel);
  return status == CLI_OK ? find_row (self, command, shown, width, temperature) : status;
}
