/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chains moved by replica exchange (THEORY.md section 6.7): at each rung of a ladder of powers of
 * the likelihood a replica moves by NUTS, at the bottom it is a new draw of the prior every time,
 * and neighbours exchange their replicas, the even and the odd pairs in turn (Syed, Bouchard-Cote,
 * Deligiannidis and Doucet, JRSS B 84, 2022). */
#include "core/posterior/posterior-private.h"
#include "core/posterior/replica-exchange.h"

#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/random.h"

/* Draws of the prior from which the first ladder is made. */
#define PILOT_DRAWS 48
#define NO_LIKELIHOOD (-G_MAXDOUBLE)

static const char what[] = "The replicas of a tempered chain";

/* Log density of the prior times a power of the likelihood, up to a constant, and its gradient:
 * [n]; -infinity if undefined. */
static double
evaluate (IplPosteriorTarget *target, double power, const double *q, double *gradient,
          GCancellable *cancellable)
{
  double value;

  target->power = power;
  value = ipl_posterior_nuts_density (q, gradient, cancellable, target);
  target->power = 1;
  return value;
}

static double
rung_density (const double *q, double *gradient, GCancellable *cancellable, gpointer data)
{
  const IplRung *rung = data;

  return evaluate (rung->target, rung->power, q, gradient, cancellable);
}

static void
settle_rung (double *q, double *gradient, gpointer data)
{
  ipl_posterior_target_fold (((IplRung *)data)->target, q, gradient);
}

static void
copy_point (gsize n, IplReplica *to, const IplReplica *from)
{
  memcpy (to->q, from->q, n * sizeof (double));
  memcpy (to->g, from->g, n * sizeof (double));
  to->log_likelihood = from->log_likelihood;
}

/* Density and gradient at a replica's point. */
static void
evaluate_replica (IplTempered *self, IplReplica *replica, GCancellable *cancellable)
{
  double prior = ipl_posterior_target_prior (self->target, replica->q, self->scratch);

  replica->log_likelihood = evaluate (self->target, 1, replica->q, replica->g, cancellable) - prior;
  for (gsize i = 0; i < self->n; i++)
    replica->g[i] -= self->scratch[i];
}

/* A new draw of the prior in a replica. */
static void
draw_replica (IplTempered *self, IplReplica *replica, GCancellable *cancellable)
{
  ipl_posterior_target_draw_prior (self->target, self->rng, replica->q);
  ipl_posterior_target_fold (self->target, replica->q, NULL);
  evaluate_replica (self, replica, cancellable);
  replica->from_prior = TRUE;
  if (isfinite (replica->log_likelihood))
    return;
  /* For a singular kernel: a finite number that never increases. */
  replica->log_likelihood = NO_LIKELIHOOD;
  memset (replica->g, 0, self->n * sizeof (double));
}

/* Copies the point back from the rung's sampler; see ipl_tempered_hand_over(). */
static void
read_sampler (IplTempered *self, IplRung *rung)
{
  IplReplica *replica = &rung->replica;
  const double *g = rung->nuts->sample.g;
  double prior;

  memcpy (replica->q, rung->nuts->sample.q, self->n * sizeof (double));
  prior = ipl_posterior_target_prior (self->target, replica->q, self->scratch);
  replica->log_likelihood = (rung->nuts->sample.log_density - prior) / rung->power;
  for (gsize i = 0; i < self->n; i++)
    replica->g[i] = (g[i] - self->scratch[i]) / rung->power;
}

static gboolean
move_rung (IplTempered *self, guint index, GCancellable *cancellable, IplTransition *transition)
{
  IplRung *rung = &self->rungs[index];

  if (rung->phase != self->phase)
    ipl_tempered_begin_rung (self, index);
  ipl_tempered_hand_over (self, rung);
  if (!ipl_nuts_step (rung->nuts, cancellable, transition))
    return FALSE;
  read_sampler (self, rung);
  ipl_posterior_target_rescale (self->target, self->rng, rung->replica.q, rung->replica.g);
  return TRUE;
}

/* Every other pair of neighbours. */
static void
exchange (IplTempered *self)
{
  for (guint k = self->n_exchanges++ % 2; k < self->ladder.gaps; k += 2)
    {
      IplRung *low = &self->rungs[k], *high = &self->rungs[k + 1];
      double gain = (high->power - low->power)
                    * (low->replica.log_likelihood - high->replica.log_likelihood);
      double acceptance = low->replica.log_likelihood > NO_LIKELIHOOD ? MIN (1, exp (gain)) : 0;
      double u = gsl_rng_uniform (self->rng);

      self->accepted[k] += acceptance;
      self->tried[k]++;
      if (u < acceptance)
        {
          IplReplica replica = low->replica;

          low->replica = high->replica;
          high->replica = replica;
        }
    }
}

static void
forget_acceptance (IplTempered *self)
{
  memset (self->accepted, 0, sizeof self->accepted);
  memset (self->tried, 0, sizeof self->tried);
}

/* Each new rung takes the replica of the old one that was nearest. */
static void
respace (IplTempered *self)
{
  const IplLadder old = self->ladder;
  double acceptance[IPL_LADDER_MAX_GAPS];
  IplReplica replicas[IPL_LADDER_MAX_GAPS + 1];
  gsize n = self->n;
  guint nearest = 0;

  for (guint k = 0; k < old.gaps; k++)
    acceptance[k] = self->tried[k] > 0 ? self->accepted[k] / self->tried[k] : 0.5;
  ipl_ladder_respace (&self->ladder, n, acceptance);
  for (guint k = 0; k <= old.gaps; k++)
    {
      replicas[k].q = self->spare + 2 * n * k;
      replicas[k].g = replicas[k].q + n;
      copy_point (n, &replicas[k], &self->rungs[k].replica);
    }
  for (guint k = 0; k <= self->ladder.gaps; k++)
    {
      IplRung *rung = &self->rungs[k];

      rung->power = self->ladder.power[k];
      while (nearest < old.gaps
             && fabs (old.power[nearest + 1] - rung->power)
                    <= fabs (old.power[nearest] - rung->power))
        nearest++;
      /* A replica without a likelihood can only be the prior's. */
      if (k > 0 && replicas[nearest].log_likelihood == NO_LIKELIHOOD)
        continue;
      copy_point (n, &rung->replica, &replicas[nearest]);
      rung->replica.from_prior = FALSE;
    }
}

static void
warm_up (IplTempered *self)
{
  guint begin = ipl_tempered_phase_begin (self->plan.warmup, self->phase);
  guint end = ipl_tempered_phase_end (self->plan.warmup, self->phase);

  self->warmup_done++;
  /* The first third of a phase is its burn-in. */
  if (self->warmup_done == begin + (end - begin) / 3)
    forget_acceptance (self);
  if (self->warmup_done < end)
    return;
  if (self->warmup_done < self->plan.warmup)
    {
      self->phase++;
      respace (self);
    }
  forget_acceptance (self);
  self->round_trips = 0;
}

/* The next transition of all replicas. @transition: that of the top */
static gboolean
tempered_step (gpointer mover, GCancellable *cancellable, IplTransition *transition)
{
  IplTempered *self = mover;
  IplReplica *top;

  draw_replica (self, &self->rungs[0].replica, cancellable);
  for (guint k = 1; k <= self->ladder.gaps; k++)
    if (!move_rung (self, k, cancellable, transition))
      return FALSE;
  if (self->phase == IPL_TEMPERED_PHASES - 1 && transition->divergent)
    self->diverged++;
  exchange (self);
  top = &self->rungs[self->ladder.gaps].replica;
  if (top->from_prior)
    self->round_trips++;
  top->from_prior = FALSE;
  if (self->warmup_done < self->plan.warmup)
    warm_up (self);
  return TRUE;
}

static void
tempered_free (gpointer mover)
{
  IplTempered *self = mover;

  for (guint k = 0; self->rungs != NULL && k < self->n_rungs_allocated; k++)
    g_clear_pointer (&self->rungs[k].nuts, ipl_nuts_free);
  g_clear_pointer (&self->rng, gsl_rng_free);
  g_free (self->rungs);
  g_free (self->space);
  g_free (self);
}

static gboolean
make_rungs (IplTempered *self, GError **error)
{
  double n = (double)self->n, rungs = self->n_rungs_allocated, *replicas;
  guint64 seed = (guint64)gsl_rng_get (self->rng) << 32 | gsl_rng_get (self->rng);

  self->rungs = ipl_try_new0 (IplRung, rungs, what, error);
  if (self->rungs != NULL)
    self->space = ipl_try_parts0 (what, error, { &self->variances, n }, { &self->scratch, n },
                                  { &replicas, 2 * n * rungs }, { &self->spare, 2 * n * rungs });
  if (self->space == NULL)
    return FALSE;
  for (guint k = 0; k < self->n_rungs_allocated; k++)
    {
      IplRung *rung = &self->rungs[k];
      gsl_rng *rng;

      rung->target = self->target;
      rung->replica.q = replicas + 2 * self->n * k;
      rung->replica.g = rung->replica.q + self->n;
      if (k == 0)
        continue;
      rng = ipl_random_generator_new (seed, k);
      rung->nuts = ipl_nuts_allocate (self->n, rung_density, settle_rung, self->target->signs, rung,
                                      rng, error);
      gsl_rng_free (rng);
      if (rung->nuts == NULL)
        return FALSE;
    }
  return TRUE;
}

/* The first ladder, with draws of the prior on its rungs; the start on the top rung, and on
 * rungs at which such a draw has no density. */
static void
make_ladder (IplTempered *self, const double *q, GCancellable *cancellable)
{
  double likelihoods[PILOT_DRAWS];
  IplReplica *start = &self->rungs[self->n_rungs_allocated - 1].replica;

  for (guint i = 0; i < PILOT_DRAWS && !g_cancellable_is_cancelled (cancellable); i++)
    {
      draw_replica (self, &self->rungs[0].replica, NULL);
      likelihoods[i] = self->rungs[0].replica.log_likelihood;
    }
  ipl_ladder_init (&self->ladder, self->n, PILOT_DRAWS, likelihoods);
  memcpy (start->q, q, self->n * sizeof *q);
  evaluate_replica (self, start, NULL);
  for (guint k = 0; k <= self->ladder.gaps && !g_cancellable_is_cancelled (cancellable); k++)
    {
      IplReplica *replica = &self->rungs[k].replica;

      self->rungs[k].power = self->ladder.power[k];
      if (replica == start)
        continue;
      draw_replica (self, replica, NULL);
      if (k < self->ladder.gaps && (k == 0 || replica->log_likelihood > NO_LIKELIHOOD))
        continue;
      copy_point (self->n, replica, start);
    }
}

static gboolean
has_width_of_one (const IplPosteriorStart *start)
{
  for (guint l = 0; l <= start->the_case->L; l++)
    if (start->setting->N[l] == 1)
      return TRUE;
  return FALSE;
}

static gpointer
tempered_start (const IplPosteriorStart *start, IplPosteriorTarget *target, const double *q,
                const gsl_rng *rng, GError **error)
{
  guint warmup = start->options->warmup;
  IplTempered *self = g_new0 (IplTempered, 1);

  self->target = target;
  self->n = target->n;
  self->plan
      = (IplTemperedPlan){ .warmup = warmup,
                           .target_acceptance = start->options->target_acceptance,
                           .narrow = has_width_of_one (start),
                           .first = ((const IplPosteriorSurrogate *)start->shared)->covariance };
  self->rng = gsl_rng_clone (rng);
  self->phase = warmup < IPL_TEMPERED_SHORT_WARMUP ? IPL_TEMPERED_PHASES : 1;
  self->n_rungs_allocated = ipl_ladder_most_gaps (self->n) + 1;
  if (!make_rungs (self, error))
    {
      tempered_free (self);
      return NULL;
    }
  ipl_posterior_target_prior_variances (target, self->variances);
  make_ladder (self, q, start->cancellable);
  return self;
}

static guint
tempered_warmup_done (gconstpointer mover)
{
  return ((const IplTempered *)mover)->warmup_done;
}

static const double *
tempered_position (gconstpointer mover)
{
  const IplTempered *self = mover;

  return self->rungs[self->ladder.gaps].replica.q;
}

static void
tempered_report (gconstpointer mover, IplSamplerChainReport *report)
{
  const IplTempered *self = mover;
  guint gaps = self->ladder.gaps;

  report->step_size = self->rungs[gaps].nuts->step_size;
  report->target_acceptance = ipl_tempered_target_acceptance (self);
  report->rungs = gaps + 1;
  report->round_trips = self->round_trips;
  report->swap_acceptance = 0;
  report->least_swap_acceptance = 1;
  for (guint k = 0; k < gaps; k++)
    {
      double share = self->tried[k] > 0 ? self->accepted[k] / self->tried[k] : 0;

      report->swap_acceptance += share / gaps;
      report->least_swap_acceptance = MIN (report->least_swap_acceptance, share);
    }
}

const IplPosteriorMover ipl_posterior_tempered_mover = {
  .name = "tempered",
  .share = ipl_posterior_share_covariance,
  .unshare = ipl_posterior_unshare,
  .start = tempered_start,
  .free = tempered_free,
  .step = tempered_step,
  .warmup_done = tempered_warmup_done,
  .position = tempered_position,
  .report = tempered_report,
  .write = ipl_tempered_write,
  .read = ipl_tempered_read,
};
