/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The loops of trained-vector-body-private.h in single precision, for one instruction set. */
typedef struct
{
  const char *name;
  void (*softmax) (float *rows, gsize n, gsize T, gsize Ts);
  void (*mix) (const float *O, gsize stride, gsize T, gsize Ts, gsize R, const float *in,
               float *out);
  void (*unmix) (float *O, gsize stride, gsize T, gsize Ts, gsize R, const float *in,
                 const float *d, float *d_in);
} IplTrainedKernels;

const IplTrainedKernels *ipl_trained_kernels_nth (guint n);
const IplTrainedKernels *ipl_trained_kernels (void);

G_END_DECLS
