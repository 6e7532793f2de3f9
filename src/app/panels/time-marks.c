/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The marks of the time scrubber. */
#include "app/panels/time-marks.h"

#include <math.h>
#include <string.h>

/* Round times between the ends, at most. */
#define MOST_ROUND 8
/* The share of a letter of a label on the axis in the narrowest window, and what is left between
 * two labels. */
#define LETTER_ROOM 0.04
#define LABEL_GAP 0.02
/* A dip of the entropy is as deep below both ends, as a share of all that it varies. */
#define DIP_DEPTH 0.02

/* Leaves none. */
void
ipl_time_marks_clear (IplTimeMarks *self)
{
  for (guint i = 0; i < self->n; i++)
    g_free (self->labels[i]);
  *self = (IplTimeMarks){ .n = 0 };
}

/* Where the entropy of attention (of the lowest layer) is lowest, if it comes back from there; else
 * -1. */
static int
find_dip (const IplTrajectory *trajectory)
{
  const IplTrajectoryArray *entropy = ipl_trajectory_find (trajectory, "entropy");
  double lowest = INFINITY, highest = -INFINITY, first, last;
  guint at = 0;

  if (entropy == NULL || !entropy->in_time || entropy->size == 0 || trajectory->S < 3)
    return -1;
  for (guint s = 0; s < trajectory->S; s++)
    {
      double value = entropy->values[s * entropy->size];

      if (value < lowest)
        {
          lowest = value;
          at = s;
        }
      highest = fmax (highest, value);
    }
  first = entropy->values[0];
  last = entropy->values[(trajectory->S - 1) * entropy->size];
  return fmin (first, last) - lowest > DIP_DEPTH * (highest - lowest) ? (int)at : -1;
}

/* The next of 1, 2, 5, 10, .. that leaves few enough steps in a range. */
static double
round_step (double range)
{
  double step = pow (10.0, floor (log10 (range / MOST_ROUND)));

  for (guint i = 0; range / step > MOST_ROUND; i++)
    step *= i % 3 == 1 ? 2.5 : 2.0;
  return step;
}

/* The least distance between the moments of two labels, as a share of the axis. */
static double
room_between (const char *one, const char *other)
{
  return LABEL_GAP + 0.5 * LETTER_ROOM * (double)(strlen (one) + strlen (other));
}

/* Takes @label. Marks come in any order; of two at the same moment the first stays. */
static void
add (IplTimeMarks *self, guint moment, char *label)
{
  guint at = self->n;

  for (guint i = 0; i < self->n; i++)
    {
      double gap = fabs ((double)self->moments[i] - moment);

      if (gap == 0.0 || self->n == IPL_TIME_MARKS_MAX)
        {
          g_free (label);
          return;
        }
      if (label != NULL && self->labels[i] != NULL
          && gap < room_between (label, self->labels[i]) * (self->S - 1))
        g_clear_pointer (&label, g_free);
    }
  while (at > 0 && self->moments[at - 1] > moment)
    {
      self->moments[at] = self->moments[at - 1];
      self->labels[at] = self->labels[at - 1];
      at--;
    }
  self->moments[at] = moment;
  self->labels[at] = label;
  self->n++;
}

static void
fill (IplTimeMarks *self, const IplTrajectory *trajectory)
{
  double range = self->last - self->first;
  double step, time;

  if (self->dip >= 0)
    add (self, (guint)self->dip, g_strdup ("dip"));
  add (self, 0, g_strdup_printf ("%.6g", self->first));
  if (self->S < 2 || !(range > 0.0) || !isfinite (range))
    return;
  add (self, self->S - 1, g_strdup_printf ("%.6g", self->last));
  step = round_step (range);
  time = (floor (self->first / step) + 1.0) * step;
  for (guint i = 0; i < MOST_ROUND + 1 && time < self->last; i++, time += step)
    {
      /* Round times that were not recorded have no mark of their own. */
      guint moment = ipl_trajectory_find_moment (trajectory, fmax (time, 0.0));

      if (fabs (trajectory->time[moment] - time) < 0.05 * step)
        add (self, moment, g_strdup_printf ("%.6g", time));
    }
}

/* @trajectory: what is shown now, a moment at least
 * Returns: whether they are others than before */
gboolean
ipl_time_marks_update (IplTimeMarks *self, const IplTrajectory *trajectory)
{
  guint S = trajectory->S;
  double first = trajectory->time[0], last = trajectory->time[S - 1];
  int dip = find_dip (trajectory);

  if (self->n > 0 && self->S == S && self->first == first && self->last == last && self->dip == dip)
    return FALSE;
  ipl_time_marks_clear (self);
  self->S = S;
  self->first = first;
  self->last = last;
  self->dip = dip;
  fill (self, trajectory);
  return TRUE;
}

/* Returns: the nearest marked moment beyond @moment; @moment where there is none */
guint
ipl_time_marks_next (const IplTimeMarks *self, guint moment, int direction)
{
  for (guint i = 0; i < self->n; i++)
    {
      guint mark = self->moments[direction > 0 ? i : self->n - 1 - i];

      if (direction > 0 ? mark > moment : mark < moment)
        return mark;
    }
  return moment;
}
