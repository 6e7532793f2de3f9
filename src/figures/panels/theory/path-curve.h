/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/panels/theory/path-layout.h"

void ipl_path_layout_trace (const IplPathLayout *self, cairo_t *cr, gsize path);
double ipl_path_layout_line_y (const IplPathLayout *self, gsize path, double x, double *slope);
void ipl_path_layout_trace_arc (const IplPathLayout *self, cairo_t *cr, const IplArc *arc);
double ipl_path_layout_arc_distance (const IplPathLayout *self, const IplArc *arc, double x,
                                     double y);
int ipl_path_layout_nearest_port (const IplPathLayout *self, double y);
gsize *ipl_path_layout_order (const IplPathLayout *self);
