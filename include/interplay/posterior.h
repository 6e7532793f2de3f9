/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <interplay/setting.h>

G_BEGIN_DECLS

/**
 * InterplayPosterior:
 *
 * A sampling run of the exact posterior over U at a setting. It can be stopped, summarized and
 * continued. Not thread-safe.
 */
typedef struct _InterplayPosterior InterplayPosterior;

INTERPLAY_PUBLIC GType interplay_posterior_get_type (void);

/**
 * InterplaySummary:
 *
 * Summary of the draws of a sampling run. Immutable, thread-safe, reference-counted.
 */
typedef struct _InterplaySummary InterplaySummary;

INTERPLAY_PUBLIC GType interplay_summary_get_type (void);

/**
 * interplay_posterior_new:
 * @the_case: a case
 * @setting: the setting; not the Gaussian-process limit
 * @chains: Markov chains, at least 1; 4 is usual
 * @warmup: discarded warm-up transitions of each chain; 300 is usual
 * @seed: seed; every chain has a separate stream of it
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
 * @self: (nullable) (transfer full): a sampling run; drops a reference
 */
INTERPLAY_PUBLIC void interplay_posterior_free (InterplayPosterior *self);

/**
 * interplay_posterior_run:
 * @self: a sampling run
 * @draws: further draws of every chain
 * @threads: number of threads, 0 for the number of cores; the draws do not depend on it
 * @cancellable: (nullable): checked between transitions; draws made before a cancellation stay
 * @error: return location for %G_IO_ERROR_CANCELLED
 *
 * Returns: TRUE if all draws were made
 */
INTERPLAY_PUBLIC gboolean interplay_posterior_run (InterplayPosterior *self, guint draws,
                                                   guint threads, GCancellable *cancellable,
                                                   GError **error);

/**
 * interplay_posterior_get_n_draws:
 * @self: a sampling run
 *
 * Returns: number of draws of each chain
 */
INTERPLAY_PUBLIC guint interplay_posterior_get_n_draws (InterplayPosterior *self);

/**
 * interplay_posterior_get_U:
 * @self: a sampling run
 * @chain: chain, from 0
 * @draw: draw, from 0
 *
 * Returns: (transfer none): [Pi K x Pi K] row-major, symmetric, as interplay_theory_get_U(): U of a
 *   draw, valid until the next call of interplay_posterior_run()
 */
INTERPLAY_PUBLIC const double *interplay_posterior_get_U (InterplayPosterior *self, guint chain,
                                                          guint draw);

/**
 * interplay_posterior_summarize:
 * @self: a sampling run with draws
 * @threads: number of threads, 0 for the number of cores
 * @cancellable: (nullable)
 * @error: return location for an #INTERPLAY_ERROR or %G_IO_ERROR_CANCELLED
 *
 * Returns: (transfer full) (nullable): a summary of the draws so far
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
 * Returns: total number of summarized draws of all chains
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
 * Returns: the largest R-hat (rank-normalized, split) of all entries of U; at most 1.01 for
 *   converged chains
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
 * @message: (out) (optional) (nullable) (transfer none): a sentence about the first failed
 *   diagnostic
 *
 * Returns: TRUE if all diagnostics pass
 */
INTERPLAY_PUBLIC gboolean interplay_summary_get_fine (InterplaySummary *self, const char **message);

/**
 * interplay_summary_get_accuracy:
 * @self: a summary
 * @test: test set, from 0
 * @standard_error: (out) (optional): its standard error, from test set and sampling together
 *
 * Returns: accuracy of the mean prediction; for regression, its mean squared error
 */
INTERPLAY_PUBLIC double interplay_summary_get_accuracy (InterplaySummary *self, guint test,
                                                        double *standard_error);

/**
 * interplay_summary_get_mean:
 * @self: a summary
 * @test: test set, from 0
 * @n: (out) (optional): length of the array, P' K
 *
 * Returns: (array length=n) (transfer none): [P' x K] posterior mean of the network's outputs on
 *   each test example
 */
INTERPLAY_PUBLIC const double *interplay_summary_get_mean (InterplaySummary *self, guint test,
                                                           gsize *n);

/**
 * interplay_summary_get_variance:
 * @self: a summary
 * @test: test set, from 0
 * @n: (out) (optional): length of the array, P' K K
 *
 * Returns: (array length=n) (transfer none): [P' x K x K] posterior covariance of the outputs, the
 *   variance for K = 1, without the noise T
 */
INTERPLAY_PUBLIC const double *interplay_summary_get_variance (InterplaySummary *self, guint test,
                                                               gsize *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplayPosterior, interplay_posterior_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplaySummary, interplay_summary_unref)

G_END_DECLS
