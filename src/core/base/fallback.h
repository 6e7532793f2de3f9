/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

typedef gboolean (*IplFallbackFunc) (const char *path, gpointer data, GError **error);

gboolean ipl_fallback_write (const char *path, IplFallbackFunc write, gpointer data,
                             GError **error);
gboolean ipl_fallback_write_bytes (const char *path, GBytes *bytes, GError **error);
