/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/network/adam-private.h"

#include "core/base/parallel.h"
#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/network/trained-kernels-private.h"

/* The width that config.learning_rate is for: the authors'. */
#define REFERENCE_WIDTH 512.0

/* Numbers that one thread takes at a time. */
#define CHUNK 16384

/*< private >
 * ipl_adam_init:
 * @self: (out caller-allocates): moments, all 0
 * @config: of the run, valid
 * @error: return location for %IPL_ERROR_MEMORY
 *
 * Adam (Kingma and Ba, 2015) takes the steps it would take if the factors 1/sqrt(n) were inside the
 * weights, as they are in PyTorch: an entry w with such a factor moves by rate * sqrt(n), feels an
 * epsilon of epsilon / sqrt(n), and a weight decay through the gradient of decay / n. For Wq and
 * Wk, without a factor, n is 1. The rate of V^0, V and a is learning_rate * 512 / n, so that what a
 * token's activations move by in a step does not depend on the width and the authors' 3e-4 at 512
 * is theirs; for V^0, whose n is the token's width, it is that of the layer above. Wq and Wk move
 * by learning_rate * attention_rate.
 */
gboolean
ipl_adam_init (IplAdam *self, const IplTrainerConfig *config, GError **error)
{
  IplTrainedLayout layout;

  ipl_trained_layout_init (&layout, &config->shape);
  memset (self, 0, sizeof *self);
  self->config = *config;
  self->n = layout.n;
  self->tensors = ipl_trained_layout_tensors (&layout);
  self->first = (float *)ipl_memory_try_doubles (0.5 * (double)layout.n + 1,
                                                 "Adam's moments of the weights", error);
  if (self->first == NULL)
    return FALSE;
  self->second = (float *)ipl_memory_try_doubles (0.5 * (double)layout.n + 1,
                                                  "Adam's moments of the weights", error);
  if (self->second == NULL)
    return FALSE;
  memset (self->first, 0, layout.n * sizeof (float));
  memset (self->second, 0, layout.n * sizeof (float));
  return TRUE;
}

/*< private > */
void
ipl_adam_clear (IplAdam *self)
{
  g_clear_pointer (&self->tensors, g_array_unref);
  g_clear_pointer (&self->first, g_free);
  g_clear_pointer (&self->second, g_free);
}

/*< private >
 * ipl_adam_schedule:
 * @config: of the run
 * @step: from 0
 *
 * Returns: what the learning rate is multiplied by in a step
 */
double
ipl_adam_schedule (const IplTrainerConfig *config, guint64 step)
{
  guint64 warmup = config->warmup_steps, total = config->total_steps;

  if (config->schedule == IPL_SCHEDULE_COSINE && total > 0)
    {
      /* A short run is not to be all warm-up. */
      warmup = MIN (warmup, total / 10);
      if (step >= total)
        return 0;
      if (step >= warmup)
        return 0.5 * (1 + cos (G_PI * (double)(step - warmup) / (double)(total - warmup)));
    }
  return step < warmup ? (double)(step + 1) / (double)(warmup + 1) : 1;
}

typedef struct
{
  IplAdam *adam;
  const IplTrainedTensor *tensor;
  IplTrainedAdam numbers;
  const float *gradient;
  float *parameters;
} Part;

typedef struct
{
  gsize part;
  gsize begin, end;
} Chunk;

typedef struct
{
  GArray *chunks;
  Part *parts;
} Run;

static void
update_chunk (gsize index, gpointer data)
{
  Run *run = data;
  const Chunk *chunk;
  const Part *part;

  if (index >= run->chunks->len)
    return;
  chunk = &g_array_index (run->chunks, Chunk, index);
  part = &run->parts[chunk->part];
  ipl_trained_kernels ()->adam (&part->numbers, chunk->end - chunk->begin,
                                part->gradient + chunk->begin, part->adam->first + chunk->begin,
                                part->adam->second + chunk->begin, part->parameters + chunk->begin);
}

static void
numbers_init (IplTrainedAdam *self, const IplTrainerConfig *config, const IplTrainedTensor *tensor,
              guint64 step)
{
  double n = (double)tensor->fan_in, t = (double)(step + 1);
  double rate = config->learning_rate * ipl_adam_schedule (config, step);

  rate *= tensor->attention ? config->attention_rate : REFERENCE_WIDTH / (double)tensor->rate_width;
  self->beta1 = (float)config->beta1;
  self->beta2 = (float)config->beta2;
  self->decay_gradient = config->decoupled ? 0 : (float)(config->weight_decay / n);
  self->keep = config->decoupled ? (float)(1 - rate * config->weight_decay) : 1;
  self->step = (float)(rate * sqrt (n) / (1 - pow (config->beta1, t)));
  self->unbias = (float)(1 / sqrt (1 - pow (config->beta2, t)));
  self->epsilon = (float)(config->epsilon / sqrt (n));
}

/*< private >
 * ipl_adam_step:
 * @self: moments
 * @step: from 0
 * @gradient: [n]
 * @parameters: (inout): [n]
 * @threads: threads that may work; no number depends on it
 */
void
ipl_adam_step (IplAdam *self, guint64 step, const float *gradient, float *parameters, guint threads)
{
  g_autoptr (GArray) chunks = g_array_new (FALSE, FALSE, sizeof (Chunk));
  g_autofree Part *parts = g_new0 (Part, self->tensors->len);
  Run run = { chunks, parts };

  for (guint i = 0; i < self->tensors->len; i++)
    {
      const IplTrainedTensor *tensor = &g_array_index (self->tensors, IplTrainedTensor, i);
      gsize end = tensor->offset + tensor->size;

      parts[i] = (Part){ self, tensor, { 0 }, gradient, parameters };
      numbers_init (&parts[i].numbers, &self->config, tensor, step);
      for (gsize begin = tensor->offset; begin < end; begin += CHUNK)
        {
          Chunk chunk = { i, begin, MIN (begin + CHUNK, end) };

          g_array_append_val (chunks, chunk);
        }
    }
  ipl_parallel_for (MAX (chunks->len, 2), threads, update_chunk, &run, NULL);
}
