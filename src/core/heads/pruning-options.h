/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trainer.h"

G_BEGIN_DECLS

#define IPL_PRUNING_MAX_RANDOM 1000

/**
 * IplPruningOptions:
 * @n_random: random orders, of which at most IPL_PRUNING_MAX_RANDOM are followed
 * @seed: of the random orders
 * @fine_tune_steps: training steps after each removal in every order but the random ones, 0 for
 * none
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

G_END_DECLS
