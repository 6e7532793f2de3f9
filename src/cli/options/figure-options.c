/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options/figure-options.h"

#include "cli/options/look-names.h"

#include "core/base/shown-text.h"
#include "figures/panels/panel-table.h"

#include <string.h>

CliExit
cli_parse_panel (const char *command, const char *given, const IplPanel **panel)
{
  *panel = given != NULL ? ipl_panel_find (given) : &ipl_panel_all;
  if (*panel != NULL)
    return CLI_OK;
  return cli_fail (CLI_USAGE, command, "--panel: “%s” is none of the panels that --help lists.",
                   given);
}

CliExit
cli_parse_theme (const char *command, const char *given, IplTheme *theme)
{
  *theme = IPL_THEME_LIGHT;
  for (guint i = 0; given != NULL && cli_theme_names[i] != NULL; i++)
    if (strcmp (given, cli_theme_names[i]) == 0)
      {
        *theme = (IplTheme)i;
        return CLI_OK;
      }
  if (given == NULL)
    return CLI_OK;
  return cli_fail (CLI_USAGE, command,
                   "--theme: “%s” is not light, dark, contrast or contrast-dark.", given);
}

CliExit
cli_parse_look (const char *command, const char *given, IplLook *look)
{
  *look = IPL_LOOK_OWN;
  for (guint i = 0; given != NULL && cli_look_names[i] != NULL; i++)
    if (strcmp (given, cli_look_names[i]) == 0)
      {
        *look = (IplLook)i;
        return CLI_OK;
      }
  if (given == NULL)
    return CLI_OK;
  return cli_fail (CLI_USAGE, command, "--look: “%s” is not own or paper.", given);
}

CliExit
cli_parse_choice (const char *command, const IplChoice *choice, const char *given, guint *option)
{
  g_autofree char *names = NULL, *shown = NULL;

  *option = 0;
  if (given == NULL || ipl_choice_parse (choice, given, option))
    return CLI_OK;
  names = ipl_choice_list (choice);
  shown = ipl_text_shown (given);
  return cli_fail (CLI_USAGE, command, "--%s: “%s” is not %s.", choice->id, shown, names);
}

/* "paths, u, accuracy, overlap or all; trace, ..": single panels and the composite that they make.
 */
char *
cli_list_panels (void)
{
  GString *text = g_string_new (NULL);

  for (const IplPanel *const *at = ipl_panels (NULL), *panel; (panel = *at) != NULL; at++)
    {
      const char *between = at[1] != NULL && !ipl_panel_is_composite (at[1]) ? ", " : " or ";

      if (ipl_panel_is_composite (panel))
        between = "; ";
      g_string_append_printf (text, "%s%s", panel->id, at[1] != NULL ? between : "");
    }
  g_string_append (text, " (default: all, lettered)");
  return g_string_free (text, FALSE);
}

CliExit
cli_check_animation (const char *command, const IplAnimationFormat *format, double fps)
{
  g_autoptr (GError) error = NULL;

  if (fps > format->fastest)
    return cli_fail (CLI_USAGE, command, "--fps: a %s has at most %g frames a second.",
                     format->title, format->fastest);
  return format->check == NULL || format->check (&error) ? CLI_OK : cli_fail_error (command, error);
}
