/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A figure as a script for NumPy and matplotlib that draws it from a file of results. */

#include "figures/python/python-script.h"

#include "figures/view/outputs.h"
#include "figures/view/shown-paths.h"
#include "core/base/error.h"
#include "core/base/text-escape.h"
#include "figures/python/python-parts.h"

/* Returns: the kind of results file of a panel */
IplPythonArrays
ipl_python_arrays (const IplPanel *panel)
{
  if ((panel->needs & (IPL_NEEDS_HEADS | IPL_NEEDS_PRUNING)) != 0)
    return IPL_PYTHON_HEADS;
  if ((panel->needs & IPL_NEEDS_KERNELS) != 0)
    return IPL_PYTHON_KERNELS;
  if (panel->experiment != NULL || panel->needs == 0)
    return IPL_PYTHON_TRAJECTORY;
  return (panel->needs & IPL_NEEDS_TRAINING) != 0 ? IPL_PYTHON_TRAINING : IPL_PYTHON_ROWS;
}

/* Returns: end of the name of such files, before ".npz" */
const char *
ipl_python_ending (IplPythonArrays arrays)
{
  static const char *const endings[] = {
    [IPL_PYTHON_ROWS] = "-results",      [IPL_PYTHON_TRAJECTORY] = "-results",
    [IPL_PYTHON_HEADS] = "-heads",       [IPL_PYTHON_KERNELS] = "-kernels",
    [IPL_PYTHON_TRAINING] = "-training", [IPL_PYTHON_MAP] = "-map",
  };

  return endings[arrays];
}

/* Returns: (transfer full): lines that reduce U of the file to entries of paths */
static char *
make_outputs (const IplPythonFigure *self)
{
  guint K = self->view->the_case != NULL ? self->view->the_case->labels.outputs : 1;

  if (K == 1 || ipl_python_tile (self->panel, self->view) > 1)
    return g_strdup ("");
  return g_strdup_printf (
      "\n# U over paths and %u outputs as it is in the file.\n"
      "file = results\n"
      "results = dict(file)\n\n\n"
      "def choose_outputs(outputs):\n"
      "    \"\"\"Lets U be that of paths, summed over these.\"\"\"\n"
      "    for name in (\"U\", \"posterior_U_mean\", \"posterior_U_sd\", "
      "\"posterior_U_draws\"):\n"
      "        if name in file:\n"
      "            results[name] = sum(file[name][..., k::%u, k::%u] for k in outputs)\n"
      "    if len(outputs) > 1 and \"posterior_U_draws\" in file:\n"
      "        results[\"posterior_U_sd\"] = results[\"posterior_U_draws\"].std(axis=1, ddof=1)\n"
      "\n\nchoose_outputs(OUTPUTS)\n",
      K, K, K);
}

static char *refuse_part (const IplPanel *panel, guint part, const IplView *view);

/* @view: (nullable): view of the figure, if known
 * Returns: (transfer full) (nullable): the reason for which no script exists, a sentence; NULL
 * if one exists */
char *
ipl_python_refusal (const IplPanel *panel, const IplView *view)
{
  /* A composite omits panels without a script. */
  for (guint i = 0; i < panel->n_parts; i++)
    {
      char *why = refuse_part (panel, i, view);

      if (why == NULL || i + 1 == panel->n_parts)
        return why;
      g_free (why);
    }
  if (!ipl_panel_is_composite (panel) && panel->build == NULL)
    return g_strdup_printf (
        "“%s” cannot be redrawn by Python: it is a drawing, not a plot. Its SVG has named parts.",
        panel->title);
  return NULL;
}

/* Tiles of all outputs require a single panel, because other panels have one row of U for each
 * path. */
static char *
refuse_part (const IplPanel *panel, guint part, const IplView *view)
{
  const IplPanel *one = panel->parts[part].panel;

  if (view != NULL && ipl_view_has_outputs (view) && ipl_python_tile (one, view) > 1)
    return g_strdup_printf ("“%s” can be redrawn by Python with all outputs only as a single "
                            "figure: show U traced or of one output.",
                            one->title);
  return ipl_python_refusal (one, view);
}

/* Lists the panels of a composite for which scripts exist, or the panel itself. */
static GPtrArray *
list_panels (const IplPythonFigure *self)
{
  const IplPanel *panel = self->panel;
  GPtrArray *panels = g_ptr_array_new ();

  for (guint i = 0; i < panel->n_parts; i++)
    {
      g_autofree char *why = refuse_part (panel, i, self->view);

      if (why == NULL)
        g_ptr_array_add (panels, (gpointer)panel->parts[i].panel);
    }
  if (panel->n_parts == 0)
    g_ptr_array_add (panels, (gpointer)panel);
  return panels;
}

/* Returns: (transfer full) (nullable): parts of the figure that the script omits */
static char *
find_missing (const IplPythonFigure *self)
{
  const IplView *view = self->view;
  const IplPanel *panel = self->panel;
  g_autoptr (GPtrArray) list = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < panel->n_parts; i++)
    {
      g_autofree char *why = refuse_part (panel, i, view);

      if (why != NULL)
        g_ptr_array_add (list, g_strdup_printf ("the panel “%s”", panel->parts[i].panel->title));
    }
  if (view->the_case != NULL && ipl_python_arrays (panel) == IPL_PYTHON_ROWS)
    {
      if (view->the_case->trained != NULL && view->heads != NULL)
        g_ptr_array_add (list, g_strdup ("the accuracy of the trained network"));
      if (IPL_QUANTITY_COUNT (view->stored) > 0)
        g_ptr_array_add (list, g_strdup ("rows that are computed separately"));
    }
  if (view->figure_style != NULL && !ipl_figure_style_is_plain (view->figure_style))
    g_ptr_array_add (list, g_strdup ("the style of titles, names, legends and axes"));
  if (list->len == 0)
    return NULL;
  g_ptr_array_add (list, NULL);
  return g_strjoinv ("; ", (char **)list->pdata);
}

/* Converts text for a comment or a docstring: to one line, without the characters that end it. */
static char *
in_comment (const char *text)
{
  g_autofree char *blank = g_strdelimit (g_strdup (text), "\n\r", ' ');
  char *line = ipl_text_escape (blank);
  g_auto (GStrv) slashes = g_strsplit (line, "\\", -1);
  g_autofree char *doubled = g_strjoinv ("\\\\", slashes);
  g_auto (GStrv) quotes = g_strsplit (doubled, "\"\"\"", -1);

  g_free (line);
  line = g_strjoinv ("'''", quotes);
  if (!g_str_has_suffix (line, "\""))
    return line;
  g_autofree char *with_quote = line;
  return g_strconcat (with_quote, " ", NULL);
}

static void
append_docstring (GString *text, const IplPythonFigure *self, const char *missing)
{
  const IplView *view = self->view;
  g_autofree char *title = in_comment (ipl_panel_heading (self->panel, view));
  g_autofree char *results = in_comment (self->results);
  g_autofree char *outside = ipl_view_warnings_text (view);
  g_autofree char *warnings = outside != NULL ? in_comment (outside) : NULL;
  g_autofree char *what = in_comment (ipl_view_get_name (view));

  g_string_append_printf (text,
                          "#!/usr/bin/env python3\n"
                          "\"\"\"%s of %s, redrawn from %s.\n\n"
                          "Interplay " IPL_VERSION " wrote this script and the file of results.\n",
                          title, what, results);
  if (self->identity != NULL && self->identity[0] != '\0')
    g_string_append_printf (text, "The case is %s.\n", self->identity);
  if (self->producer != NULL && self->producer[0] != '\0')
    {
      g_autofree char *command = in_comment (self->producer);

      g_string_append_printf (text, "Command for the same figure:\n\n    %s\n", command);
    }
  if (warnings != NULL)
    g_string_append_printf (text, "\n%s\n", warnings);
  if (missing != NULL)
    g_string_append_printf (text, "\nNot in the file, and not drawn: %s.\n", missing);
  g_string_append (text, "\"\"\"\n"
                         "import matplotlib.pyplot as plt\n"
                         "import numpy as np\n");
}

static void
append_share (GString *text, double share)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (text, g_ascii_formatd (number, sizeof number, "%.4g", share));
}

/* Height of the title of a part of a composite, in text sizes. */
#define HEAD 1.8

/* TRUE if the @n parts of a composite form a column, FALSE for a 2 x 2 grid. */
static gboolean
are_below (const IplPythonFigure *self, guint n)
{
  return n <= 2 || self->paper->height_pt > 1.15 * self->paper->width_pt;
}

/* Returns the height of a row of parts relative to that of a normal row. */
static double
get_row_share (const IplPythonFigure *self, guint n, guint row)
{
  const IplPanel *panel = self->panel;

  if (are_below (self, n))
    return panel->n_rows > 0 || n < panel->n_parts ? 1 : panel->parts[row].share;
  return panel->n_rows > 0 ? 1 : row == 0 ? panel->upper : 1 - panel->upper;
}

static double
get_column_share (const IplPythonFigure *self, guint n, guint column)
{
  double left = self->panel->n_rows > 0 ? 0.5 : self->panel->left;

  return are_below (self, n) ? 1 : column == 0 ? left : 1 - left;
}

/* Returns the paper of part @i of @n. */
static IplPaper
get_part (const IplPythonFigure *self, guint n, guint i)
{
  guint columns = are_below (self, n) ? 1 : 2;
  IplPaper part = *self->paper;
  double all = 0;

  for (guint row = 0; row < (n + columns - 1) / columns; row++)
    all += get_row_share (self, n, row);
  part.width_pt *= get_column_share (self, n, i % columns);
  part.height_pt *= get_row_share (self, n, i / columns) / all;
  return part;
}

/* Appends the subfigures of a composite: a column, or a 2 x 2 grid. */
static void
append_places (GString *text, const IplPythonFigure *self, guint n)
{
  guint columns = are_below (self, n) ? 1 : 2, rows = (n + columns - 1) / columns;

  g_string_append_printf (text, "panels = figure.subfigures(%u, %u, squeeze=False", rows, columns);
  if (columns > 1 && self->panel->n_rows == 0)
    {
      g_string_append (text, ", width_ratios=[");
      append_share (text, get_column_share (self, n, 0));
      g_string_append (text, ", ");
      append_share (text, get_column_share (self, n, 1));
      g_string_append_c (text, ']');
    }
  g_string_append (text, ", height_ratios=[");
  for (guint i = 0; i < rows; i++)
    {
      g_string_append (text, i > 0 ? ", " : "");
      append_share (text, get_row_share (self, n, i));
    }
  g_string_append (text, "])\n");
}

/* Returns: (transfer full): the lines that call the functions */
static char *
make_main (const IplPythonFigure *self)
{
  GString *text = g_string_new ("figure = plt.figure(figsize=SIZE, layout=\"constrained\")\n");
  g_autoptr (GPtrArray) panels = list_panels (self);

  if (ipl_panel_is_composite (self->panel))
    append_places (text, self, panels->len);
  for (guint i = 0; i < panels->len; i++)
    {
      const IplPanel *panel = panels->pdata[i];
      g_autofree char *function = ipl_python_function (panel->id);

      if (!ipl_panel_is_composite (self->panel))
        {
          g_string_append_printf (text, "%s(figure)\n", function);
          continue;
        }
      g_string_append_printf (text, "letter(panels.flat[%u], \"%c\", ", i, 'a' + (char)i);
      ipl_python_append_text (text, ipl_panel_heading (panel, self->view));
      g_string_append_printf (text, ")\n%s(panels.flat[%u])\n", function, i);
    }
  g_string_append (text, "plt.show()\n");
  return g_string_free (text, FALSE);
}

/* @missing: (out, nullable): parts of the figure that the script omits, because the file of results
 * does not contain them
 * Returns: (transfer full) (nullable): a complete script that imports NumPy and matplotlib only;
 * NULL if ipl_python_refusal() returns a reason */
char *
ipl_python_script (const IplPythonFigure *figure, char **missing, GError **error)
{
  IplStyle style = *figure->style;
  IplPythonFigure own = *figure, *self = &own;
  g_autofree char *why = ipl_python_refusal (figure->panel, figure->view);
  g_autofree char *left_out = NULL, *parts = NULL, *last = NULL, *preamble = NULL, *all = NULL;
  g_autofree char *outputs = NULL;
  g_autoptr (GPtrArray) panels = list_panels (self);
  g_autoptr (GString) body = g_string_new (NULL);
  g_autoptr (GHashTable) used = NULL;
  GString *text;

  /* Paths have the colours set by the user. */
  ipl_style_follow_view (&style, figure->view);
  own.style = &style;
  if (why != NULL)
    return ipl_fail_null (error, IPL_ERROR_MISSING, "%s", why);
  for (guint i = 0; i < panels->len; i++)
    {
      const IplPanel *panel = panels->pdata[i];
      gboolean composite = ipl_panel_is_composite (self->panel);
      IplPaper paper = composite ? get_part (self, panels->len, i) : *self->paper;
      IplPythonFigure part = *self;

      part.paper = &paper;
      part.head = composite ? HEAD * paper.font_pt : 0;
      g_autofree char *drawn = ipl_python_plot (panel, &part);

      g_string_append_printf (body, "%s\n\n\n", drawn);
    }
  last = make_main (self);
  g_string_append (body, last);
  left_out = find_missing (self);
  parts = ipl_python_gather_parts (body->str);
  preamble = ipl_python_preamble ();
  outputs = make_outputs (self);
  all = g_strconcat (outputs, preamble, "\n", parts, body->str, NULL);
  used = ipl_python_identifiers (all);

  text = g_string_new (NULL);
  append_docstring (text, self, left_out);
  g_string_append (text, "\nresults = np.load(");
  ipl_python_append_text (text, self->results);
  g_string_append (text, ")\n");
  g_string_append (text, "\n# Shown data and style.\n");
  ipl_python_append_words (text, self, used);
  g_string_append_printf (text, "%s\n%s\n\n\n%s%s", outputs, preamble, parts, body->str);
  if (missing != NULL)
    *missing = g_steal_pointer (&left_out);
  return g_string_free (text, FALSE);
}
