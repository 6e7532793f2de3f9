/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/style.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

/* For tests: the middle of a cell of a large heatmap, of a small one. */
gboolean ipl_u_heatmap_cell (const IplView *view, const IplStyle *style, double width,
                             double height, guint map, gsize p, gsize q, double *x, double *y);
gboolean ipl_u_heatmap_thumbnail (const IplView *view, const IplStyle *style, double width,
                                  double height, guint row, double *x, double *y);

G_END_DECLS
