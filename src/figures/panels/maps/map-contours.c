/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Marching squares between the middles of cells. */
#include "figures/panels/maps/map-view.h"

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

void
ipl_map_contours (const IplMapView *self, IplMapValue value, double level, GArray *x, GArray *y)
{
  static const guint along[4] = { 0, 1, 1, 0 }, up[4] = { 0, 0, 1, 1 };
  guint nx = self->map->nx, ny = self->map->ny;

  for (guint i = 0; i + 1 < ny; i++)
    for (guint j = 0; j + 1 < nx; j++)
      {
        Point corner[4];
        double values[4];

        for (guint k = 0; k < 4; k++)
          {
            guint row = i + up[k], column = j + along[k];

            corner[k] = (Point){ column + 0.5, ny - row - 0.5 };
            values[k] = value (self, row, column);
          }
        add_square (corner, values, level, x, y);
      }
}
