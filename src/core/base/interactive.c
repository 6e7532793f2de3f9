/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long work leaves processors to a user who drags or points: of its threads one alone goes on then.
 */
#include "core/base/interactive.h"

/* After the last sign of the user. */
#define LASTS_USEC 50000

static gint64 _Atomic until;

/* The user drags or points, now. */
void
ipl_interactive_begin (void)
{
  until = g_get_monotonic_time () + LASTS_USEC;
}

/* For threads of long work, between two pieces: waits while the user drags or points.
 * @goes_on: the thread that does not wait */
void
ipl_interactive_wait (GThread *goes_on)
{
  gint64 left;

  if (g_thread_self () == goes_on)
    return;
  while ((left = until - g_get_monotonic_time ()) > 0)
    g_usleep ((gulong)MIN (left, LASTS_USEC));
}
