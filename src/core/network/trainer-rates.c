/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/network/trainer-private.h"

#include <math.h>

#include "core/network/trained-layout.h"

/* The width that config.learning_rate is for: the authors'. */
#define REFERENCE_WIDTH 512.0

/* Steps are those of the factors 1/sqrt(n) inside the weights, as they are in PyTorch
 * (ipl_adam_alloc()); for Wq and Wk, without a factor, n is 1. The rate of V^0, V and a is
 * learning_rate * 512 / n, so that what a token's activations move by in a step does not depend on
 * the width and the authors' 3e-4 at 512 is theirs; for V^0, whose n is the token's width, it is
 * that of the layer above. Wq and Wk move by learning_rate * attention_rate. */
gboolean
ipl_trainer_rates_init (IplAdam *adam, const IplTrainerConfig *config, GError **error)
{
  g_autoptr (GArray) arrays = NULL;
  IplTrainedLayout layout;

  ipl_trained_layout_init (&layout, &config->shape);
  arrays = ipl_trained_layout_arrays (&layout);
  if (!ipl_adam_alloc (adam, &config->adam, layout.n, arrays->len, error))
    return FALSE;
  for (guint i = 0; i < arrays->len; i++)
    {
      const IplParameterArray *array = &g_array_index (arrays, IplParameterArray, i);

      adam->tensors[i] = (IplAdamTensor){ .offset = array->offset,
                                          .size = array->size,
                                          .rate = array->rate_width == 0
                                                      ? config->attention_rate
                                                      : REFERENCE_WIDTH / (double)array->rate_width,
                                          .fan_in = (double)array->fan_in };
    }
  return TRUE;
}

/* What the learning rate is multiplied by in a step. */
double
ipl_trainer_rates_schedule (const IplTrainerConfig *config, guint64 step)
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
