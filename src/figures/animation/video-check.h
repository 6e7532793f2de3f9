/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* TRUE if a file of @n bytes ends where its container says, and holds @frames frames. */
typedef gboolean (*IplVideoCheck) (const guint8 *bytes, gsize n, guint64 frames);

gboolean ipl_video_is_whole_mp4 (const guint8 *bytes, gsize n, guint64 frames);
gboolean ipl_video_is_whole_webm (const guint8 *bytes, gsize n, guint64 frames);
