/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* One Adam step: g = scale gradient + decay_gradient w; the moments follow g and g^2 by beta1 and
 * beta2; w = keep w - step first / (sqrt(second) unbias + epsilon). */
typedef struct
{
  float beta1, beta2;
  float scale;
  float decay_gradient;
  float keep;
  float step;
  float unbias;
  float epsilon;
} IplTrainedAdam;

/* The loops of trained-vector-body-private.h in single precision, for one instruction set. */
typedef struct
{
  const char *name;
  void (*softmax) (float *rows, gsize n, gsize T, gsize Ts);
  void (*mix) (const float *O, gsize stride, gsize T, gsize Ts, gsize R, const float *in,
               float *out);
  void (*unmix) (float *O, gsize stride, gsize T, gsize Ts, gsize R, const float *in,
                 const float *d, float *d_in);
  void (*adam) (const IplTrainedAdam *numbers, gsize n, const float *gradient, float *first,
                float *second, float *w);
} IplTrainedKernels;

const IplTrainedKernels *ipl_trained_kernels_nth (guint n);
const IplTrainedKernels *ipl_trained_kernels (void);

G_END_DECLS
