/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heads/head-report.h"
#include "core/network/trainer.h"

G_BEGIN_DECLS

#define IPL_PRUNING_MAX_RANDOM 1000

/**
 * IplPruneOrder:
 * @IPL_PRUNE_SCORE: heads of least score go first
 * @IPL_PRUNE_REVERSE: heads of greatest score go first
 * @IPL_PRUNE_RANDOM: in random orders
 *
 * In what order heads are removed. The last head of a layer is never removed: an order passes over
 * it.
 */
typedef enum
{
  IPL_PRUNE_SCORE,
  IPL_PRUNE_REVERSE,
  IPL_PRUNE_RANDOM,
  IPL_N_PRUNE_ORDERS,
} IplPruneOrder;

/**
 * IplPruningCurve:
 * @order: [n_points - 1] index of the head (layer 1 first) that goes at each step
 * @accuracy: [n_points] with 0, 1, .. heads removed; NaN where not known yet
 * @se: [n_points] its binomial standard error
 * @tuned: [n_points] accuracy after a short fine-tune of what is left; NaN where not done
 * @tuned_se: [n_points] its binomial standard error
 * @parameters: [n_points] parameters left; NaN where the network's shape is not known
 * @multiply_adds: [n_points] of one sequence through what is left; NaN likewise
 *
 * One order of pruning.
 */
typedef struct
{
  guint *order;
  double *accuracy;
  double *se;
  double *tuned;
  double *tuned_se;
  double *parameters;
  double *multiply_adds;
  /*< private >*/
  gpointer *networks;
} IplPruningCurve;

/**
 * IplPruning:
 * @the_case: the case (a reference)
 * @test: which test set
 * @is_trained: whether accuracies are the trained network's; else they are the theory's, with U
 *   zeroed, and @tuned, @parameters and @multiply_adds are NaN
 * @n_heads: heads of all layers
 * @n_points: heads that can go, and one more for none removed
 * @n_random: random orders so far
 * @curve: [IPL_N_PRUNE_ORDERS] by score, reverse, and the first random order, which is there also
 *   where @n_random is 0
 * @random_mean: [n_points] mean accuracy over the random orders, NaN where there are none
 * @random_low: [n_points] their 5th percentile
 * @random_high: [n_points] their 95th percentile
 * @fine_tune_steps: steps of each fine-tune, 0 where there is none, or nothing to fine-tune with
 *
 * The pruning curve; for regression the mean squared error stands in for accuracy. Immutable,
 * reference-counted.
 */
typedef struct
{
  IplCase *the_case;
  guint test;
  gboolean is_trained;
  guint n_heads;
  guint n_points;
  guint n_random;
  IplPruningCurve curve[IPL_N_PRUNE_ORDERS];
  double *random_mean;
  double *random_low;
  double *random_high;
  guint fine_tune_steps;
  /*< private >*/
  gatomicrefcount ref_count;
} IplPruning;

/**
 * IplPruningOptions:
 * @n_random: random orders, of which at most IPL_PRUNING_MAX_RANDOM are followed
 * @seed: of the random orders
 * @fine_tune_steps: training steps after each removal by rising score and in reverse, 0 for none
 * @network: (nullable): the trained network, needed for fine-tuning and for counting
 * @config: (nullable): how it was trained, for fine-tuning
 * @train: (nullable): the sequences it was trained on
 * @first_sequence: where fine-tuning takes its sequences from
 * @test_x: (nullable): [count of the test set x T x N0] tokens of the test set, for fine-tuned
 *   networks, whose attention has changed
 * @data: of @train
 *
 * How far pruning is followed; all of it borrowed.
 */
typedef struct
{
  guint n_random;
  guint64 seed;
  guint fine_tune_steps;
  const IplTrainedNetwork *network;
  const IplTrainerConfig *config;
  IplSequenceSource train;
  guint64 first_sequence;
  const float *test_x;
  gpointer data;
} IplPruningOptions;

typedef void (*IplPruningProgress) (const IplPruning *pruning, double fraction,
                                    const char *sentence, gpointer data);

/* On cancel the progress has had all there is. @pruning in it is lent, but stays as it is: take a
 * reference to keep it. */
IplPruning *ipl_pruning_run (const IplHeadReport *report, const IplSolution *solution,
                             const IplPruningOptions *options, guint threads,
                             IplPruningProgress progress, gpointer progress_data,
                             GCancellable *cancellable, GError **error);
IplPruning *ipl_pruning_ref (IplPruning *self);
void        ipl_pruning_unref (IplPruning *self);
/* [n_heads] which heads are gone after @n removals; free with g_free(). */
gboolean *ipl_pruning_removed (const IplPruning *self, IplPruneOrder order, guint n);
/* The pruned network, or the fine-tuned one of the same point: at once where the run kept it, else
 * made again, to the same weights. */
IplTrainedNetwork *ipl_pruning_network (const IplPruning *self, IplPruneOrder order, guint n,
                                        const IplPruningOptions *options, gboolean tuned,
                                        guint threads, GCancellable *cancellable, GError **error);
const char *ipl_prune_order_id (IplPruneOrder order); /* "score", "reverse", "random" */
gboolean    ipl_prune_order_parse (const char *id, IplPruneOrder *order);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplPruning, ipl_pruning_unref)

G_END_DECLS
