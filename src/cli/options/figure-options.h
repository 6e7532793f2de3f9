/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/options/options.h"

#include "figures/animation/animation-format.h"
#include "figures/kit/style.h"
#include "figures/view/choice.h"
#include "figures/view/panel.h"

/* What the words after --panel, --theme, --look and the options of a choice mean, for every command
 * that draws; what was not given is the first, or all panels. Says what is wrong. */
CliExit cli_parse_panel (const char *command, const char *given, const IplPanel **panel);
CliExit cli_parse_theme (const char *command, const char *given, IplTheme *theme);
CliExit cli_parse_look (const char *command, const char *given, IplLook *look);
CliExit cli_parse_choice (const char *command, const IplChoice *choice, const char *given,
                          guint *option);

char *cli_list_panels (void); /* for a help text */

/* Whether moving pictures can be made in this format, at so many frames a second. */
CliExit cli_check_animation (const char *command, const IplAnimationFormat *format, double fps);

/* Entries of the options --theme and --look, to be added to a command's own. */
#define CLI_LOOK_ENTRIES(theme, look)                                                              \
  { "theme",  0,                                                                                   \
    0,        G_OPTION_ARG_STRING,                                                                 \
    &(theme), "light, dark, contrast or contrast-dark (default: light)",                           \
    "THEME" },                                                                                     \
  {                                                                                                \
    "look", 0, 0, G_OPTION_ARG_STRING, &(look),                                                    \
        "own, or the paper's colours, marks and names (default: own)", "LOOK"                      \
  }
