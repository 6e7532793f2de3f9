/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/commands/commands.h"

#include <errno.h>
#include <limits.h>
#include <string.h>

#include "cli/work/figure-input.h"
#include "core/base/text-escape.h"
#include "core/heads/pruning.h"
#include "figures/kit/text.h"
#include "figures/output/export.h"
#include "figures/output/figure.h"

/* Output files of a figure. */
typedef struct
{
  char *format; /* separated by commas */
  gboolean transparent;
  gboolean mark_width;
  gboolean outlines;
} CliFigureFiles;

/* A figure to draw. */
typedef struct
{
  IplPythonFigure figure;
  const IplProvenance *provenance;
  const IplFormat *format;
} Drawing;

static gboolean
write_figure (const Drawing *drawing, const char *path, GError **error)
{
  const IplPythonFigure *figure = &drawing->figure;

  return ipl_figure_export (figure->panel, figure->view, figure->style, figure->paper,
                            drawing->provenance, drawing->format, path, error);
}

/* Returns: (transfer full): stem of file names: the name of the case or of its file */
static char *
case_stem (const CliFigureInput *subject)
{
  const char *named = subject->name;
  const IplView *view = &subject->view;
  char *base, *dot;

  if (subject->work.arguments->anonymous)
    return g_strdup ("case");
  if (named == NULL || ipl_experiment_find (named) != NULL
      || !g_file_test (named, G_FILE_TEST_IS_REGULAR))
    return g_strdup (view->the_case != NULL ? view->the_case->name
                                            : view->dynamics->experiment->id);
  base = g_path_get_basename (named);
  dot = strrchr (base, '.');
  if (dot != NULL && dot > base)
    *dot = '\0';
  return base;
}

/* Returns: (transfer full): stem of the figure's file names, cut to the longest name that the file
 *   system allows */
static char *
make_stem (const IplPanel *panel, const CliFigureInput *subject)
{
  g_autofree char *name = case_stem (subject);
  gsize room = NAME_MAX - strlen (panel->id) - strlen ("--1000-graphics.pdf");
  char *stem;

  if (strlen (name) > room)
    {
      while (room > 0 && ((guchar)name[room] & 0xc0) == 0x80)
        room--;
      name[room] = '\0';
    }
  stem = g_strconcat (name, "-", panel->id, NULL);
  return g_strdelimit (stem, "/\\", '_');
}

/* TRUE if a figure of another case has a file with @stem and the ending of one of the formats. */
static gboolean
name_exists (const char *folder, char **formats, const IplProvenance *provenance, const char *stem)
{
  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_autofree char *name = g_strconcat (stem, ".", g_strstrip (formats[i]), NULL);
      g_autofree char *path = g_build_filename (folder, name, NULL);

      if (ipl_provenance_is_other (provenance, path))
        return TRUE;
    }
  return FALSE;
}

/* Returns: (transfer full): the stem, with a number if files of that name show another case */
static char *
find_stem (const char *plain, const char *folder, char **formats, const IplProvenance *provenance)
{
  char *stem = g_strdup (plain);

  for (guint n = 2; name_exists (folder, formats, provenance, stem); n++)
    {
      g_free (stem);
      stem = g_strdup_printf ("%s-%u", plain, n);
    }
  if (strcmp (stem, plain) != 0)
    cli_fail (CLI_OK, "%s shows another case: the new figure is called %s.", plain, stem);
  return stem;
}

static CliExit
write_formats (const CliFigureInput *subject, char **formats, Drawing *drawing, const char *plain)
{
  const char *folder = subject->work.arguments->out;
  g_autofree char *stem = find_stem (plain, folder, formats, drawing->provenance);
  g_autoptr (GError) error = NULL;

  for (guint i = 0; formats[i] != NULL; i++)
    {
      g_autofree char *name = NULL, *path = NULL;

      if (cli_figure_python_is_format (g_strstrip (formats[i])))
        {
          CliExit status = cli_figure_python_write (subject, &drawing->figure, folder, stem);

          if (status != CLI_OK)
            return status;
          continue;
        }
      if (!ipl_format_parse (formats[i], &drawing->format))
        continue; /* checked before */
      name = g_strconcat (stem, ".", drawing->format->id, NULL);
      path = g_build_filename (folder, name, NULL);
      if (!write_figure (drawing, path, &error))
        return cli_fail_error (error);
      cli_print_path (path);
    }
  return CLI_OK;
}

/* Draws a subject in every format, and prints the names of the files. */
static CliExit
cli_figure_files_write (const CliFigureFiles *self, const IplPanel *panel,
                        const CliFigureInput *subject)
{
  const CliArguments *arguments = subject->work.arguments;
  const CliDrawing *look = &arguments->drawing;
  const char *folder = arguments->out;
  const IplView *view = &subject->view;
  g_auto (GStrv) formats = g_strsplit (self->format, ",", -1);
  g_autoptr (IplProvenance) provenance
      = cli_provenance (arguments, cli_figure_input_parameters (subject), FALSE);
  g_autofree char *stem = NULL, *small = NULL;
  CliExit status;
  Drawing drawing;
  IplPaper page;
  IplStyle style;

  status = cli_drawing_make_page (look, panel, view, &page);
  if (status != CLI_OK)
    return status;
  if (g_mkdir_with_parents (folder, 0777) != 0)
    return cli_fail (CLI_FAILED, "The folder %s cannot be created: %s.", folder,
                     g_strerror (errno));

  stem = make_stem (panel, subject);
  page.outlines = self->outlines;
  ipl_style_init (&style, look->theme, page.font_pt);
  style.look = look->look;
  style.transparent = self->transparent;
  style.marks_shown = self->mark_width;
  small = ipl_figure_too_small (panel, view, &style, &page);
  if (small != NULL)
    cli_fail (CLI_OK, "%s", small);
  drawing = (Drawing){ .figure = { .panel = panel,
                                   .view = view,
                                   .style = &style,
                                   .paper = &page,
                                   .producer = provenance->command,
                                   .identity = provenance->identity },
                       .provenance = provenance };
  return write_formats (subject, formats, &drawing, stem);
}

/* Fails if the options make no file. Called before any work. */
static CliExit
cli_figure_files_check (const CliFigureFiles *self, const CliArguments *arguments)
{
  const char *requested = self->format;
  g_auto (GStrv) formats = g_strsplit (requested, ",", -1);
  g_autofree char *format_list = ipl_format_list ("", ", ", ", ");
  const IplFormat *format;

  if (formats[0] == NULL)
    return cli_fail (CLI_USAGE, "--format is empty, and must be %s or py.", format_list);
  for (guint i = 0; formats[i] != NULL; i++)
    if (!ipl_format_parse (g_strstrip (formats[i]), &format)
        && !cli_figure_python_is_format (formats[i]))
      return cli_fail (CLI_USAGE, "--format: “%s” is not %s or py.", formats[i], format_list);
  return cli_figure_python_check (requested, arguments->drawing.panel);
}

typedef struct
{
  CliArguments all;
  CliFigureOptions wants;
  CliFigureFiles files;
} FigureArguments;

/* Returns: (nullable): the named experiment, if it makes no case */
static const IplExperiment *
find_experiment (const FigureArguments *self)
{
  const char *name = self->all.name;
  const IplExperiment *experiment
      = name != NULL && !ipl_results_is_file (name) ? ipl_experiment_find (name) : NULL;

  return experiment != NULL && experiment->compute != NULL ? experiment : NULL;
}

static CliExit
refuse (const IplExperiment *experiment, const IplPanel *panel)
{
  return cli_fail (CLI_USAGE, "“%s” has no figure “%s”: %s.", experiment->id, panel->id,
                   panel->experiment != NULL ? "it belongs to another experiment"
                   : panel->fits != NULL     ? "it does not record these quantities"
                                             : "it has no attention paths");
}

/* Checks of one panel that need no case. */
static CliExit
check_panel (FigureArguments *self, char *id)
{
  const CliArguments *all = &self->all;
  const IplExperiment *experiment = find_experiment (self);
  gboolean is_results = all->name != NULL && ipl_results_is_file (all->name);
  CliExit status = cli_drawing_choose (&self->all.drawing, id);
  const IplPanel *panel = all->drawing.panel;

  if (status != CLI_OK)
    return status;
  if (!is_results && self->wants.draws == 0 && cli_figure_options_samples (all))
    return cli_fail (CLI_USAGE,
                     "The figure shows the posterior: give the number of draws with --draws.");
  status = cli_figure_files_check (&self->files, all);
  if (status != CLI_OK)
    return status;
  if (experiment != NULL && id != NULL && panel->fits == NULL
      && g_strcmp0 (panel->experiment, experiment->id) != 0)
    return refuse (experiment, panel);
  self->wants.needs |= cli_figure_python_needs (self->files.format, panel);
  return CLI_OK;
}

/* Checks that need no case.
 * @ids: [n] names of panels; %NULL or "" for the default panels */
static CliExit
check_arguments (FigureArguments *self, char **ids, guint n)
{
  CliExit status = cli_try_folder ("--out", self->all.out);

  self->all.drawing.panel_id = ids[0];
  if (status == CLI_OK)
    status = cli_drawing_check (&self->all.drawing);
  if (status == CLI_OK)
    status = cli_figure_options_check (&self->wants);
  for (guint i = 0; status == CLI_OK && i < n; i++)
    status = check_panel (self, ids[i]);
  return status;
}

/* Refuses a panel of several outputs for a case with one. */
static CliExit
check_outputs (const CliFigureInput *subject, const IplPanel *panel)
{
  const IplView *view = &subject->view;
  g_autofree char *labels = NULL;

  if (ipl_panel_accepts_outputs (panel, view))
    return CLI_OK;
  labels = ipl_labels_describe (&view->the_case->labels);
  return cli_fail (
      CLI_USAGE, "--panel: “%s” needs a case of %s, but the labels of “%s” are %s: draw all or u.",
      panel->id, ipl_panel_get_cases (panel), subject->name, labels);
}

/* Chooses the panel to draw; reports the reason if there is none. */
static CliExit
choose_panel (const CliFigureInput *subject, const IplPanel **panel)
{
  const IplExperiment *experiment = subject->work.run.parameters.experiment;

  if (cli_figure_input_panels (subject, panel, 1) == 0)
    return cli_fail (CLI_FAILED, "“%s” has no figures.", experiment->id);
  if (subject->solved != NULL || ipl_panel_fits (*panel, &subject->view))
    return CLI_OK;
  if (subject->dynamics != NULL && experiment->compute != NULL)
    return refuse (experiment, *panel);
  return cli_fail (CLI_FAILED, "“%s” has too many paths for “%s”.", subject->name, (*panel)->id);
}

static CliExit
draw (FigureArguments *self, const CliFigureInput *subject)
{
  const IplPanel *panel;
  CliExit status = choose_panel (subject, &panel);

  if (status == CLI_OK)
    status = check_outputs (subject, panel);
  return status == CLI_OK ? cli_figure_files_write (&self->files, panel, subject) : status;
}

/* interplay-cli figure CASE --panel .. --size .. --format .. --out DIR */
static CliExit
figure (CliArguments *arguments)
{
  FigureArguments *self = (FigureArguments *)arguments;
  g_autofree char *given = g_steal_pointer (&arguments->drawing.panel_id);
  const char *const unnamed[] = { given, NULL };
  g_auto (GStrv) ids = given != NULL && given[0] != '\0' ? g_strsplit (given, ",", -1)
                                                         : g_strdupv ((char **)unnamed);
  g_auto (CliFigureInput) subject = { .name = NULL };
  g_autoptr (GError) error = NULL;
  guint n = MAX (g_strv_length (ids), 1);
  CliExit status = check_arguments (self, ids, n);

  if (status == CLI_OK && !ipl_text_has_font (&error))
    status = cli_fail_error (error);
  self->wants.any_width = self->wants.in_time = TRUE;
  if (status == CLI_OK)
    status = cli_figure_input_open (&subject, arguments, &self->wants, arguments->name,
                                    &arguments->images, arguments->sweep.seed);
  for (guint i = 0; status == CLI_OK && i < n; i++)
    {
      status = cli_drawing_choose (&arguments->drawing, ids[i]);
      if (status == CLI_OK)
        status = draw (self, &subject);
    }
  arguments->drawing.panel_id = NULL;
  return status == CLI_OK ? cli_figure_input_report_doubt (&subject) : status;
}

#define WANTS(field) offsetof (FigureArguments, wants.field)
#define FILES(field) offsetof (FigureArguments, files.field)

static const CliEntry networks[] = {
  { "example", 0, CLI_INTEGER, WANTS (example),
    "test sequence of each label on the task card, or first one of images, from 1", "n", 1,
    1000000 },
  { "test", 0, CLI_TEXT, WANTS (test),
    "test set of heads and sequences, by name or number (default: the first)", "NAME" },
  { "head", 0, CLI_TEXT, WANTS (head),
    "head whose attention is shown, as layer.head from 1 (default: the one with the highest score)",
    "L.H" },
  { "sequence", 0, CLI_INTEGER, WANTS (sequence),
    "sequence for which its attention is shown, from 1", "n", 1, 1000000 },
  { "token", 0, CLI_INTEGER, WANTS (token),
    "query token, from 1 (default: mean over the tokens of the query)", "n", 1, 1000000 },
  { "pruned", 0, CLI_INTEGER, WANTS (pruned),
    "chosen point of the pruning curve: number of removed heads", "n", 0, 1000000, -1 },
  { "random-orders", 0, CLI_INTEGER, WANTS (random_orders),
    "random orders of the pruning curve (default: 100)", "n", 0, IPL_PRUNING_MAX_RANDOM, -1 },
  { "order", 0, CLI_TEXT, WANTS (order_id),
    "order of removal of that curve, one of " IPL_REMOVAL_ORDERS_TEXT, "ORDER" },
  { NULL },
};

static const CliEntry solving[] = {
  CLI_ENTRIES (cli_widths_entry),
  { "temperature", 't', CLI_AXIS, CLI_AT (sweep.temperatures),
    "temperatures, separated by commas (default: that of the case; of one-shot cases the best at "
    "each width)",
    "LIST", IPL_AXIS_TEMPERATURE },
  CLI_ENTRIES (cli_variances_entry),
  CLI_ENTRIES (cli_best_entry),
  { "draws", 'n', CLI_INTEGER, WANTS (draws),
    "also sample the exact posterior: draws of each of four chains", "n", IPL_MIN_DRAWS,
    IPL_MAX_DRAWS },
  CLI_ENTRIES (cli_gp_paths_entry),
  CLI_ENTRIES (cli_seeds_entry),
  { "pair", 0, CLI_TEXT, WANTS (pair),
    "the entry of U in trace, ranks and marginal: two paths by number, (1,2) or name (default: "
    "1,1)",
    "P,Q" },
  CLI_ENTRIES (cli_image_entries),
  CLI_ENTRIES (cli_threads_entry),
  CLI_ENTRIES (cli_seed_entry),
  { NULL },
};

static const CliEntry entries[] = {
  CLI_ENTRIES (cli_panel_entry),
  CLI_ENTRIES (cli_size_entries),
  { "format", 'f', CLI_TEXT, FILES (format),
    "png, svg, pdf, tex (with the graphics in a second PDF) or py (a script and its file of "
    "results), separated by commas (default: pdf)",
    "FORMATS", .otherwise = "pdf" },
  { "dpi", 0, CLI_REAL, CLI_AT (drawing.dpi), "dots per inch of a PNG", "n", IPL_PAPER_MIN_DPI,
    IPL_PAPER_MAX_DPI, 300 },
  { "transparent", 0, CLI_FLAG, FILES (transparent), "transparent background" },
  { "outlines", 0, CLI_FLAG, FILES (outlines), "text of an SVG as shapes, independent of fonts" },
  { "mark-width", 0, CLI_FLAG, FILES (mark_width),
    "mark the shown width or time, as in the window" },
  CLI_ENTRIES (cli_anonymous_entry),
  { "out", 'o', CLI_OUTPUT, CLI_AT (out), "folder to write to (default: .)", "DIR",
    .otherwise = "." },
  { "width", 0, CLI_ONE, WANTS (width),
    "the width shown: one number, N_1:..:N_L:N_a or gp (default: the first of --widths)", "N",
    IPL_AXIS_WIDTHS },
  { "shown-time", 0, CLI_REAL, WANTS (shown_time),
    "of an experiment in time: shown step or time (default: the end)", "TIME", 0, 1e15, -1 },
  { "checkpoint", 0, CLI_OUTPUT, CLI_AT (checkpoint),
    "of an experiment in time: checkpoint of dynamics to resume from", "FILE" },
  CLI_ENTRIES (cli_theme_entry),
  CLI_ENTRIES (cli_look_entries),
  CLI_GROUP ("networks", networks),
  CLI_GROUP ("solving", solving),
  { .kind = CLI_DISPLAY, .place = CLI_AT (drawing.display) },
  { NULL },
};

const CliCommand cli_command_figure
    = { .name = "figure",
        .summary = "draw the figures as PNG, SVG or PDF",
        .argument = "CASE",
        .missing = CLI_CASE_MISSING,
        .text = "The figure has exactly the given size. Files are named CASE-PANEL.EXT, after the "
                "case or its file, with a number if a figure of another case has that name.\n"
                "CASE may be a file of results, which is drawn without solving: from sweep, sample "
                "or merge at the row of --width and --temperature, from dynamics at --shown-time, "
                "from map as map or map-curve.\n"
                "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but some width, "
                "marked in the figure, did not converge.",
        .examples = "interplay-cli figure hmc4 --width 10 --panel u --format svg\n"
                    "interplay-cli figure results.npz --out figures",
        .entries = entries,
        .size = sizeof (FigureArguments),
        .has_parameters = TRUE,
        .run = figure };
