/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logits of the task's heads from what its tokens are made of: a state, noise and a one-hot
 * position. What costs most, products of noise with a random head, does not depend on the noise's
 * scales, beta or the states, and may be kept (THEORY.md section 7.5). */
#include "core/tasks/markov-chain-attention-private.h"

#include <cblas.h>
#include <string.h>

#include "core/base/memory.h"

struct _IplMarkovAttention
{
  IplMarkovChain chain; /* of which sizes, heads and seed matter */
  /* [N0 + 2, N0 + 2] key, query of each random head, NULL of others: features, positions, and the
   * sums of the features of either half; then once more [T query, T key] those of positions */
  double *W[IPL_CHAIN_MAX_LAYERS][IPL_CHAIN_MAX_HEADS];
};

static gsize
wide (const IplMarkovChain *chain)
{
  return ipl_markov_chain_N0 (chain) + 2;
}

/* Appends a row and a column for each half of the features. */
static void
append_plane (const IplMarkovChain *chain, double *W)
{
  gsize N0 = ipl_markov_chain_N0 (chain), stride = wide (chain), n = chain->n_features;

  for (gsize c = 0; c < 2; c++)
    {
      memset (W + (N0 + c) * stride, 0, stride * sizeof (double));
      for (gsize i = 0; i < N0; i++)
        W[i * stride + N0 + c] = 0;
    }
  for (gsize i = 0; i < N0; i++)
    for (gsize j = 0; j < n; j++)
      W[i * stride + N0 + (j >= n / 2)] += W[i * stride + j];
  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < stride; j++)
      W[(N0 + (i >= n / 2)) * stride + j] += W[i * stride + j];
}

/* [T query, T key] */
static double *
positions_of (const IplMarkovChain *chain, double *W)
{
  return W + wide (chain) * wide (chain);
}

static void
append_positions (const IplMarkovChain *chain, double *W)
{
  gsize T = ipl_markov_chain_T (chain), n = chain->n_features, stride = wide (chain);
  double *positions = positions_of (chain, W);

  for (gsize t = 0; t < T; t++)
    for (gsize s = 0; s < T; s++)
      positions[t * T + s] = W[(n + s) * stride + n + t];
}

IplMarkovAttention *
ipl_markov_attention_new (const IplMarkovChain *chain, GError **error)
{
  g_autoptr (IplMarkovAttention) self = g_new0 (IplMarkovAttention, 1);
  double stride = (double)wide (chain), T = (double)ipl_markov_chain_T (chain);

  self->chain = *chain;
  for (guint l = 0; l < chain->n_layers; l++)
    for (guint h = 0; h < chain->n_heads[l]; h++)
      {
        double *W;

        if (chain->heads[l][h] != IPL_HEAD_RANDOM)
          continue;
        W = self->W[l][h]
            = ipl_memory_try_doubles (stride * stride + T * T, "The attention heads", error);
        if (W == NULL)
          return NULL;
        ipl_markov_chain_random_head (chain, l, h, 1, W, wide (chain));
        append_plane (chain, W);
        append_positions (chain, W);
      }
  return g_steal_pointer (&self);
}

void
ipl_markov_attention_free (IplMarkovAttention *self)
{
  if (self == NULL)
    return;
  for (guint l = 0; l < IPL_CHAIN_MAX_LAYERS; l++)
    for (guint h = 0; h < IPL_CHAIN_MAX_HEADS; h++)
      g_free (self->W[l][h]);
  g_free (self);
}

/* Doubles of an #IplMarkovProducts. */
static gsize
n_products_of_head (const IplMarkovChain *chain, guint l, guint h)
{
  gsize T = ipl_markov_chain_T (chain), q = ipl_markov_attention_queries (chain, l).count;

  return chain->heads[l][h] == IPL_HEAD_RANDOM ? 2 * T + 2 * q * T + 2 * q : 0;
}

/* How many numbers of a sequence are worth keeping: means of its noise, [2, T], and what
 * ipl_markov_attention_fill() gives. */
gsize
ipl_markov_attention_n_products (const IplMarkovChain *chain)
{
  gsize n = 2 * ipl_markov_chain_T (chain);

  for (guint l = 0; l < chain->n_layers; l++)
    for (guint h = 0; h < chain->n_heads[l]; h++)
      n += n_products_of_head (chain, l, h);
  return n;
}

/* Where in it a random head's are, of all its queries. @kept:
 * [ipl_markov_attention_n_products()]. */
IplMarkovProducts
ipl_markov_attention_place (const IplMarkovChain *chain, guint l, guint h, double *kept)
{
  gsize T = ipl_markov_chain_T (chain), q = ipl_markov_attention_queries (chain, l).count;

  kept += 2 * T;
  for (guint k = 0; k <= l; k++)
    for (guint i = 0; i < (k < l ? chain->n_heads[k] : h); i++)
      kept += n_products_of_head (chain, k, i);
  return (IplMarkovProducts){ kept, kept + 2 * T, kept + 2 * T + q * T, kept + 2 * T + 2 * q * T };
}

/* Of a random head. */
void
ipl_markov_attention_multiply_keys (const IplMarkovAttention *self, guint l, guint h,
                                    IplMarkovParts *parts, IplMarkovProducts *products)
{
  const IplMarkovChain *chain = &self->chain;
  gsize n = chain->n_features, stride = wide (chain);

  products->keys[0] = products->keys[1] = 0;
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (blasint)chain->n_tokens, 2, (blasint)n,
               1.0, parts->noise, (blasint)n, self->W[l][h] + stride - 2, (blasint)stride, 0.0,
               products->keys + 2, 2);
}

/* Of a random head. The beginning of the sequence, token 0, has no noise. */
void
ipl_markov_attention_multiply (const IplMarkovAttention *self, guint l, guint h,
                               IplMarkovQueries queries, IplMarkovParts *parts,
                               IplMarkovProducts *products)
{
  const IplMarkovChain *chain = &self->chain;
  gsize n = chain->n_features, N0 = ipl_markov_chain_N0 (chain), stride = wide (chain);
  gsize T = ipl_markov_chain_T (chain), tokens = chain->n_tokens;
  gsize silent = queries.from == 0, count = queries.count - silent;
  const double *W = self->W[l][h], *g = parts->noise + (queries.from + silent - 1) * n;
  double *Z = parts->Z, *K = parts->K;

  memset (products->square, 0, queries.count * T * sizeof (double));
  memset (products->plane, 0, 2 * queries.count * sizeof (double));
  if (count > 0)
    {
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (blasint)count, (blasint)stride,
                   (blasint)n, 1.0, g, (blasint)n, W, (blasint)stride, 0.0, Z, (blasint)stride);
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (blasint)count, (blasint)tokens,
                   (blasint)n, 1.0, Z, (blasint)stride, parts->noise, (blasint)n, 0.0,
                   products->square + silent * T + 1, (blasint)T);
    }
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (blasint)tokens, (blasint)queries.count,
               (blasint)n, 1.0, parts->noise, (blasint)n, W + n + queries.from, (blasint)stride,
               0.0, K, (blasint)queries.count);
  for (gsize t = 0; t < queries.count; t++)
    {
      const double *z = t < silent ? NULL : Z + (t - silent) * stride;
      double *cross = products->cross + t * T;

      cross[0] = z != NULL ? z[n] : 0;
      for (gsize s = 1; s < T; s++)
        cross[s] = (z != NULL ? z[n + s] : 0) + K[(s - 1) * queries.count + t];
      if (z != NULL)
        memcpy (products->plane + 2 * t, z + N0, 2 * sizeof (double));
    }
}

/* The products of all random heads and queries. The means of the noise, which stand before them,
 * are left alone. @kept: [ipl_markov_attention_n_products()]. */
void
ipl_markov_attention_fill (const IplMarkovAttention *self, IplMarkovParts *parts, double *kept)
{
  const IplMarkovChain *chain = &self->chain;
  gsize T = ipl_markov_chain_T (chain);

  for (guint l = 0; l < chain->n_layers; l++)
    for (guint h = 0; h < chain->n_heads[l]; h++)
      {
        IplMarkovQueries all = ipl_markov_attention_queries (chain, l);
        IplMarkovProducts at;

        if (self->W[l][h] == NULL)
          continue;
        at = ipl_markov_attention_place (chain, l, h, kept);
        ipl_markov_attention_multiply_keys (self, l, h, parts, &at);
        for (gsize t = 0; t < all.count; t += IPL_MARKOV_QUERIES)
          {
            IplMarkovQueries some = { all.from + t, MIN (IPL_MARKOV_QUERIES, all.count - t) };
            IplMarkovProducts of_these
                = { at.keys, at.square + t * T, at.cross + t * T, at.plane + 2 * t };

            ipl_markov_attention_multiply (self, l, h, some, parts, &of_these);
          }
      }
}

/* e = beta (u_s u_t + positions), u = q . features */
static void
good_logits (const IplMarkovChain *chain, IplMarkovQueries queries, const IplMarkovParts *parts,
             double *logits)
{
  gsize T = ipl_markov_chain_T (chain);
  const double *a = parts->a, *m = parts->means;
  double *u = parts->v;
  /* q = 2 (v+ - v-) / |v+ - v-|^2 has this number in one half, and its negative in the other. */
  double q = G_SQRT2 / chain->n_features;

  for (gsize t = 0; t < T; t++)
    {
      u[t] = a[t] - a[T + t];
      if (parts->noise != NULL)
        u[t] += chain->noise_perpendicular * (m[t] - m[T + t]);
      u[t] *= q * chain->n_features / 2;
    }
  for (gsize i = 0; i < queries.count; i++)
    {
      gsize t = queries.from + i;
      double *e = logits + i * T;

      for (gsize k = 0; k < T; k++)
        e[k] = chain->beta * (u[t] * u[k]);
      if (t > 0)
        e[0] += chain->beta * 1.5;
      if (t > 1)
        e[t - 1] += chain->beta;
    }
}

static void
random_logits (const IplMarkovChain *chain, double *W, IplMarkovQueries queries,
               const IplMarkovParts *parts, const IplMarkovProducts *products, double *logits)
{
  gsize n = chain->n_features, N0 = ipl_markov_chain_N0 (chain), stride = wide (chain);
  gsize T = ipl_markov_chain_T (chain);
  double beta = chain->beta, s = parts->noise != NULL ? chain->noise_perpendicular : 0;
  const double *a = parts->a, *b = a + T;
  double *v = parts->v, *w = v + T;

  for (gsize k = 0; k < T; k++)
    {
      v[k] = W[(n + k) * stride + N0];
      w[k] = W[(n + k) * stride + N0 + 1];
      if (products != NULL)
        {
          v[k] += s * products->keys[2 * k];
          w[k] += s * products->keys[2 * k + 1];
        }
    }
  for (gsize i = 0; i < queries.count; i++)
    {
      gsize t = queries.from + i;
      const double *first = W + N0 * stride, *second = first + stride;
      double x = first[n + t] + first[N0] * a[t] + first[N0 + 1] * b[t];
      double y = second[n + t] + second[N0] * a[t] + second[N0 + 1] * b[t];
      const double *positions = positions_of (chain, W) + t * T;
      double *e = logits + i * T;

      if (products != NULL)
        {
          x += s * products->plane[2 * i];
          y += s * products->plane[2 * i + 1];
        }
      for (gsize k = 0; k < T; k++)
        e[k] = beta * (positions[k] + x * a[k] + y * b[k] + v[k] * a[t] + w[k] * b[t]);
      if (products == NULL)
        continue;
      for (gsize k = 0; k < T; k++)
        e[k] += beta * s * (s * products->square[i * T + k] + products->cross[i * T + k]);
    }
}

/* Of a good or random head. @logits: [@queries, T key]. */
void
ipl_markov_attention_logits (const IplMarkovAttention *self, const IplMarkovChain *chain, guint l,
                             guint h, IplMarkovQueries queries, const IplMarkovParts *parts,
                             const IplMarkovProducts *products, double *logits)
{
  if (self->W[l][h] != NULL)
    random_logits (chain, self->W[l][h], queries, parts, products, logits);
  else
    good_logits (chain, queries, parts, logits);
}
