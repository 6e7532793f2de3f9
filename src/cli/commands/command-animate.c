/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command animate: an animation of a figure over widths, or along an axis of a map. */
#include "cli/commands/commands.h"
#include "cli/work/figure-input.h"

#include "core/parameters/experiment-result-file.h"
#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "figures/animation/figure-film.h"
#include "figures/kit/text.h"
#include <string.h>

#define CELLS_PER_SECOND 4.0

typedef struct
{
  CliArguments all;
  char *from;
  char *to;
  int frames;
  char *along;                      /* (nullable): axis of a map */
  const IplAnimationFormat *format; /* format of the output file */
} AnimateArguments;

/* Refuses the options of the other kind of animation. */
static CliExit
check_kind (const AnimateArguments *self, gboolean is_map)
{
  const CliArguments *all = &self->all;
  g_autofree char *other = cli_find_first_option (all, is_map ? "from,to,frames" : "along");
  g_autoptr (GError) error = NULL;

  if (other != NULL)
    return cli_fail (
        CLI_USAGE,
        is_map ? "--%s: an animation of a map has a frame for each value of the axis --along."
               : "--%s is for a map: give a file from interplay-cli map as CASE.",
        other);
  if (!is_map && !ipl_width_film_can_show (all->drawing.panel, &error))
    return cli_fail (CLI_USAGE, "--panel: %s", error->message);
  return CLI_OK;
}

/* Checks that need no case. */
static CliExit
check_arguments (AnimateArguments *self, gboolean is_map)
{
  CliArguments *all = &self->all;
  g_autofree char *endings = ipl_animation_format_list ();
  CliExit status = cli_drawing_check (&all->drawing);

  if (status == CLI_OK)
    status = check_kind (self, is_map);
  if (status != CLI_OK)
    return status;
  self->format = all->out != NULL ? ipl_animation_format_of (all->out) : NULL;
  status = cli_check_out (all, endings, self->format != NULL);
  if (status == CLI_OK)
    status = cli_check_animation (self->format, all->drawing.fps);
  return status == CLI_OK ? cli_try_output ("--out", all->out, 0, "") : status;
}

/* Parses a width; the other parameters are those of @first. */
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
                 "%s: an animation cannot reach the GP limit; give a large width, such as 10000.",
                 option);
  return !setting->gp;
}

static IplFigureFilm *
make_request (const AnimateArguments *self, const CliFigureInput *subject, GError **error)
{
  g_autoptr (IplFigureFilm) request = g_new0 (IplFigureFilm, 1);
  const CliDrawing *drawing = &self->all.drawing;
  const IplParameters *parameters = &subject->work.run.parameters;
  const IplView *view = &subject->view;
  const IplSetting *first = &view->current->setting;
  const IplCase *the_case = subject->work.the_case;

  request->panel = drawing->panel;
  request->shown = ipl_view_share (view);
  request->kernel = ipl_kernel_ref (subject->solved->kernel);
  request->n_frames = (guint)self->frames;
  request->fps = drawing->fps;
  request->hold = drawing->hold;
  request->format = self->format;
  request->path = g_strdup (self->all.out);
  request->threads = self->all.threads;
  if (subject->work.run.best)
    {
      request->n_temperatures = parameters->n_temperatures;
      request->temperatures
          = g_memdup2 (parameters->temperatures, parameters->n_temperatures * sizeof (double));
    }
  if (!find_width ("--from", self->from, the_case, first, &request->from, error)
      || !find_width ("--to", self->to, the_case, first, &request->to, error)
      || !ipl_paper_init (&request->page, drawing->size, drawing->panel, view, drawing->font_size,
                          drawing->dpi, error))
    return NULL;
  ipl_style_init (&request->style, drawing->theme, request->page.font_pt);
  request->style.look = drawing->look;
  return g_steal_pointer (&request);
}

/* @along_y: (out): TRUE for the second axis, which is the default */
static gboolean
find_along (const AnimateArguments *self, const IplMap *map, gboolean *along_y, GError **error)
{
  g_autofree char *x = ipl_sweep_axis_get_sign (&map->run.x);
  g_autofree char *y = ipl_sweep_axis_get_sign (&map->run.y);
  g_autofree char *shown = NULL;
  gboolean has_y = map->run.y.n > 0;
  gboolean is_x = self->along != NULL ? strcmp (self->along, x) == 0 : !has_y;

  *along_y = !is_x;
  if (is_x || (has_y && (self->along == NULL || strcmp (self->along, y) == 0)))
    return TRUE;
  shown = ipl_text_shown (self->along);
  return ipl_fail (error, IPL_ERROR_VALUE,
                   "--along: “%s” is not an axis of this map, which has %s%s%s.", shown, x,
                   has_y ? " and " : "", has_y ? y : "");
}

/* interplay-cli animate map.npz --panel map-curve --along T --out FILE.gif */
static CliExit
animate_map (AnimateArguments *self)
{
  const CliArguments *all = &self->all;
  const CliDrawing *drawing = &all->drawing;
  const CliFigureOptions wants = CLI_FIGURE_OPTIONS_INIT;
  g_auto (CliFigureInput) subject = { .name = NULL };
  g_autoptr (IplFigureFilm) request = g_new0 (IplFigureFilm, 1);
  g_autoptr (IplFileResult) result = NULL;
  g_autoptr (IplProvenance) provenance = NULL;
  g_autoptr (GError) error = NULL;
  CliExit status
      = cli_figure_input_open (&subject, all, &wants, all->name, &all->images, all->sweep.seed);

  if (status != CLI_OK)
    return status;
  cli_figure_input_panels (&subject, &request->panel, 1);
  if (!find_along (self, subject.map, &request->along_y, &error)
      || !ipl_paper_init (&request->page, drawing->size, request->panel, &subject.view,
                          drawing->font_size, drawing->dpi, &error))
    return cli_fail (CLI_USAGE, "%s", error->message);
  provenance = cli_provenance (all, cli_figure_input_parameters (&subject), TRUE);
  request->shown = ipl_view_share (&subject.view);
  request->fps = cli_get_option (all, "fps") != NULL ? drawing->fps : CELLS_PER_SECOND;
  request->hold = drawing->hold;
  request->format = self->format;
  request->path = g_strdup (all->out);
  request->comment = ipl_provenance_text (provenance);
  ipl_style_init (&request->style, drawing->theme, request->page.font_pt);
  request->style.look = drawing->look;
  result = ipl_run_now (&ipl_run_figure_film, request, cli_cancellable (), cli_job_progress, NULL);
  return cli_report_files (result);
}

/* interplay-cli animate CASE --panel .. --from 500 --to 10 --out FILE.gif */
static CliExit
animate (CliArguments *arguments)
{
  AnimateArguments *self = (AnimateArguments *)arguments;
  const char *name = arguments->name;
  CliFigureOptions wants = CLI_FIGURE_OPTIONS_INIT;
  g_auto (CliFigureInput) subject = { .name = NULL };
  g_autoptr (IplFigureFilm) request = NULL;
  g_autoptr (IplFileResult) result = NULL;
  g_autoptr (IplProvenance) provenance = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_map = cli_figure_input_is_map (name);
  CliExit status = check_arguments (self, is_map);

  if (status != CLI_OK)
    return status;
  if (!ipl_text_has_font (&error))
    return cli_fail_error (error);
  if (is_map)
    return animate_map (self);
  if (name != NULL && ipl_result_file_is (name))
    return cli_fail (CLI_USAGE,
                     "“%s” is an experiment in time, and animations are over widths: draw single "
                     "times with figure --shown-time.",
                     name);
  /* The sweep gives the curve of the accuracy panel, and the frames. */
  wants.solves = TRUE;
  status = cli_figure_input_open (&subject, arguments, &wants, name, &arguments->images,
                                  arguments->sweep.seed);
  if (status != CLI_OK)
    return status;
  request = make_request (self, &subject, &error);
  if (request == NULL)
    return cli_fail (CLI_USAGE, "%s", error->message);
  provenance = cli_provenance (arguments, cli_figure_input_parameters (&subject), TRUE);
  request->comment = ipl_provenance_text (provenance);
  cli_progress_share (1);
  result = ipl_run_now (&ipl_run_figure_film, request, cli_cancellable (), cli_job_progress, NULL);
  return cli_report_files (result);
}

static const CliEntry entries[] = {
  CLI_ENTRIES (cli_panel_entry),
  { "from", 0, CLI_ONE, offsetof (AnimateArguments, from),
    "the first width: one number or N_1:..:N_L:N_a (default: 500)", "N", IPL_AXIS_WIDTHS,
    .otherwise = "500" },
  { "to", 0, CLI_ONE, offsetof (AnimateArguments, to), "the last width (default: 10)", "N",
    IPL_AXIS_WIDTHS, .otherwise = "10" },
  { "frames", 0, CLI_INTEGER, offsetof (AnimateArguments, frames),
    "number of frames; the width changes by a constant factor", "n", IPL_WIDTH_FILM_MIN_FRAMES,
    IPL_WIDTH_FILM_MAX_FRAMES, 60 },
  { "along", 0, CLI_TEXT, offsetof (AnimateArguments, along),
    "of a map: the axis along which the cursor moves (default: the second)", "NAME" },
  CLI_ENTRIES (cli_fps_entry),
  { "hold", 0, CLI_REAL, CLI_AT (drawing.hold),
    "seconds for which the first and the last frame are shown", "s", 0, 60, 1 },
  CLI_ENTRIES (cli_anonymous_entry),
  { "out", 'o', CLI_OUTPUT, CLI_AT (out),
    "the file to write: .gif, .webp, .mp4 or .webm; videos need ffmpeg", "FILE" },
  CLI_ENTRIES (cli_size_entries),
  CLI_ENTRIES (cli_screen_dpi_entry),
  CLI_ENTRIES (cli_theme_entry),
  CLI_ENTRIES (cli_look_entries),
  CLI_ENTRIES (cli_scale_entries),
  CLI_ENTRIES (cli_map_entries),
  CLI_GROUP ("solving", cli_solved_entries),
  { NULL },
};

const CliCommand cli_command_animate
    = { .name = "animate",
        .summary = "draw a figure while the width changes, as a GIF, WebP or video",
        .argument = "CASE",
        .missing = CLI_CASE_MISSING,
        .text = "Widths change by a constant factor between frames; thickness, colours and axes "
                "have one scale for all frames.\n"
                "CASE may be a file from map: the panels map and map-curve with the cursor moving "
                "along an axis, four values a second unless --fps is given.\n"
                "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but some width did not "
                "converge.",
        .examples = "interplay-cli animate mine.npz --panel u --frames 10 --out widths.gif",
        .entries = entries,
        .size = sizeof (AnimateArguments),
        .has_parameters = TRUE,
        .run = animate };
