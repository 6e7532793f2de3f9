/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/cli.h"

#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static GCancellable *interrupt;
static int interrupt_pipe[2] = { -1, -1 };

static void
on_signal (int number)
{
  char byte = (char)number;

  /* All that is safe here; the thread below does the rest. */
  if (write (interrupt_pipe[1], &byte, 1) < 0)
    _exit (CLI_INTERRUPTED);
}

static gpointer
wait_for_interrupt (gpointer data)
{
  char byte;

  while (read (interrupt_pipe[0], &byte, 1) == 1)
    {
      /* The second Ctrl-C does not wait. */
      if (g_cancellable_is_cancelled (interrupt))
        _exit (CLI_INTERRUPTED);
      g_cancellable_cancel (interrupt);
    }
  return NULL;
}

GCancellable *
cli_cancellable (void)
{
  if (interrupt == NULL)
    {
      struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART };

      interrupt = g_cancellable_new ();
      if (pipe (interrupt_pipe) == 0)
        {
          g_thread_unref (g_thread_new ("interrupt", wait_for_interrupt, NULL));
          sigaction (SIGINT, &action, NULL);
          sigaction (SIGTERM, &action, NULL);
        }
    }
  return interrupt;
}

void
cli_progress (double fraction, const char *sentence, gpointer data)
{
  if (isatty (STDERR_FILENO))
    fprintf (stderr, "\r\033[K%3.0f %%  %s", 100 * fraction, sentence);
}

/* The same for runs. */
void
cli_job_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  g_autofree char *line = seconds_left > 0
                              ? g_strdup_printf ("%s, %.0f s left", sentence, seconds_left)
                              : g_strdup (sentence);

  if (fraction >= 0)
    cli_progress (fraction, line, NULL);
}

void
cli_progress_done (void)
{
  if (isatty (STDERR_FILENO))
    fprintf (stderr, "\r\033[K");
}
