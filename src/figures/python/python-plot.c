/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The plot of a panel as Python: a call for each mark, with numbers read from the file of
 * results if it contains them. */

#include "figures/plot/plot-thumbnails.h"
#include "figures/python/python-parts.h"

#include <math.h>

/* Appends a single colour, or a list with that of each item. */
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
      g_string_append (text, i == 0 ? "[" : i % IPL_PYTHON_IN_LINE == 0 ? ",\n        " : ", ");
      ipl_python_append_color (text, ipl_role_color (role, figure->style));
    }
  g_string_append_c (text, ']');
}

/* Appends the arguments common to all marks. */
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
  ipl_python_append_flag (text, "hollow", mark->hollow);
}

/* Appends the doubtful points and their key. */
static void
append_doubtful (GString *text, const IplMark *mark)
{
  gsize n = 0;

  for (gsize i = 0; mark->doubtful != NULL && i < mark->y.n; i++)
    if (mark->doubtful[i])
      g_string_append_printf (text, "%s%" G_GSIZE_FORMAT, n++ == 0 ? ", doubtful=[" : ", ", i);
  if (n == 0)
    return;
  g_string_append_c (text, ']');
  ipl_python_append_markup (text, "doubt", mark->doubt);
}

/* Appends the matplotlib format of a key without a mark. */
static void
append_key (GString *text, const IplMark *mark)
{
  static const char *const keys[] = {
    [IPL_KEY_NONE] = " ",        [IPL_KEY_LINE] = "-",    [IPL_KEY_CROSS] = "x-",
    [IPL_KEY_CROSS_ONLY] = "x",  [IPL_KEY_DOT] = "o",     [IPL_KEY_DOT_HOLLOW] = "o",
    [IPL_KEY_INTERVAL] = "o-",   [IPL_KEY_WARNING] = "^", [IPL_KEY_BAR] = "s",
    [IPL_KEY_BAR_OUTLINE] = "s", [IPL_KEY_MARKER] = "o",  [IPL_KEY_LINE_MARKER] = "o-",
  };

  if (mark->key == IPL_KEY_MARKER || mark->key == IPL_KEY_LINE_MARKER)
    g_string_append_printf (text, ", key=\"%s%s\"", markers[mark->marker],
                            mark->key == IPL_KEY_MARKER ? "" : "-");
  else
    g_string_append_printf (text, ", key=\"%s\"", keys[mark->key]);
  ipl_python_append_flag (text, "hollow",
                          mark->hollow || mark->key == IPL_KEY_DOT_HOLLOW
                              || mark->key == IPL_KEY_BAR_OUTLINE);
}

/* Appends the call of a mark. Positions in a map are cell centres, counted from 1. */
static void
append_mark (GString *text, const IplPythonFigure *figure, const IplPlotAxes *on,
             const IplMark *mark, guint axes)
{
  gboolean in_map = on->is_map;
  static const char *const functions[]
      = { [IPL_MARK_LINE] = "curve",         [IPL_MARK_POINTS] = "points",
          [IPL_MARK_BARS] = "bar_marks",     [IPL_MARK_BAND] = "band",
          [IPL_MARK_INTERVAL] = "intervals", [IPL_MARK_RULE] = "rule",
          [IPL_MARK_RULE_AT_X] = "rule",     [IPL_MARK_KEY] = "key_alone",
          [IPL_MARK_HISTOGRAM] = "histogram" };
  const IplNumbers *numbers[] = { &mark->x, &mark->y, &mark->lo, &mark->hi };

  if (mark->kind == IPL_MARK_RANGE)
    return;

  g_string_append_printf (text, "    %s(axes[%u]", functions[mark->kind], axes);
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (numbers[i]->n > 0)
      {
        g_string_append (text, ", ");
        ipl_python_append_numbers (text, figure, numbers[i], 0);
        g_string_append (text, in_map ? " + 0.5" : "");
      }
  if (mark->kind == IPL_MARK_RULE || mark->kind == IPL_MARK_RULE_AT_X)
    {
      g_string_append (text, ", ");
      ipl_python_append_number (text, mark->slope);
      g_string_append (text, ", ");
      ipl_python_append_number (text, mark->offset + (in_map ? 0.5 * (1 - mark->slope) : 0));
      ipl_python_append_flag (text, "upright", mark->kind == IPL_MARK_RULE_AT_X);
      ipl_python_append_flag (text, "held", mark->clamp_to_axis);
    }
  append_look (text, figure, mark);
  if (mark->kind == IPL_MARK_POINTS)
    {
      append_marker (text, mark);
      append_doubtful (text, mark);
    }
  if (mark->kind == IPL_MARK_KEY)
    append_key (text, mark);
  if (mark->kind == IPL_MARK_LINE)
    {
      ipl_python_append_flag (text, "dip", mark->dip);
      ipl_python_append_flag (text, "breaks", mark->breaks);
      ipl_python_append_flag (text, "averages", mark->averages);
    }
  if (mark->kind == IPL_MARK_BARS || mark->kind == IPL_MARK_BAND)
    ipl_python_append_argument (text, "alpha", mark->alpha, 1);
  if (mark->kind == IPL_MARK_BARS)
    {
      ipl_python_append_argument (text, "half", mark->size, 0);
      ipl_python_append_argument (text, "offset", mark->offset, 0);
      ipl_python_append_flag (text, "outlined", mark->outlined);
      ipl_python_append_flag (text, "lies", mark->lies);
    }
  g_string_append (text, ")\n");
}

/* Appends a rectangle in fractions of the panel, from its lower left corner. */
static void
append_place (GString *text, const IplPythonFigure *figure, const IplRect *area)
{
  double width = figure->paper->width_pt, height = figure->paper->height_pt;
  const double places[] = { area->x / width, 1 - (figure->head + area->y + area->h) / height,
                            area->w / width, area->h / height };

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_string_append (text, i == 0 ? "(" : ", ");
      ipl_python_append_number (text, round (places[i] * 1e4) / 1e4);
    }
  g_string_append_c (text, ')');
}

/* @plot: with thumbnails
 * @names: (nullable): names along one side of a large map, by their middle cells */
static void
append_row_names (GString *text, const IplPythonFigure *figure, const IplPlot *plot,
                  const char *argument, const IplRowName *names)
{
  if (names == NULL)
    return;
  g_string_append_printf (text, ", %s=[", argument);
  for (guint i = 0; names[i].markup != NULL; i++)
    {
      const IplRowName *name = &names[i];
      g_autofree char *label = ipl_python_mathtext (name->markup);

      g_string_append (text, i == 0 ? "(" : i % 4 == 0 ? ",\n        (" : ", (");
      ipl_python_append_number (text, (double)name->first + ((double)name->count + 1) / 2);
      g_string_append (text, ", ");
      ipl_python_append_text (text, label);
      g_string_append (text, ", ");
      ipl_python_append_color (text, ipl_thumbnails_get_color (plot, figure->style, name));
      g_string_append_c (text, ')');
    }
  g_string_append_c (text, ']');
}

/* Appends heading, limit and warning of a map. */
static void
append_caption (GString *text, const IplPythonFigure *figure, const IplPlot *plot, guint i)
{
  const IplThumbnails *self = plot->thumbnails;
  const IplPlotAxes *axes = ipl_plot_get_axes (plot, i);
  const IplMapCaption *caption = &axes->caption;

  g_string_append_printf (text, "    map_caption(axes[%u]", i);
  ipl_python_append_markup (text, "heading",
                            caption->headings[caption->is_small ? self->detail : 0]);
  ipl_python_append_flag (text, "warns", caption->warns);
  if (caption->is_small)
    ipl_python_append_markup (text, "limit", caption->limit);
  else
    {
      append_row_names (text, figure, plot, "rows", i == 0 ? self->row_names : NULL);
      append_row_names (text, figure, plot, "columns", self->column_names);
    }
  ipl_python_append_argument (text, "tile", self->tile, 1);
  g_string_append (text, ")\n");
}

/* @axes: index of the map in @plot */
static void
append_map (GString *text, const IplPythonFigure *figure, const IplPlot *plot, guint axes)
{
  const IplPlotAxes *map = ipl_plot_get_axes (plot, axes);
  const IplThumbnails *several = plot->thumbnails;
  const IplHeatMapSpec *spec = &map->map_spec;

  g_string_append_printf (text, "    heat_map(panel, axes[%u], ", axes);
  ipl_python_append_numbers (text, figure, &map->cells, spec->columns);
  g_string_append (text, ", (");
  for (guint i = 0; i < 3; i++)
    {
      const char *titles[] = { spec->row_title, spec->column_title,
                               several == NULL ? spec->bar_title
                               : axes == 0     ? several->bar_title
                                               : NULL };
      g_autofree char *title = ipl_python_mathtext (titles[i] != NULL ? titles[i] : "");

      g_string_append (text, i > 0 ? ", " : "");
      ipl_python_append_text (text, title);
    }
  g_string_append (text, "),\n             (");
  ipl_python_append_number (text, spec->diverging ? -spec->hi : spec->lo);
  g_string_append (text, ", ");
  ipl_python_append_number (text, spec->hi);
  g_string_append_c (text, ')');
  ipl_python_append_flag (text, "signed", spec->diverging);
  ipl_python_append_flag (text, "square", spec->square);
  ipl_python_append_argument (text, "linear", spec->linear, 0);
  ipl_python_append_flag (text, "gaps", spec->leaves_diagonal);
  ipl_python_append_argument (text, "parted", (double)spec->gap, 0);
  ipl_python_append_argument (text, "digits", map->cell_digits, 0);
  ipl_python_append_names (text, "rows_named", spec->row_names, spec->rows);
  ipl_python_append_names (text, "columns_named", spec->column_names, spec->columns);
  ipl_python_append_flag (text, "upright", spec->upright);
  if (several != NULL)
    g_string_append (text, ", bar=");
  if (several != NULL && axes == 0)
    append_place (text, figure, &map->map.bar);
  else if (several != NULL)
    g_string_append (text, "()");
  g_string_append (text, ")\n");
  if (several != NULL)
    append_caption (text, figure, plot, axes);
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
      ipl_python_append_numbers (text, figure, &above->x, 0);
    }
  g_string_append (text, ", ");
  ipl_python_append_numbers (text, figure, &above->y, 0);
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

      g_string_append (text, i == 0 ? "" : i % IPL_PYTHON_IN_LINE == 0 ? ",\n        " : ", ");
      ipl_python_append_text (text, name);
    }
  g_string_append_c (text, ']');
}

/* Appends named positions along x, in brief if the layout requires it, with their groups. */
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
  ipl_python_append_numbers (text, figure, &at, 0);
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
  ipl_python_append_flag (text, "at_left", axes->names_at_left);
  g_string_append (text, ")\n");
}

static void
append_axes (GString *text, const IplPythonFigure *figure, const IplPlot *plot, guint i)
{
  const IplPlotAxes *axes = ipl_plot_get_axes (plot, i);

  if (axes->is_map)
    append_map (text, figure, plot, i);
  else
    {
      g_string_append_printf (text, "    frame(axes[%u]", i);
      ipl_python_append_markup (text, "x", axes->x.title);
      ipl_python_append_markup (text, "y", axes->y.title);
      ipl_python_append_limits (text, "x_range", axes->frame.x.lo, axes->frame.x.hi);
      ipl_python_append_limits (text, "y_range", axes->frame.y.lo, axes->frame.y.hi);
      ipl_python_append_flag (text, "log_x", axes->frame.x.log);
      ipl_python_append_flag (text, "log_y", axes->frame.y.log);
      ipl_python_append_flag (text, "whole", axes->x.integer);
      g_string_append (text, ")\n");
      append_above (text, figure, axes, i);
      append_categories (text, figure, axes, i);
    }
  for (guint m = 0; m < axes->marks->len; m++)
    append_mark (text, figure, axes, &g_array_index (axes->marks, IplMark, m), i);
  if (plot->thumbnails == NULL)
    g_string_append_printf (text, "    legend_above(axes[%u]%s)\n", i,
                            axes->listed_from_top ? ", from_top=True" : "");
}

/* Appends the positions of axes as in the layout. */
static void
append_places (GString *text, const IplPythonFigure *figure, const IplPlot *plot)
{
  g_string_append (text, "    axes = placed(panel, [");
  for (guint i = 0; i < plot->axes->len; i++)
    {
      g_string_append (text, i > 0 ? ",\n        " : "");
      append_place (text, figure, &ipl_plot_get_axes (plot, i)->map.map);
    }
  g_string_append (text, "])\n");
}

/* Appends a line at the bottom. */
static void
append_note (GString *text, const IplThumbnails *self, guint i)
{
  g_autofree char *note = self->notes[i] != NULL ? ipl_python_mathtext (self->notes[i]) : NULL;

  if (note == NULL)
    return;
  g_string_append (text, "    panel.text(0.5, 0.01, ");
  ipl_python_append_text (text, note);
  /* Moves the line above the one below it. */
  if (i > 0 && self->notes[0] != NULL)
    g_string_append (text, " + \"\\n\"");
  g_string_append (text, self->warns[i] ? ", color=ACCENT" : "");
  g_string_append (text, ", ha=\"center\", va=\"bottom\")\n");
}

/* Returns the number of axes in the first row. */
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

  if (plot->thumbnails != NULL)
    append_places (text, figure, plot);
  else if (plot->facets != NULL)
    ipl_python_append_facet_subplots (text, plot);
  else if (n > 1 && plot->grid)
    {
      guint columns = count_columns (plot), rows = (n + columns - 1) / columns;

      g_string_append_printf (text,
                              "    axes = list(panel.subplots(%u, %u, sharex=True, sharey=True, "
                              "squeeze=False).flat)\n",
                              rows, columns);
    }
  else if (n > 1 && paper->width_pt > plot->row_aspect * paper->height_pt)
    g_string_append_printf (text, "    axes = panel.subplots(1, %u)\n", n);
  else if (n > 1)
    g_string_append_printf (text, "    axes = panel.subplots(%u, 1)\n", n);
  else
    g_string_append (text, "    axes = [panel.subplots()]\n");
}

/* @panel: a panel with a plot
 * Returns: (transfer full): a function that draws the plot */
char *
ipl_python_plot (const IplPanel *panel, const IplPythonFigure *figure)
{
  const IplPaper *paper = figure->paper;
  g_autofree char *function = ipl_python_function (panel->id);
  g_autoptr (IplPlot) plot = NULL;
  GString *text;

  plot = ipl_plot_build (panel, figure->view, figure->style->look);
  ipl_plot_layout (plot, figure->style, paper->width_pt, paper->height_pt - figure->head);
  if (plot->thumbnails != NULL && !plot->thumbnails->has_small)
    g_ptr_array_set_size (plot->axes, (int)plot->thumbnails->n_large);
  text = g_string_new (NULL);
  g_string_append_printf (text, "def %s(panel):\n    \"\"\"%s.\"\"\"\n", function,
                          ipl_panel_heading (panel, figure->view));
  append_subplots (text, figure, plot);
  for (guint i = 0; i < plot->axes->len; i++)
    {
      const IplPlotAxes *axes = ipl_plot_get_axes (plot, i);

      if (!axes->is_hidden && (plot->facets == NULL || !axes->is_map))
        append_axes (text, figure, plot, i);
    }
  for (guint i = 0; plot->thumbnails != NULL && i < IPL_THUMBNAILS_NOTES; i++)
    append_note (text, plot->thumbnails, i);
  if (plot->facets != NULL)
    ipl_python_append_facets (text, figure, plot);
  if (plot->grid)
    g_string_append (text, "    for one in axes:\n        one.label_outer()\n");
  return g_strchomp (g_string_free (text, FALSE));
}
