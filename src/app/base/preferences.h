/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

GSettings *ipl_preferences_get_default (void);
char *ipl_preferences_get_folder (void);
void ipl_preferences_set_folder (GFile *file);
