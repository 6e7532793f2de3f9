/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The band above a plot: a second x axis, or rows of shares at the ticks. */

#include "figures/kit/number.h"
#include "figures/kit/text.h"
#include "figures/plot/plot-private.h"

#include <math.h>
#include <string.h>

/* Height of a row relative to its text, and minimum height of a plot with rows in text sizes. */
#define ROW 1.02
#define LEAST_PLOT 6
/* Gap between the name of a row and its first number, in text sizes. */
#define NAME_GAP 0.8

static gboolean
has_rows (const IplPlotAxes *self)
{
  return self->n_above > 0 && self->above[0].x.n == 0;
}

/* Drops rows that would make the plot too low.
 * Returns: height of the rows or of the second axis */
double
ipl_axes_above_height (IplPlotAxes *self, const IplStyle *style, double room)
{
  double em = style->font_pt, text_h = ipl_text_height (style, ipl_style_small (style));
  double tick = ipl_axis_tick_length (style);
  double rest = room - 2 * ipl_text_height (style, em) - text_h - 2 * tick;

  while (has_rows (self) && rest - self->n_above * text_h < LEAST_PLOT * em)
    self->n_above--;
  if (self->n_above == 0)
    return 0;
  return has_rows (self) ? 1.2 * tick + self->n_above * ROW * text_h - 0.1 * text_h
                         : ipl_text_height (style, em) + 0.5 * em + 0.5 * text_h + 1.2 * tick;
}

static const char *
row_name (const IplPlotAxes *self, const IplStyle *style, guint row)
{
  const IplPlotAbove *above = &self->above[row];
  const IplPlotAbove *last = &self->above[self->n_above - 1];
  double room = 0.22 * self->frame.area.w;

  return ipl_text_width (style, last->title, ipl_style_small (style)) > room ? above->brief
                                                                             : above->title;
}

/* Moves the left edge of the plot to make space for row names and first numbers, and the right
 * edge for last numbers. Drops the rows if the plot becomes too narrow. */
static void
make_room (IplPlotAxes *self, const IplStyle *style)
{
  double small = ipl_style_small (style), half = ipl_text_width (style, "100 %", small) / 2;
  double last = (double)self->above[0].y.n - 1;
  double names = 0, right, left;

  for (guint r = 0; r < self->n_above; r++)
    names = MAX (names, ipl_text_width (style, row_name (self, style, r), small));
  left = self->frame.area.x + names + NAME_GAP * style->font_pt + half
         - ipl_axis_fraction (&self->frame.x, 0) * self->frame.plot.w;
  right = self->frame.area.x + self->frame.area.w - half
          + (1 - ipl_axis_fraction (&self->frame.x, last)) * self->frame.plot.w;
  left = MAX (left, self->frame.plot.x);
  right = MIN (right, self->frame.plot.x + self->frame.plot.w);
  if (right - left < 4 * half)
    self->n_above = 0;
  else
    {
      self->frame.label_x += left - self->frame.plot.x;
      self->frame.plot.x = left;
      self->frame.plot.w = right - left;
      ipl_axis_init_integers (&self->frame.x, style, self->frame.x.lo, self->frame.x.hi,
                              right - left, FALSE);
    }
}

/* Returns the x at which y reaches @value, by linear interpolation. Extrapolates beyond the last
 * point at the mean rate so far. */
static double
find_x (const IplPlotAbove *above, double value)
{
  gsize low = 0, high = above->y.n;
  double x0 = 0, y0 = 0, x1, y1;

  while (low < high)
    {
      gsize middle = (low + high) / 2;

      if (ipl_numbers_get (&above->y, middle) < value)
        low = middle + 1;
      else
        high = middle;
    }
  if (low > 0 && low < above->y.n)
    {
      x0 = ipl_numbers_get (&above->x, low - 1);
      y0 = ipl_numbers_get (&above->y, low - 1);
    }
  x1 = ipl_numbers_get (&above->x, MIN (low, above->y.n - 1));
  y1 = ipl_numbers_get (&above->y, MIN (low, above->y.n - 1));
  return y1 > y0 ? x0 + (value - y0) / (y1 - y0) * (x1 - x0) : x1;
}

/* Places ticks at round values of y, without overlap of labels. */
static void
place_axis (IplPlotAxes *self, const IplStyle *style)
{
  const IplPlotAbove *above = &self->above[0];
  double size = ipl_style_small (style), length = self->frame.plot.w, end = -INFINITY;
  double x = ipl_numbers_get (&above->x, above->x.n - 1);
  double total = ipl_numbers_get (&above->y, above->y.n - 1) * self->frame.x.hi / x;
  IplAxis round;

  self->above_axis
      = (IplAxis){ .lo = self->frame.x.lo, .hi = self->frame.x.hi, .log = self->frame.x.log };
  if (!(total > 0) || !isfinite (total))
    return;
  ipl_axis_init (&round, style, 0, total, FALSE, length, FALSE);
  for (guint i = 0; i < round.n; i++)
    {
      double step = find_x (above, round.at[i]);
      double at = ipl_axis_fraction (&self->frame.x, step) * length;
      double half = ipl_text_width (style, round.label[i], size) / 2;

      if (step > self->frame.x.hi * (1 + 1e-9) || step < self->frame.x.lo || at - half < end)
        continue;
      self->above_axis.at[self->above_axis.n] = step;
      memcpy (self->above_axis.label[self->above_axis.n++], round.label[i], sizeof round.label[i]);
      end = at + half + 0.4 * size;
    }
}

/* Places ticks at every n-th tick of the lower axis, with n as small as the labels allow. */
static void
place_rows (IplPlotAxes *self, const IplStyle *style)
{
  double small = ipl_style_small (style), w = ipl_text_width (style, "100 %", small) + 0.5 * small;
  const IplAxis *x = &self->frame.x;
  double pitch
      = x->n > 1 ? ipl_axes_x (self, x->at[1]) - ipl_axes_x (self, x->at[0]) : self->frame.plot.w;
  guint stride = MAX (1, (guint)ceil (w / MAX (pitch, 1)));

  self->above_axis = (IplAxis){ .lo = x->lo, .hi = x->hi };
  for (guint i = 0; i < x->n; i += stride)
    if (x->at[i] >= 0 && x->at[i] < (double)self->above[0].y.n)
      self->above_axis.at[self->above_axis.n++] = x->at[i];
}

/* Requires the final position of the plot. */
void
ipl_axes_place_above (IplPlotAxes *self, const IplStyle *style)
{
  if (has_rows (self))
    make_room (self, style);
  if (has_rows (self))
    place_rows (self, style);
  else if (self->n_above > 0)
    place_axis (self, style);
}

static void
draw_row (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, guint row, double y)
{
  const IplPlotAbove *above = &self->above[row];
  double small = ipl_style_small (style), half = ipl_text_width (style, "100 %", small) / 2;

  ipl_text_draw (cr, style, row_name (self, style, row), small, style->ink,
                 ipl_axes_x (self, 0) - half - NAME_GAP * style->font_pt, y, 1, 0.5);
  for (guint i = 0; i < self->above_axis.n; i++)
    {
      double at = self->above_axis.at[i], all = ipl_numbers_get (&above->y, 0);
      double share = ipl_numbers_get (&above->y, (gsize)lround (at)) / all;
      g_autofree char *number = ipl_number_fixed (100 * share, 0);
      g_autofree char *text = g_strdup_printf ("%s %%", number);

      ipl_text_draw (cr, style, text, small, style->ink, ipl_axes_x (self, at), y, 0.5, 0.5);
    }
}

void
ipl_axes_draw_above (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr)
{
  double em = style->font_pt, tick = ipl_axis_tick_length (style);
  double text_h = ipl_text_height (style, ipl_style_small (style));
  const IplRect *plot = &self->frame.plot;
  gboolean rows = has_rows (self);

  if (self->n_above == 0 || self->above_axis.n == 0)
    return;
  ipl_axis_draw_top (&self->above_axis, style, cr, plot->x, plot->y, plot->w);
  if (!rows && ipl_text_width (style, self->above[0].title, em) <= plot->w)
    ipl_text_draw (cr, style, self->above[0].title, em, style->ink, plot->x + plot->w / 2,
                   plot->y - 1.2 * tick - text_h - 0.1 * em, 0.5, 1);
  for (guint r = 0; rows && r < self->n_above; r++)
    draw_row (self, style, cr, r, plot->y - 1.2 * tick - (self->n_above - r - 0.5) * ROW * text_h);
}
