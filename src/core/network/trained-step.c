/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/network/trained-step-private.h"

#include <cblas.h>
#include "core/base/memory.h"
#include "core/base/parallel.h"
#include <math.h>
#include <string.h>

/* Examples whose matrices pass through the cache together. Their number does not change the rate
 * of the products; one fits the second-level cache. */
#define BLOCK 1

#define REAL float
#define BODY(name) single_##name
#define GEMM(ta, tb, m, n, k, alpha, A, lda, B, ldb, beta, C, ldc)                                 \
  cblas_sgemm (CblasRowMajor, ta, tb, (int)(m), (int)(n), (int)(k), alpha, A, (int)(lda), B,       \
               (int)(ldb), beta, C, (int)(ldc))
#define SOFTMAX ipl_trained_kernels (0)->softmax
#define MIX ipl_trained_kernels (0)->mix
#define UNMIX ipl_trained_kernels (0)->unmix
#include "core/network/trained-gradient-private.h"

typedef struct
{
  gint busy; /* atomic */
  single_Scratch scratch;
  float *x; /* [IPL_TRAINED_SLICE x T x N0] */
  float *y; /* [IPL_TRAINED_SLICE x K], with x */
  float *f; /* [IPL_TRAINED_SLICE x K], with x */
} Seat;

struct _IplTrainedStep
{
  IplTrainedLayout layout;
  single_Shared shared;
  guint threads;
  Seat *seats; /* [threads] */
  gsize batch;
  gsize n_slices;
  float **dA; /* [n_slices] */
  float **dM; /* [n_slices] */
  IplTrainedSums *sums;
};

/* Numbers of a slice: its tokens, labels and outputs. */
static double
slice_size (const IplTrainedShape *shape)
{
  return IPL_TRAINED_SLICE * ((double)shape->T * (double)shape->N0 + 2.0 * shape->outputs);
}

static gboolean
allocate_gradients (IplTrainedStep *self, GError **error)
{
  static const char what[] = "The gradients of a batch";
  const IplTrainedLayout *layout = &self->layout;
  double n = (double)self->n_slices;

  self->dA = ipl_try_new0 (float *, n, what, error);
  if (self->dA != NULL)
    self->dM = ipl_try_new0 (float *, n, what, error);
  if (self->dM != NULL)
    self->sums = ipl_try_new0 (IplTrainedSums, n, what, error);
  for (gsize i = 0; self->sums != NULL && i < self->n_slices; i++)
    {
      self->dA[i] = ipl_try_new (float, single_attention_size (layout), what, error);
      if (self->dA[i] != NULL)
        self->dM[i]
            = ipl_try_new (float, (double)layout->rows[0] * (double)layout->shape.N0, what, error);
      if (self->dM[i] == NULL)
        return FALSE;
    }
  return self->sums != NULL;
}

/* Allocates all memory, so that steps cannot fail. */
IplTrainedStep *
ipl_trained_step_new (const IplTrainedLayout *layout, const float *parameters, gsize batch,
                      guint threads, gboolean gradients, GError **error)
{
  static const char what[] = "A step of the network";
  g_autoptr (IplTrainedStep) self = g_new0 (IplTrainedStep, 1);
  const IplTrainedShape *shape = &layout->shape;

  self->layout = *layout;
  self->batch = batch;
  self->n_slices = (batch + IPL_TRAINED_SLICE - 1) / IPL_TRAINED_SLICE;
  self->threads = (guint)CLAMP (self->n_slices, 1, threads);
  self->seats = g_new0 (Seat, self->threads);
  for (guint i = 0; i < self->threads; i++)
    {
      if (!single_scratch_init (&self->seats[i].scratch, layout, BLOCK, error))
        return NULL;
      self->seats[i].x = ipl_try_new (float, slice_size (shape), what, error);
      if (self->seats[i].x == NULL)
        return NULL;
      self->seats[i].y = self->seats[i].x + IPL_TRAINED_SLICE * shape->T * shape->N0;
      self->seats[i].f = self->seats[i].y + IPL_TRAINED_SLICE * shape->outputs;
    }
  if (!single_shared_init (&self->shared, layout, parameters, gradients, error)
      || (gradients && !allocate_gradients (self, error)))
    return NULL;
  return g_steal_pointer (&self);
}

void
ipl_trained_step_free (IplTrainedStep *self)
{
  single_shared_clear (&self->shared);
  for (guint i = 0; i < self->threads; i++)
    {
      single_scratch_clear (&self->seats[i].scratch);
      g_free (self->seats[i].x);
    }
  g_free (self->seats);
  for (gsize i = 0; self->dA != NULL && i < self->n_slices; i++)
    g_free (self->dA[i]);
  for (gsize i = 0; self->dM != NULL && i < self->n_slices; i++)
    g_free (self->dM[i]);
  g_free (self->dA);
  g_free (self->dM);
  g_free (self->sums);
  g_free (self);
}

/* There are as many seats as threads, so one is free. */
static Seat *
acquire_seat (IplTrainedStep *self)
{
  for (guint i = 0;; i = (i + 1) % self->threads)
    if (g_atomic_int_compare_and_exchange (&self->seats[i].busy, 0, 1))
      return &self->seats[i];
}

static void
leave_seat (Seat *seat)
{
  g_atomic_int_set (&seat->busy, 0);
}

/* Starts with the value weights, the longest task. */
static void
share_task (gsize index, gpointer data)
{
  IplTrainedStep *self = data;

  if (index == 0)
    single_share_values (&self->shared, &self->layout);
  else
    single_share_head (&self->shared, &self->layout, index - 1);
}

static void
share (IplTrainedStep *self)
{
  ipl_parallel_for (1 + self->layout.heads, self->threads, share_task, self, NULL);
}

typedef struct
{
  IplTrainedStep *step;
  gsize count;
  const float *x;
  float *f;
  IplTrainedFill fill;
  gpointer data;
  float *gradient;
} Run;

static void
predict_task (gsize index, gpointer data)
{
  Run *run = data;
  IplTrainedStep *self = run->step;
  gsize first = index * IPL_TRAINED_SLICE;

  if (first >= run->count)
    return;

  Seat *seat = acquire_seat (self);

  single_slice (&self->layout, &self->shared, &seat->scratch,
                MIN (IPL_TRAINED_SLICE, run->count - first),
                run->x + first * self->layout.shape.T * self->layout.shape.N0, NULL, 0,
                run->f + first * self->layout.shape.outputs, NULL, NULL);
  leave_seat (seat);
}

/* @x: [count x T x N0] tokens; @f: [count x K] outputs; incomplete if cancelled. */
void
ipl_trained_step_predict (IplTrainedStep *self, gsize count, const float *x, float *f,
                          GCancellable *cancellable)
{
  Run run = { self, count, x, f };

  share (self);
  /* At least two indices: in a loop of a single one OpenBLAS would start threads. */
  ipl_parallel_for (MAX ((count + IPL_TRAINED_SLICE - 1) / IPL_TRAINED_SLICE, 2), self->threads,
                    predict_task, &run, cancellable);
}

static void
gradient_task (gsize index, gpointer data)
{
  Run *run = data;
  IplTrainedStep *self = run->step;
  IplTrainedSums *sums;
  gsize first = index * IPL_TRAINED_SLICE, count;
  guint K = self->layout.shape.outputs;
  Seat *seat;

  if (index >= self->n_slices)
    return;
  count = MIN (IPL_TRAINED_SLICE, self->batch - first);
  sums = &self->sums[index];
  *sums = (IplTrainedSums){ 0 };
  seat = acquire_seat (self);
  run->fill (first, count, seat->x, seat->y, run->data);
  sums->loss = single_slice (&self->layout, &self->shared, &seat->scratch, count, seat->x, seat->y,
                             1 / (float)self->batch, seat->f, self->dA[index], self->dM[index]);
  for (gsize e = 0; e < count; e++)
    sums->right += ipl_trained_is_right (K, seat->y + e * K, seat->f + e * K);
  leave_seat (seat);
}

static void
unshare_task (gsize index, gpointer data)
{
  Run *run = data;
  IplTrainedStep *self = run->step;

  if (index == 0)
    single_unshare_values (&self->shared, &self->layout, self->n_slices, self->dM, run->gradient);
  else
    single_unshare_head (&self->shared, &self->layout, index - 1, self->n_slices, self->dA,
                         run->gradient);
}

/* FALSE if cancelled, with incomplete @gradient and @sums. @gradient: [n] gradient of the mean
 * loss in all parameters. */
gboolean
ipl_trained_step_gradient (IplTrainedStep *self, IplTrainedLoss loss, IplTrainedFill fill,
                           gpointer data, float *gradient, IplTrainedSums *sums,
                           GCancellable *cancellable)
{
  Run run = { .step = self, .fill = fill, .data = data, .gradient = gradient };

  self->shared.loss = loss;
  share (self);
  ipl_parallel_for (MAX (self->n_slices, 2), self->threads, gradient_task, &run, cancellable);
  if (g_cancellable_is_cancelled (cancellable))
    return FALSE;
  ipl_parallel_for (1 + self->layout.heads, self->threads, unshare_task, &run, NULL);
  *sums = (IplTrainedSums){ 0 };
  for (gsize i = 0; i < self->n_slices; i++)
    {
      sums->loss += self->sums[i].loss;
      sums->right += self->sums[i].right;
    }
  return TRUE;
}
