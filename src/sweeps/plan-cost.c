/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How long the rows of a sweep will take, and how much memory. */
#include "sweeps/plan-cost.h"

#include "core/base/file-read.h"
#include "core/posterior/posterior-cost.h"
#include "core/posterior/posterior.h"
#include "core/theory/cost.h"
#include "runs/training-cost.h"
#include <math.h>
#include <stdio.h>
#include <unistd.h>

/* Settings that a task solves at once at the most. */
#define AT_ONCE 16
/* Reading, writing and what else each row needs. */
#define ROW_SECONDS 0.02
#define MAX_STATM 4096

/**
 * ipl_resident_bytes:
 *
 * Returns: what this process has in memory now; 0 where nobody knows
 */
double
ipl_resident_bytes (void)
{
  g_autofree char *text = ipl_file_read ("/proc/self/statm", MAX_STATM, NULL, NULL);
  unsigned long size = 0, resident = 0;

  if (text == NULL || sscanf (text, "%lu %lu", &size, &resident) != 2)
    return 0;
  return (double)resident * (double)sysconf (_SC_PAGESIZE);
}

/* Of a network of each width. */
static void
predict_training (IplSweepPlan *self, guint cores)
{
  IplTraining training = ipl_parameters_get_trainable (&self->run.parameters)->training;

  for (guint i = 0; i < self->run.n_widths; i++)
    {
      double by_steps, by_time = 60 * training.minutes;

      training.config.shape.N[0] = self->run.widths[i].N[0];
      by_steps = training.steps * ipl_training_seconds_per_step (&training, cores);
      self->seconds[i]
          = training.steps == 0 || (by_time > 0 && by_time < by_steps) ? by_time : by_steps;
    }
}

/**
 * ipl_sweep_plan_predict:
 * @self: a plan
 * @the_case: the case of its first seed
 * @cores: that a task will have
 * @cancellable: (nullable)
 * @error: return location for the errors of ipl_kernel_prepare()
 *
 * Notes in the plan how long a row of each width takes, and the memory of a task: within a factor
 * of two, on a machine like this one.
 *
 * Returns: whether it could be told
 */
gboolean
ipl_sweep_plan_predict (IplSweepPlan *self, IplCase *the_case, guint cores,
                        GCancellable *cancellable, GError **error)
{
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, cancellable, error);
  gboolean samples = ipl_sweep_plan_samples (self);
  guint n = MIN (self->run.n_widths, AT_ONCE);
  g_autofree IplSetting *settings = NULL;
  double rate, drawing = 0;
  IplCost cost;

  if (kernel == NULL)
    return FALSE;
  settings = g_new0 (IplSetting, n);
  for (guint i = 0; i < n; i++)
    settings[i] = ipl_sweep_plan_setting (self, i);
  rate = ipl_cost_flops_per_second ();
  ipl_cost_sweep (&cost, kernel, n, settings, cores);
  self->cores = cores;
  self->bytes = cost.bytes;
  for (guint i = 0; i < self->run.n_widths; i++)
    {
      IplSetting setting = ipl_sweep_plan_setting (self, i);
      double flops = ipl_cost_solve_flops (kernel, &setting) + cost.reading / n;
      guint heads = ipl_case_n_heads (the_case);
      IplPosteriorCost draws = { 0 };

      /* Once more without each head, and a prediction for each head of every order. */
      if (ipl_sweep_plan_prunes (self) && self->run.prune.resolve)
        flops *= 1 + heads;
      if (ipl_sweep_plan_prunes (self))
        flops += (double)heads * (self->run.parameters.random_orders + 3) * cost.reading / n;
      if (samples)
        {
          ipl_posterior_cost (&draws, kernel, &setting, &self->run.options,
                              self->run.parameters.draws, cores);
          drawing
              = MAX (drawing, ipl_posterior_memory (the_case, kernel, &setting, &self->run.options,
                                                    self->run.parameters.draws));
        }
      self->seconds[i] = flops / rate / cores + draws.seconds + ROW_SECONDS;
    }
  self->bytes = ipl_resident_bytes () + MAX (self->bytes, drawing);
  if (ipl_sweep_plan_trains (self))
    predict_training (self, cores);
  return TRUE;
}
