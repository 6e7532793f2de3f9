/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A training step of a transformer beside its matrix products alone: width and MLP 200, one head,
 * batches of 20 sequences of 35 words. Both take turns on the same threads, and the processor's
 * time is told beside the clock's, so that the ratio of the rates holds on a machine that has other
 * work to do; the goal is 0.7. */
#include "bench.h"

#include "core/base/parallel.h"
#include "core/transformer/transformer-trainer.h"
#include <cblas.h>
#include <stdio.h>
#include <stdlib.h>

#define COUNT 20
#define LENGTH 35
#define SLICE_ROWS 175 /* of the rows, five sequences, that a thread works on at once */
#define TURNS 9
#define TURN_SECONDS 0.25

typedef struct
{
  const IplTransformerShape *shape;
  float *x, *w, *y;
} Products;

/* GFLOP/s by the clock, and by the time of all processors. */
typedef struct
{
  double clock, processor;
} Rate;

static Rate
get_rate (double flops, gint64 begin_usec, double begin_processor)
{
  return (Rate){ flops * 1e-3 / (double)(g_get_monotonic_time () - begin_usec),
                 flops * 1e-9 / (bench_seconds () - begin_processor) };
}

static void
multiply (const Products *self, CBLAS_TRANSPOSE ta, CBLAS_TRANSPOSE tb, gsize m, gsize n, gsize k)
{
  cblas_sgemm (CblasRowMajor, ta, tb, (int)m, (int)n, (int)k, 1, self->x,
               (int)(ta == CblasTrans ? m : k), self->w, (int)(tb == CblasTrans ? k : n), 0,
               self->y, (int)n);
}

/* The product of a slice of rows with a matrix, and on the way back those for both. */
static void
multiply_matrix (const Products *self, gsize outputs, gsize inputs)
{
  multiply (self, CblasNoTrans, CblasTrans, SLICE_ROWS, outputs, inputs);
  multiply (self, CblasNoTrans, CblasNoTrans, SLICE_ROWS, inputs, outputs);
  multiply (self, CblasTrans, CblasNoTrans, outputs, inputs, SLICE_ROWS);
}

static void
multiply_slice (gsize index, gpointer data)
{
  const Products *all = data;
  const gsize d = all->shape->d, M = all->shape->hidden, size = 4096 * MAX (d, M);
  const Products self
      = { all->shape, all->x + index * size, all->w + index * size, all->y + index * size };

  for (guint l = 0; l < self.shape->layers; l++)
    {
      multiply_matrix (&self, 3 * d, d);
      multiply_matrix (&self, d, d);
      multiply_matrix (&self, M, d);
      multiply_matrix (&self, d, M);
    }
  for (gsize begin = 0; begin < self.shape->classes; begin += 512)
    multiply_matrix (&self, MIN (self.shape->classes - begin, 512), d);
}

/* The products of steps. */
static Rate
measure_products (const Products *self, guint threads)
{
  const gsize slices = COUNT * LENGTH / SLICE_ROWS, d = self->shape->d, M = self->shape->hidden;
  double flops
      = 6.0 * COUNT * LENGTH
        * (double)(self->shape->layers * (4 * d * d + 2 * d * M) + d * self->shape->classes);
  gint64 begin = g_get_monotonic_time ();
  double processor = bench_seconds ();
  guint steps = 0;

  for (; g_get_monotonic_time () - begin < TURN_SECONDS * 1e6; steps++)
    ipl_parallel_for (slices, threads, multiply_slice, (gpointer)self, NULL);
  return get_rate (flops * steps, begin, processor);
}

static Rate
measure_steps (IplTransformerTrainer *trainer, guint threads)
{
  const IplTransformerShape *shape = &trainer->network->shape;
  guint32 words[COUNT * LENGTH + COUNT], state = 1;
  IplTransformerBatch batch = { COUNT, LENGTH, words, words + COUNT };
  gint64 begin = g_get_monotonic_time ();
  double processor = bench_seconds ();
  guint steps = 0;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    words[i] = (state = state * 1664525u + 1013904223u) % (guint32)shape->V;
  for (; g_get_monotonic_time () - begin < TURN_SECONDS * 1e6; steps++)
    if (!ipl_transformer_trainer_step (trainer, &batch, NULL, threads, NULL, NULL))
      g_error ("a step failed");
  return get_rate (ipl_transformer_shape_multiply_adds (shape, COUNT) * 2 * steps, begin,
                   processor);
}

static int
compare_numbers (const void *a, const void *b)
{
  double x = *(const double *)a, y = *(const double *)b;

  return (x > y) - (x < y);
}

static double
median (double *numbers)
{
  qsort (numbers, TURNS, sizeof *numbers, compare_numbers);
  return numbers[TURNS / 2];
}

static void
compare (guint layers, gsize V, guint threads)
{
  g_autoptr (IplTransformerTrainer) trainer = NULL;
  IplTransformerConfig config;
  IplTransformerShape shape;
  double ratio[2][TURNS], steps[TURNS], products[TURNS];
  g_autofree float *space = NULL;
  Products self = { &shape };
  gsize size;

  ipl_transformer_shape_init_text (&shape, layers, V);
  ipl_transformer_config_init (&config);
  trainer = ipl_transformer_trainer_new (&shape, &config, NULL);
  size = COUNT * LENGTH / SLICE_ROWS * 4096 * MAX (shape.d, shape.hidden);
  space = g_new0 (float, 3 * size);
  self.x = space;
  self.w = space + size;
  self.y = space + 2 * size;
  measure_steps (trainer, threads);
  measure_products (&self, threads);
  for (guint turn = 0; turn < TURNS; turn++)
    {
      Rate step = measure_steps (trainer, threads), product = measure_products (&self, threads);

      steps[turn] = step.clock;
      products[turn] = product.clock;
      ratio[0][turn] = step.clock / product.clock;
      ratio[1][turn] = step.processor / product.processor;
    }
  printf ("%2u layers, V = %5" G_GSIZE_FORMAT ", %u thread%s: steps %6.1f GFLOP/s, their products "
          "by sgemm %6.1f GFLOP/s, ratio %.2f by the clock, %.2f by the processor\n",
          layers, V, threads, threads == 1 ? " " : "s", median (steps), median (products),
          median (ratio[0]), median (ratio[1]));
  fflush (stdout);
}

int
main (int argc, char *argv[])
{
  for (guint threads = 1; threads <= 2; threads++)
    {
      compare (1, 1000, threads);
      compare (5, 1000, threads);
      compare (5, 5000, threads);
    }
  return 0;
}
