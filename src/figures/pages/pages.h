/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/pages/page-format.h"

G_BEGIN_DECLS

GBytes *ipl_pages_make (const IplPages *self, guint first, guint n, const IplFormat *format,
                        const char *name, GPtrArray *beside, GError **error);
gboolean ipl_pages_write (const IplPages *self, guint first, guint n, const IplFormat *format,
                          const char *path, GError **error);

G_END_DECLS
