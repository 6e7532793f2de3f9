/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command html: figures at all widths as one web page. */
#include "cli/commands/commands.h"
#include "cli/work/figure-input.h"

#include "figures/story/story.h"
#include "figures/web/web-file.h"

#include <stdio.h>
#include <string.h>

typedef struct
{
  CliArguments all;
  char *width; /* (nullable): initial width */
} HtmlArguments;

static CliExit
write_page (const CliFigureInput *subject)
{
  const CliArguments *arguments = subject->work.arguments;
  const CliDrawing *drawing = &arguments->drawing;
  const IplView *view = &subject->view;
  IplKernel *kernel = subject->solved != NULL ? subject->solved->kernel : NULL;
  g_autoptr (IplWebFileRequest) request = g_new0 (IplWebFileRequest, 1);
  g_autoptr (IplFileResult) result = NULL;
  CliExit status;

  request->n_panels = cli_figure_input_panels (subject, request->panels, IPL_WEB_MOST_FIGURES);
  for (guint i = 0; i < request->n_panels; i++)
    if (!ipl_panel_fits (request->panels[i], view))
      return cli_fail (CLI_USAGE, "--panel: “%s” does not draw a case of this kind.",
                       request->panels[i]->id);
  request->shown = ipl_view_share (view);
  request->kernel = kernel != NULL ? ipl_kernel_ref (kernel) : NULL;
  request->size = g_strdup (drawing->size);
  request->font_pt = drawing->font_size;
  request->look = drawing->look;
  request->title = g_strdup (view->dynamics != NULL ? view->dynamics->experiment->title
                                                    : view->the_case->name);
  request->path = g_strdup (arguments->out);
  request->provenance = cli_provenance (arguments, cli_figure_input_parameters (subject), TRUE);
  cli_progress_share (1);
  result = ipl_run_now (&ipl_run_web_file, request, cli_cancellable (), cli_job_progress, NULL);
  status = cli_report_files (result);
  return status == CLI_OK ? cli_figure_input_report_doubt (subject) : status;
}

/* Writes the page of a case or of a file of results. */
static CliExit
write_subject (const HtmlArguments *self, const char *name)
{
  g_auto (CliFigureInput) subject = { .name = NULL };
  CliFigureOptions wants = CLI_FIGURE_OPTIONS_INIT;
  CliExit status;

  wants.width = self->width;
  status = cli_figure_input_open (&subject, &self->all, &wants, name, &self->all.images,
                                  self->all.sweep.seed);

  return status == CLI_OK ? write_page (&subject) : status;
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

/* Writes the page of a story. */
static CliExit
write_story (const CliArguments *arguments)
{
  g_autofree char *of_case = cli_find_first_option (arguments, "panel,width");
  g_autoptr (IplStoryFileRequest) request = g_new0 (IplStoryFileRequest, 1);

  if (of_case != NULL)
    return cli_fail (CLI_USAGE, "--%s is for a case: the steps of a story have their own.",
                     of_case);
  return cli_write_story (arguments, &ipl_run_web_story, request);
}

/* interplay-cli html CASE|STORY --out FILE.html */
static CliExit
html (CliArguments *arguments)
{
  HtmlArguments *self = (HtmlArguments *)arguments;
  const char *name = arguments->name;
  CliExit status = cli_drawing_check (&arguments->drawing);

  if (status == CLI_OK)
    status = cli_check_out (arguments, ".html",
                            arguments->out != NULL && g_str_has_suffix (arguments->out, ".html"));
  if (status == CLI_OK)
    status = cli_try_output ("--out", arguments->out, 0, "");
  if (status != CLI_OK)
    return status;
  if (name != NULL && is_story (name))
    return write_story (arguments);
  return write_subject (self, name);
}

static const CliEntry entries[] = {
  CLI_ENTRIES (cli_anonymous_entry),
  { "out", 'o', CLI_OUTPUT, CLI_AT (out), "the file to write, .html", "FILE.html" },
  CLI_ENTRIES (cli_panel_entry),
  { "width", 0, CLI_ONE, offsetof (HtmlArguments, width),
    "initial width, one of the sweep (default: the first)", "N", IPL_AXIS_WIDTHS },
  CLI_ENTRIES (cli_size_entries),
  CLI_ENTRIES (cli_look_entries),
  CLI_ENTRIES (cli_scale_entries),
  CLI_ENTRIES (cli_map_entries),
  CLI_GROUP ("solving", cli_solved_entries),
  { NULL },
};

const CliCommand cli_command_html
    = { .name = "html",
        .summary = "write the figures as one web page",
        .argument = "CASE|STORY",
        .missing = CLI_CASE_MISSING,
        .text
        = "The page is one file that needs no server and no network: the four panels and the "
          "kernels at every width of the sweep, or the panels of an experiment in time at some of "
          "its moments, linked as in the window.\n"
          "CASE may be a file of results from sweep, sample, merge, map or dynamics, which is "
          "shown without solving. A story, such as paper, or a story file is shown step by step.\n"
          "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but some width, marked "
          "in the figures, did not converge.",
        .examples = "interplay-cli html results.npz --out page.html",
        .entries = entries,
        .size = sizeof (HtmlArguments),
        .has_parameters = TRUE,
        .run = html };
