/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/posterior/posterior-private.h"

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/random.h"
#include "core/posterior/posterior-laplace-private.h"
#include "core/theory/curvature.h"
#include "core/theory/saddle.h"
#include <math.h>
#include <pthread.h>
#include <string.h>

#define MAX_CHAINS 64
/* Transitions of one chain before the next has its turn: chains advance side by side, so that a
 * stop leaves all of them with draws, and few enough wait for each other. */
#define ROUND 20
/* ... nor for longer than this, so that there are moments in which all stand still. */
#define ROUND_USEC (2 * G_USEC_PER_SEC)
/* Starts drawn from the prior before giving up on finding one of finite density. */
#define MAX_STARTS 100

/**
 * ipl_posterior_options_init:
 * @self: (out): options
 *
 * Four chains of 300 warm-up transitions, seed 1.
 */
void
ipl_posterior_options_init (IplPosteriorOptions *self)
{
  *self = (IplPosteriorOptions){
    .chains = IPL_POSTERIOR_DEFAULT_CHAINS,
    .warmup = IPL_POSTERIOR_DEFAULT_WARMUP,
    .seed = 1,
  };
}

static double
log_density (const double *q, double *gradient, GCancellable *cancellable, gpointer data)
{
  IplPosteriorTarget *target = data;

  if (target->energy == NULL || cancellable == NULL)
    return ipl_posterior_target_evaluate (target, q, gradient);
  target->energy->cancellable = cancellable;

  double value = ipl_posterior_target_evaluate (target, q, gradient);

  target->energy->cancellable = NULL;
  return value;
}

/* What it makes is whole only where @cancellable is not cancelled by the end. */
static gboolean
chain_init (IplPosterior *self, guint index, double **covariance, GCancellable *cancellable,
            GError **error)
{
  IplPosteriorChain *chain = &self->chains[index];
  IplPosteriorTarget *target = ipl_posterior_target_new (
      self->the_case, self->kernel, &self->setting, self->options.prior_only, error);
  gsl_rng *rng;
  double n = target != NULL ? (double)target->n : 0, *q, *variances, *gradient;
  g_autofree double *space = target != NULL
                                 ? ipl_try_parts ("The starts of the chains", error, { &q, n },
                                                  { &variances, n }, { &gradient, n })
                                 : NULL;
  gboolean found = FALSE;

  chain->target = target;
  if (space == NULL)
    return FALSE;
  if (target->energy != NULL)
    target->energy->cancellable = cancellable;
  rng = ipl_random_generator_new (self->options.seed, index);
  /* The prior is wider than the posterior: overdispersed starts. */
  for (guint k = 0; k < MAX_STARTS && !found && !g_cancellable_is_cancelled (cancellable); k++)
    {
      ipl_posterior_target_draw_prior (target, rng, q);
      found = isfinite (ipl_posterior_target_evaluate (target, q, gradient));
    }
  if (found)
    {
      ipl_posterior_target_prior_variances (target, variances);
      if (index > 0
          || ipl_posterior_laplace_covariance (target, self->the_case, self->kernel, &self->setting,
                                               covariance, error))
        chain->nuts = ipl_nuts_new (target->n, log_density, target, q, variances, *covariance,
                                    self->options.warmup, rng, error);
    }
  else
    g_set_error (error, IPL_ERROR, IPL_ERROR_SINGULAR,
                 "The posterior at temperature %g is not defined where the prior puts it, because "
                 "the kernel is singular there: give a larger temperature.",
                 self->setting.temperature);
  gsl_rng_free (rng);
  if (target->energy != NULL)
    target->energy->cancellable = NULL;
  return chain->nuts != NULL;
}

static void
chain_clear (IplPosteriorChain *chain)
{
  g_clear_pointer (&chain->nuts, ipl_nuts_free);
  g_clear_pointer (&chain->target, ipl_posterior_target_free);
  g_clear_pointer (&chain->U, g_free);
  g_clear_pointer (&chain->q, g_free);
  g_clear_pointer (&chain->draws, g_free);
}

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

/*< private >
 * ipl_posterior_make_room:
 * @self: a run
 * @draws: how many draws every chain will have
 * @error: return location
 *
 * Room for all draws of a call before it begins, so that no thread can fail.
 */
gboolean
ipl_posterior_make_room (IplPosterior *self, guint draws, GError **error)
{
  gsize Pi = self->the_case->Pi, n = self->chains[0].target->n;
  double more = 0;

  for (guint c = 0; c < self->n_chains; c++)
    if (self->chains[c].room < draws)
      more += (double)(draws - self->chains[c].room) * draw_memory (Pi, n);
  if (!ipl_memory_ask (more, "Keeping the draws", IPL_POSTERIOR_INSTEAD, error))
    return FALSE;
  for (guint c = 0; c < self->n_chains; c++)
    {
      IplPosteriorChain *chain = &self->chains[c];

      if (chain->room >= draws)
        continue;
      if (!grow ((gpointer *)&chain->U, (double)draws * (double)(Pi * Pi * sizeof (double)))
          || !grow ((gpointer *)&chain->q, (double)draws * (double)(n * sizeof (double)))
          || !grow ((gpointer *)&chain->draws, (double)draws * sizeof (IplDraw)))
        {
          ipl_memory_set_error (error, more, "Keeping the draws", IPL_POSTERIOR_INSTEAD);
          return FALSE;
        }
      chain->room = draws;
    }
  return TRUE;
}

/*< private >
 * ipl_posterior_memory:
 * @the_case: a case
 * @kernel: its kernel
 * @setting: a setting
 * @options: how it is sampled
 * @draws: draws of each chain
 *
 * Returns: bytes that a run takes and keeps: its chains with their draws
 */
double
ipl_posterior_memory (const IplCase *the_case, const IplKernel *kernel, const IplSetting *setting,
                      const IplPosteriorOptions *options, guint draws)
{
  gsize n;
  double target = ipl_posterior_target_memory (the_case, kernel, setting, options->prior_only, &n);

  return options->chains
         * (target + ipl_nuts_memory (n) + (double)draws * draw_memory (the_case->Pi, n));
}

/*< private >
 * ipl_posterior_preparing_memory:
 *
 * Returns: bytes that ipl_posterior_new() takes for a while beside what is kept: a saddle point,
 *   where the first metric comes from there
 */
double
ipl_posterior_preparing_memory (const IplCase *the_case, const IplKernel *kernel,
                                const IplSetting *setting, const IplPosteriorOptions *options)
{
  double unused;

  if (!ipl_posterior_laplace_applies (the_case, kernel, setting, options->prior_only))
    return 0;
  return ipl_saddle_memory (the_case, kernel, &unused) + ipl_curvature_memory (kernel);
}

/**
 * ipl_posterior_new:
 *
 * As ipl_posterior_prepare(), not to be cancelled.
 *
 * Returns: (transfer full): the run, or %NULL
 */
IplPosterior *
ipl_posterior_new (IplCase *the_case, IplKernel *kernel, const IplSetting *setting,
                   const IplPosteriorOptions *options, GError **error)
{
  return ipl_posterior_prepare (the_case, kernel, setting, options, NULL, error);
}

/**
 * ipl_posterior_prepare:
 * @the_case: a case
 * @kernel: its kernel
 * @setting: widths, temperature and variances; not the GP limit
 * @options: (nullable): how to sample; by default ipl_posterior_options_init()
 * @cancellable: (nullable): looked at every few milliseconds
 * @error: return location
 *
 * Prepares the sampling of the exact posterior of THEORY.md section 6 by NUTS over
 * (log s, A_1 .. A_L), with starts from the prior and a first metric from the curvature at the
 * saddle point or, where there is none, from the entropy's Hessian.
 *
 * Returns: (transfer full): the run, without draws yet; or %NULL with #IPL_ERROR_VALUE,
 *   #IPL_ERROR_SINGULAR, #IPL_ERROR_MEMORY or %G_IO_ERROR_CANCELLED
 */
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

  if (!ipl_setting_validate (setting, the_case, error))
    return NULL;
  if (self->options.chains < 1 || self->options.chains > MAX_CHAINS)
    {
      g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE, "There must be from 1 to %d chains, not %u.",
                   MAX_CHAINS, self->options.chains);
      return NULL;
    }
  self->n_chains = self->options.chains;
  self->chains = g_new0 (IplPosteriorChain, self->n_chains);

  g_autofree double *covariance = NULL; /* found with the first chain, for all */

  if (!ipl_memory_ask (ipl_posterior_memory (the_case, kernel, setting, &self->options, 0)
                           + ipl_posterior_preparing_memory (the_case, kernel, setting,
                                                             &self->options),
                       "Sampling", IPL_POSTERIOR_INSTEAD, error))
    return NULL;

  for (guint c = 0; c < self->n_chains; c++)
    {
      gboolean ok = chain_init (self, c, &covariance, cancellable, error);

      if (g_cancellable_is_cancelled (cancellable))
        {
          g_clear_error (error);
          g_cancellable_set_error_if_cancelled (cancellable, error);
          return NULL;
        }
      if (!ok)
        return NULL;
    }
  return g_steal_pointer (&self);
}

void
ipl_posterior_free (IplPosterior *self)
{
  for (guint c = 0; self->chains != NULL && c < self->n_chains; c++)
    chain_clear (&self->chains[c]);
  g_free (self->chains);
  ipl_kernel_unref (self->kernel);
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
  IplPosteriorProgress progress;
  gpointer progress_data;
} Run;

static void
report (Run *run, guint chain, const IplPosteriorChain *state)
{
  pthread_mutex_lock (&run->lock);
  run->done++;

  double fraction = (double)run->done / (double)run->total;

  if (run->progress != NULL && (fraction - run->last_fraction >= 0.005 || run->done == run->total))
    {
      g_autofree char *widths = ipl_setting_widths_text (&run->posterior->setting);
      g_autofree char *sentence
          = ipl_nuts_in_warmup (state->nuts)
                ? g_strdup_printf ("Sampling N = %s: warming up, %u of %u", widths,
                                   ipl_nuts_get_warmup_done (state->nuts),
                                   run->posterior->options.warmup)
                : g_strdup_printf ("Sampling N = %s: draw %u of %u", widths, state->n_draws,
                                   run->wanted);

      run->last_fraction = fraction;
      run->progress (fraction, sentence, run->progress_data);
    }
  pthread_mutex_unlock (&run->lock);
}

static gboolean
chain_is_done (const IplPosteriorChain *chain, guint wanted)
{
  return !ipl_nuts_in_warmup (chain->nuts) && chain->n_draws >= wanted;
}

static void
run_chain (gsize index, gpointer data)
{
  Run *run = data;
  IplPosteriorChain *chain = &run->posterior->chains[index];
  gint64 end_usec = g_get_monotonic_time () + ROUND_USEC;
  gsize Pi = run->posterior->the_case->Pi, n = chain->target->n;

  for (guint i = 0; i < ROUND && !chain_is_done (chain, run->wanted); i++)
    {
      gboolean warming = ipl_nuts_in_warmup (chain->nuts);
      IplTransition transition;
      if (!ipl_nuts_step (chain->nuts, run->cancellable, &transition))
        return;
      if (!warming)
        {
          const double *q = ipl_nuts_get_position (chain->nuts);
          IplDraw *draw = &chain->draws[chain->n_draws];

          memcpy (chain->q + chain->n_draws * n, q, n * sizeof (double));
          ipl_posterior_target_order (chain->target, q, chain->U + chain->n_draws * Pi * Pi,
                                      &draw->u_a);
          draw->energy = transition.energy;
          draw->acceptance = transition.acceptance;
          draw->depth = transition.depth;
          draw->divergent = transition.divergent;
          chain->n_draws++;
        }
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

/**
 * ipl_posterior_run:
 * @self: a run
 * @draws: draws to add to every chain
 * @threads: threads to share the chains, at least 1; the draws do not depend on it
 * @progress: (nullable) (scope call): called from the worker threads
 * @progress_data: for @progress
 * @cancellable: (nullable): looked at before every leapfrog step
 * @error: return location
 *
 * Warms up, unless that is done, and adds draws. When cancelled, what is there is kept and a later
 * call goes on exactly where this one stopped; chains are evened out first.
 *
 * Returns: %FALSE with %G_IO_ERROR_CANCELLED, or with #IPL_ERROR_MEMORY before any transition
 */
gboolean
ipl_posterior_run (IplPosterior *self, guint draws, guint threads, IplPosteriorProgress progress,
                   gpointer progress_data, GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (self != NULL && threads > 0, FALSE);

  gint64 begin_usec = g_get_monotonic_time ();
  Run run = { self, ipl_posterior_get_n_draws (self) + draws, cancellable };

  if (!ipl_posterior_make_room (self, run.wanted, error))
    return FALSE;
  for (guint c = 0; c < self->n_chains; c++)
    {
      const IplPosteriorChain *chain = &self->chains[c];

      run.total += self->options.warmup - ipl_nuts_get_warmup_done (chain->nuts);
      run.total += run.wanted > chain->n_draws ? run.wanted - chain->n_draws : 0;
    }
  run.progress = progress;
  run.progress_data = progress_data;
  pthread_mutex_init (&run.lock, NULL);
  while (!g_cancellable_is_cancelled (cancellable) && !all_done (self, run.wanted))
    {
      ipl_parallel_for (self->n_chains, threads, run_chain, &run, cancellable);
      if (self->pause != NULL)
        self->pause (self, self->pause_data);
    }
  pthread_mutex_destroy (&run.lock);
  self->seconds += (double)(g_get_monotonic_time () - begin_usec) * 1e-6;

  return !g_cancellable_set_error_if_cancelled (cancellable, error);
}

/**
 * ipl_posterior_set_pause:
 * @self: a run
 * @pause: (nullable): called within ipl_posterior_run(), in its thread, whenever all chains stand
 *   still, which they do every few seconds unless a single transition takes longer
 * @data: for @pause
 *
 * For what can only be done then, as ipl_posterior_save().
 */
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

/**
 * ipl_posterior_get_n_draws:
 * @self: a run
 *
 * Returns: draws that every chain has; a chain may be ahead after a stop
 */
guint
ipl_posterior_get_n_draws (const IplPosterior *self)
{
  guint least = G_MAXUINT;

  for (guint c = 0; c < self->n_chains; c++)
    least = MIN (least, self->chains[c].n_draws);
  return least;
}

guint
ipl_posterior_get_n_dimensions (const IplPosterior *self)
{
  return (guint)self->chains[0].target->n;
}

/**
 * ipl_posterior_get_U:
 * @self: a run
 * @chain: chain from 0
 * @draw: draw from 0
 *
 * Returns: (transfer none): [Pi x Pi] U of one draw, valid until the run goes on
 */
const double *
ipl_posterior_get_U (const IplPosterior *self, guint chain, guint draw)
{
  gsize Pi = self->the_case->Pi;

  return self->chains[chain].U + draw * Pi * Pi;
}

double
ipl_posterior_get_u_a (const IplPosterior *self, guint chain, guint draw)
{
  return self->chains[chain].draws[draw].u_a;
}

guint64
ipl_posterior_get_gradients (const IplPosterior *self)
{
  guint64 sum = 0;

  for (guint c = 0; c < self->n_chains; c++)
    sum += self->chains[c].target->evaluations;
  return sum;
}

/**
 * ipl_posterior_get_transitions:
 * @self: a run
 *
 * Returns: transitions made so far, of all chains together and the warm-up included
 */
guint64
ipl_posterior_get_transitions (const IplPosterior *self)
{
  guint64 sum = 0;

  for (guint c = 0; c < self->n_chains; c++)
    sum += ipl_nuts_get_warmup_done (self->chains[c].nuts) + self->chains[c].n_draws;
  return sum;
}
