/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Markers that are distinguishable without colour. */

#include "figures/kit/marker.h"

void
ipl_draw_cross (cairo_t *cr, double x, double y, double radius)
{
  cairo_move_to (cr, x - radius, y - radius);
  cairo_line_to (cr, x + radius, y + radius);
  cairo_move_to (cr, x - radius, y + radius);
  cairo_line_to (cr, x + radius, y - radius);
}

/* Draws a dot. A hollow dot is filled with paper colour, so that lines behind it do not show
 * through. */
void
ipl_draw_dot (cairo_t *cr, const IplStyle *style, IplColor color, double x, double y, double radius,
              gboolean hollow)
{
  double line = hollow ? 0.8 * style->line_pt : 0;
  cairo_new_sub_path (cr);
  cairo_arc (cr, x, y, radius - line / 2, 0, 2 * G_PI);
  ipl_set_color (cr, hollow ? style->paper : color, 1);
  cairo_fill_preserve (cr);
  ipl_set_color (cr, color, 1);
  cairo_set_line_width (cr, line);
  if (hollow)
    cairo_stroke (cr);
  cairo_new_path (cr);
}

/* Draws a warning triangle of height @size centred at (@x, @y). */
void
ipl_draw_warning (cairo_t *cr, const IplStyle *style, IplColor color, double x, double y,
                  double size)
{
  double half = 0.58 * size, top = y - size / 2, bottom = y + size / 2;
  cairo_line_join_t join = cairo_get_line_join (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_ROUND);
  cairo_move_to (cr, x, top);
  cairo_line_to (cr, x + half, bottom);
  cairo_line_to (cr, x - half, bottom);
  cairo_close_path (cr);
  ipl_set_color (cr, color, 1);
  cairo_set_line_width (cr, 0.12 * size);
  cairo_fill_preserve (cr);
  cairo_stroke (cr);
  ipl_set_color (cr, style->paper, 1);
  cairo_rectangle (cr, x - 0.075 * size, y - 0.22 * size, 0.15 * size, 0.36 * size);
  cairo_rectangle (cr, x - 0.075 * size, y + 0.24 * size, 0.15 * size, 0.15 * size);
  cairo_fill (cr);
  cairo_set_line_join (cr, join);
}

static void
trace (cairo_t *cr, IplMarker marker, double x, double y, double r)
{
  switch (marker)
    {
    case IPL_MARKER_SQUARE:
      r *= 0.88;
      cairo_rectangle (cr, x - r, y - r, 2 * r, 2 * r);
      break;
    case IPL_MARKER_DIAMOND:
      r *= 1.2;
      cairo_move_to (cr, x, y - r);
      cairo_line_to (cr, x + r, y);
      cairo_line_to (cr, x, y + r);
      cairo_line_to (cr, x - r, y);
      cairo_close_path (cr);
      break;
    case IPL_MARKER_TRIANGLE:
    case IPL_MARKER_TRIANGLE_DOWN:
      {
        double up = marker == IPL_MARKER_TRIANGLE ? 1 : -1;
        cairo_move_to (cr, x, y - up * 1.15 * r);
        cairo_line_to (cr, x + 1.08 * r, y + up * 0.75 * r);
        cairo_line_to (cr, x - 1.08 * r, y + up * 0.75 * r);
        cairo_close_path (cr);
        break;
      }
    default:
      cairo_new_sub_path (cr);
      cairo_arc (cr, x, y, r, 0, 2 * G_PI);
      break;
    }
}

/* Traces the outline of a cross with thick arms. */
static void
draw_hollow_cross (cairo_t *cr, const IplStyle *style, IplColor color, double x, double y, double r,
                   double line)
{
  double arm = 1.15 * r, half = 0.42 * r;
  static const int corner[12][2]
      = { { 1, -2 }, { 1, -1 }, { 2, -1 }, { 2, 1 },   { 1, 1 },   { 1, 2 },
          { -1, 2 }, { -1, 1 }, { -2, 1 }, { -2, -1 }, { -1, -1 }, { -1, -2 } };
  cairo_save (cr);
  cairo_translate (cr, x, y);
  cairo_rotate (cr, G_PI / 4);
  for (guint k = 0; k < G_N_ELEMENTS (corner); k++)
    {
      double to[2];
      for (guint i = 0; i < 2; i++)
        to[i] = (corner[k][i] < 0 ? -1 : 1) * (ABS (corner[k][i]) == 2 ? arm : half);
      cairo_line_to (cr, to[0], to[1]);
    }
  cairo_close_path (cr);
  cairo_restore (cr);
  ipl_set_color (cr, style->paper, 1);
  cairo_fill_preserve (cr);
  ipl_stroke (cr, color, line);
}

/* Draws a marker of half width @r centred at (@x, @y). A hollow marker is filled with paper
 * colour. */
void
ipl_draw_marker (cairo_t *cr, const IplStyle *style, IplMarker marker, IplColor color, double x,
                 double y, double r, gboolean hollow)
{
  double line = MIN (0.8 * style->line_pt, 0.5 * r);
  cairo_save (cr);
  cairo_new_path (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  if (marker == IPL_MARKER_CROSS && hollow)
    draw_hollow_cross (cr, style, color, x, y, r, line);
  else if (marker == IPL_MARKER_CROSS)
    {
      ipl_draw_cross (cr, x, y, 0.9 * r);
      ipl_stroke (cr, color, MIN (style->line_pt, 0.6 * r));
    }
  else
    {
      trace (cr, marker, x, y, hollow ? r - line / 2 : r);
      ipl_set_color (cr, hollow ? style->paper : color, 1);
      cairo_fill_preserve (cr);
      cairo_set_line_width (cr, line);
      ipl_set_color (cr, color, 1);
      if (hollow)
        cairo_stroke (cr);
    }
  cairo_new_path (cr);
  cairo_restore (cr);
}

/* Draws a tick if @right, else a cross, of height @size centred at (@x, @y). */
void
ipl_draw_verdict (cairo_t *cr, const IplStyle *style, gboolean right, double x, double y,
                  double size)
{
  double r = size / 2;
  cairo_save (cr);
  cairo_new_path (cr);
  cairo_set_line_join (cr, CAIRO_LINE_JOIN_MITER);
  cairo_set_line_cap (cr, CAIRO_LINE_CAP_BUTT);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  if (right)
    {
      cairo_move_to (cr, x - 0.9 * r, y + 0.05 * r);
      cairo_line_to (cr, x - 0.25 * r, y + 0.72 * r);
      cairo_line_to (cr, x + 0.9 * r, y - 0.72 * r);
    }
  else
    ipl_draw_cross (cr, x, y, 0.68 * r);
  ipl_stroke (cr, ipl_style_verdict_color (style, right), 0.17 * size);
  cairo_restore (cr);
}

/* Draws a vertical error bar with caps. */
void
ipl_draw_error_bar (cairo_t *cr, double x, double low, double high, double cap)
{
  cairo_move_to (cr, x, low);
  cairo_line_to (cr, x, high);
  cairo_move_to (cr, x - cap, low);
  cairo_line_to (cr, x + cap, low);
  cairo_move_to (cr, x - cap, high);
  cairo_line_to (cr, x + cap, high);
  cairo_stroke (cr);
}
