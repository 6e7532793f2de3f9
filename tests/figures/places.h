/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/style.h"
#include "figures/view/panel.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

gboolean places_token (const IplPanel *panel, const IplView *view, const IplStyle *style,
                       double width, double height, const IplTarget *target, double *x, double *y);
gboolean places_path (const IplView *view, const IplStyle *style, double width, double height,
                      gsize path, guint layer, double *x, double *y);
gboolean places_arc (const IplView *view, const IplStyle *style, double width, double height,
                     gsize p, gsize q, double *x, double *y);
gboolean places_cell (const IplView *view, const IplStyle *style, double width, double height,
                      guint map, gsize p, gsize q, double *x, double *y);
gboolean places_thumbnail (const IplView *view, const IplStyle *style, double width, double height,
                           guint row, double *x, double *y);

G_END_DECLS
