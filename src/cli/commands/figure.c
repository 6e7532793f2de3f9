/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"
#include "cli/work/figure-card.h"
#include "cli/work/figure-files.h"
#include "cli/work/figure-kernels.h"
#include "cli/work/figure-results.h"
#include "cli/options/figure-options.h"
#include "cli/options/figure-shown.h"
#include "cli/options/style-option.h"
#include "cli/work/seeds.h"

#include "core/base/shown-text.h"
#include "core/experiments/experiment-table.h"
#include "core/experiments/head-course-experiment.h"
#include "core/parameters/parameters.h"
#include "core/posterior/posterior-summary.h"
#include "figures/kit/text.h"
#include "figures/output/arranged.h"
#include "figures/pages/paper.h"
#include "figures/view/compared.h"
#include "figures/view/network-figures.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct
{
  char *panel;
  CliFigureFiles files;
  char *width;
  char *theme;
  char *look;
  char *heatmap;
  char *accuracy_lines;
  char *path_scale;
  char *heatmap_scale;
  int paths_shown; /* 0: as many as the parameters say */
  double paths_share;
  int shown_draw; /* from 1; 0 for the first */
  char *gp_paths;
  char *seeds;
  char *pair;
  int draws; /* of each chain; 0: theory only */
  int components;
  double shown_time; /* negative: its end */
  char *checkpoint;  /* of what is no case */
  char *compare;     /* (nullable): a case or a file of results */
  gboolean shared_limits;
  gboolean normalised_kernels;
  int example;     /* first sequence of the card or the gallery, from 1; 0 for the first */
  int eigenvector; /* from 1; 0 for none */
  CliFigureShown shown;
} FigureArguments;

static void
figure_arguments_clear (FigureArguments *self)
{
  g_free (self->panel);
  cli_figure_files_clear (&self->files);
  g_free (self->width);
  g_free (self->theme);
  g_free (self->look);
  g_free (self->heatmap);
  g_free (self->accuracy_lines);
  g_free (self->path_scale);
  g_free (self->heatmap_scale);
  g_free (self->gp_paths);
  g_free (self->seeds);
  g_free (self->checkpoint);
  g_free (self->compare);
  g_free (self->pair);
  cli_figure_shown_clear (&self->shown);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FigureArguments, figure_arguments_clear)

/* "P,Q": paths by name or by number from 1 in flat order. */
static gboolean
parse_pair (const char *text, const IplCase *the_case, int *pair)
{
  g_auto (GStrv) parts = g_strsplit (text, ",", -1);

  if (g_strv_length (parts) != 2)
    return FALSE;
  for (guint k = 0; k < 2; k++)
    {
      char *name = g_strstrip (parts[k]);
      guint64 number;

      pair[k] = -1;
      for (gsize p = 0; p < the_case->Pi; p++)
        if (strcmp (name, the_case->path_names[p]) == 0
            || strcmp (name, the_case->short_names[p]) == 0)
          pair[k] = (int)p;
      if (pair[k] < 0 && g_ascii_string_to_unsigned (name, 10, 1, the_case->Pi, &number, NULL))
        pair[k] = (int)number - 1;
      if (pair[k] < 0)
        return FALSE;
    }
  return TRUE;
}

static CliExit
fail_pair (const char *command, const char *pair, const IplCase *the_case)
{
  return cli_fail (CLI_USAGE, command,
                   "--pair: “%s” is not two of this case's %" G_GSIZE_FORMAT
                   " paths, by name or number, with a comma between.",
                   pair, the_case->Pi);
}

static void
unref_summary (gpointer summary)
{
  if (summary != NULL)
    ipl_posterior_summary_unref (summary);
}

/* Samples the widths of the sweep that are drawn. */
static GPtrArray *
sample_sweep (IplCase *the_case, IplKernel *kernel, const IplSweep *sweep, int draws, gint64 seed,
              guint threads, GError **error)
{
  g_autofree IplSetting *settings = cli_settings_of (sweep);
  g_autoptr (GPtrArray) summaries = g_ptr_array_new_with_free_func (unref_summary);

  for (guint i = 0; i < sweep->n_rows; i++)
    {
      g_autoptr (IplPosterior) posterior = NULL;
      IplPosteriorSummary *summary;
      IplPosteriorOptions options;

      if (settings[i].gp)
        continue;
      ipl_posterior_options_init (&options);
      if (seed >= 0)
        options.seed = (guint64)seed;
      posterior = ipl_posterior_prepare (the_case, kernel, &settings[i], &options,
                                         cli_cancellable (), error);
      if (posterior == NULL
          || !ipl_posterior_run (posterior, (guint)draws, threads, cli_progress, NULL,
                                 cli_cancellable (), error))
        return NULL;
      summary = ipl_posterior_summarize (posterior, threads, cli_cancellable (), error);
      if (summary == NULL)
        return NULL;
      g_ptr_array_add (summaries, summary);
    }
  return g_steal_pointer (&summaries);
}

static gboolean
needs_samples (const IplPanel *panel, IplHeatmapMode heatmap)
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

/* The solution to show: of the sweep where it has that width, else solved, at each of the sweep's
 * temperatures where the best is wanted. */
static IplSolution *
solve_shown (IplCase *the_case, IplKernel *kernel, const IplSweep *sweep, const IplSetting *shown,
             const IplRunSettings *run, guint threads, GError **error)
{
  gboolean best = run->best;
  guint n = best ? MAX (run->n_temperatures, 1) : 1;
  g_autofree IplSetting *settings = g_new (IplSetting, n);
  g_autoptr (IplSweep) own = NULL;

  for (guint i = 0; i < sweep->n_rows; i++)
    {
      IplSetting setting = *shown;

      if (best)
        setting.temperature = sweep->rows[i]->setting.temperature;
      if (ipl_setting_equal (&sweep->rows[i]->setting, &setting))
        return ipl_solution_ref (sweep->rows[i]);
    }
  for (guint i = 0; i < n; i++)
    {
      settings[i] = *shown;
      if (best && run->n_temperatures > 0)
        settings[i].temperature = run->temperatures[i];
    }
  own = cli_solve (the_case, kernel, n, settings, NULL, best, threads, error);
  return own != NULL ? ipl_solution_ref (own->rows[0]) : NULL;
}

/* The figure is written, and marks what has not converged: the exit code is that of sweep. */
static CliExit
say_doubt (const char *command, const IplSweep *sweep, const IplSolution *current)
{
  for (guint i = 0; i <= sweep->n_rows; i++)
    {
      const IplSolution *row = i < sweep->n_rows ? sweep->rows[i] : current;
      g_autofree char *at = ipl_setting_widths_text (&row->setting);

      if (!row->converged)
        return cli_fail (CLI_NOT_CONVERGED, command, "N = %s: %s", at, row->message);
    }
  return CLI_OK;
}

/* What the arguments name. */
typedef struct
{
  const IplPanel *panel;
  guint heatmap; /* an #IplHeatmapMode, and so on */
  guint accuracy_lines;
  guint path_scale;
  guint heatmap_scale;
  CliSeeds seeds;
} Choices;

/* @sampled: whether the samples, if there are any, are made already */
static CliExit
parse_choices (const char *command, FigureArguments *arguments, gboolean sampled, Choices *choices)
{
  g_autoptr (GError) error = NULL;
  CliExit status;

  *choices = (Choices){ .panel = NULL };
  if ((status = cli_parse_panel (command, arguments->panel, &choices->panel)) != CLI_OK
      || (status = cli_parse_theme (command, arguments->theme, &arguments->files.theme)) != CLI_OK
      || (status = cli_parse_look (command, arguments->look, &arguments->files.look)) != CLI_OK
      || (status = cli_parse_style (command, arguments->files.style_file, &arguments->files.style))
             != CLI_OK
      || (status
          = cli_parse_choice (command, &ipl_choice_heatmap, arguments->heatmap, &choices->heatmap))
             != CLI_OK
      || (status = cli_parse_choice (command, &ipl_choice_accuracy_lines, arguments->accuracy_lines,
                                     &choices->accuracy_lines))
             != CLI_OK
      || (status = cli_parse_choice (command, &ipl_choice_path_scale, arguments->path_scale,
                                     &choices->path_scale))
             != CLI_OK
      || (status = cli_parse_choice (command, &ipl_choice_heatmap_scale, arguments->heatmap_scale,
                                     &choices->heatmap_scale))
             != CLI_OK
      || (status = cli_figure_shown_parse (&arguments->shown, command)) != CLI_OK)
    return status;
  choices->panel = ipl_panel_arranged (choices->panel, arguments->files.style);
  if (arguments->seeds != NULL && !cli_seeds_parse (arguments->seeds, &choices->seeds, &error))
    return cli_fail (CLI_USAGE, command, "%s", error->message);
  if (!sampled && arguments->draws == 0 && needs_samples (choices->panel, choices->heatmap))
    return cli_fail (
        CLI_USAGE, command,
        "What was asked for is of the posterior: say with --draws how many to sample.");
  return cli_figure_files_check (&arguments->files, command, choices->panel);
}

static IplView
make_view (const FigureArguments *arguments, const Choices *choices, const IplSweep *sweep,
           const IplSolution *current, const GPtrArray *posteriors, const int pair[2])
{
  IplView view = {
    .the_case = sweep->the_case,
    .sweep = sweep,
    .current = current,
    .gp = sweep->groups[0].lines[0].solution,
    .n_components = (guint)arguments->components,
    .shared_limits = arguments->shared_limits,
    .normalised_kernels = arguments->normalised_kernels,
    .eigenvector = (guint)arguments->eigenvector,
    .n_posteriors = posteriors != NULL ? posteriors->len : 0,
    .posteriors = posteriors != NULL ? (const IplPosteriorSummary *const *)posteriors->pdata : NULL,
    .heatmap = choices->heatmap,
    .accuracy_lines = choices->accuracy_lines,
    .path_scale = choices->path_scale,
    .heatmap_scale = choices->heatmap_scale,
    .paths_shown = (guint)arguments->paths_shown,
    .paths_share = arguments->paths_share,
    .shown_draw = (guint)MAX (arguments->shown_draw, 1),
    .pair_p = pair[0],
    .pair_q = pair[1],
    .pruned = -1,
    .shown_layer = -1,
    .shown_head = -1,
    .shown_token = -1,
  };

  for (guint i = 0; i < view.n_posteriors; i++)
    if (ipl_setting_equal (&view.posteriors[i]->setting, &current->setting))
      view.posterior = view.posteriors[i];
  return view;
}

/* Lets the parameters say what is drawn: the widths and temperatures asked for, and the width
 * shown.
 */
static void
tell_run (IplRunSettings *run, guint n, const IplSetting *settings, const IplSolution *shown)
{
  IplParameters *told = &run->parameters;

  told->current = shown->setting;
  told->n_widths = MIN (run->n_widths > 0 ? run->n_widths : n, IPL_MAX_LIST);
  for (guint i = 0; i < told->n_widths; i++)
    {
      memcpy (told->widths[i].N, settings[i].N, sizeof told->widths[i].N);
      told->widths[i].gp = settings[i].gp;
    }
  told->n_temperatures = run->best ? MIN (run->n_temperatures, IPL_MAX_LIST) : 0;
  for (guint i = 0; i < told->n_temperatures; i++)
    told->temperatures[i] = run->temperatures[i];
}

/* Of an experiment that makes no case: what the command has options for may be a parameter of it,
 * and is nothing else. */
static CliExit
draw_own (const char *command, const FigureArguments *arguments, const CliSweepArguments *sweep,
          const char *name, const CliImageArguments *images, guint threads)
{
  g_autofree char *draws = g_strdup_printf ("%d", arguments->draws);
  g_autofree char *components = g_strdup_printf ("%d", arguments->components);
  const struct
  {
    const char *flag, *value;
  } given[] = { { "width", arguments->width },
                { "widths", sweep->widths },
                { "temperature", sweep->temperatures },
                { "variances", sweep->variances },
                { "heatmap", arguments->heatmap },
                { "accuracy-lines", arguments->accuracy_lines },
                { "path-scale", arguments->path_scale },
                { "heatmap-scale", arguments->heatmap_scale },
                { "gp-paths", arguments->gp_paths },
                { "seeds", arguments->seeds },
                { "pair", arguments->pair },
                { "draws", arguments->draws > 0 ? draws : NULL },
                { "components", arguments->components > 0 ? components : NULL },
                { "shared-limits", arguments->shared_limits ? "yes" : NULL },
                { "normalised-kernels", arguments->normalised_kernels ? "yes" : NULL } };
  g_autoptr (GError) error = NULL;
  IplParameters parameters;
  CliExit status;

  for (guint i = 0; i < G_N_ELEMENTS (given); i++)
    if (given[i].value != NULL)
      cli_case_flags_take (images, given[i].flag, given[i].value);
  status = cli_try_output (command, "--checkpoint", arguments->checkpoint, 0, ".safetensors");
  if (status != CLI_OK)
    return status;
  if (!cli_make_parameters (name, images, sweep->seed, &parameters, &error))
    return cli_fail_error (command, error);
  parameters.shown_time = arguments->shown_time;
  return cli_figure_own (command, &arguments->files, arguments->panel, &parameters,
                         arguments->checkpoint, threads);
}

/* Of what the file of a network records of its heads: no theory is solved for that. */
static CliExit
draw_course (const char *command, const FigureArguments *arguments, const Choices *choices,
             const char *name, const CliImageArguments *images, gint64 seed)
{
  IplView view = { .heatmap_scale = choices->heatmap_scale,
                   .pruned = -1,
                   .shown_layer = -1,
                   .shown_head = -1,
                   .shown_token = -1 };
  const IplPanel *panel = choices->panel;
  g_autoptr (IplExperimentResult) course = NULL;
  g_autoptr (GError) error = NULL;
  IplParameters parameters;

  if (name == NULL || !cli_is_network (name))
    return cli_fail (
        CLI_USAGE, command,
        "“%s” is drawn of a trained network, NET.safetensors, that train wrote, and of "
        "the experiment %s.",
        panel->id, panel->experiment);
  if (cli_make_parameters (name, images, seed, &parameters, &error))
    course = cli_read_course (&parameters, &error);
  if (course == NULL)
    return cli_fail_error (command, error);
  ipl_view_set_own (&view, course, arguments->shown_time);
  view.shared_limits = arguments->shared_limits;
  view.paths_shown
      = arguments->paths_shown > 0 ? (guint)arguments->paths_shown : parameters.paths_shown;
  view.paths_share = arguments->paths_share;
  if (!ipl_panel_fits (panel, &view))
    return cli_fail (CLI_FAILED, command, "“%s” has too many paths for “%s”.", name, panel->id);
  return cli_figure_files_write (&arguments->files, command, panel, &view, &parameters);
}

/* What solves or samples something has nothing to do with a file that is drawn as it is. */
static CliExit
refuse_work (const char *command, const FigureArguments *arguments, const CliSweepArguments *sweep,
             const CliImageArguments *images, const char *name)
{
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
               { "gp-paths", arguments->gp_paths != NULL },
               { "seeds", arguments->seeds != NULL },
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

/* What is drawn: solved, or read from a file of results. */
typedef struct
{
  IplCase *the_case;
  IplKernel *kernel;
  IplSetting *settings;
  IplSweep *sweep;
  GPtrArray *posteriors;
  IplSolution *current;
  IplSeedMean *seeds;
  IplRunSettings run; /* what it comes from; @run.command is %NULL where that is not known */
  IplKernelPicture *picture;
  IplTaskCard *card;
  IplNetworkFigures network;
  CliFigureResults file;
  IplView view;
} Subject;

static void
subject_clear (Subject *self)
{
  g_clear_pointer (&self->card, ipl_task_card_unref);
  g_clear_pointer (&self->picture, ipl_kernel_picture_unref);
  ipl_network_figures_clear (&self->network);
  g_clear_pointer (&self->seeds, ipl_seed_mean_unref);
  g_clear_pointer (&self->current, ipl_solution_unref);
  g_clear_pointer (&self->posteriors, g_ptr_array_unref);
  g_clear_pointer (&self->sweep, ipl_sweep_unref);
  g_free (self->settings);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  g_clear_pointer (&self->the_case, ipl_case_unref);
  cli_figure_results_clear (&self->file);
  ipl_run_settings_clear (&self->run);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Subject, subject_clear)

static const IplParameters *
subject_parameters (const Subject *self)
{
  return self->run.command != NULL        ? &self->run.parameters
         : self->file.run.command != NULL ? &self->file.run.parameters
                                          : NULL;
}

/* What was asked for, all but the case. */
typedef struct
{
  const char *command;
  const FigureArguments *arguments;
  const Choices *choices;
  const CliSweepArguments *sweep;
  guint threads;
} Work;

/* A file that sweep, sample or merge wrote: nothing is solved again. */
static CliExit
subject_read (Subject *self, const Work *work, const CliImageArguments *images, const char *name,
              const char *width)
{
  const FigureArguments *arguments = work->arguments;
  const IplPanel *panel = work->choices->panel;
  CliFigureResults *file = &self->file;
  const IplSweep *sweep;
  int pair[2] = { 0, 0 };
  IplParameters plain;
  CliExit status = refuse_work (work->command, arguments, work->sweep, images, name);

  if (status == CLI_OK)
    status = cli_figure_results_open (file, work->command, name, panel, width,
                                      work->sweep->temperatures);
  if (status != CLI_OK)
    return status;
  sweep = file->results->sweep;
  for (guint i = 0; shows_paths (panel) && i < sweep->the_case->notes->len; i++)
    fprintf (stderr, "%s: %s\n", sweep->the_case->name,
             (const char *)sweep->the_case->notes->pdata[i]);
  if (file->posteriors->len == 0 && needs_samples (panel, work->choices->heatmap))
    return cli_fail (CLI_USAGE, work->command, "--heatmap: the file holds no samples.");
  if (arguments->pair != NULL && !parse_pair (arguments->pair, sweep->the_case, pair))
    return fail_pair (work->command, arguments->pair, sweep->the_case);
  ipl_parameters_init (&plain, "hmc2");

  self->sweep = ipl_sweep_ref (file->results->sweep);
  self->current = ipl_solution_ref (sweep->rows[file->row]);
  self->view = make_view (arguments, work->choices, sweep, self->current, file->posteriors, pair);
  self->view.gp = sweep->groups[sweep->group[file->row]].lines[0].solution;
  self->view.best_temperature = file->run.best;
  self->view.seeds = file->results->seeds;
  if (self->view.n_components == 0)
    self->view.n_components = plain.n_components;
  if (self->view.paths_shown == 0)
    self->view.paths_shown = plain.paths_shown;
  if (!ipl_panel_fits (panel, &self->view))
    return cli_fail (CLI_FAILED, work->command, "“%s” has too many paths for “%s”.", name,
                     panel->id);
  return CLI_OK;
}

/* Solves and samples. */
static CliExit
subject_compute (Subject *self, const Work *work, guint n, const IplSetting *shown, gint64 seed)
{
  const FigureArguments *arguments = work->arguments;
  const CliSeeds *over = &work->choices->seeds;
  IplRunSettings *run = &self->run;
  g_autoptr (GError) error = NULL;

  self->kernel = ipl_kernel_new (self->the_case, &error);
  if (self->kernel == NULL)
    return cli_fail_error (work->command, error);
  self->sweep = cli_solve (self->the_case, self->kernel, n, self->settings,
                           run->parameters.gp_paths, run->best, work->threads, &error);
  if (self->sweep != NULL && arguments->draws > 0)
    self->posteriors = sample_sweep (self->the_case, self->kernel, self->sweep, arguments->draws,
                                     seed, work->threads, &error);
  if (self->sweep != NULL && (self->posteriors != NULL || arguments->draws == 0))
    self->current = solve_shown (self->the_case, self->kernel, self->sweep, shown, run,
                                 work->threads, &error);
  if (self->current != NULL && over->n > 0)
    self->seeds = cli_seeds_run (over, &run->parameters, n, self->settings, run->best,
                                 work->threads, &error);
  cli_progress_done ();
  if (self->current == NULL || (self->seeds == NULL && over->n > 0))
    return cli_fail_error (work->command, error);
  return CLI_OK;
}

/* @width: (nullable): the width shown, where there is one that is to be */
static CliExit
subject_solve (Subject *self, const Work *work, const CliImageArguments *images, const char *name,
               gint64 seed, const char *width)
{
  const FigureArguments *arguments = work->arguments;
  const Choices *choices = work->choices;
  g_autoptr (GError) error = NULL;
  IplParameters parameters;
  int pair[2] = { 0, 0 };
  IplSetting shown;
  CliExit status;
  guint n;

  if (!cli_make_case_of (name, images, seed, FALSE, work->threads, &parameters, &self->the_case,
                         &error))
    return cli_fail_error (work->command, error);
  cli_tell_warnings (self->the_case);
  ipl_run_settings_init (&self->run, "sweep", &parameters);
  if (arguments->components > 0)
    self->run.parameters.n_components = (guint)arguments->components;
  if (!cli_make_settings (work->sweep, self->the_case, &self->run, &self->settings, &n, &error)
      || !find_shown (width, self->the_case, &self->settings[0], &shown, &error))
    return cli_fail (CLI_USAGE, work->command, "%s", error->message);
  if (arguments->pair != NULL && !parse_pair (arguments->pair, self->the_case, pair))
    return fail_pair (work->command, arguments->pair, self->the_case);
  if (!cli_figure_shown_find_test (&arguments->shown, self->the_case, &self->network.test, &error))
    return cli_fail (CLI_USAGE, work->command, "%s", error->message);
  if (arguments->shown.random_orders >= 0)
    parameters.random_orders = (guint)arguments->shown.random_orders;
  self->network.first = (gsize)MAX (arguments->example, 1) - 1;

  status = subject_compute (self, work, n, &shown, seed);
  if (status != CLI_OK)
    return status;
  self->view = make_view (arguments, choices, self->sweep, self->current, self->posteriors, pair);
  self->view.best_temperature = self->run.best;
  self->view.seeds = self->seeds;
  if (self->view.n_components == 0)
    self->view.n_components = parameters.n_components;
  if (self->view.paths_shown == 0)
    self->view.paths_shown = parameters.paths_shown;
  if (!cli_figure_kernels_make (choices->panel, self->kernel, &self->view, &self->picture, &error)
      || !cli_figure_card_make (choices->panel, &parameters, self->network.test,
                                self->network.first, work->threads, &self->view, &self->card,
                                &error)
      || !ipl_network_figures_make (
          &self->network, cli_figure_python_needs (arguments->files.format, choices->panel),
          &parameters, self->kernel, work->threads, cli_cancellable (), cli_job_progress, NULL,
          &self->view, &error)
      || !cli_figure_shown_apply (&arguments->shown, &self->view, &error))
    return cli_fail_error (work->command, error);
  cli_progress_done ();
  tell_run (&self->run, n, self->settings, self->current);
  return CLI_OK;
}

/* @width: (nullable): the width shown, where it is not that of the case or the file */
static CliExit
subject_make (Subject *self, const Work *work, const CliImageArguments *images, const char *name,
              gint64 seed, const char *width)
{
  return name != NULL && ipl_results_is_file (name)
             ? subject_read (self, work, images, name, width)
             : subject_solve (self, work, images, name, seed, width);
}

/* Whether the width of the first is one of a case compared with it, which may have other layers. */
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
static CliExit
make_compared (Subject *self, const Work *work, Subject *first)
{
  const char *name = work->arguments->compare;
  g_auto (CliImageArguments) none = { .flags_of = CLI_FLAGS_OF_ALL };
  g_autofree char *shown = ipl_setting_widths_text (&first->current->setting);
  g_autofree char *refusal = NULL;
  const char *width = work->arguments->width;
  CliExit status;

  if (width == NULL && strchr (shown, ':') == NULL && has_width (name, shown))
    width = shown;
  status = subject_make (self, work, &none, name, -1, width);
  if (status != CLI_OK)
    return status;
  refusal = ipl_view_refuse_comparison (&first->view, &self->view);
  if (refusal != NULL)
    return cli_fail (CLI_USAGE, work->command, "--compare: %s", refusal);
  return CLI_OK;
}

/* Draws what was made, compared with another or alone. */
static CliExit
draw_subjects (FigureArguments *arguments, const Work *work, Subject *first, Subject *second)
{
  g_autofree char *name = NULL;
  CliExit status;

  if (second != NULL)
    {
      if (strcmp (ipl_view_get_name (&first->view), ipl_view_get_name (&second->view)) == 0)
        second->view.name = name
            = g_strdup_printf ("%s (compared)", ipl_view_get_name (&second->view));
      first->view.compared = &second->view;
      arguments->files.compared = subject_parameters (second);
    }
  if (first->run.command != NULL)
    arguments->files.arrays.run = &first->run;
  status = cli_figure_files_write (&arguments->files, work->command, work->choices->panel,
                                   &first->view, subject_parameters (first));
  if (status == CLI_OK)
    status = say_doubt (work->command, first->sweep, first->current);
  return status == CLI_OK && second != NULL
             ? say_doubt (work->command, second->sweep, second->current)
             : status;
}

/* interplay-cli figure CASE --panel .. --size .. --format .. --out DIR */
CliExit
cli_figure (int argc, char **argv)
{
  g_autofree char *name = NULL, *widths = NULL, *temperatures = NULL, *variances = NULL;
  CliSweepArguments sweep_arguments = { .seed = -1 };
  g_auto (FigureArguments) arguments
      = { .files.dpi = 300, .shown_time = -1, .shown = { .pruned = -1, .random_orders = -1 } };
  g_auto (CliImageArguments) images = { .flags_of = CLI_FLAGS_OF_ALL };
  g_autofree char *panels = cli_list_panels ();
  const GOptionEntry entries[] = {
    { "panel", 'p', 0, G_OPTION_ARG_STRING, &arguments.panel, panels, "PANEL" },
    { "size", 0, 0, G_OPTION_ARG_STRING, &arguments.files.size,
      "neurips, icml, icml2, nature, nature2, slide, WxHin or WxHmm (default: neurips)", "SIZE" },
    { "font-size", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (REAL, arguments.files.font_size, IPL_PAPER_MIN_FONT, IPL_PAPER_MAX_FONT),
      "text size in points (default: what suits the size)", "PT" },
    { "format", 'f', 0, G_OPTION_ARG_STRING, &arguments.files.format,
      "png, svg, pdf, tex with the graphics as PDF beside it, or py for a script with its results "
      "beside it, by commas (default: pdf)",
      "FORMATS" },
    { "dpi", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (REAL, arguments.files.dpi, IPL_PAPER_MIN_DPI, IPL_PAPER_MAX_DPI),
      "dots per inch of a PNG (default: 300)", "n" },
    { "transparent", 0, 0, G_OPTION_ARG_NONE, &arguments.files.transparent,
      "nothing painted behind the figure", NULL },
    { "outlines", 0, 0, G_OPTION_ARG_NONE, &arguments.files.outlines,
      "text of an SVG as shapes, which look alike where its fonts are missing", NULL },
    { "mark-width", 0, 0, G_OPTION_ARG_NONE, &arguments.files.mark_width,
      "mark the width or the time that is shown, as the window does", NULL },
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &arguments.files.out, "folder to write to (default: .)",
      "DIR" },
    { "width", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WIDTH, arguments.width, 0, 0),
      "the width shown: one number, N_1:..:N_L:N_a or gp (default: the first of --widths)", "N" },
    { "shown-time", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (REAL, arguments.shown_time, 0, 1e15),
      "of what happens in time, the step or time shown (default: the end)", "TIME" },
    { "checkpoint", 0, 0, G_OPTION_ARG_FILENAME, &arguments.checkpoint,
      "of what happens in time, where dynamics kept it: goes on from there", "FILE" },
    CLI_LOOK_ENTRIES (arguments.theme, arguments.look),
    CLI_STYLE_ENTRY (arguments.files.style_file),
    { "components", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, arguments.components, 1, 1000000),
      "principal components shown (default: 30)", "n" },
    { "shared-limits", 0, 0, G_OPTION_ARG_NONE, &arguments.shared_limits,
      "one colour scale for the heatmaps of all widths", NULL },
    { "normalised-kernels", 0, 0, G_OPTION_ARG_NONE, &arguments.normalised_kernels,
      "kernels divided by their mean diagonals", NULL },
    { "eigenvector", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, arguments.eigenvector, 1, 1000000),
      "below the kernels the eigenvectors of this principal component, from 1", "n" },
    { "example", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, arguments.example, 1, 1000000),
      "on the card of the task, which test sequence of each label, from 1; of images, the first",
      "n" },
    CLI_FIGURE_SHOWN_ENTRIES (arguments.shown),
    { "widths", 'w', 0, CLI_ARG_NUMBER, CLI_WIDTHS (widths),
      "widths, each one number or N_1:..:N_L:N_a, by commas", "LIST" },
    { "temperature", 't', 0, CLI_ARG_NUMBER, CLI_TEMPERATURES (temperatures),
      "temperatures, by commas (one-shot cases: the best at each width, unless given)", "LIST" },
    { "best", 0, 0, G_OPTION_ARG_NONE, &sweep_arguments.best,
      "of each width only the temperature of the best accuracy", NULL },
    { "variances", 'v', 0, CLI_ARG_NUMBER, CLI_VARIANCES (variances),
      "prior variances s0^2,s_1^2,..,s_L^2,s_a^2", "LIST" },
    { "draws", 'n', 0, CLI_ARG_NUMBER,
      CLI_NUMBER (WHOLE, arguments.draws, IPL_MIN_DRAWS, IPL_MAX_DRAWS),
      "also sample the exact posterior, so many draws of each of four chains", "n" },
    { "heatmap", 0, 0, G_OPTION_ARG_STRING, &arguments.heatmap,
      "what U shows: theory, sampled, difference, sd, side-by-side or trained (default: theory)",
      "MODE" },
    { "accuracy-lines", 0, 0, G_OPTION_ARG_STRING, &arguments.accuracy_lines,
      "what U the accuracy is of: full, beside it diagonal or levelled, or all (default: full)",
      "MODE" },
    { "path-scale", 0, 0, G_OPTION_ARG_STRING, &arguments.path_scale,
      "thickness of paths: own scale of the width, or of all widths linear or log (default: own)",
      "MODE" },
    { "heatmap-scale", 0, 0, G_OPTION_ARG_STRING, &arguments.heatmap_scale,
      "colours of U: linear, symlog, or off-diagonal for the range beside it (default: linear)",
      "MODE" },
    { "paths-shown", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, arguments.paths_shown, 1, 100000),
      "of more paths than this only those of the largest U_pp are shown (default: 64)", "n" },
    { "paths-share", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (REAL, arguments.paths_share, 0, 1),
      "no paths whose U_pp is a smaller share of the largest (default: 0)", "SHARE" },
    { "shown-draw", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (WHOLE, arguments.shown_draw, 1, IPL_MAX_CHAINS * IPL_MAX_DRAWS),
      "with --draws, the draw whose effective weights are shown, from 1, chain after chain", "n" },
    { "gp-paths", 0, 0, G_OPTION_ARG_STRING, &arguments.gp_paths,
      "GP limits of these paths too: names or numbers by commas, subsets by semicolons", "PATHS" },
    { "seeds", 0, 0, G_OPTION_ARG_STRING, &arguments.seeds,
      "also the mean of the accuracy over these seeds of a built-in case", "A-B" },
    { "pair", 0, 0, G_OPTION_ARG_STRING, &arguments.pair,
      "the entry of U in trace, ranks and marginal: two paths by name or number (default: 1,1)",
      "P,Q" },
    { "compare", 0, 0, G_OPTION_ARG_FILENAME, &arguments.compare,
      "another case or file of results, drawn in the same axes, or beside on the same scale",
      "CASE" },
    CLI_IMAGE_ENTRIES (images),
    { "threads", 'j', 0, CLI_ARG_NUMBER, CLI_THREADS (sweep_arguments.threads), "threads", "n" },
    { "seed", 's', 0, CLI_ARG_NUMBER, CLI_SEED (sweep_arguments.seed), "seed of a built-in case",
      "n" },
    { NULL },
  };
  const IplExperiment *experiment;
  g_autoptr (GError) error = NULL;
  Choices choices;
  CliExit status;
  g_auto (Subject) first = { .view = { .the_case = NULL } };
  g_auto (Subject) second = { .view = { .the_case = NULL } };
  gboolean is_results;
  guint threads;

  arguments.files.command_line = cli_figure_command_line (argc, argv, FALSE);
  if (!cli_parse_case (
          argc, argv, entries, "draw the figures as PNG, SVG or PDF",
          "The figure is exactly the size asked for. Files are named CASE-PANEL.EXT.\n"
          "In the place of CASE a file of results that sweep, sample or merge wrote is "
          "drawn without solving anything, at the row that --width and --temperature "
          "name.\n"
          "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but some width, "
          "marked in the figure, did not converge.",
          &images, &name))
    return CLI_USAGE;
  if (arguments.files.size == NULL)
    arguments.files.size = g_strdup ("neurips");
  if (arguments.files.format == NULL)
    arguments.files.format = g_strdup ("pdf");
  if (arguments.files.out == NULL)
    arguments.files.out = g_strdup (".");
  status = cli_try_folder (argv[0], "--out", arguments.files.out);
  if (status != CLI_OK)
    return status;
  is_results = name != NULL && ipl_results_is_file (name);
  status = parse_choices (argv[0], &arguments, is_results, &choices);
  if (status != CLI_OK)
    return status;
  if (!ipl_text_has_font (&error))
    return cli_fail_error (argv[0], error);
  sweep_arguments.widths = widths;
  sweep_arguments.temperatures = temperatures;
  sweep_arguments.variances = variances;
  sweep_arguments.gp_paths = arguments.gp_paths;
  threads = cli_threads (sweep_arguments.threads);
  const Work work = { argv[0], &arguments, &choices, &sweep_arguments, threads };

  arguments.files.arrays.results = is_results ? name : NULL;
  experiment = name != NULL && !is_results ? ipl_experiment_find (name) : NULL;
  if (arguments.compare != NULL
      && ((experiment != NULL && experiment->compute != NULL) || choices.panel->experiment != NULL))
    return cli_fail (CLI_USAGE, argv[0],
                     "--compare is for cases of attention paths: leave it out, or name a case and "
                     "one of its panels.");
  if (arguments.compare != NULL && cli_figure_python_is_asked (arguments.files.format))
    return cli_fail (CLI_USAGE, argv[0],
                     "--compare: a figure as Python draws one case: leave out --compare, or py.");
  if (experiment != NULL && experiment->compute != NULL)
    return draw_own (argv[0], &arguments, &sweep_arguments, name, &images, threads);
  if (!is_results && g_strcmp0 (choices.panel->experiment, ipl_experiment_head_course.id) == 0)
    return draw_course (argv[0], &arguments, &choices, name, &images, sweep_arguments.seed);
  if (!is_results && (arguments.shown_time >= 0 || arguments.checkpoint != NULL))
    return cli_fail (CLI_USAGE, argv[0], "--%s is for what happens in time, which a case does not.",
                     arguments.checkpoint != NULL ? "checkpoint" : "shown-time");
  status = subject_make (&first, &work, &images, name, sweep_arguments.seed, arguments.width);
  if (status == CLI_OK && arguments.compare != NULL)
    status = make_compared (&second, &work, &first);
  return status == CLI_OK
             ? draw_subjects (&arguments, &work, &first, arguments.compare != NULL ? &second : NULL)
             : status;
}
