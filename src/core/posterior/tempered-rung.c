/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/tempered-private.h"

#include <string.h>

/* A trajectory has at most 2^2 - 1 steps, at the top 2^5 - 1: exchanges carry replicas further than
 * longer ones would at the same cost. */
#define LOWER_DEPTH 2
#define TOP_DEPTH 5
/* Below the top the step size is that of this acceptance. */
#define LOWER_ACCEPTANCE 0.7

guint
ipl_tempered_phase_end (guint warmup, guint phase)
{
  static const double shares[] = { 0.125, 0.375, 1 };

  return warmup < IPL_TEMPERED_SHORT_WARMUP ? warmup : (guint)(shares[phase - 1] * warmup);
}

guint
ipl_tempered_phase_begin (guint warmup, guint phase)
{
  return phase > 1 && warmup >= IPL_TEMPERED_SHORT_WARMUP
             ? ipl_tempered_phase_end (warmup, phase - 1)
             : 0;
}

/* The replica's point, as one of the rung's density, to its sampler. */
void
ipl_tempered_hand_over (IplTempered *self, IplRung *rung)
{
  const IplReplica *replica = &rung->replica;
  double *g = self->scratch;
  double prior = ipl_posterior_target_prior (self->target, replica->q, g);

  for (gsize i = 0; i < self->n; i++)
    g[i] += rung->power * replica->g[i];
  ipl_nuts_set_point (rung->nuts, replica->q, prior + rung->power * replica->log_likelihood, g);
}

/* ... and back. */
void
ipl_tempered_take_back (IplTempered *self, IplRung *rung)
{
  IplReplica *replica = &rung->replica;
  const double *g = ipl_nuts_get_gradient (rung->nuts);
  double prior;

  memcpy (replica->q, ipl_nuts_get_position (rung->nuts), self->n * sizeof (double));
  prior = ipl_posterior_target_prior (self->target, replica->q, self->scratch);
  replica->log_likelihood = (ipl_nuts_get_log_density (rung->nuts) - prior) / rung->power;
  for (gsize i = 0; i < self->n; i++)
    replica->g[i] = (g[i] - self->scratch[i]) / rung->power;
}

/* What was asked for, or more where a width is 1 and that left too long steps: the posterior has
 * corners there. The last phase of the warm-up, which settles the step size of the draws, begins
 * with what the one before has seen. */
double
ipl_tempered_target_acceptance (const IplTempered *self)
{
  return self->narrow && self->phase == IPL_TEMPERED_PHASES && self->diverged > 0
             ? MAX (self->target_acceptance, IPL_POSTERIOR_CAREFUL_ACCEPTANCE)
             : self->target_acceptance;
}

/* The sampler of a rung above the bottom begins a phase of the warm-up. */
void
ipl_tempered_begin_rung (IplTempered *self, guint index)
{
  IplRung *rung = &self->rungs[index];
  gboolean top = index == self->ladder.gaps;
  guint warmup = ipl_tempered_phase_end (self->warmup, self->phase)
                 - ipl_tempered_phase_begin (self->warmup, self->phase);

  ipl_tempered_hand_over (self, rung);
  ipl_nuts_set_max_depth (rung->nuts, top ? TOP_DEPTH : LOWER_DEPTH);
  ipl_nuts_set_target_acceptance (rung->nuts,
                                  top ? ipl_tempered_target_acceptance (self) : LOWER_ACCEPTANCE);
  ipl_nuts_restart (rung->nuts, self->variances, top ? self->first : NULL, warmup);
  rung->phase = self->phase;
}
