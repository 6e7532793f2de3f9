/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trainer.h"

G_BEGIN_DECLS

#define IPL_PRUNING_MAX_RANDOM 1000

/* How far pruning is followed; all of it borrowed. */
typedef struct
{
  guint n_random; /* random orders, of which at most IPL_PRUNING_MAX_RANDOM are followed */
  guint64 seed;   /* of the random orders */
  /* training steps after each removal in every order but the random ones, 0 for none */
  guint fine_tune_steps;
  /* (nullable): the trained network, needed for fine-tuning and for counting */
  const IplTrainedNetwork *network;
  const IplTrainerConfig *config; /* (nullable): how it was trained, for fine-tuning */
  IplSequenceSource train;        /* (nullable): the sequences it was trained on */
  guint64 first_sequence;         /* where fine-tuning takes its sequences from */
  /* (nullable): [count of the test set x T x N0] tokens of the test set, for fine-tuned networks,
   * whose attention has changed */
  const float *test_x;
  gpointer data; /* of @train */
} IplPruningOptions;

G_END_DECLS
