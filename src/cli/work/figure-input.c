/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Makes the subject of a figure, an animation or a page: from the parameters to a view. Results in
 * a file are not solved again. */
#include "cli/work/figure-input.h"

#include <string.h>

#include "core/base/number-text.h"
#include "core/base/text-escape.h"
#include "core/parameters/parameters.h"
#include "core/parameters/experiment-result-file.h"
#include "figures/panels/panel-table.h"

/* Checks that the file holds the results that a panel draws. */
static CliExit
check_panel (const CliFigureInput *self, const char *shown, const IplPanel *panel)
{
  gboolean samples = self->results->posteriors != NULL;

  if ((panel->needs & ~(guint)(IPL_NEEDS_THEORY | IPL_NEEDS_SAMPLES)) != 0 || panel->needs == 0)
    return cli_fail (CLI_USAGE,
                     "--panel: “%s” needs examples or a network, which a file of results does not "
                     "have: give the case instead of “%s”.",
                     panel->id, shown);
  if (panel == &ipl_panel_calibration || panel == &ipl_panel_posterior)
    return cli_fail (CLI_USAGE,
                     "--panel: “%s” needs labels, which a file of results does not have: give the "
                     "case, or draw trace, ranks or marginal.",
                     panel->id);
  if ((panel->needs & IPL_NEEDS_SAMPLES) != 0 && !samples)
    return cli_fail (
        CLI_USAGE,
        "--panel: “%s” shows samples, and “%s” has none: make some with interplay-cli sample.",
        panel->id, shown);
  return CLI_OK;
}

/* Finds the first row of the requested width and temperature. */
static CliExit
find_row (const CliFigureInput *self, const char *shown, const char *width, const IplSolution **row)
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

/* Reads the rows and, if recorded, the parameters of a file of results. */
static gboolean
load (CliFigureInput *self, GError **error)
{
  IplRunSettings *run = &self->work.run;

  self->results = ipl_results_load (self->name, cli_cancellable (), error);
  if (self->results == NULL)
    return FALSE;
  if (self->work.arguments->anonymous)
    ipl_case_hide_name (self->results->sweep->the_case);
  if (ipl_run_settings_from_json (run, self->results->settings, NULL))
    ipl_run_files_find (run, self->results->settings, self->name, NULL);
  else
    memset (run, 0, sizeof *run);
  return TRUE;
}

/* Reads a file from sweep, sample or merge. */
static CliExit
cli_figure_input_read_rows (CliFigureInput *self, const CliFigureOptions *wants)
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
    cli_print_error ("%s: %s\n", the_case->name, (const char *)the_case->notes->pdata[i]);
  cli_print_warnings (the_case);
  if (self->results->posteriors == NULL && cli_figure_options_samples (arguments))
    return cli_fail (CLI_USAGE, "--heatmap: the file holds no samples.");
  status = cli_figure_options_find_pair (wants, the_case, &self->view);
  if (status != CLI_OK)
    return status;
  ipl_parameters_init (&plain, "hmc2");
  cli_figure_input_show (self, wants, &plain, self->results->sweep, row, self->results->posteriors,
                         self->results->seeds);
  return CLI_OK;
}

/* Refuses options of attention paths for an experiment in time, except for the time axis and the
 * shown example, which its figures use. */
static CliExit
refuse_of_paths (const CliArguments *arguments, const IplExperiment *experiment)
{
  static const char names[] = "width,widths,temperature,variances,gp-paths,seeds,pair,draws";
  g_autofree char *given = cli_find_first_option (arguments, names);

  for (guint i = 0; given == NULL && i < IPL_N_DISPLAY_FIELDS; i++)
    {
      const char *name = ipl_field_flag (&ipl_display_fields[i]);

      if (strcmp (name, ipl_choice_time_axis.id) != 0 && strcmp (name, "shown-example") != 0)
        given = cli_find_first_option (arguments, name);
    }
  return given != NULL ? cli_refuse_of_paths (experiment, given) : CLI_OK;
}

/* Reads a file of an experiment in time.
 * @images: parameters that change only the display */
static CliExit
cli_figure_input_read_history (CliFigureInput *self, const CliImageArguments *images,
                               const CliFigureOptions *wants)
{
  const CliWork *work = &self->work;
  g_autoptr (GError) error = NULL;
  g_autoptr (IplResultFile) file = ipl_result_file_open (self->name, cli_cancellable (), &error);
  g_autofree char *shown = ipl_path_shown (self->name);
  IplParameters *parameters = &self->work.run.parameters;
  CliExit status;

  if (file == NULL)
    return cli_fail_error (error);
  ipl_run_settings_init (&self->work.run, "dynamics", ipl_result_file_get_parameters (file));
  status = refuse_of_paths (work->arguments, parameters->experiment);
  if (status != CLI_OK)
    return status;
  if (!cli_case_words_apply (images, parameters, &error))
    return cli_fail_error (error);
  if (!ipl_parameters_same_case (parameters, ipl_result_file_get_parameters (file)))
    return cli_fail (CLI_USAGE,
                     "“%s” is a file of results, which is drawn without computing: leave out "
                     "parameters of another run, or give “%s” to compute it.",
                     shown, parameters->experiment->id);
  self->dynamics = ipl_result_file_restore (file, parameters, &error);
  if (self->dynamics == NULL)
    return cli_fail_error (error);
  if (wants->shown_time >= 0)
    parameters->shown_time = wants->shown_time;
  self->view = cli_drawing_view (work->arguments, parameters);
  ipl_view_set_dynamics (&self->view, self->dynamics, parameters->shown_time);
  return cli_figure_options_check_dynamics (wants, &self->view, &error)
             ? CLI_OK
             : cli_fail (CLI_USAGE, "%s", error->message);
}

void
cli_figure_input_clear (CliFigureInput *self)
{
  ipl_quantities_clear (&self->network);
  g_clear_pointer (&self->seeds, ipl_seed_mean_unref);
  g_clear_pointer (&self->solved, ipl_sweep_result_free);
  g_clear_pointer (&self->results, ipl_results_free);
  g_clear_pointer (&self->dynamics, ipl_experiment_result_unref);
  g_clear_pointer (&self->map, ipl_map_unref);
  g_clear_pointer (&self->map_info, ipl_case_info_unref);
  cli_work_clear (&self->work);
}

const IplParameters *
cli_figure_input_parameters (const CliFigureInput *self)
{
  return self->work.run.command != NULL ? &self->work.run.parameters : NULL;
}

CliExit
cli_figure_input_report_doubt (const CliFigureInput *self)
{
  if (self->map != NULL)
    return CLI_OK;
  if (self->dynamics == NULL)
    return cli_report_convergence (self->view.sweep, self->view.current);
  if (self->dynamics->trajectory != NULL && self->dynamics->trajectory->message != NULL)
    return cli_fail (CLI_NOT_CONVERGED, "%s", self->dynamics->trajectory->message);
  return CLI_OK;
}

/* Finds the shown width: the requested one, that of the trained network, or the first of the
 * sweep. */
static gboolean
find_shown (const CliFigureOptions *wants, const CliWork *work, IplSetting *shown, GError **error)
{
  const IplCase *the_case = work->the_case;

  *shown = work->settings[0];
  if (the_case->trained != NULL)
    for (guint l = 0; l <= the_case->L; l++)
      shown->N[l] = (guint)the_case->trained->N[l];
  return wants->width == NULL
         || (ipl_setting_parse_widths (shown, wants->width, error)
             && ipl_setting_validate (shown, the_case, error));
}

/* Sets the parameters to the drawn setting: the requested widths and temperatures, and the shown
 * width. */
static void
set_run_parameters (IplRunSettings *run, const IplSolution *shown)
{
  IplParameters *run_parameters = &run->parameters;

  run_parameters->current = shown->setting;
  ipl_sweep_axis_to_parameters (&run->widths, run_parameters);
  run_parameters->n_temperatures = 0;
  if (run->best)
    ipl_sweep_axis_to_parameters (&run->temperatures, run_parameters);
}

/* Solves and samples the sweep.
 * @shown: (nullable): a further width */
static CliExit
compute (CliFigureInput *self, const CliFigureOptions *wants, const IplSetting *shown, gint64 seed)
{
  const CliWork *work = &self->work;
  const IplRunSettings *run = &work->run;
  IplSweepRequest request = cli_work_request (work);
  IplWork conditions = cli_work_conditions (work, FALSE);
  g_autoptr (GError) error = NULL;

  request.shown = shown;
  request.sample = wants->draws > 0;
  request.draws = (guint)wants->draws;
  ipl_posterior_options_init (&request.options);
  if (seed >= 0)
    request.options.seed = (guint64)seed;
  cli_progress_share (0.8 / (1 + run->seeds.n));
  self->solved = ipl_sweep_request_run (&request, &conditions);
  cli_progress_done ();
  if (self->solved->error == NULL)
    g_cancellable_set_error_if_cancelled (cli_cancellable (), &self->solved->error);
  if (self->solved->error == NULL && run->seeds.n > 0)
    self->seeds = cli_work_seeds (work, &error);
  if (self->solved->error != NULL)
    return cli_fail_error (self->solved->error);
  return self->seeds == NULL && run->seeds.n > 0 ? cli_fail_error (error) : CLI_OK;
}

/* Finds the shown solution: the further one, or a row of the sweep. */
static const IplSolution *
find_solution (const IplSweepResult *solved, const char *width, GError **error)
{
  const IplSweep *sweep = solved->sweep;
  IplSetting setting = sweep->rows[0]->setting;

  if (solved->current != NULL)
    return solved->current;
  if (width == NULL)
    return sweep->rows[0];
  if (!ipl_setting_parse_widths (&setting, width, error))
    return NULL;
  for (guint i = 0; i < sweep->n_rows; i++)
    if (ipl_setting_same_widths (&sweep->rows[i]->setting, &setting))
      return sweep->rows[i];
  g_set_error (
      error, G_OPTION_ERROR, G_OPTION_ERROR_BAD_VALUE,
      "“%s” is not one of the widths of the sweep; give one of them, or add it to --widths.",
      width);
  return NULL;
}

/* Computes the quantities that the view needs in addition to the theory. */
static gboolean
make_quantities (CliFigureInput *self, const CliFigureOptions *wants, guint test, GError **error)
{
  IplParameters parameters = self->work.run.parameters;
  const IplQuantityInput input = { .parameters = &parameters,
                                   .the_case = self->work.the_case,
                                   .kernel = self->solved->kernel,
                                   .current = (IplSolution *)self->view.current,
                                   .gp = (IplSolution *)self->view.gp,
                                   .test = test,
                                   .first = (gsize)MAX (wants->example, 1) - 1,
                                   .threads = self->work.arguments->threads };

  if (wants->random_orders >= 0)
    parameters.random_orders = (guint)wants->random_orders;
  cli_progress_share (0.5);
  return ipl_network_figures_make (&self->network, wants->needs, &input, cli_cancellable (),
                                   cli_job_progress, NULL, &self->view, error)
         && cli_figure_options_apply (wants, &self->view, error);
}

static CliExit
solve (CliFigureInput *self, const CliFigureOptions *wants, const CliImageArguments *images,
       gint64 seed)
{
  CliWork *work = &self->work;
  const IplSolution *current;
  g_autoptr (GError) error = NULL;
  IplSetting shown;
  guint test;
  g_autofree char *of_time = cli_find_first_option (work->arguments, "checkpoint,shown-time");
  CliExit status;

  if (of_time != NULL)
    return cli_fail (CLI_USAGE, "--%s is for experiments in time, not for cases.", of_time);
  status = cli_work_begin (work, "sweep", self->name, images, seed);
  if (status != CLI_OK)
    return status;
  cli_print_warnings (work->the_case);
  if (wants->any_width && !find_shown (wants, work, &shown, &error))
    return cli_fail (CLI_USAGE, "%s", error->message);
  status = cli_figure_options_find_pair (wants, &work->the_case->info, &self->view);
  if (status != CLI_OK)
    return status;
  if (!cli_figure_options_find_test (wants, work->the_case, &test, &error))
    return cli_fail (CLI_USAGE, "%s", error->message);

  status = compute (self, wants, wants->any_width ? &shown : NULL, seed);
  if (status != CLI_OK)
    return status;
  current = find_solution (self->solved, wants->width, &error);
  if (current == NULL)
    return cli_fail (CLI_USAGE, "--width: %s", error->message);
  cli_figure_input_show (self, wants, &work->run.parameters, self->solved->sweep, current,
                         self->solved->posteriors, self->seeds);
  if (!make_quantities (self, wants, test, &error))
    return cli_fail_error (error);
  cli_progress_done ();
  set_run_parameters (&work->run, current);
  return CLI_OK;
}

/* Computes the result of an experiment in time, or reads the record of heads from the file of a
 * network. */
static CliExit
compute_history (CliFigureInput *self, const CliFigureOptions *wants,
                 const CliImageArguments *images, gint64 seed, gboolean recorded)
{
  CliWork *work = &self->work;
  const CliArguments *arguments = work->arguments;
  g_autoptr (GError) error = NULL;
  const IplPanel *panel = arguments->drawing.panel;
  IplParameters parameters;
  CliExit status;

  if (recorded && (self->name == NULL || !cli_is_network (self->name)))
    return cli_fail (
        CLI_USAGE,
        "“%s” needs a trained network, NET.safetensors from train, or the experiment %s.",
        panel->id, panel->experiment);
  status
      = cli_try_output ("--checkpoint", recorded ? NULL : arguments->checkpoint, 0, ".safetensors");
  if (status != CLI_OK)
    return status;
  if (!recorded
      && (status = refuse_of_paths (arguments, ipl_experiment_find (self->name))) != CLI_OK)
    return status;
  if (!cli_make_parameters (self->name, images, seed, &parameters, &error))
    return cli_fail_error (error);
  parameters.shown_time = wants->shown_time;
  ipl_run_settings_init (&work->run, "dynamics", &parameters);
  self->dynamics = recorded ? cli_read_head_history (&work->run.parameters, &error)
                            : cli_compute (&work->run.parameters, arguments->threads, FALSE,
                                           arguments->checkpoint, &error);
  if (self->dynamics == NULL)
    return cli_fail_error (error);
  self->view = cli_drawing_view (arguments, &work->run.parameters);
  ipl_view_set_dynamics (&self->view, self->dynamics, wants->shown_time);
  return cli_figure_options_check_dynamics (wants, &self->view, &error)
             ? CLI_OK
             : cli_fail (CLI_USAGE, "%s", error->message);
}

/* Refuses options of the computation for a file of results.
 * @options: options without an effect, separated by commas
 * @in_time: TRUE for an experiment in time, for which some parameters change the display */
static CliExit
refuse_work (const CliFigureInput *self, const CliImageArguments *images, const char *options,
             gboolean in_time)
{
  const CliArguments *arguments = self->work.arguments;
  g_autofree char *given = cli_find_first_option (arguments, options), *given_as = NULL;
  g_autofree char *shown = ipl_path_shown (self->name);

  if (given == NULL && images == &arguments->images)
    given = cli_find_first_option (arguments, "omniglot,holdout,extra");
  if (given != NULL)
    given_as = g_strconcat ("--", given, NULL);
  else if (!in_time && images->words != NULL)
    given_as = g_strdup_printf ("%s=%s", (const char *)images->words->pdata[0],
                                (const char *)images->words->pdata[1]);
  return given_as == NULL
             ? CLI_OK
             : cli_fail (
                 CLI_USAGE,
                 "“%s” is a file of results, which is drawn without computing: leave out %s%s.",
                 shown, given_as, in_time ? "" : ", or give a case");
}

#define OF_CASES "widths,variances,best,seed,draws,gp-paths,seeds,checkpoint,shown-time"
#define OF_NETWORKS "example,test,head,sequence,token,pruned,random-orders,order"

/* Reads a file of results. */
static CliExit
read_file (CliFigureInput *self, const CliFigureOptions *wants, const CliImageArguments *images)
{
  CliExit status;

  if (cli_figure_input_is_map (self->name))
    {
      status = refuse_work (self, images, OF_CASES ",width,temperature,pair," OF_NETWORKS, FALSE);
      return status == CLI_OK ? cli_figure_input_read_map (self) : status;
    }
  if (!ipl_result_file_is (self->name))
    {
      status = refuse_work (self, images, OF_CASES, FALSE);
      return status == CLI_OK ? cli_figure_input_read_rows (self, wants) : status;
    }
  status = refuse_work (self, images, "checkpoint,seed", TRUE);
  if (status != CLI_OK)
    return status;
  return cli_figure_input_read_history (self, images, wants);
}

CliExit
cli_figure_input_open (CliFigureInput *self, const CliArguments *arguments,
                       const CliFigureOptions *wants, const char *name,
                       const CliImageArguments *images, gint64 seed)
{
  const IplExperiment *experiment = name != NULL ? ipl_experiment_find (name) : NULL;
  const IplPanel *panel = arguments->drawing.panel;
  gboolean is_map = cli_figure_input_is_map (name), of_map = (panel->needs & IPL_NEEDS_MAP) != 0;
  g_autofree char *shown = name != NULL ? ipl_path_shown (name) : NULL;

  self->work = (CliWork){ .arguments = arguments };
  self->name = name;
  if (of_map && !is_map)
    return cli_fail (CLI_USAGE,
                     "--panel: “%s” needs a map: give a file from interplay-cli map as CASE.",
                     panel->id);
  self->is_file = is_map || (name != NULL && ipl_results_is_file (name));
  if (self->is_file && wants->solves)
    return cli_fail (CLI_USAGE,
                     "“%s” is a file of results, which cannot be solved: give its case instead.",
                     shown);
  if (self->is_file)
    return read_file (self, wants, images);
  if (wants->in_time && experiment != NULL && experiment->compute != NULL)
    return compute_history (self, wants, images, seed, FALSE);
  if (wants->in_time && g_strcmp0 (panel->experiment, ipl_experiment_one_shot_training.id) == 0)
    return compute_history (self, wants, images, seed, TRUE);
  return solve (self, wants, images, seed);
}
