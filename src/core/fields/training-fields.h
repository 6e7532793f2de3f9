/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/setting.h"
#include "core/fields/field.h"
#include "core/images/image-set.h"
#include "core/network/trainer.h"
#include "core/tasks/image-task.h"

/* A training run requested by the user, as plain values. The user can change the fields of
 * ipl_training_fields; others have the values of ipl_training_init(). */
typedef struct
{
  IplTrainerConfig config; /* configuration of the trainer; N[0] is the width of all layers; tokens
                              and outputs are those of the task */
  guint steps;             /* steps to train, 0 if only time limits the run */
  double minutes;          /* minutes to train, 0 if only steps limit the run; not both 0 */
} IplTraining;

#define IPL_N_TRAINING_FIELDS 12

extern const IplField ipl_training_fields[IPL_N_TRAINING_FIELDS];

void ipl_training_init (IplTraining *self);
gboolean ipl_training_same_attention (const IplTraining *a, const IplTraining *b);
void ipl_training_adopt_shape (IplTraining *self, const IplTrainedShape *shape);

/* The trainable task of an experiment. */
typedef struct
{
  IplImageTask task;    /* the images and sequences */
  IplTraining training; /* training options */
  /* file of the trained network whose attention the case has, interned; empty for that of an
   * untrained one */
  const char *network;
} IplTrainable;

gboolean ipl_trainable_to_config (const IplTrainable *self, IplTrainerConfig *config,
                                  GError **error);

#define IPL_N_IMAGE_TASK_FIELDS 12

extern const IplField ipl_image_task_fields[IPL_N_IMAGE_TASK_FIELDS];

char *ipl_image_task_to_json (const IplImageTask *self);
gboolean ipl_image_task_from_json (IplImageTask *self, const char *json, GError **error);

/* All settings of a training run at once. */
typedef struct
{
  const char *id;       /* its name on the command line */
  const char *title;    /* its title in the window */
  const char *sentence; /* its description */
  guint L;              /* attention layers */
  guint H;              /* heads of each */
  gsize G;              /* query/key width */
  gsize N;              /* width */
  gsize batch;          /* sequences of a step */
  double learning_rate; /* constant, of every layer at this width */
  guint steps;          /* steps to train */
} IplTrainingPreset;

const IplTrainingPreset *ipl_training_presets (guint *n);
const IplTrainingPreset *ipl_training_preset_find (const char *id);
char *ipl_training_preset_list (gboolean described); /* for a sentence */
void ipl_training_preset_apply (const IplTrainingPreset *self, IplTrainable *trainable,
                                const IplImageSet *set);
