/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

#include "core/transformer/transformer-shape.h"
#include "core/transformer/transformer.h"

/* A pass of batches of a fixed size through a network, with all its memory. */
typedef struct _IplTransformerPass IplTransformerPass;

/* The dropout of a step: nothing at a rate of 0. */
typedef struct
{
  double rate;
  guint64 key;
} IplTransformerDropout;

/* The activations of a block for some sequences; borrowed. */
typedef struct
{
  guint l;
  gsize first, count;     /* sequences */
  gsize length;           /* tokens of each */
  gsize stride;           /* of attention */
  const float *attention; /* [count x heads x length x stride] */
  const float *hidden;    /* [count x length x hidden] */
} IplTransformerSeen;

/* Called on any thread. */
typedef void (*IplTransformerSeeFunc) (const IplTransformerSeen *seen, gpointer data);

IplTransformerPass *ipl_transformer_pass_new (const IplTransformerShape *shape, gsize count,
                                              gsize length, gboolean gradients, GError **error);
void ipl_transformer_pass_free (IplTransformerPass *self);
gboolean ipl_transformer_pass_fits (const IplTransformerPass *self,
                                    const IplTransformerBatch *batch);
gboolean ipl_transformer_batch_check (const IplTransformerBatch *self,
                                      const IplTransformerShape *shape, gboolean targets,
                                      GError **error);

void ipl_transformer_pass_look (IplTransformerPass *self, IplTransformerSeeFunc see, gpointer data);
gboolean ipl_transformer_pass_run (IplTransformerPass *self, const float *parameters,
                                   const IplTransformerBatch *batch, IplTransformerDropout dropout,
                                   float *gradient, IplTransformerScores *scores, guint threads,
                                   GCancellable *cancellable);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplTransformerPass, ipl_transformer_pass_free)

/* The loops of transformer-simd-private.h in single precision, for one instruction set. */
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

const IplTransformerKernels *ipl_transformer_kernels (guint n);
