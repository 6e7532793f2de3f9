/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trained-shape.h"
#include "core/training/adam.h"

G_BEGIN_DECLS

typedef enum
{
  IPL_SCHEDULE_CONSTANT, /* linear warm-up, then constant */
  IPL_SCHEDULE_COSINE,   /* linear warm-up, then half a cosine down to 0 at total_steps */
} IplSchedule;

#define IPL_TRAINER_MAX_BATCH 65536 /* sequences per step */

/* All of a training run that a user can change, as plain values. */
typedef struct
{
  IplTrainedShape shape; /* the network */
  gsize batch;           /* sequences per step */
  guint64 seed;          /* of the first weights */
  /* standard deviation of attention logits at the start, for tokens of variance 1 */
  double logit_sd;
  /* learning_rate is for width 512; wider layers learn more slowly in proportion. A usual gradient
   * is about 1.5 long. */
  union
  {
    IplAdamConfig;
    IplAdamConfig adam;
  };
  /* the step of Wq and Wk as a multiple of learning_rate, whatever the width */
  double attention_rate;
  IplSchedule schedule; /* of the learning rate */
  guint64 warmup_steps; /* steps of linear warm-up */
  guint64 total_steps;  /* where the cosine ends; 0 to plan it from the first run's limits */
  guint64 report_steps; /* steps from one point of the learning curve to the next */
  /* steps from one look at the held-out sequences to the next, 0 for never */
  guint64 evaluate_steps;
} IplTrainerConfig;

void ipl_trainer_config_init (IplTrainerConfig *self);
gboolean ipl_trainer_config_validate (const IplTrainerConfig *self, GError **error);

G_END_DECLS
