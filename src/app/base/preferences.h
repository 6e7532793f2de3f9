/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

G_BEGIN_DECLS

GSettings *ipl_settings_get_default (void);
char *ipl_settings_get_folder (void);
void ipl_settings_set_folder (GFile *file);

G_END_DECLS
