/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gsl/gsl_rng.h>

#include "core/tasks/markov-chain.h"

G_BEGIN_DECLS

/* What a stream of random numbers is for. Streams of one case never meet: each has a range of
 * generator seeds of its own. */
typedef enum
{
  IPL_CHAIN_WEIGHTS,
  IPL_CHAIN_TRAIN,
  IPL_CHAIN_TEST,
} IplMarkovStream;

void ipl_markov_chain_seed (gsl_rng *rng, guint64 seed, IplMarkovStream stream, guint part,
                            guint index);

gsize ipl_markov_chain_n_draws (const IplMarkovChain *self);
void ipl_markov_chain_draw (const IplMarkovChain *self, IplMarkovStream stream, gboolean minus,
                            guint index, gboolean noise, gsl_rng *rng, double *draws);
gboolean ipl_markov_chain_same_states (const IplMarkovChain *self, const IplMarkovChain *other,
                                       gboolean minus, const double *draws);
guint ipl_markov_chain_count_changes (const IplMarkovChain *self, gboolean minus,
                                      const double *draws);
void ipl_markov_chain_compose (const IplMarkovChain *self, gboolean minus, const double *draws,
                               double *x);
void ipl_markov_chain_means (const IplMarkovChain *self, const double *draws, double *means);
void ipl_markov_chain_halves (const IplMarkovChain *self, gboolean minus, const double *draws,
                              const double *means, double *a);
void ipl_markov_chain_random_head (const IplMarkovChain *self, guint l, guint h, double factor,
                                   double *W, gsize stride);
gboolean ipl_markov_chain_weights (const IplMarkovChain *self, IplLayerWeights *weights,
                                   GError **error);
IplCase *ipl_markov_chain_shape (const IplMarkovChain *self, const char *name);
void ipl_markov_chain_names (const IplMarkovChain *self, IplCase *the_case);

static inline gsize
ipl_markov_chain_T (const IplMarkovChain *self)
{
  return (gsize)self->n_tokens + 1;
}

static inline gsize
ipl_markov_chain_N0 (const IplMarkovChain *self)
{
  return (gsize)self->n_features + self->n_tokens + 1;
}

static inline gboolean
ipl_markov_chain_has_noise (const IplMarkovChain *self)
{
  return self->noise_parallel != 0 || self->noise_perpendicular != 0;
}

G_END_DECLS
