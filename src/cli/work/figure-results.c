/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures of files of results, with nothing solved, and of what is no case of attention paths: what
 * an experiment computes itself, or what a file holds that it has computed. */
#include "cli/work/figure-results.h"

#include <string.h>

#include "core/parameters/run-settings.h"
#include "core/base/number-text.h"
#include "core/base/shown-text.h"
#include "core/parameters/result-file.h"
#include "figures/panels/panel-table.h"

void
cli_figure_results_clear (CliFigureResults *self)
{
  g_clear_pointer (&self->results, ipl_results_free);
  ipl_run_settings_clear (&self->run);
}

/* The file must hold all that a panel draws. */
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
  if ((panel->needs & IPL_NEEDS_SAMPLES) != 0 && self->results->posteriors == NULL)
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
  if (!ipl_run_settings_from_json (&self->run, self->results->settings, NULL))
    memset (&self->run, 0, sizeof self->run);
  else
    ipl_run_files_find (&self->run, self->results->settings, path, NULL);
  status = check_panel (self, command, shown, panel);
  return status == CLI_OK ? find_row (self, command, shown, width, temperature) : status;
}

/* The first of its own panels; where it has none, the first of those that fit what it found. */
static const IplPanel *
find_first (const IplExperiment *experiment, const IplView *view)
{
  for (const IplPanel *const *at = ipl_panels (NULL); *at != NULL; at++)
    if (view == NULL ? g_strcmp0 ((*at)->experiment, experiment->id) == 0
                     : ipl_panel_fits (*at, view))
      return *at;
  return NULL;
}

static CliExit
refuse (const char *command, const IplExperiment *experiment, const IplPanel *panel)
{
  return cli_fail (CLI_USAGE, command, "“%s” has no figure “%s”: %s.", experiment->id, panel->id,
                   panel->experiment != NULL ? "it belongs to another experiment"
                   : panel->fits != NULL     ? "it records nothing of the kind"
                                             : "it has no attention paths");
}

/* The panel asked for; else the first of the experiment's own, where it has some. */
static const IplPanel *
find_panel (const IplExperiment *experiment, const char *panel_id)
{
  return panel_id != NULL ? ipl_panel_find (panel_id) : find_first (experiment, NULL);
}

/* @panel: (nullable): else the first that fits; @view: how it is shown */
static CliExit
draw (const char *command, const CliFigureFiles *files, const IplPanel *panel, IplView *view,
      const IplExperimentResult *own, const IplParameters *parameters)
{
  CliExit status;

  ipl_view_set_own (view, own, parameters->shown_time);
  if (panel == NULL)
    panel = find_first (parameters->experiment, view);
  if (panel == NULL)
    return cli_fail (CLI_FAILED, command, "“%s” has no figures.", parameters->experiment->id);
  if (!ipl_panel_fits (panel, view))
    return refuse (command, parameters->experiment, panel);
  status = cli_figure_files_write (files, command, panel, view, parameters);
  if (status == CLI_OK && own->trajectory != NULL && own->trajectory->message != NULL)
    return cli_fail (CLI_NOT_CONVERGED, command, "%s", own->trajectory->message);
  return status;
}

CliExit
cli_figure_own (const char *command, const CliFigureFiles *files, const IplParameters *parameters,
                const char *checkpoint, guint threads)
{
  const IplExperiment *experiment = parameters->experiment;
  const IplPanel *panel = find_panel (experiment, files->drawing.panel_id);
  IplView view = cli_drawing_view (&(CliDrawing){ .panel = NULL }, NULL);
  g_autoptr (IplExperimentResult) own = NULL;
  g_autoptr (GError) error = NULL;

  /* Before any work, where that can be known. */
  if (panel != NULL && panel->fits == NULL && g_strcmp0 (panel->experiment, experiment->id) != 0)
    return refuse (command, experiment, panel);
  own = cli_compute (parameters, threads, FALSE, checkpoint, &error);
  return own != NULL ? draw (command, files, panel, &view, own, parameters)
                     : cli_fail_error (command, error);
}

CliExit
cli_result_file_open (const char *command, const char *path, const CliImageArguments *flags,
                      IplParameters *parameters, IplExperimentResult **own)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplResultFile) file = ipl_result_file_open (path, cli_cancellable (), &error);
  g_autofree char *shown = ipl_path_shown (path);

  if (file == NULL)
    return cli_fail_error (command, error);
  *parameters = *ipl_result_file_get_parameters (file);
  if (!cli_case_flags_apply (flags, parameters, &error))
    return cli_fail_error (command, error);
  if (!ipl_parameters_same_case (parameters, ipl_result_file_get_parameters (file)))
    return cli_fail (CLI_USAGE, command,
                     "“%s” is a file of results, which is drawn as it is: leave out what is of "
                     "another run, or name “%s” to compute it.",
                     shown, parameters->experiment->id);
  *own = ipl_result_file_restore (file, parameters, &error);
  return *own != NULL ? CLI_OK : cli_fail_error (command, error);
}

CliExit
cli_figure_result_file (const char *command, const CliFigureFiles *files, const char *path,
                        const CliImageArguments *flags, double shown_time)
{
  g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);
  g_autoptr (IplExperimentResult) own = NULL;
  IplView view;
  CliExit status = cli_result_file_open (command, path, flags, parameters, &own);

  if (status != CLI_OK)
    return status;
  if (shown_time >= 0)
    parameters->shown_time = shown_time;
  view = cli_drawing_view (&files->drawing, parameters);
  return draw (command, files, find_panel (parameters->experiment, files->drawing.panel_id), &view,
               own, parameters);
}
