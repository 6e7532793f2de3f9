/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/base/cli.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

/* How long a stop may take without a word. */
#define SAY_AFTER_MS 300

static GCancellable *interrupt;
static int interrupt_pipe[2] = { -1, -1 };
static volatile sig_atomic_t first_signal;

static void
on_signal (int number)
{
  char byte = (char)number;

  /* The second Ctrl-C does not wait; other signals may come in pairs, as when a session ends. */
  if (first_signal != 0 && number == SIGINT)
    _exit (128 + number);
  if (first_signal == 0)
    first_signal = number;
  /* All that is safe here; the thread below does the rest. */
  if (write (interrupt_pipe[1], &byte, 1) < 0)
    _exit (128 + number);
}

/* What does not end at once says what it is about. */
static gpointer
wait_for_interrupt (gpointer data)
{
  struct pollfd more = { .fd = interrupt_pipe[0], .events = POLLIN };
  gboolean told = FALSE;
  char byte;

  while (read (interrupt_pipe[0], &byte, 1) == 1)
    {
      g_cancellable_cancel (interrupt);
      if (!told && poll (&more, 1, SAY_AFTER_MS) == 0)
        {
          cli_progress_done ();
          fprintf (stderr, "Stopping, and keeping what is done; Ctrl-C once more ends at once.\n");
          told = TRUE;
        }
    }
  return NULL;
}

/* Not those that whoever started this wants ignored, as nohup does. */
static void
catch_signal (int number)
{
  struct sigaction action = { .sa_handler = on_signal, .sa_flags = SA_RESTART }, before;

  if (sigaction (number, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
    sigaction (number, &action, NULL);
}

GCancellable *
cli_cancellable (void)
{
  if (interrupt == NULL)
    {
      interrupt = g_cancellable_new ();
      if (pipe (interrupt_pipe) == 0)
        {
          g_thread_unref (g_thread_new ("interrupt", wait_for_interrupt, NULL));
          catch_signal (SIGINT);
          catch_signal (SIGTERM);
          catch_signal (SIGHUP);
        }
    }
  return interrupt;
}

/* 130 after Ctrl-C, 143 where the program was asked to end, 129 where its terminal went away. */
int
cli_interrupted_code (void)
{
  return 128 + (first_signal != 0 ? first_signal : SIGINT);
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
