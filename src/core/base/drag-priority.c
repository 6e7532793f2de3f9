/* SPDX-License-Identifier: GPL-3.0-or-later */
/* During a drag or hover of the user, all but one of the threads of a long computation wait. */
#include "core/base/drag-priority.h"

/* Time that threads wait after the last drag or hover. */
#define LASTS_USEC 50000

static gint64 _Atomic until;

/* Called for every drag and hover of the user. */
void
ipl_interactive_begin (void)
{
  until = g_get_monotonic_time () + LASTS_USEC;
}

/* Called by threads of a long computation between its parts: waits during a drag or hover of the
 * user.
 * @exempt: the thread that does not wait */
void
ipl_interactive_wait (GThread *exempt)
{
  gint64 left;

  if (g_thread_self () == exempt)
    return;
  while ((left = until - g_get_monotonic_time ()) > 0)
    g_usleep ((gulong)MIN (left, LASTS_USEC));
}
