/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "runs/time-left.h"

/* Sooner, or with less done, nobody knows. */
#define LEAST_USEC (2 * G_USEC_PER_SEC)
#define LEAST_SHARE 0.02

/* Guesses from how fast the fraction has grown. A fraction that falls, or is not known, begins
 * something else.
 * @fraction: share of the work that is done, or negative where it cannot be told
 * Returns: seconds until it is 1, or -1 where there is too little to go by */
double
ipl_time_left (IplTimeLeft *self, double fraction, gint64 now_usec)
{
  double share;

  if (!self->is_known || !(fraction >= self->last))
    *self = (IplTimeLeft){ fraction >= 0.0, now_usec, fraction, fraction };
  if (!self->is_known)
    return -1.0;
  self->last = fraction;
  share = fraction - self->from;
  if (now_usec - self->since_usec < LEAST_USEC || share < LEAST_SHARE)
    return -1.0;
  return (double)(now_usec - self->since_usec) / G_USEC_PER_SEC * (1.0 - fraction) / share;
}
