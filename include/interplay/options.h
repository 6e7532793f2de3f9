/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>
#include <interplay/macros.h>

G_BEGIN_DECLS

/**
 * InterplayOptions:
 *
 * Options of a computation in addition to widths and temperatures. For a function with options,
 * %NULL gives the defaults. Must not change while in use; reference-counted.
 */
typedef struct _InterplayOptions InterplayOptions;

/**
 * InterplayProgress:
 * @fraction: completed fraction, in [0, 1]; negative if unknown
 * @seconds_left: remaining time in seconds; negative if unknown
 * @sentence: (nullable): the present step
 * @user_data: data of interplay_options_set_progress()
 *
 * Receives progress, on any thread of the computation, one call at a time.
 */
typedef void (*InterplayProgress) (double fraction, double seconds_left, const char *sentence,
                                   gpointer user_data);

INTERPLAY_PUBLIC GType interplay_options_get_type (void);

/**
 * interplay_options_new:
 *
 * Returns: (transfer full): the default options
 */
INTERPLAY_PUBLIC InterplayOptions *interplay_options_new (void);

/**
 * interplay_options_ref:
 * @self: options
 *
 * Returns: (transfer full): @self with one more reference
 */
INTERPLAY_PUBLIC InterplayOptions *interplay_options_ref (InterplayOptions *self);

/**
 * interplay_options_unref:
 * @self: (nullable) (transfer full): options
 */
INTERPLAY_PUBLIC void interplay_options_unref (InterplayOptions *self);

/**
 * interplay_options_set_threads:
 * @self: options
 * @threads: number of threads, 0 (the default) for the number of cores; results do not depend on it
 */
INTERPLAY_PUBLIC void interplay_options_set_threads (InterplayOptions *self, guint threads);

/**
 * interplay_options_set_progress:
 * @self: options
 * @progress: (nullable) (scope notified) (closure user_data) (destroy destroy): called a few times
 *   a second
 * @user_data: for @progress
 * @destroy: (nullable): frees @user_data
 */
INTERPLAY_PUBLIC void interplay_options_set_progress (InterplayOptions *self,
                                                      InterplayProgress progress,
                                                      gpointer user_data, GDestroyNotify destroy);

/**
 * interplay_options_set_variances:
 * @self: options
 * @variances: (nullable): "s0^2,s_1^2,..,s_L^2,s_a^2"; several sets separated by semicolons for a
 *   sweep or samples; %NULL (the default) for those of the case
 */
INTERPLAY_PUBLIC void interplay_options_set_variances (InterplayOptions *self,
                                                       const char *variances);

/**
 * interplay_options_set_best:
 * @self: options
 * @best: TRUE to include each width of a sweep only at the temperature of its best score
 */
INTERPLAY_PUBLIC void interplay_options_set_best (InterplayOptions *self, gboolean best);

/**
 * interplay_options_set_gp_paths:
 * @self: options
 * @paths: (nullable): subsets of paths whose Gaussian-process limits are added to a sweep: paths by
 *   number, "(1,2)" or name, separated by commas; subsets separated by semicolons
 */
INTERPLAY_PUBLIC void interplay_options_set_gp_paths (InterplayOptions *self, const char *paths);

/**
 * interplay_options_set_seeds:
 * @self: options
 * @seeds: (nullable): "1-8": seeds of a map of a built-in case
 */
INTERPLAY_PUBLIC void interplay_options_set_seeds (InterplayOptions *self, const char *seeds);

/**
 * interplay_options_set_sampler:
 * @self: options
 * @chains: Markov chains, 1 to 64 (by default 4)
 * @warmup: discarded warm-up transitions of each chain, at least 20 (by default 300)
 * @draws: draws of each chain, at least 8 (by default 1000)
 * @seed: seed; every chain has a separate stream of it (by default 1)
 *
 * Sets the size of posterior samples.
 */
INTERPLAY_PUBLIC void interplay_options_set_sampler (InterplayOptions *self, guint chains,
                                                     guint warmup, guint draws, guint64 seed);

/**
 * interplay_options_set_method:
 * @self: options
 * @method: "auto" (the default), "nuts", "tempered" or "surrogate"
 * @target_acceptance: target of the mean acceptance in the adaptation of the step size (by default
 *   0.8)
 * @error: return location for an #INTERPLAY_ERROR
 *
 * Sets the transition method of the chains.
 *
 * Returns: FALSE if the method is unknown
 */
INTERPLAY_PUBLIC gboolean interplay_options_set_method (InterplayOptions *self, const char *method,
                                                        double target_acceptance, GError **error);

/**
 * interplay_options_set_pruning:
 * @self: options
 * @order: "score" (the default), "reverse", "entropy", "gradient" or "random": order of the removal
 *   of heads
 * @test: (nullable): name of the test set of accuracies, by default the first
 * @random_orders: number of random orders (by default 200)
 * @seed: seed of the random orders; negative (the default) for that of the case
 * @resolve: TRUE to solve the theory for each removed head (the default)
 * @error: return location for an #INTERPLAY_ERROR
 *
 * Sets how heads are removed.
 *
 * Returns: FALSE if the order is unknown
 */
INTERPLAY_PUBLIC gboolean interplay_options_set_pruning (InterplayOptions *self, const char *order,
                                                         const char *test, guint random_orders,
                                                         gint64 seed, gboolean resolve,
                                                         GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplayOptions, interplay_options_unref)

G_END_DECLS
