/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The ranges of axes: the extent of the marks plus padding. Converts numbers to positions. */

#include "figures/plot/plot-private.h"

#include <math.h>

/* Maximum horizontal shift of a point, as a fraction of the least distance of points. */
#define MOST_ASIDE 0.35

/* Bins a curve on [0, @end] into at most @n_bins places: mean, minimum and maximum of each.
 * Ignores values that are not finite. */
GArray *
ipl_mark_places (const IplMark *mark, double end, guint n_bins)
{
  GArray *places = g_array_new (FALSE, FALSE, sizeof (IplPlotPlace));
  guint last_bin = G_MAXUINT;
  gboolean all = mark->y.n <= n_bins;

  n_bins = MAX (n_bins, 1);
  for (gsize i = 0; i < mark->y.n; i++)
    {
      double x = ipl_numbers_get (&mark->x, i), value = ipl_numbers_get (&mark->y, i);
      guint bin = (guint)CLAMP (end > 0 ? x / end * n_bins : 0, 0, n_bins - 1);

      if (!isfinite (value))
        continue;
      if (all || bin != last_bin)
        {
          IplPlotPlace place = { x, value, value, value, 1 };

          g_array_append_val (places, place);
          last_bin = bin;
          continue;
        }
      IplPlotPlace *place = &g_array_index (places, IplPlotPlace, places->len - 1);
      place->n++;
      place->x += (x - place->x) / place->n;
      place->mean += (value - place->mean) / place->n;
      place->low = MIN (place->low, value);
      place->high = MAX (place->high, value);
    }
  return places;
}

/* Maximum distance of a level rule from the range of the other marks, in units of that range;
 * rules further away do not extend the axis. */
#define MOST_BEYOND 1.5
/* Minimum of that range relative to its upper end, for marks that are all level. */
#define LEAST_SPAN 0.03

/* Room for an arrow at an end of the axis, relative to the range of the other marks. */
#define ARROW 0.14

/* Smallest and largest number of the marks. */
typedef struct
{
  double lo, hi;
} Range;

#define NO_RANGE ((Range){ INFINITY, -INFINITY })

static void
extend (Range *self, double value)
{
  self->lo = MIN (self->lo, value);
  self->hi = MAX (self->hi, value);
}

gboolean
ipl_axes_shows (const IplPlotAxes *self, double value)
{
  return isfinite (value) && (!self->y.log || value > 0);
}

static void
include_lying (const IplMark *mark, Range *x, Range *y)
{
  for (gsize i = 0; i < mark->y.n; i++)
    {
      double at = ipl_numbers_get (&mark->y, i), to = ipl_numbers_get (&mark->x, i);

      extend (y, at - mark->size);
      extend (y, at + mark->size);
      if (isfinite (to))
        {
          extend (x, to);
          extend (x, i < mark->lo.n ? ipl_numbers_get (&mark->lo, i) : 0);
        }
    }
}

static void
include_mark (const IplPlotAxes *self, const IplMark *mark, Range *x, Range *y)
{
  const IplNumbers *ys[] = { &mark->y, &mark->lo, &mark->hi };
  gboolean is_bar = mark->kind == IPL_MARK_BARS;
  double half = is_bar ? mark->size : 0, offset = is_bar ? mark->offset : 0;

  if (mark->in_range && !mark->clamp_to_axis)
    extend (mark->kind == IPL_MARK_RULE_AT_X ? x : y, mark->offset);
  if (mark->lies)
    {
      include_lying (mark, x, y);
      return;
    }
  for (gsize i = 0; i < MAX (mark->x.n, mark->y.n); i++)
    {
      double at = i < mark->x.n ? ipl_numbers_get (&mark->x, i) + offset : 0;

      if (isnan (at))
        continue;
      if (i < mark->x.n && isfinite (at))
        {
          extend (x, at - half);
          extend (x, at + half);
        }
      for (guint k = 0; k < G_N_ELEMENTS (ys) && !(at > self->until); k++)
        if (i < ys[k]->n && ipl_axes_shows (self, ipl_numbers_get (ys[k], i)))
          extend (y, ipl_numbers_get (ys[k], i));
      if ((is_bar || mark->kind == IPL_MARK_HISTOGRAM) && mark->lo.n == 0)
        extend (y, 0);
    }
}

/* Returns the ends of an axis: the range of the marks plus padding. An end with a bound equals
 * it as long as the marks stay within, so that an axis from 0 begins at 0. */
static void
choose_ends (const IplPlotAxis *axis, const Range *marks, double flat, double *lo, double *hi)
{
  double pad = axis->log ? pow (marks->hi / marks->lo, 0.8 * axis->pad)
                         : MAX (axis->pad * (marks->hi - marks->lo), axis->least_pad);

  if (!(marks->hi > marks->lo))
    pad = axis->log ? MAX (1, axis->least_pad) : MAX (flat, axis->least_pad);
  *lo = axis->log ? marks->lo / pad : marks->lo - pad;
  *hi = axis->log ? marks->hi * pad : marks->hi + pad;
  if (axis->positive || axis->share)
    *lo = MAX (*lo, 0);
  if (axis->share)
    *hi = MIN (*hi, 1.01);
  if (isfinite (axis->lo) && (axis->is_fixed || !(marks->lo < axis->lo)))
    *lo = axis->lo;
  if (isfinite (axis->hi) && (axis->is_fixed || !(marks->hi > axis->hi)))
    *hi = axis->hi;
}

/* Extends the range by level rules with @clamp_to_axis, as long as each is at most MOST_BEYOND
 * ranges away. Adds space for the arrows of the others. */
static void
include_held_rules (const IplPlotAxes *self, Range *y)
{
  gboolean below = FALSE, above = FALSE;
  double span, beyond;

  for (gboolean again = TRUE; again;)
    {
      again = FALSE;
      for (guint m = 0; m < self->marks->len; m++)
        {
          const IplMark *mark = &g_array_index (self->marks, IplMark, m);

          if (mark->kind != IPL_MARK_RULE || !mark->clamp_to_axis || !isfinite (mark->offset))
            continue;
          span = MAX (y->hi - y->lo, LEAST_SPAN * fabs (y->hi));
          beyond = MAX (y->lo - mark->offset, mark->offset - y->hi);
          if (beyond <= 0 || (y->lo <= y->hi && beyond > MOST_BEYOND * span))
            continue;
          extend (y, mark->offset);
          again = TRUE;
        }
    }
  span = y->hi - y->lo;
  for (guint m = 0; m < self->marks->len; m++)
    {
      const IplMark *mark = &g_array_index (self->marks, IplMark, m);
      gboolean is_held = mark->kind == IPL_MARK_RULE && mark->clamp_to_axis;

      below |= is_held && mark->offset < y->lo;
      above |= is_held && mark->offset > y->hi;
    }
  y->lo -= below ? ARROW * span : 0;
  y->hi += above ? ARROW * span : 0;
}

static void
include_axes (const IplPlotAxes *self, Range *x, Range *y)
{
  for (guint m = 0; m < self->marks->len; m++)
    {
      const IplMark *mark = &g_array_index (self->marks, IplMark, m);

      if (!mark->ignored_by_axes)
        include_mark (self, mark, x, y);
    }
  include_held_rules (self, y);
}

/* Returns the smallest and largest finite x and y of the marks; lo > hi without marks. */
void
ipl_axes_get_range (const IplPlotAxes *self, double x[2], double y[2])
{
  Range xs = NO_RANGE, ys = NO_RANGE;

  include_axes (self, &xs, &ys);
  x[0] = xs.lo;
  x[1] = xs.hi;
  y[0] = ys.lo;
  y[1] = ys.hi;
}

void
ipl_axes_find_ends (const IplPlotAxes *self, IplFrameSpec *spec)
{
  Range x = NO_RANGE, y = NO_RANGE;
  gboolean in_time = self->time != NULL && !self->time_is_y;

  include_axes (self, &x, &y);
  choose_ends (&self->x, &x, in_time ? 0 : fmax (fabs (x.hi), 1e-3), &spec->x_lo, &spec->x_hi);
  choose_ends (&self->y, &y, in_time ? 0 : fmax (fabs (y.hi), 1e-3), &spec->y_lo, &spec->y_hi);
  /* A single moment has an empty range and lies at the left end. */
  if (in_time && isfinite (x.lo) && spec->x_hi <= x.lo)
    spec->x_hi = x.lo + 1;
}

double
ipl_axes_x (const IplPlotAxes *self, double value)
{
  return self->is_map ? self->map.map.x + value / self->map_spec.columns * self->map.map.w
                      : ipl_frame_x (&self->frame, value);
}

double
ipl_axes_y (const IplPlotAxes *self, double value)
{
  return self->is_map ? self->map.map.y + value / self->map_spec.rows * self->map.map.h
                      : ipl_frame_y (&self->frame, value);
}

/* Returns the position of a point of a mark in points. FALSE if the point is not drawn. */
gboolean
ipl_mark_place (const IplPlotAxes *self, const IplStyle *style, const IplMark *mark, gsize i,
                double *x, double *y)
{
  const IplRect *plot = &self->frame.plot;
  double value = ipl_numbers_get (&mark->y, i), edge = 0.4 * style->font_pt;
  double aside = mark->n_shifted > 0 && i >= mark->n_shifted
                     ? 0
                     : MIN (fabs (mark->shift_right) * style->font_pt,
                            MOST_ASIDE * self->min_point_distance);

  if (mark->clamp_to_axis ? isnan (value) : !ipl_axes_shows (self, value))
    return FALSE;
  *x = ipl_axes_x (self, ipl_numbers_get (&mark->x, i)) + copysign (aside, mark->shift_right);
  if (mark->clamp_to_axis && value > self->frame.y.hi)
    *y = plot->y + edge;
  else if (mark->clamp_to_axis && value < self->frame.y.lo)
    *y = plot->y + plot->h - edge;
  else
    *y = ipl_axes_y (self, value) - mark->shift_up * style->font_pt;
  return isfinite (*x);
}
