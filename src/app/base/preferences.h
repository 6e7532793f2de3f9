/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

GSettings *ipl_preferences_get_default (void);
gboolean ipl_gtk_has_settings (const char *name);
char *ipl_preferences_get_folder (void);
void ipl_preferences_set_folder (GFile *file);
gboolean ipl_preferences_list_has (const char *key, const char *text);
void ipl_preferences_list_put (const char *key, const char *text, gboolean has);
