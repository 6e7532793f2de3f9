/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

/* A head: the logit of key s and query t is (Q x_t) . (K x_s). */
typedef struct
{
  gsize width;              /* rows of Q; 0 if all logits are 0 */
  gsize query_row;          /* its first row in the layer's stack of Q */
  gsize key_row;            /* its first row in the layer's stack of K */
  gboolean tokens_are_keys; /* K is the identity */
} IplFeatureHead;

/* The heads of one layer, stacked so that each kind of projection is one product. */
typedef struct
{
  guint H;
  gsize N0;
  IplAttentionRule rule;
  IplFeatureHead *heads; /* [H] */
  gsize n_query;
  gsize n_key;
  double *query; /* [n_query, N0] */
  double *key;   /* [n_key, N0] */
} IplFeatureLayer;

gboolean ipl_feature_layer_init (IplFeatureLayer *self, const IplLayerWeights *weights, guint H,
                                 gsize N0, gboolean many_queries, GError **error);
void ipl_feature_layer_clear (IplFeatureLayer *self);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplFeatureLayer, ipl_feature_layer_clear)
