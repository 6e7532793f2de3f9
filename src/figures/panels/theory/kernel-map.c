/* SPDX-License-Identifier: GPL-3.0-or-later */

/* One kernel as colours: what the panels of kernels have in common. */

#include "figures/panels/theory/kernel-map.h"

#include "figures/kit/matrix-picture.h"

#include <math.h>

double
ipl_kernel_map_at (const IplKernelMap *self, gsize row, gsize column)
{
  if (self->values == NULL)
    return self->factor * self->y[row] * self->y[column];
  return self->factor
         * (self->transposed ? self->values[column * self->n + row]
                             : self->values[row * self->n + column]);
}

static double
map_cell (gsize row, gsize column, gconstpointer data)
{
  return ipl_kernel_map_at (data, row, column);
}

void
ipl_kernel_range_init (IplKernelRange *self)
{
  *self = (IplKernelRange){ INFINITY, -INFINITY };
}

/* The diagonal, which stands out, does not count where there is anything else: it may have the last
 * colour. */
void
ipl_kernel_range_add (IplKernelRange *self, const IplKernelMap *map)
{
  for (gsize i = 0; i < map->n; i++)
    for (gsize j = 0; j < map->n; j++)
      {
        double value = ipl_kernel_map_at (map, i, j);

        if (!isfinite (value) || (i == j && map->n > 1))
          continue;
        self->lo = MIN (self->lo, value);
        self->hi = MAX (self->hi, value);
      }
}

/* A range that something can be divided by, even where all numbers are the same or there are none.
 */
void
ipl_kernel_range_finish (IplKernelRange *self)
{
  if (!(self->hi >= self->lo))
    *self = (IplKernelRange){ 0, 1 };
  if (!(self->hi - self->lo > 1e-12 * MAX (fabs (self->lo), fabs (self->hi))))
    {
      double room = MAX (0.5 * fabs (self->hi), 1e-300);

      self->lo -= room;
      self->hi += room;
    }
}

/* Colours of the numbers from -@limit to @limit of a range within. */
static void
fill_colors (const IplKernelRange *range, double limit, guint32 colors[IPL_MATRIX_COLORS])
{
  const int zero = IPL_MATRIX_COLORS / 2;

  for (int k = 0; k < IPL_MATRIX_COLORS; k++)
    {
      double value = limit * (k - zero) / zero;
      IplColor color = ipl_color_map_sequential ((value - range->lo) / (range->hi - range->lo));

      colors[k] = (guint32)lround (color.r * 255) << 16 | (guint32)lround (color.g * 255) << 8
                  | (guint32)lround (color.b * 255);
    }
}

/* The kernel in @area, a perceptually uniform map over @range, with a thin edge. */
void
ipl_kernel_map_draw (const IplKernelMap *self, const IplKernelRange *range, const IplStyle *style,
                     cairo_t *cr, const IplRect *area)
{
  double limit = MAX (fabs (range->lo), fabs (range->hi));
  guint32 colors[IPL_MATRIX_COLORS];

  fill_colors (range, limit, colors);
  if (self->kept)
    {
      const IplMatrixKey key = { self->values, range->lo, range->hi, self->transposed };

      ipl_matrix_picture_draw_kept (cr, area, self->n, map_cell, self, limit, colors, &key);
    }
  else
    ipl_matrix_picture_draw (cr, area, self->n, map_cell, self, limit, colors);
  cairo_rectangle (cr, area->x, area->y, area->w, area->h);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_width (cr, 0.6 * ipl_style_hairline (style));
  ipl_set_color (cr, style->ink, 1);
  cairo_stroke (cr);
}

/* Ticks outside the left and the lower edge where one class ends and the next begins. */
void
ipl_kernel_map_draw_classes (const IplKernelCells *cells, const IplStyle *style, cairo_t *cr,
                             const IplRect *area)
{
  double tick = ipl_axis_tick_length (style), side = area->w / (double)cells->n;

  for (guint k = 1; k < cells->n_classes; k++)
    {
      double at = cells->class_first[k] * side;

      cairo_move_to (cr, area->x - tick, area->y + at);
      cairo_line_to (cr, area->x, area->y + at);
      cairo_move_to (cr, area->x + at, area->y + area->h);
      cairo_line_to (cr, area->x + at, area->y + area->h + tick);
    }
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, style->ink, 1);
  cairo_stroke (cr);
}

/* Whether (@x, @y) is in a kernel, and in which cell: row * n + column. */
gboolean
ipl_kernel_map_find (const IplRect *area, gsize n, double x, double y, int *cell)
{
  gsize row, column;

  if (!ipl_rect_contains (area, x, y))
    return FALSE;
  row = MIN ((gsize)((y - area->y) / area->h * (double)n), n - 1);
  column = MIN ((gsize)((x - area->x) / area->w * (double)n), n - 1);
  *cell = (int)(row * n + column);
  return TRUE;
}

/* Where it lies. */
IplRect
ipl_kernel_map_cell (const IplRect *area, gsize n, int cell)
{
  double side = area->w / (double)n;

  return (IplRect){ area->x + (double)(cell % (int)n) * side,
                    area->y + (double)(cell / (int)n) * side, side, side };
}

/* What the colours mean. */
void
ipl_kernel_bar_draw (const IplRect *bar, const IplAxis *axis, const IplStyle *style, cairo_t *cr)
{
  /* Stops close enough that straight lines in RGB between them are the map in Oklab. */
  const int stops = 40;
  cairo_pattern_t *ramp = cairo_pattern_create_linear (0, bar->y, 0, bar->y + bar->h);

  for (int i = 0; i <= stops; i++)
    {
      IplColor color = ipl_color_map_sequential (1 - (double)i / stops);

      cairo_pattern_add_color_stop_rgb (ramp, (double)i / stops, color.r, color.g, color.b);
    }
  cairo_rectangle (cr, bar->x, bar->y, bar->w, bar->h);
  cairo_set_source (cr, ramp);
  cairo_fill_preserve (cr);
  cairo_pattern_destroy (ramp);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, style->ink, 1);
  cairo_stroke (cr);
  ipl_axis_draw_y (axis, style, cr, bar->x + bar->w, bar->y + bar->h, bar->h, TRUE);
}
