/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

/* Leaves in a PNG only what its pixels need, in place. FALSE, with *why to free, where it is
 * damaged.
 */
gboolean ipl_png_strip (guint8 *bytes, gsize *n, char **why);
/* The gray pixels of a PNG in memory; FALSE, with *why to free, where it is damaged. */
gboolean ipl_png_size (const guint8 *bytes, gsize n, guint *height, guint *width, char **why);
gboolean ipl_png_decode (const guint8 *bytes, gsize n, guint height, guint width, guint8 *pixels,
                         char **why);
