/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Training steps of joma.md's transformer on text, beside PyTorch's on the same threads where it is
 * installed: width and MLP 200, one head, batches of 20 sequences of 35 words. Both take turns, so
 * that a machine with other work to do does not decide; the processor's time is told as well. */
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

/* PyTorch's, or 0 where it is not there. OpenBLAS is told what processor this is, as Interplay
 * tells it. */
static Speed
measure_torch (guint layers, gsize V, guint threads, double seconds)
{
  const char *folder = g_getenv ("INTERPLAY_BENCH");
  g_autofree char *script
      = g_build_filename (folder != NULL ? folder : "tests/bench", "torch_transformer.py", NULL);
  static const char *const pythons[] = { "python3", "/usr/bin/python3" };

  for (gsize i = 0; i < G_N_ELEMENTS (pythons); i++)
    {
      g_autofree char *command = g_strdup_printf ("%s '%s' %u %" G_GSIZE_FORMAT " %u %g",
                                                  pythons[i], script, layers, V, threads, seconds);
      g_autofree char *output = NULL, *errors = NULL;
      int status;

      if (g_spawn_command_line_sync (command, &output, &errors, &status, NULL) && status == 0)
        {
          char *end = NULL;
          double per_second = g_ascii_strtod (output, &end);

          return (Speed){ per_second, g_ascii_strtod (end, NULL) };
        }
    }
  return (Speed){ 0 };
}

static void
compare (guint layers, gsize V, guint threads, double seconds)
{
  Speed best = { 0, 1e9 }, torch_best = { 0, 1e9 };
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
      Speed torch = measure_torch (layers, V, threads, seconds / TURNS);

      best.per_second = MAX (best.per_second, own.per_second);
      best.processor = MIN (best.processor, own.processor);
      torch_best.per_second = MAX (torch_best.per_second, torch.per_second);
      torch_best.processor = MIN (torch_best.processor, torch.processor);
    }
  work = ipl_transformer_shape_multiply_adds (&shape, COUNT) * 2e-9;
  printf ("%2u layers, V = %6" G_GSIZE_FORMAT
          ", %u threads: %7.2f steps/s, %6.1f ms of processor a "
          "step (%5.1f GFLOP/s)",
          layers, V, threads, best.per_second, 1e3 * best.processor, work / best.processor);
  if (torch_best.per_second > 0)
    printf ("; PyTorch %7.2f steps/s, %6.1f ms: %.2f times as fast, %.2f by the processor",
            torch_best.per_second, 1e3 * torch_best.processor,
            best.per_second / torch_best.per_second, torch_best.processor / best.processor);
  else
    printf ("; PyTorch is not installed");
  printf ("\n");
  fflush (stdout);
}

int
main (int argc, char *argv[])
{
  double seconds = argc > 1 ? g_ascii_strtod (argv[1], NULL) : 12;

  printf ("dgemm %.1f GFLOP/s on one thread\n", bench_dgemm_flops_per_second (1) * 1e-9);
  for (guint threads = 1; threads <= 2; threads++)
    {
      compare (1, 5000, threads, seconds);
      compare (2, 5000, threads, seconds);
      compare (2, 33000, threads, seconds);
      compare (5, 5000, threads, seconds);
    }
  return 0;
}
