/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Glyphs, a network and a training that take a moment. */
#pragma once

#include <string.h>

#include "core/parameters/parameters.h"

static inline IplTrainable *
set_tiny_glyphs (IplParameters *parameters)
{
  IplTrainable *trainable;

  ipl_parameters_init (parameters, "glyphs");
  trainable = ipl_parameters_edit_trainable (parameters);
  trainable->task.glyphs.n_alphabets = 4;
  trainable->task.glyphs.n_characters = trainable->task.glyphs.n_drawings = 3;
  trainable->task.n_train = 16;
  trainable->task.n_test = 20;
  trainable->task.rotate = FALSE;
  memset (trainable->training.config.shape.H, 0, sizeof trainable->training.config.shape.H);
  trainable->training.config.shape.L = 2;
  trainable->training.config.shape.H[0] = trainable->training.config.shape.H[1] = 2;
  trainable->training.config.shape.N[0] = 8;
  trainable->training.config.shape.G = 4;
  trainable->training.config.batch = 4;
  trainable->training.steps = 30;
  trainable->training.minutes = 0.0;
  parameters->random_orders = 2;
  return trainable;
}
