/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/transformer/transformer.h"

/* Small networks of every kind, and batches for them. */
guint transformer_example_shapes (IplTransformerShape *shapes);
#define TRANSFORMER_EXAMPLES 8

typedef struct
{
  IplTransformerBatch batch;
  guint32 *tokens;
  guint32 *targets;
} TransformerExample;

void transformer_example_init (TransformerExample *self, const IplTransformerShape *shape,
                               gsize count, gsize length, guint32 seed);
void transformer_example_clear (TransformerExample *self);
/* The first weights, with biases and gains that are not 0 and 1. */
IplTransformer *transformer_example_network (const IplTransformerShape *shape);
/* The numbers of a tensor, [size[0] x size[1]]; NULL where there is none of this name. */
float *transformer_example_tensor (const IplTransformer *self, const char *name, gsize size[2]);
