/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Error messages of commands. */
#include "cli/base/cli.h"

#include "core/base/memory.h"
#include "core/base/text-escape.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

CliExit
cli_fail (CliExit code, const char *format, ...)
{
  g_autofree char *sentence = NULL, *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  message = ipl_text_escape (sentence);
  fprintf (stderr, "%s: %s\n", g_get_prgname (), message);
  if (code == CLI_USAGE)
    fprintf (stderr, "Try: %s --help\n", g_get_prgname ());
  return code;
}

CliExit
cli_fail_error (const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return cli_fail (CLI_INTERRUPTED, "Stopped; nothing was written.");
  if (error->domain == G_OPTION_ERROR)
    return cli_fail (CLI_USAGE, "%s", error->message);
  return cli_fail (CLI_FAILED, "%s", error->message);
}

/* Returns: (transfer full): sentence about memory or a thread that the system refused */
static char *
describe_lack (const char *message)
{
  static const char words[] = "failed to allocate ";
  const char *at = strstr (message, words);
  g_autofree char *bytes = NULL;

  if (strstr (message, "creating thread") != NULL)
    return g_strdup ("another thread: end other programs, or raise the limit of processes "
                     "(ulimit -u)");
  if (at == NULL && strstr (message, "Not enough memory") == NULL)
    return NULL;
  bytes = at != NULL ? ipl_memory_describe (g_ascii_strtod (at + sizeof words - 1, NULL))
                     : g_strdup ("enough");
  return g_strdup_printf ("%s%s memory: end other programs or make the problem smaller", bytes,
                          at != NULL ? " of" : "");
}

/* Replaces the abort of GLib and Pango if the system refuses memory or a thread. Their messages:
 * "gmem.c:136: failed to allocate 65536 bytes", "Not enough memory for zlib use", "creating thread
 * '[pango] FcInit': Error creating thread: Resource temporarily unavailable". */
static void
on_glib_error (const char *domain, GLogLevelFlags level, const char *message, gpointer data)
{
  g_autofree char *lack = message != NULL ? describe_lack (message) : NULL;

  if (lack == NULL)
    {
      g_log_default_handler (domain, level, message, data);
      return;
    }
  cli_progress_done ();
  fprintf (stderr, "%s: The system did not give %s.\n",
           g_get_prgname () != NULL ? g_get_prgname () : "interplay-cli", lack);
  _exit (CLI_FAILED);
}

/* Installs a handler that prints one sentence and exits with status 1 if GLib gets no memory or
 * thread. */
void
cli_fail_on_lack (void)
{
  static const char *const domains[] = { "GLib", "GLib-GIO" };

  for (guint i = 0; i < G_N_ELEMENTS (domains); i++)
    g_log_set_handler (domains[i], G_LOG_LEVEL_ERROR | G_LOG_FLAG_FATAL | G_LOG_FLAG_RECURSION,
                       on_glib_error, NULL);
}
