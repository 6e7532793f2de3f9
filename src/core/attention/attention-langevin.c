/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Langevin dynamics of all weights with Metropolis' correction (Roberts and Tweedie 1996). */
#include "core/attention/attention-network.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/random.h"

#define FIRST_STEP 1e-4
/* The step grows by this much where it is accepted, and shrinks so that 0.57 are. */
#define GROWTH 1.03
#define SHRINKAGE 0.961

gboolean
ipl_attention_langevin_init (IplAttentionLangevin *self, IplAttentionNetwork *network,
                             const double *theta, gsl_rng *rng, GError **error)
{
  double n = (double)network->n;

  *self = (IplAttentionLangevin){
    .network = network, .rng = rng, .step = FIRST_STEP, .adapts = TRUE
  };
  self->space
      = ipl_try_parts ("Langevin dynamics", error, { &self->theta, n }, { &self->gradient, n },
                       { &self->trial, n }, { &self->trial_gradient, n });
  if (self->space == NULL)
    return FALSE;
  memcpy (self->theta, theta, network->n * sizeof *theta);
  self->value = ipl_attention_network_evaluate (network, self->theta, self->gradient, NULL, error);
  return isfinite (self->value);
}

void
ipl_attention_langevin_clear (IplAttentionLangevin *self)
{
  g_clear_pointer (&self->space, g_free);
}

/* -log of the density with which a step from one point leads to another, up to a constant. */
static double
cost (const IplAttentionLangevin *self, const double *from, const double *gradient,
      const double *to)
{
  double sum = 0;

  for (gsize i = 0; i < self->network->n; i++)
    {
      double off = to[i] - from[i] + self->step * gradient[i];

      sum += off * off;
    }
  return sum / (4 * self->step);
}

gboolean
ipl_attention_langevin_step (IplAttentionLangevin *self, GCancellable *cancellable, GError **error)
{
  double noise = sqrt (2 * self->step), value, gain;
  g_autoptr (GError) local = NULL;
  gboolean accepts;

  for (gsize i = 0; i < self->network->n; i++)
    self->trial[i]
        = self->theta[i] - self->step * self->gradient[i] + noise * ipl_random_gaussian (self->rng);
  value = ipl_attention_network_evaluate (self->network, self->trial, self->trial_gradient,
                                          cancellable, &local);
  if (local != NULL && !g_error_matches (local, IPL_ERROR, IPL_ERROR_VALUE))
    {
      g_propagate_error (error, g_steal_pointer (&local));
      return FALSE;
    }
  gain = self->value + cost (self, self->theta, self->gradient, self->trial) - value
         - cost (self, self->trial, self->trial_gradient, self->theta);
  accepts = isfinite (value) && log (gsl_rng_uniform_pos (self->rng)) < gain;
  if (accepts)
    {
      double *theta = self->theta, *gradient = self->gradient;

      self->theta = self->trial;
      self->gradient = self->trial_gradient;
      self->trial = theta;
      self->trial_gradient = gradient;
      self->value = value;
    }
  if (self->adapts)
    self->step *= accepts ? GROWTH : SHRINKAGE;
  self->steps++;
  self->accepted += accepts;
  return TRUE;
}
