/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The same number in the drawing, the table, the sentence and the script of a panel. */
#pragma once

#include "figures/output/figure.h"
#include "figures/plot/panel-calls.h"
#include "figures/plot/plot-private.h"
#include "figures/python/python-script.h"
#include "figures/view/trajectory-words.h"
#include "figures/view/view-words.h"

#include <math.h>
#include <string.h>

/* Of so many numbers of a mark about as many are looked at. */
#define SAME_NUMBER_LOOKS 7
#define SAME_NUMBER_WIDTH 620
#define SAME_NUMBER_HEIGHT 420

typedef struct
{
  const IplPanel *panel;
  const IplView *view;
  IplStyle style;
  const IplPlot *plot; /* as it is laid out */
  GStrv rows; /* of the table */
  char *script;
  GString *drawn;         /* all texts, one a line */
  gboolean has_own_table; /* of other numbers than those of all marks */
  guint n_compared;
} SameNumber;

static inline void
same_number_hear (const char *markup, double size, const IplRect *ink, gpointer data)
{
  g_string_append_printf (data, "\n%s\n", markup);
}

/* A text has the number, rounded to the digits that it has there. */
static inline gboolean
same_number_is_in (const char *text, double value)
{
  g_autoptr (GString) plain = g_string_new (text);

  g_string_replace (plain, "−", "-", 0);
  for (const char *at = plain->str; *at != '\0';)
    {
      gboolean begins = g_ascii_isdigit (*at) || (*at == '-' && g_ascii_isdigit (at[1]));
      char *end = (char *)at + 1;
      double number = begins ? g_ascii_strtod (at, &end) : NAN;
      const char *point = begins ? memchr (at, '.', (gsize)(end - at)) : NULL;
      const char *power = begins ? memchr (at, 'e', (gsize)(end - at)) : NULL;
      const char *last = power != NULL ? power : end;
      double unit = pow (10, (point != NULL ? point + 1 - last : 0)
                                 + (power != NULL ? g_ascii_strtoll (power + 1, NULL, 10) : 0));

      if (begins && fabs (number - value) <= 0.5001 * unit)
        return TRUE;
      at = end;
    }
  return FALSE;
}

/* A cell of the table, or of the script, is the number with all digits. */
static inline gboolean
same_number_is_exact (const char *text, double value, const char *around)
{
  g_autoptr (GString) number = g_string_new (NULL);
  const char *at = text;

  ipl_table_number (number, value);
  while ((at = strstr (at, number->str)) != NULL)
    {
      gboolean begins = at == text || strchr (around, at[-1]) != NULL;

      at += number->len;
      if (begins && (*at == '\0' || strchr (around, *at) != NULL))
        return TRUE;
    }
  return FALSE;
}

/* The numbers of a file are read by the script by their names. */
static inline gboolean
same_number_is_read (const SameNumber *self, const IplNumbers *numbers)
{
  const IplTrajectory *trajectory = self->view->trajectory;

  if (numbers->source != NULL)
    return strstr (self->script, numbers->source) != NULL;
  for (guint i = 0; trajectory != NULL && i < trajectory->arrays->len; i++)
    {
      const IplTrajectoryArray *array = trajectory->arrays->pdata[i];
      gsize n = (array->in_time ? trajectory->S : 1) * array->size;
      g_autofree char *name = g_strdup_printf ("results[\"%s\"]", array->name);

      if (numbers->data >= array->values && numbers->data < array->values + n)
        return strstr (self->script, name) != NULL;
    }
  return FALSE;
}

static inline GStrv
same_number_list_rows (const IplPanel *panel, const IplView *view)
{
  g_autofree char *table = ipl_figure_table (panel, view);

  return g_strsplit (table, "\n", -1);
}

/* A row of the table has the number, and what it is at.
 * @x: NaN where that has a name */
static inline gboolean
same_number_has_row (const SameNumber *self, double value, double x)
{
  for (guint i = 0; self->rows[i] != NULL; i++)
    if (same_number_is_exact (self->rows[i], value, "\t")
        && (!isfinite (x) || same_number_is_exact (self->rows[i], x, "\t")))
      return TRUE;
  return FALSE;
}

/* @x: where it is drawn, NaN where that has a name
 * @target: (nullable): that it is said of, where it is said of something */
static inline void
same_number_check (SameNumber *self, const IplNumbers *numbers, gsize i, double x,
                   const IplTarget *target)
{
  double value = ipl_numbers_get (numbers, i);
  g_autofree char *said
      = target != NULL ? ipl_figure_describe_target (self->panel, target, self->view) : NULL;

  if (said != NULL && !same_number_is_in (said, value))
    g_error ("%s: “%s” has no %.10g", self->panel->id, said, value);
  if (!same_number_has_row (self, value, x))
    g_error ("%s: %.17g is not in the table, at %.10g", self->panel->id, value, x);
  if (!same_number_is_read (self, numbers)
      && !same_number_is_exact (self->script, value, "[](), \n"))
    g_error ("%s: %.17g is not in the script", self->panel->id, value);
  self->n_compared++;
}

static inline double
same_number_get_x (const SameNumber *self, const IplPlotAxes *axes, const IplMark *mark, gsize i)
{
  return axes->categories != NULL || self->has_own_table ? NAN : ipl_numbers_get (&mark->x, i);
}

/* Where an item is; bars are found in the whole of their columns. */
static inline gboolean
same_number_place (const SameNumber *self, const IplPlotAxes *axes, const IplMark *mark, gsize i,
                   double *x, double *y)
{
  if (mark->kind != IPL_MARK_BARS)
    return ipl_mark_place (axes, &self->style, mark, i, x, y);
  *x = ipl_axes_x (axes, ipl_numbers_get (&mark->x, i) + mark->offset);
  *y = axes->frame.plot.y + 0.9 * axes->frame.plot.h;
  return TRUE;
}

/* What is at the place of an item is that, or another one. */
static inline void
same_number_item (SameNumber *self, const IplPlotAxes *axes, const IplMark *mark, gsize i)
{
  IplTarget target = IPL_TARGET_NONE;
  double x, y;

  if (!isfinite (ipl_numbers_get (&mark->y, i)) || !same_number_place (self, axes, mark, i, &x, &y))
    return;
  if (!ipl_plot_pick (self->plot, &self->style, x, y, &target))
    g_error ("%s: there is nothing at item %" G_GSIZE_FORMAT, self->panel->id, i);
  if (ipl_mark_has (mark, &target, i))
    same_number_check (self, &mark->y, i, same_number_get_x (self, axes, mark, i), &target);
}

static inline void
same_number_cell (SameNumber *self, const IplPlotAxes *map, gsize i)
{
  gsize columns = map->map_spec.columns;
  IplRect cell = ipl_heat_map_cell (&map->map, i / columns, i % columns);
  double value = ipl_numbers_get (&map->cells, i);
  g_autofree char *text = map->cells_integer ? g_strdup_printf ("\n%.0f\n", value) : NULL;
  IplTarget target = IPL_TARGET_NONE;

  if (!isfinite (value)
      || !ipl_plot_pick (self->plot, &self->style, cell.x + cell.w / 2, cell.y + cell.h / 2,
                         &target))
    return;
  /* Of a row as a whole the largest is said. */
  same_number_check (self, &map->cells, i, NAN, map->cell_items->full_row ? NULL : &target);
  if (map->cell_digits == 0)
    return;
  if (text != NULL ? strstr (self->drawn->str, text) == NULL
                   : !same_number_is_in (self->drawn->str, value))
    g_error ("%s: %.10g is not drawn", self->panel->id, value);
}

/* Every series of few numbers is in the sentence of a moment. */
static inline void
same_number_moment (SameNumber *self, const IplPlotAxes *axes, const IplMark *mark)
{
  IplTarget target = IPL_TARGET_NONE;
  gsize s = 0;

  if (self->has_own_table || axes->time_is_y || axes->n_times == 0 || mark->x.n != axes->n_times
      || (mark->array != NULL && mark->array->size > 9))
    return;
  while (s + 1 < axes->n_times && axes->time[s] < axes->now)
    s++;
  target = IPL_TARGET (axes->of_training ? IPL_TARGET_POINT : IPL_TARGET_MOMENT,
                       axes->first_moment + s, -1);
  if (isfinite (ipl_numbers_get (&mark->y, s)))
    same_number_check (self, &mark->y, s, axes->time[s], &target);
}

static inline void
same_number_mark (SameNumber *self, const IplPlotAxes *axes, const IplMark *mark)
{
  gboolean is_line = mark->kind == IPL_MARK_LINE;
  gboolean is_listed = is_line || mark->kind == IPL_MARK_POINTS || mark->kind == IPL_MARK_BARS
                       || mark->kind == IPL_MARK_HISTOGRAM;
  gsize n = is_listed ? mark->y.n : 0;

  if (is_line && mark->listed == IPL_LISTED)
    same_number_moment (self, axes, mark);
  for (gsize i = 0; i < n; i += MAX (n / SAME_NUMBER_LOOKS, 1))
    if (!is_line && i < ipl_mark_count_items (mark))
      same_number_item (self, axes, mark, i);
    else if (mark->listed != IPL_LISTED_NOWHERE && !self->has_own_table
             && isfinite (ipl_numbers_get (&mark->y, i)))
      same_number_check (self, &mark->y, i, same_number_get_x (self, axes, mark, i), NULL);
}

/* Numbers that are told and not drawn. */
static inline void
same_number_listed (SameNumber *self, const IplNumbers *numbers)
{
  for (gsize i = 0; i < numbers->n; i += MAX (numbers->n / SAME_NUMBER_LOOKS, 1))
    {
      double value = ipl_numbers_get (numbers, i);

      if (!isfinite (value))
        continue;
      if (!same_number_has_row (self, value, NAN))
        g_error ("%s: %.17g is not in the table", self->panel->id, value);
      self->n_compared++;
    }
}

/* A map that is told and not drawn, and is none of the facets that have no room. */
static inline void
same_number_hidden (SameNumber *self, const IplPlotAxes *map)
{
  const GPtrArray *facets = self->plot->facets;

  if (map->is_map && (facets == NULL || !g_ptr_array_find ((GPtrArray *)facets, map, NULL)))
    same_number_listed (self, &map->cells);
}

/* Small maps are picked as a whole, and the cells of facets are in no table. */
static inline void
same_number_axes (SameNumber *self, const IplPlotAxes *axes)
{
  gboolean has_cells = axes->is_map && !axes->caption.is_small && self->plot->facets == NULL;
  gsize n = has_cells ? axes->cells.n : 0;

  if (axes->is_hidden)
    {
      same_number_hidden (self, axes);
      return;
    }
  for (gsize i = 0; i < n; i += MAX (n / SAME_NUMBER_LOOKS, 1))
    same_number_cell (self, axes, i);
  for (guint m = 0; m < axes->marks->len && !axes->is_map; m++)
    same_number_mark (self, axes, &g_array_index (axes->marks, IplMark, m));
  for (guint m = 0; m < axes->numbers->len && self->plot->facets != NULL; m++)
    same_number_listed (self, &g_array_index (axes->numbers, IplMark, m).y);
}

/* Returns: how many numbers were compared */
static inline guint
same_number_compare_plot (const IplPanel *panel, const IplView *view)
{
  SameNumber self = { .panel = panel, .view = view, .drawn = g_string_new (NULL) };
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR, NULL);
  cairo_t *cr = cairo_create (surface);
  IplPaper paper;
  gpointer layout;

  g_assert_true (ipl_paper_init (&paper, "neurips", panel, view, 0, 0, NULL));
  ipl_style_init (&self.style, IPL_THEME_LIGHT, 8);
  self.rows = same_number_list_rows (panel, view);
  self.script = ipl_python_script (
      &(IplPythonFigure){ panel, view, &self.style, &paper, "results.npz", "it" }, NULL, NULL);
  g_assert_nonnull (self.script);
  self.plot = layout
      = ipl_panel_layout (panel, view, &self.style, SAME_NUMBER_WIDTH, SAME_NUMBER_HEIGHT);
  self.has_own_table = panel->table != NULL;
  ipl_recorder_set (cr, &(IplRecorder){ .on_text = same_number_hear, .on_data = self.drawn });
  ipl_plot_draw (self.plot, &self.style, cr);
  for (guint a = 0; a < self.plot->axes->len; a++)
    same_number_axes (&self, ipl_plot_get_axes (self.plot, a));
  ipl_panel_free_layout (panel, layout);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  g_string_free (self.drawn, TRUE);
  g_strfreev (self.rows);
  g_free (self.script);
  return self.n_compared;
}

/* A number of a hand-drawn panel is in the table, and in the sentence of its item. */
static inline void
same_number_told (SameNumber *self, double value, IplTarget target)
{
  g_autofree char *said = ipl_figure_describe_target (self->panel, &target, self->view);

  if (!isfinite (value))
    return;
  if (!same_number_has_row (self, value, NAN))
    g_error ("%s: %.17g is not in the table", self->panel->id, value);
  if (!ipl_target_is_none (&target) && !same_number_is_in (said, value))
    g_error ("%s: “%s” has no %.10g", self->panel->id, said, value);
  self->n_compared++;
}

/* The items of marks, and the cells of maps whose rows are not told by their largest. */
static inline void
same_number_told_axes (SameNumber *self, const IplPlotAxes *axes)
{
  gsize columns = axes->map_spec.columns;

  for (gsize i = 0; i < axes->cells.n; i += MAX (axes->cells.n / SAME_NUMBER_LOOKS, 1))
    same_number_told (self, ipl_numbers_get (&axes->cells, i),
                      axes->cell_items->full_row
                          ? IPL_TARGET_NONE
                          : axes->cell_items->make (axes, i / columns, i % columns));
  for (guint m = 0; m < axes->marks->len; m++)
    {
      const IplMark *mark = &g_array_index (axes->marks, IplMark, m);

      for (gsize i = 0; i < mark->y.n; i += MAX (mark->y.n / SAME_NUMBER_LOOKS, 1))
        same_number_told (self, ipl_numbers_get (&mark->y, i),
                          mark->items != NULL ? ipl_mark_make_target (mark, mark->first + i)
                                              : IPL_TARGET_NONE);
    }
  for (guint m = 0; m < axes->numbers->len; m++)
    if (g_array_index (axes->numbers, IplMark, m).names == NULL)
      same_number_listed (self, &g_array_index (axes->numbers, IplMark, m).y);
}

/* Of a panel without a plot the numbers are compared that it adds for text and table. */
static inline guint
same_number_compare_told (SameNumber *self)
{
  g_autoptr (IplPlot) plot = ipl_plot_build_numbers (self->panel, self->view);
  g_auto (GStrv) rows = self->rows = same_number_list_rows (self->panel, self->view);

  for (guint a = 0; a < plot->axes->len; a++)
    same_number_told_axes (self, ipl_plot_get_axes (plot, a));
  return self->n_compared;
}

/* Returns: how many numbers were compared */
static inline guint
assert_same_numbers (const IplPanel *panel, const IplView *view)
{
  SameNumber told = { .panel = panel, .view = view };

  return panel->build != NULL ? same_number_compare_plot (panel, view)
                              : same_number_compare_told (&told);
}
