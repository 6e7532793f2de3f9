/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/transformer/transformer.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/tiled-lapack.h"
#include "core/kernel/eigenpairs.h"
#include "core/transformer/transformer-pass-private.h"
#include "core/transformer/transformer-shape.h"

#include <math.h>
#include <string.h>

/* Tokens in a pass without gradients. */
#define ROWS 4096

/* Batches are divided into pieces of about ROWS tokens, for which @each is called. */
typedef struct
{
  const IplTransformer *network;
  const IplTransformerBatch *batch;
  gsize first; /* of the piece's sequences, among the batch's */
  float *out;
  IplTransformerSeeFunc see;
  IplTransformerScores *scores;
} Use;

static void
add_scores (IplTransformerScores *sum, const IplTransformerScores *piece, double weight)
{
  sum->loss += weight * piece->loss;
  sum->accuracy += weight * piece->accuracy;
  for (guint l = 0; l < IPL_TRANSFORMER_MAX_LAYERS; l++)
    {
      sum->entropy[l] += weight * piece->entropy[l];
      for (guint head = 0; head < IPL_TRANSFORMER_MAX_HEADS; head++)
        sum->head_entropy[l][head] += weight * piece->head_entropy[l][head];
    }
}

static gboolean
use_piece (Use *use, IplTransformerPass **pass, gsize count, guint threads,
           GCancellable *cancellable, GError **error)
{
  const IplTransformer *self = use->network;
  const IplTransformerBatch *batch = use->batch;
  IplTransformerBatch piece = { count, batch->length, batch->tokens + use->first * batch->length };
  IplTransformerDropout nothing = { 0 };
  IplTransformerScores scores;

  if (use->scores != NULL)
    piece.targets = batch->targets + use->first * (self->shape.last ? 1 : batch->length);
  if (*pass != NULL && !ipl_transformer_pass_fits (*pass, &piece))
    g_clear_pointer (pass, ipl_transformer_pass_free);
  if (*pass == NULL)
    *pass = ipl_transformer_pass_new (&self->shape, count, batch->length, FALSE, error);
  if (*pass == NULL)
    return FALSE;
  if (use->see != NULL)
    ipl_transformer_pass_look (*pass, use->see, use);
  if (!ipl_transformer_pass_run (*pass, self->parameters, &piece, nothing, NULL, &scores, threads,
                                 cancellable))
    return !g_cancellable_set_error_if_cancelled (cancellable, error);
  if (use->scores != NULL)
    add_scores (use->scores, &scores, (double)count / (double)batch->count);
  return TRUE;
}

static gboolean
use_network (Use *use, guint threads, GCancellable *cancellable, GError **error)
{
  const IplTransformerBatch *batch = use->batch;
  g_autoptr (IplTransformerPass) pass = NULL;
  gsize each;

  if (!ipl_transformer_batch_check (batch, &use->network->shape, use->scores != NULL, error))
    return FALSE;
  each = MAX (ROWS / batch->length, 1);
  for (; use->first < batch->count; use->first += each)
    if (!use_piece (use, &pass, MIN (each, batch->count - use->first), threads, cancellable, error))
      return FALSE;
  return TRUE;
}

gboolean
ipl_transformer_evaluate (const IplTransformer *self, const IplTransformerBatch *batch,
                          IplTransformerScores *scores, guint threads, GCancellable *cancellable,
                          GError **error)
{
  g_return_val_if_fail (self != NULL && batch != NULL && batch->targets != NULL, FALSE);

  Use use = { self, batch, .scores = scores };

  memset (scores, 0, sizeof *scores);
  return use_network (&use, threads, cancellable, error);
}

static void
see_attention (const IplTransformerSeen *seen, gpointer data)
{
  const Use *use = data;
  const IplTransformerShape *shape = &use->network->shape;
  gsize T = seen->length, heads = shape->heads;

  for (gsize e = 0; e < seen->count; e++)
    for (gsize row = 0; row < heads * T; row++)
      memcpy (use->out
                  + (((use->first + seen->first + e) * shape->layers + seen->l) * heads * T + row)
                        * T,
              seen->attention + (e * heads * T + row) * seen->stride, T * sizeof (float));
}

gboolean
ipl_transformer_attention (const IplTransformer *self, const IplTransformerBatch *batch,
                           float *attention, guint threads, GCancellable *cancellable,
                           GError **error)
{
  g_return_val_if_fail (self != NULL && batch != NULL && attention != NULL, FALSE);

  Use use = { self, batch, .out = attention, .see = see_attention };

  return use_network (&use, threads, cancellable, error);
}

static void
see_hidden (const IplTransformerSeen *seen, gpointer data)
{
  const Use *use = data;
  const IplTransformerShape *shape = &use->network->shape;
  gsize M = shape->hidden;

  for (gsize e = 0; e < seen->count; e++)
    {
      const float *rows = seen->hidden + e * seen->length * M;
      float *pooled = use->out + ((use->first + seen->first + e) * shape->layers + seen->l) * M;

      memcpy (pooled, rows, M * sizeof (float));
      for (gsize t = 1; t < seen->length; t++)
        for (gsize k = 0; k < M; k++)
          pooled[k] = MAX (pooled[k], rows[t * M + k]);
    }
}

gboolean
ipl_transformer_hidden (const IplTransformer *self, const IplTransformerBatch *batch, float *pooled,
                        guint threads, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (self != NULL && batch != NULL && pooled != NULL, FALSE);

  Use use = { self, batch, .out = pooled, .see = see_hidden };

  return use_network (&use, threads, cancellable, error);
}

/* The squared singular values are the eigenvalues of the smaller of W^T W and W W^T, computed in
 * double precision; their sum is its trace. @rank: |W|_F^2 / |W|_2^2 of the lower layer W of its
 * MLP; NaN if W is 0 or not finite. */
gboolean
ipl_transformer_stable_rank (const IplTransformer *self, guint layer, double *rank,
                             GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (self != NULL && layer < self->shape.layers && rank != NULL, FALSE);

  static const char what[] = "The stable rank of a layer";
  gsize rows = self->shape.hidden, columns = self->shape.d, n = MIN (rows, columns);
  g_autofree double *W = ipl_try_new (double, (double)rows *(double)columns, what, error);
  g_autofree double *gram
      = W != NULL ? ipl_try_new (double, (double)n *(double)n, what, error) : NULL;
  g_autoptr (IplEigenpairs) pairs = NULL;
  IplTransformerLayout layout;
  double trace = 0;

  if (gram == NULL)
    return FALSE;
  ipl_transformer_layout_init (&layout, &self->shape);
  for (gsize i = 0; i < rows * columns; i++)
    {
      double w = (double)self->parameters[layout.blocks[layer].lower + i];

      trace += w * w;
      /* Column-major, the longer side being the columns' length. */
      W[columns <= rows ? i % columns * rows + i / columns : i] = w;
    }
  *rank = NAN;
  if (!(trace > 0) || !isfinite (trace))
    return TRUE;
  if (ipl_tiles_gram (n, MAX (rows, columns), W, gram, cancellable) != IPL_TILES_DONE)
    return !g_cancellable_set_error_if_cancelled (cancellable, error);
  pairs = ipl_eigenpairs_new (n, g_steal_pointer (&gram), 1, cancellable, error);
  if (pairs == NULL)
    return FALSE;
  *rank = trace / pairs->values[0];
  return TRUE;
}
