/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/posterior-chain-private.h"

#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/random.h"

/* Starts drawn from the prior before giving up on finding one of finite density. */
#define MAX_STARTS 100

static const IplPosteriorMover *const methods[IPL_POSTERIOR_N_METHODS] = {
  [IPL_POSTERIOR_NUTS] = &ipl_posterior_nuts_mover,
  [IPL_POSTERIOR_SURROGATE] = &ipl_posterior_surrogate_mover,
  [IPL_POSTERIOR_TEMPERED] = &ipl_posterior_tempered_mover,
};

const IplPosteriorMover *
ipl_posterior_chain_method (const IplPosteriorStart *start)
{
  return methods[ipl_posterior_method_resolve (start->the_case, start->setting, start->options)];
}

/* The prior is wider than the posterior: overdispersed starts. */
static gboolean
find_start (IplPosteriorTarget *target, gsl_rng *rng, double *q, double *gradient,
            GCancellable *cancellable)
{
  for (guint k = 0; k < MAX_STARTS && !g_cancellable_is_cancelled (cancellable); k++)
    {
      ipl_posterior_target_draw_prior (target, rng, q);
      if (isfinite (ipl_posterior_target_evaluate (target, q, gradient)))
        return TRUE;
    }
  return FALSE;
}

static gboolean
start_mover (IplPosteriorChain *self, guint index, IplPosteriorStart *start, gsl_rng *rng,
             GError **error)
{
  IplPosteriorTarget *target = self->target;
  double n = (double)target->n, *q, *gradient;
  g_autofree double *space
      = ipl_try_parts ("The starts of the chains", error, { &q, n }, { &gradient, n });

  if (space == NULL)
    return FALSE;
  if (!find_start (target, rng, q, gradient, start->cancellable))
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_SINGULAR,
                   "The posterior at temperature %g is not defined where the prior puts it, "
                   "because the kernel is singular there: give a larger temperature.",
                   start->setting->temperature);
      return FALSE;
    }
  if (index > 0 || self->method->share == NULL || self->method->share (start, target, error))
    self->mover = self->method->start (start, target, q, rng, error);
  return self->mover != NULL;
}

gboolean
ipl_posterior_chain_init (IplPosteriorChain *self, guint index, IplPosteriorStart *start,
                          GError **error)
{
  const IplPosteriorOptions *options = start->options;
  gsl_rng *rng;
  gboolean ok;

  self->method = ipl_posterior_chain_method (start);
  self->warmup = options->warmup;
  self->target = ipl_posterior_target_new (start->the_case, start->kernel, start->setting,
                                           options->prior_only, error);
  if (self->target == NULL)
    return FALSE;
  if (self->target->energy != NULL)
    self->target->energy->cancellable = start->cancellable;
  rng = ipl_random_generator_new (options->seed, index);
  ok = start_mover (self, index, start, rng, error);
  gsl_rng_free (rng);
  if (self->target->energy != NULL)
    self->target->energy->cancellable = NULL;
  return ok;
}

void
ipl_posterior_chain_clear (IplPosteriorChain *self)
{
  if (self->mover != NULL)
    self->method->free (self->mover);
  self->mover = NULL;
  g_clear_pointer (&self->target, ipl_posterior_target_free);
  g_clear_pointer (&self->U, g_free);
  g_clear_pointer (&self->q, g_free);
  g_clear_pointer (&self->draws, g_free);
}

double
ipl_posterior_chain_memory (const IplPosteriorStart *start)
{
  gsize n;
  double target = ipl_posterior_target_memory (start->the_case, start->kernel, start->setting,
                                               start->options->prior_only, &n);

  return target + ipl_posterior_chain_method (start)->memory (n, start);
}

double
ipl_posterior_chain_draw_memory (gsize Pi, gsize n)
{
  return sizeof (double) * ((double)Pi * (double)Pi + (double)n) + sizeof (IplDraw);
}

static gboolean
grow (gpointer *array, double bytes)
{
  gpointer larger = bytes < (double)G_MAXSSIZE ? g_try_realloc (*array, (gsize)bytes) : NULL;

  if (larger != NULL)
    *array = larger;
  return larger != NULL;
}

gboolean
ipl_posterior_chain_make_room (IplPosteriorChain *self, guint draws)
{
  gsize Pi = self->target->shape.paths[0], n = self->target->n;

  if (self->room >= draws)
    return TRUE;
  if (!grow ((gpointer *)&self->U, (double)draws * (double)(Pi * Pi * sizeof (double)))
      || !grow ((gpointer *)&self->q, (double)draws * (double)(n * sizeof (double)))
      || !grow ((gpointer *)&self->draws, (double)draws * sizeof (IplDraw)))
    return FALSE;
  self->room = draws;
  return TRUE;
}

gboolean
ipl_posterior_chain_step (IplPosteriorChain *self, GCancellable *cancellable)
{
  gsize Pi = self->target->shape.paths[0], n = self->target->n;
  gboolean warming = ipl_posterior_chain_in_warmup (self);
  IplTransition transition;

  if (!self->method->step (self->mover, cancellable, &transition))
    return FALSE;
  if (warming)
    return TRUE;

  const double *q = self->method->position (self->mover);
  IplDraw *draw = &self->draws[self->n_draws];

  memcpy (self->q + self->n_draws * n, q, n * sizeof (double));
  ipl_posterior_target_order (self->target, q, self->U + self->n_draws * Pi * Pi, &draw->u_a);
  draw->energy = transition.energy;
  draw->acceptance = transition.acceptance;
  draw->depth = transition.depth;
  draw->divergent = transition.divergent;
  self->n_draws++;
  return TRUE;
}

guint
ipl_posterior_chain_warmup_done (const IplPosteriorChain *self)
{
  return self->method->warmup_done (self->mover);
}

gboolean
ipl_posterior_chain_in_warmup (const IplPosteriorChain *self)
{
  return ipl_posterior_chain_warmup_done (self) < self->warmup;
}
