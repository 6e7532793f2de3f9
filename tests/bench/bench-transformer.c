/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Training steps of joma.md's transformer on text: width and MLP 200, one head, batches of 20
 * sequences of 35 words. The best of some turns, as machines have other work to do; the processor's
 * time is told as well. */
#include "bench.h"

#include "core/transformer/transformer-trainer.h"
#include <stdio.h>

#define COUNT 20
#define TURNS 3

typedef struct
{
  double per_second;
  double processor; /* seconds a step */
} Speed;

static Speed
measure (IplTransformerTrainer *trainer, guint threads, double seconds)
{
  const IplTransformerShape *shape = &trainer->network->shape;
  guint32 words[COUNT * 36], state = 1;
  IplTransformerBatch batch = { COUNT, 35, words, words + COUNT };
  gint64 begin_usec;
  double processor;
  guint steps = 0;

  for (guint i = 0; i < COUNT * 36; i++)
    words[i] = (state = state * 1664525u + 1013904223u) % (guint32)shape->V;
  ipl_transformer_trainer_step (trainer, &batch, NULL, threads, NULL, NULL);
  begin_usec = g_get_monotonic_time ();
  processor = bench_seconds ();
  while ((double)(g_get_monotonic_time () - begin_usec) * 1e-6 < seconds)
    {
      if (!ipl_transformer_trainer_step (trainer, &batch, NULL, threads, NULL, NULL))
        g_error ("a step failed");
      steps++;
    }
  return (Speed){ steps / ((double)(g_get_monotonic_time () - begin_usec) * 1e-6),
                  (bench_seconds () - processor) / steps };
}

static void
show (guint layers, gsize V, guint threads, double seconds)
{
  Speed best = { 0, 1e9 };
  g_autoptr (IplTransformerTrainer) trainer = NULL;
  IplTransformerConfig config;
  IplTransformerShape shape;
  double work;

  ipl_transformer_shape_init_text (&shape, layers, V);
  ipl_transformer_config_init (&config);
  trainer = ipl_transformer_trainer_new (&shape, &config, NULL);
  for (guint turn = 0; turn < TURNS; turn++)
    {
      Speed own = measure (trainer, threads, seconds / TURNS);

      best.per_second = MAX (best.per_second, own.per_second);
      best.processor = MIN (best.processor, own.processor);
    }
  work = ipl_transformer_shape_multiply_adds (&shape, COUNT) * 2e-9;
  printf ("%2u layers, V = %6" G_GSIZE_FORMAT
          ", %u threads: %7.2f steps/s, %6.1f ms of processor a "
          "step (%5.1f GFLOP/s)\n",
          layers, V, threads, best.per_second, 1e3 * best.processor, work / best.processor);
  fflush (stdout);
}

int
main (int argc, char *argv[])
{
  double seconds = argc > 1 ? g_ascii_strtod (argv[1], NULL) : 12;

  printf ("dgemm %.1f GFLOP/s on one thread\n", bench_dgemm_flops_per_second (1) * 1e-9);
  for (guint threads = 1; threads <= 2; threads++)
    {
      show (1, 5000, threads, seconds);
      show (2, 5000, threads, seconds);
      show (2, 33000, threads, seconds);
      show (5, 5000, threads, seconds);
    }
  return 0;
}
