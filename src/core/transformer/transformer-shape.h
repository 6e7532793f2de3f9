/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

#define IPL_TRANSFORMER_MAX_LAYERS 32
#define IPL_TRANSFORMER_MAX_HEADS 16

/**
 * IplTransformerShape:
 * @layers: blocks of attention and MLP, one above the other
 * @heads: heads of attention in each layer; divides @d
 * @d: width of a token
 * @hidden: width of the MLP's hidden layer
 * @V: words that there are; tokens are numbers below it
 * @classes: what the output chooses from: @V where the next word is predicted
 * @L: the longest sequence, in tokens
 * @causal: whether a token attends to itself and those before it only
 * @positions: whether sinusoidal positions are added to the embedding
 * @scaled: whether the embedding is multiplied by sqrt(d)
 * @projected: whether what attention gives goes through a d x d matrix of its own
 * @tied: whether the output has the embedding's weights; then @classes is @V
 * @last: whether the last token of a sequence alone predicts (its class), rather than every token
 *   (the one that follows it)
 *
 * The shape of a transformer: embedding, post-norm blocks (attention, MLP with ReLU, layer norm
 * after each sum), linear output.
 */
typedef struct
{
  guint layers;
  guint heads;
  gsize d;
  gsize hidden;
  gsize V;
  gsize classes;
  gsize L;
  gboolean causal;
  gboolean positions;
  gboolean scaled;
  gboolean projected;
  gboolean tied;
  gboolean last;
} IplTransformerShape;

void ipl_transformer_shape_init_text (IplTransformerShape *self, guint layers, gsize V);
gboolean ipl_transformer_shape_validate (const IplTransformerShape *self, GError **error);
gsize ipl_transformer_shape_n_parameters (const IplTransformerShape *self);
double ipl_transformer_shape_multiply_adds (const IplTransformerShape *self, gsize count);
double ipl_transformer_shape_training_bytes (const IplTransformerShape *self, gsize count);

G_END_DECLS
