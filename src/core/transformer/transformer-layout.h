/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/training/parameter-arrays.h"
#include "core/transformer/transformer-shape.h"

G_BEGIN_DECLS

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

G_END_DECLS
