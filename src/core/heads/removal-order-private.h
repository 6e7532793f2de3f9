/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heads/head-report.h"
#include "core/heads/removal-order.h"

G_BEGIN_DECLS

/* Heads in the order they go: order: [n_heads - L]. A layer's last head is passed over. */
void ipl_removal_order_by_score (const IplHeadReport *report, gboolean reverse, guint *order);
/* [n_heads], the least goes first; FALSE where it is not known. */
gboolean ipl_removal_order_worths (const IplHeadReport *report, IplRemovalOrder order,
                                   double *worth);
/* By entropy or gradient, the least worth first, ties by index; FALSE with nothing in @order where
 * one is not known. */
gboolean ipl_removal_order_by_worth (const IplHeadReport *report, IplRemovalOrder which,
                                     guint *order);
void ipl_removal_order_random (const IplHeadReport *report, guint64 seed, guint index,
                               guint *order);

G_END_DECLS
