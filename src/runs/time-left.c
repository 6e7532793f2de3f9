/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remaining time of a job, and durations as text. */
#include "runs/time-left.h"

#include "core/base/units.h"

/* Returns: (transfer full): "12 s", "3 min": rounded to the precision of an estimate */
char *
ipl_duration_text (double seconds)
{
  if (seconds < 60.0)
    return g_strdup_printf ("%.0f " IPL_SECONDS, MAX (seconds, 1.0));
  if (seconds < 5400.0)
    return g_strdup_printf ("%.0f " IPL_MINUTES, seconds / 60.0);
  return g_strdup_printf ("%.1f " IPL_HOURS, seconds / 3600.0);
}

/* @sentence: (nullable): description of the work
 * @seconds_left: estimate of the remaining time; negative if unknown
 * Returns: (transfer full) (nullable): "Training at step 10, 3 min left" */
char *
ipl_duration_left_text (const char *sentence, double seconds_left)
{
  g_autofree char *left = NULL;

  if (sentence == NULL || seconds_left < 0.0)
    return g_strdup (sentence);
  left = ipl_duration_text (seconds_left);
  return g_strdup_printf ("%s, %s left", sentence, left);
}

/* Least time and least share of the work from which the remaining time is estimated. */
#define LEAST_USEC (2 * G_USEC_PER_SEC)
#define LEAST_SHARE 0.02

/* Estimates the remaining time from the rate at which the fraction grows. A fraction that falls or
 * is unknown restarts the measurement.
 * @fraction: share of the work that is done; negative if unknown
 * Returns: seconds until the fraction is 1; -1 without enough data */
double
ipl_time_left (IplTimeLeft *self, double fraction, gint64 now_usec)
{
  double share;

  if (!self->is_started || !(fraction >= self->last))
    *self = (IplTimeLeft){ fraction >= 0.0, now_usec, fraction, fraction };
  if (!self->is_started)
    return -1.0;
  self->last = fraction;
  share = fraction - self->from;
  if (now_usec - self->since_usec < LEAST_USEC || share < LEAST_SHARE)
    return -1.0;
  return (double)(now_usec - self->since_usec) / G_USEC_PER_SEC * (1.0 - fraction) / share;
}
