/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/training.h"
#include "core/images/image-set.h"

G_BEGIN_DECLS

/* All settings of a training run at once. */
typedef struct
{
  const char *id;       /* how it is named on the command line */
  const char *title;    /* how it is called in the window */
  const char *sentence; /* what it is */
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

G_END_DECLS
