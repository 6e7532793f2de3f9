/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a command says where it cannot go on. */
#include "cli/base/cli.h"

#include "core/base/shown-text.h"

#include <stdio.h>

CliExit
cli_fail (CliExit code, const char *command, const char *format, ...)
{
  g_autofree char *sentence = NULL, *message = NULL;
  va_list arguments;

  va_start (arguments, format);
  sentence = g_strdup_vprintf (format, arguments);
  va_end (arguments);
  message = ipl_text_escape (sentence);
  fprintf (stderr, "interplay-cli%s%s: %s\n", command != NULL ? " " : "",
           command != NULL ? command : "", message);
  if (code == CLI_USAGE)
    fprintf (stderr, "Try: interplay-cli %s%s--help\n", command != NULL ? command : "",
             command != NULL ? " " : "");
  return code;
}

CliExit
cli_fail_error (const char *command, const GError *error)
{
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return cli_fail (CLI_INTERRUPTED, command, "Stopped; nothing was written.");
  if (error->domain == G_OPTION_ERROR)
    return cli_fail (CLI_USAGE, command, "%s", error->message);
  return cli_fail (CLI_FAILED, command, "%s", error->message);
}
