/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Path features of sequences, and the entropy of attention of each head, computed by blocks of
 * sequences in parallel. */
#include "core/case/features.h"

#include <cblas.h>
#include <math.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"

/* A loop over blocks. */
typedef struct
{
  IplFeaturePlan *plan;
  guint L;
  const guint *H;
  const double *residual;
  gsize Pi, T, N0, n_heads;
  gsize count;
  const double *x; /* (nullable) */
  double *const *attention;
  double *xi;      /* [count, Pi, N0]; NULL for entropies */
  double *entropy; /* [count, n_heads] */
  GCancellable *cancellable;
} Run;

static gboolean
has_identity (const Run *run, guint l)
{
  return run->residual != NULL && run->residual[l] > 0;
}

static void
run_one_block (gsize index, gpointer data)
{
  Run *run = data;
  gsize block = ipl_feature_block (run->T);
  gsize first = index * block, count = MIN (block, run->count - first);
  const double *x = run->x != NULL ? run->x + first * run->T * run->N0 : NULL;
  const double *attention[IPL_MAX_LAYERS];
  const double *const *given = run->attention != NULL ? attention : NULL;

  for (guint l = 0; given != NULL && l < run->L; l++)
    attention[l]
        = run->attention[l] + first * (run->H[l] - has_identity (run, l)) * run->T * run->T;
  if (run->xi != NULL)
    ipl_feature_plan_run (run->plan, count, x, given, run->xi + first * run->Pi * run->N0,
                          run->cancellable);
  else
    ipl_feature_plan_entropy (run->plan, count, x, given, run->entropy + first * run->n_heads,
                              run->cancellable);
}

/* Finite tokens and weights may still overflow when multiplied. */
gboolean
ipl_features_check (const double *xi, gsize count, gsize Pi, gsize N0, GError **error)
{
  for (gsize i = 0; i < count * Pi * N0; i++)
    if (!isfinite (xi[i]))
      return ipl_fail (error, IPL_ERROR_VALUE,
                       "The path features of example %" G_GSIZE_FORMAT
                       " (counted from 0) are not finite: its tokens or the attention weights are "
                       "too large.",
                       i / (Pi * N0));
  return TRUE;
}

static gboolean
check_sizes (const IplLayerWeights *weights, guint L, const guint *H, gsize T, gsize N0,
             GError **error)
{
  double largest = (double)T * (double)N0, Pi = 1;

  for (guint l = 0; l < L; l++)
    {
      Pi *= H[l];
      largest = MAX (largest, (double)H[l] * (double)N0);
      if (weights != NULL)
        largest = MAX (largest, (double)H[l] * (double)weights[l].G);
    }
  largest = MAX (largest, Pi);
  if (largest <= G_MAXINT32)
    return TRUE;
  return ipl_fail (error, IPL_ERROR_MEMORY,
                   "Sequences of %" G_GSIZE_FORMAT " tokens of width %" G_GSIZE_FORMAT
                   " with %.0f paths are too large for the linear algebra library.",
                   T, N0, Pi);
}

/* Computes all blocks of @run in parallel. Returns FALSE on an error or a cancellation; the results
 * are then incomplete. */
static gboolean
compute (Run *run, const IplLayerWeights *weights, IplReadout readout, guint threads,
         GError **error)
{
  g_autoptr (IplFeaturePlan) plan = NULL;
  gsize blocks;

  if (!check_sizes (weights, run->L, run->H, run->T, run->N0, error))
    return FALSE;
  run->Pi = 1;
  for (guint l = 0; l < run->L; l++)
    {
      run->Pi *= run->H[l];
      run->n_heads += run->H[l];
    }
  blocks = (run->count + ipl_feature_block (run->T) - 1) / ipl_feature_block (run->T);
  if (threads == 0)
    threads = ipl_parallel_default_threads ();
  threads = (guint)CLAMP (blocks, 1, threads);
  run->plan = plan = ipl_feature_plan_new (weights, run->L, run->H, run->residual, run->T, run->N0,
                                           readout, threads, error);
  if (plan == NULL)
    return FALSE;
  ipl_parallel_for (blocks, threads, run_one_block, run, run->cancellable);
  return !g_cancellable_set_error_if_cancelled (run->cancellable, error);
}

/* Path features xi^p(x) = sum_t x_t alpha^p_t with alpha^p = O^{1,h_1} .. O^{L,h_L} r (THEORY.md
 * section 2; the paper's attentioned input). alpha is built from the last layer to the first;
 * paths with a common end share that part. For a readout of a single token the last layer
 * computes attention of that query only. @weights: (nullable): [@L] attention weights of each
 * layer; @attention: (nullable): attention instead, [@L] of [@count x heads with attention x T
 * query x T key] row-major, rows sum to 1 (THEORY.md writes O as [key, query]; here it is
 * transposed, as transformer libraries return it); @H: [@L] heads per layer; @residual:
 * (nullable): [@L] above 0 if the last head of a layer is the identity; @x: [@count x T x N0]
 * row-major tokens; @xi: [@count x Pi x N0] row-major path features, h_1 slowest. */
gboolean
ipl_features_compute (const IplLayerWeights *weights, double *const *attention, guint L,
                      const guint *H, const double *residual, gsize T, gsize N0, IplReadout readout,
                      gsize count, const double *x, double *xi, guint threads,
                      GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (L >= 1 && L <= IPL_MAX_LAYERS && T > 0 && N0 > 0, FALSE);

  Run run = { .L = L,
              .H = H,
              .residual = residual,
              .T = T,
              .N0 = N0,
              .count = count,
              .x = x,
              .attention = attention,
              .xi = xi,
              .cancellable = cancellable };

  return compute (&run, attention != NULL ? NULL : weights, readout, threads, error)
         && ipl_features_check (xi, count, run.Pi, N0, error);
}

/* Entropy of each head's attention: H_h = - (1/T) sum_t sum_s Omega_st ln Omega_st, mean over
 * the sequences, of all queries t for any readout (THEORY.md section 8.9). ln T for uniform
 * attention, 0 if each query attends to one token. @weights: (nullable): [@L] attention weights
 * of each layer; NULL if attention is given; @attention: (nullable): [@L] of [@count x heads with
 * attention x T query x T key] row-major; @H: [@L] heads per layer; @residual: (nullable): [@L]
 * above 0 if the last head of a layer is the identity; @x: (nullable): [@count x T x N0] row-major
 * tokens; NULL if attention is given; @entropy: [heads of all layers] layer 1 first, in nats. */
gboolean
ipl_features_entropy (const IplLayerWeights *weights, double *const *attention, guint L,
                      const guint *H, const double *residual, gsize T, gsize N0, gsize count,
                      const double *x, double *entropy, guint threads, GCancellable *cancellable,
                      GError **error)
{
  g_return_val_if_fail (L >= 1 && L <= IPL_MAX_LAYERS && T > 0 && N0 > 0 && count > 0, FALSE);
  g_return_val_if_fail (attention != NULL || (weights != NULL && x != NULL), FALSE);

  Run run = { .L = L,
              .H = H,
              .residual = residual,
              .T = T,
              .N0 = N0,
              .count = count,
              .x = x,
              .attention = attention,
              .cancellable = cancellable };
  g_autofree double *each = NULL;
  gsize n_heads = 0;

  for (guint l = 0; l < L; l++)
    n_heads += H[l];
  run.entropy = each
      = ipl_memory_try_doubles ((double)count * (double)n_heads, "The entropy of attention", error);
  if (each == NULL
      || !compute (&run, attention != NULL ? NULL : weights, IPL_READOUT_MEAN, threads, error))
    return FALSE;
  for (gsize h = 0; h < n_heads; h++)
    {
      entropy[h] = 0;
      for (gsize i = 0; i < count; i++)
        entropy[h] += each[i * n_heads + h] / (double)count;
    }
  return TRUE;
}

/* The attention O^{l,h} of one head on one sequence (THEORY.md section 1). @x: [T x N0] row-major
 * tokens of one sequence; @O: [T key x T query] row-major. */
void
ipl_features_attention_matrix (const IplLayerWeights *weights, guint head, gsize T, gsize N0,
                               const double *x, double *O)
{
  gsize G = weights->combined != NULL ? N0 : weights->G;
  const double *W = weights->combined != NULL ? weights->combined + head * N0 * N0
                                              : weights->wq + head * G * N0;
  g_autofree double *q = g_new (double, T * G);
  g_autofree double *k = NULL;
  g_autofree double *rows = g_new (double, T * T);
  double scale = weights->combined != NULL ? 1 : 1 / sqrt ((double)G);
  blasint t = (blasint)T, n = (blasint)N0, g = (blasint)G;

  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, t, g, n, 1.0, x, n, W, n, 0.0, q, g);
  if (weights->combined == NULL)
    {
      k = g_new (double, T * G);
      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, t, g, n, 1.0, x, n,
                   weights->wk + head * G * N0, n, 0.0, k, g);
    }
  cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, t, t, g, scale, q, g, k != NULL ? k : x, g,
               0.0, rows, t);
  ipl_attention_rows (weights->rule, rows, T, 0, T);
  for (gsize i = 0; i < T; i++)
    for (gsize j = 0; j < T; j++)
      O[j * T + i] = rows[i * T + j];
}
