/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A short run on the surrogate, with exact energies at some of its draws. It determines the bend
 * of the smallest misfit, and the expected acceptance of the exact step. */
#include "core/posterior/posterior-private.h"

#include <math.h>
#include <string.h>

#include "core/base/memory.h"
#include "core/base/random.h"

#define WARMUP 150
#define DRAWS 30
/* Transitions from one draw to the next. */
#define THINNING 4
/* The first bend is near the best at low temperatures; another one needs its own draws. */
#define ROUNDS 3
#define BEND_STEP 0.05
#define BENDS 19
/* Its stream of the seed, which no chain has. */
#define STREAM G_GUINT64_CONSTANT (0x51107)
/* Transitions between two exact energies, if together they take a smaller share of its time. An
 * odd number: NUTS's draws alternate about the mean, which an even number would lose. */
#define SEVERAL 3
#define SHARE 1.2
/* Floating-point operations a second: of large products, and of matrices as small as U. */
#define LARGE_FLOPS 4e10
#define SMALL_FLOPS 4e9

static const char what[] = "The pilot of the surrogate";

typedef struct
{
  IplPosteriorTarget *target;
  IplNuts *nuts;
  double *U;        /* [DRAWS x Pi x Pi] */
  double *exact;    /* [DRAWS] E/2 */
  double *misfit;   /* [DRAWS] (E - Es)/2 */
  double gradients; /* of the surrogate, of one transition */
} Pilot;

/* Draws of the surrogate's own density with their exact energies; FALSE when cancelled. */
static gboolean
draw (Pilot *self, GCancellable *cancellable)
{
  IplPosteriorTarget *target = self->target;
  gsize n2 = target->shape.paths[0] * target->shape.paths[0];
  guint64 before = target->surrogate_evaluations;
  guint transitions = WARMUP + DRAWS * THINNING, drawn = 0;
  IplTransition transition;
  double u_a;

  for (guint i = 0; i < transitions; i++)
    {
      if (!ipl_nuts_step (self->nuts, cancellable, &transition))
        return FALSE;
      if (i < WARMUP || (i - WARMUP) % THINNING != THINNING - 1)
        continue;

      double *U = self->U + drawn * n2, E;

      ipl_posterior_target_order (target, self->nuts->sample.q, U, &u_a);
      self->exact[drawn++]
          = ipl_energy_evaluate (target->energy, U, &E) ? 0.5 * E : (double)INFINITY;
      if (g_cancellable_is_cancelled (cancellable))
        return FALSE;
    }
  self->gradients = (double)(target->surrogate_evaluations - before) / transitions;
  return TRUE;
}

/* The mean acceptance from one draw to another with the present bend. */
static double
expect (Pilot *self, const IplSurrogateEnergy *energy)
{
  gsize n2 = energy->Pi * energy->Pi;
  double sum = 0;

  for (guint i = 0; i < DRAWS; i++)
    {
      double Es;

      self->misfit[i] = ipl_surrogate_energy_evaluate (energy, self->U + i * n2,
                                                       self->target->surrogate_work, &Es, NULL)
                            ? self->exact[i] - 0.5 * Es
                            : (double)INFINITY;
    }
  for (guint i = 0; i < DRAWS; i++)
    for (guint j = 0; j < DRAWS; j++)
      if (i != j && isfinite (self->misfit[i]) && isfinite (self->misfit[j]))
        sum += exp (MIN (0, self->misfit[i] - self->misfit[j]));
  return sum / (DRAWS * (DRAWS - 1));
}

/* Chooses the bend of the best acceptance on these draws; TRUE if it has changed. */
static gboolean
choose_bend (Pilot *self, IplPosteriorSurrogate *shared)
{
  double before = shared->energy->bend, best = before;

  shared->acceptance = expect (self, shared->energy);
  for (guint k = 1; k <= BENDS; k++)
    {
      double acceptance;

      ipl_surrogate_energy_set_bend (shared->energy, k * BEND_STEP);
      acceptance = expect (self, shared->energy);
      if (acceptance > shared->acceptance)
        {
          shared->acceptance = acceptance;
          best = k * BEND_STEP;
        }
    }
  ipl_surrogate_energy_set_bend (shared->energy, best);
  return best != before;
}

static guint
choose_transitions (double gradients, gsize dimensions, const IplKernel *kernel)
{
  double P = (double)kernel->P, Pi = (double)kernel->Pi, n = (double)kernel->n_pairs;
  double d = (double)dimensions;
  double energy = (ipl_kernel_flops (kernel) + P * P * P / 3) / LARGE_FLOPS;
  double metric = d <= IPL_NUTS_DENSE_LIMIT ? 6 * d * d : 6 * d;
  double transition = gradients * (2 * n * n + metric + 30 * Pi * Pi * Pi) / SMALL_FLOPS;

  return SEVERAL * transition < SHARE * energy ? SEVERAL : 1;
}

static gboolean
run_rounds (Pilot *self, IplPosteriorSurrogate *shared, const double *q, const double *variances,
            const IplPosteriorStart *start, gsl_rng *rng, GError **error)
{
  for (guint round = 0; round < ROUNDS; round++)
    {
      g_clear_pointer (&self->nuts, ipl_nuts_free);
      self->nuts
          = ipl_nuts_new (self->target->n, ipl_posterior_nuts_density, NULL, NULL, self->target, q,
                          variances, shared->covariance, WARMUP, rng, error);
      if (self->nuts == NULL)
        return FALSE;
      if (!draw (self, start->cancellable))
        {
          g_cancellable_set_error_if_cancelled (start->cancellable, error);
          return FALSE;
        }
      if (!choose_bend (self, shared))
        break;
    }
  shared->transitions = choose_transitions (self->gradients, self->target->n, start->kernel);
  return TRUE;
}

gboolean
ipl_surrogate_pilot (IplPosteriorSurrogate *self, IplPosteriorTarget *target, const double *theta,
                     const IplPosteriorStart *start, GError **error)
{
  gsize n2 = target->shape.paths[0] * target->shape.paths[0];
  Pilot pilot = { .target = target };
  gsl_rng *rng = ipl_random_generator_new (start->options->seed, STREAM);
  double n = (double)target->n, *q, *variances;
  g_autofree double *space
      = ipl_try_parts (what, error, { &q, n }, { &variances, n }, { &pilot.U, DRAWS * (double)n2 },
                       { &pilot.exact, DRAWS }, { &pilot.misfit, DRAWS });
  gboolean ok;

  if (space != NULL)
    {
      for (gsize k = 0; k < target->n; k++)
        q[k] = target->degrees[k] > 0 ? log (theta[target->place[k]]) : theta[target->place[k]];
      ipl_posterior_target_prior_variances (target, variances);
    }
  ok = space != NULL && run_rounds (&pilot, self, q, variances, start, rng, error);
  g_clear_pointer (&pilot.nuts, ipl_nuts_free);
  gsl_rng_free (rng);
  return ok;
}
