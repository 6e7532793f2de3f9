/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trained-shape.h"

G_BEGIN_DECLS

typedef enum
{
  IPL_SCHEDULE_CONSTANT, /* linear warm-up, then constant */
  IPL_SCHEDULE_COSINE,   /* linear warm-up, then half a cosine down to 0 at total_steps */
} IplSchedule;

#define IPL_TRAINER_MAX_BATCH 65536 /* sequences per step */

/**
 * IplTrainerConfig:
 * @shape: the network
 * @batch: sequences per step
 * @seed: of the first weights
 * @logit_sd: standard deviation of attention logits at the start, for tokens of variance 1
 * @learning_rate: Adam's step at the height of the schedule, for width 512; wider layers
 *   learn more slowly in proportion
 * @attention_rate: the step of Wq and Wk as a multiple of @learning_rate, whatever the width
 * @beta1: decay of Adam's first moment
 * @beta2: decay of Adam's second moment
 * @epsilon: Adam's
 * @weight_decay: pull towards zero
 * @decoupled: whether @weight_decay acts on the weights (AdamW) rather than through the gradient
 * @clip_norm: a gradient longer than this is shortened to it, 0 for never; a usual one is about 1.5
 * @schedule: of the learning rate
 * @warmup_steps: steps of linear warm-up
 * @total_steps: where the cosine ends; 0 to plan it from the first run's limits
 * @report_steps: steps from one point of the learning curve to the next
 * @evaluate_steps: steps from one look at the held-out sequences to the next, 0 for never
 *
 * All of a training run that a user can change, as plain values.
 */
typedef struct
{
  IplTrainedShape shape;
  gsize batch;
  guint64 seed;
  double logit_sd;
  double learning_rate;
  double attention_rate;
  double beta1, beta2, epsilon;
  double weight_decay;
  gboolean decoupled;
  double clip_norm;
  IplSchedule schedule;
  guint64 warmup_steps;
  guint64 total_steps;
  guint64 report_steps;
  guint64 evaluate_steps;
} IplTrainerConfig;

void ipl_trainer_config_init (IplTrainerConfig *self);
gboolean ipl_trainer_config_validate (const IplTrainerConfig *self, GError **error);

G_END_DECLS
