/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/transformer/transformer-shape.h"
#include "core/files/safetensors.h"

/* A transformer in single precision (THEORY.md section 13). Immutable while it is only used. */
typedef struct
{
  IplTransformerShape shape; /* its shape */
  gsize n_parameters;        /* number of parameters */
  /* [n_parameters] all of them; ipl_transformer_layout_init() knows where which are */
  float *parameters;
  /* (nullable): what it was trained on, in the words of who trained it; kept in its file */
  char *about;
} IplTransformer;

/* Sequences that go through a transformer at once. */
typedef struct
{
  gsize count;           /* sequences */
  gsize length;          /* tokens of each, at most the shape's L */
  const guint32 *tokens; /* [count x length] tokens, below the shape's V */
  /* (nullable): [count x length] what is to be predicted at every token, or [count] where the last
   * one alone predicts; below the shape's classes. Not needed where there is no loss */
  const guint32 *targets;
} IplTransformerBatch;

/* The results of a transformer on a batch. */
typedef struct
{
  double loss;          /* mean cross-entropy of a prediction, in nats */
  double accuracy;      /* fraction of predictions whose most probable class is right */
  double gradient_norm; /* length of the gradient before it was clipped; of a training step only */
  /* [layers] entropy of attention in nats: of the row of each token, mean over tokens, sequences
   * and heads */
  double entropy[IPL_TRANSFORMER_MAX_LAYERS];
  /* [layers][heads] the same of each head */
  double head_entropy[IPL_TRANSFORMER_MAX_LAYERS][IPL_TRANSFORMER_MAX_HEADS];
} IplTransformerScores;

IplTransformer *ipl_transformer_new (const IplTransformerShape *shape, guint64 seed,
                                     GError **error);
void ipl_transformer_free (IplTransformer *self);

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
/* |W|_F^2 / |W|_2^2 of the lower MLP layer of a block, from 0 */
gboolean ipl_transformer_stable_rank (const IplTransformer *self, guint layer, double *rank,
                                      GCancellable *cancellable, GError **error);

void ipl_transformer_describe (const IplTransformer *self, const GArray *arrays,
                               IplSafetensorsWriter *writer);
IplTransformer *ipl_transformer_parse (const IplSafetensors *file, const char *shown,
                                       GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTransformer, ipl_transformer_free)
