/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The predicted cost of solving: the operations of each part from the sizes, and how often
 * each is done, fitted to what cases of all kinds took (tests/core/theory/test-cost). */
#include "core/theory/theory-cost.h"

#include <math.h>

#include "core/theory/curvature.h"
#include "core/theory/saddle.h"
#include "core/theory/sweep.h"

/* A solve in units of one gradient: at infinite width, and what comes to it at narrow ones. */
#define WIDE_GRADIENTS 5.0
#define NARROW_GRADIENTS 7.0
#define NARROW_WIDTH 200.0
/* Curvatures of a solve, of which there are more where the width is not large against the heads,
 * and with the root of the number of outputs. */
#define CURVATURES_PER_HEAD 11.0
/* A random start: gradients and curvatures, or gradients alone where there is no dense curvature.
 */
#define START_GRADIENTS 15.0
#define START_CURVATURES 12.0
#define START_GRADIENTS_ALONE 60.0
/* The number of random starts, where one is cheap, and what each costs for a pair of paths however
 * few examples there are; at least two are made. */
#define STARTS_FLOPS 4.5e9
#define START_PAIR_FLOPS 2.2e6
#define LEAST_STARTS 2
/* Share of the rate of a product that all of it reaches, and what a setting costs besides. */
#define EFFICIENCY 0.6
#define SETTING_SECONDS 1e-3
/* The same share for triangles of rows that are added block by block, narrow and wide, and for a
 * factorization with pivots. */
#define TRIANGLE_EFFICIENCY 0.3
#define WIDE_TRIANGLE_EFFICIENCY 0.12
#define PIVOTED_EFFICIENCY 0.15
#define WIDE_TRIANGLE 2048
#define TRIANGLE_ROWS 256

/* About how many floating-point operations one energy with its gradient takes. */
double
ipl_cost_gradient_flops (const IplKernel *kernel)
{
  double P = (double)kernel->P, D = (double)(kernel->Pi * kernel->N0);

  /* Over several outputs: the blocks of K, a factor, and whitened features, whose rows begin at
   * those of their output. */
  if (kernel->outputs > 1 && kernel->S == NULL)
    return ipl_kernel_flops (kernel) + P * P * (P + D) / 3;
  return 3 * ipl_kernel_flops (kernel) + P * P * P;
}

/* One second derivative of the energy, where it is formed at all. */
static double
curvature_flops (const IplKernel *kernel)
{
  double P = (double)kernel->P, D = (double)(kernel->Pi * kernel->N0);
  double n = (double)kernel->n_pairs, Pi = (double)kernel->Pi, N0 = (double)kernel->N0;

  if (!ipl_curvature_would_be_dense (kernel->Pi))
    return 0;
  if (kernel->curvature_by_factors)
    return (kernel->lower || kernel->outputs > 1 ? 1.0 / 3 : 1) * P * D * D
           + Pi * Pi * Pi * Pi * N0 * N0;
  if (kernel->outputs > 1)
    return 2 * Pi * Pi * pow ((double)kernel->rows.count, 2)
           * ((double)kernel->rows.count + Pi * Pi);
  return 2 * n * P * P * (P + n);
}

/* About how many floating-point operations that takes, random starts included where they are
 * wanted; 0 at the GP limit. */
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
  heads *= sqrt (kernel->outputs);
  first = (WIDE_GRADIENTS + NARROW_GRADIENTS * exp (-narrowest / NARROW_WIDTH)) * gradient
          + (1 + CURVATURES_PER_HEAD * heads / narrowest) * curvature;
  if (!ipl_saddle_search_is_wanted (the_case, setting))
    return first;
  start = curvature > 0 ? START_GRADIENTS * gradient + START_CURVATURES * curvature
                        : START_GRADIENTS_ALONE * gradient;
  start += START_PAIR_FLOPS * (double)the_case->Pi * (double)the_case->Pi;
  return (CLAMP (STARTS_FLOPS / start, LEAST_STARTS, IPL_SADDLE_MAX_STARTS) + 1) * start;
}

/* Readings of a saddle point over several outputs: K and two parts of it, components, predictions.
 */
static double
outputs_flops (const IplKernel *kernel, double tests)
{
  double P = (double)kernel->P, D = (double)kernel->Pi * (double)kernel->N0;

  return 3 * (ipl_kernel_flops (kernel) + P * P * P / 3) + 3 * P * P * P
         + tests * (2 * P * D + kernel->outputs * P * P);
}

/* Predictions for all test examples, and the principal components, of one setting. */
static double
reading_flops (const IplKernel *kernel, gboolean gp)
{
  const IplCase *the_case = kernel->the_case;
  double P = (double)kernel->P, Pi = (double)kernel->Pi, D = Pi * (double)kernel->N0, tests = 0;

  for (guint k = 0; k < the_case->n_tests; k++)
    tests += (double)the_case->tests[k].count;
  if (kernel->turn.K > 1)
    return outputs_flops (gp && kernel->silent != NULL ? kernel->silent : kernel, tests);
  return 3 * (ipl_cost_gradient_flops (kernel) + P * P * P) + tests * (2 * D * (P + Pi) + P * P);
}

/* About how many floating-point operations predictions and principal components of all settings and
 * of their GP limits take. */
double
ipl_cost_reading_flops (const IplKernel *kernel, guint n, const IplSetting *settings)
{
  guint n_groups = 1;

  for (guint i = 1; i < n; i++)
    if (!ipl_setting_same_prior (&settings[i], &settings[i - 1]))
      n_groups++;
  return reading_flops (kernel, FALSE) * n
         + reading_flops (kernel, TRUE) * ((double)n_groups * (1 + kernel->the_case->n_groups));
}

/* How long they take on one thread of this machine. */
double
ipl_cost_seconds (double flops)
{
  return flops / (EFFICIENCY * ipl_cost_flops_per_second ());
}

/* Adds rows of so many columns to a triangle. */
static double
triangle_seconds (double rows, double columns)
{
  double share = columns > WIDE_TRIANGLE ? WIDE_TRIANGLE_EFFICIENCY : TRIANGLE_EFFICIENCY;

  return 2 * rows * columns * columns / (share * ipl_cost_flops_per_second ());
}

/* A factorization with pivots of [D x D] that tells independent rows from others, and their
 * turning.
 */
static double
cut_seconds (double D)
{
  return (4.0 / 3 / PIVOTED_EFFICIENCY + 2 / EFFICIENCY) * D * D * D / ipl_cost_flops_per_second ();
}

/* Adds what ipl_kernel_prepare() takes. */
void
ipl_cost_add_kernel (IplCost *self, const IplKernel *kernel)
{
  const IplCase *the_case = kernel->the_case;
  double examples = (double)the_case->train.count, Pi = (double)kernel->rows.Pi;
  double N0 = (double)the_case->N0, P = (double)kernel->rows.count, D = Pi * (double)kernel->N0;
  double seconds = 0, passing = 8 * P * P;
  gboolean turned = examples > P;

  if (turned || kernel->S == NULL)
    {
      seconds += triangle_seconds (MIN (2 * N0, examples * Pi), N0);
      passing = MAX (passing, 8 * N0 * (N0 + TRIANGLE_ROWS));
    }
  if (turned)
    {
      seconds += triangle_seconds (examples, D);
      passing = MAX (passing, 8 * D * (D + TRIANGLE_ROWS));
    }
  else
    seconds += ipl_cost_seconds (P * P * D + P * P * P / 3);
  if (turned && !kernel->lower)
    {
      seconds += cut_seconds (D);
      passing = MAX (passing, 24 * D * D);
    }
  if (kernel->S != NULL)
    seconds += ipl_cost_seconds ((kernel->outputs > 1 ? Pi * Pi : (double)kernel->n_pairs) * 2 * P
                                 * P * (double)kernel->N0);
  ipl_cost_add (self, "the kernels", seconds, ipl_kernel_memory (kernel), passing);
}

/* Adds what ipl_sweep_run() takes. */
void
ipl_cost_add_sweep (IplCost *self, IplKernel *kernel, guint n, const IplSetting *settings,
                    guint threads)
{
  double share = MAX (MIN (threads, n), 1), flops = ipl_cost_reading_flops (kernel, n, settings);

  for (guint i = 0; i < n; i++)
    flops += ipl_cost_solve_flops (kernel, &settings[i]);
  ipl_cost_add (self, "solving", (ipl_cost_seconds (flops) + n * SETTING_SECONDS) / share, 0,
                ipl_sweep_memory (kernel->the_case, kernel, n, settings, threads));
}
