/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Draws points with their errors and warnings, bars, rules and histograms. */

#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/plot/plot-private.h"

#include <math.h>

/* Height of a warning above a point, in text sizes. */
#define WARNING 0.95
/* Share of paper colour in pale marks. */
#define FADE 0.72

void
ipl_plot_stroke (cairo_t *cr, const IplStyle *style, IplColor color, double weight, IplDash dash)
{
  double width = weight * style->line_pt;

  ipl_set_color (cr, color, 1);
  cairo_set_line_width (cr, width);
  ipl_set_dash (cr, dash, width);
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
}

static IplColor
ipl_mark_color (const IplMark *mark, gsize i, const IplStyle *style)
{
  IplRole role = mark->role;

  if (mark->color_by_item)
    role.k = (guint)(mark->first + i);
  if (mark->items != NULL && mark->items->fades != NULL
      && mark->items->fades (mark->first + i, mark->item_data))
    role.fade = 1 - (1 - role.fade) * (1 - FADE);
  return ipl_role_color (role, style);
}

static void
draw_error (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, const IplMark *mark,
            gsize i, double x, double scale)
{
  double lo = i < mark->lo.n ? ipl_numbers_get (&mark->lo, i) : NAN;
  double hi = i < mark->hi.n ? ipl_numbers_get (&mark->hi, i) : NAN;
  const IplAxis *axis = &self->frame.y;

  if (!isfinite (lo) || !isfinite (hi) || !(hi > lo) || lo > axis->hi || hi < axis->lo)
    return;
  ipl_set_color (cr, ipl_mark_color (mark, i, style), 1);
  cairo_set_line_width (cr, 0.7 * scale * style->line_pt);
  ipl_draw_error_bar (cr, x, ipl_axes_y (self, MAX (lo, axis->lo)),
                      ipl_axes_y (self, MIN (hi, axis->hi)),
                      0.55 * scale * mark->size * style->font_pt);
}

/* Draws a warning above the error bar and a marker of @radius, and below the handle of the value
 * shown. */
static void
draw_warning (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, const IplMark *mark,
              gsize i, double x, double y, double radius)
{
  double size = WARNING * style->font_pt, top = y - radius;
  gboolean is_shown = ipl_numbers_get (&mark->x, i) == self->now && mark->shift_right == 0;

  if (i < mark->hi.n && isfinite (ipl_numbers_get (&mark->hi, i)))
    top = MIN (top, ipl_axes_y (self, MIN (ipl_numbers_get (&mark->hi, i), self->frame.y.hi)));
  ipl_draw_warning (cr, style, style->accent, x,
                    MAX (top - 0.7 * size, self->frame.plot.y + (is_shown ? 0.9 : 0.5) * size),
                    size);
}

/* Draws point @i, enlarged by @scale. */
void
ipl_mark_draw_point (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr,
                     const IplMark *mark, gsize i, double scale)
{
  double x, y, value = ipl_numbers_get (&mark->y, i), r = scale * mark->size * style->font_pt;
  gboolean is_doubtful = mark->doubtful != NULL && mark->doubtful[i];
  IplMarker marker = mark->marker;

  if (!ipl_mark_place (self, style, mark, i, &x, &y))
    return;
  draw_error (self, style, cr, mark, i, x, scale);
  if (is_doubtful)
    draw_warning (self, style, cr, mark, i, x, y, r);
  if (mark->clamp_to_axis && value > self->frame.y.hi)
    marker = IPL_MARKER_TRIANGLE;
  else if (mark->clamp_to_axis && value < self->frame.y.lo)
    marker = IPL_MARKER_TRIANGLE_DOWN;
  if (mark->max_radius > 0)
    r = MIN (r, MAX (mark->max_radius * (ipl_axes_x (self, 1) - ipl_axes_x (self, 0)), 0.4 * r));
  ipl_draw_marker (cr, style, marker, ipl_mark_color (mark, i, style), x, y, r,
                   mark->hollow || is_doubtful);
}

/* Draws a ring around a point, and drop lines from it to both axes. */
void
ipl_mark_draw_drops (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr,
                     const IplMark *mark, gsize i)
{
  const IplRect *plot = &self->frame.plot;
  double x, y;

  if (!ipl_mark_place (self, style, mark, i, &x, &y) || y < plot->y || y > plot->y + plot->h)
    return;
  cairo_set_line_width (cr, 0.6 * style->line_pt);
  ipl_set_color (cr, style->accent, 1);
  ipl_set_dash (cr, IPL_DASH_DOTTED, 0.8 * style->line_pt);
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, x, plot->y + plot->h);
  cairo_move_to (cr, x, y);
  cairo_line_to (cr, plot->x, y);
  cairo_stroke (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_arc (cr, x, y, 0.62 * style->font_pt, 0, 2 * G_PI);
  ipl_set_color (cr, style->paper, 0.8);
  cairo_fill_preserve (cr);
  ipl_stroke (cr, style->accent, 1.2 * style->line_pt);
}

void
ipl_mark_draw_intervals (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr,
                         const IplMark *mark)
{
  double cap = mark->size * style->font_pt;

  ipl_set_color (cr, ipl_role_color (mark->role, style), 1);
  cairo_set_line_width (cr, mark->weight * style->line_pt);
  ipl_set_dash (cr, mark->dash, mark->weight * style->line_pt);
  for (gsize i = 0; i < mark->x.n; i++)
    {
      double lo = ipl_numbers_get (&mark->lo, i), hi = ipl_numbers_get (&mark->hi, i);

      if (isfinite (lo) && isfinite (hi))
        ipl_draw_error_bar (cr,
                            ipl_axes_x (self, ipl_numbers_get (&mark->x, i))
                                + mark->shift_right * style->font_pt,
                            ipl_axes_y (self, lo), ipl_axes_y (self, hi), cap);
    }
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
}

void
ipl_mark_trace_bar (const IplPlotAxes *self, cairo_t *cr, const IplMark *mark, gsize i)
{
  double at = ipl_numbers_get (&mark->x, i) + mark->offset, value = ipl_numbers_get (&mark->y, i);
  double from = i < mark->lo.n ? ipl_numbers_get (&mark->lo, i) : 0;
  double x = ipl_axes_x (self, at - mark->size), x2 = ipl_axes_x (self, at + mark->size);
  double y = ipl_axes_y (self, from), y2 = ipl_axes_y (self, value);

  if (mark->lies)
    {
      x = ipl_axes_x (self, fmin (from, at));
      x2 = ipl_axes_x (self, fmax (from, at));
      y = ipl_axes_y (self, value - mark->size);
      y2 = ipl_axes_y (self, value + mark->size);
    }
  if (isfinite (value) && isfinite (at))
    cairo_rectangle (cr, x, MIN (y, y2), x2 - x, fabs (y2 - y));
}

/* Strokes the outline of a bar on the inside of its edge. */
static void
outline_bar (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, const IplMark *mark,
             gsize i)
{
  double x, y, x2, y2, line;

  cairo_new_path (cr);
  ipl_mark_trace_bar (self, cr, mark, i);
  cairo_path_extents (cr, &x, &y, &x2, &y2);
  cairo_new_path (cr);
  line = MIN (mark->weight * style->line_pt, 0.3 * (x2 - x));
  if (!(line > 0))
    return;
  cairo_rectangle (cr, x + line / 2, y + line / 2, x2 - x - line, MAX (y2 - y - line, 0));
  cairo_set_line_width (cr, line);
  cairo_stroke (cr);
}

void
ipl_mark_draw_bars (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr,
                    const IplMark *mark)
{
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  for (gsize i = 0; i < mark->y.n; i++)
    {
      IplColor color = ipl_mark_color (mark, i, style);

      ipl_mark_begin_item (mark, i, cr);
      ipl_mark_trace_bar (self, cr, mark, i);
      ipl_set_color (cr, color, mark->alpha);
      if (mark->alpha > 0)
        cairo_fill (cr);
      cairo_new_path (cr);
      ipl_set_color (cr, color, 1);
      ipl_set_dash (cr, mark->dash, mark->weight * style->line_pt);
      if (mark->outlined)
        outline_bar (self, style, cr, mark, i);
      ipl_mark_end_item (mark, i, cr);
    }
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
}

static void
rule_path (const IplPlotAxes *self, cairo_t *cr, const IplMark *mark, const IplRect *plot)
{
  double lo = self->is_map ? 0 : self->frame.x.lo;
  double hi = self->is_map ? (double)self->map_spec.columns : self->frame.x.hi;

  if (mark->kind == IPL_MARK_RULE_AT_X)
    {
      cairo_move_to (cr, ipl_axes_x (self, mark->offset), plot->y);
      cairo_line_to (cr, ipl_axes_x (self, mark->offset), plot->y + plot->h);
      return;
    }
  cairo_move_to (cr, plot->x, ipl_axes_y (self, mark->offset + mark->slope * lo));
  cairo_line_to (cr, plot->x + plot->w, ipl_axes_y (self, mark->offset + mark->slope * hi));
}

/* Draws the name of a level rule at its left end, if there is space. */
static void
draw_words (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, const IplMark *mark,
            const IplRect *plot)
{
  double small = ipl_style_small (style);

  if (mark->words != NULL && plot->h > 4 * small
      && plot->w > ipl_text_width (style, mark->words, small))
    ipl_text_draw (cr, style, mark->words, small, ipl_role_color (mark->role, style),
                   plot->x + 0.35 * style->font_pt, ipl_axes_y (self, mark->offset), 0, 1);
}

/* TRUE for a level rule outside the vertical range that is represented by an arrow. */
static gboolean
is_beyond (const IplPlotAxes *self, const IplMark *mark)
{
  return ipl_mark_is_level (mark) && mark->clamp_to_axis
         && (mark->offset < self->frame.y.lo || mark->offset > self->frame.y.hi);
}

/* Draws an arrow with a number for a rule beyond the end of the axis. Several arrows line up
 * from the right edge to the left. */
static void
draw_beyond (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, const IplMark *mark,
             double weight, const IplRect *plot)
{
  const IplMark *first = (const IplMark *)(gpointer)self->marks->data;
  gboolean percent = self->y.share && style->look == IPL_LOOK_PAPER;
  gboolean below = mark->offset < self->frame.y.lo;
  double em = style->font_pt, small = ipl_style_small (style), down = below ? 1 : -1;
  double end = below ? plot->y + plot->h - 0.35 * em : plot->y + 0.35 * em;
  IplColor color = ipl_role_color (mark->role, style);
  g_autofree char *number
      = percent ? ipl_number_fixed (100 * mark->offset, 0) : ipl_number_markup (mark->offset, 2);
  double step = ipl_text_width (style, "0.000", small) + 1.6 * em;
  double x = plot->x + plot->w - 0.8 * em;

  for (const IplMark *other = first; other < mark; other++)
    if (is_beyond (self, other) && (other->offset < self->frame.y.lo) == below)
      x -= step;
  if (x - step < plot->x)
    return;
  cairo_move_to (cr, x, end - 1.5 * down * em);
  cairo_line_to (cr, x, end);
  ipl_plot_stroke (cr, style, color, weight, mark->dash);
  ipl_draw_marker (cr, style, below ? IPL_MARKER_TRIANGLE_DOWN : IPL_MARKER_TRIANGLE, color, x, end,
                   0.32 * em, FALSE);
  ipl_text_draw (cr, style, number, small, ipl_style_text_color (style, color), x - 0.5 * em,
                 end - 0.6 * down * em, 1, 0.5);
}

/* Draws a rule. A level rule continues across a break of the axis to its end. @mark: one of the
 * marks of the axes
 * @weight: of its stroke, larger if highlighted */
void
ipl_mark_draw_rule (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr,
                    const IplMark *mark, double weight)
{
  IplRect plot = self->is_map ? self->map.map : self->frame.plot;
  IplColor color = ipl_role_color (mark->role, style);
  double em = style->font_pt;

  if (!isfinite (mark->offset))
    return;
  if (is_beyond (self, mark))
    {
      draw_beyond (self, style, cr, mark, weight, &plot);
      return;
    }
  if (self->frame.x_stop != NULL)
    plot.w = self->frame.right - plot.x;
  cairo_save (cr);
  cairo_rectangle (cr, plot.x, plot.y, plot.w, plot.h);
  cairo_clip (cr);
  for (int halo = mark->size > 0 && mark->kind == IPL_MARK_RULE; halo >= 0; halo--)
    {
      rule_path (self, cr, mark, &plot);
      if (mark->size > 0 && mark->kind == IPL_MARK_RULE)
        ipl_draw_cross (cr, plot.x + plot.w - 0.6 * em, ipl_axes_y (self, mark->offset),
                        mark->size * em);
      ipl_plot_stroke (cr, style, halo ? style->paper : color, halo ? 2.6 : weight, mark->dash);
    }
  if (mark->size > 0 && mark->kind == IPL_MARK_RULE_AT_X)
    ipl_draw_marker (cr, style, IPL_MARKER_TRIANGLE_DOWN, color, ipl_axes_x (self, mark->offset),
                     plot.y + 0.25 * em, mark->size * em, FALSE);
  draw_words (self, style, cr, mark, &plot);
  cairo_restore (cr);
}

void
ipl_mark_draw_histogram (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr,
                         const IplMark *mark)
{
  double bottom = ipl_axes_y (self, 0);

  for (gsize i = 0; i < mark->y.n; i++)
    {
      double x = ipl_axes_x (self, ipl_numbers_get (&mark->x, i));
      double y = ipl_axes_y (self, ipl_numbers_get (&mark->y, i));

      if (i == 0)
        cairo_move_to (cr, x, bottom);
      cairo_line_to (cr, x, y);
      x = ipl_axes_x (self, ipl_numbers_get (&mark->x, i + 1));
      cairo_line_to (cr, x, y);
      if (i + 1 == mark->y.n)
        cairo_line_to (cr, x, bottom);
    }
  ipl_set_color (cr, ipl_role_color (mark->role, style), mark->alpha);
  cairo_fill_preserve (cr);
  cairo_set_line_width (cr, mark->weight * style->line_pt);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  ipl_set_color (cr, ipl_role_color (mark->role, style), 1);
  cairo_stroke (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
}
