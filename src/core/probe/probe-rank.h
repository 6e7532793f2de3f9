/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How well numbers of heads tell which of them the model misses most. */
#pragma once

#include <glib.h>

/* Resamples of an interval. */
#define IPL_PROBE_RESAMPLES 1000

/* @value: Spearman's rank correlation over the heads of which both are known, NaN of less than
 * three;
 * @low, @high: 2.5th and 97.5th percentiles over heads drawn with replacement */
void ipl_probe_rank (gsize n, const double *of, const double *drop, guint64 seed, double *value,
                     double *low, double *high);
