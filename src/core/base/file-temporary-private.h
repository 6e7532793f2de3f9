/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

int ipl_temporary_new (const char *target, mode_t mode, char **path);
void ipl_temporary_remove_stale (const char *target);
gboolean ipl_temporary_is_stale (const char *path);
int ipl_temporary_spool (void);

G_END_DECLS
