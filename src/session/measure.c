/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "session/measure.h"

#include <stdlib.h>
#include <time.h>

/* Main thread only. */
static struct
{
  gboolean on;
  gint64 woken;     /* when poll last returned */
  gint64 woken_cpu; /* processor time of the thread then */
  gint64 answered; /* when the oldest change was made whose solution is there but not drawn, or 0 */
  double total_frame_ms;
  IplMeasurement m;
} state;

/* Processor time of this thread, in microseconds. */
static gint64
thread_usec (void)
{
  struct timespec now;

  return clock_gettime (CLOCK_THREAD_CPUTIME_ID, &now) == 0
             ? (gint64)now.tv_sec * G_USEC_PER_SEC + now.tv_nsec / 1000
             : 0;
}

static int
measured_poll (GPollFD *fds, guint n_fds, int timeout)
{
  gint64 now = g_get_monotonic_time ();
  int ready;

  if (state.woken != 0)
    {
      state.m.stall_ms = MAX (state.m.stall_ms, (double)(now - state.woken) / 1e3);
      state.m.busy_ms = MAX (state.m.busy_ms, (double)(thread_usec () - state.woken_cpu) / 1e3);
    }
  ready = g_poll (fds, n_fds, timeout);
  state.woken = g_get_monotonic_time ();
  state.woken_cpu = thread_usec ();
  return ready;
}

static void
print_at_exit (void)
{
  IplMeasurement m = ipl_measure_get ();

  g_printerr ("interplay: longest main loop stall %.1f ms (%.1f ms of its own); change to frame at "
              "most %.1f ms, on "
              "average %.1f ms over %u frames; slowest panel drawn in %.1f ms\n",
              m.stall_ms, m.busy_ms, m.frame_ms, m.mean_frame_ms, m.frames, m.draw_ms);
}

/* Watches the default main loop from now on, where the environment has INTERPLAY_MEASURE=1, and
 * prints what it saw at exit. One iteration's work is the time between two polls. */
void
ipl_measure_start (void)
{
  const char *value = g_getenv ("INTERPLAY_MEASURE");

  if (state.on || value == NULL || g_str_equal (value, "0"))
    return;
  state.on = TRUE;
  g_main_context_set_poll_func (NULL, measured_poll);
  atexit (print_at_exit);
}

gboolean
ipl_measure_is_on (void)
{
  return state.on;
}

/* Forgets what has been seen so far, such as the making of the window. */
void
ipl_measure_reset (void)
{
  state.m = (IplMeasurement){ 0 };
  state.total_frame_ms = 0.0;
  state.answered = state.woken = 0;
}

/* The solution for a change made at @asked_usec is there. */
void
ipl_measure_answered (gint64 asked_usec)
{
  if (state.on && state.answered == 0)
    state.answered = asked_usec;
}

/* A frame with everything answered so far has been handed to the screen. */
void
ipl_measure_frame (void)
{
  double ms;

  if (!state.on || state.answered == 0)
    return;
  ms = (double)(g_get_monotonic_time () - state.answered) / 1e3;
  state.answered = 0;
  state.m.frame_ms = MAX (state.m.frame_ms, ms);
  state.total_frame_ms += ms;
  state.m.frames++;
}

/* A panel's static part has been drawn. */
void
ipl_measure_drawn (gint64 begin_usec)
{
  if (state.on)
    state.m.draw_ms = MAX (state.m.draw_ms, (double)(g_get_monotonic_time () - begin_usec) / 1e3);
}

/* Returns: what has been seen since the start or the last reset */
IplMeasurement
ipl_measure_get (void)
{
  IplMeasurement m = state.m;

  m.mean_frame_ms = m.frames > 0 ? state.total_frame_ms / m.frames : 0.0;
  return m;
}
