/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/nuts-io-private.h"

#include <string.h>

#include "core/base/random.h"
#include "core/posterior/kept-numbers-private.h"

void
ipl_nuts_write (const IplNuts *self, const char *prefix, IplNpzWriter *npz)
{
  const DualAveraging *averaging = &self->averaging;
  double random[IPL_RANDOM_STATE_NUMBERS];
  double numbers[] = { self->sample.log_density, self->step_size,  averaging->mu,    averaging->bar,
                       averaging->log_step_bar,  averaging->count, self->warmup_done };

  ipl_random_generator_get_state (self->rng, random);
  ipl_kept_add (npz, prefix, "random", random, G_N_ELEMENTS (random));
  ipl_kept_add (npz, prefix, "numbers", numbers, G_N_ELEMENTS (numbers));
  ipl_kept_add (npz, prefix, "position", self->sample.q, self->n);
  ipl_kept_add (npz, prefix, "gradient", self->sample.g, self->n);
  ipl_nuts_metric_write (self->metric, prefix, npz);
}

gboolean
ipl_nuts_read (IplNuts *self, const char *prefix, IplNpz *npz)
{
  const double *random = ipl_kept_find (npz, prefix, "random", IPL_RANDOM_STATE_NUMBERS);
  const double *numbers = ipl_kept_find (npz, prefix, "numbers", 7);
  const double *position = ipl_kept_find (npz, prefix, "position", self->n);
  const double *gradient = ipl_kept_find (npz, prefix, "gradient", self->n);

  if (random == NULL || numbers == NULL || position == NULL || gradient == NULL || !(numbers[1] > 0)
      || !ipl_kept_is_count (numbers[5], G_MAXINT32)
      || !ipl_kept_is_count (numbers[6], self->warmup)
      || !ipl_random_generator_set_state (self->rng, random)
      || !ipl_nuts_metric_read (self->metric, prefix, npz))
    return FALSE;
  self->sample.log_density = numbers[0];
  self->step_size = numbers[1];
  self->averaging = (DualAveraging){
    .mu = numbers[2], .bar = numbers[3], .log_step_bar = numbers[4], .count = (guint)numbers[5]
  };
  self->warmup_done = (guint)numbers[6];
  memcpy (self->sample.q, position, self->n * sizeof *position);
  memcpy (self->sample.g, gradient, self->n * sizeof *gradient);
  return TRUE;
}
