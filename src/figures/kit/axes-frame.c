/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The frame of a plot: its two axes and their titles. */

#include "figures/kit/axes-frame.h"

#include "figures/kit/recorder.h"
#include "figures/kit/text.h"

#include <math.h>

/* Returns the longest form of the title that fits, or NULL. */
static const char *
choose_title (const IplStyle *style, const char *title, const char *brief, double room)
{
  if (title == NULL || ipl_text_width (style, title, style->font_pt) <= room)
    return title;
  return brief != NULL && ipl_text_width (style, brief, style->font_pt) <= room ? brief : NULL;
}

/* Reserves space for the stop at the right. Returns: width of the plot, which begins at @left */
static double
place_stop (IplFrame *self, const IplStyle *style, const char *stop, double left)
{
  double em = style->font_pt;
  double half
      = MAX (1.1 * em, ipl_text_width (style, stop, ipl_style_small (style)) / 2 + 0.35 * em);

  self->x_stop = stop;
  self->right = self->area.x + self->area.w;
  self->stop_x = self->right - half;
  return MAX (self->stop_x - half - 0.5 * em - left, 1);
}

void
ipl_frame_init (IplFrame *self, const IplStyle *style, const IplRect *area,
                const IplFrameSpec *spec)
{
  double em = style->font_pt, tick = ipl_axis_tick_length (style);
  double text_h = ipl_text_height (style, ipl_style_small (style));
  double label_h = ipl_text_height (style, em);

  double x_lo = spec->x_lo, x_hi = spec->x_hi, y_lo = spec->y_lo, y_hi = spec->y_hi;

  *self = (IplFrame){ .area = *area };
  self->limited
      = ipl_panel_style_apply_range (style->panel, IPL_AXIS_X, spec->x_log, &x_lo, &x_hi)
        | ipl_panel_style_apply_range (style->panel, IPL_AXIS_Y, spec->y_log, &y_lo, &y_hi);
  double top = area->y + 0.5 * text_h;
  double bottom = area->y + area->h - label_h - 0.15 * em - text_h - 1.2 * tick;
  double plot_h = MAX (bottom - top, 1);
  if (spec->plot_h > 0)
    {
      top += MAX (0, (plot_h - spec->plot_h) / 2);
      plot_h = MIN (plot_h, spec->plot_h);
    }
  ipl_axis_init (&self->y, style, y_lo, y_hi, spec->y_log, plot_h, TRUE);
  double room = label_h + 0.35 * em + self->y.label_w + 1.5 * tick;
  double left = area->x + room, plot_w = MAX (area->w - room, 1);
  if (spec->x_stop != NULL)
    plot_w = place_stop (self, style, spec->x_stop, left);
  ipl_axis_init (&self->x, style, x_lo, x_hi, spec->x_log, plot_w, FALSE);
  plot_w = MAX (plot_w - ipl_axis_last_overhang (&self->x, style, plot_w), 1);
  if (spec->aspect > 0)
    {
      double w = MIN (plot_w, spec->aspect * plot_h), h = MIN (plot_h, spec->aspect * plot_w);
      left += (plot_w - w) / 2;
      top += (plot_h - h) / 2;
      plot_w = w;
      plot_h = h;
      ipl_axis_init (&self->y, style, y_lo, y_hi, spec->y_log, plot_h, TRUE);
    }
  ipl_axis_init (&self->x, style, x_lo, x_hi, spec->x_log, plot_w, FALSE);
  self->plot = (IplRect){ left, top, plot_w, plot_h };
  if (spec->x_stop == NULL)
    self->right = left + plot_w;
  self->label_x = left - 1.5 * tick - self->y.label_w - 0.35 * em - label_h / 2;
  self->x_title = choose_title (style, spec->x_title, spec->x_title_short, area->w);
  self->area.h -= spec->shared_bottom;
  self->y_title = choose_title (style, spec->y_title, spec->y_title_short, self->area.h);
}

double
ipl_frame_x (const IplFrame *self, double value)
{
  if (self->x_stop != NULL && isinf (value))
    return self->stop_x;
  return self->finite_hidden ? -self->right
                             : self->plot.x + ipl_axis_fraction (&self->x, value) * self->plot.w;
}

double
ipl_frame_y (const IplFrame *self, double value)
{
  return self->plot.y + (1 - ipl_axis_fraction (&self->y, value)) * self->plot.h;
}

/* Draws the break of the axis, and the stop beyond it. */
static void
draw_stop (const IplFrame *self, const IplStyle *style, cairo_t *cr)
{
  double em = style->font_pt, tick = ipl_axis_tick_length (style);
  double bottom = self->plot.y + self->plot.h, end = self->plot.x + self->plot.w;
  double at = (end + self->stop_x - 0.9 * em) / 2 + 0.1 * em;

  ipl_part_begin (cr, "axis-stop");
  cairo_set_line_width (cr, ipl_style_hairline (style));
  cairo_move_to (cr, end, bottom);
  cairo_line_to (cr, at - 0.14 * em, bottom);
  cairo_move_to (cr, at + 0.14 * em, bottom);
  cairo_line_to (cr, self->right, bottom);
  for (int k = -1; k <= 1; k += 2)
    {
      cairo_move_to (cr, at + (k * 0.14 - 0.14) * em, bottom + 0.32 * em);
      cairo_line_to (cr, at + (k * 0.14 + 0.14) * em, bottom - 0.32 * em);
    }
  cairo_move_to (cr, self->stop_x, bottom);
  cairo_line_to (cr, self->stop_x, bottom + tick);
  ipl_set_color (cr, style->ink, 1);
  cairo_stroke (cr);
  ipl_text_draw (cr, style, self->x_stop, ipl_style_small (style), style->ink, self->stop_x,
                 bottom + 1.2 * tick, 0.5, 0);
  ipl_part_end (cr);
}

/* Draws axes and titles. Titles are centred on their axes but stay within the area. */
void
ipl_frame_draw (const IplFrame *self, const IplStyle *style, cairo_t *cr)
{
  double em = style->font_pt, bottom = self->plot.y + self->plot.h;
  double text_h = ipl_text_height (style, ipl_style_small (style));
  ipl_axis_draw_y (&self->y, style, cr, self->plot.x, bottom, self->plot.h, FALSE);
  ipl_axis_draw_x (&self->x, style, cr, self->plot.x, bottom, self->plot.w);
  if (self->x_stop != NULL)
    draw_stop (self, style, cr);
  ipl_part_begin (cr, "titles");
  if (self->x_title != NULL)
    {
      double half = ipl_text_width (style, self->x_title, em) / 2;
      double x = CLAMP (self->plot.x + self->plot.w / 2, self->area.x + half,
                        self->area.x + self->area.w - half);
      ipl_text_draw (cr, style, self->x_title, em, style->ink, x,
                     bottom + 1.2 * ipl_axis_tick_length (style) + text_h + 0.15 * em, 0.5, 0);
    }
  if (self->y_title != NULL)
    ipl_text_draw_up_within (cr, style, self->y_title, em, style->ink, self->label_x,
                             self->plot.y + self->plot.h / 2, self->area.y,
                             self->area.y + self->area.h);
  ipl_part_end (cr);
}

/* Clips to the plot plus @margin, or to the plot if the user set a range. */
void
ipl_frame_clip (const IplFrame *self, cairo_t *cr, double margin)
{
  if (self->limited)
    margin = 0;
  double end = self->plot.x + self->plot.w, left = self->plot.x - margin;
  double right = (self->x_stop != NULL ? self->right : end) + margin;

  /* A user-set range leaves no finite numbers before the stop. */
  if (self->finite_hidden)
    left = end;
  else if (self->limited)
    right = end;
  cairo_rectangle (cr, left, self->plot.y - margin, MAX (right - left, 0),
                   self->plot.h + 2 * margin);
  cairo_clip (cr);
}

static double
draw_line (const IplStyle *style, cairo_t *cr, const char *markup, double size, IplColor color,
           const IplRect *area, double y)
{
  double w = MIN (ipl_text_width (style, markup, size), area->w);
  ipl_text_draw_fitted (cr, style, markup, size, color, area->x + (area->w - w) / 2, y, w);
  return y + ipl_text_height (style, size);
}

/* Draws the sentence of a panel without data, and below it a smaller suggestion, if the figure
 * has controls. */
void
ipl_empty_draw (const IplStyle *style, cairo_t *cr, const IplRect *area, const char *markup,
                const char *more)
{
  double em = style->font_pt, small = ipl_style_small (style);
  if (!style->has_controls)
    more = NULL;
  double h = ipl_text_height (style, em) + (more != NULL ? ipl_text_height (style, small) : 0);
  if (area->h < h || area->w < 3 * em)
    {
      ipl_room_add_left_out (cr);
      return;
    }
  double y = draw_line (style, cr, markup, em, style->ink, area, area->y + (area->h - h) / 2);
  if (more != NULL)
    draw_line (style, cr, more, small, style->faint, area, y);
}

/* Draws the sentence of a panel without data in the middle of a panel of this size. */
void
ipl_empty_draw_full (const IplStyle *style, cairo_t *cr, double width, double height,
                     const char *markup, const char *more)
{
  double margin = 0.4 * style->font_pt;
  IplRect area = { margin, margin, width - 2 * margin, height - 2 * margin };
  ipl_empty_draw (style, cr, &area, markup, more);
}

/* Clips to @area and moves the origin to its corner, until cairo_restore(). */
void
ipl_area_begin (cairo_t *cr, const IplRect *area)
{
  cairo_save (cr);
  cairo_translate (cr, area->x, area->y);
  cairo_rectangle (cr, 0, 0, area->w, area->h);
  cairo_clip (cr);
  cairo_new_path (cr);
}
