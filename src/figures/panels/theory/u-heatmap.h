/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/style.h"
#include "figures/view/view.h"

void ipl_u_heatmap_draw (gconstpointer data, const IplView *view, const IplStyle *style,
                         cairo_t *cr, double width, double height);
