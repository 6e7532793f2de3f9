/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/transformer/transformer-layout.h"

#define PAD 16 /* numbers of the longest vectors that processors have */

static gsize
take (gsize *at, gsize size)
{
  gsize offset = *at;

  *at += size;
  return offset;
}

void
ipl_transformer_layout_init (IplTransformerLayout *self, const IplTransformerShape *shape)
{
  gsize d = shape->d, M = shape->hidden, at = 0;

  *self = (IplTransformerLayout){ .shape = *shape };
  self->width = d / shape->heads;
  self->stride = (shape->L + PAD - 1) / PAD * PAD;
  self->in_bias = take (&at, 3 * d);
  self->out_bias = take (&at, shape->projected ? d : 0);
  self->gain1 = take (&at, d);
  self->bias1 = take (&at, d);
  self->lower_bias = take (&at, M);
  self->upper_bias = take (&at, d);
  self->gain2 = take (&at, d);
  self->bias2 = take (&at, d);
  self->n_vectors = at;

  at = 0;
  self->embedding = take (&at, shape->V * d);
  for (guint l = 0; l < shape->layers; l++)
    {
      IplTransformerBlock *block = &self->blocks[l];

      block->in = take (&at, 3 * d * d);
      block->out = take (&at, shape->projected ? d * d : 0);
      block->lower = take (&at, M * d);
      block->upper = take (&at, d * M);
      block->vectors = take (&at, self->n_vectors);
    }
  self->output = shape->tied ? self->embedding : take (&at, shape->classes * d);
  self->output_bias = take (&at, shape->classes);
  self->n = at;
}

static void
add_matrix (GArray *arrays, char *name, gsize offset, gsize rows, gsize columns)
{
  ipl_parameter_arrays_add (arrays, name, offset, 2, (gsize[]){ rows, columns });
}

static void
add_vector (GArray *arrays, char *name, gsize offset, gsize size)
{
  ipl_parameter_arrays_add (arrays, name, offset, 1, &size);
}

static void
add_block (const IplTransformerLayout *self, guint l, GArray *arrays)
{
  const IplTransformerBlock *block = &self->blocks[l];
  gsize d = self->shape.d, M = self->shape.hidden, v = block->vectors;

#define NAME(name) g_strdup_printf ("layers.%u." name, l)
  add_matrix (arrays, NAME ("self_attn.in_proj_weight"), block->in, 3 * d, d);
  add_vector (arrays, NAME ("self_attn.in_proj_bias"), v + self->in_bias, 3 * d);
  if (self->shape.projected)
    {
      add_matrix (arrays, NAME ("self_attn.out_proj.weight"), block->out, d, d);
      add_vector (arrays, NAME ("self_attn.out_proj.bias"), v + self->out_bias, d);
    }
  add_vector (arrays, NAME ("norm1.weight"), v + self->gain1, d);
  add_vector (arrays, NAME ("norm1.bias"), v + self->bias1, d);
  add_matrix (arrays, NAME ("linear1.weight"), block->lower, M, d);
  add_vector (arrays, NAME ("linear1.bias"), v + self->lower_bias, M);
  add_matrix (arrays, NAME ("linear2.weight"), block->upper, d, M);
  add_vector (arrays, NAME ("linear2.bias"), v + self->upper_bias, d);
  add_vector (arrays, NAME ("norm2.weight"), v + self->gain2, d);
  add_vector (arrays, NAME ("norm2.bias"), v + self->bias2, d);
#undef NAME
}

/* Names are those of PyTorch's nn.TransformerEncoder, so that its users find their way. */
GArray *
ipl_transformer_shape_arrays (const IplTransformerShape *shape)
{
  GArray *arrays = ipl_parameter_arrays_new ();
  IplTransformerLayout layout;

  ipl_transformer_layout_init (&layout, shape);
  add_matrix (arrays, g_strdup ("embedding.weight"), layout.embedding, shape->V, shape->d);
  for (guint l = 0; l < shape->layers; l++)
    add_block (&layout, l, arrays);
  if (!shape->tied)
    add_matrix (arrays, g_strdup ("output.weight"), layout.output, shape->classes, shape->d);
  add_vector (arrays, g_strdup ("output.bias"), layout.output_bias, shape->classes);
  return arrays;
}
