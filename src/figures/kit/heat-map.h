/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/axis.h"
#include "figures/kit/rect.h"

/* Where colours come from. */
typedef enum
{
  IPL_COLORS_SEQUENTIAL,
  IPL_COLORS_DIVERGING,
  IPL_COLORS_ATTENTION,
} IplColors;

/* A number of a matrix; @data is the caller's. NaN for a cell that is left empty. */
typedef double (*IplHeatMapCell) (gsize row, gsize column, gconstpointer data);

/* @rows, @columns: cells
 *
 * A matrix to be drawn, rows from above. */
typedef struct
{
  gsize rows, columns;
  IplHeatMapCell cell; /* (nullable): gives the numbers; NULL where they are not known */
  gconstpointer data;  /* for @cell @lo, @hi: of the colors; where @diverging, -@hi is the lowest */
  double lo, hi;
  gboolean diverging; /* whether 0 stands in the middle, between two colors */
  double linear; /* where @diverging, 0, or the number below which a logarithmic scale is linear */
  double middle; /* where @diverging, the number between the two colors: the bar shows distances */
  gboolean leaves_diagonal; /* whether cells of the diagonal have no color */
  gboolean square;          /* whether cells are as high as wide */
  gboolean attention;       /* whether colors are those of attention, from that of paper */
  gboolean lower;           /* whether there is nothing above the diagonal, nor a frame */
  /* Of a square matrix: a pixel is the mean of the cells beneath it. @shared: (nullable): the
   * numbers, in an atomically reference-counted box, whose picture is cached from frame to frame */
  gboolean averages, transposed;
  const double *shared;
  gsize gap; /* the column that parts two matrices, which have a frame each; 0 for one matrix */
  /* (nullable): markup above the color bar: what the numbers are @row_title, @column_title:
   * (nullable): markup: what rows and columns are; they are counted from 1 */
  const char *bar_title;
  const char *row_title, *column_title;
  /* (nullable): [rows], [columns] what they are called in the place of numbers, markup */
  const char *const *row_names, *const *column_names;
  gboolean upright; /* names of columns stand upright where they have no room beside each other */
} IplHeatMapSpec;

/**
 * IplHeatMap:
 * @spec: what is drawn
 * @map: where the cells are
 * @bar: where the colors are explained
 *
 * A matrix as colors, with its bar and the numbers of its rows and columns.
 */
typedef struct
{
  IplHeatMapSpec spec;
  IplRect map, bar;
  IplAxis bar_axis;
  double upright_h; /* of upright names of columns; 0 where they are level */
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
gboolean ipl_heat_map_find (const IplHeatMap *self, double x, double y, gsize *row, gsize *column);
