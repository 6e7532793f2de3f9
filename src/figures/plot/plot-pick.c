/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Picking and arrow keys in a plot. */

#include "figures/plot/plot-thumbnails.h"
#include "figures/plot/plot-private.h"

#include "figures/kit/recorder.h"
#include "figures/view/target-arrow-keys.h"

#include <math.h>

/* Maximum distances to a hovered item, in text sizes. */
#define NEAR_POINT 1.2
#define NEAR_CURVE 0.8
#define NEAR_MOMENT 2
/* Maximum number of moments in a recorded plot. */
#define MOST_MOMENTS 200

static IplTarget
make_moment (const IplPlotAxes *self, gsize k)
{
  return IPL_TARGET (self->of_training ? IPL_TARGET_POINT : IPL_TARGET_MOMENT,
                     self->first_moment + k, -1);
}

/* Records the areas of moments. Each extends to the middle between it and its neighbours. */
void
ipl_axes_record_moments (const IplPlotAxes *self, cairo_t *cr)
{
  const IplRect *plot = &self->frame.plot;
  gsize every = 1 + self->n_times / MOST_MOMENTS;

  if (self->time_is_y || !ipl_items_are_recorded (cr))
    return;
  for (gsize k = 0; k < self->n_times; k += every)
    {
      IplTarget target = make_moment (self, k);
      double x = ipl_axes_x (self, self->time[k]);
      double before = k >= every ? ipl_axes_x (self, self->time[k - every]) : x;
      double after = k + every < self->n_times ? ipl_axes_x (self, self->time[k + every]) : x;
      double left = MAX ((before + x) / 2, plot->x),
             right = MIN ((x + after) / 2, plot->x + plot->w);

      if (right > left)
        ipl_item_area (cr, &target, &(IplRect){ left, plot->y, right - left, plot->h });
    }
}

gboolean
ipl_axes_find_moment (const IplPlotAxes *self, const IplTarget *target, gsize *moment)
{
  int number = ipl_target_get (target, self->of_training ? IPL_PART_POINT : IPL_PART_MOMENT);

  if (number < (gint64)self->first_moment)
    return FALSE;
  *moment = (gsize)number - self->first_moment;
  return *moment < self->n_times;
}

/* Returns y of a curve at @x by linear interpolation; NaN outside the curve. */
static double
curve_at (const IplPlotAxes *self, const IplMark *mark, double x)
{
  double x0 = NAN, y0 = NAN;

  for (gsize i = 0; i < mark->y.n; i++)
    {
      double at = ipl_numbers_get (&mark->x, i), y = ipl_numbers_get (&mark->y, i);

      if (!ipl_axes_shows (self, y))
        continue;
      if (at >= x)
        return at == x ? y : y0 + (y - y0) * (x - x0) / (at - x0);
      x0 = at;
      y0 = y;
    }
  return NAN;
}

/* Returns: the horizontal distance of a point; NaN beyond the limits of the user, and above the
 * handle or below the axis title */
static double
distance_by_x (const IplPlotAxes *self, const IplStyle *style, const IplMark *mark, gsize i,
               double x, double y)
{
  const IplFrame *frame = &self->frame;
  double at = ipl_numbers_get (&mark->x, i);

  if (isnan (at) || y < frame->plot.y - style->font_pt
      || y > frame->plot.y + frame->plot.h + 2.5 * style->font_pt)
    return INFINITY;
  if (frame->limited && isfinite (at)
      && (at < frame->x.lo * (1 - 1e-9) || at > frame->x.hi * (1 + 1e-9)))
    return INFINITY;
  return fabs (ipl_axes_x (self, at) - x);
}

/* Returns the distance of an item of a mark from (x, y) in points; INFINITY if the item is not
 * hovered there. */
static double
distance (const IplPlotAxes *self, const IplStyle *style, const IplMark *mark, gsize i, double x,
          double y)
{
  const IplRect *plot = &self->frame.plot;
  double value, at, at_x, at_y, near, d = INFINITY;

  switch (mark->kind)
    {
    case IPL_MARK_LINE:
      at = ipl_axis_value (&self->frame.x, (x - plot->x) / plot->w);
      value = ipl_rect_contains (plot, x, y) ? curve_at (self, mark, at) : NAN;
      d = isnan (value) ? INFINITY : fabs (ipl_axes_y (self, value) - y);
      return d < NEAR_CURVE * style->font_pt ? d : INFINITY;
    case IPL_MARK_POINTS:
      if (mark->pick_by_x)
        d = distance_by_x (self, style, mark, i, x, y);
      else if (ipl_mark_place (self, style, mark, i, &at_x, &at_y))
        d = hypot (at_x - x, at_y - y);
      near = NEAR_POINT * style->font_pt;
      if (mark->pick_by_x && isfinite (self->min_point_distance))
        near = MAX (near, 0.51 * self->min_point_distance);
      return d < near ? d : INFINITY;
    case IPL_MARK_BARS:
      at = ipl_numbers_get (&mark->x, i);
      return ipl_rect_contains (plot, x, y) && x >= ipl_axes_x (self, at - 0.5)
                     && x < ipl_axes_x (self, at + 0.5)
                 ? 0
                 : INFINITY;
    default:
      return INFINITY;
    }
}

static gboolean
pick_item (const IplPlotAxes *self, const IplStyle *style, double x, double y, IplTarget *target)
{
  const IplMark *found = NULL;
  double nearest = INFINITY;
  gsize item = 0;

  for (guint m = 0; m < self->marks->len; m++)
    {
      const IplMark *mark = &g_array_index (self->marks, IplMark, m);

      for (gsize i = 0; i < ipl_mark_count_items (mark); i++)
        {
          double d = distance (self, style, mark, i, x, y);

          if (d < nearest)
            {
              nearest = d;
              found = mark;
              item = i;
            }
        }
    }
  if (found == NULL)
    return FALSE;
  *target = ipl_mark_make_target (found, found->first + item);
  return TRUE;
}

/* TRUE if the plot, its handle above or its tick labels below contain (x, y). */
static gboolean
holds (const IplPlotAxes *self, const IplStyle *style, double x, double y)
{
  double em = style->font_pt;
  IplRect r = self->frame.plot;

  if (!self->time_is_y)
    {
      r.x -= em;
      r.w += 2 * em;
      r.y -= 0.8 * em;
      r.h += 2.4 * em;
    }
  return self->n_times > 0 && ipl_rect_contains (&r, x, y);
}

/* Returns the moment nearest to (x, y); nearest in ratio on a logarithmic axis. */
static gsize
find_moment (const IplPlotAxes *self, double x, double y)
{
  const IplRect *plot = &self->frame.plot;
  double time = self->time_is_y ? ipl_axis_value (&self->frame.y, 1 - (y - plot->y) / plot->h)
                                : ipl_axis_value (&self->frame.x, (x - plot->x) / plot->w);
  gsize low = 0, high = self->n_times - 1;

  while (high - low > 1)
    {
      gsize middle = low + (high - low) / 2;

      if (self->time[middle] <= time)
        low = middle;
      else
        high = middle;
    }
  if (!self->time_is_y && self->x.log)
    return time / self->time[low] <= self->time[high] / time ? low : high;
  return time - self->time[low] <= self->time[high] - time ? low : high;
}

static gboolean
pick_moment (const IplPlotAxes *self, const IplStyle *style, double x, double y, IplTarget *target)
{
  double near = NEAR_MOMENT * style->font_pt;
  gsize moment;

  if (self->time_is_y || !holds (self, style, x, y))
    return FALSE;
  moment = find_moment (self, x, y);
  /* The part of the axis that the run has not reached contains no moment. */
  if (x < ipl_axes_x (self, self->time[0]) - near
      || x > ipl_axes_x (self, self->time[self->n_times - 1]) + near)
    return FALSE;
  *target = make_moment (self, moment);
  return TRUE;
}

static gboolean
pick_cell (const IplPlotAxes *self, double x, double y, IplTarget *target)
{
  gsize row, column;

  if (!ipl_heat_map_find (&self->map, x, y, &row, &column))
    return FALSE;
  *target = self->cell_items->make (self, row, column);
  return TRUE;
}

/* @target: (inout): set if an item is at (x, y)
 * Returns: TRUE if an item was found */
gboolean
ipl_plot_pick (const IplPlot *self, const IplStyle *style, double x, double y, IplTarget *target)
{
  if (self->thumbnails != NULL)
    return ipl_thumbnails_pick (self, style, x, y, target);
  for (guint i = 0; i < self->axes->len && self->empty == NULL; i++)
    {
      const IplPlotAxes *axes = ipl_plot_get_axes (self, i);

      if (axes->is_hidden || self->is_left_out)
        continue;
      if (axes->is_map
              ? pick_cell (axes, x, y, target)
              : pick_item (axes, style, x, y, target) || pick_moment (axes, style, x, y, target))
        return TRUE;
    }
  return FALSE;
}

/* @parameters: (inout): @shown_time becomes that of the nearest moment; beyond the last moment it
 * becomes -1, which follows the end of a running job
 * Returns: TRUE if the drag began in axes with time */
gboolean
ipl_plot_drag_time (const IplPlot *self, const IplStyle *style, double from_x, double from_y,
                    double x, double y, IplParameters *parameters)
{
  const IplTrajectory *trajectory = self->view->trajectory;

  for (guint i = 0; i < self->axes->len; i++)
    {
      const IplPlotAxes *axes = ipl_plot_get_axes (self, i);
      gsize moment;

      if (self->empty != NULL || trajectory == NULL || axes->time < trajectory->time
          || axes->time >= trajectory->time + trajectory->S || !holds (axes, style, from_x, from_y))
        continue;
      moment = find_moment (axes, x, y);
      /* With time along y, a click selects an item and only a drag changes the time. */
      if (!axes->time_is_y || x != from_x || y != from_y)
        parameters->shown_time = moment == axes->n_times - 1 ? -1 : axes->time[moment];
      return TRUE;
    }
  return FALSE;
}

static IplTarget
step_cell (const IplPlotAxes *self, const IplTarget *from, int dx, int dy)
{
  gsize row, column, rows = self->map_spec.rows, columns = self->map_spec.columns;
  gboolean has_cell
      = self->cell_items->find (self, from, &row, &column) && row < rows && column < columns;

  if (self->cell_items->full_row)
    dy += dx;
  row = has_cell ? ipl_step_move (row, dy, rows) : (gsize)MAX (self->shown_row, 0);
  column = has_cell ? ipl_step_move (column, dx, columns) : (gsize)MAX (self->shown_column, 0);
  if (self->map_spec.lower)
    column = MIN (column, row);
  return self->cell_items->make (self, row, column);
}

/* Steps to the next or previous moment; begins at the moment shown, or else at the last. */
static IplTarget
step_moment (const IplPlotAxes *self, const IplTarget *from, int dx, int dy)
{
  gsize moment, shown = 0;

  while (shown + 1 < self->n_times && self->time[shown] != self->now)
    shown++;
  moment = ipl_axes_find_moment (self, from, &moment)
               ? ipl_step_move (moment, dx - dy, self->n_times)
               : shown;
  return make_moment (self, moment);
}

/* Converts x to a width, for drags of the handle. Sets @N and @gp even outside the plot, so that a
 * drag may leave it.
 * Returns: TRUE if the plot, its handle or its tick labels contain (x, y) */
gboolean
ipl_plot_pick_width (gconstpointer plot, const IplStyle *style, double x, double y, double *N,
                     gboolean *gp)
{
  const IplPlotAxes *axes = ipl_plot_get_axes (plot, 0);
  const IplFrame *frame = &axes->frame;
  const IplRect *area = &frame->plot;
  double value = ipl_axis_value (&frame->x, CLAMP ((x - area->x) / area->w, 0, 1));

  if (N != NULL)
    *N = CLAMP (value, 1, IPL_MAX_WIDTH);
  if (gp != NULL)
    *gp = frame->x_stop != NULL && x > (area->x + area->w + frame->stop_x) / 2;
  return x >= area->x - style->font_pt && x <= frame->right + 1 && y >= area->y - style->font_pt
         && y <= area->y + area->h + 2.5 * style->font_pt;
}

/* Returns the item that equals the target, or else the first that contains it, or else @n. */
static gsize
find_item (const IplMark *mark, const IplTarget *target, gsize n)
{
  gsize at = 0;

  for (gsize i = 0; i < n; i++)
    {
      IplTarget own = ipl_items_make (mark->items, i, mark->item_data);

      if (ipl_target_equal (&own, target))
        return i;
    }
  while (at < n && !ipl_items_have (mark->items, target, at, mark->item_data))
    at++;
  return at;
}

/* Returns the mark whose items include @from: the first for horizontal keys (@across), the last
 * for vertical ones. Without such a mark, returns the last mark with items. */
static const IplMark *
find_items (const IplPlot *self, const IplTarget *from, gboolean across)
{
  const IplMark *found = NULL;
  gboolean has_cell = FALSE;

  for (guint a = 0; a < self->axes->len; a++)
    for (guint m = 0; m < ipl_plot_get_axes (self, a)->marks->len; m++)
      {
        const IplMark *mark = &g_array_index (ipl_plot_get_axes (self, a)->marks, IplMark, m);
        gsize n = mark->items != NULL ? mark->first + ipl_mark_count_items (mark) : 0;
        gboolean has = n > 0 && find_item (mark, from, n) < n;

        if (mark->items == NULL || (found != NULL && mark->items != found->items)
            || (has_cell && (across || !has)))
          continue;
        found = mark;
        has_cell = has;
      }
  return found;
}

/* Returns the number of items over all marks with the same items. */
static gsize
count_items (const IplPlot *self, const IplMark *like)
{
  gsize n = 0;

  for (guint a = 0; a < self->axes->len; a++)
    for (guint m = 0; m < ipl_plot_get_axes (self, a)->marks->len; m++)
      {
        const IplMark *mark = &g_array_index (ipl_plot_get_axes (self, a)->marks, IplMark, m);

        if (mark->items == like->items && mark->item_data == like->item_data)
          n = MAX (n, mark->first + ipl_mark_count_items (mark));
      }
  return n;
}

/* Returns: the cell, moment or item that an arrow key leads to */
IplTarget
ipl_plot_step (const IplPlot *self, const IplTarget *from, int dx, int dy)
{
  const IplPlotAxes *axes = ipl_plot_get_axes (self, 0);
  const IplMark *mark;
  gsize n, at;

  if (axes == NULL)
    return IPL_TARGET_NONE;
  if (self->facets != NULL)
    axes = self->facets->pdata[0];
  if (axes->facet.items != NULL)
    return ipl_plot_step_facets (self, from, dx, dy);
  if (axes->is_map)
    return step_cell (axes, from, dx, dy);
  if (axes->time != NULL && !axes->time_is_y)
    return axes->n_times > 0 ? step_moment (axes, from, dx, dy) : IPL_TARGET_NONE;
  mark = find_items (self, from, dx != 0);
  n = mark != NULL ? count_items (self, mark) : 0;
  if (n == 0)
    return IPL_TARGET_NONE;
  at = find_item (mark, from, n);
  return ipl_mark_make_target (mark, at < n ? ipl_step_move (at, dx - dy, n) : 0);
}
