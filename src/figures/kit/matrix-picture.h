/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/rect.h"

#include <cairo.h>

/* Returns a number of a square matrix; @data belongs to the caller. */
typedef double (*IplMatrixCell) (gsize row, gsize column, gconstpointer data);

/* Number of colours from -limit to limit, as 0xRRGGBB; 0 has the middle one. */
#define IPL_MATRIX_COLORS 513

void ipl_picture_paint (cairo_t *cr, const IplRect *area, cairo_surface_t *picture,
                        gboolean smooth);

/* Key of a cached picture: numbers that never change, in an atomic rc box to which the cache
 * holds a reference; the colour range [@mean - @limit, @mean + @limit], and its first colour
 * @color. */
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
guint ipl_matrix_picture_count_rendered (void);
