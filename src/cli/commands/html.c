/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures at all widths as one web page. */
#include "cli/commands/commands.h"
#include "cli/work/figure-map.h"
#include "cli/work/figure-results.h"

#include "core/base/error.h"
#include "core/base/file-save.h"
#include "core/base/shown-text.h"
#include "core/parameters/result-file.h"
#include "figures/kit/text.h"
#include "figures/pages/paper.h"
#include "figures/pages/provenance.h"
#include "figures/panels/panel-table.h"
#include "figures/story/story-json.h"
#include "figures/web/web-file.h"
#include "sweeps/folder-merge.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

typedef struct
{
  CliDrawing drawing;
  CliSweepArguments sweep;
  CliImageArguments images;
  char *out;
  char *width;
  char *command_line;
} HtmlArguments;

static void
html_arguments_clear (HtmlArguments *self)
{
  cli_drawing_clear (&self->drawing);
  cli_sweep_arguments_clear (&self->sweep);
  cli_image_arguments_clear (&self->images);
  g_free (self->out);
  g_free (self->width);
  g_free (self->command_line);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HtmlArguments, html_arguments_clear)

/* TRUE if the file can be written, before any work. */
static CliExit
check_output (const char *command, const char *out)
{
  g_autofree char *shown = NULL;
  g_autoptr (GError) error = NULL;

  if (out == NULL)
    return cli_fail (CLI_USAGE, command,
                     "--out is missing: the file to write, which ends in .html.");
  shown = ipl_path_shown (out);
  if (!g_str_has_suffix (out, ".html"))
    return cli_fail (CLI_USAGE, command, "--out: “%s” must end in .html.", shown);
  if (!ipl_file_save_try (out, 0, &error))
    return cli_fail_error (command, error);
  return CLI_OK;
}

static CliExit
check_arguments (const char *command, HtmlArguments *arguments)
{
  CliDrawing *drawing = &arguments->drawing;
  CliExit status = cli_drawing_parse (drawing, command);
  IplPaper page;

  if (status == CLI_OK)
    status = cli_drawing_make_page (drawing, command, drawing->panel, NULL, &page);
  return status == CLI_OK ? check_output (command, arguments->out) : status;
}

/* The panel asked for; else of a case the four panels and the kernels, of what an experiment
 * computes itself the first of its own panels, or of those that fit. */
static void
choose_panels (IplWebFileRequest *request, const IplPanel *asked, const IplView *view,
               gboolean has_kernel)
{
  const char *own = view->own != NULL ? view->own->experiment->id : NULL;

  if (asked != NULL)
    request->panels[request->n_panels++] = asked;
  else if (own == NULL)
    {
      request->panels[request->n_panels++] = &ipl_panel_all;
      if (has_kernel)
        request->panels[request->n_panels++] = &ipl_panel_kernels;
    }
  for (guint pass = 0; pass < 2 && request->n_panels == 0; pass++)
    for (const IplPanel *const *at = ipl_panels (NULL); *at != NULL; at++)
      if (request->n_panels < IPL_WEB_MOST_FIGURES && ipl_panel_fits (*at, view)
          && (pass == 1 || g_strcmp0 ((*at)->experiment, own) == 0))
        request->panels[request->n_panels++] = *at;
}

static CliExit
write_page (const char *command, const HtmlArguments *arguments, const IplView *view,
            IplKernel *kernel, const IplParameters *parameters)
{
  g_autoptr (IplWebFileRequest) request = g_new0 (IplWebFileRequest, 1);
  g_autoptr (IplFileResult) result = NULL;
  CliExit status;

  if (ipl_view_get_map (view) != NULL && arguments->drawing.panel_id == NULL)
    {
      request->panels[request->n_panels++] = &ipl_panel_map;
      request->panels[request->n_panels++] = &ipl_panel_map_curve;
    }
  else
    choose_panels (request, arguments->drawing.panel_id != NULL ? arguments->drawing.panel : NULL,
                   view, kernel != NULL);
  for (guint i = 0; i < request->n_panels; i++)
    if (!ipl_panel_fits (request->panels[i], view))
      return cli_fail (CLI_USAGE, command, "--panel: “%s” does not draw a case of this kind.",
                       request->panels[i]->id);
  request->shown = ipl_view_share (view);
  request->kernel = kernel != NULL ? ipl_kernel_ref (kernel) : NULL;
  request->size = g_strdup (arguments->drawing.size != NULL ? arguments->drawing.size : "neurips");
  request->font_pt = arguments->drawing.font_size;
  request->look = arguments->drawing.look;
  request->title
      = g_strdup (view->own != NULL ? view->own->experiment->title : view->the_case->name);
  request->path = g_strdup (arguments->out);
  request->made = ipl_provenance_new (parameters, arguments->command_line, cli_is_anonymous ());
  result = ipl_run_now (&ipl_run_web_file, request, cli_cancellable (), cli_job_progress, NULL);
  status = cli_tell_files (command, result);
  if (status != CLI_OK)
    return status;
  if (view->own != NULL && view->own->trajectory->message != NULL)
    return cli_fail (CLI_NOT_CONVERGED, command, "%s", view->own->trajectory->message);
  return view->own != NULL || view->sweep == NULL ? CLI_OK
                                                  : cli_tell_doubt (command, view->sweep, NULL);
}

/* The width asked for; else the first of the sweep. */
static const IplSolution *
find_shown (const char *width, const IplSweep *sweep, GError **error)
{
  IplSetting setting = sweep->rows[0]->setting;

  if (width == NULL)
    return sweep->rows[0];
  if (!ipl_setting_parse_widths (&setting, width, error))
    return NULL;
  for (guint i = 0; i < sweep->n_rows; i++)
    if (ipl_setting_same_widths (&sweep->rows[i]->setting, &setting))
      return sweep->rows[i];
  return ipl_fail_null (
      error, IPL_ERROR_VALUE,
      "“%s” is none of the widths of the sweep; give one of them, or add it to --widths.", width);
}

/* A file of results, as it is. */
static CliExit
write_results (const char *command, const HtmlArguments *arguments, const char *path)
{
  g_auto (CliFigureResults) file = { .results = NULL };
  const IplPanel *panel = arguments->drawing.panel;
  IplParameters plain;
  IplView view;
  CliExit status = cli_figure_results_open (&file, command, path, panel, arguments->width,
                                            arguments->sweep.temperatures);

  if (status != CLI_OK)
    return status;
  cli_tell_warnings (file.results->sweep->the_case);
  ipl_parameters_init (&plain, "hmc2");
  view = cli_sweep_view (&arguments->drawing, &plain, file.results->sweep,
                         file.results->sweep->rows[file.row], file.results->posteriors);
  view.best_temperature = file.run.best;
  ipl_view_lend (&view, &ipl_quantity_seeds, file.results->seeds);
  return write_page (command, arguments, &view, NULL,
                     file.run.command != NULL ? &file.run.parameters : NULL);
}

/* A map, as it is. */
static CliExit
write_map (const char *command, HtmlArguments *arguments, const char *path)
{
  g_auto (CliFigureMap) map = { NULL };
  CliExit status = cli_figure_map_open (&map, command, path, &arguments->drawing);

  return status == CLI_OK
             ? write_page (command, arguments, &map.view, NULL, &map.map->run.parameters)
             : status;
}

/* A file of what happens in time, as it is. */
static CliExit
write_result_file (const char *command, const HtmlArguments *arguments, const char *path)
{
  g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);
  g_autoptr (IplExperimentResult) own = NULL;
  IplView view;
  CliExit status = cli_result_file_open (command, path, &arguments->images, parameters, &own);

  if (status != CLI_OK)
    return status;
  view = cli_drawing_view (&arguments->drawing, parameters);
  ipl_view_set_own (&view, own, parameters->shown_time);
  return write_page (command, arguments, &view, NULL, parameters);
}

static CliExit
write_case (const CliWork *work, const HtmlArguments *arguments)
{
  const char *command = work->command;
  const IplRunSettings *run = &work->run;
  g_autoptr (GError) error = NULL;
  g_autoptr (IplKernel) kernel = ipl_kernel_new (work->the_case, &error);
  g_autoptr (IplSweep) sweep = NULL;
  const IplSolution *shown;
  IplView view;

  if (kernel != NULL)
    sweep = cli_solve (work->the_case, kernel, work->n, work->settings, run->parameters.gp_paths,
                       run->best, work->threads, &error);
  cli_progress_done ();
  if (sweep == NULL)
    return cli_fail_error (command, error);
  shown = find_shown (arguments->width, sweep, &error);
  if (shown == NULL)
    return cli_fail (CLI_USAGE, command, "--width: %s", error->message);
  view = cli_sweep_view (&arguments->drawing, &run->parameters, sweep, shown, NULL);
  view.best_temperature = run->best;
  return write_page (command, arguments, &view, kernel, &run->parameters);
}

/* A sweep in a folder: the rows that are there, as merge makes results of them. */
static CliExit
write_folder (const char *command, const HtmlArguments *arguments, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplSweepFolder) folder = ipl_sweep_folder_open (path, &error);
  g_auto (IplMergeReport) report = { NULL };
  g_autofree char *between = NULL, *rows = NULL;
  CliExit status;

  if (folder == NULL)
    return cli_fail_error (command, error);
  between = g_dir_make_tmp ("interplay-html-XXXXXX", &error);
  if (between == NULL)
    return cli_fail_error (command, error);
  rows = g_build_filename (between, "rows.npz", NULL);
  if (ipl_sweep_folder_merge (folder, rows, cli_cancellable (), &report, &error))
    status = write_results (command, arguments, rows);
  else
    status = cli_fail_error (command, error);
  g_remove (rows);
  g_rmdir (between);
  if (status == CLI_OK && report.done < folder->plan->n_rows)
    return cli_fail (CLI_FAILED, command,
                     "The page has the rows that are there; %u of %u are not: run computes them.",
                     folder->plan->n_rows - report.done, folder->plan->n_rows);
  return status;
}

static gboolean
is_story (const char *name)
{
  guint n;
  const IplShippedStory *shipped = ipl_shipped_stories (&n);

  for (guint i = 0; i < n; i++)
    if (strcmp (name, shipped[i].id) == 0)
      return TRUE;
  return g_str_has_suffix (name, ".json");
}

/* A story, one stop after the other. */
static CliExit
write_story (const char *command, const HtmlArguments *arguments, const char *name)
{
  g_autoptr (IplStoryFileRequest) request = g_new0 (IplStoryFileRequest, 1);
  g_autoptr (IplFileResult) result = NULL;
  g_autoptr (GError) error = NULL;

  if (arguments->drawing.panel_id != NULL || arguments->width != NULL)
    return cli_fail (CLI_USAGE, command,
                     "--%s is for a case; the stops of a story say what they show.",
                     arguments->drawing.panel_id != NULL ? "panel" : "width");
  request->story = ipl_story_open (name, &error);
  if (request->story == NULL)
    return cli_fail_error (command, error);
  if (!ipl_paper_init (&request->page,
                       arguments->drawing.size != NULL ? arguments->drawing.size : "slide",
                       &ipl_panel_all, NULL, arguments->drawing.font_size, 0, &error))
    return cli_fail (CLI_USAGE, command, "--size: %s", error->message);
  request->look = arguments->drawing.look;
  if (arguments->drawing.style != NULL)
    request->style = ipl_figure_style_ref (arguments->drawing.style);
  request->path = g_strdup (arguments->out);
  request->made
      = ipl_provenance_new (request->story->settings, arguments->command_line, cli_is_anonymous ());
  result = ipl_run_now (&ipl_run_web_story, request, cli_cancellable (), cli_job_progress, NULL);
  return cli_tell_files (command, result);
}

/* interplay-cli html CASE|SWEEP|STORY --out FILE.html */
CliExit
cli_html (int argc, char **argv)
{
  g_autofree char *name = NULL;
  g_auto (HtmlArguments) arguments
      = { .sweep = { .seed = -1 }, .images = { .flags_of = CLI_FLAGS_OF_CASES } };
  g_autofree char *panels = cli_list_panels ();
  const GOptionEntry entries[] = {
    CLI_ANONYMOUS_ENTRY,
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &arguments.out, "the file to write, .html",
      "FILE.html" },
    CLI_PANEL_ENTRY (arguments.drawing, panels),
    { "width", 0, 0, CLI_ARG_NUMBER, CLI_WIDTH (arguments.width),
      "the width shown first: one of the sweep's (default: the first)", "N" },
    CLI_SIZE_ENTRIES (arguments.drawing),
    CLI_LOOK_ENTRIES (arguments.drawing),
    CLI_SCALE_ENTRIES (arguments.drawing),
    CLI_MAP_ENTRIES (arguments.drawing),
    CLI_GP_PATHS_ENTRY (arguments.sweep),
    CLI_WIDTHS_ENTRY (arguments.sweep),
    CLI_PRIOR_ENTRIES (arguments.sweep),
    CLI_IMAGE_ENTRIES (arguments.images),
    CLI_THREADS_ENTRY (arguments.sweep),
    CLI_SEED_ENTRY (arguments.sweep),
    { NULL },
  };
  g_auto (CliWork) work = { .command = argv[0] };
  CliExit status;

  arguments.command_line = cli_figure_command_line (argc, argv, TRUE);
  if (!cli_parse_case (
          argc, argv, entries, "write the figures as one web page",
          "The page is one file that needs neither a server nor a network: the four "
          "panels and the kernels at every width of the sweep, linked as in the "
          "window.\n"
          "In the place of CASE a file of results that sweep, sample, merge or dynamics wrote, or "
          "the folder of a sweep that plan made, is shown without solving anything; a "
          "story, such as paper, or a file of one, is shown one stop after the "
          "other.\n"
          "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but some width, "
          "marked in the figures, did not converge.",
          &arguments.images, &name))
    return CLI_USAGE;
  status = check_arguments (argv[0], &arguments);
  if (status != CLI_OK)
    return status;
  if (name != NULL && is_story (name))
    return write_story (argv[0], &arguments, name);
  if (name != NULL && g_file_test (name, G_FILE_TEST_IS_DIR))
    return write_folder (argv[0], &arguments, name);
  if (cli_figure_map_is_file (name))
    return write_map (argv[0], &arguments, name);
  if (name != NULL && ipl_result_file_is (name))
    return write_result_file (argv[0], &arguments, name);
  if (name != NULL && ipl_results_is_file (name))
    return write_results (argv[0], &arguments, name);
  status = cli_work_begin (&work, "sweep", name, &arguments.images, &arguments.sweep,
                           arguments.sweep.seed, 0);
  if (status != CLI_OK)
    return status;
  cli_tell_warnings (work.the_case);
  return write_case (&work, &arguments);
}
