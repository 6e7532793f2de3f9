/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command story: a story as slides, as a film or as a web page. */
#include "cli/commands/commands.h"

#include "figures/panels/panel-table.h"
#include "figures/web/figure-file.h"

#define ENDINGS (IPL_FIGURE_PAGE | IPL_FIGURE_FILM | IPL_FIGURE_WEB)

/* Checks the ending of the file, and the options that its format does not use. */
static CliExit
check_out (const CliArguments *self)
{
  g_autofree char *endings = ipl_figure_endings (ENDINGS), *given = NULL;
  IplFigureKind kind = self->out != NULL ? ipl_figure_kind_of (self->out) : IPL_FIGURE_OTHER;
  CliExit status = cli_check_out (self, endings, (kind & ENDINGS) != 0);

  if (status != CLI_OK)
    return status;
  if (kind == IPL_FIGURE_WEB)
    given = cli_find_first_option (self, "dpi,theme,fps,hold");
  if (given != NULL)
    return cli_fail (CLI_USAGE, "--%s has no effect on a web page: leave it out.", given);
  status = cli_try_output ("--out", self->out, 0, ".png,.svg,.pdf");
  return status == CLI_OK && kind == IPL_FIGURE_FILM
             ? cli_check_animation (ipl_animation_format_of (self->out), self->drawing.fps)
             : status;
}

/* interplay-cli story NAME --out slides.pdf */
static CliExit
story (CliArguments *arguments)
{
  CliDrawing *drawing = &arguments->drawing;
  g_autoptr (IplFigureRequest) request = g_new0 (IplFigureRequest, 1);
  g_autoptr (IplFileResult) result = NULL;
  g_autoptr (GError) error = NULL;
  CliExit status = cli_drawing_check (drawing);

  if (status == CLI_OK)
    status = check_out (arguments);
  if (status == CLI_OK)
    status = cli_drawing_make_page (drawing, &ipl_panel_all, NULL, &request->page);
  if (status != CLI_OK)
    return status;
  request->story = ipl_story_open (arguments->name, &error);
  if (request->story == NULL)
    return cli_fail_error (error);
  request->style.theme = drawing->theme;
  request->style.look = drawing->look;
  request->figure_style = drawing->style != NULL ? ipl_figure_style_ref (drawing->style) : NULL;
  request->fps = drawing->fps;
  request->hold = drawing->hold;
  request->path = g_strdup (arguments->out);
  request->provenance = cli_provenance (arguments, request->story->settings, TRUE);
  result = ipl_run_now (&ipl_run_figure, NULL, request, cli_cancellable (), cli_job_progress, NULL);
  return cli_report_files (result);
}

static const CliEntry entries[] = {
  CLI_ENTRIES (cli_anonymous_entry),
  { "out", 'o', CLI_OUTPUT, CLI_AT (out),
    "the file to write: .pdf with a page for each step, .png or .svg with a file for each step, "
    ".html, or .gif, .webp, .mp4 or .webm with transitions",
    "FILE" },
  { "size", 0, CLI_TEXT, CLI_AT (drawing.size),
    "size of a slide: slide, WxHin, WxHmm, or a size of figure (default: slide)", "SIZE",
    .otherwise = "slide" },
  CLI_ENTRIES (cli_font_size_entry),
  { "dpi", 0, CLI_REAL, CLI_AT (drawing.dpi), "dots per inch", "n", IPL_PAPER_MIN_DPI,
    IPL_PAPER_MAX_DPI, 144 },
  CLI_ENTRIES (cli_theme_entry),
  CLI_ENTRIES (cli_look_entries),
  CLI_ENTRIES (cli_fps_entry),
  { "hold", 0, CLI_REAL, CLI_AT (drawing.hold),
    "seconds for which an animation pauses at each step", "s", 0, 60, 3 },
  { NULL },
};

const CliCommand cli_command_story
    = { .name = "story",
        .summary = "write a story as slides, a film or a web page",
        .argument = "STORY",
        .missing = "a built-in name (see interplay-cli cases) or a file",
        .text = "STORY is a built-in story, such as paper, or a file saved by the window.",
        .examples = "interplay-cli story paper --out paper.pdf",
        .entries = entries,
        .run = story };
