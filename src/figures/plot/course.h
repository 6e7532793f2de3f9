/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/plot/plot.h"

#include <math.h>

typedef enum
{
  IPL_COURSE_ONE,   /* number @row of an array */
  IPL_COURSE_ALL,   /* all of its numbers, @label: what one is called */
  IPL_COURSE_ROW,   /* of its first dimension @row, of its last all, of those between the last */
  IPL_COURSE_LEVEL, /* a number that does not change, as a level */
  IPL_COURSE_TIME,  /* a time, upright */
  IPL_COURSE_ZERO,  /* a level at 0 */
  IPL_COURSE_KEY,   /* a key of dashes */
  IPL_COURSE_TELL,  /* told, not drawn */
  IPL_COURSE_TABLE, /* in the table alone */
} IplCourseKind;

/* Curves of a recorded array. */
typedef struct
{
  const char *array, *label; /* (nullable): @label in markup */
  IplCourseKind kind;
  guint axes; /* 1 for those below the first */
  gsize row;
  IplRole role;
  IplDash dash;
  double weight; /* over that of a line of data; 0 is 1 */
  gboolean hides_points;
  const char
      *last; /* (nullable): of a row, key of the last, where the first and it alone have one */
  const IplItems *items; /* (nullable): what the curves of a row are */
  const char *each;      /* (nullable): as of a mark; of a row, @label where there is none */
  /* (nullable): of a row: chooses key and look of the @k-th curve */
  void (*choose) (IplPlot *plot, IplMark *mark, gsize k, gsize n);
} IplCurve;

/* What is recorded while something is learned, against time: a panel as a value. */
struct _IplCourse
{
  IplPlotAxis y[2]; /* the words of the first array where there is no title */
  IplCurve curves[7];
  void (*more) (IplPlot *plot, const IplView *view); /* (nullable): adds what no curve can say */
  gboolean log_time, marks_least;
  gboolean keys_of_several; /* one curve alone has no key */
  gboolean keys_of_all;     /* above all axes */
};

#define IPL_FREE_RANGE .lo = NAN, .hi = NAN, .pad = 0.05
#define IPL_COURSE .build = ipl_course_build, .course = &(const IplCourse)

void ipl_course_build (IplPlot *plot, const IplView *view);
