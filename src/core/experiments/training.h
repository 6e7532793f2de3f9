/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/setting.h"
#include "core/fields/field.h"
#include "core/network/trainer.h"
#include "core/tasks/image-task.h"

G_BEGIN_DECLS

/* A training run that a user asks for, as plain values: ipl_training_fields are what of it can be
 * changed, the rest is as ipl_training_init() has it. */
typedef struct
{
  IplTrainerConfig config; /* how the trainer trains; of the widths, N[0] stands for all */
  guint steps;             /* steps to train, 0 where only time limits it */
  double minutes;          /* minutes to train, 0 where only steps limit it; not both 0 */
} IplTraining;

#define IPL_N_TRAINING_FIELDS 11

extern const IplField ipl_training_fields[IPL_N_TRAINING_FIELDS];

void ipl_training_init (IplTraining *self);
gboolean ipl_training_same_attention (const IplTraining *a, const IplTraining *b);
void ipl_training_adopt_shape (IplTraining *self, const IplTrainedShape *shape);
gboolean ipl_training_to_config (const IplTraining *self, IplTrainerConfig *config, GError **error);

/* What an experiment has whose task a network can be trained on. */
typedef struct
{
  IplImageTask task;    /* the images, and the sequences made of them */
  IplTraining training; /* how a network is trained on them */
  /* file of the trained network whose attention the case has, interned; empty for that of an
   * untrained one */
  const char *network;
} IplTrainable;

G_END_DECLS
