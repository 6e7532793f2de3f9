/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

void ipl_features_softmax_rows (double *logits, gsize rows, gsize n);
gboolean ipl_attention_is_causal (const double *attention, gsize n, gsize T);
double ipl_features_entropy_sum (const double *O, gsize rows, gsize n);
