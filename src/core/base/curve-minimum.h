/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Fall and recovery of a curve. */
typedef struct
{
  double first, least, last; /* numbers; NaN if there are none */
  gsize at;                  /* place of the least, the first of equals */
  double fall;               /* from the first to the least, over the first */
  double back; /* rise from the least to the last, over the fall; NaN without a fall */
} IplCurveMinimum;

IplCurveMinimum ipl_curve_minimum_find (const double *values, gsize n, gsize stride);
