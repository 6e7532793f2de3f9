/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/case.h"
#include "core/tasks/layer-heads.h"

/* Largest layers and heads the generated task offers (64 paths at the most). */
#define IPL_CHAIN_MAX_LAYERS IPL_LAYER_HEADS_MAX_LAYERS
#define IPL_CHAIN_MAX_HEADS IPL_LAYER_HEADS_MAX_HEADS

/* Beyond these numbers overflow, or take too long. */
#define IPL_CHAIN_MAX_EXAMPLES 1000000
#define IPL_CHAIN_MAX_TOKENS 10000
#define IPL_CHAIN_MAX_FEATURES 100000
#define IPL_CHAIN_MAX_FACTOR 1e6 /* of noise and attention */

/* Classes of the task with several stay probabilities. */
#define IPL_CHAIN_MIN_CLASSES 3
#define IPL_CHAIN_MAX_CLASSES 6

/* Kinds of attention head of the hidden-Markov-chain task (THEORY.md section 7). */
typedef enum
{
  IPL_HEAD_GOOD,    /* attends to its predecessor if that is in the same state, else to bos */
  IPL_HEAD_UNIFORM, /* zero features, all-ones positions */
  IPL_HEAD_RANDOM,  /* Gaussian features, positions and cross blocks */
  IPL_HEAD_BLANK,   /* all zero: attends uniformly */
} IplHeadKind;

/* Parameters of the hidden-Markov-chain task as plain values, copied by assignment; zero-filled
 * before use. */
typedef struct
{
  double stay_plus;                   /* probability to keep the state, class +1, in [0, 1] */
  double stay_minus;                  /* probability to stay, class -1 */
  guint n_classes;                    /* K > 2 classes instead of these two; 0 for the two */
  double stay[IPL_CHAIN_MAX_CLASSES]; /* [n_classes] their probabilities to keep the state */
  double noise_parallel;              /* s_par, sd of the noise in the plane of (v+, v-), >= 0 */
  double noise_perpendicular;         /* s_perp, sd of the rest, >= 0 */
  double beta;                        /* factor on all attention logits, >= 0 */
  guint n_train;                      /* P, both classes together, even */
  guint n_test;                       /* P', both classes together, even */
  guint n_tokens;                     /* T of the chain, without the beginning-of-sequence token */
  guint n_features;                   /* n_f, even */
  union
  {
    IplLayerHeads; /* of IplHeadKind */
    IplLayerHeads layers;
  };
  guint64 seed;
} IplMarkovChain;

void ipl_markov_chain_init_hmc4 (IplMarkovChain *self);
void ipl_markov_chain_init_hmc2 (IplMarkovChain *self);
void ipl_markov_chain_init_classes (IplMarkovChain *self);
/* @dynamics: an IplMarkovChain */
IplCase *ipl_markov_chain_generate (gconstpointer own, const char *name, gboolean keep_inputs,
                                    guint threads, GCancellable *cancellable, GError **error);

/* Cache of the draws of earlier cases, and of the last case. The next case, with other
 * parameters, reuses all parts that the change does not affect. */
typedef struct _IplMarkovChainCache IplMarkovChainCache;

gpointer ipl_markov_chain_cache_new (void);
void ipl_markov_chain_cache_free (gpointer cache);
IplCase *ipl_markov_chain_generate_from (gconstpointer own, gpointer cache, const char *name,
                                         gboolean keep_inputs, guint threads,
                                         GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplMarkovChainCache, ipl_markov_chain_cache_free)

const char *ipl_head_kind_name (IplHeadKind kind);
char *ipl_head_kind_dup_name (guint kind);
gboolean ipl_head_kind_parse (const char *name, guint *kind);
