/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/tasks/markov-chain-features-private.h"

G_BEGIN_DECLS

gboolean ipl_markov_chain_stock_prepare (IplMarkovChainStock *self, const IplMarkovChain *chain);
const double *ipl_markov_chain_stock_draws (IplMarkovChainStock *self, const IplMarkovChain *chain,
                                            IplMarkovStream stream, gboolean minus, guint index,
                                            gsl_rng *rng, double *scratch);
const IplMarkovAttention *ipl_markov_chain_stock_attention (IplMarkovChainStock *self,
                                                            const IplMarkovChain *chain,
                                                            GError **error);
double *ipl_markov_chain_stock_products (IplMarkovChainStock *self, IplMarkovStream stream,
                                         gboolean minus, guint index, const double *draws,
                                         IplMarkovFeatures *features);
gboolean ipl_markov_chain_stock_copy (const IplMarkovChainStock *self, const IplMarkovChain *chain,
                                      IplMarkovStream stream, gboolean minus, guint index,
                                      const double *draws, double *xi);
void ipl_markov_chain_stock_remember (IplMarkovChainStock *self, const IplMarkovChain *chain,
                                      IplCase *the_case);

G_END_DECLS
