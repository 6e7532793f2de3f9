/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/trained-loss.h"
#include "core/network/trained-shape.h"

/* Examples of a slice, the work of one thread. A constant, so that sums do not depend on the
 * number of threads. */
#define IPL_TRAINED_SLICE 8

/* Fills slices with examples. */
typedef void (*IplTrainedFill) (gsize first, gsize count, float *x, float *y, gpointer data);

/* The forward pass and gradients of a network, with all scratch memory. */
typedef struct _IplTrainedStep IplTrainedStep;

/* The sums over a batch. */
typedef struct
{
  double loss;
  gsize right;
} IplTrainedSums;

IplTrainedStep *ipl_trained_step_new (const IplTrainedLayout *layout, const float *parameters,
                                      gsize batch, guint threads, gboolean gradients,
                                      GError **error);
void ipl_trained_step_free (IplTrainedStep *self);
void ipl_trained_step_predict (IplTrainedStep *self, gsize count, const float *x, float *f,
                               GCancellable *cancellable);
gboolean ipl_trained_step_gradient (IplTrainedStep *self, IplTrainedLoss loss, IplTrainedFill fill,
                                    gpointer data, float *gradient, IplTrainedSums *sums,
                                    GCancellable *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTrainedStep, ipl_trained_step_free)

/* The loops of trained-simd-private.h in single precision, for one instruction set. */
typedef struct
{
  const char *name;
  void (*softmax) (float *rows, gsize n, gsize T, gsize Ts);
  void (*mix) (const float *O, gsize stride, gsize T, gsize Ts, gsize R, const float *in,
               float *out);
  void (*unmix) (float *O, gsize stride, gsize T, gsize Ts, gsize R, const float *in,
                 const float *d, float *d_in);
} IplTrainedKernels;

const IplTrainedKernels *ipl_trained_kernels (guint n);
