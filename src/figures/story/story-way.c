/* SPDX-License-Identifier: GPL-3.0-or-later */

/* What lies between two stops of a story. */

#include "figures/story/story-way.h"

#include <math.h>
#include <string.h>

/* As a width the GP limit stands so far beyond the other end of the way: U differs from the limit
 * by terms of order paths over width, which is less than what can be seen there. */
#define GP_FACTOR 1000.0

/* Where only the pictures change, they have changed after this share of the way. */
#define FADE_SHARE 0.6

/* @share: the share of the time that a way takes, in [0, 1]
 * Returns: the share of the way that lies behind then: setting out and arriving gently */
double
ipl_story_ease (double share)
{
  double s = CLAMP (share, 0, 1);

  return s * s * (3 - 2 * s);
}

static gboolean
moves_width (const IplSetting *from, const IplSetting *to)
{
  return from->L == to->L && !ipl_setting_same_widths (from, to);
}

/* A width between two on the way, as exact as whole numbers are. */
static guint
between_widths (double from, double to, double t)
{
  return (guint)CLAMP (round (pow (from, 1 - t) * pow (to, t)), 1, IPL_MAX_WIDTH);
}

/* The GP limit as a width beyond @other. */
static double
width_of (const IplSetting *self, const IplSetting *other, guint l)
{
  if (!self->gp)
    return MAX (self->N[l], 1);
  return MIN (GP_FACTOR * MAX (other->N[l], 1), IPL_MAX_WIDTH);
}

/* Both ends are given exactly. */
static void
set_width (IplSetting *setting, const IplSetting *from, const IplSetting *to, double t)
{
  const IplSetting *end = t <= 0 ? from : to;

  setting->gp = end->gp && (t <= 0 || t >= 1);
  memcpy (setting->N, end->N, sizeof setting->N);
  if (t <= 0 || t >= 1)
    return;
  for (guint l = 0; l <= setting->L; l++)
    setting->N[l] = between_widths (width_of (from, to, l), width_of (to, from, l), t);
}

/* Negative times are the end of the trajectory. */
static double
between_times (double from, double to, double end_time, double t)
{
  double a = from < 0 ? end_time : from, b = to < 0 ? end_time : to;

  if (t >= 1 || a < 0 || b < 0)
    return to;
  return t <= 0 ? from : a + t * (b - a);
}

/* Returns: how long that takes: as long as @to says, whichever way the story goes through them, and
 *   less where nothing but the picture changes */
double
ipl_story_seconds (const IplStop *from, const IplStop *to)
{
  IplStoryPoint point;

  ipl_story_between (from, to, 0, -1, &point);
  return point.morphs ? to->seconds : MIN (to->seconds, 0.6);
}

/* @point: (out): what the story shows there */
void
ipl_story_at_stop (const IplStop *stop, IplStoryPoint *point)
{
  ipl_story_between (stop, stop, 1, -1, point);
}

/* Widths lie between those of both stops geometrically, N = N_from^(1 - t) N_to^t, where both are
 * of the same case, temperature and variances; times lie between theirs linearly. All else is @to's
 * at once, but at @t = 0.
 * @to: the one that is gone to, maybe from a later one
 * @t: the share of the way that lies behind, in [0, 1], see ipl_story_ease()
 * @end_time: the last time of the trajectory that is shown; negative where it is not known, or
 *   where there is none
 * @point: (out): what the story shows there */
void
ipl_story_between (const IplStop *from, const IplStop *to, double t, double end_time,
                   IplStoryPoint *point)
{
  const IplParameters *a = from->parameters, *b = to->parameters;
  gboolean same = ipl_parameters_same_case (a, b) && ipl_parameters_same_prior (a, b);
  gboolean moves = same && moves_width (&a->current, &b->current);

  *point = (IplStoryPoint){ .from = from, .to = to, .t = CLAMP (t, 0, 1) };
  point->parameters = point->t > 0 ? *b : *a;
  point->selected = point->t > 0 ? to->selected : from->selected;
  point->morphs = moves || (same && a->shown_time != b->shown_time);
  point->fades = from != to && !ipl_stop_looks_like (from, to);
  point->fade = from == to ? 1 : ipl_story_ease (point->morphs ? point->t / FADE_SHARE : point->t);
  if (moves)
    set_width (&point->parameters.current, &a->current, &b->current, point->t);
  if (same && a->shown_time != b->shown_time)
    point->parameters.shown_time = between_times (a->shown_time, b->shown_time, end_time, point->t);
}
