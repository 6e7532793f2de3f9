/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

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
