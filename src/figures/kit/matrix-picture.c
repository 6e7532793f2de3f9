/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A large matrix as a picture: where there are more cells than pixels, every pixel is the mean of
 * the cells beneath it. */

#include "figures/kit/matrix-picture.h"

#include <math.h>

/* On paper, where pixels have no size of their own: 576 an inch, finer than a printer's screen. */
#define PIXELS_PER_PT 8
#define MOST_PIXELS 2048

/* How many pixels a side of @area has on @cr's surface, at most @n. */
static gsize
pixels_across (cairo_t *cr, const IplRect *area, gsize n)
{
  cairo_surface_t *target = cairo_get_group_target (cr);
  double x = area->w, y = 0, scale_x = 1, scale_y = 1;

  cairo_user_to_device_distance (cr, &x, &y);
  cairo_surface_get_device_scale (target, &scale_x, &scale_y);

  double side = hypot (x, y) * scale_x;

  if (cairo_surface_get_type (target) != CAIRO_SURFACE_TYPE_IMAGE)
    side *= PIXELS_PER_PT;
  return (gsize)CLAMP (round (side), 1, MIN (n, MOST_PIXELS));
}

/* Means of one row of @n cells over @m equal parts; a cell that two parts share counts in both, by
 * its shares. */
static void
average_row (const double *cells, gsize n, double *means, gsize m)
{
  double part = (double)n / m;

  for (gsize k = 0; k < m; k++)
    {
      double from = k * part, to = MIN ((k + 1) * part, (double)n), sum = 0;

      for (gsize j = (gsize)from; j < n && j < to; j++)
        sum += cells[j] * (MIN (to, j + 1.0) - MAX (from, (double)j));
      means[k] = sum / part;
    }
}

/* [m x m] means of the matrix: the rows that a row of pixels covers, by their shares. */
static double *
average (gsize n, IplMatrixCell cell, gconstpointer data, gsize m)
{
  double part = (double)n / m;
  double *means = g_new0 (double, m * m);
  g_autofree double *cells = g_new (double, n);
  g_autofree double *row = g_new (double, m);

  for (gsize i = 0; i < n; i++)
    {
      for (gsize j = 0; j < n; j++)
        {
          double value = cell (i, j, data);
          cells[j] = isfinite (value) ? value : 0;
        }
      average_row (cells, n, row, m);
      for (gsize y = (gsize)(i / part); y < m && y * part < i + 1; y++)
        {
          double share = MIN ((y + 1) * part, i + 1.0) - MAX (y * part, (double)i);

          for (gsize x = 0; x < m && share > 0; x++)
            means[y * m + x] += row[x] * share / part;
        }
    }
  return means;
}

/**
 * ipl_matrix_picture_draw:
 * @cr: where to draw; its surface says how fine
 * @area: where, in user space
 * @n: rows and columns
 * @cell: gives the numbers; not finite ones count as 0
 * @data: for @cell
 * @limit: number that has the last colour, and all above it; its negative has the first
 * @colors: [IPL_MATRIX_COLORS] from -limit to limit, 0xRRGGBB
 *
 * Draws a matrix: cells with sharp edges while there are pixels for them, means of cells where
 * there are not, so that no cell is left out.
 */
void
ipl_matrix_picture_draw (cairo_t *cr, const IplRect *area, gsize n, IplMatrixCell cell,
                         gconstpointer data, double limit, const guint32 colors[IPL_MATRIX_COLORS])
{
  g_return_if_fail (n > 0 && limit > 0);

  gsize m = pixels_across (cr, area, n);
  int side = (int)m;
  cairo_surface_t *picture = cairo_image_surface_create (CAIRO_FORMAT_RGB24, side, side);

  if (cairo_surface_status (picture) == CAIRO_STATUS_SUCCESS)
    {
      g_autofree double *means = average (n, cell, data, m);
      guchar *pixels = cairo_image_surface_get_data (picture);
      int stride = cairo_image_surface_get_stride (picture);
      const int zero = IPL_MATRIX_COLORS / 2;

      for (int y = 0; y < side; y++)
        {
          guint32 *line = (guint32 *)(gpointer)(pixels + y * stride);

          for (int x = 0; x < side; x++)
            {
              double t = CLAMP (means[(gsize)y * m + (gsize)x] / limit, -1, 1);
              line[x] = colors[zero + (int)lround (zero * t)];
            }
        }
      cairo_surface_mark_dirty (picture);
      cairo_save (cr);
      cairo_translate (cr, area->x, area->y);
      cairo_scale (cr, area->w / side, area->h / side);
      cairo_set_source_surface (cr, picture, 0, 0);
      cairo_pattern_set_extend (cairo_get_source (cr), CAIRO_EXTEND_PAD);
      /* Means are a picture already; cells keep their edges. */
      cairo_pattern_set_filter (cairo_get_source (cr),
                                m < n ? CAIRO_FILTER_GOOD : CAIRO_FILTER_NEAREST);
      cairo_rectangle (cr, 0, 0, side, side);
      cairo_fill (cr);
      cairo_restore (cr);
    }
  cairo_surface_destroy (picture);
}
