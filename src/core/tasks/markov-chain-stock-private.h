/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/tasks/markov-chain-private.h"

G_BEGIN_DECLS

gboolean ipl_markov_chain_stock_prepare (IplMarkovChainStock *self, const IplMarkovChain *chain);
const double *ipl_markov_chain_stock_draws (IplMarkovChainStock *self, const IplMarkovChain *chain,
                                            IplMarkovStream stream, gboolean minus, guint index,
                                            gsl_rng *rng, double *scratch);
gboolean ipl_markov_chain_stock_copy_block (IplMarkovChainStock *self, const IplMarkovChain *chain,
                                            IplMarkovStream stream, gsize first, gsize count,
                                            gsl_rng *rng, double *scratch, double *xi);
void ipl_markov_chain_stock_remember (IplMarkovChainStock *self, const IplMarkovChain *chain,
                                      IplCase *the_case);

G_END_DECLS
