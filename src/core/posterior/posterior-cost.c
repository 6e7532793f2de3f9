/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The predicted cost of sampling: how many gradients, fitted to what runs of all methods
 * counted (tests/core/posterior/test-posterior-cost), and what each takes, from the sizes. */
#include "core/posterior/posterior-options.h"

#include <math.h>

#include "core/theory/theory-cost.h"
#include "core/theory/wishart-chain.h"

/* Leapfrog steps of a transition of NUTS grow with the fourth root of the dimensions n, as those of
 * Hamiltonian Monte Carlo do; more where the width is not large against the rows of its layer. */
#define STEPS 3.8
#define NARROW_STEPS 1.5
/* A tempered chain: rungs above the prior for each sqrt(n) and power of e of 1 + P / (T N^2), N
 * the smallest width, and steps of one below the top. */
#define GAPS 0.38
#define LOWER_STEPS 4.0
/* The surrogate's pilot: transitions and exact energies of its rounds, most often one or two. */
#define PILOT_TRANSITIONS 400.0
#define PILOT_ENERGIES 45.0
#define EXACT_WARMUP 50.0
/* Where its pilot finds that it does not pay: widths narrower than so many times the rows. */
#define SURROGATE_FROM 1.5
/* Share of the rate of a large product that the surrogate's small ones reach, and what a step costs
 * besides. */
#define SMALL_EFFICIENCY 0.1
#define STEP_SECONDS 3e-5

/* The functions of a method, for all chains together. */
typedef struct
{
  double gradients, energies;
  double surrogate_gradients;
} Work;

/* The smallest of widths over rows. */
static double
least_ratio (const IplWishartShape *shape, const IplSetting *setting)
{
  double least = INFINITY;

  for (guint l = 0; l <= shape->L; l++)
    least = MIN (least, setting->N[l] / (double)shape->rows[l]);
  return least;
}

static Work
count_nuts (const IplWishartShape *shape, double ratio, double transitions)
{
  double steps = STEPS * pow ((double)shape->n, 0.25) * (1 + NARROW_STEPS / (NARROW_STEPS + ratio));

  return (Work){ .gradients = transitions * steps };
}

static Work
count_tempered (const IplWishartShape *shape, const IplKernel *kernel, const IplSetting *setting,
                double ratio, double transitions)
{
  double N = setting->N[setting->L], gaps;
  Work top = count_nuts (shape, ratio, transitions);

  for (guint l = 0; l < setting->L; l++)
    N = MIN (N, setting->N[l]);
  gaps = 1
         + GAPS * sqrt ((double)shape->n)
               * log1p ((double)kernel->the_case->train.count / (setting->temperature * N * N));
  top.gradients += transitions * (1 + LOWER_STEPS * (gaps - 1));
  return top;
}

static Work
count_surrogate (const IplWishartShape *shape, const IplPosteriorOptions *options, guint draws)
{
  double steps = STEPS * pow ((double)shape->n, 0.25);
  double exact = options->chains * (draws + MIN (EXACT_WARMUP, options->warmup / 6));

  return (Work){ .energies = exact + PILOT_ENERGIES,
                 .surrogate_gradients
                 = steps
                   * (options->chains * (double)options->warmup + exact + PILOT_TRANSITIONS) };
}

/* One gradient of the surrogate: its second derivative, the metric, and products of the size of U.
 */
static double
surrogate_flops (const IplKernel *kernel, const IplWishartShape *shape)
{
  double n = (double)kernel->n_pairs, d = (double)shape->n, Pi = (double)kernel->Pi;

  return 2 * n * n + 6 * d * d + 30 * Pi * Pi * Pi;
}

/* Tells what ipl_posterior_run() will cost from the start, its warm-up included; takes some
 * milliseconds to see what this machine can do. */
void
ipl_posterior_cost (IplPosteriorCost *self, const IplKernel *kernel, const IplSetting *setting,
                    const IplPosteriorOptions *options, guint draws, guint threads)
{
  g_autoptr (IplKernel) whole = ipl_kernel_whole_shape (kernel);
  const IplCase *the_case = kernel->the_case;
  double transitions = options->chains * ((double)options->warmup + draws), seconds;
  double turns = ceil (options->chains / (double)MAX (threads, 1)) / options->chains, ratio;
  IplPosteriorMethod method = ipl_posterior_method_resolve (the_case, setting, options);
  IplWishartShape shape;
  Work work;

  ipl_wishart_shape_init (&shape, the_case, setting->N);
  ratio = least_ratio (&shape, setting);
  if (method == IPL_POSTERIOR_TEMPERED)
    work = count_tempered (&shape, whole, setting, ratio, transitions);
  else if (method == IPL_POSTERIOR_SURROGATE
           && (options->method == method || ratio >= SURROGATE_FROM))
    work = count_surrogate (&shape, options, draws);
  else
    work = count_nuts (&shape, ratio, transitions);

  seconds
      = work.gradients * (ipl_cost_seconds (ipl_cost_gradient_flops (whole)) + STEP_SECONDS)
        + work.energies * (ipl_cost_seconds (ipl_cost_gradient_flops (whole)) / 3 + STEP_SECONDS)
        + work.surrogate_gradients
              * (ipl_cost_seconds (surrogate_flops (whole, &shape)) / SMALL_EFFICIENCY
                 + STEP_SECONDS);
  self->gradients = work.gradients + work.energies;
  self->seconds = seconds * turns;
}
