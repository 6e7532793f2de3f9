/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cases of the hidden Markov chain. */
#include "core/tasks/markov-chain-private.h"

#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/case/case-io.h"
#include "core/case/features.h"
#include "core/tasks/balanced-classes.h"

/* Sequences that a thread makes at a time. */
#define BLOCK 16

typedef struct
{
  const IplMarkovChain *chain;
  const IplMarkovAttention *attention;
  IplMarkovChainCache *cache; /* (nullable) */
  gsize Pi, T, N0;
} Making;

static guint
count_classes (const IplMarkovChain *chain)
{
  return MAX (chain->n_classes, 2);
}

/* Sequence @index of the set, and its path features. */
static void
make_one (const Making *making, IplExamples *examples, IplMarkovStream stream, gsize index,
          IplMarkovFeatures *features, gsl_rng *rng, double *scratch)
{
  gsize size = making->T * making->N0;
  gsize place;
  guint class = ipl_balanced_classes_at (count_classes (making->chain), examples->count, index,
                                         &place);
  double *xi = examples->xi + index * making->Pi * making->N0, *stored = NULL;
  const double *draws = ipl_markov_chain_cache_draws (making->cache, making->chain, stream, class,
                                                      (guint)place, rng, scratch);

  examples->structure[index] = ipl_markov_chain_count_changes (making->chain, class, draws);
  if (examples->x != NULL)
    ipl_markov_chain_compose (making->chain, class, draws, examples->x + index * size);
  if (making->cache != NULL)
    {
      if (ipl_markov_chain_cache_copy (making->cache, making->chain, stream, class, (guint)place,
                                       draws, xi))
        return;
      if (ipl_markov_chain_has_noise (making->chain))
        stored = ipl_markov_chain_cache_products (making->cache, stream, class, (guint)place, draws,
                                                  features);
    }
  ipl_markov_features_run (features, class, draws, stored, xi);
}

static gboolean
make_sequences (IplExamples *examples, gboolean test, gsize first, gsize count, gconstpointer data,
                GError **error)
{
  const Making *making = data;
  g_autoptr (IplMarkovFeatures) features
      = ipl_markov_features_new (making->attention, making->chain, error);
  g_autofree double *scratch = NULL;
  gsl_rng *rng;

  if (features != NULL)
    scratch = ipl_memory_try_doubles ((double)ipl_markov_chain_n_draws (making->chain),
                                      "The random numbers of a sequence", error);
  if (scratch == NULL)
    return FALSE;
  rng = gsl_rng_alloc (gsl_rng_mt19937);
  for (gsize i = first; i < first + count; i++)
    make_one (making, examples, test ? IPL_CHAIN_TEST : IPL_CHAIN_TRAIN, i, features, rng, scratch);
  gsl_rng_free (rng);
  return TRUE;
}

/* The case without names and examples. */
static IplCase *
chain_shape (const IplMarkovChain *self, const char *name)
{
  IplCase *the_case
      = ipl_balanced_classes_new (name, &self->layers, self->seed, ipl_markov_chain_T (self),
                                  ipl_markov_chain_N0 (self), self->n_train, self->n_test);

  the_case->readout = IPL_READOUT_LAST;
  the_case->structure_words = "how often the hidden state changes";
  if (self->n_classes > 0)
    {
      the_case->labels = (IplLabels){ IPL_LABELS_CLASSES, self->n_classes };
      the_case->output_names = g_new0 (char *, self->n_classes + 1);
    }
  for (guint k = 0; k < self->n_classes; k++)
    the_case->output_names[k] = g_strdup_printf ("stay %g", self->stay[k]);
  return the_case;
}

/* Generates the hidden-Markov-chain task (THEORY.md section 7) at the weights level, class +1
 * first in each set, or the K classes one after the other. Every sequence and every random head
 * has a separate stream of random numbers of the seed. A larger set of a class therefore begins
 * with the same sequences, to the last bit, and a change of other parameters changes only
 * dependent numbers. */
IplCase *
ipl_markov_chain_generate (gconstpointer own, const char *name, gboolean keep_inputs, guint threads,
                           GCancellable *cancellable, GError **error)
{
  return ipl_markov_chain_generate_from (own, NULL, name, keep_inputs, threads, cancellable, error);
}

/* Like ipl_markov_chain_generate(), to the last bit, but nothing is drawn or computed twice: noise
 * and hidden states are drawn once for a seed and multiplied with the random heads once, and
 * sequences that a changed parameter does not touch are those of a case before. */
IplCase *
ipl_markov_chain_generate_from (gconstpointer own, gpointer cache, const char *name,
                                gboolean keep_inputs, guint threads, GCancellable *cancellable,
                                GError **error)
{
  const IplMarkovChain *self = own;
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplMarkovAttention) attention = NULL; /* without a cache */
  Making making;

  if (threads == 0)
    threads = ipl_parallel_default_threads ();

  the_case = chain_shape (self, name);
  if (!ipl_case_check_size (self->n_train, self->n_test, the_case->Pi, the_case->N0,
                            the_case->labels.outputs, error)
      || (keep_inputs && !ipl_markov_chain_weights (self, the_case->weights, error)))
    return NULL;

  making = (Making){ .chain = self, .Pi = the_case->Pi, .T = the_case->T, .N0 = the_case->N0 };
  making.cache = cache != NULL && ipl_markov_chain_cache_prepare (cache, self) ? cache : NULL;
  if (making.cache != NULL)
    making.attention = ipl_markov_chain_cache_attention (making.cache, self, error);
  else
    making.attention = attention = ipl_markov_attention_new (self, error);
  if (making.attention == NULL
      || !ipl_balanced_classes_make (the_case, keep_inputs, BLOCK, make_sequences, &making, threads,
                                     cancellable, error))
    return NULL;
  ipl_markov_chain_names (self, the_case);
  ipl_case_finish_names (the_case);
  if (making.cache != NULL)
    ipl_markov_chain_cache_remember (making.cache, self, the_case);
  return g_steal_pointer (&the_case);
}
