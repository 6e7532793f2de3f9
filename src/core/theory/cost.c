/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What solving costs, before it is done: the operations of each part from the sizes, and how often
 * each is done, fitted to what cases of all kinds took (tests/core/theory/test-cost). */
#include "core/theory/cost.h"

#include <cblas.h>
#include <math.h>

#include "core/theory/curvature.h"
#include "core/theory/saddle-search.h"
#include "core/theory/sweep.h"

/* A solve in units of one gradient: at infinite width, and what comes to it at narrow ones. */
#define WIDE_GRADIENTS 5.0
#define NARROW_GRADIENTS 7.0
#define NARROW_WIDTH 200.0
/* Curvatures of a solve, of which there are more where the width is not large against the heads. */
#define CURVATURES_PER_HEAD 11.0
/* A random start: gradients and curvatures, or gradients alone where there is no dense curvature.
 */
#define START_GRADIENTS 15.0
#define START_CURVATURES 12.0
#define START_GRADIENTS_ALONE 60.0
/* What random starts come to, where one is cheap; at least two are made. */
#define STARTS_FLOPS 4.5e9
#define LEAST_STARTS 2
/* Share of the rate of a product that all of it reaches, and what a setting costs besides. */
#define EFFICIENCY 0.6
#define SETTING_SECONDS 1e-3
#define TRIAL_SIZE 256
#define TRIALS 3

/**
 * ipl_cost_gradient_flops:
 * @kernel: the kernel of a case
 *
 * Returns: about how many floating-point operations one energy with its gradient takes
 */
double
ipl_cost_gradient_flops (const IplKernel *kernel)
{
  double P = (double)kernel->P;

  return 3 * ipl_kernel_flops (kernel) + P * P * P;
}

/* One second derivative of the energy, where it is formed at all. */
static double
curvature_flops (const IplKernel *kernel)
{
  double P = (double)kernel->P, D = (double)(kernel->Pi * kernel->N0);
  double n = (double)kernel->n_pairs, Pi = (double)kernel->Pi, N0 = (double)kernel->N0;

  if (!ipl_curvature_would_be_dense (kernel))
    return 0;
  if (kernel->curvature_by_factors)
    return (kernel->lower ? 1.0 / 3 : 1) * P * D * D + Pi * Pi * Pi * Pi * N0 * N0;
  return 2 * n * P * P * (P + n);
}

/**
 * ipl_cost_solve_flops:
 * @kernel: the kernel of a case
 * @setting: where it is to be solved
 *
 * Returns: about how many floating-point operations that takes, random starts included where they
 *   are wanted; 0 at the GP limit
 */
double
ipl_cost_solve_flops (const IplKernel *kernel, const IplSetting *setting)
{
  const IplCase *the_case = kernel->the_case;
  double gradient = ipl_cost_gradient_flops (kernel), curvature = curvature_flops (kernel);
  double narrowest = setting->N[0], heads = 0, first, start;

  if (setting->gp)
    return 0;
  for (guint l = 0; l <= setting->L; l++)
    narrowest = MIN (narrowest, setting->N[l]);
  for (guint l = 0; l < the_case->L; l++)
    heads += the_case->H[l];
  first = (WIDE_GRADIENTS + NARROW_GRADIENTS * exp (-narrowest / NARROW_WIDTH)) * gradient
          + (1 + CURVATURES_PER_HEAD * heads / narrowest) * curvature;
  if (!ipl_saddle_search_is_wanted (the_case, setting))
    return first;
  start = curvature > 0 ? START_GRADIENTS * gradient + START_CURVATURES * curvature
                        : START_GRADIENTS_ALONE * gradient;
  return MAX (STARTS_FLOPS, LEAST_STARTS * start) + start;
}

/* Predictions for all test examples, and the principal components. */
static double
reading_flops (const IplKernel *kernel)
{
  const IplCase *the_case = kernel->the_case;
  double P = (double)kernel->P, Pi = (double)kernel->Pi, D = Pi * (double)kernel->N0, tests = 0;

  for (guint k = 0; k < the_case->n_tests; k++)
    tests += (double)the_case->tests[k].count;
  return 3 * (ipl_cost_gradient_flops (kernel) + P * P * P) + tests * (2 * D * (P + Pi) + P * P);
}

/**
 * ipl_cost_flops_per_second:
 *
 * Returns: floating-point operations a second that what is counted here reaches on one thread of
 *   this machine now, measured in some milliseconds
 */
double
ipl_cost_flops_per_second (void)
{
  gsize n = TRIAL_SIZE;
  g_autofree double *A = g_new (double, 2 * n * n), *C = g_new (double, n * n);
  double best = 0;

  for (gsize i = 0; i < 2 * n * n; i++)
    A[i] = 1.0 / (double)(1 + i % 97);
  for (guint k = 0; k < TRIALS; k++)
    {
      gint64 begin = g_get_monotonic_time ();

      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, (int)n, (int)n, (int)n, 1.0, A,
                   (int)n, A + n * n, (int)n, 0.0, C, (int)n);
      best = MAX (best, 2.0 * (double)(n * n * n) / (double)MAX (g_get_monotonic_time () - begin, 1)
                            * 1e6);
    }
  return EFFICIENCY * best;
}

/**
 * ipl_cost_sweep:
 * @self: (out caller-allocates): what it costs
 * @kernel: the kernel of a case
 * @n: number of @settings
 * @settings: (array length=n): where it is to be solved
 * @threads: threads to share the work
 *
 * Tells what ipl_sweep_run() will cost; takes some milliseconds to see what this machine can do.
 */
void
ipl_cost_sweep (IplCost *self, IplKernel *kernel, guint n, const IplSetting *settings,
                guint threads)
{
  const IplCase *the_case = kernel->the_case;
  double share = MAX (MIN (threads, n), 1), flops;
  guint n_groups = 1;

  *self = (IplCost){ 0 };
  for (guint i = 1; i < n; i++)
    if (!ipl_setting_same_prior (&settings[i], &settings[i - 1]))
      n_groups++;
  for (guint i = 0; i < n; i++)
    self->solving += ipl_cost_solve_flops (kernel, &settings[i]);
  self->reading = reading_flops (kernel) * (n + (double)n_groups * (1 + the_case->n_groups));
  flops = self->solving + self->reading;
  self->seconds = (flops / ipl_cost_flops_per_second () + n * SETTING_SECONDS) / share;
  self->bytes = ipl_sweep_memory (kernel->the_case, kernel, n, settings, threads);
}
