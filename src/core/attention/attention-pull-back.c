/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gradient in attention weights from the gradient in path features (THEORY.md section 19.2). */
#include "core/attention/attention-model.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/case/features.h"

/* Scratch for a single sequence. Layer l has attention O: [H x queries x T], and partial paths
 * through the layers after it, alpha, with their gradient slope: [H_{l+1} .. H_L x T]. */
typedef struct
{
  const IplAttentionModel *model;
  const IplCase *the_case;
  gsize T, N0, width; /* of queries and keys */
  gsize first_query[IPL_MAX_LAYERS], queries[IPL_MAX_LAYERS], rest[IPL_MAX_LAYERS + 1];
  double *O[IPL_MAX_LAYERS];
  double *alpha[IPL_MAX_LAYERS + 1]; /* the last is the readout */
  double *slope[IPL_MAX_LAYERS + 1];
  double *query, *key; /* [T x width] of one head */
  double *logits;      /* [T x T] their gradient */
  double *query_slope, *key_slope;
  double *space;
} Work;

static void
work_clear (Work *self)
{
  g_free (self->space);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Work, work_clear)

static gboolean
work_init (Work *self, const IplAttentionModel *model, GError **error)
{
  const IplCase *the_case = model->the_case;
  double T = (double)the_case->T, width;
  IplMemoryPart parts[3 * IPL_MAX_LAYERS + 7];
  guint n = 0;

  self->model = model;
  self->the_case = the_case;
  self->T = the_case->T;
  self->N0 = the_case->N0;
  self->width = model->prior.G > 0 ? model->prior.G : the_case->N0;
  width = (double)self->width;
  self->rest[the_case->L] = 1;
  for (guint l = the_case->L; l-- > 0;)
    {
      gboolean one = l + 1 == the_case->L && the_case->readout != IPL_READOUT_MEAN;

      self->queries[l] = one ? 1 : self->T;
      self->first_query[l] = one && the_case->readout == IPL_READOUT_LAST ? self->T - 1 : 0;
      self->rest[l] = self->rest[l + 1] * the_case->H[l];
      parts[n++] = (IplMemoryPart){ &self->O[l], the_case->H[l] * (double)self->queries[l] * T };
    }
  for (guint l = 0; l <= the_case->L; l++)
    {
      parts[n++] = (IplMemoryPart){ &self->alpha[l], (double)self->rest[l] * T };
      parts[n++] = (IplMemoryPart){ &self->slope[l], (double)self->rest[l] * T };
    }
  parts[n++] = (IplMemoryPart){ &self->query, T * width };
  parts[n++] = (IplMemoryPart){ &self->key, T * width };
  parts[n++] = (IplMemoryPart){ &self->query_slope, T * width };
  parts[n++] = (IplMemoryPart){ &self->key_slope, T * width };
  parts[n++] = (IplMemoryPart){ &self->logits, T * T };
  self->space = ipl_memory_try_parts (parts, n, "The gradient in attention weights", error);
  return self->space != NULL;
}

/* C: [m x n] = scale op(A) op(B) + add C, all packed. */
static void
multiply (gboolean transpose_a, gboolean transpose_b, gsize m, gsize n, gsize k, double scale,
          const double *A, const double *B, double add, double *C)
{
  cblas_dgemm (CblasRowMajor, transpose_a ? CblasTrans : CblasNoTrans,
               transpose_b ? CblasTrans : CblasNoTrans, (blasint)m, (blasint)n, (blasint)k, scale,
               A, (blasint)(transpose_a ? m : k), B, (blasint)(transpose_b ? k : n), add, C,
               (blasint)n);
}

/* Logits: (W x_t) . x_s, or (Wq x_t) . (Wk x_s) / sqrt (G). */
static const double *
project (Work *self, guint l, guint h, const double *x)
{
  const IplLayerWeights *weights = &self->the_case->weights[l];
  gsize T = self->T, N0 = self->N0, width = self->width, G = self->model->prior.G;
  const double *queries = x + self->first_query[l] * N0;

  if (G == 0)
    {
      multiply (FALSE, TRUE, self->queries[l], N0, N0, 1, queries, weights->combined + h * N0 * N0,
                0, self->query);
      return x;
    }
  multiply (FALSE, TRUE, self->queries[l], width, N0, 1 / sqrt ((double)G), queries,
            weights->wq + h * G * N0, 0, self->query);
  multiply (FALSE, TRUE, T, width, N0, 1, x, weights->wk + h * G * N0, 0, self->key);
  return self->key;
}

static void
run_forward (Work *self, const double *x)
{
  const IplCase *the_case = self->the_case;
  gsize T = self->T;
  guint L = the_case->L;

  for (gsize t = 0; t < T; t++)
    self->alpha[L][t] = the_case->readout == IPL_READOUT_MEAN ? 1.0 / (double)T : 0;
  if (the_case->readout != IPL_READOUT_MEAN)
    self->alpha[L][self->first_query[L - 1]] = 1;
  for (guint l = L; l-- > 0;)
    for (guint h = 0; h < the_case->H[l]; h++)
      {
        gsize queries = self->queries[l], rest = self->rest[l + 1];
        double *O = self->O[l] + h * queries * T;
        const double *key = project (self, l, h, x);

        multiply (FALSE, TRUE, queries, T, self->width, 1, self->query, key, 0, O);
        ipl_attention_rows (the_case->weights[l].rule, O, queries, self->first_query[l], T);
        cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (blasint)rest, (blasint)T,
                     (blasint)queries, 1, self->alpha[l + 1] + self->first_query[l], (blasint)T, O,
                     (blasint)T, 0, self->alpha[l] + h * rest * T, (blasint)T);
      }
}

/* In place of dE/dO: [queries x T] dE/dlogits. */
static void
pull_through_rule (IplAttentionRule rule, gsize queries, gsize first, gsize T, const double *O,
                   double *slope)
{
  IplAttentionRule form = rule & ~(IplAttentionRule)IPL_ATTENTION_CAUSAL;

  for (gsize t = 0; t < queries; t++, O += T, slope += T)
    {
      gsize keys = ipl_attention_n_keys (rule, first + t, T);
      double mean = form == IPL_ATTENTION_SOFTMAX ? cblas_ddot ((blasint)keys, O, 1, slope, 1) : 0;

      for (gsize s = 0; s < keys; s++)
        slope[s]
            = form == IPL_ATTENTION_LINEAR ? slope[s] / (double)keys : O[s] * (slope[s] - mean);
      for (gsize s = keys; s < T; s++)
        slope[s] = 0;
    }
}

/* Adds to dw: the gradient in the weights of a head, given the gradient in its logits. */
static void
pull_logits (Work *self, guint l, guint h, const double *x, double *dw)
{
  gsize T = self->T, N0 = self->N0, width = self->width, G = self->model->prior.G;
  gsize queries = self->queries[l];
  const double *x_query = x + self->first_query[l] * N0;
  double scale = 1 / sqrt ((double)MAX (G, 1));

  if (G == 0)
    {
      multiply (FALSE, FALSE, queries, N0, T, 1, self->logits, x, 0, self->query_slope);
      multiply (TRUE, FALSE, N0, N0, queries, 1, self->query_slope, x_query, 1, dw);
      return;
    }
  /* The query holds the scale. */
  const double *key = project (self, l, h, x);

  multiply (FALSE, FALSE, queries, width, T, scale, self->logits, key, 0, self->query_slope);
  multiply (TRUE, FALSE, width, N0, queries, 1, self->query_slope, x_query, 1, dw);
  multiply (TRUE, FALSE, T, width, queries, 1, self->logits, self->query, 0, self->key_slope);
  multiply (TRUE, FALSE, width, N0, T, 1, self->key_slope, x, 1, dw + G * N0);
}

static void
run_backward (Work *self, const double *x, const double *dxi, double *dw)
{
  const IplCase *the_case = self->the_case;
  gsize T = self->T;

  multiply (FALSE, TRUE, the_case->Pi, T, self->N0, 1, dxi, x, 0, self->slope[0]);
  for (guint l = 0; l < the_case->L; l++)
    for (guint h = 0; h < the_case->H[l]; h++)
      {
        gsize queries = self->queries[l], rest = self->rest[l + 1], from = self->first_query[l];
        const double *O = self->O[l] + h * queries * T;
        const double *slope = self->slope[l] + h * rest * T;

        /* slope of the paths after it: [rest x T], at its queries */
        cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasTrans, (blasint)rest, (blasint)queries,
                     (blasint)T, 1, slope, (blasint)T, O, (blasint)T, h > 0 ? 1 : 0,
                     self->slope[l + 1] + from, (blasint)T);
        cblas_dgemm (CblasRowMajor, CblasTrans, CblasNoTrans, (blasint)queries, (blasint)T,
                     (blasint)rest, 1, self->alpha[l + 1] + from, (blasint)T, slope, (blasint)T, 0,
                     self->logits, (blasint)T);
        pull_through_rule (the_case->weights[l].rule, queries, from, T, O, self->logits);
        pull_logits (self, l, h, x, dw + self->model->first[l] + h * self->model->head_size);
      }
}

gboolean
ipl_attention_model_pull_back (const IplAttentionModel *self, const double *dxi, double *dw,
                               GCancellable *cancellable, GError **error)
{
  const IplCase *the_case = self->the_case;
  gsize size = the_case->T * the_case->N0, block = ipl_feature_block (the_case->T);
  g_auto (Work) work = { 0 };

  if (!work_init (&work, self, error))
    return FALSE;
  for (gsize m = 0; m < the_case->train.count; m++)
    {
      if (m % block == 0 && g_cancellable_set_error_if_cancelled (cancellable, error))
        return FALSE;
      run_forward (&work, the_case->train.x + m * size);
      run_backward (&work, the_case->train.x + m * size, dxi + m * the_case->Pi * the_case->N0, dw);
    }
  return TRUE;
}
