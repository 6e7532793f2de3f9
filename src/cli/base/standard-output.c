/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Standard output as a file like others: what cannot be written there is an error. */
#include "cli/base/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/base/shown-text.h"

static gboolean told;

/* On standard output or error. */
void
cli_print_to (FILE *stream, const char *format, ...)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  va_list arguments;

  va_start (arguments, format);
  text = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_autofree char *shown = ipl_text_escape (lines[i]);

      fprintf (stream, "%s%s", shown, lines[i + 1] != NULL ? "\n" : "");
    }
}

void
cli_print_path (const char *path)
{
  g_autofree char *shown = ipl_path_shown (path);

  printf ("%s\n", shown);
}

void
cli_print_json (const char *json)
{
  printf ("%s\n", json);
}

/* A descriptor that the caller closed would become the first file that is opened, and what is
 * printed would land in it. This way round, reading from and writing to them fails. */
static void
open_missing (void)
{
  for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
    if (fcntl (fd, F_GETFD) < 0 && errno == EBADF)
      {
        int opened = open ("/dev/null", fd == STDIN_FILENO ? O_WRONLY : O_RDONLY);

        if (opened >= 0 && opened != fd)
          close (opened);
      }
}

static gboolean
is_lost (void)
{
  gboolean before = ferror (stdout) != 0;
  int code;

  errno = 0;
  if (fflush (stdout) == 0 && !before)
    return FALSE;
  code = errno;
  if (!told)
    cli_fail (CLI_FAILED,
              "Standard output could not be written%s%s: what was printed is "
              "not all there.",
              code != 0 ? ": " : "", code != 0 ? g_strerror (code) : "");
  told = TRUE;
  return TRUE;
}

/* GOption prints help and ends the program by itself. */
static void
at_exit (void)
{
  if (!told && is_lost ())
    _exit (CLI_FAILED);
}

/* To be called before anything is opened or printed. */
void
cli_standard_output_begin (void)
{
  static gboolean begun;

  if (begun)
    return;
  begun = TRUE;
  open_missing ();
  /* A reader that goes away, and a file larger than the process may write (ulimit -f), are errors
   * of writing, and reported as such. */
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);
  atexit (at_exit);
}

/* The exit code of a command that ended with @code. */
CliExit
cli_standard_output_end (CliExit code)
{
  return is_lost () && (code == CLI_OK || code == CLI_NOT_CONVERGED) ? CLI_FAILED : code;
}
