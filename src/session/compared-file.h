/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/parameters/parameters.h"

G_BEGIN_DECLS

gboolean ipl_compared_file_read (const char *path, const char *folder, IplParameters *parameters,
                                 GCancellable *cancellable, GError **error);

G_END_DECLS
