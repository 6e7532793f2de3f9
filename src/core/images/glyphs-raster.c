/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/images/glyphs-private.h"

#include <math.h>
#include <string.h>

#define SIZE IPL_GLYPH_SIZE

/* Square of the distance of (x, y) to the line from a to b. */
static double
square_distance (double x, double y, IplPoint a, IplPoint b)
{
  double dx = b.x - a.x, dy = b.y - a.y;
  double square = dx * dx + dy * dy;
  double t = square > 0 ? ((x - a.x) * dx + (y - a.y) * dy) / square : 0;

  t = CLAMP (t, 0, 1);
  x -= a.x + t * dx;
  y -= a.y + t * dy;
  return x * x + y * y;
}

/* The pixels that a pen between a and b can reach in one direction. */
static void
reach (double a, double b, double pen, int *first, int *end)
{
  *first = (int)CLAMP (floor (MIN (a, b) - pen - 1), 0, SIZE);
  *end = (int)CLAMP (ceil (MAX (a, b) + pen + 1), 0, SIZE);
}

/* Ink covers a pixel by how far its centre is inside the pen's edge, half a pixel either way.
 * @pixels: [SIZE x SIZE] 255 for paper, 0 for ink. */
void
ipl_trace_paint (const IplTrace *self, double pen, guint8 *pixels)
{
  double inner = (pen - 0.5) * (pen - 0.5), outer = (pen + 0.5) * (pen + 0.5);

  memset (pixels, 255, (gsize)SIZE * SIZE);
  for (guint i = 0; i < self->n; i++)
    {
      IplPoint a = self->points[i];
      gboolean last = i + 1 == self->n || self->stroke[i + 1] != self->stroke[i];
      IplPoint b = last ? a : self->points[i + 1];
      int x_first, x_end, y_first, y_end;

      reach (a.x, b.x, pen, &x_first, &x_end);
      reach (a.y, b.y, pen, &y_first, &y_end);
      for (int y = y_first; y < y_end; y++)
        for (int x = x_first; x < x_end; x++)
          {
            double d = square_distance (x + 0.5, y + 0.5, a, b);
            guint8 *pixel = &pixels[y * SIZE + x];

            if (d <= inner)
              *pixel = 0;
            else if (d < outer)
              *pixel = MIN (*pixel, (guint8)(255 * (sqrt (d) - pen + 0.5) + 0.5));
          }
    }
}
