/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heads/head-report.h"

/* In what order heads are removed one after the other. The last head of a layer is never removed:
 * an order passes over it. */
typedef enum
{
  IPL_REMOVAL_BY_SCORE, /* heads of least score go first */
  IPL_REMOVAL_REVERSE,  /* heads of greatest score go first */
  /* heads of greatest attention entropy, the most diffuse, go first; there is no such order where
   * entropies are not known */
  IPL_REMOVAL_BY_ENTROPY,
  /* heads to which the loss is least sensitive go first, those of least gradient score; there is
   * none where nothing of the loss is left */
  IPL_REMOVAL_BY_GRADIENT,
  IPL_REMOVAL_RANDOM, /* in random orders */
  IPL_N_REMOVAL_ORDERS,
} IplRemovalOrder;

/* The list of a sentence. */
#define IPL_REMOVAL_ORDERS_TEXT "score, reverse, entropy, gradient and random"

const char *ipl_removal_order_id (IplRemovalOrder order);
gboolean ipl_removal_order_parse (const char *id, IplRemovalOrder *order);

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

/* Heads in the order they go: order: [n_heads - L], ties by index; @index: of random orders. A
 * layer's last head is passed over. FALSE where there is no such order. */
gboolean ipl_removal_order_list (const IplHeadReport *report, IplRemovalOrder which, guint64 seed,
                                 guint index, guint *order);
