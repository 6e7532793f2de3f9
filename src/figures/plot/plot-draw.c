/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws a plot. */

#include "figures/kit/number.h"
#include "figures/kit/recorder.h"
#include "figures/kit/text.h"
#include "figures/plot/plot-thumbnails.h"
#include "figures/plot/plot-private.h"

#include <math.h>

/* Width within which points of a long curve cannot be distinguished, in text sizes; thin lines
 * use less. */
#define COLUMN_EM 0.06
/* Width of a bin of an averaged curve, in text sizes. */
#define PLACE_EM 0.15
/* Fraction of the axis by which a curve has to fall and rise again to get a mark at its minimum. */
#define LEAST_DIP 0.05
/* Number of pieces in which interleaved lines are drawn. */
#define WOVEN_PIECES 40

/* State while a curve is traced: points of one pixel column are reduced to their extremes. */
typedef struct
{
  cairo_t *cr;
  gsize n; /* points traced */
  double x, low, high, last;
  gboolean open; /* TRUE if a column has points */
} Pen;

/* Ends a column: draws its lowest and highest point, then its last, from which the line
 * continues. */
static void
pen_end_column (Pen *pen)
{
  if (!pen->open)
    return;
  pen->open = FALSE;
  if (pen->low != pen->last)
    cairo_line_to (pen->cr, pen->x, pen->low);
  if (pen->high != pen->last && pen->high != pen->low)
    cairo_line_to (pen->cr, pen->x, pen->high);
  cairo_line_to (pen->cr, pen->x, pen->last);
}

static void
pen_move (Pen *pen, double x, double y, double column)
{
  pen->n++;
  if (pen->open && x >= pen->x && x - pen->x < column)
    {
      pen->low = MAX (pen->low, y);
      pen->high = MIN (pen->high, y);
      pen->last = y;
      return;
    }
  pen_end_column (pen);
  pen->open = TRUE;
  pen->x = x;
  pen->low = pen->high = pen->last = y;
}

static void
pen_lift (Pen *pen)
{
  pen_end_column (pen);
  cairo_new_sub_path (pen->cr);
}

/* Traces the numbers in [@first, @end) as a Cairo path.
 * Returns: number of points of the path */
gsize
ipl_mark_trace_line (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr,
                     const IplMark *mark, gsize first, gsize end)
{
  Pen pen = { .cr = cr };
  double column = MIN (COLUMN_EM * style->font_pt, 0.8 * mark->weight * style->line_pt);

  for (gsize i = first; i < end; i++)
    {
      double value = ipl_numbers_get (&mark->y, i);

      if (ipl_axes_shows (self, value) && isfinite (ipl_numbers_get (&mark->x, i)))
        pen_move (&pen, ipl_axes_x (self, ipl_numbers_get (&mark->x, i)), ipl_axes_y (self, value),
                  column);
      else if (mark->breaks)
        pen_lift (&pen);
    }
  pen_end_column (&pen);
  return pen.n;
}

/* Draws a curve. Marks its points if they are far apart, and a single point of interleaved
 * lines. */
static void
draw_line (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, const IplMark *mark)
{
  gsize n = ipl_mark_trace_line (self, style, cr, mark, 0, mark->y.n);

  ipl_plot_stroke (cr, style, ipl_role_color (mark->role, style), mark->weight, mark->dash);
  if ((n == 1 && mark->interleaved)
      || (mark->shows_points && n * 3.0 * style->font_pt < self->frame.plot.w))
    {
      IplMark points = *mark;

      points.marker = IPL_MARKER_DOT;
      points.hollow = FALSE;
      points.size = 0.24;
      for (gsize i = 0; i < mark->y.n; i++)
        ipl_mark_draw_point (self, style, cr, &points, i, 1);
    }
}

/* Draws a polygon for each run of finite numbers. */
static void
draw_band (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, const IplMark *mark)
{
  for (gsize first = 0, end; first < mark->x.n; first = end + 1)
    {
      for (end = first; end < mark->x.n && isfinite (ipl_numbers_get (&mark->lo, end))
                        && isfinite (ipl_numbers_get (&mark->hi, end));)
        end++;
      for (gsize i = first; i < end; i++)
        cairo_line_to (cr, ipl_axes_x (self, ipl_numbers_get (&mark->x, i)),
                       ipl_axes_y (self, ipl_numbers_get (&mark->hi, i)));
      for (gsize i = end; i-- > first;)
        cairo_line_to (cr, ipl_axes_x (self, ipl_numbers_get (&mark->x, i)),
                       ipl_axes_y (self, ipl_numbers_get (&mark->lo, i)));
      if (end > first)
        cairo_close_path (cr);
      cairo_new_sub_path (cr);
    }
  ipl_fill (cr, ipl_role_color (mark->role, style), mark->alpha);
}

/* Draws a long curve as bins of distinguishable width: the mean of each, and a band from its
 * minimum to its maximum. */
static void
draw_averages (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, const IplMark *mark)
{
  guint n_bins = (guint)CLAMP (self->frame.plot.w / (PLACE_EM * style->font_pt), 1, 4000);
  g_autoptr (GArray) places = ipl_mark_places (mark, self->frame.x.hi, n_bins);
  const IplPlotPlace *first = (const IplPlotPlace *)(gpointer)places->data;
  const gsize stride = sizeof *first / sizeof (double);
  IplMark means = *mark;

  means.x = (IplNumbers){ &first->x, places->len, stride, NULL };
  means.y = (IplNumbers){ &first->mean, places->len, stride, NULL };
  means.lo = (IplNumbers){ &first->low, places->len, stride, NULL };
  means.hi = (IplNumbers){ &first->high, places->len, stride, NULL };
  means.alpha = 0.22;
  draw_band (self, style, cr, &means);
  draw_line (self, style, cr, &means);
}

/* Draws several lines of equal length in turns, piece by piece. */
static void
draw_woven (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, const IplMark *marks,
            guint n)
{
  gsize pieces = n == 1 || marks->y.n < 2 ? 1 : MIN (WOVEN_PIECES, marks->y.n);

  for (gsize piece = 0; piece < pieces; piece++)
    for (guint k = 0; k < n; k++)
      {
        const IplMark *mark = &marks[(piece + k) % n];
        gsize length = mark->y.n;

        if (pieces == 1)
          draw_line (self, style, cr, mark);
        else
          ipl_mark_trace_line (self, style, cr, mark, piece * length / pieces,
                               MIN ((piece + 1) * length / pieces + 1, length));
        ipl_plot_stroke (cr, style, ipl_role_color (mark->role, style), mark->weight, mark->dash);
      }
}

/* Draws a triangle below the minimum, if the curve falls to it and rises again. */
static void
draw_dip (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, const IplMark *mark)
{
  double least = INFINITY, before = -INFINITY, after = -INFINITY, em = style->font_pt;
  gsize at = 0;

  for (gsize i = 0; i < mark->y.n; i++)
    {
      double y = ipl_numbers_get (&mark->y, i);

      if (ipl_axes_shows (self, y) && y < least)
        {
          least = y;
          at = i;
        }
    }
  for (gsize i = 0; i < mark->y.n; i++)
    {
      double y = ipl_numbers_get (&mark->y, i);

      if (ipl_axes_shows (self, y) && i < at)
        before = MAX (before, y);
      else if (ipl_axes_shows (self, y) && i > at)
        after = MAX (after, y);
    }
  if (!isfinite (before) || !isfinite (after)
      || ipl_axis_fraction (&self->frame.y, MIN (before, after))
                 - ipl_axis_fraction (&self->frame.y, least)
             < LEAST_DIP)
    return;
  ipl_draw_marker (cr, style, IPL_MARKER_TRIANGLE, ipl_role_color (mark->role, style),
                   ipl_axes_x (self, ipl_numbers_get (&mark->x, at)),
                   MIN (ipl_axes_y (self, least) + 0.55 * em,
                        self->frame.plot.y + self->frame.plot.h - 0.3 * em),
                   0.32 * em, FALSE);
}

static void
draw_mark (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, const IplMark *mark)
{
  switch (mark->kind)
    {
    case IPL_MARK_LINE:
      ipl_mark_begin_item (mark, 0, cr);
      (mark->averages ? draw_averages : draw_line) (self, style, cr, mark);
      ipl_mark_end_item (mark, 0, cr);
      break;
    case IPL_MARK_POINTS:
      for (gsize i = 0; i < mark->y.n; i++)
        {
          ipl_mark_begin_item (mark, i, cr);
          ipl_mark_draw_point (self, style, cr, mark, i, 1);
          ipl_mark_end_item (mark, i, cr);
        }
      break;
    case IPL_MARK_BARS:
      ipl_mark_draw_bars (self, style, cr, mark);
      break;
    case IPL_MARK_BAND:
      draw_band (self, style, cr, mark);
      break;
    case IPL_MARK_INTERVAL:
      ipl_mark_draw_intervals (self, style, cr, mark);
      break;
    case IPL_MARK_RULE:
    case IPL_MARK_RULE_AT_X:
      ipl_mark_draw_rule (self, style, cr, mark, mark->weight);
      break;
    case IPL_MARK_HISTOGRAM:
      ipl_mark_draw_histogram (self, style, cr, mark);
      break;
    case IPL_MARK_KEY:
    case IPL_MARK_RANGE:
    default:
      break;
    }
}

static const char *
part_of (const IplMark *mark)
{
  static const char *const names[] = { "curve", "points", "bars", "band",      "errors",
                                       "rule",  "rule",   "key",  "histogram", "range" };

  return mark->part != NULL ? mark->part : names[mark->kind];
}

/* Returns the number of an SVG group among those of the same name, from 1. */
static gsize
part_number (const IplPlotAxes *self, guint m)
{
  const char *part = part_of (&g_array_index (self->marks, IplMark, m));
  gsize n = 1;

  for (guint i = 0; i < m; i++)
    {
      const IplMark *mark = &g_array_index (self->marks, IplMark, i);

      n += mark->kind != IPL_MARK_KEY && mark->kind != IPL_MARK_RANGE
           && g_str_equal (part_of (mark), part);
    }
  return n;
}

static void
draw_marks (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, gboolean unclipped)
{
  for (guint m = 0; m < self->marks->len; m++)
    {
      const IplMark *mark = &g_array_index (self->marks, IplMark, m);

      if (mark->kind == IPL_MARK_KEY || mark->kind == IPL_MARK_RANGE
          || mark->unclipped != unclipped)
        continue;
      ipl_part_begin_number (cr, part_of (mark), part_number (self, m));
      if (mark->interleaved)
        {
          guint first = m;

          while (m + 1 < self->marks->len
                 && g_array_index (self->marks, IplMark, m + 1).interleaved)
            m++;
          draw_woven (self, style, cr, mark, m - first + 1);
        }
      else
        draw_mark (self, style, cr, mark);
      if (mark->dip)
        draw_dip (self, style, cr, mark);
      ipl_part_end (cr);
    }
}

/* Draws a dot on each curve that has a point at exactly @time. */
void
ipl_axes_mark_values (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, double time,
                      double size, gboolean accent)
{
  for (guint m = 0; m < self->marks->len; m++)
    {
      const IplMark *mark = &g_array_index (self->marks, IplMark, m);
      gsize low = 0, high = mark->kind == IPL_MARK_LINE ? mark->y.n : 0;

      while (low < high)
        {
          gsize middle = low + (high - low) / 2;

          if (ipl_numbers_get (&mark->x, middle) < time)
            low = middle + 1;
          else
            high = middle;
        }
      if (mark->kind == IPL_MARK_LINE && low < mark->y.n && ipl_numbers_get (&mark->x, low) == time
          && ipl_axes_shows (self, ipl_numbers_get (&mark->y, low)))
        ipl_draw_marker (cr, style, IPL_MARKER_DOT,
                         accent ? style->accent : ipl_role_color (mark->role, style),
                         ipl_axes_x (self, time),
                         ipl_axes_y (self, ipl_numbers_get (&mark->y, low)), size * style->font_pt,
                         FALSE);
    }
}

void
ipl_axes_draw_now_line (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, double time)
{
  const IplRect *plot = &self->frame.plot;
  double at = self->time_is_y ? ipl_axes_y (self, time) : ipl_axes_x (self, time);

  cairo_move_to (cr, self->time_is_y ? plot->x : at, self->time_is_y ? at : plot->y);
  cairo_line_to (cr, self->time_is_y ? plot->x + plot->w : at,
                 self->time_is_y ? at : plot->y + plot->h);
  ipl_stroke (cr, style->accent, 0.7 * style->line_pt);
}

/* Draws the handle of the time or width shown, and a ring around its value. */
static void
draw_now (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr)
{
  const IplRect *plot = &self->frame.plot;
  double em = style->font_pt, right = plot->x + plot->w;
  double x = self->time_is_y ? right : ipl_axes_x (self, self->now);
  double y = self->time_is_y ? ipl_axes_y (self, self->now) : plot->y;

  if (isnan (self->now) || x < plot->x - 1 || (isfinite (self->now) && x > right + 1) || y < plot->y
      || y > plot->y + plot->h)
    return;
  ipl_part_begin (cr, "shown");
  ipl_axes_draw_now_line (self, style, cr, self->now);
  if (!self->time_is_y)
    ipl_text_record_place (cr, x - 0.5 * em, y - 0.5 * em, em, em);
  if (self->time_is_y)
    {
      cairo_move_to (cr, x, y - 0.42 * em);
      cairo_line_to (cr, x, y + 0.42 * em);
      cairo_line_to (cr, x - 0.64 * em, y);
    }
  else
    {
      cairo_move_to (cr, x - 0.42 * em, y - 0.42 * em);
      cairo_line_to (cr, x + 0.42 * em, y - 0.42 * em);
      cairo_line_to (cr, x, y + 0.22 * em);
    }
  cairo_close_path (cr);
  cairo_fill (cr);
  if (self->now_value >= self->frame.y.lo && self->now_value <= self->frame.y.hi)
    {
      cairo_arc (cr, x, ipl_axes_y (self, self->now_value), 0.5 * em, 0, 2 * G_PI);
      cairo_set_line_width (cr, 0.9 * style->line_pt);
      cairo_stroke (cr);
    }
  ipl_part_end (cr);
}

/* Draws the marks that are clipped at the ends of the axes. */
static void
draw_within (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr)
{
  cairo_save (cr);
  ipl_frame_clip (&self->frame, cr, 0.3 * style->font_pt);
  draw_marks (self, style, cr, FALSE);
  if (style->marks_shown && isfinite (self->now) && self->time != NULL && !self->time_is_y)
    ipl_axes_mark_values (self, style, cr, self->now, 0.3, FALSE);
  cairo_restore (cr);
}

static void
draw_axes (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr)
{
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  if (self->is_map)
    {
      ipl_heat_map_draw (&self->map, style, cr);
      ipl_axes_record_cells (self, cr);
      if (self->cell_digits != 0)
        ipl_axes_draw_cell_numbers (self, style, cr);
      draw_marks (self, style, cr, FALSE);
      draw_marks (self, style, cr, TRUE);
      ipl_legend_draw (&self->legend, style, cr, self->legend_x, self->legend_y);
      return;
    }
  if (style->marks_shown)
    draw_now (self, style, cr);
  ipl_axes_record_moments (self, cr);
  draw_within (self, style, cr);
  ipl_axes_record_marks (self, style, cr);
  if (self->frame.limited && self->frame.x_stop != NULL)
    {
      IplPlotAxes stop = *self;

      stop.frame.finite_hidden = TRUE;
      draw_within (&stop, style, cr);
    }
  ipl_frame_draw (&self->frame, style, cr);
  ipl_axes_draw_above (self, style, cr);
  ipl_axes_draw_categories (self, style, cr);
  draw_marks (self, style, cr, TRUE);
  ipl_legend_draw (&self->legend, style, cr, self->legend_x, self->legend_y);
}

void
ipl_plot_draw (const IplPlot *self, const IplStyle *style, cairo_t *cr)
{
  if (self->legend.keys != NULL)
    ipl_legend_draw (&self->legend, style, cr, self->legend_x, self->legend_y);
  if (self->empty != NULL)
    {
      ipl_empty_draw (style, cr, &self->area, self->empty, self->empty_more);
      return;
    }
  if (self->is_left_out)
    {
      ipl_room_add_left_out (cr);
      return;
    }
  if (self->thumbnails != NULL)
    {
      ipl_thumbnails_draw (self, style, cr);
      return;
    }
  for (guint i = 0; i < self->axes->len; i++)
    if (!ipl_plot_get_axes (self, i)->is_hidden
        && (self->facets == NULL || !ipl_plot_get_axes (self, i)->is_map))
      draw_axes (ipl_plot_get_axes (self, i), style, cr);
  if (self->facets != NULL)
    ipl_plot_draw_facets (self, style, cr);
  if (self->grid)
    ipl_plot_draw_grid_texts (self, style, cr);
}
