/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines of a level on a map: marching squares between the middles of cells. */
#include "figures/plot/plot.h"

#include <math.h>

typedef struct
{
  double x, y;
} Point;

static void
append (GArray *x, GArray *y, const Point *point)
{
  g_array_append_val (x, point->x);
  g_array_append_val (y, point->y);
}

/* Where the level lies between two corners, whose values are on either side of it. */
static Point
cross (Point a, double at_a, Point b, double at_b, double level)
{
  double t = (level - at_a) / (at_b - at_a);

  return (Point){ a.x + t * (b.x - a.x), a.y + t * (b.y - a.y) };
}

/* The lines between four neighbours: one, or of a saddle two. */
static void
add_square (const Point corner[4], const double value[4], double level, GArray *x, GArray *y)
{
  const Point gap = { NAN, NAN };
  Point crossing[4];
  guint n = 0;

  for (guint i = 0; i < 4; i++)
    {
      guint k = (i + 1) % 4;

      if (!isfinite (value[i]))
        return;
      if ((value[i] < level) != (value[k] < level))
        crossing[n++] = cross (corner[i], value[i], corner[k], value[k], level);
    }
  for (guint i = 0; i + 1 < n; i += 2)
    {
      append (x, y, &crossing[i]);
      append (x, y, &crossing[i + 1]);
      append (x, y, &gap);
    }
}

static void
find_lines (gsize rows, gsize columns, const double *cells, double level, GArray *x, GArray *y)
{
  static const guint along[4] = { 0, 1, 1, 0 }, up[4] = { 0, 0, 1, 1 };

  for (gsize i = rows; i-- > 1;)
    for (gsize j = 0; j + 1 < columns; j++)
      {
        Point corner[4];
        double values[4];

        for (guint k = 0; k < 4; k++)
          {
            gsize row = i - up[k], column = j + along[k];

            corner[k] = (Point){ (double)column + 0.5, (double)row + 0.5 };
            values[k] = cells[row * columns + column];
          }
        add_square (corner, values, level, x, y);
      }
}

IplMark *
ipl_axes_add_contour (IplPlot *plot, IplPlotAxes *map, const double *cells, double level,
                      IplRole role)
{
  g_autoptr (GArray) x = g_array_new (FALSE, FALSE, sizeof (double));
  g_autoptr (GArray) y = g_array_new (FALSE, FALSE, sizeof (double));
  double *to_x, *to_y;
  IplMark *mark;

  find_lines (map->map_spec.rows, map->map_spec.columns, cells, level, x, y);
  if (x->len == 0)
    return NULL;
  to_x = ipl_plot_new_numbers (plot, x->len);
  to_y = ipl_plot_new_numbers (plot, y->len);
  for (guint i = 0; i < x->len; i++)
    {
      to_x[i] = g_array_index (x, double, i);
      to_y[i] = g_array_index (y, double, i);
    }
  mark
      = ipl_axes_add_line (map, ipl_numbers (to_x, x->len), ipl_numbers (to_y, y->len), role, NULL);
  mark->breaks = mark->is_plain = TRUE;
  return mark;
}
