/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/training.h"
#include "core/images/image-set.h"

G_BEGIN_DECLS

/**
 * IplTrainingPreset:
 * @id: how it is named on the command line
 * @title: how it is called in the window
 * @sentence: what it is
 * @L: attention layers
 * @H: heads of each
 * @G: query/key width
 * @N: width
 * @batch: sequences of a step
 * @learning_rate: constant, of every layer at this width
 * @steps: steps to train
 *
 * All settings of a training run at once.
 */
typedef struct
{
  const char *id;
  const char *title;
  const char *sentence;
  guint L;
  guint H;
  gsize G;
  gsize N;
  gsize batch;
  double learning_rate;
  guint steps;
} IplTrainingPreset;

const IplTrainingPreset *ipl_training_presets (guint *n);
const IplTrainingPreset *ipl_training_preset_find (const char *id);
char *ipl_training_preset_list (gboolean described); /* for a sentence */
void ipl_training_preset_apply (const IplTrainingPreset *self, IplTrainable *trainable,
                                const IplImageSet *set);

G_END_DECLS
