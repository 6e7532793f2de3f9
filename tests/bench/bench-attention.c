/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finite-size study of learned attention on the copy task: tokens, width and examples grow
 * together, the prior variance of attention weights falls. At a transition of first order the jump
 * stays and the barrier grows; at one of second order the largest step between neighbouring P gets
 * smaller and there is one branch. Then how fast it is. */
#include "bench.h"

#include "core/attention/attention-scan.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"
#include "core/tasks/token-task.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SIZES 24 /* numbers of examples of a scan */
#define SEEDS 3

typedef struct
{
  double crossing;    /* P where the lowest minimum changes branch, or of the largest step */
  double jump;        /* of the order parameter of the lowest minimum there, over its last value */
  double coexistence; /* share of that P over which both branches are minima */
  double barrier;     /* the largest along the line */
  double seconds;
} Transition;

static void
say_nothing (double fraction, const char *sentence, gpointer data)
{
}

static IplTrajectory *
scan (IplAttentionRule rule, guint T, double variance, guint N, double most, guint64 seed,
      double *seconds)
{
  IplParameters parameters;
  IplTokenTask *task;
  g_autoptr (IplCase) the_case = NULL;
  IplAttentionPlan plan;
  IplAttentionWatch watch = { .progress = say_nothing };
  gboolean complete;
  GError *error = NULL;
  IplTrajectory *found;

  ipl_parameters_init (&parameters, "copy");
  task = ipl_parameters_edit_own (&parameters);
  task->n_tokens = T;
  task->n_symbols = task->n_features = 4;
  task->noise = 0;
  task->n_layers = 1;
  task->n_heads[0] = 1;
  task->heads[0][0] = IPL_KIT_PREVIOUS;
  task->n_train = 2 * (guint)(most * T / 2);
  task->n_test = 200;
  task->seed = seed;
  the_case = parameters.experiment->make_case (task, "copy", TRUE, 1, NULL, NULL);
  ipl_attention_plan_init (&plan, the_case);
  ipl_setting_init_for_case (&plan.setting, the_case, N);
  plan.setting.temperature = 0.5;
  plan.prior = (IplAttentionPrior){ rule, 0, variance };
  plan.n_P = SIZES;
  for (guint s = 0; s < SIZES; s++)
    plan.P[s]
        = MAX ((guint)(T * (1 + (most - 1) * s / (SIZES - 1))), s > 0 ? plan.P[s - 1] + 1 : 1);
  plan.P[SIZES - 1] = MIN (plan.P[SIZES - 1], task->n_train);
  plan.seed = seed;
  plan.threads = 2;
  *seconds = bench_seconds ();
  found = ipl_attention_scan (the_case, &plan, NULL, &watch, &complete, &error);
  if (found == NULL)
    g_error ("%s", error->message);
  *seconds = bench_seconds () - *seconds;
  return found;
}

static Transition
read_transition (const IplTrajectory *found)
{
  Transition self = { 0 };
  double before = NAN, last = NAN;
  guint apart = 0;

  for (guint s = 0; s < found->S; s++)
    {
      const double *F = ipl_trajectory_get (found, "free_energy", s);
      const double *m = ipl_trajectory_get (found, "order_parameter", s);
      double lowest = m[F[1] < F[0] - 1e-3];
      double barrier = *ipl_trajectory_get (found, "line_barrier", s);

      if (s > 0 && lowest - before > self.jump)
        {
          self.jump = lowest - before;
          self.crossing = found->time[s];
        }
      apart += fabs (F[1] - F[0]) > 0.01;
      if (isfinite (barrier))
        self.barrier = MAX (self.barrier, barrier);
      before = last = lowest;
    }
  self.jump /= last;
  self.coexistence = apart * (found->time[1] - found->time[0]) / self.crossing;
  return self;
}

static void
study (const char *words, IplAttentionRule rule, double variance, double width, double most)
{
  printf ("%s\n%6s %6s %9s %9s %9s %12s %9s %7s\n", words, "T", "N", "s_w^2", "P*", "P*/T", "jump",
          "both", "barrier");
  for (guint T = 8; T <= 32; T *= 2)
    {
      Transition mean = { 0 };
      double jumps = 0;
      guint N = (guint)(width * T);

      for (guint k = 0; k < SEEDS; k++)
        {
          double seconds;
          g_autoptr (IplTrajectory) found = scan (rule, T, variance / T, N, most, k + 1, &seconds);
          Transition one = read_transition (found);

          mean.crossing += one.crossing / SEEDS;
          mean.jump += one.jump / SEEDS;
          jumps += one.jump * one.jump / SEEDS;
          mean.coexistence += one.coexistence / SEEDS;
          mean.barrier += one.barrier / SEEDS;
          mean.seconds += seconds / SEEDS;
        }
      printf ("%6u %6u %9.4g %9.1f %9.2f %5.2f ± %4.2f %9.2f %7.2f   %.1f s a scan\n", T, N,
              variance / T, mean.crossing, mean.crossing / T, mean.jump,
              sqrt (MAX (jumps - mean.jump * mean.jump, 0) / (SEEDS - 1)), mean.coexistence,
              mean.barrier, mean.seconds);
      fflush (stdout);
    }
}

int
main (int argc, char **argv)
{
  printf ("jump: largest step of the order parameter of the lowest minimum between neighbouring P, "
          "over its value at the most examples;\nboth: share of P* over which both branches are "
          "minima; means over %d seeds\n",
          SEEDS);
  study ("softmax, narrow", IPL_ATTENTION_SOFTMAX, 1.6, 0.625, 8);
  study ("softmax, wide", IPL_ATTENTION_SOFTMAX, 1.6, 10, 12);
  study ("linear, narrow", IPL_ATTENTION_LINEAR, 32, 0.625, 8);
  study ("linear, wide", IPL_ATTENTION_LINEAR, 32, 10, 12);
  study ("exp, narrow", IPL_ATTENTION_EXPONENTIAL, 1.6, 0.625, 8);
  return 0;
}
