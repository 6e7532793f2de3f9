/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Chains with NUTS: over the density itself, with a first metric from the curvature at the
 * saddle point or, without one, from the entropy's Hessian; or on a surrogate of the energy,
 * each move accepted or rejected with one exact energy: delayed acceptance (Christen and Fox
 * 2005; THEORY.md section 10). */
#include "core/posterior/posterior-private.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/posterior/nuts.h"
#include "core/posterior/posterior-target.h"
#include "core/posterior/posterior-options.h"

/* The first bend: best at low temperatures, see the pilot. */
#define FIRST_BEND 0.5
/* The last of the warm-up, with exact energies: from the surrogate's typical set to the
 * posterior's. */
#define MOST_EXACT_WARMUP 50

typedef struct
{
  const IplPosteriorSurrogate *shared;
  IplPosteriorTarget *target;
  IplNuts *nuts;
  double misfit; /* (E - Es)/2 at the point of the chain; NAN before the first exact energy */
  guint exact_warmup;
  guint exact_warmup_done;
  /* of the draws */
  guint64 draws;
  double acceptance; /* sum of probabilities */
  guint stay;        /* draws since the last one that was accepted */
  guint longest_stay;
} Mover;

/* ---- state shared by all chains ---- */

static void
settle (double *q, double *gradient, gpointer target)
{
  ipl_posterior_target_fold (target, q, gradient);
}

gboolean
ipl_posterior_share_covariance (IplPosteriorStart *start, IplPosteriorTarget *target,
                                GError **error)
{
  IplPosteriorSurrogate *shared = g_new0 (IplPosteriorSurrogate, 1);

  start->shared = shared;
  return ipl_posterior_laplace_covariance (target, start->the_case, start->kernel, start->setting,
                                           &shared->covariance, error);
}

void
ipl_posterior_unshare (gpointer data)
{
  IplPosteriorSurrogate *shared = data;

  g_clear_pointer (&shared->energy, ipl_surrogate_energy_free);
  g_free (shared->covariance);
  g_free (shared);
}

static gboolean
prepare_at (IplPosteriorSurrogate *shared, IplPosteriorTarget *target, const IplSaddle *saddle,
            const IplPosteriorStart *start, GError **error)
{
  gboolean ok;

  if (ipl_posterior_laplace_applies (start->the_case, start->kernel, start->setting, FALSE)
      && !ipl_posterior_laplace_covariance_at (target, saddle, &shared->covariance, error))
    return FALSE;
  shared->energy = ipl_surrogate_energy_new (target->energy, saddle->U, FIRST_BEND, error);
  if (shared->energy == NULL || !ipl_posterior_target_set_surrogate (target, shared->energy, error))
    return FALSE;
  ok = ipl_surrogate_pilot (shared, target, ipl_saddle_get_theta (saddle), start, error);
  ipl_posterior_target_set_surrogate (target, NULL, NULL);
  shared->pays = ok
                 && (start->options->method == IPL_POSTERIOR_SURROGATE
                     || shared->acceptance >= IPL_SURROGATE_LEAST_ACCEPTANCE);
  return ok;
}

static gboolean
surrogate_share (IplPosteriorStart *start, IplPosteriorTarget *target, GError **error)
{
  g_autoptr (GError) why = NULL;
  g_autoptr (IplSaddle) saddle = NULL;
  IplPosteriorSurrogate *shared = g_new0 (IplPosteriorSurrogate, 1);

  start->shared = shared;
  shared->uses_surrogate = TRUE;
  if (target->energy == NULL || !ipl_surrogate_is_possible (start->the_case, start->setting))
    return TRUE;
  saddle = ipl_saddle_solve_narrow (start->the_case, start->kernel, start->setting, NULL, NULL,
                                    start->cancellable, &why);
  if (saddle != NULL && prepare_at (shared, target, saddle, start, &why))
    return TRUE;
  shared->pays = FALSE;
  /* Without an expansion point the chains use the density itself, unless the surrogate was
   * requested. */
  if (!g_error_matches (why, IPL_ERROR, IPL_ERROR_MEMORY)
      && start->options->method != IPL_POSTERIOR_SURROGATE)
    return TRUE;
  g_propagate_error (error, g_steal_pointer (&why));
  return FALSE;
}

/* ---- one chain ---- */

static void
mover_free (gpointer data)
{
  Mover *self = data;

  g_clear_pointer (&self->nuts, ipl_nuts_free);
  g_free (self);
}

static gpointer
mover_start (const IplPosteriorStart *start, IplPosteriorTarget *target, const double *q,
             const gsl_rng *rng, GError **error)
{
  const IplPosteriorSurrogate *shared = start->shared;
  guint warmup = start->options->warmup;
  g_autofree double *variances
      = ipl_try_new (double, (double)target->n, "The starts of the chains", error);
  Mover *self = g_new0 (Mover, 1);

  self->shared = shared;
  self->target = target;
  self->misfit = NAN;
  self->exact_warmup = shared->pays ? MIN (MOST_EXACT_WARMUP, warmup / 6) : 0;
  if (variances != NULL
      && ipl_posterior_target_set_surrogate (target, shared->pays ? shared->energy : NULL, error))
    {
      ipl_posterior_target_prior_variances (target, variances);
      /* With a surrogate settling would be part of a proposal that is then not reversible. */
      self->nuts
          = ipl_nuts_new (target->n, ipl_posterior_nuts_density, shared->pays ? NULL : settle,
                          shared->pays ? NULL : target->signs, target, q, variances,
                          shared->covariance, warmup - self->exact_warmup, rng, error);
    }
  if (self->nuts == NULL)
    {
      mover_free (self);
      return NULL;
    }
  self->nuts->target_acceptance = start->options->target_acceptance;
  return self;
}

/* (E - Es)/2 at the point of NUTS, infinite if E is undefined; FALSE if cancelled. */
static gboolean
find_misfit (Mover *self, GCancellable *cancellable, double *misfit)
{
  IplPosteriorTarget *target = self->target;
  double u_a, E, Es;
  gboolean defined;

  ipl_posterior_target_order (target, self->nuts->sample.q, target->U, &u_a);
  target->energy->cancellable = cancellable;
  defined = ipl_energy_evaluate (target->energy, target->U, &E);
  target->energy->cancellable = NULL;
  if (g_cancellable_is_cancelled (cancellable))
    return FALSE;
  target->evaluations++;
  defined = ipl_surrogate_energy_evaluate (target->surrogate, target->U, target->surrogate_work,
                                           &Es, NULL)
            && defined;
  *misfit = defined ? 0.5 * (E - Es) : (double)INFINITY;
  return TRUE;
}

/* Some transitions on the surrogate; FALSE when cancelled. */
static gboolean
propose (Mover *self, GCancellable *cancellable, IplTransition *all)
{
  *all = (IplTransition){ .acceptance = 0 };
  for (guint k = 0; k < self->shared->transitions; k++)
    {
      IplTransition one;

      if (!ipl_nuts_step (self->nuts, cancellable, &one))
        return FALSE;
      all->divergent = all->divergent || one.divergent;
      all->depth = MAX (all->depth, one.depth);
      all->acceptance += one.acceptance / self->shared->transitions;
      all->energy = one.energy;
    }
  return TRUE;
}

/* Counts the draw of a move with this probability of acceptance. */
static void
count_draw (Mover *self, double probability, gboolean accepted)
{
  self->draws++;
  self->acceptance += probability;
  self->stay = accepted ? 0 : self->stay + 1;
  self->longest_stay = MAX (self->longest_stay, self->stay);
}

/* A sequence of the surrogate's transitions is reversible for its density, so this is the exact
 * acceptance of their proposal. */
static gboolean
exact_step (Mover *self, GCancellable *cancellable, IplTransition *transition)
{
  double before = self->misfit, after, probability;
  gboolean accepted;

  ipl_nuts_set_mark (self->nuts, &self->nuts->mark);
  if ((isnan (before) && !find_misfit (self, cancellable, &before))
      || !propose (self, cancellable, transition) || !find_misfit (self, cancellable, &after))
    {
      ipl_nuts_return (self->nuts, &self->nuts->mark);
      return FALSE;
    }
  probability = isfinite (after) ? exp (MIN (0, before - after)) : 0;
  accepted = gsl_rng_uniform_pos (self->nuts->rng) < probability;
  if (!accepted)
    ipl_nuts_return (self->nuts, &self->nuts->mark);
  self->misfit = accepted ? after : before;
  if (self->exact_warmup_done < self->exact_warmup)
    self->exact_warmup_done++;
  else
    count_draw (self, probability, accepted);
  return TRUE;
}

static gboolean
mover_step (gpointer data, GCancellable *cancellable, IplTransition *transition)
{
  Mover *self = data;

  if (!self->shared->pays || ipl_nuts_in_warmup (self->nuts))
    return ipl_nuts_step (self->nuts, cancellable, transition);
  return exact_step (self, cancellable, transition);
}

static guint
mover_warmup_done (gconstpointer data)
{
  const Mover *self = data;

  return self->nuts->warmup_done + self->exact_warmup_done;
}

static const double *
mover_position (gconstpointer data)
{
  const Mover *self = data;

  return self->nuts->sample.q;
}

static void
mover_report (gconstpointer data, IplSamplerChainReport *report)
{
  const Mover *self = data;

  report->step_size = self->nuts->step_size;
  if (!self->shared->pays)
    return;
  report->surrogate = TRUE;
  report->exact_acceptance
      = self->draws > 0 ? self->acceptance / (double)self->draws : self->shared->acceptance;
  report->longest_stay = self->longest_stay;
}

/* The checkpoint of a chain; of the shared state, enough numbers to recognise it. */
#define SAVED 9

static void
list_numbers (const Mover *self, double numbers[SAVED])
{
  const IplPosteriorSurrogate *shared = self->shared;

  numbers[0] = shared->pays;
  numbers[1] = shared->transitions;
  numbers[2] = shared->energy != NULL ? shared->energy->bend : 0;
  numbers[3] = self->exact_warmup_done;
  numbers[4] = (double)self->draws;
  numbers[5] = self->acceptance;
  numbers[6] = self->stay;
  numbers[7] = self->longest_stay;
  numbers[8] = isfinite (self->misfit); /* an infinite one is found again */
}

static void
mover_write (gconstpointer data, const char *prefix, IplNpzWriter *npz)
{
  const Mover *self = data;
  double numbers[SAVED];

  ipl_nuts_write (self->nuts, prefix, npz);
  if (!self->shared->uses_surrogate)
    return;
  list_numbers (self, numbers);
  ipl_checkpoint_add_doubles (npz, prefix, "surrogate", numbers, SAVED);
  ipl_checkpoint_add_doubles (npz, prefix, "misfit",
                              isfinite (self->misfit) ? &self->misfit : &numbers[8], 1);
}

static gboolean
mover_read (gpointer data, const char *prefix, IplNpz *npz)
{
  Mover *self = data;
  const double *values = ipl_checkpoint_find_doubles (npz, prefix, "surrogate", SAVED);
  const double *misfit = ipl_checkpoint_find_doubles (npz, prefix, "misfit", 1);
  double numbers[SAVED];

  if (!self->shared->uses_surrogate)
    return ipl_nuts_read (self->nuts, prefix, npz);
  list_numbers (self, numbers);
  if (values == NULL || misfit == NULL || memcmp (values, numbers, 3 * sizeof *values) != 0
      || !ipl_checkpoint_is_count (values[3], self->exact_warmup)
      || !ipl_checkpoint_is_count (values[4], G_MAXINT32)
      || !(values[5] >= 0 && values[5] <= values[4])
      || !ipl_checkpoint_is_count (values[7], G_MAXINT32)
      || !ipl_checkpoint_is_count (values[6], (guint)values[7])
      || !ipl_nuts_read (self->nuts, prefix, npz)
      || (values[3] > 0 && ipl_nuts_in_warmup (self->nuts)))
    return FALSE;
  self->exact_warmup_done = (guint)values[3];
  self->draws = (guint64)values[4];
  self->acceptance = values[5];
  self->stay = (guint)values[6];
  self->longest_stay = (guint)values[7];
  self->misfit = values[8] != 0 ? *misfit : NAN;
  return TRUE;
}

#define COMMON                                                                                     \
  .unshare = ipl_posterior_unshare, .start = mover_start, .free = mover_free, .step = mover_step,  \
  .warmup_done = mover_warmup_done, .position = mover_position, .report = mover_report,            \
  .write = mover_write, .read = mover_read

const IplPosteriorMover ipl_posterior_nuts_mover = {
  .name = "nuts",
  .share = ipl_posterior_share_covariance,
  COMMON,
};

const IplPosteriorMover ipl_posterior_surrogate_mover = {
  .name = "surrogate",
  .share = surrogate_share,
  COMMON,
};
