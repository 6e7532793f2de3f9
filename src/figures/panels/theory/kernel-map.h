/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/kernel-picture.h"
#include "figures/kit/axis.h"
#include "figures/kit/rect.h"
#include "figures/kit/style.h"
#include "figures/view/view.h"
#include "figures/view/target.h"
#include "figures/kit/frame.h"

/* A kernel to be drawn: [n x n], each number times a factor, its transpose, or the product y y^T in
 * its place. */
typedef struct
{
  gsize n;
  const double *values; /* row-major; NULL for y y^T */
  const double *y;      /* [n x outputs], where @values is NULL */
  guint outputs;
  double factor;
  gboolean transposed;
  gboolean kept; /* whether @values are a tile's, whose picture is kept from frame to frame */
} IplKernelMap;

double ipl_kernel_map_at (const IplKernelMap *self, gsize row, gsize column);
double ipl_kernel_limit (double limit, double sd);
double ipl_kernel_limit_finish (double limit);
void ipl_kernel_map_find_moments (const IplKernelMap *self, double *mean, double *sd);
void ipl_kernel_map_draw (const IplKernelMap *self, double mean, double limit,
                          const IplStyle *style, cairo_t *cr, const IplRect *area);
void ipl_kernel_map_draw_classes (const IplKernelCells *cells, const IplStyle *style, cairo_t *cr,
                                  const IplRect *area);
gboolean ipl_kernel_map_find (const IplRect *area, gsize n, double x, double y, int *cell);
IplRect ipl_kernel_map_cell (const IplRect *area, gsize n, int cell);

const char *ipl_kernels_empty (const IplView *view, const char **more);
void ipl_describe_kernel_tiles (GString *text, const IplView *view);
void ipl_table_kernel_tiles (GString *text, const IplView *view);
void ipl_describe_kernel_sum (GString *text, const IplView *view);
void ipl_table_kernel_sum (GString *text, const IplView *view);
void ipl_kernel_draw_cell (const IplStyle *style, cairo_t *cr, const IplRect *area, gsize n,
                           int cell, gboolean transposed);
void ipl_kernel_draw_caption (const IplView *view, const IplStyle *style, const IplTarget *selected,
                              const IplTarget *hovered, cairo_t *cr, double y, double width);
