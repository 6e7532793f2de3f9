/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stalls of the main loop, and the time from a change to the frame that shows its solution. */
#include "measure.h"

#include <time.h>

#include "app/window/window.h"

/* Main thread only. */
static struct
{
  gint64 woken;     /* when poll last returned */
  gint64 woken_cpu; /* processor time of the thread then */
  gint64 answered;  /* the time of the oldest change whose solution is not drawn yet, or 0 */
  gint64 last;      /* the time of the last change that was answered */
  double total_frame_ms;
  Measurement m;
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

/* Watches the default main loop from now on. */
void
measure_start (void)
{
  g_main_context_set_poll_func (NULL, measured_poll);
}

void
measure_reset (void)
{
  state.m = (Measurement){ 0 };
  state.total_frame_ms = 0;
  state.answered = state.woken = 0;
}

static void
on_results (IplDocument *document)
{
  const IplSolveResult *result = ipl_document_get_solve_result (document);

  if (result == NULL || result->current == NULL || result->requested_usec == state.last)
    return;
  state.last = result->requested_usec;
  if (state.answered == 0)
    state.answered = result->requested_usec;
}

static void
on_after_paint (void)
{
  double ms;

  if (state.answered == 0)
    return;
  ms = (double)(g_get_monotonic_time () - state.answered) / 1e3;
  state.answered = 0;
  state.m.frame_ms = MAX (state.m.frame_ms, ms);
  state.total_frame_ms += ms;
  state.m.frames++;
}

static void
on_realize (GtkWidget *window)
{
  g_signal_connect (ipl_window_get_document (IPL_WINDOW (window)), "results-changed",
                    G_CALLBACK (on_results), NULL);
  g_signal_connect (gtk_widget_get_frame_clock (window), "after-paint", G_CALLBACK (on_after_paint),
                    NULL);
}

/* Counts the frames of a window that is being made: a handler of "window-added". */
void
measure_follow (GtkApplication *application, GtkWindow *window)
{
  if (IPL_IS_WINDOW (window))
    g_signal_connect_after (window, "realize", G_CALLBACK (on_realize), NULL);
}

/* Returns: what has been seen since the start or the last reset */
Measurement
measure_get (void)
{
  Measurement m = state.m;

  m.mean_frame_ms = m.frames > 0 ? state.total_frame_ms / m.frames : 0;
  return m;
}
