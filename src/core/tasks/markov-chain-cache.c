/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data that a case of the hidden Markov chain takes from those made before it. */
#include "core/tasks/markov-chain-private.h"

#include <string.h>

#include "core/base/memory.h"

/* A slider makes cases with few and with all test sequences in turn. */
#define CASES 2
/* More than this is not worth keeping for the next case. */
#define MOST_BYTES (512.0 * 1024 * 1024)

/* Random numbers of one class of a set, a sequence at a time as they are needed. */
typedef struct
{
  guint count;
  double **draws;    /* [count] of [ipl_markov_chain_n_draws()], NULL until drawn */
  double **products; /* [count] of [ipl_markov_attention_n_products()], NULL until needed */
} Class;

typedef struct
{
  IplMarkovChain chain;
  IplCase *the_case;
} Computed;

struct _IplMarkovChainCache
{
  guint64 seed;
  guint n_tokens, n_features;
  Class classes[2][2];  /* training and test, +1 and -1 */
  IplMarkovChain heads; /* whose heads @attention and products are of */
  IplMarkovAttention *attention;
  Computed cases[CASES]; /* newest first */
};

/* A stock with nothing in it. */
gpointer
ipl_markov_chain_cache_new (void)
{
  return g_new0 (IplMarkovChainCache, 1);
}

static void
forget_cases (IplMarkovChainCache *self)
{
  for (gsize i = 0; i < CASES; i++)
    g_clear_pointer (&self->cases[i].the_case, ipl_case_unref);
}

static void
shrink (Class *class, guint count)
{
  for (guint i = count; i < class->count; i++)
    {
      g_free (class->draws[i]);
      g_free (class->products[i]);
    }
  class->count = MIN (class->count, count);
}

static void
forget_heads (IplMarkovChainCache *self)
{
  for (guint s = 0; s < 2; s++)
    for (guint c = 0; c < 2; c++)
      for (guint i = 0; i < self->classes[s][c].count; i++)
        g_clear_pointer (&self->classes[s][c].products[i], g_free);
  g_clear_pointer (&self->attention, ipl_markov_attention_free);
}

static void
forget (IplMarkovChainCache *self)
{
  forget_cases (self);
  forget_heads (self);
  for (guint s = 0; s < 2; s++)
    for (guint c = 0; c < 2; c++)
      {
        shrink (&self->classes[s][c], 0);
        g_clear_pointer (&self->classes[s][c].draws, g_free);
        g_clear_pointer (&self->classes[s][c].products, g_free);
      }
}

void
ipl_markov_chain_cache_free (gpointer cache)
{
  if (cache != NULL)
    forget (cache);
  g_free (cache);
}

/* Bytes of a cache of random numbers, of their products with the random heads, and of earlier
 * path features; 0 if a cache is not worthwhile. */
static double
cache_memory (const IplMarkovChain *chain)
{
  double n = (double)chain->n_train + chain->n_test, paths = 1, bytes;

  for (guint l = 0; l < chain->n_layers; l++)
    paths *= chain->n_heads[l];
  bytes = n
          * (((double)ipl_markov_chain_n_draws (chain)
              + (double)ipl_markov_attention_n_products (chain)
              + CASES * paths * (double)ipl_markov_chain_N0 (chain))
                 * sizeof (double)
             + 2 * sizeof (double *));
  return bytes <= MOST_BYTES ? bytes : 0;
}

/* The kinds of heads, and how many. */
static gboolean
same_heads (const IplMarkovChain *a, const IplMarkovChain *b)
{
  return memcmp (&a->layers, &b->layers, sizeof a->layers) == 0;
}

/* TRUE if any kind of head looks at beta. */
static gboolean
uses_beta (const IplMarkovChain *chain)
{
  for (guint l = 0; l < chain->n_layers; l++)
    for (guint h = 0; h < chain->n_heads[l]; h++)
      if (chain->heads[l][h] != IPL_HEAD_BLANK)
        return TRUE;
  return FALSE;
}

/* TRUE if a sequence that goes through the same states has the same path features with both. */
static gboolean
same_but_states (const IplMarkovChain *a, const IplMarkovChain *b)
{
  return a->noise_parallel == b->noise_parallel && a->noise_perpendicular == b->noise_perpendicular
         && (a->beta == b->beta || !uses_beta (a)) && same_heads (a, b);
}

static gboolean
extend_list (double ***list, guint from, guint to)
{
  double **longer = g_try_renew (double *, *list, to);

  if (longer == NULL)
    return FALSE;
  memset (longer + from, 0, (to - from) * sizeof *longer);
  *list = longer;
  return TRUE;
}

static gboolean
extend (Class *class, guint count)
{
  if (count <= class->count)
    return TRUE;
  if (!extend_list (&class->draws, class->count, count)
      || !extend_list (&class->products, class->count, count))
    return FALSE;
  class->count = count;
  return TRUE;
}

/* Random numbers of sequences that neither this case nor the one before has are given back: a
 * slider makes cases with few and with all test sequences in turn. */
static void
forget_unused (IplMarkovChainCache *self, const IplMarkovChain *chain)
{
  const IplMarkovChain *before = self->cases[0].the_case != NULL ? &self->cases[0].chain : chain;
  guint most[2]
      = { MAX (chain->n_train, before->n_train) / 2, MAX (chain->n_test, before->n_test) / 2 };

  for (guint s = 0; s < 2; s++)
    for (guint c = 0; c < 2; c++)
      shrink (&self->classes[s][c], most[s]);
}

/* Drops unusable entries, and allocates memory for the draws to come. */
gboolean
ipl_markov_chain_cache_prepare (IplMarkovChainCache *self, const IplMarkovChain *chain)
{
  double bytes = cache_memory (chain);
  guint halves[2] = { chain->n_train / 2, chain->n_test / 2 };
  gboolean ok;

  if (self->seed != chain->seed || self->n_tokens != chain->n_tokens
      || self->n_features != chain->n_features)
    forget (self);
  else if (self->attention != NULL && !same_heads (&self->heads, chain))
    forget_heads (self);
  forget_unused (self, chain);
  self->seed = chain->seed;
  self->n_tokens = chain->n_tokens;
  self->n_features = chain->n_features;
  ok = bytes > 0 && ipl_memory_check (bytes, "Keeping what was drawn", "", NULL);
  for (guint s = 0; s < 2; s++)
    for (guint c = 0; c < 2; c++)
      ok = ok && extend (&self->classes[s][c], halves[s]);
  if (!ok)
    forget (self);
  return ok;
}

const IplMarkovAttention *
ipl_markov_chain_cache_attention (IplMarkovChainCache *self, const IplMarkovChain *chain,
                                  GError **error)
{
  if (self->attention == NULL)
    self->attention = ipl_markov_attention_new (chain, error);
  self->heads = *chain;
  return self->attention;
}

static Class *
class_of (IplMarkovChainCache *self, IplMarkovStream stream, guint class)
{
  return &self->classes[stream == IPL_CHAIN_TEST][class];
}

/* Two threads may call it at once, for different sequences. @scratch:
 * [ipl_markov_chain_n_draws()] for draws that are not cached. */
const double *
ipl_markov_chain_cache_draws (IplMarkovChainCache *self, const IplMarkovChain *chain,
                              IplMarkovStream stream, guint class, guint index, gsl_rng *rng,
                              double *scratch)
{
  Class *cached = self != NULL ? class_of (self, stream, class) : NULL;
  double *draws = cached != NULL ? cached->draws[index] : NULL;

  if (draws != NULL)
    return draws;
  if (cached != NULL)
    draws = cached->draws[index] = g_try_new (double, ipl_markov_chain_n_draws (chain));
  if (draws == NULL)
    {
      ipl_markov_chain_draw (chain, stream, class, index, ipl_markov_chain_has_noise (chain), rng,
                             scratch);
      return scratch;
    }
  ipl_markov_chain_draw (chain, stream, class, index, TRUE, rng, draws);
  return draws;
}

/* Thread-safe for different sequences. */
double *
ipl_markov_chain_cache_products (IplMarkovChainCache *self, IplMarkovStream stream, guint class,
                                 guint index, const double *draws, IplMarkovFeatures *features)
{
  double **at = &class_of (self, stream, class)->products[index];

  if (*at == NULL)
    {
      *at = g_try_new (double, ipl_markov_attention_n_products (&self->heads));
      if (*at != NULL)
        ipl_markov_features_fill (features, draws, *at);
    }
  return *at;
}

/* TRUE if the sequence's path features are those of a case before, and so are in @xi. @xi: [Pi,
 * N0]. */
gboolean
ipl_markov_chain_cache_copy (const IplMarkovChainCache *self, const IplMarkovChain *chain,
                             IplMarkovStream stream, guint class, guint index, const double *draws,
                             double *xi)
{
  for (gsize k = 0; k < CASES && self->cases[k].the_case != NULL; k++)
    {
      const IplCase *before = self->cases[k].the_case;
      const IplExamples *examples = stream == IPL_CHAIN_TEST ? &before->tests[0] : &before->train;
      gsize half = examples->count / 2, size = before->Pi * before->N0;

      if (index >= half || !same_but_states (chain, &self->cases[k].chain)
          || !ipl_markov_chain_same_states (chain, &self->cases[k].chain, class, draws))
        continue;
      memcpy (xi, examples->xi + (index + class * half) * size, size * sizeof (double));
      return TRUE;
    }
  return FALSE;
}

/* @the_case: the case made from the cache, of which a reference is taken. */
void
ipl_markov_chain_cache_remember (IplMarkovChainCache *self, const IplMarkovChain *chain,
                                 IplCase *the_case)
{
  g_clear_pointer (&self->cases[CASES - 1].the_case, ipl_case_unref);
  memmove (self->cases + 1, self->cases, (CASES - 1) * sizeof *self->cases);
  self->cases[0] = (Computed){ *chain, ipl_case_ref (the_case) };
}
