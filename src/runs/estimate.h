/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The time of a run from its first rows or its first steps, within a factor of three. */
#pragma once

#include "core/theory/kernel.h"

/* The time of a run that reports its progress. Zero-initialised. */
typedef struct
{
  gint64 first_usec; /* when the first fraction was reported, 0 where none was */
  gint64 from_usec;  /* when @from was reported, 0 before */
  double from;       /* from this fraction on the rate is measured */
  double seconds;    /* of all of it from @first_usec on; 0 while it is not known */
} IplEstimate;

gboolean ipl_estimate_add (IplEstimate *self, double fraction, gint64 now_usec);

/* Rows are timed until so many seconds are spent. */
#define IPL_ESTIMATE_SECONDS 2.0

/* Computes a row. Returns: the seconds that it takes, negative where it fails */
typedef double (*IplEstimateRow) (guint row, gpointer data);

double ipl_estimate_work (const IplKernel *kernel);
double ipl_estimate_rows (guint n, const double *work, IplEstimateRow time_row, gpointer data);
