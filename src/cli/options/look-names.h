/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

/* What --theme and --look take, %NULL-terminated, in the order of IplTheme and IplLook. */
extern const char *const cli_theme_names[];
extern const char *const cli_look_names[];
