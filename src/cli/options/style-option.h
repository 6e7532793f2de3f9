/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cli/options/options.h"

#include "figures/view/figure-style.h"

/* The entry of the option --style, to be added to a command's own. */
#define CLI_STYLE_ENTRY(style)                                                                     \
  {                                                                                                \
    "style", 0, 0, G_OPTION_ARG_FILENAME, &(style),                                                \
        "how figures look: panels, titles, keys, axes, paths; a file that Figure Style… saved, " \
        "or its text",                                                                             \
        "FILE"                                                                                     \
  }

/* What is given after it; @style is %NULL where nothing is. Says what is wrong. */
CliExit cli_parse_style (const char *command, const char *given, const IplFigureStyle **style);
