/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The plot of a panel as Python: a call for every mark, with its numbers read from the file of
 * results where it has them. */

#include "figures/kit/text.h"
#include "figures/plot/plot.h"
#include "figures/python/python-parts.h"

#include <math.h>
#include <string.h>

/* Numbers in a line of a list. */
#define IN_LINE 8

/* The array of the trajectory that numbers are in; NULL where they were worked out. */
static const IplTrajectoryArray *
find_array (const IplTrajectory *trajectory, const IplNumbers *numbers)
{
  for (guint i = 0; trajectory != NULL && i < trajectory->arrays->len; i++)
    {
      const IplTrajectoryArray *array = trajectory->arrays->pdata[i];
      gsize n = array->size * (array->in_time ? trajectory->S : 1);

      if (numbers->data >= array->values && numbers->data < array->values + n)
        return array;
    }
  return NULL;
}

static void
append_array (GString *text, const IplTrajectory *trajectory, const IplTrajectoryArray *array,
              const IplNumbers *numbers)
{
  gsize at = (gsize)(numbers->data - array->values), S = trajectory->S;

  if (numbers->stride == 1 && numbers->n == array->size && array->in_time && array->ndim > 0)
    g_string_append_printf (text, "results[\"%s\"][%" G_GSIZE_FORMAT "]", array->name,
                            at / array->size);
  else if (numbers->stride == array->size && numbers->n == S && array->in_time && array->ndim > 0)
    g_string_append_printf (text,
                            "results[\"%s\"].reshape(%" G_GSIZE_FORMAT ", -1)[:, %" G_GSIZE_FORMAT
                            "]",
                            array->name, S, at);
  else if (at == 0 && numbers->stride == 1 && numbers->n == array->size * (array->in_time ? S : 1))
    g_string_append_printf (text, "results[\"%s\"]", array->name);
  else
    {
      g_string_append_printf (text, "results[\"%s\"].ravel()[%" G_GSIZE_FORMAT ":]", array->name,
                              at);
      if (numbers->stride > 1)
        g_string_append_printf (text, "[::%" G_GSIZE_FORMAT "]", numbers->stride);
      g_string_append_printf (text, "[:%" G_GSIZE_FORMAT "]", numbers->n);
    }
}

/* Numbers as an expression; @columns where they are a matrix, else 0. */
static void
append_numbers (GString *text, const IplPythonFigure *figure, const IplNumbers *numbers,
                gsize columns)
{
  const IplTrajectory *trajectory = figure->view->trajectory;
  const IplTrajectoryArray *array = find_array (trajectory, numbers);

  if (numbers->source != NULL)
    g_string_append (text, numbers->source);
  else if (trajectory != NULL && numbers->data == trajectory->time && numbers->n == trajectory->S)
    g_string_append (text, "results[\"time\"]");
  else if (trajectory != NULL && numbers->data + numbers->n == trajectory->time + trajectory->S)
    g_string_append_printf (text, "results[\"time\"][%" G_GSIZE_FORMAT ":]",
                            (gsize)(numbers->data - trajectory->time));
  else if (array != NULL)
    append_array (text, trajectory, array, numbers);
  else
    {
      g_string_append (text, "np.array([");
      for (gsize i = 0; i < numbers->n; i++)
        {
          g_string_append (text, i == 0 ? "" : i % IN_LINE == 0 ? ",\n        " : ", ");
          ipl_python_append_number (text, ipl_numbers_get (numbers, i));
        }
      g_string_append (text, "])");
    }
  if (columns > 0)
    g_string_append_printf (text, ".reshape(-1, %" G_GSIZE_FORMAT ")", columns);
}

static void
append_flag (GString *text, const char *name, gboolean value)
{
  if (value)
    g_string_append_printf (text, ", %s=True", name);
}

static void
append_limits (GString *text, const char *name, double lo, double hi)
{
  g_string_append_printf (text, ", %s=(", name);
  ipl_python_append_number (text, lo);
  g_string_append (text, ", ");
  ipl_python_append_number (text, hi);
  g_string_append_c (text, ')');
}

/* One colour, or that of every item. */
static void
append_colors (GString *text, const IplPythonFigure *figure, const IplMark *mark)
{
  IplRole role = mark->role;

  if (!mark->color_by_item)
    {
      ipl_python_append_color (text, ipl_role_color (role, figure->style));
      return;
    }
  for (gsize i = 0; i < mark->y.n; i++)
    {
      role.k = (guint)(mark->first + i);
      g_string_append (text, i == 0 ? "[" : i % IN_LINE == 0 ? ",\n        " : ", ");
      ipl_python_append_color (text, ipl_role_color (role, figure->style));
    }
  g_string_append_c (text, ']');
}

/* Common to all marks. */
static void
append_look (GString *text, const IplPythonFigure *figure, const IplMark *mark)
{
  g_string_append (text, ", color=");
  append_colors (text, figure, mark);
  ipl_python_append_argument (text, "width", mark->weight, 1);
  ipl_python_append_argument (text, "dash", mark->dash, IPL_DASH_SOLID);
  ipl_python_append_markup (text, "label", mark->label);
}

static const char *const markers[]
    = { [IPL_MARKER_CROSS] = "x",   [IPL_MARKER_DOT] = "o",      [IPL_MARKER_SQUARE] = "s",
        [IPL_MARKER_DIAMOND] = "D", [IPL_MARKER_TRIANGLE] = "^", [IPL_MARKER_TRIANGLE_DOWN] = "v" };

static void
append_marker (GString *text, const IplMark *mark)
{
  if (mark->marker != IPL_MARKER_DOT)
    g_string_append_printf (text, ", marker=\"%s\"", markers[mark->marker]);
  ipl_python_append_argument (text, "size", mark->size, 0.3);
  append_flag (text, "hollow", mark->hollow);
}

/* How matplotlib writes the key of something that has no mark of its own. */
static void
append_key (GString *text, const IplMark *mark)
{
  static const char *const keys[] = {
    [IPL_KEY_NONE] = " ",        [IPL_KEY_LINE] = "-",    [IPL_KEY_CROSS] = "x-",
    [IPL_KEY_CROSS_ALONE] = "x", [IPL_KEY_DOT] = "o",     [IPL_KEY_DOT_HOLLOW] = "o",
    [IPL_KEY_INTERVAL] = "o-",   [IPL_KEY_WARNING] = "^", [IPL_KEY_BAR] = "s",
    [IPL_KEY_BAR_OUTLINE] = "s", [IPL_KEY_MARKER] = "o",  [IPL_KEY_LINE_MARKER] = "o-",
  };

  if (mark->key == IPL_KEY_MARKER || mark->key == IPL_KEY_LINE_MARKER)
    g_string_append_printf (text, ", key=\"%s%s\"", markers[mark->marker],
                            mark->key == IPL_KEY_MARKER ? "" : "-");
  else
    g_string_append_printf (text, ", key=\"%s\"", keys[mark->key]);
  append_flag (text, "hollow",
               mark->hollow || mark->key == IPL_KEY_DOT_HOLLOW || mark->key == IPL_KEY_BAR_OUTLINE);
}

/* In a map cells are counted from 1, their middles. */
static void
append_mark (GString *text, const IplPythonFigure *figure, const IplPlotAxes *on,
             const IplMark *mark, guint axes)
{
  gboolean in_map = on->is_map;
  static const char *const functions[] = { "curve", "points",    "bar_marks", "band", "intervals",
                                           "rule",  "key_alone", "histogram", NULL };
  const IplNumbers *numbers[] = { &mark->x, &mark->y, &mark->lo, &mark->hi };

  if (mark->kind == IPL_MARK_RANGE)
    return;

  g_string_append_printf (text, "    %s(axes[%u]", functions[mark->kind], axes);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (numbers[i]->n > 0)
      {
        g_string_append (text, ", ");
        append_numbers (text, figure, numbers[i], 0);
        g_string_append (text, in_map ? " + 0.5" : "");
      }
  if (mark->kind == IPL_MARK_RULE)
    {
      g_string_append (text, ", ");
      ipl_python_append_number (text, mark->slope);
      g_string_append (text, ", ");
      ipl_python_append_number (text, mark->offset + (in_map ? 0.5 * (1 - mark->slope) : 0));
      append_flag (text, "upright", mark->upright);
      append_flag (text, "held", mark->clamp_to_axis);
    }
  append_look (text, figure, mark);
  if (mark->kind == IPL_MARK_POINTS)
    append_marker (text, mark);
  if (mark->kind == IPL_MARK_KEY)
    append_key (text, mark);
  if (mark->kind == IPL_MARK_LINE)
    {
      append_flag (text, "dip", mark->dip);
      append_flag (text, "breaks", mark->breaks);
      append_flag (text, "averages", mark->averages);
    }
  if (mark->kind == IPL_MARK_BARS || mark->kind == IPL_MARK_BAND)
    ipl_python_append_argument (text, "alpha", mark->alpha, 1);
  if (mark->kind == IPL_MARK_BARS)
    {
      ipl_python_append_argument (text, "half", mark->size, 0);
      ipl_python_append_argument (text, "offset", mark->offset, 0);
      append_flag (text, "outlined", mark->outlined);
      append_flag (text, "lies", mark->lies);
    }
  g_string_append (text, ")\n");
}

/* @names: (nullable): markup */
static void
append_names (GString *text, const char *argument, const char *const *names, gsize n)
{
  if (names == NULL)
    return;
  g_string_append_printf (text, ", %s=[", argument);
  for (gsize i = 0; i < n; i++)
    {
      g_autofree char *name = ipl_python_mathtext (names[i]);

      g_string_append (text, i == 0 ? "" : i % IN_LINE == 0 ? ",\n        " : ", ");
      ipl_python_append_text (text, name);
    }
  g_string_append_c (text, ']');
}

static void
append_map (GString *text, const IplPythonFigure *figure, const IplPlotAxes *map, guint axes)
{
  const IplHeatMapSpec *spec = &map->map_spec;

  g_string_append_printf (text, "    heat_map(panel, axes[%u], ", axes);
  append_numbers (text, figure, &map->cells, spec->columns);
  g_string_append (text, ", (");
  for (guint i = 0; i < 3; i++)
    {
      const char *titles[] = { spec->row_title, spec->column_title, spec->bar_title };
      g_autofree char *title = ipl_python_mathtext (titles[i] != NULL ? titles[i] : "");

      g_string_append (text, i > 0 ? ", " : "");
      ipl_python_append_text (text, title);
    }
  g_string_append (text, "),\n             (");
  ipl_python_append_number (text, spec->diverging ? -spec->hi : spec->lo);
  g_string_append (text, ", ");
  ipl_python_append_number (text, spec->hi);
  g_string_append_c (text, ')');
  append_flag (text, "signed", spec->diverging);
  append_flag (text, "square", spec->square);
  ipl_python_append_argument (text, "linear", spec->linear, 0);
  append_flag (text, "gaps", spec->leaves_diagonal);
  ipl_python_append_argument (text, "parted", (double)spec->gap, 0);
  ipl_python_append_argument (text, "digits", map->cell_digits, 0);
  append_names (text, "rows_named", spec->row_names, spec->rows);
  append_names (text, "columns_named", spec->column_names, spec->columns);
  append_flag (text, "upright", spec->upright);
  g_string_append (text, ")\n");
}

/* Appends the first axis or row above the plot. */
static void
append_above (GString *text, const IplPythonFigure *figure, const IplPlotAxes *axes, guint i)
{
  const IplPlotAbove *above = &axes->above[0];

  if (axes->n_above == 0)
    return;
  g_string_append_printf (text, "    %s(axes[%u], ", above->x.n > 0 ? "axis_above" : "shares_above",
                          i);
  ipl_python_append_text (text, above->title);
  if (above->x.n > 0)
    {
      g_string_append (text, ", ");
      append_numbers (text, figure, &above->x, 0);
    }
  g_string_append (text, ", ");
  append_numbers (text, figure, &above->y, 0);
  g_string_append (text, ")\n");
}

static void
append_texts (GString *text, const GArray *categories, gsize offset)
{
  g_string_append (text, ", [");
  for (guint i = 0; i < categories->len; i++)
    {
      const IplPlotCategory *one = &g_array_index (categories, IplPlotCategory, i);
      g_autofree char *name = ipl_python_mathtext (G_STRUCT_MEMBER (char *, one, offset));

      g_string_append (text, i == 0 ? "" : i % IN_LINE == 0 ? ",\n        " : ", ");
      ipl_python_append_text (text, name);
    }
  g_string_append_c (text, ']');
}

/* Things along x, by their names or in brief, with their groups. */
static void
append_categories (GString *text, const IplPythonFigure *figure, const IplPlotAxes *axes, guint i)
{
  const IplPlotCategory *first;
  IplNumbers at;

  if (axes->categories == NULL)
    return;
  first = &g_array_index (axes->categories, IplPlotCategory, 0);
  at = (IplNumbers){ &first->at, axes->categories->len, sizeof *first / sizeof (double), NULL };
  g_string_append_printf (text, "    categories(axes[%u], ", i);
  append_numbers (text, figure, &at, 0);
  append_texts (text, axes->categories, G_STRUCT_OFFSET (IplPlotCategory, name));
  append_texts (text, axes->categories,
                axes->names_at_left ? G_STRUCT_OFFSET (IplPlotCategory, name)
                                    : G_STRUCT_OFFSET (IplPlotCategory, brief));
  g_string_append (text, ", [");
  for (guint k = 0; k < axes->categories->len && axes->group_titles != NULL; k++)
    g_string_append_printf (text, "%s%u", k == 0 ? "" : ", ",
                            g_array_index (axes->categories, IplPlotCategory, k).group + 1);
  g_string_append_printf (text, "], \"%s\"",
                          axes->group_titles != NULL ? axes->group_titles[0] : "");
  append_flag (text, "at_left", axes->names_at_left);
  g_string_append (text, ")\n");
}

static void
append_axes (GString *text, const IplPythonFigure *figure, const IplPlotAxes *axes, guint i)
{
  if (axes->is_map)
    append_map (text, figure, axes, i);
  else
    {
      g_string_append_printf (text, "    frame(axes[%u]", i);
      ipl_python_append_markup (text, "x", axes->x.title);
      ipl_python_append_markup (text, "y", axes->y.title);
      append_limits (text, "x_range", axes->frame.x.lo, axes->frame.x.hi);
      append_limits (text, "y_range", axes->frame.y.lo, axes->frame.y.hi);
      append_flag (text, "log_x", axes->frame.x.log);
      append_flag (text, "log_y", axes->frame.y.log);
      append_flag (text, "whole", axes->x.whole);
      g_string_append (text, ")\n");
      append_above (text, figure, axes, i);
      append_categories (text, figure, axes, i);
    }
  for (guint m = 0; m < axes->marks->len; m++)
    append_mark (text, figure, axes, &g_array_index (axes->marks, IplMark, m), i);
  g_string_append_printf (text, "    legend_above(axes[%u])\n", i);
}

/* How many axes stand beside the first. */
static guint
count_columns (const IplPlot *plot)
{
  const IplPlotAxes *first = ipl_plot_get_axes (plot, 0);
  guint n = 1;

  while (n < plot->axes->len && ipl_plot_get_axes (plot, n)->frame.plot.y == first->frame.plot.y)
    n++;
  return n;
}

static void
append_subplots (GString *text, const IplPythonFigure *figure, const IplPlot *plot)
{
  const IplPaper *paper = figure->paper;
  guint n = plot->axes->len;

  if (plot->facets != NULL)
    ipl_python_append_facet_subplots (text, plot);
  else if (n > 1 && plot->grid)
    {
      guint columns = count_columns (plot), rows = (n + columns - 1) / columns;

      g_string_append_printf (text,
                              "    axes = list(panel.subplots(%u, %u, sharex=True, sharey=True, "
                              "squeeze=False).flat)\n",
                              rows, columns);
    }
  else if (n > 1 && paper->width_pt > plot->beside * paper->height_pt)
    g_string_append_printf (text, "    axes = panel.subplots(1, %u)\n", n);
  else if (n > 1)
    g_string_append_printf (text, "    axes = panel.subplots(%u, 1)\n", n);
  else
    g_string_append (text, "    axes = [panel.subplots()]\n");
}

/* Returns: (transfer full) (nullable): a function that draws what the panel's plot does; NULL for a
 *   panel that is no plot */
char *
ipl_python_plot (const IplPanel *panel, const IplPythonFigure *figure)
{
  const IplPaper *paper = figure->paper;
  g_autofree char *function = ipl_python_function (panel->id);
  g_autoptr (IplPlot) plot = NULL;
  GString *text;

  if (panel->build == NULL)
    return NULL;
  plot = ipl_plot_build (panel, figure->view, figure->style->look);
  ipl_plot_layout (plot, figure->style, paper->width_pt, paper->height_pt);
  text = g_string_new (NULL);
  g_string_append_printf (text, "def %s(panel):\n    \"\"\"%s.\"\"\"\n", function,
                          ipl_panel_heading (panel, figure->view));
  append_subplots (text, figure, plot);
  for (guint i = 0; i < plot->axes->len; i++)
    {
      const IplPlotAxes *axes = ipl_plot_get_axes (plot, i);

      if (!axes->is_hidden && (plot->facets == NULL || !axes->is_map))
        append_axes (text, figure, axes, i);
    }
  if (plot->facets != NULL)
    ipl_python_append_facets (text, figure, plot);
  if (plot->grid)
    g_string_append (text, "    for one in axes:\n        one.label_outer()\n");
  return g_strchomp (g_string_free (text, FALSE));
}
