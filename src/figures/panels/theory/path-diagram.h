/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/style.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

/* For tests: a point on a path's line at layer @layer (0 tokens .. L + 1 port), the middle of a
 * pair's arc. */
gboolean ipl_path_diagram_point (const IplView *view, const IplStyle *style, double width,
                                 double height, gsize path, guint layer, double *x, double *y);
gboolean ipl_path_diagram_arc_point (const IplView *view, const IplStyle *style, double width,
                                     double height, gsize p, gsize q, double *x, double *y);

G_END_DECLS
