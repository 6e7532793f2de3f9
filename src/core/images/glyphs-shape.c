/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/images/glyphs-private.h"

#include <math.h>
#include <string.h>

#define DEGREES (G_PI / 180)

/* A pen that knows where it goes. */
typedef struct
{
  IplStroke *stroke;
  IplPoint at;
  double heading; /* radians, 0 to the right, clockwise as y points down */
} Turtle;

static void
put_knot (Turtle *self, gboolean corner)
{
  IplStroke *stroke = self->stroke;

  if (stroke->n == IPL_MAX_KNOTS)
    return;
  stroke->knots[stroke->n] = self->at;
  stroke->corner[stroke->n++] = corner;
}

/* The last knot becomes a corner, and the pen turns there. */
static void
turn (Turtle *self, double by)
{
  self->stroke->corner[self->stroke->n - 1] = TRUE;
  self->heading += by;
}

static void
walk (Turtle *self, double length)
{
  /* A knot between keeps the curve straight where it goes on round, and lets a hand bend it. */
  for (guint i = 0; i < 2; i++)
    {
      self->at.x += length / 2 * cos (self->heading);
      self->at.y += length / 2 * sin (self->heading);
      put_knot (self, FALSE);
    }
}

/* An arc of a radius that goes from @radius to @end. */
static void
bend (Turtle *self, double sweep, double radius, double end)
{
  guint steps = (guint)MAX (ceil (fabs (sweep) / (50 * DEGREES)), 2);

  for (guint i = 0; i < steps; i++)
    {
      double r = radius + (end - radius) * (i + 0.5) / steps;
      double chord = 2 * r * sin (fabs (sweep) / steps / 2);

      self->heading += sweep / steps / 2;
      self->at.x += chord * cos (self->heading);
      self->at.y += chord * sin (self->heading);
      self->heading += sweep / steps / 2;
      put_knot (self, FALSE);
    }
}

/* The radius at which an arc's ends are @length apart, or its width is where it is more than half
 * round. */
static double
radius_for (double sweep, double length)
{
  return length / (2 * sin (MIN (fabs (sweep), G_PI) / 2));
}

/* @heading: where the pen goes at first, radians clockwise from the right. */
void
ipl_stroke_make (IplStrokeKind kind, double heading, double length, gsl_rng *rng, IplStroke *stroke)
{
  Turtle turtle = { .stroke = stroke, .heading = heading };
  double side = ipl_chance (rng, 0.5) ? 1 : -1;
  double angle = side * DEGREES;
  double part, sweep, radius;

  memset (stroke, 0, sizeof *stroke);
  put_knot (&turtle, FALSE);
  switch (kind)
    {
    case IPL_STROKE_BAR:
      walk (&turtle, length);
      break;
    case IPL_STROKE_ANGLE:
      part = ipl_between (rng, 0.35, 0.65);
      walk (&turtle, 1.3 * length * part);
      turn (&turtle, angle * ipl_between (rng, 65, 145));
      walk (&turtle, 1.3 * length * (1 - part));
      break;
    case IPL_STROKE_ZIGZAG:
      part = ipl_between (rng, 90, 150);
      walk (&turtle, 0.55 * length);
      turn (&turtle, angle * part);
      walk (&turtle, ipl_between (rng, 0.45, 0.8) * length);
      turn (&turtle, -angle * ipl_between (rng, part - 20, part + 10));
      walk (&turtle, 0.55 * length);
      break;
    case IPL_STROKE_BOW:
      sweep = ipl_between (rng, 60, 230);
      radius = radius_for (sweep * DEGREES, length);
      turtle.heading -= angle * sweep / 2;
      bend (&turtle, angle * sweep, radius, radius * ipl_between (rng, 0.8, 1.2));
      break;
    case IPL_STROKE_HOOK:
      radius = length * ipl_between (rng, 0.14, 0.3);
      walk (&turtle, 0.75 * length);
      bend (&turtle, angle * ipl_between (rng, 110, 230), radius, radius);
      break;
    case IPL_STROKE_CUP:
      radius = length * ipl_between (rng, 0.2, 0.33);
      walk (&turtle, ipl_between (rng, 0.3, 0.6) * length);
      bend (&turtle, angle * ipl_between (rng, 150, 190), radius, radius);
      walk (&turtle, ipl_between (rng, 0.15, 0.6) * length);
      break;
    case IPL_STROKE_SNAKE:
      sweep = ipl_between (rng, 130, 220);
      radius = length * ipl_between (rng, 0.2, 0.3);
      turtle.heading -= angle * sweep / 2;
      bend (&turtle, angle * sweep, radius, radius);
      bend (&turtle, -angle * ipl_between (rng, 140, 220), radius,
            radius * ipl_between (rng, 0.7, 1.3));
      break;
    case IPL_STROKE_WAVE:
      {
        guint n = ipl_chance (rng, 0.7) ? 2 : 3;

        radius = length / (2.2 * n);
        turtle.heading -= angle * 90;
        for (guint i = 0; i < n; i++)
          {
            if (i > 0)
              turn (&turtle, -angle * 170);
            bend (&turtle, angle * 180, radius, radius);
          }
        break;
      }
    case IPL_STROKE_RING:
      radius = 0.4 * length;
      bend (&turtle, angle * ipl_between (rng, 335, 375), radius,
            radius * ipl_between (rng, 0.92, 1.05));
      ipl_stroke_scale (stroke, 1, ipl_between (rng, 0.7, 1.2));
      break;
    case IPL_STROKE_CURL:
      radius = length * ipl_between (rng, 0.38, 0.5);
      bend (&turtle, angle * ipl_between (rng, 330, 520), radius,
            radius * ipl_between (rng, 0.25, 0.5));
      break;
    default: /* IPL_STROKE_NOOSE */
      radius = length * ipl_between (rng, 0.15, 0.24);
      walk (&turtle, 0.6 * length);
      bend (&turtle, angle * ipl_between (rng, 260, 330), radius, radius * 0.9);
      if (ipl_chance (rng, 0.6))
        walk (&turtle, ipl_between (rng, 0.3, 0.6) * length);
      break;
    }
}

void
ipl_stroke_move (IplStroke *self, IplPoint by)
{
  for (guint i = 0; i < self->n; i++)
    {
      self->knots[i].x += by.x;
      self->knots[i].y += by.y;
    }
}

/* About (0, 0). */
void
ipl_stroke_scale (IplStroke *self, double x, double y)
{
  for (guint i = 0; i < self->n; i++)
    {
      self->knots[i].x *= x;
      self->knots[i].y *= y;
    }
}

/* The point at a fraction of the way, along straight lines from knot to knot. */
IplPoint
ipl_stroke_at (const IplStroke *self, double fraction)
{
  double total = 0, left;
  guint i;

  for (i = 1; i < self->n; i++)
    total
        += hypot (self->knots[i].x - self->knots[i - 1].x, self->knots[i].y - self->knots[i - 1].y);
  left = fraction * total;
  for (i = 1; i < self->n; i++)
    {
      IplPoint a = self->knots[i - 1], b = self->knots[i];
      double length = hypot (b.x - a.x, b.y - a.y);

      if (left <= length && length > 0)
        return (IplPoint){ a.x + (b.x - a.x) * left / length, a.y + (b.y - a.y) * left / length };
      left -= length;
    }
  return self->knots[self->n - 1];
}

static IplPoint
mix (IplPoint a, IplPoint b, double t)
{
  return (IplPoint){ a.x + (b.x - a.x) * t, a.y + (b.y - a.y) * t };
}

static double
knot_step (IplPoint a, IplPoint b)
{
  return MAX (sqrt (hypot (b.x - a.x, b.y - a.y)), 1e-6);
}

/* Centripetal Catmull-Rom from b to c, by the pyramid of Barry and Goldman: it neither overshoots
 * nor loops where knots are unevenly spaced. */
static IplPoint
curve_at (const IplPoint p[4], double u)
{
  double t[4] = { 0 }, at;
  IplPoint one[3], two[2];

  for (guint i = 1; i < 4; i++)
    t[i] = t[i - 1] + knot_step (p[i - 1], p[i]);
  at = t[1] + u * (t[2] - t[1]);
  for (guint i = 0; i < 3; i++)
    one[i] = mix (p[i], p[i + 1], (at - t[i]) / (t[i + 1] - t[i]));
  for (guint i = 0; i < 2; i++)
    two[i] = mix (one[i], one[i + 1], (at - t[i]) / (t[i + 2] - t[i]));
  return mix (two[0], two[1], (at - t[1]) / (t[2] - t[1]));
}

/* The knot before @i, or where the curve begins there, @i + 1 mirrored. */
static IplPoint
neighbor (const IplStroke *self, guint i, int side)
{
  IplPoint here = self->knots[i], other;
  gboolean end = side < 0 ? i == 0 : i + 1 == self->n;

  if (!end && !self->corner[i])
    return self->knots[side < 0 ? i - 1 : i + 1];
  other = self->knots[side < 0 ? i + 1 : i - 1];
  return (IplPoint){ 2 * here.x - other.x, 2 * here.y - other.y };
}

/* Points along all strokes. */
IplTrace *
ipl_glyph_trace (const IplGlyph *self, double spacing)
{
  IplTrace *trace = g_new0 (IplTrace, 1);
  g_autoptr (GArray) points = g_array_new (FALSE, FALSE, sizeof (IplPoint));
  g_autoptr (GArray) strokes = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint k = 0; k < self->n; k++)
    {
      const IplStroke *stroke = &self->strokes[k];

      for (guint i = 0; i + 1 < stroke->n; i++)
        {
          const IplPoint p[4] = { neighbor (stroke, i, -1), stroke->knots[i], stroke->knots[i + 1],
                                  neighbor (stroke, i + 1, 1) };
          double chord = hypot (p[2].x - p[1].x, p[2].y - p[1].y);
          guint steps = (guint)CLAMP (ceil (chord / spacing), 1, 1000);

          for (guint s = 0; s < steps + (i + 2 == stroke->n); s++)
            {
              IplPoint point = curve_at (p, (double)s / steps);

              g_array_append_val (points, point);
              g_array_append_val (strokes, k);
            }
        }
    }
  trace->n = points->len;
  trace->points = g_memdup2 (points->data, points->len * sizeof (IplPoint));
  trace->stroke = g_memdup2 (strokes->data, strokes->len * sizeof (guint));
  return trace;
}

void
ipl_trace_free (IplTrace *self)
{
  if (self == NULL)
    return;
  g_free (self->points);
  g_free (self->stroke);
  g_free (self);
}

double
ipl_trace_length (const IplTrace *self)
{
  double length = 0;

  for (guint i = 1; i < self->n; i++)
    if (self->stroke[i] == self->stroke[i - 1])
      length += hypot (self->points[i].x - self->points[i - 1].x,
                       self->points[i].y - self->points[i - 1].y);
  return length;
}

/* TRUE if the points of @a are nearer than @limit to @b on average. */
static gboolean
one_way (const IplTrace *a, const IplTrace *b, double limit)
{
  double left = limit * a->n;

  for (guint i = 0; i < a->n && left > 0; i++)
    {
      double nearest = G_MAXDOUBLE;

      for (guint j = 0; j < b->n; j++)
        {
          double x = a->points[i].x - b->points[j].x, y = a->points[i].y - b->points[j].y;

          nearest = MIN (nearest, x * x + y * y);
        }
      left -= sqrt (nearest);
    }
  return left > 0;
}

/* TRUE if the modified Hausdorff distance of two characters (Dubuisson and Jain 1994; Lake's
 * baseline for one-shot learning) is below @limit. */
gboolean
ipl_trace_is_near (const IplTrace *a, const IplTrace *b, double limit)
{
  return one_way (a, b, limit) && one_way (b, a, limit);
}

/* Scales a character to a larger side of 1, its middle at (0, 0). */
void
ipl_glyph_fit (IplGlyph *self)
{
  g_autoptr (IplTrace) trace = ipl_glyph_trace (self, 0.05);
  double low_x = G_MAXDOUBLE, high_x = -G_MAXDOUBLE, low_y = G_MAXDOUBLE, high_y = -G_MAXDOUBLE;
  double scale;

  for (guint i = 0; i < trace->n; i++)
    {
      low_x = MIN (low_x, trace->points[i].x);
      high_x = MAX (high_x, trace->points[i].x);
      low_y = MIN (low_y, trace->points[i].y);
      high_y = MAX (high_y, trace->points[i].y);
    }
  scale = 1 / MAX (MAX (high_x - low_x, high_y - low_y), 1e-3);
  for (guint k = 0; k < self->n; k++)
    {
      ipl_stroke_move (&self->strokes[k],
                       (IplPoint){ -(low_x + high_x) / 2, -(low_y + high_y) / 2 });
      ipl_stroke_scale (&self->strokes[k], scale, scale);
    }
}
