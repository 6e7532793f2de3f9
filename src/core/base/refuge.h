/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

typedef gboolean (*IplRefugeFunc) (const char *path, gpointer data, GError **error);

char *ipl_refuge_path (const char *path);
gboolean ipl_refuge_write (const char *path, IplRefugeFunc write, gpointer data, GError **error);
gboolean ipl_refuge_write_bytes (const char *path, GBytes *bytes, GError **error);

G_END_DECLS
