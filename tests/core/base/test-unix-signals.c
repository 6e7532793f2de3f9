/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that looks at nothing: the first signal asks, the second ends it. */
#include "core/base/unix-signals.h"

#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include "support.h"

/* Longer than signals that are the same request. */
#define APART_US 150000

static volatile double sum;

/* Says that it catches signals, and computes for ever. */
static void
compute (int ready)
{
  signal (SIGHUP, SIG_DFL); /* nohup ignores it */
  ipl_end_signals_catch ();
  if (write (ready, "", 1) != 1)
    _exit (1);
  for (;;)
    sum = sum * 0.5 + 1;
}

static pid_t
start (void)
{
  int ends[2];
  char byte;
  pid_t child;

  g_assert_cmpint (pipe (ends), ==, 0);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    compute (ends[1]);
  g_assert_cmpint (read (ends[0], &byte, 1), ==, 1);
  close (ends[0]);
  close (ends[1]);
  return child;
}

static gboolean
has_ended (pid_t child, int *status)
{
  return waitpid (child, status, WNOHANG) == child;
}

TEST (test_second, "/end-signal/second")
{
  static const int numbers[] = { SIGINT, SIGTERM, SIGHUP };

  for (guint i = 0; i < 9; i++)
    {
      int first = numbers[i / 3], second = numbers[i % 3], status = 0;
      pid_t child = start ();

      /* Two at once are one request. */
      kill (child, first);
      kill (child, second);
      g_usleep (APART_US);
      g_assert_false (has_ended (child, &status));
      kill (child, second);
      for (guint k = 0; k < 1000 && !has_ended (child, &status); k++)
        g_usleep (1000);
      kill (child, SIGKILL);
      g_assert_true (WIFEXITED (status));
      g_assert_cmpint (WEXITSTATUS (status), ==, 128 + second);
    }
}

TEST (test_first, "/end-signal/first")
{
  signal (SIGHUP, SIG_DFL); /* nohup ignores it */

  struct pollfd signals = { .fd = ipl_end_signals_catch (), .events = POLLIN };

  g_assert_cmpint (signals.fd, >=, 0);
  g_assert_cmpint (ipl_end_signals_catch (), ==, signals.fd);
  g_assert_cmpint (ipl_end_signal_get_first (), ==, 0);
  g_assert_cmpint (poll (&signals, 1, 0), ==, 0);
  raise (SIGHUP);
  raise (SIGTERM);
  g_assert_cmpint (poll (&signals, 1, 0), ==, 1);
  g_assert_cmpint (ipl_end_signal_get_first (), ==, SIGHUP);
}
