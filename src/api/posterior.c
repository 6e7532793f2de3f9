/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "api/posterior-private.h"

#include "core/posterior/diagnostics.h"

#include "api/case-private.h"
#include "api/setting-private.h"
#include "core/base/parallel.h"
#include "core/posterior/posterior-summary.h"

/* A sampling run by another name. */
static IplPosterior *
of (InterplayPosterior *self)
{
  return (IplPosterior *)self;
}

static guint
threads_or_all (guint threads)
{
  return threads > 0 ? threads : ipl_parallel_default_threads ();
}

/**
 * interplay_posterior_new:
 * @the_case: a case
 * @setting: where; not the Gaussian-process limit
 * @chains: Markov chains, at least 1; 4 where in doubt
 * @warmup: warm-up transitions of each chain, which are not kept; 300 where in doubt
 * @seed: every chain draws from its own stream of this seed
 * @error: return location for an #INTERPLAY_ERROR
 *
 * Prepares sampling of the exact posterior over U by the no-U-turn sampler.
 *
 * Returns: (transfer full) (nullable): a run without draws
 */
InterplayPosterior *
interplay_posterior_new (InterplayCase *the_case, const InterplaySetting *setting, guint chains,
                         guint warmup, guint64 seed, GError **error)
{
  IplPosteriorOptions options;
  IplKernel *kernel;

  g_return_val_if_fail (the_case != NULL && setting != NULL, NULL);

  ipl_posterior_options_init (&options);
  options.chains = chains;
  options.warmup = warmup;
  options.seed = seed;
  kernel = interplay_case_get_kernel (the_case, error);
  if (kernel == NULL)
    return NULL;
  return (InterplayPosterior *)ipl_posterior_new (the_case->the_case, kernel, &setting->setting,
                                                  &options, error);
}

/**
 * interplay_posterior_free:
 * @self: (nullable) (transfer full): a sampling run
 */
void
interplay_posterior_free (InterplayPosterior *self)
{
  if (self != NULL)
    ipl_posterior_free (of (self));
}

/**
 * interplay_posterior_run:
 * @self: a sampling run
 * @draws: further draws of every chain
 * @threads: threads to use, 0 for as many as there are cores; the draws do not depend on it
 * @cancellable: (nullable): looked at between transitions; what was drawn until then is kept
 * @error: return location for %G_IO_ERROR_CANCELLED
 *
 * Returns: whether all draws were made
 */
gboolean
interplay_posterior_run (InterplayPosterior *self, guint draws, guint threads,
                         GCancellable *cancellable, GError **error)
{
  g_return_val_if_fail (self != NULL, FALSE);

  return ipl_posterior_run (of (self), draws, threads_or_all (threads), NULL, NULL, cancellable,
                            error);
}

/**
 * interplay_posterior_get_n_draws:
 * @self: a sampling run
 *
 * Returns: draws that every chain has
 */
guint
interplay_posterior_get_n_draws (InterplayPosterior *self)
{
  return ipl_posterior_get_n_draws (of (self));
}

/**
 * interplay_posterior_get_U:
 * @self: a sampling run
 * @chain: chain, from 0
 * @draw: draw, from 0
 *
 * Returns: (transfer none): [Pi K x Pi K] row-major, symmetric, as interplay_theory_get_U(): U of
 *   one draw, until the run goes on
 */
const double *
interplay_posterior_get_U (InterplayPosterior *self, guint chain, guint draw)
{
  g_return_val_if_fail (chain < ipl_posterior_get_n_chains (of (self)), NULL);
  g_return_val_if_fail (draw < ipl_posterior_get_n_draws (of (self)), NULL);

  return ipl_posterior_get_U (of (self), chain, draw);
}

/**
 * interplay_posterior_summarize:
 * @self: a sampling run with draws
 * @threads: threads to use, 0 for as many as there are cores
 * @cancellable: (nullable)
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): what the draws so far say
 */
InterplaySummary *
interplay_posterior_summarize (InterplayPosterior *self, guint threads, GCancellable *cancellable,
                               GError **error)
{
  g_return_val_if_fail (self != NULL, NULL);

  return (InterplaySummary *)ipl_posterior_summarize (of (self), threads_or_all (threads),
                                                      cancellable, error);
}

/**
 * interplay_summary_ref:
 * @self: a summary
 *
 * Returns: (transfer full): @self with one more reference
 */
InterplaySummary *
interplay_summary_ref (InterplaySummary *self)
{
  g_return_val_if_fail (self != NULL, NULL);

  return (InterplaySummary *)ipl_posterior_summary_ref (&self->summary);
}

/**
 * interplay_summary_unref:
 * @self: (nullable) (transfer full): a summary
 */
void
interplay_summary_unref (InterplaySummary *self)
{
  if (self != NULL)
    ipl_posterior_summary_unref (&self->summary);
}

/**
 * interplay_summary_get_n_draws:
 * @self: a summary
 *
 * Returns: draws of all chains that are summarized
 */
guint
interplay_summary_get_n_draws (InterplaySummary *self)
{
  return self->summary.n_chains * self->summary.n_draws;
}

static const double *
matrix_of_paths (const InterplaySummary *self, const double *matrix, gsize *n_paths)
{
  if (n_paths != NULL)
    *n_paths = ipl_case_rows_of_U (self->summary.the_case);
  return matrix;
}

/**
 * interplay_summary_get_U_mean:
 * @self: a summary
 * @n_paths: (out) (optional): Pi, times the outputs K of the case
 *
 * Returns: (transfer none): [Pi K x Pi K] row-major: the posterior mean of U
 */
const double *
interplay_summary_get_U_mean (InterplaySummary *self, gsize *n_paths)
{
  return matrix_of_paths (self, self->summary.U_mean, n_paths);
}

/**
 * interplay_summary_get_U_error:
 * @self: a summary
 * @n_paths: (out) (optional): Pi, times the outputs K of the case
 *
 * Returns: (transfer none): [Pi K x Pi K] row-major: the Monte Carlo standard error of that mean
 */
const double *
interplay_summary_get_U_error (InterplaySummary *self, gsize *n_paths)
{
  return matrix_of_paths (self, self->summary.U_mcse, n_paths);
}

/**
 * interplay_summary_get_U_sd:
 * @self: a summary
 * @n_paths: (out) (optional): Pi, times the outputs K of the case
 *
 * Returns: (transfer none): [Pi K x Pi K] row-major: the posterior standard deviation of U
 */
const double *
interplay_summary_get_U_sd (InterplaySummary *self, gsize *n_paths)
{
  return matrix_of_paths (self, self->summary.U_sd, n_paths);
}

/**
 * interplay_summary_get_worst_rhat:
 * @self: a summary
 *
 * Returns: the largest R-hat (rank-normalized, split) of all entries of U; at most 1.01 is well
 */
double
interplay_summary_get_worst_rhat (InterplaySummary *self)
{
  return self->summary.worst_rhat;
}

/**
 * interplay_summary_get_least_ess:
 * @self: a summary
 *
 * Returns: the smallest effective sample size, bulk or tail, of all entries of U
 */
double
interplay_summary_get_least_ess (InterplaySummary *self)
{
  return ipl_diagnostics_smaller (self->summary.least_ess_bulk, self->summary.least_ess_tail);
}

/**
 * interplay_summary_get_fine:
 * @self: a summary
 * @message: (out) (optional) (nullable) (transfer none): a sentence on the first diagnostic that is
 *   not
 *
 * Returns: whether all diagnostics say that the draws can be relied on
 */
gboolean
interplay_summary_get_fine (InterplaySummary *self, const char **message)
{
  if (message != NULL)
    *message = self->summary.message;
  return self->summary.fine;
}

/**
 * interplay_summary_get_accuracy:
 * @self: a summary
 * @test: test set, from 0
 * @standard_error: (out) (optional): its error, of test set and sampling together
 *
 * Returns: accuracy of the mean prediction; for regression, its mean squared error
 */
double
interplay_summary_get_accuracy (InterplaySummary *self, guint test, double *standard_error)
{
  g_return_val_if_fail (test < self->summary.n_tests, 0);

  return ipl_prediction_read_score (&self->summary.tests[test], standard_error);
}

/**
 * interplay_summary_get_mean:
 * @self: a summary
 * @test: test set, from 0
 * @n: (out) (optional): how many numbers, P' K
 *
 * Returns: (transfer none): [P' x K] posterior mean of the network's outputs on each test example
 */
const double *
interplay_summary_get_mean (InterplaySummary *self, guint test, gsize *n)
{
  g_return_val_if_fail (test < self->summary.n_tests, NULL);

  return ipl_prediction_list (&self->summary.tests[test], FALSE, n);
}

/**
 * interplay_summary_get_variance:
 * @self: a summary
 * @test: test set, from 0
 * @n: (out) (optional): how many numbers, P' K K
 *
 * Returns: (transfer none): [P' x K x K] posterior covariance of its outputs, the variance of one,
 *   without the noise T
 */
const double *
interplay_summary_get_variance (InterplaySummary *self, guint test, gsize *n)
{
  g_return_val_if_fail (test < self->summary.n_tests, NULL);

  return ipl_prediction_list (&self->summary.tests[test], TRUE, n);
}
