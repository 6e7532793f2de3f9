/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/plot/plot.h"

/* A matrix in row-major order, with names of its rows and columns. */
typedef struct
{
  gsize rows, columns;
  IplNumbers numbers;
  const char *const *row_names, *const *column_names; /* (nullable): markup, owned by the plot */
} IplMatrixCells;

/* An additional array in the table and in the text of a cell: [rows x columns]. */
typedef struct
{
  const char *array, *series;
} IplMatrixListed;

/* Description of a panel that shows a matrix at the current moment as a map. */
struct _IplMatrix
{
  /* Recorded array: [rows x columns], or [matrices x rows x columns], of which the first few are
   * drawn next to each other. */
  const char *array;
  IplMatrixCells (*fill) (IplPlot *plot,
                          const IplView *view); /* (nullable): makes the matrix instead of @array */
  const char *row, *column, *bar;               /* titles, in markup */
  const char *row_each, *column_each;           /* (nullable): as in IplPlotAxes; markup */
  const char *each;                             /* name of one of several matrices */
  const IplCellItems *items;                    /* (nullable): NULL means ipl_cells_of_rows */
  double lo, hi;          /* ends of the colour scale; @hi = 0 means the range of the array */
  guint digits;           /* significant digits of the numbers in cells; 0 for no numbers */
  gboolean is_signed;     /* diverging colours even if no number is negative */
  gboolean is_transposed; /* the map shows the transpose of the array */
  gboolean has_first;     /* draws the matrix of the first moment, too */
  IplMatrixListed listed[2];
  /* (nullable): adds marks and names to a map */
  void (*more) (IplPlot *plot, IplPlotAxes *map, const IplView *view);
};

#define IPL_MATRIX .build = ipl_matrix_build, .matrix = &(const IplMatrix)

void ipl_matrix_build (IplPlot *plot, const IplView *view);
