/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/training/parameter-arrays.h"

/* A part of the parameters with one learning rate. An entry w has a factor 1/sqrt(fan_in)
 * outside it, and is stepped as if that factor were inside. */
typedef struct
{
  gsize offset; /* among the parameters */
  gsize size;
  double rate;   /* a multiple of the step's rate */
  double fan_in; /* 1 without a factor */
} IplAdamTensor;

/* Options of Adam; embedded in the configuration of trainers. */
typedef struct
{
  double learning_rate; /* at the height of the schedule */
  double beta1, beta2;  /* decays of the first and second moment */
  double epsilon;       /* added to the root of the second moment */
  double weight_decay;  /* pull towards zero */
  gboolean decoupled;   /* the decay acts on the weights (AdamW) rather than through the gradient */
  double clip_norm;     /* a gradient longer than this is shortened to it, 0 for never */
} IplAdamConfig;

/* Adam's numbers and its moments of n parameters. */
typedef struct
{
  IplAdamConfig;
  double gradient_scale; /* factor of the gradient in a step, 1 by default */
  guint n_tensors;
  IplAdamTensor *tensors;
  gsize n;
  float *first;  /* [n] */
  float *second; /* [n] */
} IplAdam;

gboolean ipl_adam_config_validate (const IplAdamConfig *self, GError **error);
gboolean ipl_adam_alloc (IplAdam *self, const IplAdamConfig *config, gsize n, guint n_tensors,
                         GError **error);
void ipl_adam_clear (IplAdam *self);
void ipl_adam_step (IplAdam *self, guint64 step, double rate, const float *gradient,
                    float *parameters, guint threads);
void ipl_adam_write (const IplAdam *self, const GArray *arrays, IplSafetensorsWriter *writer);
gboolean ipl_adam_read (IplAdam *self, const GArray *arrays, const IplSafetensors *file,
                        const char *shown, GError **error);
