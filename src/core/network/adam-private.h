/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trainer.h"

#include "core/network/trained-layout.h"

G_BEGIN_DECLS

/* Adam's moments of all parameters of a network. */
typedef struct
{
  IplTrainerConfig config;
  GArray *tensors; /* IplTrainedTensor */
  gsize n;
  float *first;  /* [n] */
  float *second; /* [n] */
} IplAdam;

gboolean ipl_adam_init (IplAdam *self, const IplTrainerConfig *config, GError **error);
void ipl_adam_clear (IplAdam *self);
double ipl_adam_schedule (const IplTrainerConfig *config, guint64 step);
void ipl_adam_step (IplAdam *self, guint64 step, const float *gradient, float *parameters,
                    guint threads);

G_END_DECLS
