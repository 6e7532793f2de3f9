/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/transformer/transformer-shape.h"
#include "core/files/safetensors.h"

/* A transformer in single precision (THEORY.md section 13). Immutable except in training. */
typedef struct
{
  IplTransformerShape shape; /* its shape */
  gsize n_parameters;        /* number of parameters */
  /* [n_parameters] all parameters, in the order of ipl_transformer_layout_init() */
  float *parameters;
  /* (nullable): description of the training task, in the words of the caller; saved with the
   * network */
  char *about;
} IplTransformer;

/* A batch of sequences. */
typedef struct
{
  gsize count;           /* sequences */
  gsize length;          /* tokens of each, at most the shape's L */
  const guint32 *tokens; /* [count x length] tokens, below the shape's V */
  /* (nullable): [count x length] target of every token, or [count] if only the last token
   * predicts; below the shape's classes. Only needed for a loss */
  const guint32 *targets;
} IplTransformerBatch;

/* The results of a transformer on a batch. */
typedef struct
{
  double loss;          /* mean cross-entropy of a prediction, in nats */
  double accuracy;      /* fraction of predictions whose most probable class is correct */
  double gradient_norm; /* norm of the gradient before clipping; only for a training step */
  /* [layers] entropy of attention in nats: of each token's row, mean over tokens, sequences and
   * heads */
  double entropy[IPL_TRANSFORMER_MAX_LAYERS];
  /* [layers][heads] the same of each head */
  double head_entropy[IPL_TRANSFORMER_MAX_LAYERS][IPL_TRANSFORMER_MAX_HEADS];
} IplTransformerScores;

IplTransformer *ipl_transformer_new (const IplTransformerShape *shape, guint64 seed,
                                     GError **error);
void ipl_transformer_free (IplTransformer *self);

/* Without dropout. All return FALSE with G_IO_ERROR_CANCELLED if cancelled. */
gboolean ipl_transformer_evaluate (const IplTransformer *self, const IplTransformerBatch *batch,
                                   IplTransformerScores *scores, guint threads,
                                   GCancellable *cancellable, GError **error);
/* attention: [count x layers x heads x length x length], row-major, rows sum to 1 */
gboolean ipl_transformer_attention (const IplTransformer *self, const IplTransformerBatch *batch,
                                    float *attention, guint threads, GCancellable *cancellable,
                                    GError **error);
/* pooled: [count x layers x hidden], hidden activations after ReLU, maximum over tokens */
gboolean ipl_transformer_hidden (const IplTransformer *self, const IplTransformerBatch *batch,
                                 float *pooled, guint threads, GCancellable *cancellable,
                                 GError **error);
/* |W|_F^2 / |W|_2^2 of the lower MLP layer of a block, from 0 */
gboolean ipl_transformer_stable_rank (const IplTransformer *self, guint layer, double *rank,
                                      GCancellable *cancellable, GError **error);

void ipl_transformer_describe (const IplTransformer *self, const GArray *arrays,
                               IplSafetensorsWriter *writer);
IplTransformer *ipl_transformer_parse (const IplSafetensors *file, const char *shown,
                                       GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTransformer, ipl_transformer_free)
