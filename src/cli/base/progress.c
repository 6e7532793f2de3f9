/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/base/cli.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

#include "core/base/end-signal.h"

/* How long a stop may take without a word. */
#define SAY_AFTER_MS 300

static GCancellable *interrupt;

/* A stop that takes a while is explained. */
static gpointer
wait_for_signal (gpointer data)
{
  int signals = GPOINTER_TO_INT (data);
  char byte;

  if (read (signals, &byte, 1) != 1)
    return NULL;
  g_cancellable_cancel (interrupt);
  g_usleep (SAY_AFTER_MS * 1000);
  cli_progress_done ();
  fprintf (stderr, "Stopping, and keeping what is done; Ctrl-C once more ends at once.\n");
  return NULL;
}

GCancellable *
cli_cancellable (void)
{
  if (interrupt == NULL)
    {
      int signals = ipl_end_signals_catch ();

      interrupt = g_cancellable_new ();
      if (signals >= 0)
        g_thread_unref (g_thread_new ("interrupt", wait_for_signal, GINT_TO_POINTER (signals)));
    }
  return interrupt;
}

/* 130 after Ctrl-C, 143 where the program was asked to end, 129 where its terminal went away. */
int
cli_interrupted_code (void)
{
  int number = ipl_end_signal_get_first ();

  return 128 + (number != 0 ? number : SIGINT);
}

void
cli_job_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  if (fraction < 0 || !isatty (STDERR_FILENO))
    return;
  fprintf (stderr, "\r\033[K%3.0f %%  %s", 100 * fraction, sentence);
  if (seconds_left > 0)
    fprintf (stderr, ", %.0f s left", seconds_left);
}

void
cli_progress_done (void)
{
  if (isatty (STDERR_FILENO))
    fprintf (stderr, "\r\033[K");
}
