/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/images/glyphs-private.h"

#include <math.h>
#include <string.h>

#include "core/base/random-stream.h"

#define DEGREES (G_PI / 180)

/* The larger side of a character as it is written on average, pixels. */
#define USUAL_SIZE 62

/* Empty border, pixels. */
#define MARGIN 4

#define TREMORS 3

/* The style of one hand, for all characters of an alphabet. */
typedef struct
{
  double slant, turn, stretch, size;
  double care;   /* factor on everything that differs from drawing to drawing */
  double hurry;  /* how often corners become round */
  double pen;    /* radius, pixels */
  double tremor; /* pixels */
} Writer;

static void
meet_writer (guint64 seed, guint alphabet, guint drawing, Writer *writer)
{
  IplRandomStream stream;
  gsl_rng *rng = &stream.rng;

  ipl_random_stream_init (&stream, seed, IPL_STREAM_WRITER, (guint64)alphabet << 32 | drawing);
  writer->slant = 0.07 * ipl_random_gaussian (rng);
  writer->turn = 3 * DEGREES * ipl_random_gaussian (rng);
  writer->stretch = exp (0.08 * ipl_random_gaussian (rng));
  writer->size = USUAL_SIZE * exp (0.10 * ipl_random_gaussian (rng));
  writer->care = exp (0.25 * ipl_random_gaussian (rng));
  writer->hurry = ipl_between (rng, 0, 0.5);
  writer->pen = ipl_between (rng, 1.9, 2.7);
  writer->tremor = ipl_between (rng, 0.15, 0.6);
}

/* Each stroke a little off its place, size and direction, each knot off its own. */
static void
disturb_stroke (IplStroke *stroke, const Writer *writer, gsl_rng *rng)
{
  double care = writer->care;
  IplPoint middle = ipl_stroke_at (stroke, 0.5);
  double turn = 6 * DEGREES * care * ipl_random_gaussian (rng);
  double x_scale = exp (0.09 * care * ipl_random_gaussian (rng));
  double y_scale = exp (0.09 * care * ipl_random_gaussian (rng));
  double knot = 0.022 * care;
  IplPoint place;

  place.x = middle.x + 0.03 * care * ipl_random_gaussian (rng);
  place.y = middle.y + 0.03 * care * ipl_random_gaussian (rng);
  for (guint i = 0; i < stroke->n; i++)
    {
      double x = (stroke->knots[i].x - middle.x) * x_scale;
      double y = (stroke->knots[i].y - middle.y) * y_scale;

      stroke->knots[i].x
          = place.x + x * cos (turn) - y * sin (turn) + knot * ipl_random_gaussian (rng);
      stroke->knots[i].y
          = place.y + x * sin (turn) + y * cos (turn) + knot * ipl_random_gaussian (rng);
      if (stroke->corner[i] && ipl_chance (rng, writer->hurry))
        stroke->corner[i] = FALSE;
    }
}

/* A smooth wobble along the way, in pixels. */
static void
tremble (IplTrace *trace, double size, gsl_rng *rng)
{
  double frequency[TREMORS], phase[2][TREMORS];
  double way = 0;

  for (guint k = 0; k < TREMORS; k++)
    {
      frequency[k] = ipl_between (rng, 0.03, 0.28); /* radians a pixel */
      phase[0][k] = ipl_between (rng, 0, 2 * G_PI);
      phase[1][k] = ipl_between (rng, 0, 2 * G_PI);
    }
  for (guint i = 0; i < trace->n; i++)
    {
      double x = 0, y = 0;

      for (guint k = 0; k < TREMORS; k++)
        {
          x += sin (frequency[k] * way + phase[0][k]);
          y += sin (frequency[k] * way + phase[1][k]);
        }
      trace->points[i].x += size * x / sqrt (TREMORS / 2.0);
      trace->points[i].y += size * y / sqrt (TREMORS / 2.0);
      way += 1;
    }
}

/* Turns and sets the trace on the paper, smaller where it would leave it. */
static void
set_on_paper (IplTrace *trace, const Writer *writer, gsl_rng *rng)
{
  double care = writer->care;
  double slant = writer->slant + 0.06 * care * ipl_random_gaussian (rng);
  double turn = writer->turn + 4 * DEGREES * care * ipl_random_gaussian (rng);
  double stretch = writer->stretch * exp (0.07 * care * ipl_random_gaussian (rng));
  double size = writer->size * exp (0.08 * care * ipl_random_gaussian (rng));
  double across = 4 * ipl_random_gaussian (rng), down = 4 * ipl_random_gaussian (rng);
  double low[2] = { G_MAXDOUBLE, G_MAXDOUBLE }, high[2] = { -G_MAXDOUBLE, -G_MAXDOUBLE };
  double room = IPL_GLYPH_SIZE - 2 * MARGIN, shrink, move[2];

  for (guint i = 0; i < trace->n; i++)
    {
      double x = size * stretch * (trace->points[i].x - slant * trace->points[i].y);
      double y = size / stretch * trace->points[i].y;

      trace->points[i].x = x * cos (turn) - y * sin (turn);
      trace->points[i].y = x * sin (turn) + y * cos (turn);
      low[0] = MIN (low[0], trace->points[i].x);
      high[0] = MAX (high[0], trace->points[i].x);
      low[1] = MIN (low[1], trace->points[i].y);
      high[1] = MAX (high[1], trace->points[i].y);
    }
  shrink = MIN (1, room / MAX (high[0] - low[0], high[1] - low[1]));
  for (guint d = 0; d < 2; d++)
    {
      move[d] = IPL_GLYPH_SIZE / 2.0 + (d == 0 ? across : down);
      move[d] = CLAMP (move[d], MARGIN - shrink * low[d], MARGIN + room - shrink * high[d]);
    }
  for (guint i = 0; i < trace->n; i++)
    {
      trace->points[i].x = trace->points[i].x * shrink + move[0];
      trace->points[i].y = trace->points[i].y * shrink + move[1];
    }
}

IplTrace *
ipl_glyph_draw (const IplGlyph *self, guint64 seed, guint alphabet, guint character, guint drawing,
                double *pen)
{
  IplGlyph glyph = *self;
  IplRandomStream stream;
  gsl_rng *rng = &stream.rng;
  IplTrace *trace;
  Writer writer;

  meet_writer (seed, alphabet, drawing, &writer);
  ipl_random_stream_init (&stream, seed, IPL_STREAM_DRAWING,
                          (guint64)alphabet << 42 | (guint64)character << 21 | drawing);
  for (guint k = 0; k < glyph.n; k++)
    disturb_stroke (&glyph.strokes[k], &writer, rng);
  trace = ipl_glyph_trace (&glyph, 1.0 / USUAL_SIZE);
  set_on_paper (trace, &writer, rng);
  tremble (trace, writer.tremor, rng);
  *pen = writer.pen;
  return trace;
}

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
  *first = (int)CLAMP (floor (MIN (a, b) - pen - 1), 0, IPL_GLYPH_SIZE);
  *end = (int)CLAMP (ceil (MAX (a, b) + pen + 1), 0, IPL_GLYPH_SIZE);
}

/* Ink covers a pixel by how far its centre is inside the pen's edge, half a pixel either way.
 * @pixels: [IPL_GLYPH_SIZE x IPL_GLYPH_SIZE] 255 for paper, 0 for ink. */
void
ipl_trace_paint (const IplTrace *self, double pen, guint8 *pixels)
{
  double inner = (pen - 0.5) * (pen - 0.5), outer = (pen + 0.5) * (pen + 0.5);

  memset (pixels, 255, (gsize)IPL_GLYPH_SIZE * IPL_GLYPH_SIZE);
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
            guint8 *pixel = &pixels[y * IPL_GLYPH_SIZE + x];

            if (d <= inner)
              *pixel = 0;
            else if (d < outer)
              *pixel = MIN (*pixel, (guint8)(255 * (sqrt (d) - pen + 0.5) + 0.5));
          }
    }
}
