/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure while the width goes from one to another, as a file of moving pictures. */
#include "cli/commands/commands.h"
#include "cli/work/figure-files.h"

#include "core/parameters/result-file.h"
#include "core/base/error.h"
#include "core/base/file-save.h"
#include "core/base/shown-text.h"
#include "figures/animation/width-film.h"
#include "figures/kit/text.h"
#include "figures/pages/paper.h"
#include "figures/pages/provenance.h"
#include "figures/panels/panel-table.h"

/* Of a screen, not of print: a slide is 1920 pixels wide. */
#define DPI 144.0

typedef struct
{
  CliDrawing drawing;
  CliSweepArguments sweep;
  CliImageArguments images;
  char *from;
  char *to;
  char *out;
  char *command_line;
  int frames;
  double fps;
  double hold;
  const IplAnimationFormat *format; /* of @out */
} AnimateArguments;

static void
animate_arguments_clear (AnimateArguments *self)
{
  cli_drawing_clear (&self->drawing);
  cli_sweep_arguments_clear (&self->sweep);
  cli_image_arguments_clear (&self->images);
  g_free (self->from);
  g_free (self->to);
  g_free (self->out);
  g_free (self->command_line);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (AnimateArguments, animate_arguments_clear)

/* TRUE if the file can be written, before any work. */
static CliExit
check_output (const char *command, AnimateArguments *arguments)
{
  g_autofree char *endings = ipl_animation_format_list ();
  g_autofree char *shown = NULL;
  g_autoptr (GError) error = NULL;
  CliExit status;

  if (arguments->out == NULL)
    return cli_fail (CLI_USAGE, command, "--out is missing: the file to write, which ends in %s.",
                     endings);
  arguments->format = ipl_animation_format_of (arguments->out);
  shown = ipl_path_shown (arguments->out);
  if (arguments->format == NULL)
    return cli_fail (CLI_USAGE, command, "--out: “%s” must end in %s.", shown, endings);
  status = cli_check_animation (command, arguments->format, arguments->fps);
  if (status == CLI_OK && !ipl_file_save_try (arguments->out, 0, &error))
    return cli_fail_error (command, error);
  return status;
}

static CliExit
check_arguments (const char *command, AnimateArguments *arguments)
{
  CliDrawing *drawing = &arguments->drawing;
  g_autoptr (GError) error = NULL;
  IplPaper page;
  CliExit status = cli_drawing_parse (drawing, command);

  if (status != CLI_OK)
    return status;
  if (!ipl_width_film_can_show (drawing->panel, &error))
    return cli_fail (CLI_USAGE, command, "--panel: %s", error->message);
  status = cli_drawing_make_page (drawing, command, drawing->panel, NULL, &page);
  return status == CLI_OK ? check_output (command, arguments) : status;
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
make_request (const AnimateArguments *arguments, const IplView *view, IplKernel *kernel,
              const IplRunSettings *run, guint threads, GError **error)
{
  g_autoptr (IplWidthFilmRequest) request = g_new0 (IplWidthFilmRequest, 1);
  const CliDrawing *drawing = &arguments->drawing;
  const IplSetting *first = &view->current->setting;
  const IplParameters *parameters = &run->parameters;
  const IplCase *the_case = ipl_case_info_get_case (view->the_case);

  request->panel = drawing->panel;
  request->shown = ipl_view_share (view);
  request->kernel = ipl_kernel_ref (kernel);
  request->n_frames = (guint)arguments->frames;
  request->fps = arguments->fps;
  request->hold = arguments->hold;
  request->format = arguments->format;
  request->path = g_strdup (arguments->out);
  request->threads = threads;
  if (run->best)
    {
      request->n_temperatures = parameters->n_temperatures;
      request->temperatures
          = g_memdup2 (parameters->temperatures, parameters->n_temperatures * sizeof (double));
    }
  if (!find_width ("--from", arguments->from != NULL ? arguments->from : "500", the_case, first,
                   &request->from, error)
      || !find_width ("--to", arguments->to != NULL ? arguments->to : "10", the_case, first,
                      &request->to, error)
      || !ipl_paper_init (&request->page, drawing->size != NULL ? drawing->size : "neurips",
                          drawing->panel, view, drawing->font_size, drawing->dpi, error))
    return NULL;
  ipl_style_init (&request->style, drawing->theme, request->page.font_pt);
  request->style.look = drawing->look;
  return g_steal_pointer (&request);
}

/* The sweep whose curve the accuracy panel draws, and the film over it. */
static CliExit
animate (const CliWork *work, const AnimateArguments *arguments)
{
  const char *command = work->command;
  const IplRunSettings *run = &work->run;
  g_autoptr (GError) error = NULL;
  g_autoptr (IplKernel) kernel = ipl_kernel_new (work->the_case, &error);
  g_autoptr (IplWidthFilmRequest) request = NULL;
  g_autoptr (IplFileResult) result = NULL;
  g_autoptr (IplProvenance) made = NULL;
  g_autoptr (IplSweep) sweep = NULL;
  IplView view;

  if (kernel != NULL)
    sweep = cli_solve (work->the_case, kernel, work->n, work->settings, run->parameters.gp_paths,
                       run->best, work->threads, &error);
  if (sweep == NULL)
    return cli_fail_error (command, error);
  view = cli_sweep_view (&arguments->drawing, &run->parameters, sweep, sweep->rows[0], NULL);
  view.best_temperature = run->best;
  request = make_request (arguments, &view, kernel, run, work->threads, &error);
  if (request == NULL)
    {
      cli_progress_done ();
      return cli_fail (CLI_USAGE, command, "%s", error->message);
    }
  made = ipl_provenance_new (&run->parameters, arguments->command_line, cli_is_anonymous ());
  request->comment = ipl_provenance_text (made);
  result = ipl_run_now (&ipl_run_width_film, request, cli_cancellable (), cli_job_progress, NULL);
  return cli_tell_files (command, result);
}

/* interplay-cli animate CASE --panel .. --from 500 --to 10 --out FILE.gif */
CliExit
cli_animate (int argc, char **argv)
{
  g_autofree char *name = NULL;
  g_auto (AnimateArguments) arguments = { .drawing = { .dpi = DPI },
                                          .sweep = { .seed = -1 },
                                          .images = { .flags_of = CLI_FLAGS_OF_CASES },
                                          .frames = 60,
                                          .fps = 20,
                                          .hold = 1 };
  g_autofree char *panels = cli_list_panels ();
  const GOptionEntry entries[] = {
    CLI_PANEL_ENTRY (arguments.drawing, panels),
    { "from", 0, 0, CLI_ARG_NUMBER, CLI_WIDTH (arguments.from),
      "the first width: one number or N_1:..:N_L:N_a (default: 500)", "N" },
    { "to", 0, 0, CLI_ARG_NUMBER, CLI_WIDTH (arguments.to), "the last width (default: 10)", "N" },
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
    CLI_SIZE_ENTRIES (arguments.drawing),
    CLI_DPI_ENTRY (arguments.drawing, "dots per inch (default: 144)"),
    CLI_THEME_ENTRY (arguments.drawing),
    CLI_LOOK_ENTRIES (arguments.drawing),
    CLI_SCALE_ENTRIES (arguments.drawing),
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
  g_autoptr (GError) error = NULL;

  arguments.command_line = cli_figure_command_line (argc, argv, TRUE);
  if (!cli_parse_case (
          argc, argv, entries, "draw a figure while the width changes, as a GIF, WebP or video",
          "Widths change by one factor from frame to frame; thickness, colours and axes "
          "are on one scale for all of them.\n"
          "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but some width did "
          "not converge.",
          &arguments.images, &name))
    return CLI_USAGE;
  status = check_arguments (argv[0], &arguments);
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
  status = cli_work_begin (&work, "sweep", name, &arguments.images, &arguments.sweep,
                           arguments.sweep.seed, 0);
  if (status != CLI_OK)
    return status;
  cli_tell_warnings (work.the_case);
  return animate (&work, &arguments);
}
