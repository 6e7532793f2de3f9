/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Path features of the task's sequences, of which no token is ever composed (THEORY.md section
 * 7.5). */
#include "core/tasks/markov-chain-features-private.h"

#include <cblas.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/case/attention-rows.h"

struct _IplMarkovFeatures
{
  const IplMarkovAttention *attention;
  const IplMarkovChain *chain;
  gsize Pi;
  IplMarkovParts parts;
  double *means;               /* [2, T], where none are kept */
  IplMarkovProducts products;  /* of IPL_MARKOV_QUERIES queries, where none are kept */
  double *O;                   /* [IPL_MARKOV_QUERIES, T] attention, rows sum to 1 */
  double *partial, *following; /* [Pi, T] partial paths of a layer and of the one after it */
  double *space;               /* of all of these */
};

/* All memory is taken here, so that computing cannot fail. */
IplMarkovFeatures *
ipl_markov_features_new (const IplMarkovAttention *attention, const IplMarkovChain *chain,
                         GError **error)
{
  g_autoptr (IplMarkovFeatures) self = g_new0 (IplMarkovFeatures, 1);
  double T = (double)ipl_markov_chain_T (chain), N0 = (double)ipl_markov_chain_N0 (chain);
  double queries = MIN (T, IPL_MARKOV_QUERIES), Pi = 1;
  IplMarkovParts *parts = &self->parts;
  IplMarkovProducts *products = &self->products;

  self->attention = attention;
  self->chain = chain;
  for (guint l = 0; l < chain->n_layers; l++)
    Pi *= chain->n_heads[l];
  self->Pi = (gsize)Pi;
  self->space = ipl_try_parts ("Computing path features", error, { &self->means, 2 * T },
                               { &parts->a, 2 * T }, { &parts->v, 2 * T },
                               { &parts->Z, queries * (N0 + 2) }, { &parts->K, T * queries },
                               { &products->keys, 2 * T }, { &products->square, queries * T },
                               { &products->cross, queries * T }, { &products->plane, 2 * queries },
                               { &self->O, queries * T }, { &self->partial, Pi * T },
                               { &self->following, Pi * T });
  return self->space != NULL ? g_steal_pointer (&self) : NULL;
}

void
ipl_markov_features_free (IplMarkovFeatures *self)
{
  if (self == NULL)
    return;
  g_free (self->space);
  g_free (self);
}

/* What ipl_markov_features_run() needs of this sequence's noise and the random heads, whatever the
 * other parameters are. @kept: [ipl_markov_attention_n_products()]. */
void
ipl_markov_features_fill (IplMarkovFeatures *self, const double *draws, double *kept)
{
  self->parts.noise = draws + self->chain->n_tokens;
  ipl_markov_chain_means (self->chain, draws, kept);
  ipl_markov_attention_fill (self->attention, &self->parts, kept);
}

/* Attention of some queries of a good or random head. */
static void
attend (IplMarkovFeatures *self, guint l, guint h, IplMarkovQueries queries, double *kept)
{
  const IplMarkovChain *chain = self->chain;
  IplMarkovProducts products = self->products;
  gboolean needed = chain->heads[l][h] == IPL_HEAD_RANDOM && self->parts.noise != NULL;
  gsize T = ipl_markov_chain_T (chain);

  if (needed && kept != NULL)
    {
      gsize t = queries.from - ipl_markov_attention_queries (chain, l).from;

      products = ipl_markov_attention_place (chain, l, h, kept);
      products.square += t * T;
      products.cross += t * T;
      products.plane += 2 * t;
    }
  else if (needed)
    {
      ipl_markov_attention_multiply_keys (self->attention, l, h, &self->parts, &products);
      ipl_markov_attention_multiply (self->attention, l, h, queries, &self->parts, &products);
    }
  ipl_markov_attention_logits (self->attention, chain, l, h, queries, &self->parts,
                               needed ? &products : NULL, self->O);
  ipl_features_softmax_rows (self->O, queries.count, T);
}

/* The partial paths of layer @l through its head @h from the @rest ones of the layer after it. */
static void
extend_paths (IplMarkovFeatures *self, guint l, guint h, gsize rest, double *kept)
{
  const IplMarkovChain *chain = self->chain;
  IplMarkovQueries all = ipl_markov_attention_queries (chain, l);
  gsize T = ipl_markov_chain_T (chain);
  double *to = self->partial + h * rest * T;

  if (chain->heads[l][h] == IPL_HEAD_UNIFORM || chain->heads[l][h] == IPL_HEAD_BLANK)
    {
      for (gsize p = 0; p < rest; p++)
        {
          double sum = 0;

          for (gsize t = 0; t < all.count; t++)
            sum += self->following[p * T + all.from + t];
          for (gsize t = 0; t < T; t++)
            to[p * T + t] = sum / (double)T;
        }
      return;
    }
  for (gsize t = 0; t < all.count; t += IPL_MARKOV_QUERIES)
    {
      IplMarkovQueries some = { all.from + t, MIN (IPL_MARKOV_QUERIES, all.count - t) };

      attend (self, l, h, some, kept);
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (blasint)rest, (blasint)T,
                   (blasint)some.count, 1.0, self->following + some.from, (blasint)T, self->O,
                   (blasint)T, t > 0 ? 1.0 : 0.0, to, (blasint)T);
    }
}

/* xi^p = sum_t x_t alpha^p_t, where x_t is a state with noise beside a one-hot position */
static void
sum_tokens (const IplMarkovFeatures *self, const double *alpha, double *xi)
{
  const IplMarkovChain *chain = self->chain;
  const IplMarkovParts *parts = &self->parts;
  gsize n = chain->n_features, N0 = ipl_markov_chain_N0 (chain), T = ipl_markov_chain_T (chain);

  if (parts->noise != NULL)
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (blasint)self->Pi, (blasint)n,
                 (blasint)chain->n_tokens, chain->noise_perpendicular, alpha + 1, (blasint)T,
                 parts->noise, (blasint)n, 0.0, xi, (blasint)N0);
  for (gsize p = 0; p < self->Pi; p++, alpha += T, xi += N0)
    {
      if (parts->noise == NULL)
        memset (xi, 0, n * sizeof (double));
      for (gsize c = 0; c < 2; c++)
        {
          double sum = 0;

          for (gsize t = 0; t < T; t++)
            sum += parts->a[c * T + t] * alpha[t];
          for (gsize i = c * (n / 2); i < (c + 1) * (n / 2); i++)
            xi[i] += sum;
        }
      memcpy (xi + n, alpha, T * sizeof (double));
    }
}

/* Path features of one sequence, to the last bit the same with and without @kept. @xi: [Pi, N0]. */
void
ipl_markov_features_run (IplMarkovFeatures *self, gboolean minus, const double *draws, double *kept,
                         double *xi)
{
  const IplMarkovChain *chain = self->chain;
  IplMarkovParts *parts = &self->parts;
  gsize T = ipl_markov_chain_T (chain), rest = 1;

  parts->noise = ipl_markov_chain_has_noise (chain) ? draws + chain->n_tokens : NULL;
  parts->means = kept != NULL ? kept : self->means;
  if (parts->noise != NULL && kept == NULL)
    ipl_markov_chain_means (chain, draws, self->means);
  ipl_markov_chain_halves (chain, minus, draws, parts->noise != NULL ? parts->means : NULL,
                           parts->a);
  memset (self->following, 0, T * sizeof (double));
  self->following[T - 1] = 1;
  for (guint l = chain->n_layers; l-- > 0;)
    {
      double *swap = self->following;

      for (guint h = 0; h < chain->n_heads[l]; h++)
        extend_paths (self, l, h, rest, kept);
      rest *= chain->n_heads[l];
      self->following = self->partial;
      self->partial = swap;
    }
  sum_tokens (self, self->following, xi);
}
