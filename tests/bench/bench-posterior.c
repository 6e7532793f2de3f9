/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exact sampler on hmc4_paths: until every entry of U has a bulk ESS of 1000, four chains on
 * two threads, beside what a Cholesky factorisation alone would take. */
#include "bench.h"

#include "core/base/parallel.h"
#include "core/posterior/posterior-summary.h"
#include "core/theory/energy.h"
#include <lapacke.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define WANTED 1000.0

/* Cholesky factorisations of P x P a second on one core, the best of a few. */
static double
choleskys_per_second (gsize P)
{
  g_autofree double *K = g_new0 (double, P * P), *L = g_new0 (double, P * P);
  double best = INFINITY;

  for (gsize m = 0; m < P; m++)
    for (gsize n = 0; n < P; n++)
      K[m * P + n] = 1.0 / (1 + fabs ((double)m - (double)n)) + (m == n);
  for (guint k = 0; k < 5; k++)
    {
      gint64 begin_usec = g_get_monotonic_time ();

      for (guint i = 0; i < 200; i++)
        {
          memcpy (L, K, P * P * sizeof *K);
          LAPACKE_dpotrf_work (LAPACK_COL_MAJOR, 'L', (int)P, L, (int)P);
        }
      best = MIN (best, (double)(g_get_monotonic_time () - begin_usec) * 1e-6 / 200);
    }
  return 1 / best;
}

/* Seconds until the least bulk ESS is reached, warm-up included. */
static double
time_to_ess (IplCase *the_case, IplKernel *kernel, guint width)
{
  IplSetting setting;
  g_autoptr (IplPosterior) posterior = NULL;
  g_autoptr (IplPosteriorSummary) summary = NULL;
  IplPosteriorOptions options;
  gint64 begin_usec = g_get_monotonic_time ();
  double seconds;

  ipl_setting_init_for_case (&setting, the_case, width);
  ipl_posterior_options_init (&options);
  options.warmup = 150;
  posterior = ipl_posterior_new (the_case, kernel, &setting, &options, NULL);
  do
    {
      g_clear_pointer (&summary, ipl_posterior_summary_unref);
      ipl_posterior_run (posterior, 150, 2, NULL, NULL, NULL, NULL);
      summary = ipl_posterior_summarize (posterior, 2, NULL, NULL);
    }
  while (summary->least_ess_bulk < WANTED);
  seconds = (double)(g_get_monotonic_time () - begin_usec) * 1e-6;

  double rate = (double)summary->gradients / summary->seconds;

  printf ("N = %4u: bulk ESS %.0f (tail %.0f, R-hat %.3f) after %u draws in %.2f s (target 2 s), "
          "sampling %.2f s of it\n",
          width, summary->least_ess_bulk, summary->least_ess_tail, summary->worst_rhat,
          summary->n_chains * summary->n_draws, seconds, summary->seconds);
  printf ("  %" G_GUINT64_FORMAT
          " gradients, %.0f a second on two threads: %.0f %% of the bound that "
          "Cholesky factorisations alone set\n",
          summary->gradients, rate,
          100 * rate / (2 * choleskys_per_second (the_case->train.count)));
  return seconds;
}

/* P 600, Pi 16, N0 64, N = 100 by the method chosen by itself, until bulk ESS 400 for every entry.
 * NUTS on the energy is predicted: as many transitions of as many steps, an exact gradient each. */
static void
time_large (void)
{
  const guint H[] = { 4, 4 };
  g_autoptr (IplCase) the_case = bench_synthetic_case (600, 10, 2, H, 64);
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  g_autoptr (IplEnergy) energy = ipl_energy_new (kernel, 1, the_case->temperature, TRUE, NULL);
  g_autoptr (IplPosterior) posterior = NULL;
  g_autoptr (IplPosteriorSummary) summary = NULL;
  IplPosteriorOptions options;
  IplSetting setting;
  gint64 begin_usec = g_get_monotonic_time ();
  double begin = bench_seconds (), seconds, used, gradient, G[256], U[256] = { 0 }, E;

  ipl_posterior_options_init (&options);
  ipl_setting_init_for_case (&setting, the_case, 100);
  posterior = ipl_posterior_new (the_case, kernel, &setting, &options, NULL);
  do
    {
      g_clear_pointer (&summary, ipl_posterior_summary_unref);
      ipl_posterior_run (posterior, 50, 2, NULL, NULL, NULL, NULL);
      summary = ipl_posterior_summarize (posterior, 2, NULL, NULL);
    }
  while (summary->least_ess_bulk < 400);
  seconds = (double)(g_get_monotonic_time () - begin_usec) * 1e-6;
  used = bench_seconds () - begin;

  for (gsize p = 0; p < 16; p++)
    U[p * 16 + p] = 1;
  begin = bench_seconds ();
  for (guint k = 0; k < 5; k++)
    {
      ipl_energy_evaluate (energy, U, &E);
      ipl_energy_gradient (energy, G);
    }
  gradient = (bench_seconds () - begin) / 5;
  printf ("P 600, Pi 16, N0 64, N = 100: bulk ESS %.0f (tail %.0f) after %u draws in %.1f s, CPU "
          "%.1f s (asked: 60 s), exact acceptance %.2f\n",
          summary->least_ess_bulk, summary->least_ess_tail, summary->n_chains * summary->n_draws,
          seconds, used, summary->chains[0].exact_acceptance);
  printf ("  NUTS on the energy, predicted: CPU %.0f s at %.1f ms a gradient\n",
          gradient * pow (2, summary->chains[0].mean_depth) * summary->n_chains
              * (options.warmup + summary->n_draws),
          gradient * 1e3);
}

int
main (void)
{
  const guint widths[] = { 10, 30, 50, 100, 300, 500, 1000 };
  g_autoptr (IplCase) the_case = bench_hmc4_case ();
  g_autoptr (IplKernel) kernel = NULL;
  double sum = 0;

  kernel = ipl_kernel_new (the_case, NULL);
  printf ("%s; dgemm: %.1f Gflop/s on one core\n", the_case->name,
          bench_dgemm_flops_per_second (1) * 1e-9);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    sum += time_to_ess (the_case, kernel, widths[i]);
  printf ("all seven widths: %.1f s (target 15 s)\n", sum);
  time_large ();
  return 0;
}
