/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/training/adam.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"

/* A step: g = scale gradient + decay_gradient w; first and second are running means of g and g^2
 * with decays beta1 and beta2; w = keep w - step first / (sqrt(second) unbias + epsilon). */
typedef struct
{
  float beta1, beta2;
  float scale;
  float decay_gradient;
  float decay;
  float step;
  float unbias;
  float epsilon;
} IplAdamNumbers;

typedef void (*Loop) (const IplAdamNumbers *numbers, gsize n, const float *restrict gradient,
                      float *restrict first, float *restrict second, float *restrict w);

#define VECTOR_BODY "core/training/adam-simd-private.h"
#include "core/base/simd-variants.h"

#define VARIANT(name, set) set##_adam

static const Loop loops[] = VECTOR_VARIANTS (VARIANT);

/* Numbers that one thread takes at a time. */
#define CHUNK 16384

/* The prefix of the moments' names in files. */
#define FIRST "adam.first."
#define SECOND "adam.second."

/* Checks ranges. Trainers have narrower limits of the rate and the decay. */
gboolean
ipl_adam_config_validate (const IplAdamConfig *self, GError **error)
{
  return ipl_error_check (self->learning_rate >= 0 && self->learning_rate <= 1e3,
                          "The learning rate must be from 0 to 1000.", error)
         && ipl_error_check (self->beta1 >= 0 && self->beta1 < 1 && self->beta2 >= 0
                                 && self->beta2 < 1,
                             "Adam's two betas must be at least 0 and less than 1.", error)
         && ipl_error_check (self->epsilon > 0 && self->epsilon <= 1,
                             "Adam's epsilon must be positive and at most 1.", error)
         && ipl_error_check (self->weight_decay >= 0 && self->weight_decay <= 1e3,
                             "The weight decay must be from 0 to 1000.", error)
         && ipl_error_check (self->clip_norm >= 0 && self->clip_norm <= 1e9,
                             "The length at which gradients are clipped must not be negative.",
                             error);
}

/* Adam (Kingma and Ba, 2015) as if the factors 1/sqrt(fan_in) were inside the weights: an entry w
 * with such a factor moves by rate * sqrt(fan_in), feels an epsilon of epsilon / sqrt(fan_in), and
 * a weight decay through the gradient of decay / fan_in. */
gboolean
ipl_adam_alloc (IplAdam *self, const IplAdamConfig *config, gsize n, guint n_tensors,
                GError **error)
{
  *self = (IplAdam){ .beta1 = config->beta1,
                     .beta2 = config->beta2,
                     .epsilon = config->epsilon,
                     .weight_decay = config->weight_decay,
                     .decoupled = config->decoupled,
                     .gradient_scale = 1,
                     .n = n,
                     .n_tensors = n_tensors };
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
  IplAdamNumbers numbers;
  const float *gradient;
  float *parameters;
} Part;

typedef struct
{
  const IplAdam *adam;
  const Part *parts; /* [n_tensors] */
  Loop loop;
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
  run->loop (&part->numbers, end - begin, part->gradient + begin, part->adam->first + begin,
             part->adam->second + begin, part->parameters + begin);
}

static void
numbers_init (IplAdamNumbers *numbers, const IplAdam *self, const IplAdamTensor *tensor,
              guint64 step, double rate)
{
  double n = tensor->fan_in, t = (double)(step + 1);

  rate *= tensor->rate;
  numbers->beta1 = (float)self->beta1;
  numbers->beta2 = (float)self->beta2;
  numbers->scale = (float)self->gradient_scale;
  numbers->decay_gradient = self->decoupled ? 0 : (float)(self->weight_decay / n);
  numbers->decay = self->decoupled ? (float)(1 - rate * self->weight_decay) : 1;
  numbers->step = (float)(rate * sqrt (n) / (1 - pow (self->beta1, t)));
  numbers->unbias = (float)(1 / sqrt (1 - pow (self->beta2, t)));
  numbers->epsilon = (float)(self->epsilon / sqrt (n));
}

/* @gradient: [n]; @parameters: [n]. */
void
ipl_adam_step (IplAdam *self, guint64 step, double rate, const float *gradient, float *parameters,
               guint threads)
{
  g_autofree Part *parts = g_new0 (Part, self->n_tensors);
  Run run = { self, parts, loops[vector_variant_nth (0)] };
  gsize n_chunks = 0;

  for (guint i = 0; i < self->n_tensors; i++)
    {
      parts[i] = (Part){ self, { 0 }, gradient, parameters };
      numbers_init (&parts[i].numbers, self, &self->tensors[i], step, rate);
      n_chunks += count_chunks (&self->tensors[i]);
    }
  ipl_parallel_for (MAX (n_chunks, 2), threads, update_chunk, &run, NULL);
}

/* Adds the moments as "adam.first.NAME" and "adam.second.NAME". */
void
ipl_adam_write (const IplAdam *self, const GArray *arrays, IplSafetensorsWriter *writer)
{
  ipl_parameter_arrays_write (arrays, FIRST, self->first, writer);
  ipl_parameter_arrays_write (arrays, SECOND, self->second, writer);
}

/* Takes the moments that ipl_adam_write() wrote. */
gboolean
ipl_adam_read (IplAdam *self, const GArray *arrays, const IplSafetensors *file, const char *shown,
               GError **error)
{
  if (!ipl_parameter_arrays_read (arrays, FIRST, file, shown, self->first, error)
      || !ipl_parameter_arrays_read (arrays, SECOND, file, shown, self->second, error))
    return FALSE;
  for (gsize i = 0; i < self->n; i++)
    if (self->second[i] < 0)
      return ipl_fail (error, IPL_ERROR_VALUE,
                       "“%s” is damaged: a second moment of Adam's is negative.", shown);
  return TRUE;
}
