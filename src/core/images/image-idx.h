/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/images/image-set.h"

G_BEGIN_DECLS

guint ipl_idx_dimensions (const guint8 *magic); /* [4] */
char *ipl_idx_find_beside (const char *path, gboolean labels, GError **error);
IplImageSet *ipl_image_set_load_idx (const char *images_path, const char *labels_path,
                                     GCancellable *cancellable, GError **error);

G_END_DECLS
