/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/heads/head-report.h"
#include "core/heads/removal-order.h"
#include "core/network/trainer.h"

#define IPL_PRUNING_MAX_RANDOM 1000

/* Options of pruning; all borrowed. */
typedef struct
{
  guint n_random; /* random orders, of which at most IPL_PRUNING_MAX_RANDOM are followed */
  guint64 seed;   /* of the random orders */
  /* training steps after each removal in every order but the random ones, 0 for none */
  guint fine_tune_steps;
  /* (nullable): the trained network, needed for fine-tuning and for counting */
  const IplTrainedNetwork *network;
  const IplTrainerConfig *config; /* (nullable): configuration of the training, for fine-tuning */
  IplSequenceSource train;        /* (nullable): the sequences it was trained on */
  guint64 first_sequence;         /* first sequence of fine-tuning */
  /* (nullable): [count of the test set x T x N0] tokens of the test set, for fine-tuned networks,
   * whose attention has changed */
  const float *test_x;
  gpointer data; /* of @train */
} IplPruningOptions;

/* An order of pruning. */
typedef struct
{
  /* (nullable): [n_points - 1] index of the head (layer 1 first) removed at each step; %NULL for
   * an unavailable order, whose other numbers are NaN */
  guint *order;
  double *accuracy; /* [n_points] with 0, 1, .. heads removed; NaN if not yet known */
  double *se;       /* [n_points] its binomial standard error */
  /* [n_points] accuracy after a short fine-tuning of the remaining network; NaN if not done */
  double *tuned;
  double *tuned_se; /* [n_points] its binomial standard error */
  /* [n_points] number of remaining parameters; NaN if the network's shape is unknown */
  double *parameters;
  double *multiply_adds; /* [n_points] of a sequence through the remaining network; NaN likewise */
  /*< private >*/
  IplTrainedNetwork **networks; /* [n_points] stored fine-tuned networks, NULL for others */
} IplPruningCurve;

/* The pruning curve; for regression the score is the mean squared error. Immutable, reference-
 * counted. */
typedef struct
{
  IplCase *the_case; /* the case (a reference) */
  guint test;        /* index of the test set */
  /* TRUE if accuracies are the trained network's; FALSE if they are the theory's, with U zeroed,
   * and @tuned, @parameters and @multiply_adds are NaN */
  gboolean is_trained;
  guint n_heads;  /* heads of all layers */
  guint n_points; /* heads that can go, and one more for none removed */
  guint n_random; /* random orders so far */
  guint64 seed;   /* of the random orders */
  /* [IPL_N_REMOVAL_ORDERS] by score, reverse, by entropy, by gradient, and the first random
   * order, also for @n_random = 0 */
  IplPruningCurve curve[IPL_N_REMOVAL_ORDERS];
  /* [n_points] mean accuracy over the random orders, NaN without them */
  double *random_mean;
  double *random_low;  /* [n_points] their 5th percentile */
  double *random_high; /* [n_points] their 95th percentile */
  /* steps of each fine-tuning, 0 for none */
  guint fine_tune_steps;
  char *no_entropy;  /* (nullable): a sentence on why there is no order by entropy */
  char *no_gradient; /* (nullable): reason for a missing order by gradient */
  /* [IPL_N_REMOVAL_ORDERS] correlation of an order's values with the scores; none for the score
   * itself, its reverse and random orders */
  IplOrderCorrelation correlation[IPL_N_REMOVAL_ORDERS];
  /*< private >*/
  gatomicrefcount ref_count;
} IplPruning;

IplPruning *ipl_pruning_ref (IplPruning *self);
void ipl_pruning_unref (IplPruning *self);
gboolean ipl_pruning_has_order (const IplPruning *self, IplRemovalOrder order);
gboolean *ipl_pruning_removed (const IplPruning *self, IplRemovalOrder order, guint n);
IplTrainedNetwork *ipl_pruning_network (const IplPruning *self, IplRemovalOrder order, guint n,
                                        const IplPruningOptions *options, gboolean tuned,
                                        guint threads, GCancellable *cancellable, GError **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplPruning, ipl_pruning_unref)

typedef void (*IplPruningProgress) (const IplPruning *pruning, double fraction,
                                    const char *sentence, gpointer data);

/* When cancelled, the progress function has received all results so far. Its @pruning is
 * borrowed and immutable; callers take a reference to retain it. */
IplPruning *ipl_pruning_run (const IplHeadReport *report, const IplSolution *solution,
                             const IplPruningOptions *options, guint threads,
                             IplPruningProgress progress, gpointer progress_data,
                             GCancellable *cancellable, GError **error);

/* Verdict of a pruning curve on the claim that heads of low score can go first. */
typedef enum
{
  IPL_VERDICT_NONE, /* undecided, or not yet known */
  IPL_VERDICT_HOLDS,
  IPL_VERDICT_AGAINST,
  IPL_VERDICT_TOO_SHORT, /* it does not hold, of a network that is nearer to guessing than to all
                            right: no verdict */
} IplPruningVerdict;

IplPruningVerdict ipl_pruning_verdict (const IplPruning *self);
/* (transfer full) (nullable): a sentence if it does not hold. */
char *ipl_pruning_verdict_text (const IplPruning *self);
