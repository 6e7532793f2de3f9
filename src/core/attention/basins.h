/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* A minimum on a grid, and the lowest way out of it to a deeper one. */
typedef struct
{
  gsize at;     /* row * columns + column */
  double value; /* there */
  gsize pass;   /* the highest place of that way */
  double over;  /* the value there; INFINITY of the deepest minimum, which has none */
} IplBasin;

/* Minima within a grid of values: [rows x columns], NaN where there is none, the deepest first.
 * Neighbours stand beside, above, or at a corner. Minima on the grid's edge, and those that a way
 * no higher than @least leads out of, are none. Returns: (transfer full): of IplBasin */
GArray *ipl_basins_find (gsize rows, gsize columns, const double *values, double least);
/* From the second deepest up to the pass between both; NaN where there is one. */
double ipl_basins_barrier (const GArray *basins);
