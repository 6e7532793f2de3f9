/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A story as slides, or as moving pictures. */
#include "cli/commands/commands.h"
#include "cli/work/figure-files.h"

#include "core/base/shown-text.h"
#include "figures/animation/story-file.h"
#include "figures/panels/panel-table.h"
#include "figures/story/story-json.h"

#include <string.h>

/* A slide is 1920 pixels wide. */
#define DPI 144.0

typedef struct
{
  CliDrawing drawing;
  char *out;
  double fps;
  double hold;
} StoryArguments;

static void
story_arguments_clear (StoryArguments *self)
{
  cli_drawing_clear (&self->drawing);
  g_free (self->out);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (StoryArguments, story_arguments_clear)

/* The format of the file's ending. */
static CliExit
choose_format (const char *command, const StoryArguments *arguments, IplStoryFileRequest *request)
{
  const char *dot = arguments->out != NULL ? strrchr (arguments->out, '.') : NULL;
  g_autofree char *shown = NULL, *endings = ipl_animation_format_list (),
                  *stills = ipl_format_list (".", ", ", ", ");

  if (arguments->out == NULL)
    return cli_fail (CLI_USAGE, command,
                     "--out is missing: the file to write, which ends in %s, %s.", stills, endings);
  request->animation = ipl_animation_format_of (arguments->out);
  if (request->animation == NULL && (dot == NULL || !ipl_format_parse (dot + 1, &request->slides)))
    {
      shown = ipl_path_shown (arguments->out);
      return cli_fail (CLI_USAGE, command, "--out: “%s” must end in %s, %s.", shown, stills,
                       endings);
    }
  return request->animation == NULL
             ? CLI_OK
             : cli_check_animation (command, request->animation, arguments->fps);
}

static CliExit
make_request (const char *command, StoryArguments *arguments, IplStoryFileRequest *request)
{
  CliDrawing *drawing = &arguments->drawing;
  CliExit status;

  if (drawing->size == NULL)
    drawing->size = g_strdup ("slide");
  if ((status = cli_drawing_parse (drawing, command)) != CLI_OK
      || (status = cli_drawing_make_page (drawing, command, &ipl_panel_all, NULL, &request->page))
             != CLI_OK)
    return status;
  request->theme = drawing->theme;
  request->look = drawing->look;
  request->style = g_steal_pointer (&drawing->style);
  request->fps = arguments->fps;
  request->hold = arguments->hold;
  request->path = g_strdup (arguments->out);
  return choose_format (command, arguments, request);
}

/* interplay-cli story NAME --out slides.pdf */
CliExit
cli_story (int argc, char **argv)
{
  g_autofree char *name = NULL;
  g_auto (StoryArguments) arguments = { .drawing = { .dpi = DPI }, .fps = 20, .hold = 3 };
  const GOptionEntry entries[] = {
    CLI_ANONYMOUS_ENTRY,
    { "out", 'o', 0, G_OPTION_ARG_FILENAME, &arguments.out,
      "the file to write: .pdf with a page for each stop, .png or .svg, of which there is one for "
      "each, or .gif, .webp, .mp4 or .webm with the ways between them",
      "FILE" },
    CLI_SIZE_ENTRIES (arguments.drawing),
    CLI_DPI_ENTRY (arguments.drawing, "dots per inch (default: 144)"),
    CLI_THEME_ENTRY (arguments.drawing),
    CLI_LOOK_ENTRIES (arguments.drawing),
    { "fps", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (REAL, arguments.fps, 0.1, 60),
      "frames a second (default: 20)", "n" },
    { "hold", 0, 0, CLI_ARG_NUMBER, CLI_NUMBER (REAL, arguments.hold, 0, 60),
      "seconds for which moving pictures stand still at each stop (default: 3)", "s" },
    { NULL },
  };
  g_autoptr (IplStoryFileRequest) request = NULL;
  g_autoptr (IplFileResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *command_line = cli_figure_command_line (argc, argv, TRUE);
  const IplStory *story;
  CliExit status;

  if (!cli_parse (argc, argv, entries, "STORY", "write a story as slides or moving pictures",
                  "STORY is a story that comes with the program, such as paper, or a file that the "
                  "window saved.",
                  &name))
    return CLI_USAGE;
  request = g_new0 (IplStoryFileRequest, 1);
  status = make_request (argv[0], &arguments, request);
  if (status != CLI_OK)
    return status;
  story = ipl_story_open (name, &error);
  if (story == NULL)
    return cli_fail_error (argv[0], error);
  request->story = story;
  request->made = ipl_provenance_new (story->settings, command_line, cli_is_anonymous ());
  result = ipl_run_now (&ipl_run_story_file, request, cli_cancellable (), cli_job_progress, NULL);
  return cli_tell_files (argv[0], result);
}
