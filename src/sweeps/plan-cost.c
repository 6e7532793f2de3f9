/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the rows of a sweep will take, and how much memory. */
#include "sweeps/plan-cost.h"

#include "core/posterior/posterior-options.h"
#include "core/posterior/posterior.h"
#include "core/theory/theory-cost.h"
#include "runs/training-cost.h"
#include <math.h>

/* Settings that a task solves at once at the most. */
#define AT_ONCE 16
/* Reading, writing and what else each row needs. */
#define ROW_SECONDS 0.02

/* Of a network of each width. */
static void
predict_training (IplSweepPlan *self, guint cores)
{
  IplTraining training = ipl_parameters_get_trainable (&self->run.parameters)->training;

  for (guint i = 0; i < self->run.widths.n; i++)
    {
      double by_steps, by_time = 60 * training.minutes;

      training.config.shape.N[0] = ipl_run_settings_get (&self->run, i).N[0];
      by_steps = training.steps * ipl_training_seconds_per_step (&training, cores);
      self->seconds[i]
          = training.steps == 0 || (by_time > 0 && by_time < by_steps) ? by_time : by_steps;
    }
}

/* Of a row of each width; of chains, the memory of the largest is given back. */
static double
predict_rows (IplSweepPlan *self, const IplCase *outline, IplKernel *kernel, double reading,
              guint cores)
{
  guint heads = ipl_case_n_heads (outline);
  double drawing = 0;

  for (guint i = 0; i < self->run.widths.n; i++)
    {
      IplSetting setting = ipl_sweep_plan_setting (self, i);
      double flops = ipl_cost_solve_flops (kernel, &setting) + reading;
      IplPosteriorCost draws = { 0 };

      /* Once more without each head, and a prediction for each head of every order. */
      if (ipl_sweep_plan_prunes (self) && self->run.prune.resolve)
        flops *= 1 + heads;
      if (ipl_sweep_plan_prunes (self))
        flops += (double)heads * (self->run.parameters.random_orders + 3) * reading;
      if (ipl_sweep_plan_samples (self))
        {
          ipl_posterior_cost (&draws, kernel, &setting, &self->run.options,
                              self->run.parameters.draws, cores);
          drawing
              = MAX (drawing, ipl_posterior_memory (outline, kernel, &setting, &self->run.options,
                                                    self->run.parameters.draws));
        }
      self->seconds[i] = ipl_cost_seconds (flops) / cores + draws.seconds + ROW_SECONDS;
    }
  return drawing;
}

/* Notes in the plan how long a row of each width takes, how long the case of a seed, and the memory
 * of a task: within a factor of two, on a machine like this one. */
void
ipl_sweep_plan_predict (IplSweepPlan *self, const IplCase *outline, const IplCost *cost,
                        guint cores)
{
  g_autoptr (IplKernel) kernel = ipl_kernel_of_shape (outline);
  guint n = MIN (self->run.widths.n, AT_ONCE);
  g_autofree IplSetting *settings = g_new0 (IplSetting, n);
  IplCost all = *cost;
  double drawing;

  for (guint i = 0; i < n; i++)
    settings[i] = ipl_sweep_plan_setting (self, i);
  self->cores = cores;
  ipl_cost_add_kernel (&all, kernel);
  self->seed_seconds = all.seconds;
  drawing = predict_rows (self, outline, kernel, ipl_cost_reading_flops (kernel, n, settings) / n,
                          cores);
  ipl_cost_add_sweep (&all, kernel, n, settings, cores);
  ipl_cost_add (&all, "sampling", 0, 0, drawing);
  self->bytes = all.bytes;
  if (ipl_sweep_plan_trains (self))
    predict_training (self, cores);
}
