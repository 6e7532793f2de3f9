/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long training a network will take. */
#include "runs/training-cost.h"

#include <math.h>

#include "core/network/trainer.h"
#include "core/tasks/one-shot-task.h"
#include "runs/duration.h"

/* Seconds of a step, whatever its network; of a multiply-add of queries and keys, whose products
 * are large; and of one of the values, whose matrices are thin. Fitted to five networks of widths
 * 128 to 1024, two of them the presets; each is met within a factor of 1.2. */
#define STEP 4e-3
#define ATTENTION 6e-12
#define VALUES 1.2e-10
/* Sequences whose answers are looked at in the end. */
#define HELD_OUT 10000.0

/* About how long a step takes, within a factor of two unless it is a tiny one. */
double
ipl_training_seconds_per_step (const IplTrainable *trainable, guint threads)
{
  const IplTraining *training = &trainable->training;
  const IplTrainedShape *shape = &training->config.shape;
  double T = ipl_one_shot_count_tokens (trainable->task.shots), N = (double)shape->N[0],
         G = (double)shape->G, sum = 0;

  /* Queries and keys of all tokens, and their products; values are linear, and what the readout
   * means over is taken through the layers as one token. */
  for (guint l = 0; l < shape->L; l++)
    sum += shape->H[l] * (ATTENTION * (2 * T * IPL_ONE_SHOT_N0 * G + T * T * G) + VALUES * N * N);
  return STEP + (double)training->config.batch * sum / MAX (threads, 1);
}

/* Seconds for all steps, or until its time is over. */
static double
training_seconds (const IplTrainable *trainable, guint threads)
{
  const IplTraining *training = &trainable->training;
  double by_steps = training->steps * ipl_training_seconds_per_step (trainable, threads);
  double by_time = 60 * training->minutes;

  return training->steps == 0 || (by_time > 0 && by_time < by_steps) ? by_time : by_steps;
}

/* @cost: what a run takes from its images to its accuracy at the end is added. */
void
ipl_training_add_cost (const IplTrainable *trainable, guint threads, IplCost *cost)
{
  const IplTraining *training = &trainable->training;
  IplTrainerConfig config;
  double bytes = ipl_trainable_to_config (trainable, &config, NULL)
                     ? ipl_trainer_memory (&config, threads)
                     : 0;

  ipl_image_task_cost (&trainable->task, threads, cost);
  ipl_cost_add (cost, "training", training_seconds (trainable, threads), bytes, 0);
  /* Forward only, which is a third of a step. */
  ipl_cost_add (cost, "the accuracy",
                HELD_OUT / (double)training->config.batch / 3
                    * ipl_training_seconds_per_step (trainable, threads),
                0, 0);
}

/* The predicted cost of a run. */
char *
ipl_training_describe_cost (const IplTrainable *trainable, guint threads)
{
  const IplTraining *training = &trainable->training;
  double step = ipl_training_seconds_per_step (trainable, threads);
  double by_time = 60 * training->minutes, seconds = training_seconds (trainable, threads);
  double steps, round;
  g_autofree char *time = ipl_duration_text (seconds);

  if (seconds != by_time)
    return g_strdup_printf ("about %s for %u steps", time, training->steps);
  steps = by_time / step;
  round = pow (10, MAX (floor (log10 (MAX (steps, 1))) - 1, 0));
  return g_strdup_printf ("%s for about %.0f steps", time, round * rint (steps / round));
}
