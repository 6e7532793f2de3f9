/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Training steps a second at the paper's one-shot task's sizes, and the time of a step against N,
 * H, L and G. */
#include "bench.h"

#include "core/network/trainer.h"
#include <stdio.h>

#define SECONDS 4.0

static void
source (guint64 first, gsize count, float *x, float *y, gpointer data)
{
  const IplTrainedShape *shape = data;
  guint32 state = (guint32)first * 2654435761u + 1;

  /* As cheap as can be: what is measured is the step. */
  for (gsize i = 0; i < count * shape->T * shape->N0; i++)
    {
      state = state * 1664525u + 1013904223u;
      x[i] = (float)(state >> 8) * 0x1p-22f - 2;
    }
  for (gsize e = 0; e < count; e++)
    y[e] = x[e * shape->T * shape->N0] > 0 ? 1 : -1;
}

/* Steps a second, the best of three runs after a short one. */
static double
steps_per_second (guint L, guint H, gsize N, gsize G, guint threads, double seconds)
{
  IplTrainerConfig config;
  g_autoptr (IplTrainer) trainer = NULL;
  double best = 0;

  ipl_trainer_config_init (&config);
  config.shape.L = L;
  config.shape.G = G;
  for (guint l = 0; l <= L; l++)
    {
      config.shape.H[l] = H;
      config.shape.N[l] = N;
    }
  config.schedule = IPL_SCHEDULE_CONSTANT;
  config.learning_rate = 1e-4;
  config.report_steps = 1000000;
  trainer = ipl_trainer_new (&config, source, &config.shape, NULL);
  ipl_trainer_run (trainer, 3, 0, threads, NULL, NULL, NULL, NULL);
  for (guint k = 0; k < 3; k++)
    {
      guint64 before = ipl_trainer_get_step (trainer);
      gint64 begin_usec = g_get_monotonic_time ();

      ipl_trainer_run (trainer, 0, seconds / 3, threads, NULL, NULL, NULL, NULL);
      best = MAX (best, (double)(ipl_trainer_get_step (trainer) - before)
                            / ((double)(g_get_monotonic_time () - begin_usec) * 1e-6));
    }
  return best;
}

int
main (void)
{
  static const gsize widths[] = { 32, 64, 128, 256, 512 };
  static const guint heads[] = { 1, 2, 4, 8 };
  static const gsize keys[] = { 8, 16, 32, 64, 128 };

  printf ("batch 64, 48 tokens of 64 numbers; L = 2, H = 4, N = 128, G = 32 where nothing else is "
          "said\n");
  for (guint threads = 1; threads <= 2; threads++)
    printf ("%u thread%s: %.0f steps/s\n", threads, threads > 1 ? "s" : "",
            steps_per_second (2, 4, 128, 32, threads, SECONDS));
  printf ("milliseconds a step on one thread\n");
  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    printf ("N = %-4" G_GSIZE_FORMAT " %6.2f\n", widths[i],
            1e3 / steps_per_second (2, 4, widths[i], 32, 1, 1));
  for (gsize i = 0; i < G_N_ELEMENTS (heads); i++)
    printf ("H = %-4u %6.2f\n", heads[i], 1e3 / steps_per_second (2, heads[i], 128, 32, 1, 1));
  for (guint L = 1; L <= 4; L++)
    printf ("L = %-4u %6.2f\n", L, 1e3 / steps_per_second (L, 4, 128, 32, 1, 1));
  for (gsize i = 0; i < G_N_ELEMENTS (keys); i++)
    printf ("G = %-4" G_GSIZE_FORMAT " %6.2f\n", keys[i],
            1e3 / steps_per_second (2, 4, 128, keys[i], 1, 1));
  printf ("peak %.0f MB\n", bench_peak_megabytes ());
  return 0;
}
