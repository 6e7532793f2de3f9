/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/plot/plot.h"

#include <math.h>

typedef enum
{
  IPL_TIME_CURVE_ONE,    /* number @row of an array */
  IPL_TIME_CURVE_ALL,    /* all numbers of an array; @label names one of them */
  IPL_TIME_CURVE_ROW,    /* slice [@row, last, :] of an array, with a curve for each number */
  IPL_TIME_CURVE_LEVEL,  /* a constant, as a level rule */
  IPL_TIME_CURVE_TIME,   /* a time, as an upright rule */
  IPL_TIME_CURVE_ZERO,   /* a level rule at 0 */
  IPL_TIME_CURVE_KEY,    /* a dashed line in the legend */
  IPL_TIME_CURVE_LISTED, /* numbers for text and table, not drawn */
  IPL_TIME_CURVE_TABLE,  /* numbers for the table only */
} IplTimeCurveKind;

typedef struct
{
  const char *array, *label; /* (nullable): @label is markup */
  IplTimeCurveKind kind;
  guint axes; /* index in @y of IplTimeCurves: 1 for the lower axes */
  gsize row;
  IplRole role;
  IplDash dash;
  double weight; /* line width relative to a data line; 0 means 1 */
  gboolean hides_points;
  const char
      *last; /* (nullable): key of the last curve of a row; the curves between the ends have none */
  const IplItems *items; /* (nullable): items of the curves of a row */
  const char *each; /* (nullable): name of one part, as in IplMark; NULL means @label for a row */
  /* (nullable): sets key and style of curve @k of a row */
  void (*choose) (IplPlot *plot, IplMark *mark, gsize k, gsize n);
} IplCurve;

/* A panel as a value: arrays recorded during learning, against time. */
struct _IplTimeCurves
{
  IplPlotAxis y[2]; /* a NULL title means the description of the first array */
  IplCurve curves[7];
  void (*more) (IplPlot *plot,
                const IplView *view); /* (nullable): adds marks that IplCurve has no kind for */
  gboolean log_time, marks_least;
  gboolean keys_of_several; /* a single curve has no key */
  gboolean keys_of_all;     /* one legend above all axes */
};

#define IPL_FREE_RANGE .lo = NAN, .hi = NAN, .pad = 0.05
#define IPL_TIME_CURVES .build = ipl_time_curves_build, .curves = &(const IplTimeCurves)

void ipl_time_curves_build (IplPlot *plot, const IplView *view);
