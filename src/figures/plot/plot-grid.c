/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Grids: several axes with a common range in rows and columns, with titles and tick labels at
 * the edges only. */

#include "figures/kit/recorder.h"
#include "figures/kit/text.h"
#include "figures/plot/plot-private.h"

#include <math.h>

/* Preferred ratio of width to height of a plot. */
#define SHAPE 1.4
/* Gaps between columns and between rows, and margin right of the last column, in text sizes. */
#define COLUMN_GAP 1.3
#define ROW_GAP 0.45
#define RIGHT 0.3
/* Permitted overhang of the last x label beyond the last column, in text sizes. */
#define OVERHANG 0.5

/* Returns the number of columns that brings the plots closest to SHAPE, with a penalty on empty
 * places. */
static guint
choose_columns (guint n, double w, double h, double head, double gap)
{
  guint best = 1;
  double least = INFINITY;

  for (guint columns = 1; columns <= n; columns++)
    {
      guint rows = (n + columns - 1) / columns;
      double cw = (w - (columns - 1) * gap) / columns, ch = (h - rows * head) / rows;
      double off = cw > 0 && ch > 0 ? fabs (log (cw / ch / SHAPE)) : INFINITY;

      off += (rows * columns - n) / (double)n;
      if (off < least)
        {
          least = off;
          best = columns;
        }
    }
  return best;
}

static void
clear_labels (IplAxis *axis)
{
  for (guint i = 0; i < axis->n; i++)
    axis->label[i][0] = '\0';
}

/* Returns the union of the ranges of all axes. */
static IplFrameSpec
find_ends (const IplPlot *self)
{
  IplFrameSpec all = { .x_lo = INFINITY, .x_hi = -INFINITY, .y_lo = INFINITY, .y_hi = -INFINITY };

  for (guint i = 0; i < self->axes->len; i++)
    {
      IplFrameSpec spec;

      ipl_axes_find_ends (ipl_plot_get_axes (self, i), &spec);
      all.x_lo = fmin (all.x_lo, spec.x_lo);
      all.x_hi = fmax (all.x_hi, spec.x_hi);
      all.y_lo = fmin (all.y_lo, spec.y_lo);
      all.y_hi = fmax (all.y_hi, spec.y_hi);
    }
  return all;
}

/* Returns the overhang of the last x label beyond a plot of this width, in points. */
static double
find_overhang (IplPlotAxes *axes, const IplStyle *style, const IplFrameSpec *spec, double width)
{
  axes->frame = (IplFrame){ .plot = { 0, 0, width, 1 } };
  ipl_axis_init (&axes->frame.x, style, spec->x_lo, spec->x_hi, axes->x.log, width, FALSE);
  ipl_axes_set_x_ticks (axes, style);
  return ipl_axis_last_overhang (&axes->frame.x, style, width);
}

/* Places the plots in the area. The grid is left out if they would be too small. */
void
ipl_plot_place_grid (IplPlot *self, const IplStyle *style)
{
  IplPlotAxes *first = ipl_plot_get_axes (self, 0);
  double em = style->font_pt, text_h = ipl_text_height (style, ipl_style_small (style));
  double label_h = ipl_text_height (style, em), tick = ipl_axis_tick_length (style);
  double head = 1.1 * text_h, gap = COLUMN_GAP * em, row_gap = ROW_GAP * em;
  const IplRect *area = &self->area;
  guint n = self->axes->len, columns, rows;
  IplFrameSpec spec = find_ends (self);
  IplAxis x, y;

  ipl_axis_init (&y, style, spec.y_lo, spec.y_hi, first->y.log, area->h / 2, TRUE);
  double left = label_h + 0.35 * em + y.label_w + 1.5 * tick;
  double w = area->w - left - RIGHT * em;
  double h = area->h - label_h - 0.15 * em - 1.2 * tick - text_h;
  self->is_left_out = w < 2 * em || h < 1.5 * em;
  if (self->is_left_out)
    return;
  columns = self->grid_columns > 0 ? self->grid_columns : choose_columns (n, w, h, head, gap);
  rows = (n + columns - 1) / columns;
  double cw = (w - (columns - 1) * gap) / columns;
  w -= fmax (0, find_overhang (first, style, &spec, cw) - OVERHANG * em);
  cw = (w - (columns - 1) * gap) / columns;
  double ch = (h - (rows - 1) * row_gap) / rows - head;
  self->is_left_out = cw < em || ch < 0.5 * em;
  if (self->is_left_out)
    return;
  ipl_axis_init (&y, style, spec.y_lo, spec.y_hi, first->y.log, ch, TRUE);
  ipl_axis_init (&x, style, spec.x_lo, spec.x_hi, first->x.log, cw, FALSE);
  for (guint i = 0; i < n; i++)
    {
      IplPlotAxes *axes = ipl_plot_get_axes (self, i);
      guint column = i % columns, row = i / columns;
      IplRect plot = { area->x + left + column * (cw + gap),
                       area->y + row * (ch + head + row_gap) + head, cw, ch };

      axes->frame = (IplFrame){ .area = plot, .plot = plot, .x = x, .y = y };
      ipl_axes_choose_ticks (axes, style);
      if (column > 0)
        axes->frame.y.n = axes->frame.y.n_minor = 0;
      if (i + columns < n)
        clear_labels (&axes->frame.x);
    }
  self->grid_plots = (IplRect){ area->x + left, area->y + head, w,
                                rows * (ch + head + row_gap) - row_gap - head };
}

/* Returns the longest form of the title that fits, or NULL. */
static const char *
choose_title (const IplStyle *style, const IplPlotAxis *axis, double room)
{
  if (axis->title == NULL || ipl_text_width (style, axis->title, style->font_pt) <= room)
    return axis->title;
  return axis->brief != NULL && ipl_text_width (style, axis->brief, style->font_pt) <= room
             ? axis->brief
             : NULL;
}

/* Draws the heading of each plot and the common axis titles. */
void
ipl_plot_draw_grid_texts (const IplPlot *self, const IplStyle *style, cairo_t *cr)
{
  const IplPlotAxes *first = ipl_plot_get_axes (self, 0);
  const IplRect *area = &self->area, *plots = &self->grid_plots;
  double em = style->font_pt, small = ipl_style_small (style), end = area->y + area->h;
  const char *x_title = choose_title (style, &first->x, plots->w);
  const char *y_title = choose_title (style, &first->y, area->h);

  ipl_part_begin (cr, "titles");
  for (guint i = 0; i < self->axes->len; i++)
    {
      const IplPlotAxes *axes = ipl_plot_get_axes (self, i);
      const IplRect *plot = &axes->frame.plot;
      gboolean fits
          = axes->heading != NULL
            && ipl_text_width (style, axes->heading, small) <= plot->w + 0.5 * COLUMN_GAP * em;

      if (axes->heading != NULL)
        ipl_text_draw (cr, style, fits ? axes->heading : axes->brief, small, style->ink,
                       plot->x + plot->w / 2, plot->y, 0.5, 1);
    }
  if (x_title != NULL)
    ipl_text_draw (cr, style, x_title, em, style->ink, plots->x + plots->w / 2, end, 0.5, 1);
  if (y_title != NULL)
    ipl_text_draw_up_within (cr, style, y_title, em, style->ink,
                             area->x + ipl_text_height (style, em) / 2, plots->y + plots->h / 2,
                             area->y, end);
  ipl_part_end (cr);
}
