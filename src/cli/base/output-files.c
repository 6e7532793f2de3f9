/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Output of commands. Output files are tested before the work; a failure to write to standard
 * output is an error too. */
#include "cli/base/cli.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/base/file-save.h"
#include "core/base/text-escape.h"

static gboolean is_reported;

/* Prints to standard output or error. */
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

/* Opens closed standard descriptors so that reading and writing fail. Otherwise the first opened
 * file would get the descriptor, and output would land in it. */
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
  if (!is_reported)
    cli_fail (CLI_FAILED, "Standard output could not be written%s%s: the output is incomplete.",
              code != 0 ? ": " : "", code != 0 ? g_strerror (code) : "");
  is_reported = TRUE;
  return TRUE;
}

/* GOption prints help and exits without returning. */
static void
at_exit (void)
{
  if (!is_reported && is_lost ())
    _exit (CLI_FAILED);
}

/* Called before anything is opened or printed. */
void
cli_standard_output_begin (void)
{
  static gboolean begun;

  if (begun)
    return;
  begun = TRUE;
  open_missing ();
  /* A closed pipe, or a file above the limit of ulimit -f, gives a write error instead of a
   * signal. */
  signal (SIGPIPE, SIG_IGN);
  signal (SIGXFSZ, SIG_IGN);
  atexit (at_exit);
}

/* Returns: exit code of a command that ended with @code */
CliExit
cli_standard_output_end (CliExit code)
{
  return is_lost () && (code == CLI_OK || code == CLI_NOT_CONVERGED) ? CLI_FAILED : code;
}

/* File endings that name a format. */
static const char *const extensions[]
    = { ".npz", ".csv", ".json", ".safetensors", ".svg", ".pdf", ".png", ".txt" };

static const char *
find_ending (const char *path)
{
  for (gsize i = 0; i < G_N_ELEMENTS (extensions); i++)
    if (g_str_has_suffix (path, extensions[i]))
      return extensions[i];
  return NULL;
}

/* Tests that a file can be written before the work begins, and reports the reason if it cannot.
 * @path: (nullable)
 * @bytes: least size; 0 if unknown
 * @endings: allowed file endings, separated by commas */
CliExit
cli_try_output (const char *option, const char *path, double bytes, const char *endings)
{
  g_auto (GStrv) allowed = g_strsplit (endings, ",", -1);
  g_autoptr (GError) error = NULL;
  const char *ending = path != NULL ? find_ending (path) : NULL;

  if (path == NULL)
    return CLI_OK;
  if (ending != NULL && !g_strv_contains ((const char *const *)allowed, ending))
    {
      g_autofree char *shown = ipl_path_shown (path);
      g_autofree char *names = g_strjoinv (" or ", allowed);

      return cli_fail (CLI_USAGE, "%s: “%s” must end in %s.", option, shown, names);
    }
  return ipl_file_save_try (path, bytes, &error) ? CLI_OK : cli_fail_error (error);
}

/* Like cli_try_output(), for a folder that is created if it is missing. */
CliExit
cli_try_folder (const char *option, const char *folder)
{
  g_autofree char *shown = ipl_path_shown (folder);
  g_autofree char *at = g_canonicalize_filename (folder, NULL);

  while (!g_file_test (at, G_FILE_TEST_EXISTS) && strcmp (at, "/") != 0)
    {
      char *above = g_path_get_dirname (at);

      g_free (at);
      at = above;
    }
  if (!g_file_test (at, G_FILE_TEST_IS_DIR))
    return cli_fail (CLI_FAILED, "%s: “%s” cannot be a folder: there is a file in its place.",
                     option, shown);
  if (access (at, W_OK | X_OK) != 0)
    return cli_fail (CLI_FAILED, "%s: “%s” cannot be written to: %s.", option, shown,
                     g_strerror (errno));
  return CLI_OK;
}

void
cli_note (const char *sentence, gpointer data)
{
  cli_progress_done ();
  cli_fail (CLI_OK, "%s", sentence);
}

/* Checkpoints a long command in the file OUT.checkpoint.
 * Returns: FALSE if @out is %NULL or a pipe, which have no place for a checkpoint */
gboolean
cli_checkpoint_init (CliCheckpoint *self, const char *out)
{
  if (out == NULL || !ipl_file_save_makes_file (out))
    return FALSE;
  self->path = g_strconcat (out, ".checkpoint", NULL);
  self->checkpoint.path = self->path;
  self->checkpoint.seconds = ipl_checkpoint_default_seconds ();
  self->checkpoint.note = cli_note;
  return TRUE;
}

/* Called when the results are saved. */
void
cli_checkpoint_remove (const CliCheckpoint *self)
{
  if (self->path != NULL)
    ipl_checkpoint_remove (self->path);
}

void
cli_checkpoint_clear (CliCheckpoint *self)
{
  g_clear_pointer (&self->path, g_free);
}
