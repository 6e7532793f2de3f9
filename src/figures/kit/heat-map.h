/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/axis.h"
#include "figures/kit/rect.h"

/* Colour maps of matrices. */
typedef enum
{
  IPL_COLORS_SEQUENTIAL,
  IPL_COLORS_DIVERGING,
  IPL_COLORS_ATTENTION,
} IplColors;

/* Returns a number of a matrix; NaN for an empty cell. @data belongs to the caller. */
typedef double (*IplHeatMapCell) (gsize row, gsize column, gconstpointer data);

/* A matrix to draw, with rows from top to bottom. */
typedef struct
{
  gsize rows, columns;
  IplHeatMapCell cell; /* (nullable): returns the numbers; NULL if they are unknown */
  gconstpointer data;  /* passed to @cell */
  double lo, hi;       /* ends of the colour range */
  gboolean diverging;  /* 0 is the middle of two colours, and the range is [-@hi, @hi] */
  double linear; /* if @diverging, the magnitude below which the logarithmic scale is linear; 0 for
                    a linear scale */
  double middle; /* if @diverging, the number between the two colours; the bar shows differences
                    from it */
  gboolean leaves_diagonal; /* cells of the diagonal have no colour */
  gboolean square;          /* cells have equal width and height */
  gboolean attention;       /* colours of attention, which begin at paper colour */
  gboolean lower;           /* cells above the diagonal are empty, and there is no frame */
  /* For square matrices with more cells than pixels: a pixel is the mean of its cells.
   * @shared: (nullable): the numbers in an atomic rc box; their picture is cached between frames */
  gboolean averages, transposed;
  const double *shared;
  gsize gap; /* column between two matrices with a frame each; 0 for one matrix */
  /* (nullable): markup above the colour bar; the titles of rows and columns are nullable markup,
   * too */
  const char *bar_title;
  const char *row_title, *column_title;
  /* (nullable): [rows], [columns] names in markup; NULL for numbers from 1 */
  const char *const *row_names, *const *column_names;
  gboolean upright; /* names of columns are rotated if they do not fit next to each other */
} IplHeatMapSpec;

/* A laid-out matrix with its colour bar. */
typedef struct
{
  IplHeatMapSpec spec;
  IplRect map, bar;
  IplAxis bar_axis;
  double upright_h; /* height of rotated column names; 0 for horizontal ones */
} IplHeatMap;

void ipl_heat_map_layout (IplHeatMap *self, const IplStyle *style, const IplRect *area,
                          const IplHeatMapSpec *spec);
void ipl_heat_map_draw (const IplHeatMap *self, const IplStyle *style, cairo_t *cr);
void ipl_heat_map_draw_matrix (const IplHeatMap *self, const IplStyle *style, cairo_t *cr);
void ipl_heat_map_init_bar (IplHeatMap *self, const IplStyle *style, double length);
IplColor ipl_heat_map_color (const IplHeatMap *self, const IplStyle *style, double value);
void ipl_heat_map_light (const IplHeatMap *self, const IplStyle *style, gsize row, gsize column,
                         cairo_t *cr);
IplColors ipl_heat_map_colors (const IplHeatMapSpec *spec);
void ipl_color_bar_draw (const IplRect *bar, const IplAxis *axis, IplColors colors,
                         const IplStyle *style, cairo_t *cr);
IplRect ipl_heat_map_cell (const IplHeatMap *self, gsize row, gsize column);
void ipl_heat_map_find_nearest (const IplHeatMap *self, double x, double y, gsize *row,
                                gsize *column);
gboolean ipl_heat_map_find (const IplHeatMap *self, double x, double y, gsize *row, gsize *column);
