/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Curves against time, drawn. */

#include "figures/kit/scribe.h"
#include "figures/kit/marker.h"
#include "figures/panels/time/time-plot.h"

#include <math.h>

/* Width in which points of a long curve cannot be told apart, in text sizes. */
#define COLUMN_EM 0.06

/* A curve as it is drawn. */
typedef struct
{
  const IplTimePlot *plot;
  cairo_t *cr;
  gsize n; /* points so far */
  double x, low, high, last;
  gboolean open; /* whether a column has begun */
} Pen;

static gboolean
is_shown (const IplTimePlot *self, double value)
{
  return isfinite (value) && (!self->log || value > 0);
}

/* The points of a column: the lowest and the highest stand for them, the last leads on. */
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
  if (pen->open && x - pen->x < column)
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
draw_curve (const IplTimePlot *self, const IplStyle *style, cairo_t *cr, const IplTimeCurve *curve)
{
  double em = style->font_pt, width = curve->weight * style->line_pt, r = 0.24 * em;
  Pen pen = { .plot = self, .cr = cr };

  for (gsize i = 0; i < curve->n; i++)
    {
      double value = curve->values[i * curve->stride];

      if (is_shown (self, value))
        pen_move (&pen, ipl_frame_x (&self->frame, curve->time[i]),
                  ipl_frame_y (&self->frame, value), COLUMN_EM * em);
    }
  pen_end_column (&pen);
  ipl_set_color (cr, curve->color, 1);
  cairo_set_line_width (cr, width);
  ipl_set_dash (cr, curve->dash, width);
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  /* Points that stand apart are points. */
  for (gsize i = 0; i < curve->n && pen.n * 3.0 * em < self->frame.plot.w; i++)
    if (is_shown (self, curve->values[i * curve->stride]))
      ipl_draw_marker (cr, style, IPL_MARKER_DOT, curve->color,
                       ipl_frame_x (&self->frame, curve->time[i]),
                       ipl_frame_y (&self->frame, curve->values[i * curve->stride]), r, FALSE);
}

/* A triangle below the least value, where the curve falls to it and rises again by a twentieth of
 * the axis. */
static void
draw_dip (const IplTimePlot *self, const IplStyle *style, cairo_t *cr, const IplTimeCurve *curve)
{
  double least = INFINITY, before = -INFINITY, after = -INFINITY, em = style->font_pt;
  gsize at = 0;

  for (gsize i = 0; i < curve->n; i++)
    {
      double y = curve->values[i * curve->stride];

      if (is_shown (self, y) && y < least)
        {
          least = y;
          at = i;
        }
    }
  for (gsize i = 0; i < curve->n; i++)
    {
      double y = curve->values[i * curve->stride];

      if (is_shown (self, y) && i < at)
        before = MAX (before, y);
      else if (is_shown (self, y) && i > at)
        after = MAX (after, y);
    }
  if (!isfinite (before) || !isfinite (after)
      || ipl_axis_fraction (&self->frame.y, MIN (before, after))
                 - ipl_axis_fraction (&self->frame.y, least)
             < 0.05)
    return;
  ipl_draw_marker (cr, style, IPL_MARKER_TRIANGLE, curve->color,
                   ipl_frame_x (&self->frame, curve->time[at]),
                   MIN (ipl_frame_y (&self->frame, least) + 0.55 * em,
                        self->frame.plot.y + self->frame.plot.h - 0.3 * em),
                   0.32 * em, FALSE);
}

/* Marks what the curves are at a moment that is theirs. */
static void
mark_values (const IplTimePlot *self, const IplStyle *style, cairo_t *cr, double time, double r,
             gboolean accent)
{
  for (guint c = 0; c < self->curves->len; c++)
    {
      const IplTimeCurve *curve = &g_array_index (self->curves, IplTimeCurve, c);
      gsize low = 0, high = curve->n;

      while (low < high)
        {
          gsize middle = low + (high - low) / 2;

          if (curve->time[middle] < time)
            low = middle + 1;
          else
            high = middle;
        }
      if (low < curve->n && curve->time[low] == time
          && is_shown (self, curve->values[low * curve->stride]))
        ipl_draw_marker (cr, style, IPL_MARKER_DOT, accent ? style->accent : curve->color,
                         ipl_frame_x (&self->frame, time),
                         ipl_frame_y (&self->frame, curve->values[low * curve->stride]), r, FALSE);
    }
}

static void
draw_line_at (const IplTimePlot *self, const IplStyle *style, cairo_t *cr, double time)
{
  double x = ipl_frame_x (&self->frame, time);

  cairo_move_to (cr, x, self->frame.plot.y);
  cairo_line_to (cr, x, self->frame.plot.y + self->frame.plot.h);
  ipl_set_color (cr, style->accent, 1);
  cairo_set_line_width (cr, 0.7 * style->line_pt);
  cairo_stroke (cr);
}

/* The time shown: a line with a handle, as the width that is shown has in the accuracy panel. */
static void
draw_now (const IplTimePlot *self, const IplStyle *style, cairo_t *cr)
{
  double em = style->font_pt, x = ipl_frame_x (&self->frame, self->now);
  double top = self->frame.plot.y;

  if (!isfinite (self->now) || x < self->frame.plot.x - 1
      || x > self->frame.plot.x + self->frame.plot.w + 1)
    return;
  draw_line_at (self, style, cr, self->now);
  cairo_move_to (cr, x - 0.42 * em, top - 0.42 * em);
  cairo_line_to (cr, x + 0.42 * em, top - 0.42 * em);
  cairo_line_to (cr, x, top + 0.22 * em);
  cairo_close_path (cr);
  cairo_fill (cr);
}

/* Draws axes, curves, keys and the mark of the time shown. */
void
ipl_time_plot_draw (const IplTimePlot *self, const IplStyle *style, cairo_t *cr)
{
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  if (style->marks_shown)
    draw_now (self, style, cr);
  cairo_save (cr);
  ipl_frame_clip (&self->frame, cr, 0.3 * style->font_pt);
  for (guint c = 0; c < self->curves->len; c++)
    {
      ipl_part_begin_number (cr, "curve", c + 1);
      draw_curve (self, style, cr, &g_array_index (self->curves, IplTimeCurve, c));
      ipl_part_end (cr);
    }
  for (guint c = 0; c < self->curves->len; c++)
    if (g_array_index (self->curves, IplTimeCurve, c).dip)
      draw_dip (self, style, cr, &g_array_index (self->curves, IplTimeCurve, c));
  if (style->marks_shown && isfinite (self->now))
    mark_values (self, style, cr, self->now, 0.3 * style->font_pt, FALSE);
  cairo_restore (cr);
  ipl_frame_draw (&self->frame, style, cr);
  ipl_legend_draw (&self->legend, style, cr, self->legend_x, self->legend_y);
}

/* Lights the moments that are pointed at. */
void
ipl_time_plot_overlay (const IplTimePlot *self, const IplStyle *style, const IplTarget *selected,
                       const IplTarget *hovered, cairo_t *cr)
{
  const IplTarget *targets[] = { selected, hovered };

  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  for (int f = 0; f < 2; f++)
    {
      gsize moment = (gsize)(targets[f]->step - self->first_target);

      if (targets[f]->step < self->first_target || moment >= self->n_times)
        continue;
      cairo_save (cr);
      ipl_frame_clip (&self->frame, cr, 0.5 * style->font_pt);
      draw_line_at (self, style, cr, self->time[moment]);
      mark_values (self, style, cr, self->time[moment], 0.36 * style->font_pt, TRUE);
      cairo_restore (cr);
    }
}
