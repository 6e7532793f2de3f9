/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/pages/page.h"

G_BEGIN_DECLS

cairo_surface_t *ipl_pages_render (const IplPages *self, guint i);

G_END_DECLS
