/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

/* The order parameter of learned attention (THEORY.md section 19.3): how much of the first path of
 * the case, with the heads that the case itself has, is in a path of learned attention. */
typedef struct
{
  const IplCase *the_case; /* borrowed */
  gsize count;             /* test sequences */
  double *alpha;           /* [count x T] of the first path of the case */
  double square;           /* sum of its squares */
} IplAttentionOrder;

gboolean ipl_attention_order_init (IplAttentionOrder *self, const IplCase *the_case,
                                   GError **error);
void ipl_attention_order_clear (IplAttentionOrder *self);
/* Overlap of the path that has the largest; @weights: [L] of the same tokens. */
gboolean ipl_attention_order_measure (const IplAttentionOrder *self, const IplLayerWeights *weights,
                                      double *order, GError **error);
/* The mean of attention over test sequences: [heads x T query x T key], layer 1 first. */
gboolean ipl_attention_mean (const IplCase *the_case, const IplLayerWeights *weights, double *mean,
                             GError **error);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplAttentionOrder, ipl_attention_order_clear)
