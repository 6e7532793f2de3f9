/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/posterior-private.h"

#include <math.h>
#include <pthread.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/random.h"

/* Starts drawn from the prior before giving up on finding one of finite density. */
#define MAX_STARTS 100

static const IplPosteriorMover *const methods[IPL_POSTERIOR_N_METHODS] = {
  [IPL_POSTERIOR_NUTS] = &ipl_posterior_nuts_mover,
  [IPL_POSTERIOR_SURROGATE] = &ipl_posterior_surrogate_mover,
  [IPL_POSTERIOR_TEMPERED] = &ipl_posterior_tempered_mover,
};

/* The transition method of a setting with these options. */
static const IplPosteriorMover *
find_method (const IplPosteriorStart *start)
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
    return ipl_fail (error, IPL_ERROR_SINGULAR,
                     "The posterior at temperature %g is not defined where the prior puts it, "
                     "because the kernel is singular there: give a larger temperature.",
                     start->setting->temperature);
  if (index > 0 || self->method->share == NULL || self->method->share (start, target, error))
    self->mover = self->method->start (start, target, q, rng, error);
  return self->mover != NULL;
}

/* Starts at a draw of the prior, with the @index-th stream of the options' seed; the first chain
 * makes the shared parts. The result is valid only if start->cancellable is not cancelled by the
 * end. */
static gboolean
chain_init (IplPosteriorChain *self, guint index, IplPosteriorStart *start, GError **error)
{
  const IplPosteriorOptions *options = start->options;
  gsl_rng *rng;
  gboolean ok;

  self->method = find_method (start);
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

static void
chain_clear (IplPosteriorChain *self)
{
  if (self->mover != NULL)
    self->method->free (self->mover);
  g_clear_pointer (&self->target, ipl_posterior_target_free);
  g_free (self->U);
  g_free (self->q);
  g_free (self->draws);
}

#define INSTEAD "use fewer draws, chains, training examples or heads"

/* Bytes of one draw. */
static double
draw_memory (gsize Pi, gsize n)
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

/* Allocates memory for draws; FALSE, without an error, if it is short. */
static gboolean
chain_make_room (IplPosteriorChain *self, guint draws)
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

static guint
warmup_done (const IplPosteriorChain *self)
{
  return self->method->warmup_done (self->mover);
}

gboolean
ipl_posterior_chain_in_warmup (const IplPosteriorChain *self)
{
  return warmup_done (self) < self->warmup;
}

/* The next transition, which is a draw once the warm-up is done. FALSE: cancelled. */
static gboolean
chain_step (IplPosteriorChain *self, GCancellable *cancellable)
{
  gsize Pi = self->target->shape.paths[0], n = self->target->n;
  gboolean warming = ipl_posterior_chain_in_warmup (self);
  IplTransition transition;

  if (g_cancellable_is_cancelled (cancellable)
      || !self->method->step (self->mover, cancellable, &transition))
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

#define MAX_CHAINS 64
/* Transitions of a chain in its turn. Chains advance together, so that all have draws after a
 * stop, and turns are short enough to keep waiting times small. */
#define ROUND 20
/* ... nor for longer than this, so that there are moments without a transition in any chain. */
#define ROUND_USEC (2 * G_USEC_PER_SEC)

/* Room for all draws of a call before it begins, so that no thread can fail. */
gboolean
ipl_posterior_make_room (IplPosterior *self, guint draws, GError **error)
{
  gsize Pi = ipl_case_rows_of_U (self->the_case), n = self->chains[0].target->n;
  double more = 0;

  for (guint c = 0; c < self->n_chains; c++)
    if (self->chains[c].room < draws)
      more += (double)(draws - self->chains[c].room) * draw_memory (Pi, n);
  if (!ipl_memory_check (more, "Keeping the draws", INSTEAD, error))
    return FALSE;
  for (guint c = 0; c < self->n_chains; c++)
    if (!chain_make_room (&self->chains[c], draws))
      {
        ipl_memory_set_error (error, more, "Keeping the draws", INSTEAD);
        return FALSE;
      }
  return TRUE;
}

/* Prepares the sampling of the exact posterior of THEORY.md section 6 by NUTS over (log s, A_1
 * .. A_L), with starts from the prior and a first metric from the curvature at the saddle point
 * or, without one, from the entropy's Hessian; or by another method of IplPosteriorMethod. */
IplPosterior *
ipl_posterior_prepare (IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                       const IplPosteriorOptions *options, GCancellable *cancellable,
                       GError **error)
{
  g_return_val_if_fail (the_case != NULL && kernel != NULL && setting != NULL, NULL);
  g_return_val_if_fail (!setting->gp, NULL);

  g_autoptr (IplPosterior) self = g_new0 (IplPosterior, 1);

  self->the_case = ipl_case_ref (the_case);
  self->kernel = ipl_kernel_ref (kernel);
  self->setting = *setting;
  if (options != NULL)
    self->options = *options;
  else
    ipl_posterior_options_init (&self->options);

  if (!ipl_setting_validate (setting, the_case, error)
      || !ipl_posterior_options_validate (&self->options, the_case, setting, error))
    return NULL;
  if (self->options.chains < 1 || self->options.chains > MAX_CHAINS)
    return ipl_fail_null (error, IPL_ERROR_VALUE, "There must be from 1 to %d chains, not %u.",
                          MAX_CHAINS, self->options.chains);
  self->n_chains = self->options.chains;
  self->chains = g_new0 (IplPosteriorChain, self->n_chains);

  IplPosteriorStart start
      = { the_case, self->kernel, &self->setting, &self->options, .cancellable = cancellable };
  gboolean ok = TRUE;

  self->method = find_method (&start);
  for (guint c = 0; ok && c < self->n_chains; c++)
    {
      ok = chain_init (&self->chains[c], c, &start, error);
      if (g_cancellable_is_cancelled (cancellable))
        {
          g_clear_error (error);
          g_cancellable_set_error_if_cancelled (cancellable, error);
          ok = FALSE;
        }
    }
  self->shared = start.shared;
  return ok ? g_steal_pointer (&self) : NULL;
}

void
ipl_posterior_free (IplPosterior *self)
{
  for (guint c = 0; self->chains != NULL && c < self->n_chains; c++)
    chain_clear (&self->chains[c]);
  if (self->shared != NULL)
    self->method->unshare (self->shared);
  g_free (self->chains);
  g_clear_pointer (&self->kernel, ipl_kernel_unref);
  ipl_case_unref (self->the_case);
  g_free (self);
}

typedef struct
{
  IplPosterior *posterior;
  guint wanted; /* draws of each chain when done */
  GCancellable *cancellable;
  pthread_mutex_t lock; /* of what follows; see parallel.c for why not GMutex */
  guint64 done;
  guint64 total;
  double last_fraction;
  const IplWork *work; /* (nullable) */
} Run;

static void
report (Run *run, guint chain, const IplPosteriorChain *state)
{
  pthread_mutex_lock (&run->lock);
  run->done++;

  double fraction = (double)run->done / (double)run->total;

  if (run->work != NULL && run->work->progress != NULL
      && (fraction - run->last_fraction >= 0.005 || run->done == run->total))
    {
      g_autofree char *widths = ipl_setting_widths_text (&run->posterior->setting);
      g_autofree char *sentence
          = ipl_posterior_chain_in_warmup (state)
                ? g_strdup_printf ("Sampling N = %s: warming up, %u of %u", widths,
                                   warmup_done (state), run->posterior->options.warmup)
                : g_strdup_printf ("Sampling N = %s: draw %u of %u", widths, state->n_draws,
                                   run->wanted);

      run->last_fraction = fraction;
      ipl_work_progress (run->work, fraction, -1.0, sentence);
    }
  pthread_mutex_unlock (&run->lock);
}

static gboolean
chain_is_done (const IplPosteriorChain *chain, guint wanted)
{
  return !ipl_posterior_chain_in_warmup (chain) && chain->n_draws >= wanted;
}

static void
run_chain (gsize index, gpointer data)
{
  Run *run = data;
  IplPosteriorChain *chain = &run->posterior->chains[index];
  gint64 end_usec = g_get_monotonic_time () + ROUND_USEC;

  for (guint i = 0; i < ROUND && !chain_is_done (chain, run->wanted); i++)
    {
      if (!chain_step (chain, run->cancellable))
        return;
      report (run, (guint)index, chain);
      if (g_get_monotonic_time () > end_usec)
        return;
    }
}

static gboolean
all_done (const IplPosterior *self, guint wanted)
{
  for (guint c = 0; c < self->n_chains; c++)
    if (!chain_is_done (&self->chains[c], wanted))
      return FALSE;
  return TRUE;
}

/* Warms up, unless that is done, and adds draws. When cancelled, the draws stay and a later call
 * resumes from the last of them; chains are first brought to equal lengths. */
gboolean
ipl_posterior_run (IplPosterior *self, guint draws, const IplWork *work, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  GCancellable *cancellable = ipl_work_cancellable (work);
  gint64 begin_usec = g_get_monotonic_time ();
  Run run = { self, ipl_posterior_get_n_draws (self) + draws, cancellable };

  if (!ipl_posterior_make_room (self, run.wanted, error))
    return FALSE;
  for (guint c = 0; c < self->n_chains; c++)
    {
      const IplPosteriorChain *chain = &self->chains[c];

      run.total += self->options.warmup - warmup_done (chain);
      run.total += run.wanted > chain->n_draws ? run.wanted - chain->n_draws : 0;
    }
  run.work = work;
  pthread_mutex_init (&run.lock, NULL);
  while (!g_cancellable_is_cancelled (cancellable) && !all_done (self, run.wanted))
    {
      ipl_parallel_for (self->n_chains, ipl_work_threads (work), run_chain, &run, cancellable);
      if (self->pause != NULL)
        self->pause (self, self->pause_data);
    }
  pthread_mutex_destroy (&run.lock);
  self->seconds += (double)(g_get_monotonic_time () - begin_usec) * 1e-6;

  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/* For work that needs idle chains, such as ipl_posterior_save(). @pause: (nullable): called
 * within ipl_posterior_run(), in its thread, whenever no chain is in a transition: every few
 * seconds unless a single transition takes longer. */
void
ipl_posterior_set_pause (IplPosterior *self, IplPosteriorPause pause, gpointer data)
{
  self->pause = pause;
  self->pause_data = data;
}

const IplSetting *
ipl_posterior_get_setting (const IplPosterior *self)
{
  return &self->setting;
}

guint
ipl_posterior_get_n_chains (const IplPosterior *self)
{
  return self->n_chains;
}

/* Draws that every chain has; a chain may be ahead after a stop. */
guint
ipl_posterior_get_n_draws (const IplPosterior *self)
{
  guint least = G_MAXUINT;

  for (guint c = 0; c < self->n_chains; c++)
    least = MIN (least, self->chains[c].n_draws);
  return least;
}

/* [Pi K x Pi K] U of one draw, valid until the run continues. */
const double *
ipl_posterior_get_U (const IplPosterior *self, guint chain, guint draw)
{
  gsize Pi = self->chains[chain].target->shape.paths[0];

  return self->chains[chain].U + draw * Pi * Pi;
}

guint64
ipl_posterior_get_gradients (const IplPosterior *self)
{
  guint64 sum = 0;

  for (guint c = 0; c < self->n_chains; c++)
    sum += self->chains[c].target->evaluations;
  return sum;
}

/* Transitions made so far, of all chains together and the warm-up included. */
guint64
ipl_posterior_get_transitions (const IplPosterior *self)
{
  guint64 sum = 0;

  for (guint c = 0; c < self->n_chains; c++)
    sum += warmup_done (&self->chains[c]) + self->chains[c].n_draws;
  return sum;
}
