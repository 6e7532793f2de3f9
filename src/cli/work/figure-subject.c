/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The subject of a figure: a case that is solved, or a file of results; and another beside it. */
#include "cli/work/figure-subject.h"

#include "cli/work/figure-python.h"
#include "cli/work/work.h"

#include "core/base/shown-text.h"
#include "core/case/path-reference.h"
#include "core/parameters/parameters.h"
#include "core/posterior/posterior-summary.h"
#include "figures/view/compared.h"
#include <stdio.h>
#include <string.h>

void
cli_figure_arguments_clear (CliFigureArguments *self)
{
  cli_figure_files_clear (&self->files);
  cli_sweep_arguments_clear (&self->sweep);
  g_free (self->width);
  g_free (self->checkpoint);
  g_free (self->compare);
  g_free (self->pair);
  cli_figure_shown_clear (&self->shown);
}

/* --pair "P,Q", or the first path with itself; says which paths were understood. */
static CliExit
parse_pair (const char *command, const char *text, const IplCaseInfo *the_case, int pair[2])
{
  g_auto (GStrv) parts = text != NULL ? ipl_path_references_split (text, ',') : NULL;
  g_autofree char *p = NULL, *q = NULL;
  g_autoptr (GError) error = NULL;

  pair[0] = pair[1] = 0;
  if (text == NULL)
    return CLI_OK;
  if (g_strv_length (parts) != 2)
    return cli_fail (CLI_USAGE, command, "--pair: “%s” is not two paths with a comma between.",
                     text);
  for (guint k = 0; k < 2; k++)
    {
      gssize path = ipl_path_reference_parse (the_case, parts[k], &error);

      if (path < 0)
        return cli_fail (CLI_USAGE, command, "--pair: %s", error->message);
      pair[k] = (int)path;
    }
  p = ipl_path_reference_understood (the_case, (gsize)pair[0]);
  q = ipl_path_reference_understood (the_case, (gsize)pair[1]);
  fprintf (stderr, "--pair: %s, %s\n", p, q);
  return CLI_OK;
}

gboolean
cli_figure_needs_samples (const IplPanel *panel, IplHeatmapMode heatmap)
{
  return (panel->needs & IPL_NEEDS_SAMPLES) != 0 || heatmap == IPL_HEATMAP_SAMPLED
         || heatmap == IPL_HEATMAP_DIFFERENCE || heatmap == IPL_HEATMAP_SD;
}

/* The width asked for; else that of the trained network, or the first of the sweep. */
static gboolean
find_shown (const char *width, const IplCase *the_case, const IplSetting *first, IplSetting *shown,
            GError **error)
{
  *shown = *first;
  if (the_case->trained != NULL)
    for (guint l = 0; l <= the_case->L; l++)
      shown->N[l] = (guint)the_case->trained->N[l];
  return width == NULL
         || (ipl_setting_parse_widths (shown, width, error)
             && ipl_setting_validate (shown, the_case, error));
}

/* @parameters: say how much is shown where the arguments do not */
static IplView
make_view (const CliFigureArguments *arguments, const IplParameters *parameters,
           const IplSweep *sweep, const IplSolution *current, const GPtrArray *posteriors,
           const int pair[2])
{
  IplView view = cli_sweep_view (&arguments->files.drawing, parameters, sweep, current, posteriors);

  view.eigenvector = (guint)arguments->eigenvector;
  view.display.shown_draw = (guint)MAX (arguments->shown_draw, 1);
  view.pair_p = pair[0];
  view.pair_q = pair[1];
  return view;
}

/* Lets the parameters say what is drawn: the widths and temperatures asked for, and the width
 * shown.
 */
static void
tell_run (IplRunSettings *run, const IplSolution *shown)
{
  IplParameters *told = &run->parameters;

  told->current = shown->setting;
  ipl_sweep_axis_give (&run->widths, told);
  told->n_temperatures = 0;
  if (run->best)
    ipl_sweep_axis_give (&run->temperatures, told);
}

/* Options of solving and sampling do not apply to a file that is drawn as it is. */
static CliExit
refuse_work (const char *command, const CliFigureArguments *arguments,
             const CliImageArguments *images, const char *name)
{
  const CliSweepArguments *sweep = &arguments->sweep;
  g_autofree char *shown = ipl_path_shown (name);
  const struct
  {
    const char *flag;
    gboolean given;
  } work[] = { { "widths", sweep->widths != NULL },
               { "variances", sweep->variances != NULL },
               { "best", sweep->best },
               { "seed", sweep->seed >= 0 },
               { "draws", arguments->draws > 0 },
               { "gp-paths", sweep->gp_paths != NULL },
               { "seeds", sweep->seeds != NULL },
               { "checkpoint", arguments->checkpoint != NULL },
               { "shown-time", arguments->shown_time >= 0 },
               { "omniglot", images->zips != NULL },
               { "holdout", images->holdout != NULL },
               { "extra", images->extras != NULL } };

  for (guint i = 0; i < G_N_ELEMENTS (work); i++)
    if (work[i].given)
      return cli_fail (
          CLI_USAGE, command,
          "“%s” is a file of results, which is drawn as it is: leave out --%s, or name "
          "a case.",
          shown, work[i].flag);
  return CLI_OK;
}

static gboolean
shows_paths (const IplPanel *panel)
{
  gboolean shows = strcmp (panel->id, "paths") == 0;

  for (guint i = 0; i < panel->n_parts; i++)
    shows = shows || shows_paths (panel->parts[i].panel);
  return shows;
}

void
cli_figure_subject_clear (CliFigureSubject *self)
{
  ipl_quantities_clear (&self->network);
  g_clear_pointer (&self->seeds, ipl_seed_mean_unref);
  g_clear_pointer (&self->solved, ipl_sweep_result_free);
  g_free (self->settings);
  g_clear_pointer (&self->the_case, ipl_case_unref);
  cli_figure_results_clear (&self->file);
  ipl_run_settings_clear (&self->run);
}

const IplParameters *
cli_figure_subject_parameters (const CliFigureSubject *self)
{
  return self->run.command != NULL        ? &self->run.parameters
         : self->file.run.command != NULL ? &self->file.run.parameters
                                          : NULL;
}

/* A file that sweep, sample or merge wrote: nothing is solved again. */
static CliExit
subject_read (CliFigureSubject *self, const CliFigureWork *work, const CliImageArguments *images,
              const char *name, const char *width)
{
  const CliFigureArguments *arguments = work->arguments;
  const CliDrawing *drawing = &arguments->files.drawing;
  const IplPanel *panel = drawing->panel;
  CliFigureResults *file = &self->file;
  const IplSweep *sweep;
  int pair[2];
  IplParameters plain;
  CliExit status = refuse_work (work->command, arguments, images, name);

  if (status == CLI_OK)
    status = cli_figure_results_open (file, work->command, name, panel, width,
                                      arguments->sweep.temperatures);
  if (status != CLI_OK)
    return status;
  sweep = file->results->sweep;
  for (guint i = 0; shows_paths (panel) && i < sweep->the_case->notes->len; i++)
    fprintf (stderr, "%s: %s\n", sweep->the_case->name,
             (const char *)sweep->the_case->notes->pdata[i]);
  cli_tell_warnings (sweep->the_case);
  if (file->results->posteriors == NULL && cli_figure_needs_samples (panel, drawing->heatmap))
    return cli_fail (CLI_USAGE, work->command, "--heatmap: the file holds no samples.");
  status = parse_pair (work->command, arguments->pair, sweep->the_case, pair);
  if (status != CLI_OK)
    return status;
  ipl_parameters_init (&plain, "hmc2");

  self->view = make_view (arguments, &plain, sweep, sweep->rows[file->row],
                          file->results->posteriors, pair);
  self->view.best_temperature = file->run.best;
  self->view.seeds = file->results->seeds;
  if (!ipl_panel_fits (panel, &self->view))
    return cli_fail (CLI_FAILED, work->command, "“%s” has too many paths for “%s”.", name,
                     panel->id);
  return CLI_OK;
}

/* Solves and samples. */
static CliExit
subject_compute (CliFigureSubject *self, const CliFigureWork *work, guint n,
                 const IplSetting *shown, gint64 seed)
{
  const CliFigureArguments *arguments = work->arguments;
  const IplSweepAxis *over = &self->run.seeds;
  const IplRunSettings *run = &self->run;
  IplSweepRequest request = { .the_case = self->the_case,
                              .n = n,
                              .settings = self->settings,
                              .shown = shown,
                              .gp_paths = run->parameters.gp_paths,
                              .best = run->best,
                              .sample = arguments->draws > 0,
                              .draws = (guint)arguments->draws,
                              .threads = work->threads };
  g_autoptr (GError) error = NULL;

  ipl_posterior_options_init (&request.options);
  if (seed >= 0)
    request.options.seed = (guint64)seed;
  self->solved = cli_run_sweep (&request);
  if (self->solved->error == NULL)
    g_cancellable_set_error_if_cancelled (cli_cancellable (), &self->solved->error);
  if (self->solved->error == NULL && over->n > 0)
    self->seeds = cli_seeds_run (over, &run->parameters, n, self->settings, run->best,
                                 work->threads, &error);
  cli_progress_done ();
  if (self->solved->error != NULL)
    return cli_fail_error (work->command, self->solved->error);
  return self->seeds == NULL && over->n > 0 ? cli_fail_error (work->command, error) : CLI_OK;
}

/* @width: (nullable): the width shown, where there is one that is to be */
static CliExit
subject_solve (CliFigureSubject *self, const CliFigureWork *work, const CliImageArguments *images,
               const char *name, gint64 seed, const char *width)
{
  const CliFigureArguments *arguments = work->arguments;
  const IplPanel *panel = arguments->files.drawing.panel;
  g_autoptr (GError) error = NULL;
  IplParameters parameters;
  int pair[2];
  IplSetting shown;
  const IplSweepResult *solved;
  IplQuantityInput input;
  CliExit status;
  guint n, test;

  if (!cli_make_case_of (name, images, seed, FALSE, work->threads, &parameters, &self->the_case,
                         &error))
    return cli_fail_error (work->command, error);
  cli_tell_warnings (self->the_case);
  ipl_run_settings_init (&self->run, "sweep", &parameters);
  if (arguments->files.drawing.components > 0)
    self->run.parameters.display.n_components = (guint)arguments->files.drawing.components;
  if (!cli_make_settings (&arguments->sweep, self->the_case, &self->run, &self->settings, &n,
                          &error)
      || !find_shown (width, self->the_case, &self->settings[0], &shown, &error))
    return cli_fail (CLI_USAGE, work->command, "%s", error->message);
  status = parse_pair (work->command, arguments->pair, &self->the_case->info, pair);
  if (status != CLI_OK)
    return status;
  if (!cli_figure_shown_find_test (&arguments->shown, self->the_case, &test, &error))
    return cli_fail (CLI_USAGE, work->command, "%s", error->message);
  if (arguments->shown.random_orders >= 0)
    parameters.random_orders = (guint)arguments->shown.random_orders;

  status = subject_compute (self, work, n, &shown, seed);
  if (status != CLI_OK)
    return status;
  solved = self->solved;
  self->view = make_view (arguments, &parameters, solved->sweep, solved->current,
                          solved->posteriors, pair);
  self->view.best_temperature = self->run.best;
  self->view.seeds = self->seeds;
  input = (IplQuantityInput){ .parameters = &parameters,
                              .the_case = self->the_case,
                              .kernel = solved->kernel,
                              .current = solved->current,
                              .gp = (IplSolution *)self->view.gp,
                              .vectors = self->view.eigenvector,
                              .test = test,
                              .first = (gsize)MAX (arguments->example, 1) - 1,
                              .threads = work->threads };
  if (!ipl_network_figures_make (&self->network,
                                 cli_figure_python_needs (arguments->files.format, panel), &input,
                                 cli_cancellable (), cli_job_progress, NULL, &self->view, &error)
      || !cli_figure_shown_apply (&arguments->shown, &self->view, &error))
    return cli_fail_error (work->command, error);
  cli_progress_done ();
  tell_run (&self->run, solved->current);
  return CLI_OK;
}

/* @width: (nullable): the width shown, where it is not that of the case or the file */
CliExit
cli_figure_subject_make (CliFigureSubject *self, const CliFigureWork *work,
                         const CliImageArguments *images, const char *name, gint64 seed,
                         const char *width)
{
  return name != NULL && ipl_results_is_file (name)
             ? subject_read (self, work, images, name, width)
             : subject_solve (self, work, images, name, seed, width);
}

/* TRUE if the width of the first is one of a case compared with it, which may have other layers. */
static gboolean
has_width (const char *name, const char *width)
{
  g_autoptr (IplResults) results = NULL;

  if (!ipl_results_is_file (name))
    return TRUE;
  results = ipl_results_load (name, cli_cancellable (), NULL);
  for (guint i = 0; results != NULL && i < results->sweep->n_rows; i++)
    {
      g_autofree char *text = ipl_setting_widths_text (&results->sweep->rows[i]->setting);

      if (g_ascii_strcasecmp (text, width) == 0)
        return TRUE;
    }
  return FALSE;
}

/* The other case, at the width of the first where it has that: with its own parameters, since flags
 * of parameters are the first one's. */
CliExit
cli_figure_subject_compare (CliFigureSubject *self, const CliFigureWork *work,
                            CliFigureSubject *first)
{
  const char *name = work->arguments->compare;
  g_auto (CliImageArguments) none = { .flags_of = CLI_FLAGS_OF_ALL };
  g_autofree char *shown = ipl_setting_widths_text (&first->view.current->setting);
  g_autofree char *refusal = NULL;
  const char *width = work->arguments->width;
  CliExit status;

  if (width == NULL && strchr (shown, ':') == NULL && has_width (name, shown))
    width = shown;
  status = cli_figure_subject_make (self, work, &none, name, -1, width);
  if (status != CLI_OK)
    return status;
  refusal = ipl_view_refuse_comparison (&first->view, &self->view);
  if (refusal != NULL)
    return cli_fail (CLI_USAGE, work->command, "--compare: %s", refusal);
  return CLI_OK;
}
