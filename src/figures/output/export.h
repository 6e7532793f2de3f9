/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "figures/output/pages.h"

G_BEGIN_DECLS

cairo_surface_t *ipl_figure_render (const IplPanel *panel, const IplView *view,
                                    const IplStyle *style, const IplPaper *page);
gboolean ipl_figure_export (const IplPanel *panel, const IplView *view, const IplStyle *style,
                            const IplPaper *page, const IplProvenance *made, IplFormat format,
                            const char *path, GError **error);

G_END_DECLS
