/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gsl/gsl_rng.h>

#include "core/images/glyphs.h"

#include "core/base/random.h"

/* Points are in units of a character's larger side, y downwards, but for pixels where it is said.
 */
typedef struct
{
  double x, y;
} IplPoint;

#define IPL_MAX_KNOTS 24

/* A stroke of the pen: a curve through its knots, smooth but
 * at corners. */
typedef struct
{
  guint n;
  IplPoint knots[IPL_MAX_KNOTS];
  gboolean corner[IPL_MAX_KNOTS];
} IplStroke;

#define IPL_MAX_STROKES 6

typedef struct
{
  guint n;
  IplStroke strokes[IPL_MAX_STROKES];
} IplGlyph;

/* Points along a character's strokes, close together. */
typedef struct
{
  guint n;
  IplPoint *points;
  guint *stroke; /* [n] which stroke a point is of */
} IplTrace;

/* Kinds of stroke, by how the pen moves. */
typedef enum
{
  IPL_STROKE_BAR,    /* straight */
  IPL_STROKE_ANGLE,  /* two straight parts */
  IPL_STROKE_ZIGZAG, /* three */
  IPL_STROKE_BOW,    /* part of a circle */
  IPL_STROKE_HOOK,   /* straight, then round */
  IPL_STROKE_CUP,    /* straight, round, straight */
  IPL_STROKE_SNAKE,  /* round one way, then the other */
  IPL_STROKE_WAVE,   /* bows side by side */
  IPL_STROKE_RING,   /* closed, or nearly */
  IPL_STROKE_CURL,   /* a spiral */
  IPL_STROKE_NOOSE,  /* straight, with a loop at its end */
  IPL_N_STROKES,
} IplStrokeKind;

void ipl_stroke_make (IplStrokeKind kind, double heading, double length, gsl_rng *rng,
                      IplStroke *stroke);
void ipl_stroke_move (IplStroke *self, IplPoint by);
void ipl_stroke_scale (IplStroke *self, double x, double y);
IplPoint ipl_stroke_at (const IplStroke *self, double fraction);

IplTrace *ipl_glyph_trace (const IplGlyph *self, double spacing);
void ipl_trace_free (IplTrace *self);
double ipl_trace_length (const IplTrace *self);
gboolean ipl_trace_is_near (const IplTrace *a, const IplTrace *b, double limit);
void ipl_glyph_fit (IplGlyph *self);

/* How the characters of an alphabet look. */
typedef struct _IplAlphabet IplAlphabet;

IplAlphabet *ipl_alphabet_new (guint64 seed, guint index);
void ipl_alphabet_free (IplAlphabet *self);
void ipl_alphabet_compose (const IplAlphabet *self, gsl_rng *rng, IplGlyph *glyph);

/* One writer's drawing of a character, as points in pixels, and the radius of the pen. */
IplTrace *ipl_glyph_draw (const IplGlyph *self, guint64 seed, guint alphabet, guint character,
                          guint drawing, double *pen);
void ipl_trace_paint (const IplTrace *self, double pen, guint8 *pixels);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTrace, ipl_trace_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplAlphabet, ipl_alphabet_free)

static inline double
ipl_between (gsl_rng *rng, double low, double high)
{
  return low + (high - low) * gsl_rng_uniform (rng);
}

static inline gboolean
ipl_chance (gsl_rng *rng, double probability)
{
  return gsl_rng_uniform (rng) < probability;
}

/* One of n, by weights. */
static inline guint
ipl_pick (gsl_rng *rng, guint n, const double *weights)
{
  double sum = 0, u;
  guint k = 0;

  for (guint i = 0; i < n; i++)
    sum += weights[i];
  u = sum * gsl_rng_uniform (rng);
  while (k + 1 < n && u >= weights[k])
    u -= weights[k++];
  return k;
}
