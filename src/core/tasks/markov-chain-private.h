/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gsl/gsl_rng.h>

#include "core/tasks/markov-chain.h"

/* The purposes of random streams. Streams of one case never overlap: each has its own range of
 * generator seeds. */
typedef enum
{
  IPL_CHAIN_WEIGHTS,
  IPL_CHAIN_TRAIN,
  IPL_CHAIN_TEST,
} IplMarkovStream;

void ipl_markov_chain_seed (gsl_rng *rng, guint64 seed, IplMarkovStream stream, guint part,
                            guint index);

gsize ipl_markov_chain_n_draws (const IplMarkovChain *self);
void ipl_markov_chain_draw (const IplMarkovChain *self, IplMarkovStream stream, guint class,
                            guint index, gboolean noise, gsl_rng *rng, double *draws);
gboolean ipl_markov_chain_same_states (const IplMarkovChain *self, const IplMarkovChain *other,
                                       guint class, const double *draws);
guint ipl_markov_chain_count_changes (const IplMarkovChain *self, guint class, const double *draws);
void ipl_markov_chain_compose (const IplMarkovChain *self, guint class, const double *draws,
                               double *x);
void ipl_markov_chain_means (const IplMarkovChain *self, const double *draws, double *means);
void ipl_markov_chain_halves (const IplMarkovChain *self, guint class, const double *draws,
                              const double *means, double *a);
void ipl_markov_chain_random_head (const IplMarkovChain *self, guint l, guint h, double factor,
                                   double *W, gsize stride);
gboolean ipl_markov_chain_weights (const IplMarkovChain *self, IplLayerWeights *weights,
                                   GError **error);
void ipl_markov_chain_names (const IplMarkovChain *self, IplCase *the_case);

/* The probability that a class keeps its state: of two classes +1 is the first. */
static inline double
ipl_markov_chain_stay (const IplMarkovChain *self, guint class)
{
  return self->n_classes > 0 ? self->stay[class] : class > 0 ? self->stay_minus : self->stay_plus;
}

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

/* Queries whose attention is held at a time. Fixed, so that results do not depend on the cache. */
#define IPL_MARKOV_QUERIES 64

/* The heads of one task without the factor beta, prepared once and shared by threads. */
typedef struct _IplMarkovAttention IplMarkovAttention;

/* Some query tokens of a layer. */
typedef struct
{
  gsize from, count;
} IplMarkovQueries;

IplMarkovAttention *ipl_markov_attention_new (const IplMarkovChain *chain, GError **error);
void ipl_markov_attention_free (IplMarkovAttention *self);
gsize ipl_markov_attention_n_products (const IplMarkovChain *chain);

/* The required queries of a layer: in the last layer only the token of the readout. */
static inline IplMarkovQueries
ipl_markov_attention_queries (const IplMarkovChain *chain, guint l)
{
  gsize T = ipl_markov_chain_T (chain);

  return l + 1 < chain->n_layers ? (IplMarkovQueries){ 0, T } : (IplMarkovQueries){ T - 1, 1 };
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplMarkovAttention, ipl_markov_attention_free)

/* Scratch of one thread that computes path features. */
typedef struct _IplMarkovFeatures IplMarkovFeatures;

IplMarkovFeatures *ipl_markov_features_new (const IplMarkovAttention *attention,
                                            const IplMarkovChain *chain, GError **error);
void ipl_markov_features_free (IplMarkovFeatures *self);
void ipl_markov_features_fill (IplMarkovFeatures *self, const double *draws, double *stored);
void ipl_markov_features_run (IplMarkovFeatures *self, guint class, const double *draws,
                              double *stored, double *xi);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplMarkovFeatures, ipl_markov_features_free)

gboolean ipl_markov_chain_cache_prepare (IplMarkovChainCache *self, const IplMarkovChain *chain);
const double *ipl_markov_chain_cache_draws (IplMarkovChainCache *self, const IplMarkovChain *chain,
                                            IplMarkovStream stream, guint class, guint index,
                                            gsl_rng *rng, double *scratch);
const IplMarkovAttention *ipl_markov_chain_cache_attention (IplMarkovChainCache *self,
                                                            const IplMarkovChain *chain,
                                                            GError **error);
double *ipl_markov_chain_cache_products (IplMarkovChainCache *self, IplMarkovStream stream,
                                         guint class, guint index, const double *draws,
                                         IplMarkovFeatures *features);
gboolean ipl_markov_chain_cache_copy (const IplMarkovChainCache *self, const IplMarkovChain *chain,
                                      IplMarkovStream stream, guint class, guint index,
                                      const double *draws, double *xi);
void ipl_markov_chain_cache_remember (IplMarkovChainCache *self, const IplMarkovChain *chain,
                                      IplCase *the_case);
