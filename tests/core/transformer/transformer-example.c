/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "transformer/transformer-example.h"

#include <string.h>

static guint32
draw (guint32 *state)
{
  *state = *state * 1664525u + 1013904223u;
  return *state >> 8;
}

guint
transformer_example_shapes (IplTransformerShape *shapes)
{
  IplTransformerShape plain = { .layers = 2,
                                .heads = 1,
                                .d = 7,
                                .hidden = 5,
                                .V = 9,
                                .classes = 9,
                                .L = 6,
                                .causal = TRUE,
                                .positions = TRUE,
                                .scaled = TRUE,
                                .projected = TRUE };

  for (guint i = 0; i < TRANSFORMER_EXAMPLES; i++)
    shapes[i] = plain;
  shapes[1].heads = 3;
  shapes[1].d = 12;
  shapes[1].hidden = 21;
  shapes[2].tied = TRUE;
  shapes[3].last = TRUE;
  shapes[3].classes = 4;
  shapes[3].projected = shapes[3].positions = shapes[3].scaled = FALSE;
  shapes[4].causal = FALSE;
  shapes[4].layers = 3;
  shapes[5].V = shapes[5].classes = 1100; /* three blocks of columns */
  shapes[6].V = shapes[6].classes = 530;
  shapes[6].tied = TRUE;
  shapes[6].heads = 7;
  shapes[7].layers = 1;
  shapes[7].classes = 1030;
  shapes[7].last = TRUE;
  return TRANSFORMER_EXAMPLES;
}

void
transformer_example_init (TransformerExample *self, const IplTransformerShape *shape, gsize count,
                          gsize length, guint32 seed)
{
  gsize outputs = shape->last ? count : count * length;

  self->tokens = g_new (guint32, count * length);
  self->targets = g_new (guint32, outputs);
  for (gsize i = 0; i < count * length; i++)
    self->tokens[i] = draw (&seed) % (guint32)shape->V;
  for (gsize i = 0; i < outputs; i++)
    self->targets[i] = draw (&seed) % (guint32)shape->classes;
  self->batch = (IplTransformerBatch){ count, length, self->tokens, self->targets };
}

void
transformer_example_clear (TransformerExample *self)
{
  g_free (self->tokens);
  g_free (self->targets);
}

IplTransformer *
transformer_example_network (const IplTransformerShape *shape)
{
  IplTransformer *network = ipl_transformer_new (shape, 5, NULL);
  guint32 state = 3;

  g_assert_nonnull (network);
  for (gsize i = 0; i < network->n_parameters; i++)
    network->parameters[i] += (float)draw (&state) * 0x1p-24f * 0.6f - 0.3f;
  return network;
}

float *
transformer_example_tensor (const IplTransformer *self, const char *name, gsize shape[2])
{
  g_autoptr (GArray) arrays = ipl_transformer_shape_arrays (&self->shape);

  for (guint i = 0; i < arrays->len; i++)
    {
      const IplParameterArray *array = &g_array_index (arrays, IplParameterArray, i);

      if (strcmp (array->name, name) != 0)
        continue;
      shape[0] = array->shape[0];
      shape[1] = array->ndim > 1 ? array->shape[1] : 1;
      return self->parameters + array->offset;
    }
  return NULL;
}
