/* SPDX-License-Identifier: GPL-3.0-or-later */

#include <cblas.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

#include "core/case/features.h"
#include "core/case/feature-layer-private.h"
#include "core/base/memory.h"

#include "core/base/error.h"
#include "core/base/parallel.h"

/* Rows of tokens in a block: large enough for the full rate of dgemm, small enough for the
 * second-level cache. A constant, so that results do not depend on the number of threads. */
#define BLOCK_ROWS 512
/* Numbers of attention in memory at a time: all queries of a short sequence, some of a long one. */
#define ATTENTION_NUMBERS ((gsize)1 << 21)
/* Logarithms between two checks of the cancellable. */
#define ENTROPY_NUMBERS ((gsize)1 << 17)
/* Multiplications of a call of dgemm: a few milliseconds, the delay of a cancellation. */
#define CALL_PRODUCTS 1e8

/* Scratch memory of a thread; a list holds it between blocks. */
typedef struct _Workspace Workspace;
struct _Workspace
{
  Workspace *following;
  double *queries; /* [block * T, n_query] Q x; [block, n_query] for a single query */
  double *keys;    /* [block * T, n_key] K x */
  double *O;       /* [query_block, T key] attention of a head, rows sum to 1 */
  double *partial; /* two of [block, Pi, T]: partial paths of a layer and of the next layer */
  double *space;   /* of all of these */
};

struct _IplFeaturePlan
{
  guint L;
  guint H[IPL_MAX_LAYERS];
  guint attending[IPL_MAX_LAYERS]; /* heads with attention: all except an identity, which is the
                                      last */
  gsize Pi, T, N0;
  IplReadout readout;
  gsize block;
  gsize query_block; /* queries whose attention is held at a time */
  gboolean attention_given;
  IplFeatureLayer layers[IPL_MAX_LAYERS]; /* where it is not */
  pthread_mutex_t mutex;                  /* guards free_workspaces */
  Workspace *free_workspaces;
};

/* The required query tokens of a layer: the last layer has a single one if the readout is a
 * single token. */
typedef struct
{
  gsize first;
  gsize n;
} Queries;

static Queries
layer_queries (const IplFeaturePlan *plan, guint l)
{
  if (l + 1 < plan->L || plan->readout == IPL_READOUT_MEAN)
    return (Queries){ 0, plan->T };
  return (Queries){ plan->readout == IPL_READOUT_LAST ? plan->T - 1 : 0, 1 };
}

static void
workspace_free (Workspace *work)
{
  g_free (work->space);
  g_free (work);
}

/* The arrays of one thread. */
static void
list_parts (const IplFeaturePlan *plan, Workspace *work, IplMemoryPart parts[4])
{
  double T = (double)plan->T, rows = (double)plan->block * T;
  double queries = 1, keys = 1;

  for (guint l = 0; l < plan->L; l++)
    {
      queries = MAX (queries, rows * (double)plan->layers[l].n_query);
      keys = MAX (keys, rows * (double)plan->layers[l].n_key);
    }
  parts[0] = (IplMemoryPart){ &work->queries, queries };
  parts[1] = (IplMemoryPart){ &work->keys, keys };
  parts[2] = (IplMemoryPart){ &work->O, (double)plan->query_block * T };
  parts[3] = (IplMemoryPart){ &work->partial, 2 * rows * (double)plan->Pi };
}

static Workspace *
workspace_new (const IplFeaturePlan *plan, GError **error)
{
  Workspace *work = g_new0 (Workspace, 1);
  IplMemoryPart parts[4];

  list_parts (plan, work, parts);
  work->space = ipl_memory_try_parts (parts, 4, "Computing path features", error);
  if (work->space == NULL)
    g_clear_pointer (&work, workspace_free);
  return work;
}

/* Allocates all memory, so that running a block cannot fail. @weights: (nullable): [@L]
 * attention weights; NULL if attention is given; @residual: (nullable): [@L], above 0 if the
 * last head of a layer is the identity. */
IplFeaturePlan *
ipl_feature_plan_new (const IplLayerWeights *weights, guint L, const guint *H,
                      const double *residual, gsize T, gsize N0, IplReadout readout, guint threads,
                      GError **error)
{
  g_autoptr (IplFeaturePlan) self = g_new0 (IplFeaturePlan, 1);

  pthread_mutex_init (&self->mutex, NULL);
  self->L = L;
  self->Pi = 1;
  self->T = T;
  self->N0 = N0;
  self->readout = readout;
  self->block = ipl_feature_block (T);
  self->query_block = CLAMP (ATTENTION_NUMBERS / T, 1, T);
  self->attention_given = weights == NULL;
  for (guint l = 0; l < L; l++)
    {
      self->H[l] = H[l];
      self->attending[l] = H[l] - (residual != NULL && residual[l] > 0);
      self->Pi *= H[l];
    }
  for (guint l = 0; weights != NULL && l < L; l++)
    if (self->attending[l] > 0
        && !ipl_feature_layer_init (&self->layers[l], &weights[l], self->attending[l], N0,
                                    layer_queries (self, l).n > 1, error))
      return NULL;
  if (threads == 0)
    threads = ipl_parallel_default_threads ();
  for (guint i = 0; i < threads; i++)
    {
      Workspace *work = workspace_new (self, error);

      if (work == NULL)
        return NULL;
      work->following = self->free_workspaces;
      self->free_workspaces = work;
    }
  return g_steal_pointer (&self);
}

void
ipl_feature_plan_free (IplFeaturePlan *self)
{
  if (self == NULL)
    return;
  for (Workspace *work = self->free_workspaces, *following; work != NULL; work = following)
    {
      following = work->following;
      workspace_free (work);
    }
  for (guint l = 0; l < self->L; l++)
    ipl_feature_layer_clear (&self->layers[l]);
  pthread_mutex_destroy (&self->mutex);
  g_free (self);
}

/* Number of sequences in a call of ipl_feature_plan_run(). */
gsize
ipl_feature_block (gsize T)
{
  return MAX (BLOCK_ROWS / T, 1);
}

/* dgemm of row-major A [m x k] and B, a few rows of A at a time, with checks of @cancellable. */
static void
multiply (CBLAS_TRANSPOSE transpose, gsize m, gsize n, gsize k, const double *A, gsize stride_a,
          const double *B, gsize stride_b, double *C, GCancellable *cancellable)
{
  gsize most = (gsize)MAX (CALL_PRODUCTS / ((double)n * (double)k), 16);

  for (gsize i = 0; i < m && !g_cancellable_is_cancelled (cancellable); i += most)
    cblas_dgemm (CblasRowMajor, CblasNoTrans, transpose, (blasint)MIN (most, m - i), (blasint)n,
                 (blasint)k, 1.0, A + i * stride_a, (blasint)stride_a, B, (blasint)stride_b, 0.0,
                 C + i * n, (blasint)n);
}

/* M x of a block's query tokens, for a stack M of @columns rows: [count * n, columns]. */
static void
project (const IplFeaturePlan *plan, const double *M, gsize columns, Queries queries, gsize count,
         const double *x, double *out, GCancellable *cancellable)
{
  gboolean all = queries.n == plan->T;
  /* For a single token of each sequence, the leading dimension skips the others. */
  gsize rows = all ? count * plan->T : count;
  gsize stride = all ? plan->N0 : plan->T * plan->N0;

  if (columns > 0)
    multiply (CblasTrans, rows, columns, plan->N0, x + queries.first * plan->N0, stride, M,
              plan->N0, out, cancellable);
}

/* Attention of a head on sequence @i of a block (THEORY.md section 1), for @count query tokens
 * starting at number @from of @queries: [count query, T key], rows sum to 1. */
static void
attend (const IplFeaturePlan *plan, guint l, guint h, Queries queries, gsize i, gsize from,
        gsize count, const double *x, Workspace *work)
{
  const IplFeatureLayer *layer = &plan->layers[l];
  const IplFeatureHead *head = &layer->heads[h];
  gsize T = plan->T;
  const double *q = work->queries + (i * queries.n + from) * layer->n_query + head->query_row;
  const double *k = head->tokens_are_keys ? x + i * T * plan->N0
                                          : work->keys + i * T * layer->n_key + head->key_row;

  if (head->width == 0)
    memset (work->O, 0, count * T * sizeof *work->O);
  else
    cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (blasint)count, (blasint)T,
                 (blasint)head->width, 1.0, q, (blasint)layer->n_query, k,
                 (blasint)(head->tokens_are_keys ? plan->N0 : layer->n_key), 0.0, work->O,
                 (blasint)T);
  ipl_attention_rows (layer->rule, work->O, count, queries.first + from, T);
}

/* Attention of a layer, given or computed. */
static const double *
find_attention (const IplFeaturePlan *plan, guint l, guint h, Queries queries, gsize i, gsize from,
                gsize count, const double *x, const double *const *attention, Workspace *work)
{
  gsize T = plan->T;

  if (attention != NULL)
    return attention[l] + ((i * plan->attending[l] + h) * T + queries.first + from) * T;
  attend (plan, l, h, queries, i, from, count, x, work);
  return work->O;
}

static void
fill_readout (const IplFeaturePlan *plan, double *r)
{
  gsize T = plan->T;

  for (gsize t = 0; t < T; t++)
    r[t] = plan->readout == IPL_READOUT_MEAN ? 1.0 / (double)T : 0.0;
  if (plan->readout != IPL_READOUT_MEAN)
    r[plan->readout == IPL_READOUT_LAST ? T - 1 : 0] = 1.0;
}

/* The partial paths of layer @l, [H_l * rest, T], from those of the next layer, [rest, T]. The
 * head of this layer is the slowest index; the identity copies them. Processes a few queries at
 * a time, since the attention of a long sequence exceeds the memory. */
static void
extend_paths (const IplFeaturePlan *plan, guint l, Queries queries, gsize i, gsize rest,
              const double *x, const double *const *attention, const double *from, double *to,
              Workspace *work, GCancellable *cancellable)
{
  gsize T = plan->T;

  if (plan->attending[l] < plan->H[l])
    memcpy (to + plan->attending[l] * rest * T, from, rest * T * sizeof *to);
  for (guint h = 0; h < plan->attending[l]; h++)
    for (gsize t = 0; t < queries.n && !g_cancellable_is_cancelled (cancellable);
         t += plan->query_block)
      {
        gsize count = MIN (plan->query_block, queries.n - t);
        const double *O = find_attention (plan, l, h, queries, i, t, count, x, attention, work);

        /* The last layer for a readout of a single token: the path is that token's row of
         * attention. In sequences of a single token every layer has one query, but only the last
         * has one path. */
        if (queries.n == 1 && rest == 1)
          memcpy (to + h * T, O, T * sizeof (double));
        else
          cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (blasint)rest, (blasint)T,
                       (blasint)count, 1.0, from + t, (blasint)T, O, (blasint)T, t > 0 ? 1.0 : 0.0,
                       to + h * rest * T, (blasint)T);
      }
}

/* Queries and keys of a layer, for all sequences of a block in one large product each. */
static void
project_layer (const IplFeaturePlan *plan, guint l, Queries queries, gsize count, const double *x,
               Workspace *work, GCancellable *cancellable)
{
  const IplFeatureLayer *layer = &plan->layers[l];

  if (plan->attention_given)
    return;
  project (plan, layer->query, layer->n_query, queries, count, x, work->queries, cancellable);
  project (plan, layer->key, layer->n_key, (Queries){ 0, plan->T }, count, x, work->keys,
           cancellable);
}

/* Layer by layer, last to first. */
static void
run_block (IplFeaturePlan *plan, Workspace *work, gsize count, const double *x,
           const double *const *attention, double *xi, GCancellable *cancellable)
{
  gsize T = plan->T, N0 = plan->N0, Pi = plan->Pi;
  double *partial = work->partial, *following = work->partial + plan->block * Pi * T;
  gsize rest = 1;

  for (gsize i = 0; i < count; i++)
    fill_readout (plan, following + i * Pi * T);
  for (guint l = plan->L; l-- > 0;)
    {
      Queries queries = layer_queries (plan, l);
      double *swap;

      project_layer (plan, l, queries, count, x, work, cancellable);
      for (gsize i = 0; i < count; i++)
        extend_paths (plan, l, queries, i, rest, x, attention, following + i * Pi * T,
                      partial + i * Pi * T, work, cancellable);
      rest *= plan->H[l];
      swap = partial;
      partial = following;
      following = swap;
    }
  /* xi^p(x) = sum_t x_t alpha^p_t (THEORY.md section 2). */
  for (gsize i = 0; i < count; i++)
    multiply (CblasNoTrans, Pi, N0, T, following + i * Pi * T, T, x + i * T * N0, N0,
              xi + i * Pi * N0, cancellable);
}

static Workspace *
acquire_workspace (IplFeaturePlan *self)
{
  Workspace *work;

  pthread_mutex_lock (&self->mutex);
  work = self->free_workspaces;
  if (work != NULL)
    self->free_workspaces = work->following;
  pthread_mutex_unlock (&self->mutex);
  return work;
}

static void
release_workspace (IplFeaturePlan *self, Workspace *work)
{
  pthread_mutex_lock (&self->mutex);
  work->following = self->free_workspaces;
  self->free_workspaces = work;
  pthread_mutex_unlock (&self->mutex);
}

/* Path features of a block, on the calling thread. @x: [@count, T, N0] tokens; @attention:
 * (nullable): [L] of [@count, heads with attention, T query, T key]; @xi: [@count, Pi, N0]. */
void
ipl_feature_plan_run (IplFeaturePlan *self, gsize count, const double *x,
                      const double *const *attention, double *xi, GCancellable *cancellable)
{
  Workspace *work = acquire_workspace (self);

  g_return_if_fail (work != NULL && count <= self->block);

  run_block (self, work, count, x, attention, xi, cancellable);
  release_workspace (self, work);
}

/* Entropies of attention of a block, on the calling thread. @x: (nullable): [@count, T, N0]
 * tokens; NULL if attention is given; @attention: (nullable): [L] of [@count, H_l, T query, T
 * key]; @entropy: [@count, heads of all layers] mean over queries of the entropy of attention,
 * in nats. */
void
ipl_feature_plan_entropy (IplFeaturePlan *self, gsize count, const double *x,
                          const double *const *attention, double *entropy,
                          GCancellable *cancellable)
{
  const Queries all = { 0, self->T };
  Workspace *work = acquire_workspace (self);
  gsize T = self->T, n_heads = 0, first = 0;
  gsize at_once = CLAMP (ENTROPY_NUMBERS / T, 1, self->query_block);

  g_return_if_fail (work != NULL && count <= self->block);

  for (guint l = 0; l < self->L; l++)
    n_heads += self->H[l];
  for (guint l = 0; l < self->L; first += self->H[l++])
    {
      project_layer (self, l, all, count, x, work, cancellable);
      for (gsize i = 0; i < count; i++)
        for (guint h = 0; h < self->H[l]; h++)
          {
            double sum = 0;

            /* The identity attends to one token. */
            for (gsize t = 0;
                 h < self->attending[l] && t < T && !g_cancellable_is_cancelled (cancellable);
                 t += at_once)
              {
                gsize n = MIN (at_once, T - t);

                sum += ipl_features_entropy_sum (
                    find_attention (self, l, h, all, i, t, n, x, attention, work), n, T);
              }
            entropy[i * n_heads + first + h] = sum / (double)T;
          }
    }
  release_workspace (self, work);
}

/* Rows of attention: from logits, their entropy, and a test for causality. */

/* Softmax of each of @rows rows of @n logits, in place. */
void
ipl_features_softmax_rows (double *logits, gsize rows, gsize n)
{
  for (gsize r = 0; r < rows; r++)
    {
      double *row = logits + r * n;
      double largest = row[0], sum = 0;

      for (gsize s = 1; s < n; s++)
        largest = MAX (largest, row[s]);
      for (gsize s = 0; s < n; s++)
        {
          row[s] = exp (row[s] - largest);
          sum += row[s];
        }
      for (gsize s = 0; s < n; s++)
        row[s] /= sum;
    }
}

/* Attention of each of @rows queries, from the @first token on, of @n logits, in place. */
void
ipl_attention_rows (IplAttentionRule rule, double *logits, gsize rows, gsize first, gsize n)
{
  IplAttentionRule form = rule & ~(IplAttentionRule)IPL_ATTENTION_CAUSAL;

  for (gsize r = 0; r < rows; r++)
    {
      double *row = logits + r * n;
      gsize keys = ipl_attention_n_keys (rule, first + r, n);

      if (form == IPL_ATTENTION_SOFTMAX)
        ipl_features_softmax_rows (row, 1, keys);
      else
        for (gsize s = 0; s < keys; s++)
          row[s] = (form == IPL_ATTENTION_LINEAR ? row[s] : exp (row[s])) / (double)keys;
      for (gsize s = keys; s < n; s++)
        row[s] = 0;
    }
}

/* Sum of the entropies - sum O ln O of the rows, in nats; 0 ln 0 is 0. @O: [@rows x @n]
 * attention, each row summing to 1. */
double
ipl_features_entropy_sum (const double *O, gsize rows, gsize n)
{
  double sum = 0;

  for (gsize r = 0; r < rows; r++, O += n)
    {
      double of_row = 0;

      for (gsize s = 0; s < n; s++)
        if (O[s] > 0)
          of_row -= O[s] * log (O[s]);
      sum += of_row;
    }
  return sum;
}

/* TRUE if no token attends to a later one, and some attend to earlier ones. @attention: [@n x @T
 * query x @T key]. */
gboolean
ipl_attention_is_causal (const double *attention, gsize n, gsize T)
{
  gboolean looks_back = FALSE;

  for (gsize row = 0; row < n * T; row++)
    {
      const double *keys = attention + row * T;
      gsize query = row % T;

      for (gsize key = query + 1; key < T; key++)
        if (keys[key] != 0)
          return FALSE;
      for (gsize key = 0; key < query && !looks_back; key++)
        looks_back = keys[key] != 0;
    }
  return looks_back;
}
