/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heads/head-report.h"
#include "core/heads/removal-order.h"

G_BEGIN_DECLS

/* How far one way of ranking heads agrees with that by their scores. Ties share their mean rank. */
typedef struct
{
  guint n; /* heads, of all layers */
  /* Spearman's rank correlation; NaN for less than three heads, or where all are worth the same */
  double spearman;
  double kendall; /* Kendall's tau-b; NaN likewise */
} IplOrderCorrelation;

void ipl_order_correlation (const IplHeadReport *report, IplRemovalOrder order,
                            IplOrderCorrelation *correlation);
double ipl_kendall (gsize n, const double *a, const double *b);

G_END_DECLS
