/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

#include "core/training/parameter-arrays.h"

#define IPL_TRANSFORMER_MAX_LAYERS 32
#define IPL_TRANSFORMER_MAX_HEADS 16

/* The shape of a transformer: embedding, post-norm blocks (attention, MLP with ReLU, layer norm
 * after each sum), linear output. */
typedef struct
{
  guint layers;       /* blocks of attention and MLP, one above the other */
  guint heads;        /* heads of attention in each layer; divides @d */
  gsize d;            /* width of a token */
  gsize hidden;       /* width of the MLP's hidden layer */
  gsize V;            /* words that there are; tokens are numbers below it */
  gsize classes;      /* what the output chooses from: @V where the next word is predicted */
  gsize L;            /* the longest sequence, in tokens */
  gboolean causal;    /* whether a token attends to itself and those before it only */
  gboolean positions; /* whether sinusoidal positions are added to the embedding */
  gboolean scaled;    /* whether the embedding is multiplied by sqrt(d) */
  gboolean projected; /* whether what attention gives goes through a d x d matrix of its own */
  gboolean tied;      /* whether the output has the embedding's weights; then @classes is @V */
  /* whether the last token of a sequence alone predicts (its class), rather than every token (the
   * one that follows it) */
  gboolean last;
} IplTransformerShape;

void ipl_transformer_shape_init_text (IplTransformerShape *self, guint layers, gsize V);
gboolean ipl_transformer_shape_validate (const IplTransformerShape *self, GError **error);
gboolean ipl_transformer_shape_fits (const IplTransformerShape *self,
                                     const IplTransformerShape *wanted);
gsize ipl_transformer_shape_n_parameters (const IplTransformerShape *self);
double ipl_transformer_shape_multiply_adds (const IplTransformerShape *self, gsize count);

/* Where the parameters of a block are, among all: four matrices, then everything that is a vector,
 * whose gradients are sums over tokens. */
typedef struct
{
  gsize in;      /* [3 d x d] query, key, value */
  gsize out;     /* [d x d], if projected */
  gsize lower;   /* [hidden x d] */
  gsize upper;   /* [d x hidden] */
  gsize vectors; /* the first of them */
} IplTransformerBlock;

/* Where things are in a transformer of one shape. */
typedef struct
{
  IplTransformerShape shape;
  gsize width;  /* of a head: d / heads */
  gsize stride; /* between rows of attention: L, padded to whole vectors */
  gsize embedding;
  IplTransformerBlock blocks[IPL_TRANSFORMER_MAX_LAYERS];
  gsize output; /* [classes x d]; the embedding if tied */
  gsize output_bias;
  gsize n;
  /* Among the vectors of a block. */
  gsize in_bias, out_bias, gain1, bias1, lower_bias, upper_bias, gain2, bias2, n_vectors;
} IplTransformerLayout;

void ipl_transformer_layout_init (IplTransformerLayout *self, const IplTransformerShape *shape);
/* (element-type IplParameterArray) */
GArray *ipl_transformer_shape_arrays (const IplTransformerShape *shape);
