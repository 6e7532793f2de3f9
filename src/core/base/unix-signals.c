/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SIGINT, SIGTERM and SIGHUP: the first requests a clean end, the second ends the program at
 * once, in any state of its threads. */
#include "core/base/unix-signals.h"

#include <fcntl.h>
#include <glib-unix.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

/* Signals within this time of the first count as the same request: timeout sends two, and so
 * does a closing terminal. */
#define SAME_REQUEST_MS 50

static int ends[2] = { -1, -1 }; /* of a pipe: to be read, to be written */
static gint64 first_ms;          /* atomic */
static volatile sig_atomic_t first_signal;

/* Calls only async-signal-safe functions. */
static void
on_signal (int number)
{
  struct timespec time;
  gint64 now, none = 0;
  char byte = (char)number;

  clock_gettime (CLOCK_MONOTONIC, &time);
  now = 1 + (gint64)time.tv_sec * 1000 + time.tv_nsec / 1000000;
  if (__atomic_compare_exchange_n (&first_ms, &none, now, FALSE, __ATOMIC_SEQ_CST,
                                   __ATOMIC_SEQ_CST))
    {
      first_signal = number;
      if (write (ends[1], &byte, 1) < 0)
        _exit (128 + number);
    }
  else if (now - none >= SAME_REQUEST_MS)
    _exit (128 + number);
}

/* Catches the three signals, except those ignored by the parent process, as with nohup.
 * Returns: a file descriptor that becomes readable after the first signal; -1 if there is none,
 *   and every signal ends the program */
int
ipl_end_signals_catch (void)
{
  static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };
  struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART }, before;

  if (ends[0] >= 0 || !g_unix_open_pipe (ends, FD_CLOEXEC, NULL))
    return ends[0];
  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    if (sigaction (numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
      sigaction (numbers[i], &action, NULL);
  return ends[0];
}

/* Returns: the first signal that came, or 0 */
int
ipl_end_signal_get_first (void)
{
  return first_signal;
}
