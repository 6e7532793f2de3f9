/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* The loops of transformer-vector-body-private.h in single precision, for one instruction set. */
typedef struct
{
  const char *name;
  double (*softmax) (float *rows, gsize n, gsize stride, gboolean causal);
  void (*softmax_back) (const float *P, float *d, gsize n, gsize stride);
  void (*dropout) (float *x, gsize rows, gsize n, guint64 key, guint64 first, guint32 threshold,
                   float scale);
  void (*add) (float *x, const float *y, gsize n);
  void (*add_bias) (float *x, gsize rows, gsize n, const float *bias);
  void (*relu) (float *x, gsize rows, gsize n, const float *bias);
  void (*relu_back) (float *d, const float *h, gsize n, float scale);
  void (*add_rows) (const float *x, gsize rows, gsize n, float *sums);
  void (*norm) (const float *x, gsize rows, gsize n, const float *gain, const float *bias,
                float *hat, float *inverse, float *y);
  void (*norm_back) (const float *d, gsize rows, gsize n, const float *gain, const float *hat,
                     const float *inverse, float *d_x, float *d_gain, float *d_bias);
  float (*exponentials) (float *row, gsize n, const float *bias, float *top);
  void (*multiply) (float *x, gsize n, float factor);
  double (*squares) (const float *x, gsize n);
} IplTransformerKernels;

const IplTransformerKernels *ipl_transformer_kernels_nth (guint n);
const IplTransformerKernels *ipl_transformer_kernels (void);

G_END_DECLS
