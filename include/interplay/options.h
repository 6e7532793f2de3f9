/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib-object.h>
#include <interplay/macros.h>

G_BEGIN_DECLS

/**
 * InterplayOptions:
 *
 * How long work is done, and what is asked for beside widths and temperatures. Where a function
 * takes options, %NULL stands for the defaults. Not to be changed while it is in use;
 * reference-counted.
 */
typedef struct _InterplayOptions InterplayOptions;

/**
 * InterplayProgress:
 * @fraction: how much is done, in [0, 1]; negative while that is not known
 * @seconds_left: how long it will take; negative while that is not known
 * @sentence: (nullable): what is being done
 * @user_data: as it was given
 *
 * Hears how far work is: from any of its threads, one at a time.
 */
typedef void (*InterplayProgress) (double fraction, double seconds_left, const char *sentence,
                                   gpointer user_data);

INTERPLAY_PUBLIC GType interplay_options_get_type (void);

/**
 * interplay_options_new:
 *
 * Returns: (transfer full): the defaults
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
 * @threads: threads to share the work, 0 (the default) for as many as there are cores; the numbers
 *   do not depend on it
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
 * @variances: (nullable): "s0^2,s_1^2,..,s_L^2,s_a^2"; several sets by semicolons, where rows are
 *   solved; %NULL (the default) for the case's own
 */
INTERPLAY_PUBLIC void interplay_options_set_variances (InterplayOptions *self,
                                                       const char *variances);

/**
 * interplay_options_set_best:
 * @self: options
 * @best: whether a sweep keeps of each width only the temperature of the best score
 */
INTERPLAY_PUBLIC void interplay_options_set_best (InterplayOptions *self, gboolean best);

/**
 * interplay_options_set_gp_paths:
 * @self: options
 * @paths: (nullable): subsets of paths whose Gaussian-process limits a sweep takes too: by number,
 *   "(1,2)" or name, by commas, subsets by semicolons
 */
INTERPLAY_PUBLIC void interplay_options_set_gp_paths (InterplayOptions *self, const char *paths);

/**
 * interplay_options_set_seeds:
 * @self: options
 * @seeds: (nullable): "1-8": seeds of a built-in case that a map is solved for
 */
INTERPLAY_PUBLIC void interplay_options_set_seeds (InterplayOptions *self, const char *seeds);

/**
 * interplay_options_set_sampler:
 * @self: options
 * @chains: Markov chains, 1 to 64 (by default 4)
 * @warmup: warm-up transitions of each, which are not kept, at least 20 (by default 300)
 * @draws: draws of each, at least 8 (by default 1000)
 * @seed: every chain draws from its own stream of this seed (by default 1)
 *
 * How the posterior is sampled.
 */
INTERPLAY_PUBLIC void interplay_options_set_sampler (InterplayOptions *self, guint chains,
                                                     guint warmup, guint draws, guint64 seed);

/**
 * interplay_options_set_method:
 * @self: options
 * @method: "auto" (the default), "nuts", "tempered" or "surrogate"
 * @target_acceptance: mean acceptance to which the step size adapts (by default 0.8)
 * @error: return location for an #INTERPLAY_ERROR
 *
 * How its chains are moved.
 *
 * Returns: whether there is such a method
 */
INTERPLAY_PUBLIC gboolean interplay_options_set_method (InterplayOptions *self, const char *method,
                                                        double target_acceptance, GError **error);

/**
 * interplay_options_set_pruning:
 * @self: options
 * @order: "score" (the default), "reverse", "entropy", "gradient" or "random": in which heads go
 * @test: (nullable): name of the test set of accuracies, by default the first
 * @random_orders: random orders (by default 200)
 * @seed: of these; negative (the default) for that of the case
 * @resolve: whether the theory is solved anew without each head (by default it is)
 * @error: return location for an #INTERPLAY_ERROR
 *
 * How heads are removed.
 *
 * Returns: whether there is such an order
 */
INTERPLAY_PUBLIC gboolean interplay_options_set_pruning (InterplayOptions *self, const char *order,
                                                         const char *test, guint random_orders,
                                                         gint64 seed, gboolean resolve,
                                                         GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (InterplayOptions, interplay_options_unref)

G_END_DECLS
