/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a case of the hidden Markov chain can take from those made before it. */
#include "core/tasks/markov-chain-stock-private.h"

#include <string.h>

#include "core/base/memory.h"
#include "core/case/feature-plan.h"

/* A slider makes cases with few and with all test sequences in turn. */
#define CASES 2
/* More than this is not worth keeping for the next case. */
#define MOST_BYTES (512.0 * 1024 * 1024)

/* Random numbers of one class of a set, a sequence at a time as they are needed. */
typedef struct
{
  guint count;
  double **draws; /* [count] of [ipl_markov_chain_n_draws()], NULL until drawn */
} Class;

typedef struct
{
  IplMarkovChain chain;
  IplCase *the_case;
} Made;

struct _IplMarkovChainStock
{
  guint64 seed;
  guint n_tokens, n_features;
  Class classes[2][2]; /* training and test, +1 and -1 */
  Made made[CASES];    /* newest first */
};

/**
 * ipl_markov_chain_stock_new:
 *
 * Returns: (transfer full): a stock with nothing in it
 */
IplMarkovChainStock *
ipl_markov_chain_stock_new (void)
{
  return g_new0 (IplMarkovChainStock, 1);
}

static void
forget_cases (IplMarkovChainStock *self)
{
  for (gsize i = 0; i < CASES; i++)
    g_clear_pointer (&self->made[i].the_case, ipl_case_unref);
}

static void
shrink (Class *class, guint count)
{
  for (guint i = count; i < class->count; i++)
    g_free (class->draws[i]);
  class->count = MIN (class->count, count);
}

static void
forget (IplMarkovChainStock *self)
{
  forget_cases (self);
  for (guint s = 0; s < 2; s++)
    for (guint c = 0; c < 2; c++)
      {
        shrink (&self->classes[s][c], 0);
        g_clear_pointer (&self->classes[s][c].draws, g_free);
      }
}

/**
 * ipl_markov_chain_stock_free:
 * @self: (transfer full) (nullable): the stock
 */
void
ipl_markov_chain_stock_free (IplMarkovChainStock *self)
{
  if (self == NULL)
    return;
  forget (self);
  g_free (self);
}

/**
 * ipl_markov_chain_stock_memory:
 * @chain: parameters
 *
 * Returns: bytes of random numbers, and of the path features of cases before, that a stock keeps
 *   for these
 */
double
ipl_markov_chain_stock_memory (const IplMarkovChain *chain)
{
  double n = (double)chain->n_train + chain->n_test, paths = 1;

  for (guint l = 0; l < chain->n_layers; l++)
    paths *= chain->n_heads[l];
  return n
         * (((double)ipl_markov_chain_n_draws (chain)
             + CASES * paths * (double)ipl_markov_chain_N0 (chain))
                * sizeof (double)
            + sizeof (double *));
}

/* The kinds of heads, and how many. */
static gboolean
same_heads (const IplMarkovChain *a, const IplMarkovChain *b)
{
  if (a->n_layers != b->n_layers)
    return FALSE;
  for (guint l = 0; l < a->n_layers; l++)
    {
      if (a->n_heads[l] != b->n_heads[l])
        return FALSE;
      for (guint h = 0; h < a->n_heads[l]; h++)
        if (a->heads[l][h] != b->heads[l][h])
          return FALSE;
    }
  return TRUE;
}

/* Whether any kind of head looks at beta. */
static gboolean
uses_beta (const IplMarkovChain *chain)
{
  for (guint l = 0; l < chain->n_layers; l++)
    for (guint h = 0; h < chain->n_heads[l]; h++)
      if (chain->heads[l][h] != IPL_HEAD_BLANK)
        return TRUE;
  return FALSE;
}

/* Whether a sequence that goes through the same states has the same path features with both. */
static gboolean
same_but_states (const IplMarkovChain *a, const IplMarkovChain *b)
{
  return a->noise_parallel == b->noise_parallel && a->noise_perpendicular == b->noise_perpendicular
         && (a->beta == b->beta || !uses_beta (a)) && same_heads (a, b);
}

static gboolean
extend (Class *class, guint count)
{
  double **draws;

  if (count <= class->count)
    return TRUE;
  draws = g_try_renew (double *, class->draws, count);
  if (draws == NULL)
    return FALSE;
  memset (draws + class->count, 0, (count - class->count) * sizeof *draws);
  class->draws = draws;
  class->count = count;
  return TRUE;
}

/*< private >
 * ipl_markov_chain_stock_prepare:
 * @self: the stock
 * @chain: parameters of the case that is to be made
 *
 * Throws away what cannot serve it. The memory of what will be drawn is asked for.
 *
 * Returns: whether the stock is to be used; else there is no memory for it, and nothing is in it
 */
gboolean
ipl_markov_chain_stock_prepare (IplMarkovChainStock *self, const IplMarkovChain *chain)
{
  double bytes = ipl_markov_chain_stock_memory (chain);
  guint halves[2] = { chain->n_train / 2, chain->n_test / 2 };
  gboolean ok;

  if (self->seed != chain->seed || self->n_tokens != chain->n_tokens
      || self->n_features != chain->n_features)
    forget (self);
  self->seed = chain->seed;
  self->n_tokens = chain->n_tokens;
  self->n_features = chain->n_features;
  ok = bytes <= MOST_BYTES && ipl_memory_ask (bytes, "Keeping what was drawn", "", NULL);
  for (guint s = 0; s < 2; s++)
    for (guint c = 0; c < 2; c++)
      ok = ok && extend (&self->classes[s][c], halves[s]);
  if (!ok)
    forget (self);
  return ok;
}

/*< private >
 * ipl_markov_chain_stock_draws:
 * @self: (nullable): the stock
 * @rng: a generator, seeded here
 * @scratch: (out): [ipl_markov_chain_n_draws()] for what is not kept
 *
 * Two threads may ask at once, for different sequences.
 *
 * Returns: (transfer none): the random numbers of a sequence
 */
const double *
ipl_markov_chain_stock_draws (IplMarkovChainStock *self, const IplMarkovChain *chain,
                              IplMarkovStream stream, gboolean minus, guint index, gsl_rng *rng,
                              double *scratch)
{
  Class *class = self != NULL ? &self->classes[stream == IPL_CHAIN_TEST][minus ? 1 : 0] : NULL;
  double *draws = class != NULL ? class->draws[index] : NULL;

  if (draws != NULL)
    return draws;
  if (class != NULL)
    draws = class->draws[index] = g_try_new (double, ipl_markov_chain_n_draws (chain));
  if (draws == NULL)
    {
      ipl_markov_chain_draw (chain, stream, minus, index, ipl_markov_chain_has_noise (chain), rng,
                             scratch);
      return scratch;
    }
  ipl_markov_chain_draw (chain, stream, minus, index, TRUE, rng, draws);
  return draws;
}

static const IplExamples *
examples_of (const IplCase *the_case, IplMarkovStream stream)
{
  return stream == IPL_CHAIN_TEST ? &the_case->tests[0] : &the_case->train;
}

/* Where the same sequences, in the same places of a block, were in a set of another size; G_MAXSIZE
 * where they were not. */
static gsize
find_block (gsize first, gsize count, gsize half, const IplExamples *before, gsize block)
{
  gsize old_half = before->count / 2, old_first = first;

  if (half != old_half)
    {
      if (first < half && first + count > half)
        return G_MAXSIZE;
      if (first >= half)
        old_first = first - half + old_half;
      /* The class must be as long there, and the block as long and at a block's place. */
      if (old_first % block != 0 || (first < half && first + count > old_half)
          || (first >= half && old_first < old_half))
        return G_MAXSIZE;
    }
  if (old_first + count > before->count || MIN (block, before->count - old_first) != count)
    return G_MAXSIZE;
  return old_first;
}

/*< private >
 * ipl_markov_chain_stock_copy_block:
 * @self: the stock
 * @first: first sequence of a block
 * @count: its number of sequences
 * @rng: a generator
 * @scratch: (out): [ipl_markov_chain_n_draws()]
 * @xi: (out): [@count, Pi, N0]
 *
 * Returns: whether the block's path features are those of a case before, and so are in @xi
 */
gboolean
ipl_markov_chain_stock_copy_block (IplMarkovChainStock *self, const IplMarkovChain *chain,
                                   IplMarkovStream stream, gsize first, gsize count, gsl_rng *rng,
                                   double *scratch, double *xi)
{
  gsize half = (stream == IPL_CHAIN_TEST ? chain->n_test : chain->n_train) / 2;
  gsize block = ipl_feature_block (ipl_markov_chain_T (chain));

  for (gsize k = 0; k < CASES && self->made[k].the_case != NULL; k++)
    {
      const Made *made = &self->made[k];
      const IplExamples *before = examples_of (made->the_case, stream);
      gsize size = made->the_case->Pi * made->the_case->N0, at;
      gboolean same = same_but_states (chain, &made->chain);

      at = same ? find_block (first, count, half, before, block) : G_MAXSIZE;
      if (at == G_MAXSIZE)
        continue;
      for (gsize i = first; same && i < first + count; i++)
        {
          gboolean minus = i >= half;
          const double *draws = ipl_markov_chain_stock_draws (
              self, chain, stream, minus, (guint)(i - (minus ? half : 0)), rng, scratch);

          same = ipl_markov_chain_same_states (chain, &made->chain, minus, draws);
        }
      if (!same)
        continue;
      memcpy (xi, before->xi + at * size, count * size * sizeof (double));
      return TRUE;
    }
  return FALSE;
}

/*< private >
 * ipl_markov_chain_stock_remember:
 * @self: the stock
 * @chain: parameters
 * @the_case: the case that was made of them, of which a reference is taken
 */
void
ipl_markov_chain_stock_remember (IplMarkovChainStock *self, const IplMarkovChain *chain,
                                 IplCase *the_case)
{
  g_clear_pointer (&self->made[CASES - 1].the_case, ipl_case_unref);
  memmove (self->made + 1, self->made, (CASES - 1) * sizeof *self->made);
  self->made[0] = (Made){ *chain, ipl_case_ref (the_case) };
}

/**
 * ipl_markov_chain_fewer_tests:
 * @self: parameters
 * @most: about how many test sequences there may be
 *
 * Leaves out most of the test sequences, where there are many more: for a first answer while a
 * control is dragged. What is left is in the whole set too, at places where
 * ipl_markov_chain_generate_from() finds it again.
 *
 * Returns: whether there are fewer now
 */
gboolean
ipl_markov_chain_fewer_tests (IplMarkovChain *self, guint most)
{
  guint block = (guint)ipl_feature_block (ipl_markov_chain_T (self)), half = self->n_test / 2;
  guint few = most / 2;

  if (half < 2 * few)
    return FALSE;
  few += (half - few) % block;
  if (few == 0 || few > half)
    return FALSE;
  self->n_test = 2 * few;
  return TRUE;
}
