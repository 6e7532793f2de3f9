/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command story: a story as slides, or as an animation. */
#include "cli/commands/commands.h"

#include "figures/animation/story-request.h"

#include <string.h>

/* Chooses the format by the file ending. */
static CliExit
choose_format (const CliArguments *self, IplStoryFileRequest *request)
{
  const char *dot = self->out != NULL ? strrchr (self->out, '.') : NULL;
  g_autofree char *moving = ipl_animation_format_list (),
                  *stills = ipl_format_list (".", ", ", ", "),
                  *endings = g_strconcat (stills, ", ", moving, NULL);
  CliExit status;

  request->animation = self->out != NULL ? ipl_animation_format_of (self->out) : NULL;
  status = cli_check_out (self, endings,
                          request->animation != NULL
                              || (dot != NULL && ipl_format_parse (dot + 1, &request->slides)));
  return status == CLI_OK && request->animation != NULL
             ? cli_check_animation (request->animation, self->drawing.fps)
             : status;
}

/* interplay-cli story NAME --out slides.pdf */
static CliExit
story (CliArguments *arguments)
{
  g_autoptr (IplStoryFileRequest) request = g_new0 (IplStoryFileRequest, 1);
  CliExit status = cli_drawing_check (&arguments->drawing);

  if (status == CLI_OK)
    status = choose_format (arguments, request);
  if (status != CLI_OK)
    return status;
  request->theme = arguments->drawing.theme;
  request->fps = arguments->drawing.fps;
  request->hold = arguments->drawing.hold;
  return cli_write_story (arguments, &ipl_run_story_file, request);
}

static const CliEntry entries[] = {
  CLI_ENTRIES (cli_anonymous_entry),
  { "out", 'o', CLI_OUTPUT, CLI_AT (out),
    "the file to write: .pdf with a page for each step, .png or .svg with a file for each step, or "
    ".gif, .webp, .mp4 or .webm with transitions",
    "FILE" },
  CLI_ENTRIES (cli_size_entries),
  CLI_ENTRIES (cli_screen_dpi_entry),
  CLI_ENTRIES (cli_theme_entry),
  CLI_ENTRIES (cli_look_entries),
  CLI_ENTRIES (cli_fps_entry),
  { "hold", 0, CLI_REAL, CLI_AT (drawing.hold),
    "seconds for which an animation pauses at each step", "s", 0, 60, 3 },
  { NULL },
};

const CliCommand cli_command_story
    = { .name = "story",
        .summary = "write a story as slides or an animation",
        .argument = "STORY",
        .missing = "a built-in name (see interplay-cli cases) or a file",
        .text = "STORY is a built-in story, such as paper, or a file saved by the window.",
        .examples = "interplay-cli story paper --out paper.pdf",
        .entries = entries,
        .run = story };
