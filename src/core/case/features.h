/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

gboolean ipl_features_compute (const IplLayerWeights *weights, double *const *attention, guint L,
                               const guint *H, const double *residual, gsize T, gsize N0,
                               IplReadout readout, gsize count, const double *x, double *xi,
                               guint threads, GCancellable *cancellable, GError **error);
gboolean ipl_features_entropy (const IplLayerWeights *weights, double *const *attention, guint L,
                               const guint *H, const double *residual, gsize T, gsize N0,
                               gsize count, const double *x, double *entropy, guint threads,
                               GCancellable *cancellable, GError **error);
void ipl_features_attention_matrix (const IplLayerWeights *weights, guint head, gsize T, gsize N0,
                                    const double *x, double *O);
gboolean ipl_features_check (const double *xi, gsize count, gsize Pi, gsize N0, GError **error);

/* Added to an IplAttentionRule: a causal mask, no token attends to a later one. */
#define IPL_ATTENTION_CAUSAL 16

/* The keys of a query among n tokens; the others have no attention. */
static inline gsize
ipl_attention_n_keys (IplAttentionRule rule, gsize query, gsize n)
{
  return rule & IPL_ATTENTION_CAUSAL ? query + 1 : n;
}

void ipl_attention_rows (IplAttentionRule rule, double *logits, gsize rows, gsize first, gsize n);
void ipl_features_softmax_rows (double *logits, gsize rows, gsize n);
gboolean ipl_attention_is_causal (const double *attention, gsize n, gsize T);
double ipl_features_entropy_sum (const double *O, gsize rows, gsize n);

/* The inputs of one network's path features, prepared once and shared by threads. */
typedef struct _IplFeaturePlan IplFeaturePlan;

IplFeaturePlan *ipl_feature_plan_new (const IplLayerWeights *weights, guint L, const guint *H,
                                      const double *residual, gsize T, gsize N0, IplReadout readout,
                                      guint threads, GError **error);
void ipl_feature_plan_free (IplFeaturePlan *self);
gsize ipl_feature_block (gsize T);
void ipl_feature_plan_run (IplFeaturePlan *self, gsize count, const double *x,
                           const double *const *attention, double *xi, GCancellable *cancellable);
void ipl_feature_plan_entropy (IplFeaturePlan *self, gsize count, const double *x,
                               const double *const *attention, double *entropy,
                               GCancellable *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplFeaturePlan, ipl_feature_plan_free)
