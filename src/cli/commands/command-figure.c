/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command figure: pages, films, web pages and scripts. */
#include "cli/commands/commands.h"

#include <string.h>

#include "cli/work/figure-input.h"
#include "core/base/text-escape.h"
#include "core/parameters/experiment-result-file.h"
#include "figures/animation/figure-film.h"
#include "figures/kit/text.h"

/* Longest ending of a file name that is taken for one: of “x.jpeg”. */
#define LONGEST_ENDING 5
/* Default for a film of a slide that is 1920 pixels wide. */
#define SCREEN_DPI 144

/* Finds the kind of the file --out. A name without an ending, or of a folder, is a folder. */
static CliExit
find_kind (CliFigureArguments *self)
{
  const char *out = self->all.out, *slash = strrchr (out, '/');
  const char *dot = strrchr (slash != NULL ? slash : out, '.');
  gsize n = dot != NULL ? strlen (dot + 1) : 0;
  g_autofree char *shown = ipl_path_shown (out);
  g_autofree char *endings
      = ipl_figure_endings (IPL_FIGURE_PAGE | IPL_FIGURE_FILM | IPL_FIGURE_WEB | IPL_FIGURE_SCRIPT);

  if (g_file_test (out, G_FILE_TEST_IS_DIR))
    return CLI_OK;
  self->kind = ipl_figure_kind_of (out);
  if (self->kind != IPL_FIGURE_OTHER || n == 0 || n > LONGEST_ENDING)
    return CLI_OK;
  for (gsize i = 1; i <= n; i++)
    if (!g_ascii_isalpha (dot[i]))
      return CLI_OK;
  return cli_fail (CLI_USAGE,
                   "--out: “%s” must end in %s, or be a folder: a new one is named with a slash at "
                   "its end.",
                   shown, endings);
}

/* Refuses options that the kind of file does not use. */
static CliExit
check_options (const CliFigureArguments *self, gboolean is_map)
{
#define OF_PAGES "transparent,outlines,mark-width"
#define OF_WIDTHS "from,to,frames"
#define OF_FILMS OF_WIDTHS ",along,fps,hold"
  const char *options = self->kind == IPL_FIGURE_FILM ? "format," OF_PAGES
                                                        ",width,shown-time,checkpoint"
                        : self->kind == IPL_FIGURE_WEB   ? "format,dpi,theme," OF_PAGES "," OF_FILMS
                        : self->kind == IPL_FIGURE_OTHER ? OF_FILMS
                                                         : "format," OF_FILMS;
  g_autofree char *given = cli_find_first_option (&self->all, options), *other = NULL;
  g_autofree char *shown = ipl_path_shown (self->all.out);

  if (given != NULL && strstr (OF_FILMS, given) != NULL)
    return cli_fail (CLI_USAGE, "--%s is for films: name a .gif, .webp, .mp4 or .webm as --out.",
                     given);
  if (given != NULL && strcmp (given, "format") == 0)
    return cli_fail (CLI_USAGE, "--format is for a folder: the ending of “%s” decides the format.",
                     shown);
  if (given != NULL)
    return cli_fail (CLI_USAGE, "--%s has no effect on “%s”: leave it out.", given, shown);
  if (self->kind != IPL_FIGURE_FILM)
    return CLI_OK;
  other = cli_find_first_option (&self->all, is_map ? OF_WIDTHS : "along");
  return other == NULL
             ? CLI_OK
             : cli_fail (
                 CLI_USAGE,
                 is_map ? "--%s: a film of a map has a frame for each value of the axis --along."
                        : "--%s is for a map: give a file from interplay-cli map as CASE.",
                 other);
}

/* Fails if the options make no file. Called before any work. */
static CliExit
check_formats (const CliFigureArguments *self)
{
  g_auto (GStrv) formats = g_strsplit (self->format, ",", -1);
  g_autofree char *format_list = ipl_format_list ("", ", ", ", ");
  const IplFormat *format;

  if (formats[0] == NULL)
    return cli_fail (CLI_USAGE, "--format is empty, and must be %s or py.", format_list);
  for (guint i = 0; formats[i] != NULL; i++)
    if (!ipl_format_parse (g_strstrip (formats[i]), &format) && !cli_figure_is_script (formats[i]))
      return cli_fail (CLI_USAGE, "--format: “%s” is not %s or py.", formats[i], format_list);
  return CLI_OK;
}

/* Checks that need no case, of a film. */
static CliExit
check_film (const CliFigureArguments *self, gboolean is_map)
{
  const CliArguments *all = &self->all;
  g_autoptr (GError) error = NULL;

  if (!is_map && !ipl_width_film_can_show (all->drawing.panel, &error))
    return cli_fail (CLI_USAGE, "--panel: %s", error->message);
  if (all->name != NULL && !is_map && ipl_result_file_is (all->name))
    return cli_fail (CLI_USAGE,
                     "“%s” is an experiment in time, and films are over widths: draw single times "
                     "with --shown-time.",
                     all->name);
  return cli_check_animation (ipl_animation_format_of (all->out), all->drawing.fps);
}

/* Checks that need no case, of the file or the folder.
 * @n: number of panels */
static CliExit
check_out (CliFigureArguments *self, guint n)
{
  const CliArguments *all = &self->all;
  gboolean is_map = cli_figure_input_is_map (all->name);
  CliExit status = find_kind (self);

  if (status == CLI_OK)
    status = check_options (self, is_map);
  if (status == CLI_OK && self->kind == IPL_FIGURE_OTHER)
    {
      status = cli_try_folder ("--out", all->out);
      return status == CLI_OK ? check_formats (self) : status;
    }
  if (self->kind == IPL_FIGURE_FILM && cli_get_option (all, "dpi") == NULL)
    self->all.drawing.dpi = SCREEN_DPI;
  /* The text before is the default of the option: with a file --format is refused. */
  if (status == CLI_OK && self->kind == IPL_FIGURE_SCRIPT)
    self->format = g_strdup (IPL_FIGURE_PYTHON);
  if (status == CLI_OK && n > 1)
    return cli_fail (CLI_USAGE, "--panel: one file shows one panel: give a folder as --out.");
  if (status == CLI_OK)
    status = cli_try_output ("--out", all->out, 0, ".png,.svg,.pdf");
  return status == CLI_OK && self->kind == IPL_FIGURE_FILM ? check_film (self, is_map) : status;
}

/* Returns: (nullable): the named experiment, if it makes no case */
static const IplExperiment *
find_experiment (const CliFigureArguments *self)
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
check_panel (CliFigureArguments *self, char *id)
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
  status = cli_figure_python_check (self->format, panel);
  if (status != CLI_OK)
    return status;
  if (experiment != NULL && id != NULL && panel->fits == NULL
      && g_strcmp0 (panel->experiment, experiment->id) != 0)
    return refuse (experiment, panel);
  if (self->kind != IPL_FIGURE_FILM && self->kind != IPL_FIGURE_WEB)
    self->wants.needs |= cli_figure_python_needs (self->format, panel);
  return CLI_OK;
}

/* Checks that need no case.
 * @ids: [n] names of panels; %NULL or "" for the default panels */
static CliExit
check_arguments (CliFigureArguments *self, char **ids, guint n)
{
  CliExit status;

  self->all.drawing.panel_id = ids[0];
  status = cli_drawing_check (&self->all.drawing);
  if (status == CLI_OK)
    status = check_out (self, n);
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
draw (CliFigureArguments *self, const CliFigureInput *subject)
{
  const CliArguments *arguments = &self->all;
  const IplPanel *panel;
  CliExit status = choose_panel (subject, &panel);

  if (status == CLI_OK)
    status = check_outputs (subject, panel);
  if (status == CLI_OK && self->kind != IPL_FIGURE_FILM && self->kind != IPL_FIGURE_WEB)
    status = cli_figure_advise (self, subject, panel);
  if (status != CLI_OK)
    return status;
  if (self->kind == IPL_FIGURE_OTHER)
    return cli_figure_write_folder (self, subject, panel);
  return cli_figure_write (self, subject, panel, arguments->out,
                           cli_provenance (arguments, cli_figure_input_parameters (subject), TRUE));
}

/* interplay-cli figure CASE --panel .. --size .. --out FILE */
static CliExit
figure (CliArguments *arguments)
{
  CliFigureArguments *self = (CliFigureArguments *)arguments;
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
  self->wants.any_width = self->kind != IPL_FIGURE_FILM && self->kind != IPL_FIGURE_WEB;
  self->wants.in_time = self->kind != IPL_FIGURE_FILM;
  /* The sweep gives the curve of the accuracy panel. */
  self->wants.solves = self->kind == IPL_FIGURE_FILM && !cli_figure_input_is_map (arguments->name);
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
  return status == CLI_OK && self->kind != IPL_FIGURE_FILM
             ? cli_figure_input_report_doubt (&subject)
             : status;
}

#define WANTS(field) offsetof (CliFigureArguments, wants.field)
#define HERE(field) offsetof (CliFigureArguments, field)

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

static const CliEntry films[] = {
  { "from", 0, CLI_ONE, HERE (from), "the first width: one number or N_1:..:N_L:N_a (default: 500)",
    "N", IPL_AXIS_WIDTHS, .otherwise = "500" },
  { "to", 0, CLI_ONE, HERE (to), "the last width (default: 10)", "N", IPL_AXIS_WIDTHS,
    .otherwise = "10" },
  { "frames", 0, CLI_INTEGER, HERE (frames),
    "number of frames; the width changes by a constant factor", "n", IPL_WIDTH_FILM_MIN_FRAMES,
    IPL_WIDTH_FILM_MAX_FRAMES, 60 },
  { "along", 0, CLI_TEXT, HERE (along),
    "of a map: the axis along which the cursor moves (default: the second)", "NAME" },
  CLI_ENTRIES (cli_fps_entry),
  { "hold", 0, CLI_REAL, CLI_AT (drawing.hold),
    "seconds for which the first and the last frame are shown", "s", 0, 60, 1 },
  { NULL },
};

static const CliEntry entries[] = {
  { "out", 'o', CLI_OUTPUT, CLI_AT (out),
    "the file to write: .png, .svg, .pdf, .tex (with the graphics in a second PDF), .html, .gif, "
    ".webp, .mp4, .webm (ffmpeg makes films) or .py (a script and its file of results); or a "
    "folder "
    "(default: .)",
    "FILE", .otherwise = "." },
  CLI_ENTRIES (cli_panel_entry),
  { "size", 0, CLI_TEXT, CLI_AT (drawing.size),
    "neurips, icml, icml2, nature, nature2, slide, WxHin or WxHmm (default: neurips)", "SIZE",
    .otherwise = "neurips" },
  CLI_ENTRIES (cli_font_size_entry),
  { "format", 'f', CLI_TEXT, HERE (format),
    "of a folder: png, svg, pdf, tex or py, separated by commas (default: pdf)", "FORMATS",
    .otherwise = "pdf" },
  { "dpi", 0, CLI_REAL, CLI_AT (drawing.dpi),
    "dots per inch of a PNG or a film (default: 300, of a film 144)", "n", IPL_PAPER_MIN_DPI,
    IPL_PAPER_MAX_DPI },
  { "transparent", 0, CLI_FLAG, HERE (transparent), "transparent background" },
  { "outlines", 0, CLI_FLAG, HERE (outlines), "text of an SVG as shapes, independent of fonts" },
  { "mark-width", 0, CLI_FLAG, HERE (mark_width),
    "mark the shown width or time, as in the window" },
  CLI_ENTRIES (cli_anonymous_entry),
  { "width", 0, CLI_ONE, WANTS (width),
    "the width shown: one number, N_1:..:N_L:N_a or gp (default: the first of --widths)", "N",
    IPL_AXIS_WIDTHS },
  { "shown-time", 0, CLI_REAL, WANTS (shown_time),
    "of an experiment in time: shown step or time (default: the end)", "TIME", 0, 1e15, -1 },
  { "checkpoint", 0, CLI_OUTPUT, CLI_AT (checkpoint),
    "of an experiment in time: checkpoint of dynamics to resume from", "FILE" },
  CLI_ENTRIES (cli_theme_entry),
  CLI_ENTRIES (cli_look_entries),
  CLI_GROUP ("film", films),
  CLI_GROUP ("networks", networks),
  CLI_GROUP ("solving", solving),
  { .kind = CLI_DISPLAY, .place = CLI_AT (drawing.display) },
  { NULL },
};

const CliCommand cli_command_figure
    = { .name = "figure",
        .summary = "draw the figures as a page, a film, a web page or a script",
        .argument = "CASE",
        .missing = CLI_CASE_MISSING,
        .text
        = "A page has exactly the given size. In a folder, files are named CASE-PANEL.EXT. A "
          "film changes the width by a constant factor between frames, with one scale for all "
          "of them. A web page has the panels and kernels at every width of the sweep, and "
          "needs no network.\n"
          "CASE may be a file of results, which is drawn without solving: from sweep, sample "
          "or merge at the row of --width and --temperature, from dynamics at --shown-time, "
          "from map as map or map-curve.\n"
          "Exit codes: 0 done; 1 failed; 2 wrong arguments; 3 done, but some width, "
          "marked in the figure, did not converge.",
        .examples = "interplay-cli figure hmc4 --width 10 --panel u --out u.svg\n"
                    "interplay-cli figure results.npz --out page.html\n"
                    "interplay-cli figure mine.npz --panel u --frames 10 --out widths.gif",
        .entries = entries,
        .size = sizeof (CliFigureArguments),
        .has_parameters = TRUE,
        .run = figure };
