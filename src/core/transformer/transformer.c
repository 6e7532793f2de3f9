/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/transformer/transformer.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/random-stream.h"
#include "core/base/text-escape.h"
#include "core/training/struct-json.h"
#include "core/transformer/transformer-shape.h"

#include <math.h>
#include <string.h>

#define WHAT "The network's weights"

/* Range of the embedding and the output for next-word prediction, as in the paper's script. */
#define WORDS_RANGE 0.1

static IplTransformer *
transformer_alloc (const IplTransformerShape *shape, GError **error)
{
  g_autoptr (IplTransformer) self = g_new0 (IplTransformer, 1);

  if (!ipl_transformer_shape_validate (shape, error))
    return NULL;
  self->shape = *shape;
  self->n_parameters = ipl_transformer_shape_n_parameters (shape);
  self->parameters = ipl_try_new0 (float, self->n_parameters, WHAT, error);
  return self->parameters != NULL ? g_steal_pointer (&self) : NULL;
}

static void
fill_uniform (IplRandomStream *stream, double range, gsize n, float *w)
{
  for (gsize i = 0; i < n; i++)
    w[i] = (float)(range * (2 * gsl_rng_uniform (&stream->rng) - 1));
}

static void
fill_constant (float value, gsize n, float *w)
{
  for (gsize i = 0; i < n; i++)
    w[i] = value;
}

static void
fill_embedding (const IplTransformerShape *shape, IplRandomStream *stream, float *w)
{
  if (shape->scaled)
    fill_uniform (stream, WORDS_RANGE, shape->V * shape->d, w);
  else
    for (gsize i = 0; i < shape->V * shape->d; i++)
      w[i] = (float)ipl_random_gaussian (&stream->rng);
}

static void
fill_block (const IplTransformerLayout *layout, guint l, guint64 seed, float *w)
{
  const IplTransformerBlock *block = &layout->blocks[l];
  gsize d = layout->shape.d, M = layout->shape.hidden;
  double of_d = 1 / sqrt ((double)d), of_M = 1 / sqrt ((double)M);
  float *vectors = w + block->vectors;
  IplRandomStream stream;

  ipl_random_stream_init (&stream, seed, IPL_STREAM_TRANSFORMER, 1 + l);
  fill_uniform (&stream, sqrt (6 / (4 * (double)d)), 3 * d * d, w + block->in);
  if (layout->shape.projected)
    fill_uniform (&stream, of_d, d * d, w + block->out);
  fill_uniform (&stream, of_d, M * d, w + block->lower);
  fill_uniform (&stream, of_M, d * M, w + block->upper);
  fill_uniform (&stream, of_d, M, vectors + layout->lower_bias);
  fill_uniform (&stream, of_M, d, vectors + layout->upper_bias);
  fill_constant (1, d, vectors + layout->gain1);
  fill_constant (1, d, vectors + layout->gain2);
}

/* Initial weights as in PyTorch's modules (THEORY.md section 13.1). Each layer is drawn
 * separately, whereas nn.TransformerEncoder begins with copies of a single layer. */
IplTransformer *
ipl_transformer_new (const IplTransformerShape *shape, guint64 seed, GError **error)
{
  g_return_val_if_fail (shape != NULL, NULL);

  g_autoptr (IplTransformer) self = transformer_alloc (shape, error);
  IplTransformerLayout layout;
  IplRandomStream stream;

  if (self == NULL)
    return NULL;
  ipl_transformer_layout_init (&layout, shape);
  ipl_random_stream_init (&stream, seed, IPL_STREAM_TRANSFORMER, 0);
  fill_embedding (shape, &stream, self->parameters + layout.embedding);
  if (!shape->tied)
    fill_uniform (&stream, shape->last ? 1 / sqrt ((double)shape->d) : WORDS_RANGE,
                  shape->classes * shape->d, self->parameters + layout.output);
  for (guint l = 0; l < shape->layers; l++)
    fill_block (&layout, l, seed, self->parameters);
  return g_steal_pointer (&self);
}

void
ipl_transformer_free (IplTransformer *self)
{
  if (self == NULL)
    return;
  g_free (self->parameters);
  g_free (self->about);
  g_free (self);
}

#define SHAPE_KEY "interplay_transformer"
#define ABOUT_KEY "interplay_about"

#define MEMBER(kind, name) IPL_MEMBER (IplTransformerShape, kind, name)

static const IplMember shape_members[] = {
  MEMBER (SMALL, layers),
  MEMBER (SMALL, heads),
  MEMBER (SIZE, d),
  MEMBER (SIZE, hidden),
  MEMBER (SIZE, V),
  MEMBER (SIZE, classes),
  MEMBER (SIZE, L),
  MEMBER (BOOLEAN, causal),
  MEMBER (BOOLEAN, positions),
  MEMBER (BOOLEAN, scaled),
  MEMBER (BOOLEAN, projected),
  MEMBER (BOOLEAN, tied),
  MEMBER (BOOLEAN, last),
};

void
ipl_transformer_describe (const IplTransformer *self, const GArray *arrays,
                          IplSafetensorsWriter *writer)
{
  g_autofree char *text
      = ipl_members_to_json (shape_members, G_N_ELEMENTS (shape_members), &self->shape);

  ipl_safetensors_writer_add_metadata (writer, "format", "pt");
  ipl_safetensors_writer_add_metadata (writer, SHAPE_KEY, text);
  if (self->about != NULL)
    ipl_safetensors_writer_add_metadata (writer, ABOUT_KEY, self->about);
  ipl_parameter_arrays_write (arrays, "", self->parameters, writer);
}

IplTransformer *
ipl_transformer_parse (const IplSafetensors *file, const char *shown, GError **error)
{
  const char *text = ipl_safetensors_metadata (file, SHAPE_KEY);
  g_autoptr (IplTransformer) self = NULL;
  g_autoptr (GArray) arrays = NULL;
  IplTransformerShape shape;

  if (text == NULL)
    return ipl_fail_null (
        error, IPL_ERROR_FORMAT,
        "“%s” is a safetensors file, but not of a transformer that Interplay trained.", shown);
  if (!ipl_members_from_json (shape_members, G_N_ELEMENTS (shape_members), text, &shape)
      || !ipl_transformer_shape_validate (&shape, NULL))
    return ipl_fail_null (
        error, IPL_ERROR_FORMAT,
        "“%s” is damaged: its description of the transformer cannot be understood.", shown);
  /* Checks the arrays before allocating memory for them. */
  arrays = ipl_transformer_shape_arrays (&shape);
  if (!ipl_parameter_arrays_read (arrays, "", file, shown, NULL, error))
    return NULL;
  self = transformer_alloc (&shape, error);
  if (self == NULL || !ipl_parameter_arrays_read (arrays, "", file, shown, self->parameters, error))
    return NULL;
  self->about = g_strdup (ipl_safetensors_metadata (file, ABOUT_KEY));
  return g_steal_pointer (&self);
}
