/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/transformer/transformer-shape.h"

#include "core/base/error.h"

#define MAX_WIDTH 65536
#define MAX_WORDS 1000000
#define MAX_PARAMETERS 1e9

/* The network of joma.md part C: width and MLP 200, one head, 35 tokens. */
void
ipl_transformer_shape_init_text (IplTransformerShape *self, guint layers, gsize V)
{
  *self = (IplTransformerShape){
    .layers = layers,
    .heads = 1,
    .d = 200,
    .hidden = 200,
    .V = V,
    .classes = V,
    .L = 35,
    .causal = TRUE,
    .positions = TRUE,
    .scaled = TRUE,
    .projected = TRUE,
  };
}

static double
count_parameters (const IplTransformerShape *self)
{
  double d = (double)self->d, M = (double)self->hidden, C = (double)self->classes;
  double block
      = 3 * d * (d + 1) + (self->projected ? d * (d + 1) : 0) + M * (d + 1) + d * (M + 1) + 4 * d;

  return (double)self->V * d + self->layers * block + (self->tied ? 0 : C * d) + C;
}

/* TRUE if such a network can be made; else IPL_ERROR_VALUE. */
gboolean
ipl_transformer_shape_validate (const IplTransformerShape *self, GError **error)
{
  if (!ipl_error_check_range (self->layers, IPL_TRANSFORMER_MAX_LAYERS, "The number of layers",
                              error)
      || !ipl_error_check_range (self->heads, IPL_TRANSFORMER_MAX_HEADS, "The number of heads",
                                 error)
      || !ipl_error_check_range (self->d, MAX_WIDTH, "The width of a token", error)
      || !ipl_error_check_range (self->hidden, MAX_WIDTH, "The width of the MLP", error)
      || !ipl_error_check_range (self->V, MAX_WORDS, "The size of the vocabulary", error)
      || !ipl_error_check_range (self->classes, MAX_WORDS, "The number of classes", error)
      || !ipl_error_check_range (self->L, MAX_WIDTH, "The length of a sequence", error))
    return FALSE;
  if (self->d % self->heads != 0)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "The width of a token, %" G_GSIZE_FORMAT
                     ", cannot be shared evenly among %u heads: choose a multiple of %u.",
                     self->d, self->heads, self->heads);
  if (self->tied && self->classes != self->V)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "An output with the embedding's weights must have a class for each of the "
                     "%" G_GSIZE_FORMAT " words, not %" G_GSIZE_FORMAT ".",
                     self->V, self->classes);
  if (count_parameters (self) > MAX_PARAMETERS)
    return ipl_fail (
        error, IPL_ERROR_VALUE,
        "This network would have %.3g weights, and at most %.0g can be trained: choose "
        "fewer layers, a smaller width or fewer words.",
        count_parameters (self), MAX_PARAMETERS);
  return TRUE;
}

/* TRUE if the network of a checkpoint has the requested shape. */
gboolean
ipl_transformer_shape_fits (const IplTransformerShape *self, const IplTransformerShape *wanted)
{
  return self->layers == wanted->layers && self->heads == wanted->heads && self->d == wanted->d
         && self->hidden == wanted->hidden && self->V == wanted->V
         && self->classes == wanted->classes && self->L == wanted->L && self->last == wanted->last
         && self->causal == wanted->causal;
}

/* Numbers that are learned. */
gsize
ipl_transformer_shape_n_parameters (const IplTransformerShape *self)
{
  return (gsize)count_parameters (self);
}

/* Multiply-adds of one training step, forward and back. */
double
ipl_transformer_shape_multiply_adds (const IplTransformerShape *self, gsize count)
{
  double d = (double)self->d, L = (double)self->L;
  double weights = (3 + (self->projected ? 1 : 0)) * d * d + 2 * d * (double)self->hidden;
  double n = (double)count * L, outputs = self->last ? (double)count : n;

  return 3 * (n * self->layers * (weights + 2 * L * d) + outputs * d * (double)self->classes);
}

#define PAD 16 /* numbers of the longest vectors that processors have */

static gsize
reserve (gsize *at, gsize size)
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
  self->in_bias = reserve (&at, 3 * d);
  self->out_bias = reserve (&at, shape->projected ? d : 0);
  self->gain1 = reserve (&at, d);
  self->bias1 = reserve (&at, d);
  self->lower_bias = reserve (&at, M);
  self->upper_bias = reserve (&at, d);
  self->gain2 = reserve (&at, d);
  self->bias2 = reserve (&at, d);
  self->n_vectors = at;

  at = 0;
  self->embedding = reserve (&at, shape->V * d);
  for (guint l = 0; l < shape->layers; l++)
    {
      IplTransformerBlock *block = &self->blocks[l];

      block->in = reserve (&at, 3 * d * d);
      block->out = reserve (&at, shape->projected ? d * d : 0);
      block->lower = reserve (&at, M * d);
      block->upper = reserve (&at, d * M);
      block->vectors = reserve (&at, self->n_vectors);
    }
  self->output = shape->tied ? self->embedding : reserve (&at, shape->classes * d);
  self->output_bias = reserve (&at, shape->classes);
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
