/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/network/adam.h"

#include "core/base/parallel.h"
#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/network/trained-kernels-private.h"

/* Numbers that one thread takes at a time. */
#define CHUNK 16384

/* Adam (Kingma and Ba, 2015) as if the factors 1/sqrt(fan_in) were inside the weights: an entry w
 * with such a factor moves by rate * sqrt(fan_in), feels an epsilon of epsilon / sqrt(fan_in), and
 * a weight decay through the gradient of decay / fan_in.
 * @self: its numbers are the caller's to set, its moments are 0 */
gboolean
ipl_adam_alloc (IplAdam *self, gsize n, guint n_tensors, GError **error)
{
  memset (self, 0, sizeof *self);
  self->n = n;
  self->n_tensors = n_tensors;
  self->gradient_scale = 1;
  self->tensors = g_new0 (IplAdamTensor, n_tensors);
  self->first = (float *)ipl_memory_try_doubles (0.5 * (double)n + 1,
                                                 "Adam's moments of the weights", error);
  if (self->first == NULL)
    return FALSE;
  self->second = (float *)ipl_memory_try_doubles (0.5 * (double)n + 1,
                                                  "Adam's moments of the weights", error);
  if (self->second == NULL)
    return FALSE;
  memset (self->first, 0, n * sizeof (float));
  memset (self->second, 0, n * sizeof (float));
  return TRUE;
}

/*< private > */
void
ipl_adam_clear (IplAdam *self)
{
  g_clear_pointer (&self->tensors, g_free);
  g_clear_pointer (&self->first, g_free);
  g_clear_pointer (&self->second, g_free);
}

typedef struct
{
  IplAdam *adam;
  IplTrainedAdam numbers;
  const float *gradient;
  float *parameters;
} Part;

typedef struct
{
  const IplAdam *adam;
  const Part *parts; /* [n_tensors] */
} Run;

static gsize
count_chunks (const IplAdamTensor *tensor)
{
  return (tensor->size + CHUNK - 1) / CHUNK;
}

/* Chunks are counted through all tensors. */
static void
update_chunk (gsize index, gpointer data)
{
  const Run *run = data;
  const IplAdamTensor *tensor = run->adam->tensors;
  const Part *part = run->parts;
  gsize begin, end;

  for (; part < run->parts + run->adam->n_tensors && index >= count_chunks (tensor);
       part++, tensor++)
    index -= count_chunks (tensor);
  if (part == run->parts + run->adam->n_tensors)
    return;
  begin = tensor->offset + index * CHUNK;
  end = MIN (begin + CHUNK, tensor->offset + tensor->size);
  ipl_trained_kernels ()->adam (&part->numbers, end - begin, part->gradient + begin,
                                part->adam->first + begin, part->adam->second + begin,
                                part->parameters + begin);
}

static void
numbers_init (IplTrainedAdam *numbers, const IplAdam *self, const IplAdamTensor *tensor,
              guint64 step, double rate)
{
  double n = tensor->fan_in, t = (double)(step + 1);

  rate *= tensor->rate;
  numbers->beta1 = (float)self->beta1;
  numbers->beta2 = (float)self->beta2;
  numbers->scale = (float)self->gradient_scale;
  numbers->decay_gradient = self->decoupled ? 0 : (float)(self->weight_decay / n);
  numbers->keep = self->decoupled ? (float)(1 - rate * self->weight_decay) : 1;
  numbers->step = (float)(rate * sqrt (n) / (1 - pow (self->beta1, t)));
  numbers->unbias = (float)(1 / sqrt (1 - pow (self->beta2, t)));
  numbers->epsilon = (float)(self->epsilon / sqrt (n));
}

/* @gradient: [n]
 * @parameters: (inout): [n]
 * @threads: threads that may work; no number depends on it */
void
ipl_adam_step (IplAdam *self, guint64 step, double rate, const float *gradient, float *parameters,
               guint threads)
{
  g_autofree Part *parts = g_new0 (Part, self->n_tensors);
  Run run = { self, parts };
  gsize n_chunks = 0;

  for (guint i = 0; i < self->n_tensors; i++)
    {
      parts[i] = (Part){ self, { 0 }, gradient, parameters };
      numbers_init (&parts[i].numbers, self, &self->tensors[i], step, rate);
      n_chunks += count_chunks (&self->tensors[i]);
    }
  ipl_parallel_for (MAX (n_chunks, 2), threads, update_chunk, &run, NULL);
}
