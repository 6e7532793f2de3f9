/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/setting.h>

G_BEGIN_DECLS

/**
 * InterplayPosterior:
 *
 * A sampling run of the exact posterior over U at one setting, which can be stopped, looked at and
 * continued. Not to be used from two threads at once.
 */
typedef struct _InterplayPosterior InterplayPosterior;

INTERPLAY_PUBLIC GType interplay_posterior_get_type (void);

/**
 * InterplaySummary:
 *
 * What a sampling run says so far. Immutable, may be used from several threads, reference-counted.
 */
typedef struct _InterplaySummary InterplaySummary;

INTERPLAY_PUBLIC GType interplay_summary_get_type (void);

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
INTERPLAY_PUBLIC InterplayPosterior *interplay_posterior_new (InterplayCase *the_case,
                                                              const InterplaySetting *setting,
                                                              guint chains, guint warmup,
                                                              guint64 seed, GError **error);

/**
 * interplay_posterior_ref:
 * @self: a sampling run
 *
 * Returns: (transfer full): @self with one more reference
 */
INTERPLAY_PUBLIC InterplayPosterior *interplay_posterior_ref (InterplayPosterior *self);

/**
 * interplay_posterior_free:
 * @self: (nullable) (transfer full): a sampling run, of which a reference is let go
 */
INTERPLAY_PUBLIC void interplay_posterior_free (InterplayPosterior *self);

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
INTERPLAY_PUBLIC gboolean interplay_posterior_run (InterplayPosterior *self, guint draws,
                                                   guint threads, GCancellable *cancellable,
                                                   GError **error);

/**
 * interplay_posterior_get_n_draws:
 * @self: a sampling run
 *
 * Returns: draws that every chain has
 */
INTERPLAY_PUBLIC guint interplay_posterior_get_n_draws (InterplayPosterior *self);

/**
 * interplay_posterior_get_U:
 * @self: a sampling run
 * @chain: chain, from 0
 * @draw: draw, from 0
 *
 * Returns: (transfer none): [Pi K x Pi K] row-major, symmetric, as interplay_theory_get_U(): U of
 *   one draw, until the run goes on
 */
INTERPLAY_PUBLIC const double *interplay_posterior_get_U (InterplayPosterior *self, guint chain,
                                                          guint draw);

/**
 * interplay_posterior_summarize:
 * @self: a sampling run with draws
 * @threads: threads to use, 0 for as many as there are cores
 * @cancellable: (nullable)
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): what the draws so far say
 */
INTERPLAY_PUBLIC InterplaySummary *interplay_posterior_summarize (InterplayPosterior *self,
                                                                  guint threads,
                                                                  GCancellable *cancellable,
                                                                  GError **error);

/**
 * interplay_summary_ref:
 * @self: a summary
 *
 * Returns: (transfer full): @self with one more reference
 */
INTERPLAY_PUBLIC InterplaySummary *interplay_summary_ref (InterplaySummary *self);

/**
 * interplay_summary_unref:
 * @self: (nullable) (transfer full): a summary
 */
INTERPLAY_PUBLIC void interplay_summary_unref (InterplaySummary *self);

/**
 * interplay_summary_get_n_draws:
 * @self: a summary
 *
 * Returns: draws of all chains that are summarized
 */
INTERPLAY_PUBLIC guint interplay_summary_get_n_draws (InterplaySummary *self);

/**
 * interplay_summary_get_U_mean:
 * @self: a summary
 * @n_paths: (out) (optional): Pi, times the outputs K of the case
 *
 * Returns: (transfer none): [Pi K x Pi K] row-major: the posterior mean of U
 */
INTERPLAY_PUBLIC const double *interplay_summary_get_U_mean (InterplaySummary *self,
                                                             gsize *n_paths);

/**
 * interplay_summary_get_U_error:
 * @self: a summary
 * @n_paths: (out) (optional): Pi, times the outputs K of the case
 *
 * Returns: (transfer none): [Pi K x Pi K] row-major: the Monte Carlo standard error of that mean
 */
INTERPLAY_PUBLIC const double *interplay_summary_get_U_error (InterplaySummary *self,
                                                              gsize *n_paths);

/**
 * interplay_summary_get_U_sd:
 * @self: a summary
 * @n_paths: (out) (optional): Pi, times the outputs K of the case
 *
 * Returns: (transfer none): [Pi K x Pi K] row-major: the posterior standard deviation of U
 */
INTERPLAY_PUBLIC const double *interplay_summary_get_U_sd (InterplaySummary *self, gsize *n_paths);

/**
 * interplay_summary_get_worst_rhat:
 * @self: a summary
 *
 * Returns: the largest R-hat (rank-normalized, split) of all entries of U; at most 1.01 is well
 */
INTERPLAY_PUBLIC double interplay_summary_get_worst_rhat (InterplaySummary *self);

/**
 * interplay_summary_get_least_ess:
 * @self: a summary
 *
 * Returns: the smallest effective sample size, bulk or tail, of all entries of U
 */
INTERPLAY_PUBLIC double interplay_summary_get_least_ess (InterplaySummary *self);

/**
 * interplay_summary_get_fine:
 * @self: a summary
 * @message: (out) (optional) (nullable) (transfer none): a sentence on the first diagnostic that is
 *   not
 *
 * Returns: whether all diagnostics say that the draws can be relied on
 */
INTERPLAY_PUBLIC gboolean interplay_summary_get_fine (InterplaySummary *self, const char **message);

/**
 * interplay_summary_get_accuracy:
 * @self: a summary
 * @test: test set, from 0
 * @standard_error: (out) (optional): its error, of test set and sampling together
 *
 * Returns: accuracy of the mean prediction; for regression, its mean squared error
 */
INTERPLAY_PUBLIC double interplay_summary_get_accuracy (InterplaySummary *self, guint test,
                                                        double *standard_error);

/**
 * interplay_summary_get_mean:
 * @self: a summary
 * @test: test set, from 0
 * @n: (out) (optional): how many numbers, P' K
 *
 * Returns: (array length=n) (transfer none): [P' x K] posterior mean of the network's outputs on
 * each test example
 */
INTERPLAY_PUBLIC const double *interplay_summary_get_mean (InterplaySummary *self, guint test,
                                                           gsize *n);

/**
 * interplay_summary_get_variance:
 * @self: a summary
 * @test: test set, from 0
 * @n: (out) (optional): how many numbers, P' K K
 *
 * Returns: (array length=n) (transfer none): [P' x K x K] posterior covariance of its outputs, the
 * variance of one, without the noise T
 */
INTERPLAY_PUBLIC const double *interplay_summary_get_variance (InterplaySummary *self, guint test,
                                                               gsize *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplayPosterior, interplay_posterior_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplaySummary, interplay_summary_unref)

G_END_DECLS
