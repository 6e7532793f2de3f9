/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heads/head-report.h"

/* Order in which heads are removed one after the other. The last head of a layer is never
 * removed: an order skips it. */
typedef enum
{
  IPL_REMOVAL_BY_SCORE, /* heads of least score go first */
  IPL_REMOVAL_REVERSE,  /* heads of greatest score go first */
  /* heads of largest attention entropy, the most diffuse, first; requires known entropies */
  IPL_REMOVAL_BY_ENTROPY,
  /* heads of smallest gradient score first; requires a nonzero loss */
  IPL_REMOVAL_BY_GRADIENT,
  IPL_REMOVAL_RANDOM, /* in random orders */
  IPL_N_REMOVAL_ORDERS,
} IplRemovalOrder;

/* The list of a sentence. */
#define IPL_REMOVAL_ORDERS_TEXT "score, reverse, entropy, gradient and random"

const char *ipl_removal_order_id (IplRemovalOrder order);
gboolean ipl_removal_order_parse (const char *id, IplRemovalOrder *order);

/* Agreement of a ranking of heads with that by their scores. Ties have their mean rank. */
typedef struct
{
  guint n; /* heads, of all layers */
  /* Spearman's rank correlation; NaN for fewer than three heads, or equal values */
  double spearman;
  double kendall; /* Kendall's tau-b; NaN likewise */
} IplOrderCorrelation;

void ipl_order_correlation (const IplHeadReport *report, IplRemovalOrder order,
                            IplOrderCorrelation *correlation);
double ipl_kendall (gsize n, const double *a, const double *b);

/* Heads in the order of removal: order: [n_heads - L], ties by index; @index: of random orders.
 * A layer's last head is skipped. FALSE if the order is unavailable. */
gboolean ipl_removal_order_list (const IplHeadReport *report, IplRemovalOrder which, guint64 seed,
                                 guint index, guint *order);
