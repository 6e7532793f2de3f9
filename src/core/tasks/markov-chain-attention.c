/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Logits of the task's heads from the parts of its tokens: a state, noise and a one-hot
 * position. The products of noise with a random head take most of the time. They do not depend
 * on the noise's scales, beta or the states, and may be cached (THEORY.md section 7.5). */
#include "core/tasks/markov-chain-private.h"

#include "core/base/memory.h"
#include "core/case/features.h"

#include <cblas.h>
#include <string.h>

struct _IplMarkovAttention
{
  IplMarkovChain chain; /* only its sizes, heads and seed have an effect */
  /* [N0 + 2, N0 + 2] key, query of each random head, NULL of others: features, positions, and the
   * sums of the features of either half; then once more [T query, T key] those of positions */
  double *W[IPL_CHAIN_MAX_LAYERS][IPL_CHAIN_MAX_HEADS];
};

/* The contribution of the noise g of one sequence to the logits of one random head, without beta
 * and the noise's scales (THEORY.md section 7.5). */
typedef struct
{
  double *keys;   /* [T, 2] F-products of keys with the plane */
  double *square; /* [queries, T] g_s F g_t */
  double *cross;  /* [queries, T] products of one token's noise with the other's position */
  double *plane;  /* [queries, 2] F-products of the plane with queries */
} Products;

/* The parts of the logits of one sequence. */
typedef struct
{
  const double *noise; /* (nullable): [n_tokens, n_features] standard Gaussian */
  const double *means; /* [2, T] means of the noise over each half of the features */
  double *a;           /* [2, T] features of each half, but for the noise across */
  double *v;           /* [2, T] scratch */
  double *Z;           /* [IPL_MARKOV_QUERIES, N0 + 2] scratch */
  double *K;           /* [n_tokens, IPL_MARKOV_QUERIES] scratch */
} Parts;

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

/* Length of the Products of a head. */
static gsize
n_products_of_head (const IplMarkovChain *chain, guint l, guint h)
{
  gsize T = ipl_markov_chain_T (chain), q = ipl_markov_attention_queries (chain, l).count;

  return chain->heads[l][h] == IPL_HEAD_RANDOM ? 2 * T + 2 * q * T + 2 * q : 0;
}

/* Number of cached values of a sequence: the means of its noise, [2, T], and the products of
 * fill_products(). */
gsize
ipl_markov_attention_n_products (const IplMarkovChain *chain)
{
  gsize n = 2 * ipl_markov_chain_T (chain);

  for (guint l = 0; l < chain->n_layers; l++)
    for (guint h = 0; h < chain->n_heads[l]; h++)
      n += n_products_of_head (chain, l, h);
  return n;
}

/* Positions of the products of a random head with all its queries in the cache of a sequence,
 * [ipl_markov_attention_n_products()]. */
static Products
place_products (const IplMarkovChain *chain, guint l, guint h, double *stored)
{
  gsize T = ipl_markov_chain_T (chain), q = ipl_markov_attention_queries (chain, l).count;

  stored += 2 * T;
  for (guint k = 0; k <= l; k++)
    for (guint i = 0; i < (k < l ? chain->n_heads[k] : h); i++)
      stored += n_products_of_head (chain, k, i);
  return (Products){ stored, stored + 2 * T, stored + 2 * T + q * T, stored + 2 * T + 2 * q * T };
}

/* Products of a random head's keys. */
static void
multiply_keys (const IplMarkovAttention *self, guint l, guint h, Parts *parts, Products *products)
{
  const IplMarkovChain *chain = &self->chain;
  gsize n = chain->n_features, stride = wide (chain);

  products->keys[0] = products->keys[1] = 0;
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (blasint)chain->n_tokens, 2, (blasint)n,
               1.0, parts->noise, (blasint)n, self->W[l][h] + stride - 2, (blasint)stride, 0.0,
               products->keys + 2, 2);
}

/* Products of a random head. The beginning of the sequence, token 0, has no noise. */
static void
multiply (const IplMarkovAttention *self, guint l, guint h, IplMarkovQueries queries, Parts *parts,
          Products *products)
{
  const IplMarkovChain *chain = &self->chain;
  gsize n = chain->n_features, N0 = ipl_markov_chain_N0 (chain), stride = wide (chain);
  gsize T = ipl_markov_chain_T (chain), tokens = chain->n_tokens;
  gsize n_first = queries.from == 0, count = queries.count - n_first;
  const double *W = self->W[l][h], *g = parts->noise + (queries.from + n_first - 1) * n;
  double *Z = parts->Z, *K = parts->K;

  memset (products->square, 0, queries.count * T * sizeof (double));
  memset (products->plane, 0, 2 * queries.count * sizeof (double));
  if (count > 0)
    {
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (blasint)count, (blasint)stride,
                   (blasint)n, 1.0, g, (blasint)n, W, (blasint)stride, 0.0, Z, (blasint)stride);
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (blasint)count, (blasint)tokens,
                   (blasint)n, 1.0, Z, (blasint)stride, parts->noise, (blasint)n, 0.0,
                   products->square + n_first * T + 1, (blasint)T);
    }
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (blasint)tokens, (blasint)queries.count,
               (blasint)n, 1.0, parts->noise, (blasint)n, W + n + queries.from, (blasint)stride,
               0.0, K, (blasint)queries.count);
  for (gsize t = 0; t < queries.count; t++)
    {
      const double *z = t < n_first ? NULL : Z + (t - n_first) * stride;
      double *cross = products->cross + t * T;

      cross[0] = z != NULL ? z[n] : 0;
      for (gsize s = 1; s < T; s++)
        cross[s] = (z != NULL ? z[n + s] : 0) + K[(s - 1) * queries.count + t];
      if (z != NULL)
        memcpy (products->plane + 2 * t, z + N0, 2 * sizeof (double));
    }
}

/* Writes the products of all random heads and queries to the cache of a sequence,
 * [ipl_markov_attention_n_products()]. The means of the noise, which precede them, are not
 * written. */
static void
fill_products (const IplMarkovAttention *self, Parts *parts, double *stored)
{
  const IplMarkovChain *chain = &self->chain;
  gsize T = ipl_markov_chain_T (chain);

  for (guint l = 0; l < chain->n_layers; l++)
    for (guint h = 0; h < chain->n_heads[l]; h++)
      {
        IplMarkovQueries all = ipl_markov_attention_queries (chain, l);
        Products at;

        if (self->W[l][h] == NULL)
          continue;
        at = place_products (chain, l, h, stored);
        multiply_keys (self, l, h, parts, &at);
        for (gsize t = 0; t < all.count; t += IPL_MARKOV_QUERIES)
          {
            IplMarkovQueries some = { all.from + t, MIN (IPL_MARKOV_QUERIES, all.count - t) };
            Products of_these = { at.keys, at.square + t * T, at.cross + t * T, at.plane + 2 * t };

            multiply (self, l, h, some, parts, &of_these);
          }
      }
}

/* e = beta (u_s u_t + positions), u = q . features. @logits: [@queries, T key] */
static void
good_logits (const IplMarkovChain *chain, IplMarkovQueries queries, const Parts *parts,
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

/* @logits: [@queries, T key] */
static void
random_logits (const IplMarkovChain *chain, double *W, IplMarkovQueries queries, const Parts *parts,
               const Products *products, double *logits)
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

/* Path features of the task's sequences, of which no token is ever composed (THEORY.md section
 * 7.5). */
struct _IplMarkovFeatures
{
  const IplMarkovAttention *attention;
  const IplMarkovChain *chain;
  gsize Pi;
  Parts parts;
  double *means;               /* [2, T], without a cache */
  Products products;           /* of IPL_MARKOV_QUERIES queries, without a cache */
  double *O;                   /* [IPL_MARKOV_QUERIES, T] attention, rows sum to 1 */
  double *partial, *following; /* [Pi, T] partial paths of a layer and of the one after it */
  double *space;               /* of all of these */
};

/* Allocates all memory, so that the computation cannot fail. */
IplMarkovFeatures *
ipl_markov_features_new (const IplMarkovAttention *attention, const IplMarkovChain *chain,
                         GError **error)
{
  g_autoptr (IplMarkovFeatures) self = g_new0 (IplMarkovFeatures, 1);
  double T = (double)ipl_markov_chain_T (chain), N0 = (double)ipl_markov_chain_N0 (chain);
  double queries = MIN (T, IPL_MARKOV_QUERIES), Pi = 1;
  Parts *parts = &self->parts;
  Products *products = &self->products;

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

/* Fills the cache of a sequence, [ipl_markov_attention_n_products()], from its noise @draws and
 * the random heads; the other parameters have no influence. ipl_markov_features_run() reads the
 * cache. */
void
ipl_markov_features_fill (IplMarkovFeatures *self, const double *draws, double *stored)
{
  self->parts.noise = draws + self->chain->n_tokens;
  ipl_markov_chain_means (self->chain, draws, stored);
  fill_products (self->attention, &self->parts, stored);
}

/* Attention of a range of queries of a good or random head. */
static void
attend (IplMarkovFeatures *self, guint l, guint h, IplMarkovQueries queries, double *stored)
{
  const IplMarkovChain *chain = self->chain;
  Products products = self->products;
  gboolean needed = chain->heads[l][h] == IPL_HEAD_RANDOM && self->parts.noise != NULL;
  gsize T = ipl_markov_chain_T (chain);

  if (needed && stored != NULL)
    {
      gsize t = queries.from - ipl_markov_attention_queries (chain, l).from;

      products = place_products (chain, l, h, stored);
      products.square += t * T;
      products.cross += t * T;
      products.plane += 2 * t;
    }
  else if (needed)
    {
      multiply_keys (self->attention, l, h, &self->parts, &products);
      multiply (self->attention, l, h, queries, &self->parts, &products);
    }
  if (self->attention->W[l][h] != NULL)
    random_logits (chain, self->attention->W[l][h], queries, &self->parts,
                   needed ? &products : NULL, self->O);
  else
    good_logits (chain, queries, &self->parts, self->O);
  ipl_features_softmax_rows (self->O, queries.count, T);
}

/* The partial paths of layer @l through its head @h, from the @rest partial paths of the next
 * layer. */
static void
extend_paths (IplMarkovFeatures *self, guint l, guint h, gsize rest, double *stored)
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

      attend (self, l, h, some, stored);
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (blasint)rest, (blasint)T,
                   (blasint)some.count, 1.0, self->following + some.from, (blasint)T, self->O,
                   (blasint)T, t > 0 ? 1.0 : 0.0, to, (blasint)T);
    }
}

/* xi^p = sum_t x_t alpha^p_t, where x_t is a state with noise and a one-hot position */
static void
sum_tokens (const IplMarkovFeatures *self, const double *alpha, double *xi)
{
  const IplMarkovChain *chain = self->chain;
  const Parts *parts = &self->parts;
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

/* Path features of one sequence, bit by bit the same with and without the cache. @xi: [Pi, N0]. */
void
ipl_markov_features_run (IplMarkovFeatures *self, guint class, const double *draws, double *stored,
                         double *xi)
{
  const IplMarkovChain *chain = self->chain;
  Parts *parts = &self->parts;
  gsize T = ipl_markov_chain_T (chain), rest = 1;

  parts->noise = ipl_markov_chain_has_noise (chain) ? draws + chain->n_tokens : NULL;
  parts->means = stored != NULL ? stored : self->means;
  if (parts->noise != NULL && stored == NULL)
    ipl_markov_chain_means (chain, draws, self->means);
  ipl_markov_chain_halves (chain, class, draws, parts->noise != NULL ? parts->means : NULL,
                           parts->a);
  memset (self->following, 0, T * sizeof (double));
  self->following[T - 1] = 1;
  for (guint l = chain->n_layers; l-- > 0;)
    {
      double *swap = self->following;

      for (guint h = 0; h < chain->n_heads[l]; h++)
        extend_paths (self, l, h, rest, stored);
      rest *= chain->n_heads[l];
      self->following = self->partial;
      self->partial = swap;
    }
  sum_tokens (self, self->following, xi);
}
