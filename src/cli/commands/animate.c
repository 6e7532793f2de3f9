/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure while the width goes from one to another, as a file of moving pictures. */
#include "cli/commands/commands.h"
#include "cli/work/figure-files.h"
#include "cli/options/figure-options.h"
#include "cli/options/style-option.h"

#include "core/parameters/result-file.h"
#include "core/base/error.h"
#include "core/base/file-save.h"
#include "core/base/shown-text.h"
#include "figures/animation/width-film.h"
#include "figures/kit/text.h"
#include "figures/output/arranged.h"
#include "figures/pages/paper.h"
#include "figures/pages/provenance.h"
#include "figures/panels/panel-table.h"

#include <stdio.h>

/* Of a screen, not of print: a slide is 1920 pixels wide. */
#define DPI 144.0

typedef struct
{
  char *panel;
  char *from;
  char *to;
  char *size;
  char *theme;
  char *look;
  char *style;
  char *accuracy_lines;
  char *path_scale;
  char *heatmap_scale;
  int paths_shown; /* 0: as many as the parameters say */
  double paths_share;
  char *out;
  char *command_line;
  double font_size;
  double dpi;
  int frames;
  double fps;
  double hold;
  gboolean normalised_kernels;
} AnimateArguments;

static void
animate_arguments_clear (AnimateArguments *self)
{
  g_free (self->panel);
  g_free (self->from);
  g_free (self->to);
  g_free (self->size);
  g_free (self->theme);
  g_free (self->look);
  g_free (self->style);
  g_free (self->accuracy_lines);
  g_free (self->path_scale);
  g_free (self->heatmap_scale);
  g_free (self->out);
  g_free (self->command_line);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AnimateArguments, animate_arguments_clear)

/* What the words of the arguments mean. */
typedef struct
{
  const IplPanel *panel;
  const IplAnimationFormat *format;
  IplTheme theme;
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
check_output (const char *command, const AnimateArguments *arguments, Choices *choices)
{
  g_autofree char *endings = ipl_animation_format_list ();
  g_autofree char *shown = NULL;
  g_autoptr (GError) error = NULL;
  CliExit status;

  if (arguments->out == NULL)
    return cli_fail (CLI_USAGE, command, "--out is missing: the file to write, which ends in %s.",
                     endings);
  choices->format = ipl_animation_format_of (arguments->out);
  shown = ipl_path_shown (arguments->out);
  if (choices->format == NULL)
    return cli_fail (CLI_USAGE, command, "--out: “%s” must end in %s.", shown, endings);
  status = cli_check_animation (command, choices->format, arguments->fps);
  if (status == CLI_OK && !ipl_file_save_try (arguments->out, 0, &error))
    return cli_fail_error (command, error);
  return status;
}

static CliExit
parse_choices (const char *command, const AnimateArguments *arguments, Choices *choices)
{
  g_autoptr (GError) error = NULL;
  IplPaper page;
  CliExit status;

  if ((status = cli_parse_panel (command, arguments->panel, &choices->panel)) != CLI_OK
      || (status = cli_parse_theme (command, arguments->theme, &choices->theme)) != CLI_OK
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
  choices->panel = ipl_panel_arranged (choices->panel, choices->style);
  if (!ipl_width_film_can_show (choices->panel, &error))
    return cli_fail (CLI_USAGE, command, "--panel: %s", error->message);
  if (!ipl_paper_init (&page, arguments->size, choices->panel, NULL, arguments->font_size,
                       arguments->dpi, &error))
    return cli_fail (CLI_USAGE, command, "--size: %s", error->message);
  return check_output (command, arguments, choices);
}

/* A width that is one, all else as @first has it. */
static gboolean
find_width (const char *option, const char *text, const IplCase *the_case, const IplSetting *first,
            IplSetting *setting, GError **error)
{
  *setting = *first;
  setting->gp = FALSE;
  if (!ipl_setting_parse_widths (setting, text, error)
      || !ipl_setting_validate (setting, the_case, error))
    {
      g_prefix_error (error, "%s: ", option);
      return FALSE;
    }
  if (setting->gp)
    g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                 "%s: the GP limit is no width that others lie beside; give a large one, such as "
                 "10000.",
                 option);
  return !setting->gp;
}

static IplWidthFilmRequest *
make_request (const AnimateArguments *arguments, const Choices *choices, const IplView *view,
              IplKernel *kernel, const IplRunSettings *run, guint threads, GError **error)
{
  g_autoptr (IplWidthFilmRequest) request = g_new0 (IplWidthFilmRequest, 1);
  const IplSetting *first = &view->current->setting;
  const IplParameters *parameters = &run->parameters;
  const IplCase *the_case = ipl_case_info_get_case (view->the_case);

  request->panel = choices->panel;
  request->shown = ipl_held_view_new (view);
  request->kernel = ipl_kernel_ref (kernel);
  request->n_frames = (guint)arguments->frames;
  request->fps = arguments->fps;
  request->hold = arguments->hold;
  request->format = choices->format;
  request->path = g_strdup (arguments->out);
  request->threads = threads;
  if (run->best)
    {
      request->n_temperatures = parameters->n_temperatures;
      request->temperatures
          = g_memdup2 (parameters->temperatures, parameters->n_temperatures * sizeof (double));
    }
  if (!find_width ("--from", arguments->from, the_case, first, &request->from, error)
      || !find_width ("--to", arguments->to, the_case, first, &request->to, error)
      || !ipl_paper_init (&request->page, arguments->size, choices->panel, view,
                          arguments->font_size, arguments->dpi, error))
    return NULL;
  ipl_style_init (&request->style, choices->theme, request->page.font_pt);
  request->style.look = choices->look;
  return g_steal_pointer (&request);
}

/* What the file says of where it comes from. */
static void
set_comment (IplWidthFilmRequest *request, const IplRunSettings *run, const char *command_line)
{
  g_autoptr (IplProvenance) made
      = ipl_provenance_new (&run->parameters, command_line, cli_is_anonymous ());

  request->comment = ipl_provenance_text (made);
}

static CliExit
write_film (const char *command, IplWidthFilmRequest *request)
{
  g_autoptr (IplWidthFilmResult) result
      = ipl_run_now (&ipl_run_width_film, request, cli_cancellable (), cli_job_progress, NULL);
  g_autofree char *shown = NULL;

  cli_progress_done ();
  if (result->error != NULL)
    return cli_fail_error (command, result->error);
  shown = ipl_path_shown (result->path);
  printf ("%s\n", shown);
  if (result->doubt != NULL)
    return cli_fail (CLI_NOT_CONVERGED, command, "%s", result->doubt);
  return CLI_OK;
}

/* The sweep whose curve the accuracy panel draws, and the film over it. */
static CliExit
animate (const char *command, const AnimateArguments *arguments, const Choices *choices,
         IplCase *the_case, IplRunSettings *run, guint n, const IplSetting *settings, guint threads)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, &error);
  g_autoptr (IplWidthFilmRequest) request = NULL;
  g_autoptr (IplSweep) sweep = NULL;
  IplView view = { .the_case = &the_case->info,
                   .best_temperature = run->best,
                   .n_components = run->parameters.n_components,
                   .accuracy_lines = choices->accuracy_lines,
                   .path_scale = choices->path_scale,
                   .heatmap_scale = choices->heatmap_scale,
                   .paths_shown = arguments->paths_shown > 0 ? (guint)arguments->paths_shown
                                                             : run->parameters.paths_shown,
                   .paths_share = arguments->paths_share,
                   .normalised_kernels = arguments->normalised_kernels,
                   .figure_style = choices->style,
                   .pruned = -1,
                   .shown_layer = -1,
                   .shown_head = -1,
                   .shown_token = -1 };

  if (kernel != NULL)
    sweep = cli_solve (the_case, kernel, n, settings, run->parameters.gp_paths, run->best, threads,
                       &error);
  if (sweep == NULL)
    return cli_fail_error (command, error);
  view.sweep = sweep;
  view.current = sweep->rows[0];
  view.gp = sweep->groups[0].lines[0].solution;
  request = make_request (arguments, choices, &view, kernel, run, threads, &error);
  if (request == NULL)
    {
      cli_progress_done ();
      return cli_fail (CLI_USAGE, command, "%s", error->message);
    }
  set_comment (request, run, arguments->command_line);
  return write_film (command, request);
}

/* interplay-cli animate CASE --panel .. --from 500 --to 10 --out FILE.gif */
CliExit
cli_animate (int argc, char **argv)
{
  g_autofree char *name = NULL, *widths = NULL, *temperature = NULL, *variances = NULL;
  g_autofree char *gp_paths = NULL;
  CliSweepArguments sweep_arguments = { .seed = -1 };
  g_auto (AnimateArguments) arguments = { .frames = 60, .fps = 20, .hold = 1, .dpi = DPI };
  g_auto (CliImageArguments) images = { .flags_of = CLI_FLAGS_OF_CASES };
  g_autofree char *panels = cli_list_panels ();
  const GOptionEntry entries[] = {
    { "panel", 'p', 0, G_OPTION_ARG_STRING, &arguments.panel, panels, "PANEL" },
    { "from", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WIDTH, arguments.from, 0, 0),
      "the first width: one number or N_1:..:N_L:N_a (default: 500)", "N" },
    { "to", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WIDTH, arguments.to, 0, 0),
      "the last width (default: 10)", "N" },
    { "frames", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (WHOLE, arguments.frames, IPL_WIDTH_FILM_MIN_FRAMES, IPL_WIDTH_FILM_MAX_FRAMES),
      "frames, each narrower or wider than the last by one factor (default: 60)", "n" },
    { "fps", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (REAL, arguments.fps, 0.1, 60),
      "frames a second (default: 20)", "n" },
    { "hold", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (REAL, arguments.hold, 0, 60),
      "seconds for which the first and the last frame stand still (default: 1)", "s" },
    CLI_ANONYMOUS_ENTRY,
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &arguments.out,
      "the file to write: .gif, .webp, or, with ffmpeg installed, .mp4 or .webm", "FILE" },
    { "size", 0, 0, G_OPTION_ARG_STRING, &arguments.size,
      "neurips, icml, icml2, nature, nature2, slide, WxHin or WxHmm (default: neurips)", "SIZE" },
    { "font-size", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (REAL, arguments.font_size, IPL_PAPER_MIN_FONT, IPL_PAPER_MAX_FONT),
      "text size in points (default: what suits the size)", "PT" },
    { "dpi", 0, 0, CLI_ARG_NUMBER,
      CLI_NUMBER (REAL, arguments.dpi, IPL_PAPER_MIN_DPI, IPL_PAPER_MAX_DPI),
      "dots per inch (default: 144)", "n" },
    CLI_LOOK_ENTRIES (arguments.theme, arguments.look),
    CLI_STYLE_ENTRY (arguments.style),
    { "accuracy-lines", 0, 0, G_OPTION_ARG_STRING, &arguments.accuracy_lines,
      "what U the accuracy is of: full, beside it diagonal or levelled, or all (default: full)",
      "MODE" },
    { "path-scale", 0, 0, G_OPTION_ARG_STRING, &arguments.path_scale,
      "thickness of paths: one scale for all frames, linear or log (default: linear)", "MODE" },
    { "heatmap-scale", 0, 0, G_OPTION_ARG_STRING, &arguments.heatmap_scale,
      "colours of U: linear, symlog, or off-diagonal for the range beside it (default: linear)",
      "MODE" },
    { "paths-shown", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (WHOLE, arguments.paths_shown, 1, 100000),
      "of more paths than this only those of the largest U_pp are shown (default: 64)", "n" },
    { "paths-share", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (REAL, arguments.paths_share, 0, 1),
      "no paths whose U_pp is a smaller share of the largest (default: 0)", "SHARE" },
    { "normalised-kernels", 0, 0, G_OPTION_ARG_NONE, &arguments.normalised_kernels,
      "kernels divided by their mean diagonals", NULL },
    { "gp-paths", 0, 0, G_OPTION_ARG_STRING, &gp_paths,
      "GP limits of these paths too: by number, (1,2) or name, by commas; subsets by semicolons",
      "PATHS" },
    { "widths", 'w', 0, CLI_ARG_NUMBER, CLI_WIDTHS (widths),
      "widths of the sweep that is drawn, by commas", "LIST" },
    { "temperature", 't', 0, CLI_ARG_NUMBER, CLI_NUMBER (TEXT, temperature, 0, IPL_MAX_TEMPERATURE),
      "temperature (one-shot cases: the best at each width, unless given)", "T" },
    { "variances", 'v', 0, CLI_ARG_NUMBER, CLI_VARIANCES (variances),
      "prior variances s0^2,s_1^2,..,s_L^2,s_a^2", "LIST" },
    CLI_IMAGE_ENTRIES (images),
    { "threads", 'j', 0, CLI_ARG_NUMBER, CLI_THREADS (sweep_arguments.threads), "threads", "n" },
    { "seed", 's', 0, CLI_ARG_NUMBER, CLI_SEED (sweep_arguments.seed), "seed of a built-in case",
      "n" },
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
          argc, argv, entries, "draw a figure while the width changes, as a GIF, WebP or video",
          "Widths change by one factor from frame to frame; thickness, colours and axes "
          "are on one scale for all of them.\n"
          "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but some width did "
          "not converge.",
          &images, &name))
    return CLI_USAGE;
  if (arguments.size == NULL)
    arguments.size = g_strdup ("neurips");
  if (arguments.from == NULL)
    arguments.from = g_strdup ("500");
  if (arguments.to == NULL)
    arguments.to = g_strdup ("10");
  status = parse_choices (argv[0], &arguments, &choices);
  if (status != CLI_OK)
    return status;
  if (!ipl_text_has_font (&error))
    return cli_fail_error (argv[0], error);
  if (name != NULL && ipl_result_file_is (name))
    return cli_fail (
        CLI_USAGE, argv[0],
        "“%s” holds what happens in time, and animations go through widths: draw it at "
        "one time after the other with figure --shown-time.",
        name);
  sweep_arguments.widths = widths;
  sweep_arguments.temperatures = temperature;
  sweep_arguments.variances = variances;
  sweep_arguments.gp_paths = gp_paths;
  threads = cli_threads (sweep_arguments.threads);
  if (!cli_make_case_of (name, &images, sweep_arguments.seed, FALSE, threads, &parameters,
                         &the_case, &error))
    return cli_fail_error (argv[0], error);
  cli_tell_warnings (the_case);
  ipl_run_settings_init (&run, "sweep", &parameters);
  if (!cli_make_settings (&sweep_arguments, the_case, &run, &settings, &n, &error))
    return cli_fail (CLI_USAGE, argv[0], "%s", error->message);
  return animate (argv[0], &arguments, &choices, the_case, &run, n, settings, threads);
}
