/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The option --style. */
#include "cli/options/style-option.h"

#include "figures/output/style-json.h"

/* The document itself may stand in the place of a file, so that a command that the window copies
 * needs none. */
CliExit
cli_parse_style (const char *command, const char *given, const IplFigureStyle **style)
{
  g_autoptr (GError) error = NULL;

  *style = NULL;
  if (given == NULL)
    return CLI_OK;
  *style = given[0] == '{' ? ipl_figure_style_from_json (given, &error)
                           : ipl_figure_style_load (given, &error);
  return *style != NULL ? CLI_OK : cli_fail (CLI_USAGE, command, "--style: %s", error->message);
}
