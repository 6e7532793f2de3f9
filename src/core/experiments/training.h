/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/setting.h"
#include "core/experiments/field.h"
#include "core/network/trainer.h"
#include "core/tasks/image-task.h"

G_BEGIN_DECLS

/**
 * IplTraining:
 * @n_layers: attention layers
 * @n_heads: [n_layers] heads per layer
 * @width: N of every layer
 * @qk: query/key width G of every head
 * @batch: sequences per step
 * @steps: steps to train, 0 where only time limits it
 * @minutes: minutes to train, 0 where only steps limit it; not both 0
 * @learning_rate: at the height of the schedule, for width 512
 * @weight_decay: pull towards zero
 * @decoupled: whether it acts on the weights (AdamW) rather than through the gradient
 * @cosine: whether the learning rate falls as a cosine, rather than staying constant
 * @seed: of the first weights
 *
 * What a user can change of a training run, as plain values; zero-filled before use.
 */
typedef struct
{
  guint n_layers;
  guint n_heads[IPL_MAX_LAYERS];
  guint width;
  guint qk;
  guint batch;
  guint steps;
  double minutes;
  double learning_rate;
  double weight_decay;
  gboolean decoupled;
  gboolean cosine;
  guint64 seed;
} IplTraining;

#define IPL_N_TRAINING_FIELDS 11

extern const IplField ipl_training_fields[IPL_N_TRAINING_FIELDS];

void     ipl_training_init (IplTraining *self);
gboolean ipl_training_same_attention (const IplTraining *a, const IplTraining *b);
void     ipl_training_adopt_shape (IplTraining *self, const IplTrainedShape *shape);
gboolean ipl_training_to_config (const IplTraining *self, IplTrainerConfig *config, GError **error);

/**
 * IplTrainable:
 * @task: the images, and the sequences made of them
 * @training: how a network is trained on them
 * @network: file of the trained network whose attention the case has, interned; empty for that of
 *   an untrained one
 *
 * What an experiment has whose task a network can be trained on.
 */
typedef struct
{
  IplImageTask task;
  IplTraining training;
  const char *network;
} IplTrainable;

G_END_DECLS
