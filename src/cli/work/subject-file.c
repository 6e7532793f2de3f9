/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of results as subjects: nothing is solved again. */
#include "cli/work/subject.h"

#include <string.h>

#include "core/base/number-text.h"
#include "core/base/shown-text.h"
#include "core/parameters/result-file.h"
#include "figures/panels/panel-table.h"

/* The file must hold all that a panel draws. */
static CliExit
check_panel (const CliSubject *self, const char *shown, const IplPanel *panel)
{
  gboolean samples = self->results->posteriors != NULL;

  if ((panel->needs & ~(guint)(IPL_NEEDS_THEORY | IPL_NEEDS_SAMPLES)) != 0 || panel->needs == 0)
    return cli_fail (CLI_USAGE,
                     "--panel: “%s” is not drawn from a file of results, which has no examples and "
                     "no networks: name the case in the place of “%s”.",
                     panel->id, shown);
  if (panel == &ipl_panel_calibration || panel == &ipl_panel_posterior)
    return cli_fail (CLI_USAGE,
                     "--panel: “%s” is not drawn from a file of results, which has no labels: name "
                     "the case, or draw trace, ranks or marginal.",
                     panel->id);
  if ((panel->needs & IPL_NEEDS_SAMPLES) != 0 && !samples)
    return cli_fail (CLI_USAGE,
                     "--panel: “%s” is of samples, and “%s” holds none: interplay-cli sample makes "
                     "some.",
                     panel->id, shown);
  return CLI_OK;
}

/* The first row of the width and temperature asked for. */
static CliExit
find_row (const CliSubject *self, const char *shown, const char *width, const IplSolution **row)
{
  const IplSweep *sweep = self->results->sweep;
  const char *temperature = self->work.arguments->sweep.temperatures;
  IplSetting wanted = sweep->rows[0]->setting;
  g_autoptr (GError) error = NULL;
  double T = 0;

  if (width != NULL && !ipl_setting_parse_widths (&wanted, width, &error))
    return cli_fail (CLI_USAGE, "--width: %s", error->message);
  if (temperature != NULL && !ipl_number_parse_real (temperature, &T))
    return cli_fail (CLI_USAGE, "--temperature: give one of those that “%s” was solved at.", shown);
  for (guint i = 0; i < sweep->n_rows; i++)
    {
      *row = sweep->rows[i];
      if ((width == NULL || ipl_setting_same_widths (&(*row)->setting, &wanted))
          && (temperature == NULL || (*row)->setting.temperature == T))
        return CLI_OK;
    }
  return cli_fail (CLI_USAGE,
                   "“%s” has no row of that width and temperature: give one that it was solved at.",
                   shown);
}

static gboolean
shows_paths (const IplPanel *panel)
{
  gboolean shows = strcmp (panel->id, "paths") == 0;

  for (guint i = 0; i < panel->n_parts; i++)
    shows = shows || shows_paths (panel->parts[i].panel);
  return shows;
}

/* Reads the rows and what they were computed from, as far as that is known. */
static gboolean
load (CliSubject *self, GError **error)
{
  IplRunSettings *run = &self->work.run;

  self->results = ipl_results_load (self->name, cli_cancellable (), error);
  if (self->results == NULL)
    return FALSE;
  if (self->work.arguments->anonymous)
    ipl_case_leave_name (self->results->sweep->the_case);
  if (ipl_run_settings_from_json (run, self->results->settings, NULL))
    ipl_run_files_find (run, self->results->settings, self->name, NULL);
  else
    memset (run, 0, sizeof *run);
  return TRUE;
}

/* A file that sweep, sample or merge wrote. */
CliExit
cli_subject_read_rows (CliSubject *self, const CliWants *wants)
{
  const CliArguments *arguments = self->work.arguments;
  const IplPanel *panel = arguments->drawing.panel;
  g_autofree char *shown = ipl_path_shown (self->name);
  g_autoptr (GError) error = NULL;
  const IplSolution *row = NULL;
  IplCaseInfo *the_case;
  IplParameters plain;
  CliExit status;

  if (!load (self, &error))
    return cli_fail_error (error);
  if ((status = check_panel (self, shown, panel)) != CLI_OK
      || (status = find_row (self, shown, wants->width, &row)) != CLI_OK)
    return status;
  the_case = self->results->sweep->the_case;
  for (guint i = 0; shows_paths (panel) && i < the_case->notes->len; i++)
    cli_say ("%s: %s\n", the_case->name, (const char *)the_case->notes->pdata[i]);
  cli_tell_warnings (the_case);
  if (self->results->posteriors == NULL && cli_wants_samples (arguments))
    return cli_fail (CLI_USAGE, "--heatmap: the file holds no samples.");
  status = cli_wants_find_pair (wants, the_case, &self->view);
  if (status != CLI_OK)
    return status;
  ipl_parameters_init (&plain, "hmc2");
  cli_subject_show (self, wants, &plain, self->results->sweep, row, self->results->posteriors,
                    self->results->seeds);
  return CLI_OK;
}

/* A file of what happens in time. @images: flags that may change how it is shown, and nothing
 * else */
CliExit
cli_subject_read_course (CliSubject *self, const CliImageArguments *images, const CliWants *wants)
{
  const CliWork *work = &self->work;
  g_autoptr (GError) error = NULL;
  g_autoptr (IplResultFile) file = ipl_result_file_open (self->name, cli_cancellable (), &error);
  g_autofree char *shown = ipl_path_shown (self->name);
  IplParameters *parameters = &self->work.run.parameters;

  if (file == NULL)
    return cli_fail_error (error);
  ipl_run_settings_init (&self->work.run, "dynamics", ipl_result_file_get_parameters (file));
  if (!cli_case_flags_apply (images, parameters, &error))
    return cli_fail_error (error);
  if (!ipl_parameters_same_case (parameters, ipl_result_file_get_parameters (file)))
    return cli_fail (CLI_USAGE,
                     "“%s” is a file of results, which is drawn as it is: leave out what is of "
                     "another run, or name “%s” to compute it.",
                     shown, parameters->experiment->id);
  self->own = ipl_result_file_restore (file, parameters, &error);
  if (self->own == NULL)
    return cli_fail_error (error);
  if (wants->shown_time >= 0)
    parameters->shown_time = wants->shown_time;
  self->view = cli_drawing_view (work->arguments, parameters);
  ipl_view_set_own (&self->view, self->own, parameters->shown_time);
  return cli_wants_check_own (wants, &self->view, &error)
             ? CLI_OK
             : cli_fail (CLI_USAGE, "%s", error->message);
}
