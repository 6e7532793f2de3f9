/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/transformer/transformer-pass-private.h"

#include <cblas.h>
#include <math.h>
#include <string.h>

#include "core/base/error.h"
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include "core/base/random-stream.h"

#define REAL float
#define BODY(name) single_##name
#define GEMM(ta, tb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc)                                 \
  cblas_sgemm (CblasRowMajor, ta, tb, (int)(m), (int)(n), (int)(k), alpha, A, (int)(lda), B,       \
               (int)(ldb), beta, C, (int)(ldc))
#define KERNEL(name) ipl_transformer_kernels (0)->name
#include "core/transformer/transformer-activations-private.h"

#include "core/transformer/transformer-blocks-private.h"
#include "core/transformer/transformer-output-private.h"
#include "core/transformer/transformer-step-private.h"

/* 16 random bits decide about each number. */
#define DROPOUT_STEPS 65536.0

struct _IplTransformerPass
{
  IplTransformerLayout layout;
  single_Pass pass;
  double *squares; /* [jobs] */
  IplTransformerSeeFunc see;
  gpointer see_data;
};

IplTransformerPass *
ipl_transformer_pass_new (const IplTransformerShape *shape, gsize count, gsize length,
                          gboolean gradients, GError **error)
{
  g_autoptr (IplTransformerPass) self = g_new0 (IplTransformerPass, 1);

  ipl_transformer_layout_init (&self->layout, shape);
  self->squares = g_new0 (double, single_count_jobs (shape));
  if (!single_pass_init (&self->pass, &self->layout, count, length, gradients, error))
    return NULL;
  return g_steal_pointer (&self);
}

void
ipl_transformer_pass_free (IplTransformerPass *self)
{
  single_pass_clear (&self->pass);
  g_free (self->squares);
  g_free (self);
}

gboolean
ipl_transformer_pass_fits (const IplTransformerPass *self, const IplTransformerBatch *batch)
{
  return self->pass.count == batch->count && self->pass.length == batch->length;
}

static gboolean
check_below (const guint32 *numbers, gsize n, gsize most, const char *what, GError **error)
{
  for (gsize i = 0; i < n; i++)
    if (numbers[i] >= most)
      return ipl_fail (error, IPL_ERROR_VALUE,
                       "%s number %" G_GSIZE_FORMAT " is %u, and the network knows 0 to "
                       "%" G_GSIZE_FORMAT ".",
                       what, i + 1, numbers[i], most - 1);
  return TRUE;
}

/* TRUE if a network of this @shape takes these numbers; else IPL_ERROR_VALUE. */
gboolean
ipl_transformer_batch_check (const IplTransformerBatch *self, const IplTransformerShape *shape,
                             gboolean targets, GError **error)
{
  gsize n = self->count * self->length;

  if (self->count == 0 || self->length == 0 || self->length > shape->L)
    return ipl_fail (error, IPL_ERROR_SHAPE,
                     "The network takes sequences of 1 to %" G_GSIZE_FORMAT
                     " tokens, not %" G_GSIZE_FORMAT " of %" G_GSIZE_FORMAT ".",
                     shape->L, self->count, self->length);
  return check_below (self->tokens, n, shape->V, "Token", error)
         && (!targets
             || check_below (self->targets, shape->last ? self->count : n, shape->classes, "Target",
                             error));
}

static void
show_block (const single_Pass *pass, guint l, gsize first, gsize count, gpointer data)
{
  const IplTransformerPass *self = data;
  const IplTransformerShape *shape = &self->layout.shape;
  gsize T = pass->length, stride = self->layout.stride;
  IplTransformerSeen seen = { l, first, count, T, stride };

  seen.attention = single_at (pass, AT_ATTENTION, l) + first * shape->heads * T * stride;
  seen.hidden = single_at (pass, AT_HIDDEN, l) + first * T * shape->hidden;
  self->see (&seen, self->see_data);
}

/* @see: called after sequences have passed a block */
void
ipl_transformer_pass_look (IplTransformerPass *self, IplTransformerSeeFunc see, gpointer data)
{
  self->see = see;
  self->see_data = data;
  self->pass.after_block = show_block;
  self->pass.data = self;
}

typedef struct
{
  single_Pass *pass;
  GCancellable *cancellable;
} Slices;

static void
do_slice (gsize index, gpointer data)
{
  const Slices *run = data;

  if (index < run->pass->n_slices)
    single_run_slice (run->pass, index, run->cancellable);
}

static void
fill_scores (const IplTransformerPass *self, IplTransformerScores *scores)
{
  const single_Pass *pass = &self->pass;
  const IplTransformerShape *shape = &self->layout.shape;

  for (guint l = 0; l < shape->layers; l++)
    {
      scores->entropy[l] = 0;
      for (guint head = 0; head < shape->heads; head++)
        {
          const double *sums = pass->entropy + (l * shape->heads + head) * pass->count;
          double sum = 0;

          for (gsize e = 0; e < pass->count; e++)
            sum += sums[e];
          scores->head_entropy[l][head] = sum / (double)pass->rows;
          scores->entropy[l] += scores->head_entropy[l][head] / shape->heads;
        }
    }
}

/* @parameters: [n] the network's; @gradient: (nullable): [n] becomes the gradient of the mean
 * loss. */
gboolean
ipl_transformer_pass_run (IplTransformerPass *self, const float *parameters,
                          const IplTransformerBatch *batch, IplTransformerDropout dropout,
                          float *gradient, IplTransformerScores *scores, guint threads,
                          GCancellable *cancellable)
{
  single_Pass *pass = &self->pass;
  Slices slices = { pass, cancellable };
  single_Weighing weighing = { pass, gradient, self->squares };
  gsize right = 0;

  pass->w = parameters;
  pass->tokens = batch->tokens;
  pass->targets = batch->targets;
  pass->threshold = (guint32)(dropout.rate * DROPOUT_STEPS + 0.5);
  pass->dropout_scale = (float)(1 / (1 - pass->threshold / DROPOUT_STEPS));
  pass->key = dropout.key;
  memset (scores, 0, sizeof *scores);
  /* At least two indices: OpenBLAS has one thread then, however many work here. */
  ipl_parallel_for (MAX (pass->n_slices, 2), threads, do_slice, &slices, cancellable);
  if (g_cancellable_is_cancelled (cancellable))
    return FALSE;
  fill_scores (self, scores);
  if (batch->targets == NULL)
    return TRUE;
  scores->loss = single_mean_loss (pass, &right);
  scores->accuracy = (double)right / (double)single_count_outputs (pass);
  if (gradient == NULL)
    return TRUE;
  ipl_parallel_for (MAX (single_count_jobs (&self->layout.shape), 2), threads, single_run_job,
                    &weighing, cancellable);
  for (gsize job = 0; job < single_count_jobs (&self->layout.shape); job++)
    scores->gradient_norm += self->squares[job];
  scores->gradient_norm = sqrt (scores->gradient_norm);
  return !g_cancellable_is_cancelled (cancellable);
}
