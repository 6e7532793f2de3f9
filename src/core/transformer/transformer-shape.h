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
  guint layers;       /* blocks of attention and MLP in sequence */
  guint heads;        /* heads of attention in each layer; divides @d */
  gsize d;            /* width of a token */
  gsize hidden;       /* width of the MLP's hidden layer */
  gsize V;            /* size of the vocabulary; tokens are numbers below it */
  gsize classes;      /* number of outputs: @V for next-word prediction */
  gsize L;            /* the longest sequence, in tokens */
  gboolean causal;    /* TRUE if a token attends only to itself and earlier tokens */
  gboolean positions; /* TRUE to add sinusoidal positions to the embedding */
  gboolean scaled;    /* TRUE to multiply the embedding by sqrt(d) */
  gboolean projected; /* TRUE for a d x d projection after attention */
  gboolean tied;      /* TRUE if the output shares the embedding's weights; @classes is then @V */
  /* TRUE if only the last token of a sequence predicts (its class), FALSE if every token does
   * (the next token) */
  gboolean last;
} IplTransformerShape;

void ipl_transformer_shape_init_text (IplTransformerShape *self, guint layers, gsize V);
gboolean ipl_transformer_shape_validate (const IplTransformerShape *self, GError **error);
gboolean ipl_transformer_shape_fits (const IplTransformerShape *self,
                                     const IplTransformerShape *wanted);
gsize ipl_transformer_shape_n_parameters (const IplTransformerShape *self);
double ipl_transformer_shape_multiply_adds (const IplTransformerShape *self, gsize count);

/* Offsets of a block's parameters among all: four matrices, then all vectors, whose gradients
 * are sums over tokens. */
typedef struct
{
  gsize in;      /* [3 d x d] query, key, value */
  gsize out;     /* [d x d], if projected */
  gsize lower;   /* [hidden x d] */
  gsize upper;   /* [d x hidden] */
  gsize vectors; /* the first of them */
} IplTransformerBlock;

/* Offsets of the parameters of a transformer. */
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
