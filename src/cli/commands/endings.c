/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What commands that write figures say in the end. */
#include "cli/commands/commands.h"

#include "core/base/shown-text.h"
#include <stdio.h>

/* The names of the files that are written, and why others are not. */
CliExit
cli_tell_files (const char *command, const IplFileResult *result)
{
  cli_progress_done ();
  for (guint i = 0; result->paths[i] != NULL; i++)
    {
      g_autofree char *shown = ipl_path_shown (result->paths[i]);

      printf ("%s\n", shown);
    }
  if (result->error != NULL)
    return cli_fail_error (command, result->error);
  return result->doubt != NULL ? cli_fail (CLI_NOT_CONVERGED, command, "%s", result->doubt)
                               : CLI_OK;
}

/* The first row that has not converged, which the figure marks: the exit code is that of sweep.
 * @current: (nullable): a row beside */
CliExit
cli_tell_doubt (const char *command, const IplSweep *sweep, const IplSolution *current)
{
  for (guint i = 0; i <= sweep->n_rows; i++)
    {
      const IplSolution *row = i < sweep->n_rows ? sweep->rows[i] : current;

      if (row != NULL && !row->converged)
        {
          g_autofree char *at = ipl_setting_widths_text (&row->setting);

          return cli_fail (CLI_NOT_CONVERGED, command, "N = %s: %s", at, row->message);
        }
    }
  return CLI_OK;
}
