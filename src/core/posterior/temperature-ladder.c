/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ladder of a tempered chain, its rungs, and their checkpoint. */
#include "core/posterior/replica-exchange.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort_double.h>
#include <math.h>
#include <string.h>

#include "core/base/random.h"

/* If the difference of log likelihoods, times that of the powers, is normal with a mean of half
 * its variance d^2, exchanges are accepted with probability 2 Phi(-d/2): one half at this d. */
#define DISTANCE_OF_GAP 1.349
/* An acceptance below this is not distinguished from none. */
#define LEAST_ACCEPTANCE 1e-3
/* Largest logarithm of the ratio of 1 and the first power, for the limit of the number of gaps. */
#define MOST_SPAN 10

guint
ipl_ladder_most_gaps (gsize n)
{
  double gaps = ceil (sqrt ((double)n) * MOST_SPAN / DISTANCE_OF_GAP) + 2;

  return (guint)MIN (gaps, IPL_LADDER_MAX_GAPS);
}

void
ipl_ladder_init (IplLadder *self, gsize n, guint n_draws, double *log_likelihoods)
{
  double spread, first, gaps;

  gsl_sort (log_likelihoods, 1, n_draws);
  spread = log_likelihoods[3 * n_draws / 4] - log_likelihoods[n_draws / 4];
  first = spread > 1 && isfinite (spread) ? 1 / spread : isfinite (spread) ? 1 : exp (-MOST_SPAN);
  /* In n dimensions with a normal posterior the log likelihood at power b has the variance
   * n / (2 b^2), which makes the distance sqrt(n) for each power of e. */
  gaps = 1 + ceil (sqrt ((double)n) * -log (first) / DISTANCE_OF_GAP);
  self->gaps = (guint)CLAMP (gaps, 1, ipl_ladder_most_gaps (n));
  self->power[0] = 0;
  for (guint k = 1; k <= self->gaps; k++)
    self->power[k] = self->gaps > 1 ? pow (first, (double)(self->gaps - k) / (self->gaps - 1)) : 1;
}

/* Between two powers, in proportion unless one is 0. */
static double
between (double low, double high, double share)
{
  return low > 0 ? low * pow (high / low, share) : high * share;
}

void
ipl_ladder_respace (IplLadder *self, gsize n, const double *acceptance)
{
  const IplLadder old = *self;
  double distance[IPL_LADDER_MAX_GAPS], total = 0, passed = 0;
  guint at = 0;

  for (guint k = 0; k < old.gaps; k++)
    {
      double a = CLAMP (acceptance[k], LEAST_ACCEPTANCE, 0.99);

      distance[k] = -2 * gsl_cdf_ugaussian_Pinv (a / 2);
      total += distance[k];
    }
  self->gaps = (guint)CLAMP (ceil (total / DISTANCE_OF_GAP), 1, ipl_ladder_most_gaps (n));
  for (guint k = 1; k < self->gaps; k++)
    {
      double wanted = total * k / self->gaps;

      while (at + 1 < old.gaps && passed + distance[at] < wanted)
        passed += distance[at++];
      self->power[k]
          = between (old.power[at], old.power[at + 1], MIN ((wanted - passed) / distance[at], 1));
    }
  self->power[self->gaps] = 1;
}

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

/* The requested target acceptance; more if a width is 1 and that target left too long steps,
 * since the posterior has corners there. The last phase of the warm-up, which adapts the step
 * size of the draws, uses the observations of the preceding phase. */
double
ipl_tempered_target_acceptance (const IplTempered *self)
{
  return self->plan.narrow && self->phase == IPL_TEMPERED_PHASES && self->diverged > 0
             ? MAX (self->plan.target_acceptance, IPL_POSTERIOR_CAREFUL_ACCEPTANCE)
             : self->plan.target_acceptance;
}

void
ipl_tempered_begin_rung (IplTempered *self, guint index)
{
  IplRung *rung = &self->rungs[index];
  gboolean top = index == self->ladder.gaps;
  guint warmup = ipl_tempered_phase_end (self->plan.warmup, self->phase)
                 - ipl_tempered_phase_begin (self->plan.warmup, self->phase);

  ipl_tempered_hand_over (self, rung);
  rung->nuts->max_depth = top ? TOP_DEPTH : LOWER_DEPTH;
  rung->nuts->target_acceptance = top ? ipl_tempered_target_acceptance (self) : LOWER_ACCEPTANCE;
  ipl_nuts_restart (rung->nuts, self->variances, top ? self->plan.first : NULL, warmup);
  rung->phase = self->phase;
}

static char *
name_rung (const char *prefix, guint index)
{
  return g_strdup_printf ("%srung_%u_", prefix, index);
}

void
ipl_tempered_write (gconstpointer mover, const char *prefix, IplNpzWriter *npz)
{
  const IplTempered *self = mover;
  double random[IPL_RANDOM_STATE_NUMBERS];
  double numbers[] = { self->ladder.gaps, self->warmup_done,         self->phase,
                       self->diverged,    (double)self->n_exchanges, self->round_trips };

  ipl_random_generator_get_state (self->rng, random);
  ipl_checkpoint_add_doubles (npz, prefix, "random", random, G_N_ELEMENTS (random));
  ipl_checkpoint_add_doubles (npz, prefix, "numbers", numbers, G_N_ELEMENTS (numbers));
  ipl_checkpoint_add_doubles (npz, prefix, "power", self->ladder.power, self->ladder.gaps + 1);
  ipl_checkpoint_add_doubles (npz, prefix, "accepted", self->accepted, self->ladder.gaps);
  ipl_checkpoint_add_doubles (npz, prefix, "tried", self->tried, self->ladder.gaps);
  /* A rung that was removed may return, and its random stream continues. */
  for (guint k = 0; k < self->n_rungs_allocated; k++)
    {
      const IplRung *rung = &self->rungs[k];
      g_autofree char *part = name_rung (prefix, k);
      double state[] = { rung->replica.log_likelihood, rung->replica.from_prior, rung->phase };

      ipl_checkpoint_add_doubles (npz, part, "state", state, G_N_ELEMENTS (state));
      ipl_checkpoint_add_doubles (npz, part, "replica", rung->replica.q, self->n);
      ipl_checkpoint_add_doubles (npz, part, "slope", rung->replica.g, self->n);
      if (rung->phase > 0)
        ipl_nuts_write (rung->nuts, part, npz);
    }
}

static gboolean
read_rung (IplTempered *self, guint index, const char *prefix, IplNpz *npz)
{
  IplRung *rung = &self->rungs[index];
  g_autofree char *part = name_rung (prefix, index);
  const double *state = ipl_checkpoint_find_doubles (npz, part, "state", 3);
  const double *q = ipl_checkpoint_find_doubles (npz, part, "replica", self->n);
  const double *g = ipl_checkpoint_find_doubles (npz, part, "slope", self->n);
  guint phase = self->phase;

  if (state == NULL || q == NULL || g == NULL || !ipl_checkpoint_is_count (state[1], 1)
      || !ipl_checkpoint_is_count (state[2], phase) || (index == 0 && state[2] > 0))
    return FALSE;
  memcpy (rung->replica.q, q, self->n * sizeof *q);
  memcpy (rung->replica.g, g, self->n * sizeof *g);
  rung->replica.log_likelihood = state[0];
  rung->replica.from_prior = state[1] != 0;
  if (state[2] > 0)
    {
      self->phase = (guint)state[2];
      ipl_tempered_begin_rung (self, index);
      self->phase = phase;
    }
  return state[2] == 0 || ipl_nuts_read (rung->nuts, part, npz);
}

gboolean
ipl_tempered_read (gpointer mover, const char *prefix, IplNpz *npz)
{
  IplTempered *self = mover;
  const double *random
      = ipl_checkpoint_find_doubles (npz, prefix, "random", IPL_RANDOM_STATE_NUMBERS);
  const double *numbers = ipl_checkpoint_find_doubles (npz, prefix, "numbers", 6);
  const double *power, *accepted, *tried;
  guint gaps;

  if (random == NULL || numbers == NULL
      || !ipl_checkpoint_is_count (numbers[0], self->n_rungs_allocated - 1) || numbers[0] < 1
      || !ipl_checkpoint_is_count (numbers[1], self->plan.warmup)
      || !ipl_checkpoint_is_count (numbers[2], IPL_TEMPERED_PHASES) || numbers[2] < 1
      || !ipl_checkpoint_is_count (numbers[3], self->plan.warmup) || !(numbers[4] >= 0)
      || numbers[4] > 0x1p53 || !ipl_checkpoint_is_count (numbers[5], G_MAXINT32))
    return FALSE;
  gaps = (guint)numbers[0];
  power = ipl_checkpoint_find_doubles (npz, prefix, "power", gaps + 1);
  accepted = ipl_checkpoint_find_doubles (npz, prefix, "accepted", gaps);
  tried = ipl_checkpoint_find_doubles (npz, prefix, "tried", gaps);
  if (power == NULL || accepted == NULL || tried == NULL || power[0] != 0 || power[gaps] != 1
      || !ipl_random_generator_set_state (self->rng, random))
    return FALSE;
  for (guint k = 0; k < gaps; k++)
    if (!(power[k] < power[k + 1]))
      return FALSE;
  self->ladder.gaps = gaps;
  self->warmup_done = (guint)numbers[1];
  self->phase = (guint)numbers[2];
  self->diverged = (guint)numbers[3];
  self->n_exchanges = (guint64)numbers[4];
  self->round_trips = (guint)numbers[5];
  memcpy (self->ladder.power, power, (gaps + 1) * sizeof *power);
  memcpy (self->accepted, accepted, gaps * sizeof *accepted);
  memcpy (self->tried, tried, gaps * sizeof *tried);
  for (guint k = 0; k < self->n_rungs_allocated; k++)
    {
      self->rungs[k].power = power[MIN (k, gaps)];
      if (!read_rung (self, k, prefix, npz))
        return FALSE;
    }
  return TRUE;
}
