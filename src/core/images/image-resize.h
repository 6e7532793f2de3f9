/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* Bilinear with antialiasing, to the last bit as Pillow's Image.resize of an 8-bit image. */
void ipl_image_resize (const guint8 *from, guint height, guint width, guint8 *to, guint to_height,
                       guint to_width);

G_END_DECLS
