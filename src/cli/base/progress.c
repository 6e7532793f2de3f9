/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Progress line and Ctrl-C. */
#include "cli/base/cli.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "core/base/unix-signals.h"

/* Time after which a stop is explained. */
#define STOP_NOTICE_MS 300

#define BAR_LENGTH 20
#define LINE_EVERY_USEC (10 * G_USEC_PER_SEC) /* if standard error is no terminal */
#define PROGRESS "INTERPLAY_PROGRESS"         /* "no" turns these lines off */

static GCancellable *interrupt;

/* Progress bar for all jobs of a command. */
static struct
{
  GMutex lock;
  double begin; /* part of the bar that the present jobs fill */
  double end;   /* 0 for 1 */
  double shown;
  gint64 printed_usec; /* time of the last line, or of the start */
} bar;

static GMutex catching; /* held until signal handlers are installed */
static int signals = -1;

/* Cancels the command after a signal, and explains a stop that takes long. Without this thread a
 * signal ends the program at once. */
static gpointer
wait_for_signal (gpointer data)
{
  char byte;

  g_mutex_lock (&catching);
  g_mutex_unlock (&catching);
  if (signals < 0 || read (signals, &byte, 1) != 1)
    return NULL;
  g_cancellable_cancel (interrupt);
  g_usleep (STOP_NOTICE_MS * 1000);
  cli_progress_done ();
  fprintf (stderr, "Stopping and saving; press Ctrl-C again to end at once.\n");
  return NULL;
}

GCancellable *
cli_cancellable (void)
{
  if (interrupt == NULL)
    {
      GThread *thread;

      interrupt = g_cancellable_new ();
      g_mutex_lock (&catching);
      thread = g_thread_try_new ("interrupt", wait_for_signal, NULL, NULL);
      if (thread != NULL)
        signals = ipl_end_signals_catch ();
      g_mutex_unlock (&catching);
      g_clear_pointer (&thread, g_thread_unref);
    }
  return interrupt;
}

/* Returns: 130 after Ctrl-C, 143 after SIGTERM, 129 after SIGHUP */
int
cli_interrupted_code (void)
{
  int number = ipl_end_signal_get_first ();

  return 128 + (number != 0 ? number : SIGINT);
}

/* Returns: columns of the terminal; 80 if unknown */
static glong
terminal_columns (void)
{
  struct winsize size = { 0 };

  return ioctl (STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : 80;
}

static void
draw_bar (double fraction, const char *text)
{
  g_autofree char *done = g_strnfill ((gsize)(BAR_LENGTH * fraction), '#');
  glong room = terminal_columns () - (BAR_LENGTH + (glong)strlen ("[]  100 %  ") + 1);
  g_autofree char *fits = g_utf8_substring (text, 0, MIN (g_utf8_strlen (text, -1), MAX (room, 0)));

  fprintf (stderr, "\r\033[K[%-*s]  %3.0f %%  %s", BAR_LENGTH, done, 100 * fraction, fits);
}

/* Sets the share of the remaining bar that the next jobs fill. By default they fill all of it. */
void
cli_progress_share (double share)
{
  g_mutex_lock (&bar.lock);
  bar.begin = bar.end;
  bar.end = bar.begin + share * (1 - bar.begin);
  g_mutex_unlock (&bar.lock);
}

/* Updates the bar on a terminal, which never moves backwards. Prints a line every ten seconds
 * elsewhere. */
void
cli_job_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  gint64 now = g_get_monotonic_time ();
  double end = bar.end > 0 ? bar.end : 1;
  g_autofree char *text = NULL;

  if (fraction < 0)
    return;
  text = seconds_left > 0 ? g_strdup_printf ("%s, %.0f s left", sentence, seconds_left)
                          : g_strdup (sentence);
  g_mutex_lock (&bar.lock);
  bar.shown = MAX (bar.shown, bar.begin + (end - bar.begin) * MIN (fraction, 1));
  if (isatty (STDERR_FILENO))
    draw_bar (bar.shown, text);
  else if (bar.printed_usec == 0)
    bar.printed_usec = now;
  else if (now - bar.printed_usec >= LINE_EVERY_USEC && g_strcmp0 (g_getenv (PROGRESS), "no") != 0)
    {
      fprintf (stderr, "%3.0f %%  %s\n", 100 * bar.shown, text);
      bar.printed_usec = now;
    }
  g_mutex_unlock (&bar.lock);
}

void
cli_progress_done (void)
{
  if (isatty (STDERR_FILENO))
    fprintf (stderr, "\r\033[K");
}
