/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/scribe.h"
#include "figures/pages/page.h"

G_BEGIN_DECLS

cairo_status_t ipl_vector_append (void *bytes, const unsigned char *data, unsigned int length);
gboolean ipl_vector_draw (const IplPages *self, guint first, guint n, cairo_surface_t *surface,
                          const IplScribe *scribe, const char *format, GError **error);

G_END_DECLS
