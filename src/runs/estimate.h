/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Estimates the time of a run from its first rows or steps, within a factor of three. */
#pragma once

#include "core/kernel/kernel.h"

/* Estimate for a run that reports its progress. Zero-initialised. */
typedef struct
{
  gint64 first_usec; /* time of the first known fraction; 0 before it */
  gint64 from_usec;  /* time of @from; 0 before it */
  double from;       /* fraction at which the measurement of the rate begins */
  double seconds;    /* duration of the complete run from @first_usec on; 0 while unknown */
} IplEstimate;

gboolean ipl_estimate_add (IplEstimate *self, double fraction, gint64 now_usec);

/* Time that is spent on timing rows. */
#define IPL_ESTIMATE_SECONDS 2.0

/* Computes a row.
 * Returns: seconds that the row takes; negative if it fails */
typedef double (*IplEstimateRow) (guint row, gpointer data);

double ipl_estimate_work (const IplKernel *kernel);
double ipl_estimate_rows (guint n, const double *work, IplEstimateRow time_row, gpointer data);
