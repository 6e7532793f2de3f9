/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/tasks/markov-chain-attention-private.h"

G_BEGIN_DECLS

/* Scratch of one thread that computes path features. */
typedef struct _IplMarkovFeatures IplMarkovFeatures;

IplMarkovFeatures *ipl_markov_features_new (const IplMarkovAttention *attention,
                                            const IplMarkovChain *chain, GError **error);
void ipl_markov_features_free (IplMarkovFeatures *self);
void ipl_markov_features_fill (IplMarkovFeatures *self, const double *draws, double *kept);
void ipl_markov_features_run (IplMarkovFeatures *self, gboolean minus, const double *draws,
                              double *kept, double *xi);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplMarkovFeatures, ipl_markov_features_free)

G_END_DECLS
