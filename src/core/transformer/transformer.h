/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/transformer/transformer-shape.h"

G_BEGIN_DECLS

/**
 * IplTransformer:
 * @shape: its shape
 * @n_parameters: number of parameters
 * @parameters: [n_parameters] all of them; ipl_transformer_get_tensor() knows where which are
 * @about: (nullable): what it was trained on, in the words of who trained it; kept in its file
 *
 * A transformer in single precision (THEORY.md section 13). Immutable while it is only used.
 */
typedef struct
{
  IplTransformerShape shape;
  gsize n_parameters;
  float *parameters;
  char *about;
} IplTransformer;

/**
 * IplTransformerBatch:
 * @count: sequences
 * @length: tokens of each, at most the shape's L
 * @tokens: [count x length] tokens, below the shape's V
 * @targets: (nullable): [count x length] what is to be predicted at every token, or [count] where
 *   the last one alone predicts; below the shape's classes. Not needed where there is no loss
 *
 * Sequences that go through a transformer at once.
 */
typedef struct
{
  gsize count;
  gsize length;
  const guint32 *tokens;
  const guint32 *targets;
} IplTransformerBatch;

/**
 * IplTransformerScores:
 * @loss: mean cross-entropy of a prediction, in nats
 * @accuracy: fraction of predictions whose most probable class is right
 * @gradient_norm: length of the gradient before it was clipped; of a training step only
 * @entropy: [layers] entropy of attention in nats: of the row of each token, mean over tokens,
 *   sequences and heads
 * @head_entropy: [layers][heads] the same of each head
 *
 * What a transformer did on a batch.
 */
typedef struct
{
  double loss;
  double accuracy;
  double gradient_norm;
  double entropy[IPL_TRANSFORMER_MAX_LAYERS];
  double head_entropy[IPL_TRANSFORMER_MAX_LAYERS][IPL_TRANSFORMER_MAX_HEADS];
} IplTransformerScores;

IplTransformer *ipl_transformer_new (const IplTransformerShape *shape, guint64 seed,
                                     GError **error);
IplTransformer *ipl_transformer_copy (const IplTransformer *self, GError **error);
void ipl_transformer_free (IplTransformer *self);

/* (nullable): "embedding.weight" [V x d], "layers.0.self_attn.in_proj_weight" [3 d x d] (query,
 * key, value), "layers.0.linear1.weight" [hidden x d] (the lower MLP layer), .. "output.weight" */
const float *ipl_transformer_get_tensor (const IplTransformer *self, const char *name,
                                         gsize shape[2]);

/* Without dropout. Cancelled, all of them return FALSE with G_IO_ERROR_CANCELLED. */
gboolean ipl_transformer_evaluate (const IplTransformer *self, const IplTransformerBatch *batch,
                                   IplTransformerScores *scores, guint threads,
                                   GCancellable *cancellable, GError **error);
/* attention: [count x layers x heads x length x length], row-major, rows sum to 1 */
gboolean ipl_transformer_attention (const IplTransformer *self, const IplTransformerBatch *batch,
                                    float *attention, guint threads, GCancellable *cancellable,
                                    GError **error);
/* pooled: [count x layers x hidden], hidden activations after ReLU, the largest over tokens */
gboolean ipl_transformer_hidden (const IplTransformer *self, const IplTransformerBatch *batch,
                                 float *pooled, guint threads, GCancellable *cancellable,
                                 GError **error);
/* logits: [count x length x classes], or [count x classes] where the last token alone predicts */
gboolean ipl_transformer_predict (const IplTransformer *self, const IplTransformerBatch *batch,
                                  float *logits, guint threads, GCancellable *cancellable,
                                  GError **error);
/* |W|_F^2 / |W|_2^2 of the lower MLP layer of a block, from 0 */
gboolean ipl_transformer_stable_rank (const IplTransformer *self, guint layer, double *rank,
                                      GCancellable *cancellable, GError **error);

/* The network alone, as safetensors; a trainer's file can be loaded too. */
gboolean ipl_transformer_save (const IplTransformer *self, const char *path, GError **error);
IplTransformer *ipl_transformer_load (const char *path, GCancellable *cancellable, GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTransformer, ipl_transformer_free)

G_END_DECLS
