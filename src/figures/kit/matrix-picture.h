/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/rect.h"

#include <cairo.h>

/* A number of a square matrix; @data is the caller's. */
typedef double (*IplMatrixCell) (gsize row, gsize column, gconstpointer data);

/* Colours of -limit to limit, as 0xRRGGBB: 0 stands in the middle. */
#define IPL_MATRIX_COLORS 513

void ipl_picture_paint (cairo_t *cr, const IplRect *area, cairo_surface_t *picture,
                        gboolean smooth);

/* The inputs of a cached picture, apart from its pixels: numbers that never change, in an
 * atomically reference-counted box of which a reference is held with the picture; colours about
 * @mean, to @limit away, the first of them @color. */
typedef struct
{
  const double *values;
  double mean, limit;
  guint32 color;
  gboolean transposed;
} IplMatrixKey;

void ipl_matrix_picture_draw (cairo_t *cr, const IplRect *area, gsize n, IplMatrixCell cell,
                              gconstpointer data, double limit,
                              const guint32 colors[IPL_MATRIX_COLORS], const IplMatrixKey *key);
guint ipl_matrix_picture_get_n_made (void);
