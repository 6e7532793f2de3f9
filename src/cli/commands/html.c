/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures at all widths as one web page. */
#include "cli/commands/commands.h"
#include "cli/options/figure-options.h"
#include "cli/options/style-option.h"
#include "cli/work/figure-own.h"
#include "cli/work/figure-results.h"

#include "core/base/error.h"
#include "core/base/file-save.h"
#include "core/base/shown-text.h"
#include "core/parameters/result-file.h"
#include "figures/kit/text.h"
#include "figures/pages/paper.h"
#include "figures/pages/provenance.h"
#include "figures/panels/panel-table.h"
#include "figures/story/shipped-stories.h"
#include "figures/web/web-file.h"
#include "figures/web/web-story.h"
#include "sweeps/folder-merge.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>

typedef struct
{
  char *out;
  char *panel;
  char *size;
  char *look;
  char *style;
  char *width;
  char *accuracy_lines;
  char *path_scale;
  char *heatmap_scale;
  char *command_line;
  double font_size;
} HtmlArguments;

static void
html_arguments_clear (HtmlArguments *self)
{
  g_free (self->out);
  g_free (self->panel);
  g_free (self->size);
  g_free (self->look);
  g_free (self->style);
  g_free (self->width);
  g_free (self->accuracy_lines);
  g_free (self->path_scale);
  g_free (self->heatmap_scale);
  g_free (self->command_line);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (HtmlArguments, html_arguments_clear)

/* What the words of the arguments mean. */
typedef struct
{
  const IplPanel *panel; /* (nullable): all four, and the kernels */
  IplLook look;
  const IplFigureStyle *style; /* (nullable) */
  guint accuracy_lines;
  guint path_scale;
  guint heatmap_scale;
} Choices;

static void
choices_clear (Choices *self)
{
  g_clear_pointer (&self->style, ipl_figure_style_unref);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Choices, choices_clear)

/* Whether the file can be written, before any work. */
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
parse_choices (const char *command, const HtmlArguments *arguments, Choices *choices)
{
  g_autoptr (GError) error = NULL;
  IplPaper page;
  CliExit status;

  if ((arguments->panel != NULL
       && (status = cli_parse_panel (command, arguments->panel, &choices->panel)) != CLI_OK)
      || (status = cli_parse_look (command, arguments->look, &choices->look)) != CLI_OK
      || (status = cli_parse_style (command, arguments->style, &choices->style)) != CLI_OK
      || (status = cli_parse_choice (command, &ipl_choice_accuracy_lines, arguments->accuracy_lines,
                                     &choices->accuracy_lines))
             != CLI_OK
      || (status = cli_parse_choice (command, &ipl_choice_path_scale, arguments->path_scale,
                                     &choices->path_scale))
             != CLI_OK
      || (status = cli_parse_choice (command, &ipl_choice_heatmap_scale, arguments->heatmap_scale,
                                     &choices->heatmap_scale))
             != CLI_OK)
    return status;
  if (!ipl_paper_init (&page, arguments->size != NULL ? arguments->size : "neurips",
                       choices->panel != NULL ? choices->panel : &ipl_panel_all, NULL,
                       arguments->font_size, 0, &error))
    return cli_fail (CLI_USAGE, command, "--size: %s", error->message);
  return check_output (command, arguments->out);
}

static IplView
make_view (const Choices *choices, const IplSweep *sweep, const IplSolution *current, guint group,
           const GPtrArray *posteriors, const IplParameters *parameters)
{
  return (IplView){
    .the_case = sweep->the_case,
    .sweep = sweep,
    .current = current,
    .gp = sweep->groups[group].lines[0].solution,
    .n_components = parameters->n_components,
    .n_posteriors = posteriors != NULL ? posteriors->len : 0,
    .posteriors = posteriors != NULL ? (const IplPosteriorSummary *const *)posteriors->pdata : NULL,
    .accuracy_lines = choices->accuracy_lines,
    .path_scale = choices->path_scale,
    .heatmap_scale = choices->heatmap_scale,
    .paths_shown = parameters->paths_shown,
    .figure_style = choices->style,
    .pruned = -1,
    .shown_layer = -1,
    .shown_head = -1,
    .shown_token = -1,
  };
}

/* The file is written, and marks what has not converged: the exit code is that of sweep. */
static CliExit
say_doubt (const char *command, const IplSweep *sweep)
{
  for (guint i = 0; i < sweep->n_rows; i++)
    {
      g_autofree char *at = ipl_setting_widths_text (&sweep->rows[i]->setting);

      if (!sweep->rows[i]->converged)
        return cli_fail (CLI_NOT_CONVERGED, command, "N = %s: %s", at, sweep->rows[i]->message);
    }
  return CLI_OK;
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
write_page (const char *command, const HtmlArguments *arguments, const Choices *choices,
            const IplView *view, IplKernel *kernel, const IplParameters *parameters)
{
  g_autoptr (IplWebFileRequest) request = g_new0 (IplWebFileRequest, 1);
  g_autoptr (IplWebFileResult) result = NULL;
  g_autofree char *shown = NULL;

  choose_panels (request, choices->panel, view, kernel != NULL);
  for (guint i = 0; i < request->n_panels; i++)
    if (!ipl_panel_fits (request->panels[i], view))
      return cli_fail (CLI_USAGE, command, "--panel: “%s” does not draw a case of this kind.",
                       request->panels[i]->id);
  request->shown = ipl_held_view_new (view);
  request->kernel = kernel != NULL ? ipl_kernel_ref (kernel) : NULL;
  request->size = g_strdup (arguments->size != NULL ? arguments->size : "neurips");
  request->font_pt = arguments->font_size;
  request->look = choices->look;
  request->title
      = g_strdup (view->own != NULL ? view->own->experiment->title : view->the_case->name);
  request->path = g_strdup (arguments->out);
  request->made = ipl_provenance_new (parameters, arguments->command_line, cli_is_anonymous ());
  result = ipl_run_now (&ipl_run_web_file, request, cli_cancellable (), cli_job_progress, NULL);
  cli_progress_done ();
  if (result->error != NULL)
    return cli_fail_error (command, result->error);
  shown = ipl_path_shown (result->path);
  printf ("%s\n", shown);
  if (view->own != NULL && view->own->trajectory->message != NULL)
    return cli_fail (CLI_NOT_CONVERGED, command, "%s", view->own->trajectory->message);
  return view->own != NULL ? CLI_OK : say_doubt (command, view->sweep);
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
  g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
               "“%s” is none of the widths of the sweep; give one of them, or add it to --widths.",
               width);
  return NULL;
}

/* A file of results, as it is. */
static CliExit
write_results (const char *command, const HtmlArguments *arguments, const Choices *choices,
               const CliSweepArguments *sweep, const char *path)
{
  g_auto (CliFigureResults) file = { .results = NULL };
  const IplPanel *panel = choices->panel != NULL ? choices->panel : &ipl_panel_all;
  IplParameters plain;
  IplView view;
  CliExit status = cli_figure_results_open (&file, command, path, panel, arguments->width,
                                            sweep->temperatures);

  if (status != CLI_OK)
    return status;
  cli_tell_warnings (file.results->sweep->the_case);
  ipl_parameters_init (&plain, "hmc2");
  view = make_view (choices, file.results->sweep, file.results->sweep->rows[file.row],
                    file.results->sweep->group[file.row], file.posteriors, &plain);
  view.best_temperature = file.run.best;
  view.seeds = file.results->seeds;
  return write_page (command, arguments, choices, &view, NULL,
                     file.run.command != NULL ? &file.run.parameters : NULL);
}

/* A file of what happens in time, as it is. */
static CliExit
write_result_file (const char *command, const HtmlArguments *arguments, const Choices *choices,
                   const CliImageArguments *images, const char *path)
{
  g_autofree IplParameters *parameters = g_new0 (IplParameters, 1);
  g_autoptr (IplExperimentResult) own = NULL;
  IplView view = { .heatmap_scale = choices->heatmap_scale,
                   .figure_style = choices->style,
                   .pruned = -1,
                   .shown_layer = -1,
                   .shown_head = -1,
                   .shown_token = -1 };
  CliExit status = cli_result_file_open (command, path, images, parameters, &own);

  if (status != CLI_OK)
    return status;
  ipl_view_set_own (&view, own, parameters->shown_time);
  view.paths_shown = parameters->paths_shown;
  return write_page (command, arguments, choices, &view, NULL, parameters);
}

static CliExit
write_case (const char *command, const HtmlArguments *arguments, const Choices *choices,
            IplCase *the_case, IplRunSettings *run, guint n, const IplSetting *settings,
            guint threads)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, &error);
  g_autoptr (IplSweep) sweep = NULL;
  const IplSolution *shown;
  IplView view;

  if (kernel != NULL)
    sweep = cli_solve (the_case, kernel, n, settings, run->parameters.gp_paths, run->best, threads,
                       &error);
  cli_progress_done ();
  if (sweep == NULL)
    return cli_fail_error (command, error);
  shown = find_shown (arguments->width, sweep, &error);
  if (shown == NULL)
    return cli_fail (CLI_USAGE, command, "--width: %s", error->message);
  view = make_view (choices, sweep, shown, 0, NULL, &run->parameters);
  view.best_temperature = run->best;
  return write_page (command, arguments, choices, &view, kernel, &run->parameters);
}

/* A sweep in a folder: the rows that are there, as merge makes results of them. */
static CliExit
write_folder (const char *command, const HtmlArguments *arguments, const Choices *choices,
              const CliSweepArguments *sweep, const char *path)
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
    status = write_results (command, arguments, choices, sweep, rows);
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
write_story (const char *command, const HtmlArguments *arguments, const Choices *choices,
             const char *name)
{
  g_autoptr (IplWebStoryRequest) request = g_new0 (IplWebStoryRequest, 1);
  g_autoptr (IplWebFileResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *shown = NULL;

  if (choices->panel != NULL || arguments->width != NULL)
    return cli_fail (CLI_USAGE, command,
                     "--%s is for a case; the stops of a story say what they show.",
                     choices->panel != NULL ? "panel" : "width");
  request->story = ipl_story_open (name, &error);
  if (request->story == NULL)
    return cli_fail_error (command, error);
  if (!ipl_paper_init (&request->page, arguments->size != NULL ? arguments->size : "slide",
                       &ipl_panel_all, NULL, arguments->font_size, 0, &error))
    return cli_fail (CLI_USAGE, command, "--size: %s", error->message);
  request->look = choices->look;
  if (choices->style != NULL)
    request->style = ipl_figure_style_ref (choices->style);
  request->path = g_strdup (arguments->out);
  request->made
      = ipl_provenance_new (request->story->settings, arguments->command_line, cli_is_anonymous ());
  result = ipl_run_now (&ipl_run_web_story, request, cli_cancellable (), cli_job_progress, NULL);
  cli_progress_done ();
  if (result->error != NULL)
    return cli_fail_error (command, result->error);
  shown = ipl_path_shown (result->path);
  printf ("%s\n", shown);
  return CLI_OK;
}

/* interplay-cli html CASE|SWEEP|STORY --out FILE.html */
CliExit
cli_html (int argc, char **argv)
{
  g_autofree char *name = NULL, *widths = NULL, *temperature = NULL, *variances = NULL;
  g_autofree char *gp_paths = NULL;
  CliSweepArguments sweep = { .seed = -1 };
  g_auto (HtmlArguments) arguments = { .font_size = 0 };
  g_auto (CliImageArguments) images = { .flags_of = CLI_FLAGS_OF_CASES };
  g_autofree char *panels = cli_list_panels ();
  const GOptionEntry entries[] = {
    CLI_ANONYMOUS_ENTRY,
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &arguments.out, "the file to write, .html",
      "FILE.html" },
    { "panel", 'p', 0, G_OPTION_ARG_STRING, &arguments.panel, panels, "PANEL" },
    { "width", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WIDTH, arguments.width, 0, 0),
      "the width shown first: one of the sweep's (default: the first)", "N" },
    { "size", 0, 0, G_OPTION_ARG_STRING, &arguments.size,
      "neurips, icml, icml2, nature, nature2, slide, WxHin or WxHmm (default: neurips, of a story "
      "slide)",
      "SIZE" },
    { "font-size", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (REAL, arguments.font_size, IPL_PAPER_MIN_FONT, IPL_PAPER_MAX_FONT),
      "text size in points (default: what suits the size)", "PT" },
    { "look", 0, 0, G_OPTION_ARG_STRING, &arguments.look,
      "own, or the paper's colours, marks and names (default: own)", "LOOK" },
    CLI_STYLE_ENTRY (arguments.style),
    { "accuracy-lines", 0, 0, G_OPTION_ARG_STRING, &arguments.accuracy_lines,
      "what U the accuracy is of: full, beside it diagonal or levelled, or all (default: full)",
      "MODE" },
    { "path-scale", 0, 0, G_OPTION_ARG_STRING, &arguments.path_scale,
      "thickness of paths: own scale of the width, or of all widths linear or log (default: own)",
      "MODE" },
    { "heatmap-scale", 0, 0, G_OPTION_ARG_STRING, &arguments.heatmap_scale,
      "colours of U: linear, symlog, or off-diagonal for the range beside it (default: linear)",
      "MODE" },
    { "gp-paths", 0, 0, G_OPTION_ARG_STRING, &gp_paths,
      "GP limits of these paths too: by number, (1,2) or name, by commas; subsets by semicolons",
      "PATHS" },
    { "widths", 'w', 0, CLI_ARG_NUMBER, CLI_WIDTHS (widths),
      "widths, each one number or N_1:..:N_L:N_a, by commas", "LIST" },
    { "temperature", 't', 0, CLI_ARG_NUMBER, CLI_NUMBER (TEXT, temperature, 0, IPL_MAX_TEMPERATURE),
      "temperature (one-shot cases: the best at each width, unless given)", "T" },
    { "variances", 'v', 0, CLI_ARG_NUMBER, CLI_VARIANCES (variances),
      "prior variances s0^2,s_1^2,..,s_L^2,s_a^2", "LIST" },
    CLI_IMAGE_ENTRIES (images),
    { "threads", 'j', 0, CLI_ARG_NUMBER, CLI_THREADS (sweep.threads), "threads", "n" },
    { "seed", 's', 0, CLI_ARG_NUMBER, CLI_SEED (sweep.seed), "seed of a built-in case", "n" },
    { NULL },
  };
  IplParameters parameters;
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (GError) error = NULL;
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autofree IplSetting *settings = NULL;
  g_auto (Choices) choices = { .panel = NULL };
  CliExit status;
  guint n, threads;

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
          &images, &name))
    return CLI_USAGE;
  status = parse_choices (argv[0], &arguments, &choices);
  if (status != CLI_OK)
    return status;
  sweep.widths = widths;
  sweep.temperatures = temperature;
  sweep.variances = variances;
  sweep.gp_paths = gp_paths;
  threads = cli_threads (sweep.threads);
  if (name != NULL && is_story (name))
    return write_story (argv[0], &arguments, &choices, name);
  if (name != NULL && g_file_test (name, G_FILE_TEST_IS_DIR))
    return write_folder (argv[0], &arguments, &choices, &sweep, name);
  if (name != NULL && ipl_result_file_is (name))
    return write_result_file (argv[0], &arguments, &choices, &images, name);
  if (name != NULL && ipl_results_is_file (name))
    return write_results (argv[0], &arguments, &choices, &sweep, name);
  if (!cli_make_case_of (name, &images, sweep.seed, FALSE, threads, &parameters, &the_case, &error))
    return cli_fail_error (argv[0], error);
  cli_tell_warnings (the_case);
  ipl_run_settings_init (&run, "sweep", &parameters);
  if (!cli_make_settings (&sweep, the_case, &run, &settings, &n, &error))
    return cli_fail (CLI_USAGE, argv[0], "%s", error->message);
  return write_case (argv[0], &arguments, &choices, the_case, &run, n, settings, threads);
}
