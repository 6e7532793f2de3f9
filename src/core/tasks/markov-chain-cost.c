/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a case of the hidden Markov chain takes, from its sizes. */
#include "core/tasks/markov-chain-attention-private.h"

#include "core/case/case-cost.h"

/* What the logits of one query and key take beside their products, in exponentials. */
#define LOGIT_EXPS 0.5
/* Gaussian numbers that are worth a number of a random head: drawn, and summed twice. */
#define HEAD_NUMBERS 1.6

/* One random head's products of the noise of one sequence. */
static double
product_seconds (const IplMarkovChain *self, double queries)
{
  double n = self->n_features, tokens = self->n_tokens;

  return ipl_cost_product_seconds (2 * n * queries * ((double)ipl_markov_chain_N0 (self) + 2)
                                   + 4 * n * queries * tokens + 4 * n * tokens);
}

/* One sequence on one thread. */
static double
sequence_seconds (const IplMarkovChain *self)
{
  double T = (double)ipl_markov_chain_T (self), rest = 1;
  gboolean noise = ipl_markov_chain_has_noise (self);
  double seconds = noise ? (double)ipl_markov_chain_n_draws (self) * ipl_cost_gaussian_seconds ()
                         : self->n_tokens * ipl_cost_gaussian_seconds ();

  for (guint l = self->n_layers; l-- > 0;)
    {
      double queries = (double)ipl_markov_attention_queries (self, l).count;

      for (guint h = 0; h < self->n_heads[l]; h++)
        {
          IplHeadKind kind = self->heads[l][h];

          if (kind == IPL_HEAD_RANDOM && noise)
            seconds += product_seconds (self, queries);
          if (kind == IPL_HEAD_RANDOM || kind == IPL_HEAD_GOOD)
            seconds += queries * T
                           * (ipl_cost_softmax_seconds () + LOGIT_EXPS * ipl_cost_exp_seconds ())
                       + ipl_cost_extend_seconds (rest, queries, T);
        }
      rest *= self->n_heads[l];
    }
  return seconds + ipl_cost_product_seconds (2 * rest * T * self->n_features);
}

/* The case without its examples. */
IplCase *
ipl_markov_chain_outline (const IplMarkovChain *self, const char *name, guint threads,
                          IplCost *cost, GError **error)
{
  g_autoptr (IplCase) outline = NULL;
  double T, stride, heads = 0, scratch;

  if (!ipl_markov_chain_validate (self, error))
    return NULL;
  outline = ipl_markov_chain_shape (self, name);
  outline->train.count = self->n_train;
  outline->tests[0].count = self->n_test;
  outline->tests[0].name = g_strdup ("test");
  ipl_markov_chain_names (self, outline);
  ipl_case_finish_names (outline);
  T = (double)outline->T;
  stride = (double)outline->N0 + 2;
  for (guint l = 0; l < self->n_layers; l++)
    for (guint h = 0; h < self->n_heads[l]; h++)
      heads += self->heads[l][h] == IPL_HEAD_RANDOM;
  scratch = (double)ipl_markov_chain_n_draws (self) + T * (2 * (double)outline->Pi + 8)
            + MIN (T, IPL_MARKOV_QUERIES) * (stride + 4 * T);
  ipl_cost_add (cost, IPL_COST_MAKING,
                (double)ipl_cost_count_examples (outline) * sequence_seconds (self) / threads
                    + heads * HEAD_NUMBERS * stride * stride * ipl_cost_gaussian_seconds (),
                ipl_cost_examples_bytes (outline),
                8 * (heads * (stride * stride + T * T) + threads * scratch));
  return g_steal_pointer (&outline);
}
