/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finite-size study of learned attention on the copy task: tokens, width and examples grow
 * together, the prior variance of attention weights falls. At a transition of first order the jump
 * stays and the barrier grows; at one of second order the largest step between neighbouring P gets
 * smaller and there is one branch. Then Adam, with parts of the prior as weight decay. */
#include "bench.h"

#include "core/attention/attention-network.h"
#include "core/attention/attention-scan.h"
#include "core/base/random.h"
#include "core/experiments/experiment-table.h"
#include "core/parameters/parameters.h"
#include "core/tasks/token-task.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

#define SIZES 24 /* numbers of examples of a scan */
#define SEEDS 3
#define ADAM_STEPS 2000
#define ADAM_STARTS 2

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

static IplCase *
make_case (guint T, guint n_train, guint64 seed)
{
  IplParameters parameters;
  IplTokenTask *task;

  ipl_parameters_init (&parameters, "copy");
  task = ipl_parameters_edit_own (&parameters);
  task->n_tokens = T;
  task->n_symbols = task->n_features = 4;
  task->noise = 0;
  task->n_layers = 1;
  task->n_heads[0] = 1;
  task->heads[0][0] = IPL_KIT_PREVIOUS;
  task->n_train = n_train;
  task->n_test = 200;
  task->seed = seed;
  return parameters.experiment->make_case (task, "copy", TRUE, 1, NULL, NULL);
}

static IplTrajectory *
scan (IplAttentionRule rule, guint T, double variance, guint N, double most, guint64 seed,
      double *seconds)
{
  g_autoptr (IplCase) the_case = make_case (T, 2 * (guint)(most * T / 2), seed);
  IplAttentionPlan plan;
  IplAttentionWatch watch = { .progress = say_nothing };
  gboolean complete;
  GError *error = NULL;
  IplTrajectory *found;

  ipl_attention_plan_init (&plan, the_case);
  ipl_setting_init_for_case (&plan.setting, the_case, N);
  plan.setting.temperature = 0.5;
  plan.prior = (IplAttentionPrior){ rule, 0, variance };
  plan.n_P = SIZES;
  for (guint s = 0; s < SIZES; s++)
    plan.P[s]
        = MAX ((guint)(T * (1 + (most - 1) * s / (SIZES - 1))), s > 0 ? plan.P[s - 1] + 1 : 1);
  plan.P[SIZES - 1] = MIN (plan.P[SIZES - 1], (guint)the_case->train.count);
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

/* From a draw of the prior by Adam on the squared error with a part @decay
 * of the prior as weight decay; the order parameter in the end. */
static double
train (IplAttentionModel *model, const IplAttentionOrder *order, double decay, guint seed)
{
  g_autoptr (IplAttentionNetwork) network = ipl_attention_network_new (model, NULL);
  gsize n = network->n;
  g_autofree double *theta = g_new (double, n), *gradient = g_new (double, n);
  g_autofree double *mean = g_new0 (double, n), *square = g_new0 (double, n);
  gsl_rng *rng = ipl_random_generator_new (seed, 9);
  double m;

  for (gsize i = 0; i < n; i++)
    theta[i] = ipl_random_gaussian (rng);
  gsl_rng_free (rng);
  for (guint k = 0; k < ADAM_STEPS; k++)
    {
      double rate = 0.01 * (1 - (double)k / ADAM_STEPS);

      ipl_attention_network_evaluate (network, theta, gradient, NULL, NULL);
      for (gsize i = 0; i < n; i++)
        {
          double slope = gradient[i] - (1 - decay) * theta[i];

          mean[i] += 0.1 * (slope - mean[i]);
          square[i] += 0.001 * (slope * slope - square[i]);
          theta[i] -= rate * mean[i] / (1 - pow (0.9, k + 1))
                      / (sqrt (square[i] / (1 - pow (0.999, k + 1))) + 1e-8);
        }
    }
  for (gsize i = 0; i < network->n_w; i++)
    theta[i] *= network->scale[i];
  ipl_attention_model_set (model, theta, NULL, NULL);
  ipl_attention_order_measure (order, model->the_case->weights, &m, NULL);
  return m;
}

/* Adam beside the theory on copy: does what it finds jump with P, and where? */
static void
study_adam (IplAttentionRule rule, guint T, double variance, guint N)
{
  static const double decay[] = { 0, 0.01, 0.1 };
  g_autoptr (IplCase) the_case = make_case (T, 8 * T, 1);
  g_auto (IplAttentionOrder) order = { .count = 0 };
  IplAttentionPrior prior = { rule, 0, variance };
  IplSetting setting;

  ipl_setting_init_for_case (&setting, the_case, N);
  setting.temperature = 0.5;
  ipl_attention_order_init (&order, the_case, NULL);
  printf ("%s: m by Adam, T = %u, N = %u, s_w^2 = %g, means and ranges over %d starts\n%5s",
          ipl_attention_rule_names[rule], T, N, variance, ADAM_STARTS, "P");
  for (guint j = 0; j < G_N_ELEMENTS (decay); j++)
    printf ("           decay %4g", decay[j]);
  printf ("\n");
  for (guint P = 2 * T; P <= 8 * T; P += 2 * T)
    {
      g_autoptr (IplAttentionModel) model
          = ipl_attention_model_new (the_case, P, &setting, &prior, NULL);

      printf ("%5u", P);
      for (guint j = 0; j < G_N_ELEMENTS (decay); j++)
        {
          double sum = 0, least = INFINITY, most = 0;

          for (guint k = 0; k < ADAM_STARTS; k++)
            {
              double m = train (model, &order, decay[j], k + 1);

              sum += m / ADAM_STARTS;
              least = fmin (least, m);
              most = fmax (most, m);
            }
          printf ("   %5.3f (%5.3f-%5.3f)", sum, least, most);
          fflush (stdout);
        }
      printf ("\n");
    }
}

static void
study_orders (void)
{
  printf ("jump: largest step of the order parameter of the lowest minimum between neighbouring P, "
          "over its value at the most examples;\nboth: share of P* over which both branches are "
          "minima; means over %d seeds\n",
          SEEDS);
  study ("softmax, narrow", IPL_ATTENTION_SOFTMAX, 1.6, 0.625, 8);
  study ("softmax, wide", IPL_ATTENTION_SOFTMAX, 1.6, 10, 12);
  study ("linear, narrow", IPL_ATTENTION_LINEAR, 32, 0.625, 8);
  study ("linear, between", IPL_ATTENTION_LINEAR, 32, 2.5, 12);
  study ("linear, wide", IPL_ATTENTION_LINEAR, 32, 10, 12);
  study ("exp, narrow", IPL_ATTENTION_EXPONENTIAL, 1.6, 0.625, 8);
}

/* Both, or Adam alone where there is an argument. */
int
main (int argc, char **argv)
{
  if (argc == 1)
    study_orders ();
  study_adam (IPL_ATTENTION_SOFTMAX, 16, 0.1, 20);
  study_adam (IPL_ATTENTION_LINEAR, 16, 2, 160);
  return 0;
}
