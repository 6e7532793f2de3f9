/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/images/image-set.h"

G_BEGIN_DECLS

IplImageSet *ipl_image_set_load_zips (const char *const *paths, GCancellable *cancellable,
                                      GError **error);

G_END_DECLS
