/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long training a network will take. */
#include "runs/training-cost.h"

#include "runs/duration.h"

/* Multiply-adds a second of one thread, forward and back. */
#define SPEED 2.5e10

/**
 * ipl_training_seconds_per_step:
 * @training: how to train
 * @threads: threads that share the work
 *
 * Returns: about how long a step takes, within a factor of two
 */
double
ipl_training_seconds_per_step (const IplTraining *training, guint threads)
{
  IplTrainedShape shape = training->config.shape;

  for (guint l = 1; l <= shape.L; l++)
    shape.N[l] = shape.N[0];
  return 3 * (double)training->config.batch * ipl_trained_shape_multiply_adds (&shape)
         / (SPEED * MAX (threads, 1));
}

/**
 * ipl_training_describe_cost:
 * @training: how to train
 * @threads: threads that share the work
 *
 * What a run will cost, before it begins.
 *
 * Returns: (transfer full): "about 3.2 h for 20000 steps", or "about 900 steps in 5 min"
 */
char *
ipl_training_describe_cost (const IplTraining *training, guint threads)
{
  double step = ipl_training_seconds_per_step (training, threads);
  double by_steps = training->steps * step, by_time = 60 * training->minutes;
  gboolean ends_by_time = training->steps == 0 || (by_time > 0 && by_time < by_steps);
  g_autofree char *time = ipl_duration_text (ends_by_time ? by_time : by_steps);

  return ends_by_time ? g_strdup_printf ("about %.0f steps in %s", by_time / step, time)
                      : g_strdup_printf ("about %s for %u steps", time, training->steps);
}
