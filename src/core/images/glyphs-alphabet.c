/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/images/glyphs-private.h"

#include <math.h>

#include "core/base/random-stream.h"

#define DEGREES (G_PI / 180)

#define MAX_HEADINGS 6
#define MAX_STOCK 8

/* Points of two strokes nearer than this are one line drawn twice. */
#define TWICE 0.06

/* How a stroke is joined to those before it. */
typedef enum
{
  JOIN_END,      /* begins where one ends or begins */
  JOIN_SIDE,     /* begins on one's way */
  JOIN_CROSS,    /* crosses one */
  JOIN_PARALLEL, /* is one of them again, set off */
  JOIN_APART,    /* stands above, below or beside */
  N_JOINS,
} Join;

struct _IplAlphabet
{
  double kinds[IPL_N_STROKES]; /* how often which stroke */
  double counts[5];            /* of 1 to 5 strokes */
  double joins[N_JOINS];
  guint n_headings;
  double headings[MAX_HEADINGS];
  double wander; /* sd of headings about these */
  double reuse;  /* how often a stroke comes from the stock */
  guint n_stock;
  IplStroke stock[MAX_STOCK]; /* strokes of which characters are made up again and again */
  double stretch;             /* height against width */
};

/* A few of the choices are frequent, most are rare: as a Dirichlet of concentration 1/2. */
static void
draw_weights (gsl_rng *rng, guint n, const double *base, double *weights)
{
  for (guint i = 0; i < n; i++)
    {
      double z = ipl_random_gaussian (rng);

      weights[i] = base[i] * z * z;
    }
}

static double
draw_heading (const IplAlphabet *self, gsl_rng *rng)
{
  return self->headings[gsl_rng_uniform_int (rng, self->n_headings)]
         + self->wander * ipl_random_gaussian (rng);
}

static void
draw_stroke (const IplAlphabet *self, gsl_rng *rng, double length, IplStroke *stroke)
{
  if (self->n_stock > 0 && ipl_chance (rng, self->reuse))
    {
      double scale = length * ipl_between (rng, 0.85, 1.15);

      *stroke = self->stock[gsl_rng_uniform_int (rng, self->n_stock)];
      ipl_stroke_scale (stroke, scale * (ipl_chance (rng, 0.2) ? -1 : 1),
                        scale * (ipl_chance (rng, 0.15) ? -1 : 1));
      return;
    }
  ipl_stroke_make (ipl_pick (rng, IPL_N_STROKES, self->kinds), draw_heading (self, rng), length,
                   rng, stroke);
}

/* The style of an alphabet. */
IplAlphabet *
ipl_alphabet_new (guint64 seed, guint index)
{
  static const double straight[IPL_N_STROKES]
      = { 3, 2.5, 1, 0.3, 0.7, 0.4, 0.1, 0.1, 0.3, 0.1, 0.1 };
  static const double round[IPL_N_STROKES] = { 0.8, 0.4, 0.2, 2, 1.5, 1.5, 1, 0.8, 0.9, 0.9, 0.7 };
  static const double joins[N_JOINS] = { 2, 1.6, 1.3, 0.35, 0.4 };
  static const double angles[] = { 0, 90, 0, 90, 45, 135, 60, 120, 20, 75 };
  IplAlphabet *self = g_new0 (IplAlphabet, 1);
  IplRandomStream stream;
  gsl_rng *rng = &stream.rng;
  double kinds[IPL_N_STROKES], curved, mean;

  ipl_random_stream_init (&stream, seed, IPL_STREAM_ALPHABET, index);
  curved = ipl_between (rng, 0, 1);
  for (guint i = 0; i < IPL_N_STROKES; i++)
    kinds[i] = (1 - curved) * straight[i] + curved * round[i];
  draw_weights (rng, IPL_N_STROKES, kinds, self->kinds);
  draw_weights (rng, N_JOINS, joins, self->joins);
  /* Curved characters need fewer strokes. */
  mean = ipl_between (rng, 2.2, 4.2) - 1.1 * curved;
  for (guint i = 0; i < G_N_ELEMENTS (self->counts); i++)
    self->counts[i] = exp (-0.9 * (i + 1 - mean) * (i + 1 - mean));
  self->n_headings = 3 + (guint)gsl_rng_uniform_int (rng, MAX_HEADINGS - 2);
  for (guint i = 0; i < self->n_headings; i++)
    self->headings[i] = angles[gsl_rng_uniform_int (rng, G_N_ELEMENTS (angles))] * DEGREES
                        + (ipl_chance (rng, 0.2) ? G_PI : 0);
  self->wander = ipl_between (rng, 1, 12) * DEGREES;
  self->reuse = ipl_between (rng, 0.1, 0.6);
  self->stretch = exp (0.15 * ipl_random_gaussian (rng));
  for (guint n = 4 + (guint)gsl_rng_uniform_int (rng, MAX_STOCK - 3); self->n_stock < n;)
    {
      IplStroke stroke;

      ipl_stroke_make (ipl_pick (rng, IPL_N_STROKES, self->kinds), draw_heading (self, rng), 1, rng,
                       &stroke);
      self->stock[self->n_stock++] = stroke;
    }
  return self;
}

void
ipl_alphabet_free (IplAlphabet *self)
{
  g_free (self);
}

static void
put_on (IplStroke *stroke, IplPoint own, IplPoint there)
{
  ipl_stroke_move (stroke, (IplPoint){ there.x - own.x, there.y - own.y });
}

/* Joins a new stroke, last in the character, to those before it. */
static void
join_stroke (const IplAlphabet *self, gsl_rng *rng, IplGlyph *glyph)
{
  IplStroke *stroke = &glyph->strokes[glyph->n - 1];
  const IplStroke *other = &glyph->strokes[gsl_rng_uniform_int (rng, glyph->n - 1)];
  IplPoint start, along;
  double away;

  switch ((Join)ipl_pick (rng, N_JOINS, self->joins))
    {
    case JOIN_END:
      put_on (stroke, ipl_stroke_at (stroke, ipl_chance (rng, 0.8) ? 0 : 1),
              ipl_stroke_at (other, ipl_chance (rng, 0.5) ? 0 : 1));
      break;
    case JOIN_SIDE:
      put_on (stroke, ipl_stroke_at (stroke, ipl_chance (rng, 0.8) ? 0 : 1),
              ipl_stroke_at (other, 0.25 * (1 + (double)gsl_rng_uniform_int (rng, 3))));
      break;
    case JOIN_CROSS:
      put_on (stroke, ipl_stroke_at (stroke, ipl_between (rng, 0.3, 0.7)),
              ipl_stroke_at (other, ipl_between (rng, 0.3, 0.7)));
      break;
    case JOIN_PARALLEL:
      away = ipl_between (rng, 0.2, 0.4) * (ipl_chance (rng, 0.5) ? 1 : -1);
      start = ipl_stroke_at (other, 0);
      along = ipl_stroke_at (other, 1);
      *stroke = *other;
      if (fabs (along.x - start.x) > fabs (along.y - start.y))
        ipl_stroke_move (stroke, (IplPoint){ 0, away });
      else
        ipl_stroke_move (stroke, (IplPoint){ away, 0 });
      break;
    default: /* JOIN_APART */
      ipl_stroke_scale (stroke, 0.6, 0.6);
      away = ipl_between (rng, 0.25, 0.4) * (ipl_chance (rng, 0.7) ? -1 : 1);
      start = ipl_stroke_at (other, ipl_chance (rng, 0.5) ? 0.5 : 0);
      put_on (stroke, ipl_stroke_at (stroke, 0.5),
              ipl_chance (rng, 0.7) ? (IplPoint){ start.x, start.y + away }
                                    : (IplPoint){ start.x + away, start.y });
      break;
    }
}

/* The share of a character's points that lie on another stroke: lines drawn twice. */
static double
overlap (const IplTrace *trace)
{
  guint hits = 0;

  for (guint i = 0; i < trace->n; i++)
    for (guint j = 0; j < trace->n; j++)
      {
        double x = trace->points[i].x - trace->points[j].x;
        double y = trace->points[i].y - trace->points[j].y;

        if (trace->stroke[i] != trace->stroke[j] && x * x + y * y < TWICE * TWICE)
          {
            hits++;
            break;
          }
      }
  return (double)hits / trace->n;
}

/* TRUE if someone could mean this as a character. */
static gboolean
is_sound (const IplGlyph *glyph, gsl_rng *rng)
{
  g_autoptr (IplTrace) trace = ipl_glyph_trace (glyph, 0.05);
  double length = ipl_trace_length (trace);
  double width = 0, height = 0;

  for (guint i = 0; i < trace->n; i++)
    {
      width = MAX (width, 2 * fabs (trace->points[i].x));
      height = MAX (height, 2 * fabs (trace->points[i].y));
    }
  /* Flat ones are seldom. */
  if (MIN (width, height) < 0.4 && !ipl_chance (rng, 0.06))
    return FALSE;
  /* So are those of a single simple line. */
  if (length < 1.7 && !ipl_chance (rng, 0.12))
    return FALSE;
  return length > 1 && length < 5.5 && overlap (trace) < 0.22;
}

/* @glyph: a character in that style, its larger side 1. */
void
ipl_alphabet_compose (const IplAlphabet *self, gsl_rng *rng, IplGlyph *glyph)
{
  for (guint attempt = 0; attempt < 50; attempt++)
    {
      guint n = 1 + ipl_pick (rng, G_N_ELEMENTS (self->counts), self->counts);

      glyph->n = 0;
      while (glyph->n < n)
        {
          double length = glyph->n == 0 ? ipl_between (rng, 0.7, 1) : ipl_between (rng, 0.35, 0.9);

          draw_stroke (self, rng, length, &glyph->strokes[glyph->n++]);
          if (glyph->n > 1)
            join_stroke (self, rng, glyph);
        }
      for (guint k = 0; k < glyph->n; k++)
        ipl_stroke_scale (&glyph->strokes[k], 1, self->stretch);
      ipl_glyph_fit (glyph);
      if (is_sound (glyph, rng))
        return;
    }
}
