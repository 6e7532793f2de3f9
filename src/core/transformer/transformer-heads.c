/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/transformer/transformer-heads.h"

#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/shown-text.h"
#include "core/transformer/transformer-pass-private.h"
#include "core/transformer/transformer-private.h"

/* A network without the state of its training. */
IplTransformer *
ipl_transformer_load (const char *path, GCancellable *cancellable, GError **error)
{
  g_autoptr (IplSafetensors) file = ipl_safetensors_read (path, cancellable, error);
  g_autofree char *shown = ipl_file_shown (path);

  return file != NULL ? ipl_transformer_parse (file, shown, error) : NULL;
}

/* The rows of a block's matrix, and the numbers of its bias, that give a head's values. */
typedef struct
{
  gsize weights, n_weights, bias, n_bias;
} Values;

static Values
find_values (const IplTransformerLayout *layout, guint l, guint head)
{
  const IplTransformerBlock *block = &layout->blocks[l];
  gsize d = layout->shape.d, G = layout->width, row = 2 * d + head * G;

  return (Values){ block->in + row * d, G * d, block->vectors + layout->in_bias + row, G };
}

/* The network as @from with values of 0 in the heads that are removed; both are of one shape.
 * @removed: [layers x heads] */
void
ipl_transformer_remove_heads (IplTransformer *self, const IplTransformer *from,
                              const gboolean *removed)
{
  IplTransformerLayout layout;

  ipl_transformer_layout_init (&layout, &from->shape);
  memcpy (self->parameters, from->parameters, from->n_parameters * sizeof (float));
  for (guint l = 0; l < from->shape.layers; l++)
    for (guint head = 0; head < from->shape.heads; head++)
      if (removed[l * from->shape.heads + head])
        {
          Values of = find_values (&layout, l, head);

          memset (self->parameters + of.weights, 0, of.n_weights * sizeof (float));
          memset (self->parameters + of.bias, 0, of.n_bias * sizeof (float));
        }
}

typedef struct
{
  const IplTransformer *network;
  IplTransformerLayout layout;
  const IplTransformerHeads *heads;
  float *values;  /* [length x width] of a head */
  double *square; /* [layers x heads] sums of squares of outputs */
} Work;

/* What a head gives for one sequence, A (x V^T + b). */
static double
sum_squares (const Work *self, const IplTransformerSeen *seen, guint head)
{
  gsize d = self->layout.shape.d, G = self->layout.width, T = seen->length;
  Values of = find_values (&self->layout, seen->l, head);
  const float *V = self->network->parameters + of.weights;
  const float *A = seen->attention + head * T * seen->stride;
  double squares = 0;

  for (gsize t = 0; t < T; t++)
    for (gsize i = 0; i < G; i++)
      {
        float sum = self->network->parameters[of.bias + i];

        for (gsize k = 0; k < d; k++)
          sum += V[i * d + k] * seen->input[t * d + k];
        self->values[t * G + i] = sum;
      }
  for (gsize t = 0; t < T; t++)
    for (gsize i = 0; i < G; i++)
      {
        float sum = 0;

        for (gsize s = 0; s < T; s++)
          sum += A[t * seen->stride + s] * self->values[s * G + i];
        squares += (double)(sum * sum);
      }
  return squares;
}

static void
see (const IplTransformerSeen *seen, gpointer data)
{
  const Work *self = data;
  guint heads = self->layout.shape.heads;

  for (guint head = 0; head < heads; head++)
    self->square[seen->l * heads + head] += sum_squares (self, seen, head);
}

/* A head's output is linear in its values' weights W: a factor g before it has
 * d loss / d g = sum W d loss / d W. */
static double
find_slope (const Work *self, const float *gradient, guint l, guint head)
{
  Values of = find_values (&self->layout, l, head);
  const float *w = self->network->parameters;
  double slope = 0;

  for (gsize i = of.weights; i < of.weights + of.n_weights; i++)
    slope += (double)w[i] * (double)gradient[i];
  for (gsize i = of.bias; i < of.bias + of.n_bias; i++)
    slope += (double)w[i] * (double)gradient[i];
  return slope;
}

static void
add_sequence (const Work *self, const float *gradient, const IplTransformerScores *scores,
              gsize count)
{
  const IplTransformerShape *shape = &self->layout.shape;

  for (guint l = 0; l < shape->layers; l++)
    for (guint head = 0; head < shape->heads; head++)
      {
        gsize at = l * shape->heads + head;

        self->heads->entropy[at] += scores->head_entropy[l][head] / (double)count;
        self->heads->gradient[at] += fabs (find_slope (self, gradient, l, head)) / (double)count;
      }
}

/* One sequence after the other. */
gboolean
ipl_transformer_measure_heads (const IplTransformer *self, const IplTransformerBatch *batch,
                               const IplTransformerHeads *heads, GCancellable *cancellable,
                               GError **error)
{
  const IplTransformerShape *shape = &self->shape;
  gsize n = shape->layers * shape->heads, T = batch->length;
  g_autofree float *gradient = ipl_try_new0 (float, self->n_parameters, "The gradient", error);
  g_autofree float *values = g_new (float, T *shape->d);
  g_autofree double *square = g_new0 (double, n);
  g_autoptr (IplTransformerPass) pass = NULL;
  Work work = { .network = self, .heads = heads, .values = values, .square = square };

  if (gradient == NULL || !ipl_transformer_batch_check (batch, shape, TRUE, error))
    return FALSE;
  ipl_transformer_layout_init (&work.layout, shape);
  pass = ipl_transformer_pass_new (shape, 1, T, TRUE, error);
  if (pass == NULL)
    return FALSE;
  ipl_transformer_pass_look (pass, see, TRUE, &work);
  for (gsize i = 0; i < n; i++)
    heads->entropy[i] = heads->gradient[i] = 0;
  for (gsize e = 0; e < batch->count; e++)
    {
      const IplTransformerBatch one
          = { 1, T, batch->tokens + e * T, batch->targets + e * (shape->last ? 1 : T) };
      IplTransformerScores scores;

      if (!ipl_transformer_pass_run (pass, self->parameters, &one, (IplTransformerDropout){ 0 },
                                     gradient, &scores, 1, cancellable))
        return !g_cancellable_set_error_if_cancelled (cancellable, error);
      add_sequence (&work, gradient, &scores, batch->count);
    }
  for (gsize i = 0; i < n; i++)
    heads->norm[i]
        = sqrt (square[i] / ((double)batch->count * (double)T * (double)work.layout.width));
  return TRUE;
}
