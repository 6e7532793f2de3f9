/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/plot/plot.h"

/* The numbers of a matrix, row by row, with what its rows and columns are called. */
typedef struct
{
  gsize rows, columns;
  IplNumbers numbers;
  const char *const *row_names, *const *column_names; /* (nullable): markup, of the plot */
} IplMatrixCells;

/* An array that is told of every cell beside its number. */
typedef struct
{
  const char *array, *series;
} IplMatrixTold;

/* A matrix at the moment shown: a panel as a value. */
struct _IplMatrix
{
  /* What is recorded of every moment: [rows x columns]; of three dimensions [matrices x rows x
   * columns], the first few of which stand beside each other. */
  const char *array;
  IplMatrixCells (*fill) (IplPlot *plot, const IplView *view); /* (nullable): in place of @array */
  const char *row, *column, *bar;                              /* titles, in markup */
  const char *row_each, *column_each; /* (nullable): as of IplPlotAxes; in markup */
  const char *each;                   /* what one of several matrices is called */
  const IplCellItems *items;          /* (nullable): ipl_cells_of_rows */
  double lo, hi;          /* ends of the colors; where @hi is 0, what the array reaches */
  guint digits;           /* of the numbers in cells; 0 for none */
  gboolean is_signed;     /* colors are of both signs, also where no number is below 0 */
  gboolean is_transposed; /* rows and columns of the array are columns and rows */
  gboolean has_first;     /* beside it the matrix at the first moment */
  IplMatrixTold told[2];
  /* (nullable): adds marks and names to a map */
  void (*more) (IplPlot *plot, IplPlotAxes *map, const IplView *view);
};

#define IPL_MATRIX .build = ipl_matrix_build, .matrix = &(const IplMatrix)

void ipl_matrix_build (IplPlot *plot, const IplView *view);
