/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "cli/options/look-names.h"

#include <stddef.h>

const char *const cli_theme_names[] = { "light", "dark", "contrast", "contrast-dark", NULL };
const char *const cli_look_names[] = { "own", "paper", NULL };
