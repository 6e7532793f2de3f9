/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/panels/theory/accuracy-layout.h"

G_BEGIN_DECLS

void ipl_accuracy_curves_draw_parts (const IplAccuracyLayout *layout, const IplStyle *style,
                                     cairo_t *cr);
void ipl_accuracy_curves_draw_seeds_band (const IplAccuracyLayout *layout, const IplStyle *style,
                                          cairo_t *cr);
void ipl_accuracy_curves_draw_seeds_lines (const IplAccuracyLayout *layout, const IplStyle *style,
                                           cairo_t *cr);
void ipl_accuracy_curves_draw_awaited (const IplAccuracyLayout *layout, const IplStyle *style,
                                       cairo_t *cr);

G_END_DECLS
