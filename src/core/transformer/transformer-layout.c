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
clear_tensor (gpointer data)
{
  g_free (((IplTransformerTensor *)data)->name);
}

static void
add_matrix (GArray *tensors, char *name, gsize offset, gsize rows, gsize columns)
{
  IplTransformerTensor tensor = { name, offset, rows * columns, 2, { rows, columns } };

  g_array_append_val (tensors, tensor);
}

static void
add_vector (GArray *tensors, char *name, gsize offset, gsize size)
{
  IplTransformerTensor tensor = { name, offset, size, 1, { size } };

  g_array_append_val (tensors, tensor);
}

static void
add_block (const IplTransformerLayout *self, guint l, GArray *tensors)
{
  const IplTransformerBlock *block = &self->blocks[l];
  gsize d = self->shape.d, M = self->shape.hidden, v = block->vectors;

#define NAME(name) g_strdup_printf ("layers.%u." name, l)
  add_matrix (tensors, NAME ("self_attn.in_proj_weight"), block->in, 3 * d, d);
  add_vector (tensors, NAME ("self_attn.in_proj_bias"), v + self->in_bias, 3 * d);
  if (self->shape.projected)
    {
      add_matrix (tensors, NAME ("self_attn.out_proj.weight"), block->out, d, d);
      add_vector (tensors, NAME ("self_attn.out_proj.bias"), v + self->out_bias, d);
    }
  add_vector (tensors, NAME ("norm1.weight"), v + self->gain1, d);
  add_vector (tensors, NAME ("norm1.bias"), v + self->bias1, d);
  add_matrix (tensors, NAME ("linear1.weight"), block->lower, M, d);
  add_vector (tensors, NAME ("linear1.bias"), v + self->lower_bias, M);
  add_matrix (tensors, NAME ("linear2.weight"), block->upper, d, M);
  add_vector (tensors, NAME ("linear2.bias"), v + self->upper_bias, d);
  add_vector (tensors, NAME ("norm2.weight"), v + self->gain2, d);
  add_vector (tensors, NAME ("norm2.bias"), v + self->bias2, d);
#undef NAME
}

/* Names are those of PyTorch's nn.TransformerEncoder, so that its users find their way.
 * Returns: (transfer full): all arrays of parameters */
GArray *
ipl_transformer_layout_tensors (const IplTransformerLayout *self)
{
  GArray *tensors = g_array_new (FALSE, FALSE, sizeof (IplTransformerTensor));
  const IplTransformerShape *shape = &self->shape;

  g_array_set_clear_func (tensors, clear_tensor);
  add_matrix (tensors, g_strdup ("embedding.weight"), self->embedding, shape->V, shape->d);
  for (guint l = 0; l < shape->layers; l++)
    add_block (self, l, tensors);
  if (!shape->tied)
    add_matrix (tensors, g_strdup ("output.weight"), self->output, shape->classes, shape->d);
  add_vector (tensors, g_strdup ("output.bias"), self->output_bias, shape->classes);
  return tensors;
}
