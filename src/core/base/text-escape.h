/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

char *ipl_text_shown (const char *text);
char *ipl_text_escape (const char *text);
char *ipl_text_lower (const char *text, gsize length);
char *ipl_text_shell_quote (const char *text);
char *ipl_file_shown (const char *path);
char *ipl_path_shown (const char *path);
void ipl_error_escape (GError **error);
gboolean ipl_text_is_plain (const char *text);
