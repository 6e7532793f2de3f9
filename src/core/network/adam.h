/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* A part of the parameters that is stepped alike. An entry w has a factor 1/sqrt(fan_in) outside
 * it, and is stepped as if that factor were inside. */
typedef struct
{
  gsize offset; /* among the parameters */
  gsize size;
  double rate;   /* a multiple of the step's rate */
  double fan_in; /* 1 where there is no such factor */
} IplAdamTensor;

/* Adam's numbers and its moments of n parameters. */
typedef struct
{
  double beta1;
  double beta2;
  double epsilon;
  double weight_decay;
  gboolean decoupled; /* the decay acts on the weights (AdamW) rather than through the gradient */
  double gradient_scale; /* what a step multiplies its gradient with, 1 as long as nobody sets it */
  guint n_tensors;
  IplAdamTensor *tensors;
  gsize n;
  float *first;  /* [n] */
  float *second; /* [n] */
} IplAdam;

gboolean ipl_adam_alloc (IplAdam *self, gsize n, guint n_tensors, GError **error);
void ipl_adam_clear (IplAdam *self);
void ipl_adam_step (IplAdam *self, guint64 step, double rate, const float *gradient,
                    float *parameters, guint threads);

G_END_DECLS
