/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/frame.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

G_BEGIN_DECLS

const char *ipl_kernels_empty (const IplView *view, const char **more);
void ipl_describe_kernel_tiles (GString *text, const IplView *view);
void ipl_table_kernel_tiles (GString *text, const IplView *view);
void ipl_describe_kernel_sum (GString *text, const IplView *view);
void ipl_table_kernel_sum (GString *text, const IplView *view);
void ipl_kernel_draw_cell (const IplStyle *style, cairo_t *cr, const IplRect *area, gsize n,
                           int cell, gboolean transposed);
void ipl_kernel_draw_caption (const IplView *view, const IplStyle *style, const IplTarget *selected,
                              const IplTarget *hovered, cairo_t *cr, double y, double width);

G_END_DECLS
