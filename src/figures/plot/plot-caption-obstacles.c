/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Reports the areas of the marks of a plot to the scribe of a drawing, so that captions avoid
 * them. */

#include "figures/kit/recorder.h"
#include "figures/kit/text.h"
#include "figures/plot/plot-private.h"

#include <math.h>

/* Maximum number of areas for each mark. */
#define MOST_PLACES 48
/* Side of an area, and distance of two areas along a line, in text sizes. */
#define SIDE 0.7
#define APART 1.4
/* Thickness of axis and level rules, in points. */
#define LINE 2

/* Reports an area that overlaps the plot. */
static void
record (const IplPlotAxes *self, cairo_t *cr, double x, double y, double w, double h)
{
  const IplRect *plot = &self->frame.plot;

  if (isfinite (x) && isfinite (y) && x + w >= plot->x && x <= plot->x + plot->w && y + h >= plot->y
      && y <= plot->y + plot->h)
    ipl_text_record_mark (cr, x, y, w, h);
}

/* Reports areas along the line from (@x0, @y0) to (@x, @y), in proportion to its length. */
static void
record_line (const IplPlotAxes *self, cairo_t *cr, double em, double x0, double y0, double x,
             double y)
{
  guint n = isfinite (x0) && isfinite (y0)
                ? (guint)CLAMP (hypot (x - x0, y - y0) / (APART * em), 1, MOST_PLACES)
                : 1;

  for (guint k = 1; k <= n; k++)
    {
      double t = (double)k / n;
      double at_x = n > 1 ? x0 + t * (x - x0) : x, at_y = n > 1 ? y0 + t * (y - y0) : y;

      record (self, cr, at_x - SIDE / 2 * em, at_y - SIDE / 2 * em, SIDE * em, SIDE * em);
    }
}

/* Reports the areas of a mark. A long mark is thinned to MOST_PLACES points. */
static void
record_mark (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, const IplMark *mark)
{
  gboolean is_line = mark->kind == IPL_MARK_LINE;
  double em = style->font_pt, x0 = NAN, y0 = NAN;
  gsize by = MAX (mark->y.n / MOST_PLACES, 1);

  for (gsize i = 0; i < mark->y.n; i += by)
    {
      double x, y, zero;

      if (!ipl_mark_place (self, style, mark, i, &x, &y))
        continue;
      if (mark->kind == IPL_MARK_BARS)
        {
          zero = self->frame.plot.y + self->frame.plot.h;
          record (self, cr, x - em / 4, y, em / 2, MAX (zero - y, 0));
          continue;
        }
      if (i < mark->lo.n && i < mark->hi.n)
        {
          zero = ipl_axes_y (self, ipl_numbers_get (&mark->hi, i));
          record (self, cr, x - LINE, zero, 2 * LINE,
                  fabs (ipl_axes_y (self, ipl_numbers_get (&mark->lo, i)) - zero));
        }
      record_line (self, cr, em, is_line ? x0 : NAN, y0, x, y);
      x0 = x;
      y0 = y;
    }
}

/* Returns early if the scribe has no callback for areas. */
void
ipl_axes_record_marks (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr)
{
  const IplRect *plot = &self->frame.plot;
  double tick = ipl_axis_tick_length (style);

  if (ipl_recorder_get (cr)->on_place == NULL || self->is_map)
    return;
  record (self, cr, plot->x - LINE / 2, plot->y, LINE, plot->h);
  if (self->n_above > 0)
    record (self, cr, plot->x, plot->y - tick, plot->w, tick);
  for (guint m = 0; m < self->marks->len; m++)
    {
      const IplMark *mark = &g_array_index (self->marks, IplMark, m);

      if (mark->kind == IPL_MARK_LINE || mark->kind == IPL_MARK_POINTS
          || mark->kind == IPL_MARK_BARS)
        record_mark (self, style, cr, mark);
      else if (ipl_mark_is_level (mark))
        record (self, cr, plot->x, ipl_axes_y (self, mark->offset) - LINE / 2, plot->w, LINE);
    }
}
