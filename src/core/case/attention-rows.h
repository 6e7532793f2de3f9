/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"

void ipl_attention_rows (IplAttentionRule rule, double *logits, gsize rows, gsize n);
void ipl_features_softmax_rows (double *logits, gsize rows, gsize n);
gboolean ipl_attention_is_causal (const double *attention, gsize n, gsize T);
double ipl_features_entropy_sum (const double *O, gsize rows, gsize n);
