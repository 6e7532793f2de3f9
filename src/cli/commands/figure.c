/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"
#include "cli/options/figure-shown.h"
#include "cli/work/figure-map.h"
#include "cli/work/figure-python.h"
#include "cli/work/figure-subject.h"
#include "cli/work/work.h"

#include "core/experiments/experiment-table.h"
#include "core/base/shown-text.h"
#include "core/parameters/parameters.h"
#include "core/parameters/result-file.h"
#include "figures/kit/text.h"
#include "figures/pages/paper.h"
#include "figures/view/compared.h"
#include <string.h>

/* @sampled: whether the samples, if there are any, are made already */
static CliExit
parse_choices (const char *command, CliFigureArguments *arguments, gboolean sampled)
{
  CliDrawing *drawing = &arguments->files.drawing;
  CliExit status = cli_drawing_parse (drawing, command);

  if (status == CLI_OK)
    status = cli_figure_shown_parse (&arguments->shown, command);
  if (status != CLI_OK)
    return status;
  if (!sampled && arguments->draws == 0
      && cli_figure_needs_samples (drawing->panel, drawing->heatmap))
    return cli_fail (
        CLI_USAGE, command,
        "What was asked for is of the posterior: say with --draws how many to sample.");
  return cli_figure_files_check (&arguments->files, command);
}

/* Of an experiment that makes no case: what the command has options for may be a parameter of it,
 * and is nothing else. */
static void
take_flags (const CliFigureArguments *arguments, const CliImageArguments *images)
{
  const CliDrawing *drawing = &arguments->files.drawing;
  const CliSweepArguments *sweep = &arguments->sweep;
  g_autofree char *draws = g_strdup_printf ("%d", arguments->draws);
  g_autofree char *components = g_strdup_printf ("%d", drawing->components);
  const struct
  {
    const char *flag, *value;
  } given[] = { { "width", arguments->width },
                { "widths", sweep->widths },
                { "temperature", sweep->temperatures },
                { "variances", sweep->variances },
                { "heatmap", drawing->heatmap_id },
                { "accuracy-lines", drawing->accuracy_lines_id },
                { "path-scale", drawing->path_scale_id },
                { "heatmap-scale", drawing->heatmap_scale_id },
                { "gp-paths", sweep->gp_paths },
                { "seeds", sweep->seeds },
                { "pair", arguments->pair },
                { "draws", arguments->draws > 0 ? draws : NULL },
                { "components", drawing->components > 0 ? components : NULL },
                { "shared-limits", drawing->shared_limits ? "yes" : NULL },
                { "normalised-kernels", drawing->normalised_kernels ? "yes" : NULL } };

  for (guint i = 0; i < G_N_ELEMENTS (given); i++)
    if (given[i].value != NULL)
      cli_case_flags_take (images, given[i].flag, given[i].value);
}

static CliExit
draw_own (const char *command, const CliFigureArguments *arguments, const char *name,
          const CliImageArguments *images, guint threads)
{
  g_autoptr (GError) error = NULL;
  IplParameters parameters;
  CliExit status;

  take_flags (arguments, images);
  status = cli_try_output (command, "--checkpoint", arguments->checkpoint, 0, ".safetensors");
  if (status != CLI_OK)
    return status;
  if (!cli_make_parameters (name, images, arguments->sweep.seed, &parameters, &error))
    return cli_fail_error (command, error);
  parameters.shown_time = arguments->shown_time;
  return cli_figure_own (command, &arguments->files, &parameters, arguments->checkpoint, threads);
}

/* A file of what such an experiment computed, which is drawn as it is. */
static CliExit
draw_result_file (const char *command, const CliFigureArguments *arguments, const char *path,
                  const CliImageArguments *images)
{
  const char *work = arguments->checkpoint != NULL ? "checkpoint"
                     : arguments->compare != NULL  ? "compare"
                     : arguments->sweep.seed >= 0  ? "seed"
                     : images->zips != NULL        ? "omniglot"
                     : images->holdout != NULL     ? "holdout"
                     : images->extras != NULL      ? "extra"
                                                   : NULL;
  g_autofree char *shown = ipl_path_shown (path);

  if (work != NULL)
    return cli_fail (CLI_USAGE, command,
                     "“%s” is a file of results, which is drawn as it is: leave out --%s.", shown,
                     work);
  take_flags (arguments, images);
  return cli_figure_result_file (command, &arguments->files, path, images, arguments->shown_time);
}

/* Of what the file of a network records of its heads: no theory is solved for that. */
static CliExit
draw_course (const char *command, const CliFigureArguments *arguments, const char *name,
             const CliImageArguments *images)
{
  const IplPanel *panel = arguments->files.drawing.panel;
  g_autoptr (IplExperimentResult) course = NULL;
  g_autoptr (GError) error = NULL;
  IplParameters parameters;
  IplView view;

  if (name == NULL || !cli_is_network (name))
    return cli_fail (
        CLI_USAGE, command,
        "“%s” is drawn of a trained network, NET.safetensors, that train wrote, and of "
        "the experiment %s.",
        panel->id, panel->experiment);
  if (cli_make_parameters (name, images, arguments->sweep.seed, &parameters, &error))
    course = cli_read_course (&parameters, &error);
  if (course == NULL)
    return cli_fail_error (command, error);
  view = cli_drawing_view (&arguments->files.drawing, &parameters);
  ipl_view_set_own (&view, course, arguments->shown_time);
  if (!ipl_panel_fits (panel, &view))
    return cli_fail (CLI_FAILED, command, "“%s” has too many paths for “%s”.", name, panel->id);
  return cli_figure_files_write (&arguments->files, command, panel, &view, &parameters);
}

/* Draws what was made, compared with another or alone. */
static CliExit
draw_subjects (CliFigureArguments *arguments, const CliFigureWork *work, CliFigureSubject *first,
               CliFigureSubject *second)
{
  g_autofree char *name = NULL;
  CliExit status;

  if (second != NULL)
    {
      if (strcmp (ipl_view_get_name (&first->view), ipl_view_get_name (&second->view)) == 0)
        second->view.name = name
            = g_strdup_printf ("%s (compared)", ipl_view_get_name (&second->view));
      first->view.compared = &second->view;
      arguments->files.compared = cli_figure_subject_parameters (second);
    }
  if (first->run.command != NULL)
    arguments->files.arrays.run = &first->run;
  status = cli_figure_files_write (&arguments->files, work->command, arguments->files.drawing.panel,
                                   &first->view, cli_figure_subject_parameters (first));
  if (status == CLI_OK)
    status = cli_tell_doubt (work->command, first->view.sweep, first->view.current);
  return status == CLI_OK && second != NULL
             ? cli_tell_doubt (work->command, second->view.sweep, second->view.current)
             : status;
}

/* The named subject: a case, a file of results, or what happens in time. */
static CliExit
draw_named (const char *command, CliFigureArguments *arguments, const CliImageArguments *images,
            const char *name, gboolean is_results)
{
  const IplExperiment *experiment;
  const IplPanel *panel = arguments->files.drawing.panel;
  guint threads = cli_threads (arguments->sweep.threads);
  const CliFigureWork work = { command, arguments, threads };
  g_auto (CliFigureSubject) first = { .view = { .the_case = NULL } };
  g_auto (CliFigureSubject) second = { .view = { .the_case = NULL } };
  CliExit status;

  arguments->files.arrays.results = is_results ? name : NULL;
  arguments->files.named = name;
  arguments->files.compare_named = arguments->compare;
  if (is_results && ipl_result_file_is (name))
    return draw_result_file (command, arguments, name, images);
  experiment = name != NULL && !is_results ? ipl_experiment_find (name) : NULL;
  if (arguments->compare != NULL
      && ((experiment != NULL && experiment->compute != NULL) || panel->experiment != NULL))
    return cli_fail (CLI_USAGE, command,
                     "--compare is for cases of attention paths: leave it out, or name a case and "
                     "one of its panels.");
  if (arguments->compare != NULL && cli_figure_python_is_asked (arguments->files.format))
    return cli_fail (CLI_USAGE, command,
                     "--compare: a figure as Python draws one case: leave out --compare, or py.");
  if (experiment != NULL && experiment->compute != NULL)
    return draw_own (command, arguments, name, images, threads);
  if (!is_results && g_strcmp0 (panel->experiment, ipl_experiment_head_course.id) == 0)
    return draw_course (command, arguments, name, images);
  if (!is_results && (arguments->shown_time >= 0 || arguments->checkpoint != NULL))
    return cli_fail (CLI_USAGE, command, "--%s is for what happens in time, which a case does not.",
                     arguments->checkpoint != NULL ? "checkpoint" : "shown-time");
  status = cli_figure_subject_make (&first, &work, images, name, arguments->sweep.seed,
                                    arguments->width);
  if (status == CLI_OK && arguments->compare != NULL)
    status = cli_figure_subject_compare (&second, &work, &first);
  return status == CLI_OK
             ? draw_subjects (arguments, &work, &first, arguments->compare != NULL ? &second : NULL)
             : status;
}

/* interplay-cli figure CASE --panel .. --size .. --format .. --out DIR */
CliExit
cli_figure (int argc, char **argv)
{
  g_autofree char *name = NULL;
  g_auto (CliFigureArguments) arguments = { .files.drawing.dpi = 300,
                                            .sweep = { .seed = -1 },
                                            .shown_time = -1,
                                            .shown = { .pruned = -1, .random_orders = -1 } };
  g_auto (CliImageArguments) images = { .flags_of = CLI_FLAGS_OF_ALL };
  g_autofree char *panels = cli_list_panels ();
  CliDrawing *drawing = &arguments.files.drawing;
  const GOptionEntry entries[] = {
    CLI_PANEL_ENTRY (*drawing, panels),
    CLI_SIZE_ENTRIES (*drawing),
    { "format", 'f', 0, G_OPTION_ARG_STRING, &arguments.files.format,
      "png, svg, pdf, tex with the graphics as PDF beside it, or py for a script with its results "
      "beside it, by commas (default: pdf)",
      "FORMATS" },
    CLI_DPI_ENTRY (*drawing, "dots per inch of a PNG (default: 300)"),
    { "transparent", 0, 0, G_OPTION_ARG_NONE, &arguments.files.transparent,
      "nothing painted behind the figure", NULL },
    { "outlines", 0, 0, G_OPTION_ARG_NONE, &arguments.files.outlines,
      "text of an SVG as shapes, which look alike where its fonts are missing", NULL },
    { "mark-width", 0, 0, G_OPTION_ARG_NONE, &arguments.files.mark_width,
      "mark the width or the time that is shown, as the window does", NULL },
    CLI_ANONYMOUS_ENTRY,
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &arguments.files.out, "folder to write to (default: .)",
      "DIR" },
    { "width", 0, 0, CLI_ARG_NUMBER, CLI_WIDTH (arguments.width),
      "the width shown: one number, N_1:..:N_L:N_a or gp (default: the first of --widths)", "N" },
    { "shown-time", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (REAL, arguments.shown_time, 0, 1e15),
      "of what happens in time, the step or time shown (default: the end)", "TIME" },
    { "checkpoint", 0, 0, G_OPTION_ARG_FILENAME, &arguments.checkpoint,
      "of what happens in time, where dynamics kept it: goes on from there", "FILE" },
    CLI_THEME_ENTRY (*drawing),
    CLI_LOOK_ENTRIES (*drawing),
    { "components", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, drawing->components, 1, 1000000),
      "principal components shown (default: 30)", "n" },
    { "shared-limits", 0, 0, G_OPTION_ARG_NONE, &drawing->shared_limits,
      "one colour scale for the heatmaps of all widths", NULL },
    { "eigenvector", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, arguments.eigenvector, 1, 1000000),
      "below the kernels the eigenvectors of this principal component, from 1", "n" },
    { "example", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, arguments.example, 1, 1000000),
      "on the card of the task, which test sequence of each label, from 1; of images, the first",
      "n" },
    CLI_FIGURE_SHOWN_ENTRIES (arguments.shown),
    CLI_WIDTHS_ENTRY (arguments.sweep),
    { "temperature", 't', 0, CLI_ARG_NUMBER, CLI_TEMPERATURES (arguments.sweep.temperatures),
      "temperatures, by commas (one-shot cases: the best at each width, unless given)", "LIST" },
    CLI_VARIANCES_ENTRY (arguments.sweep),
    CLI_BEST_ENTRY (arguments.sweep),
    { "draws", 'n', 0, CLI_ARG_NUMBER,
      CLI_NUMBER (WHOLE, arguments.draws, IPL_MIN_DRAWS, IPL_MAX_DRAWS),
      "also sample the exact posterior, so many draws of each of four chains", "n" },
    { "heatmap", 0, 0, G_OPTION_ARG_STRING, &drawing->heatmap_id,
      "what U shows: theory, sampled, difference, sd, side-by-side or trained (default: theory)",
      "MODE" },
    CLI_SCALE_ENTRIES (*drawing),
    CLI_MAP_ENTRIES (*drawing),
    { "shown-draw", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (WHOLE, arguments.shown_draw, 1, IPL_MAX_CHAINS * IPL_MAX_DRAWS),
      "with --draws, the draw whose effective weights are shown, from 1, chain after chain", "n" },
    CLI_GP_PATHS_ENTRY (arguments.sweep),
    CLI_SEEDS_ENTRY (arguments.sweep),
    { "pair", 0, 0, G_OPTION_ARG_STRING, &arguments.pair,
      "the entry of U in trace, ranks and marginal: two paths by number, (1,2) or name (default: "
      "1,1)",
      "P,Q" },
    { "compare", 0, 0, G_OPTION_ARG_FILENAME, &arguments.compare,
      "another case or file of results, drawn in the same axes, or beside on the same scale",
      "CASE" },
    CLI_IMAGE_ENTRIES (images),
    CLI_THREADS_ENTRY (arguments.sweep),
    CLI_SEED_ENTRY (arguments.sweep),
    { NULL },
  };
  g_autoptr (GError) error = NULL;
  CliExit status;
  gboolean is_results;

  arguments.files.command_line = cli_figure_command_line (argc, argv, FALSE);
  if (!cli_parse_case (
          argc, argv, entries, "draw the figures as PNG, SVG or PDF",
          "The figure is exactly the size asked for. Files are named "
          "CASE-PANEL.EXT, after the case or the file it comes from; where a figure of another "
          "case has that name, with a number.\n"
          "In the place of CASE a file of results that sweep, sample or merge wrote is "
          "drawn without solving anything, at the row that --width and --temperature "
          "name; one that dynamics wrote at the time that --shown-time names.\n"
          "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but some width, "
          "marked in the figure, did not converge.",
          &images, &name))
    return CLI_USAGE;
  if (arguments.files.format == NULL)
    arguments.files.format = g_strdup ("pdf");
  if (arguments.files.out == NULL)
    arguments.files.out = g_strdup (".");
  status = cli_try_folder (argv[0], "--out", arguments.files.out);
  if (status != CLI_OK)
    return status;
  is_results = name != NULL && ipl_results_is_file (name);
  status = parse_choices (argv[0], &arguments, is_results);
  if (status != CLI_OK)
    return status;
  if (!ipl_text_has_font (&error))
    return cli_fail_error (argv[0], error);
  if (cli_figure_map_is_file (name))
    {
      arguments.files.arrays.results = arguments.files.named = name;
      return cli_figure_map_draw (argv[0], &arguments.files, name);
    }
  if ((drawing->panel->needs & IPL_NEEDS_MAP) != 0)
    return cli_fail (CLI_USAGE, argv[0],
                     "--panel: “%s” is drawn of a map: name a file that interplay-cli map wrote in "
                     "the place of CASE.",
                     drawing->panel->id);
  return draw_named (argv[0], &arguments, &images, name, is_results);
}
