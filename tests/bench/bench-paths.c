/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many paths: the speed table's rows, one thread, and the growth of a gradient. */
#include "bench.h"

#include "core/base/parallel.h"
#include "core/theory/curvature.h"
#include "core/theory/sweep.h"
#include <math.h>
#include <stdio.h>
#include <sys/resource.h>

static long
page_faults (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return usage.ru_minflt;
}

/* One width from the case to everything told, 200 tests with their variance. */
static void
bench_row (const char *asked, gsize P, guint L, const guint *H, gsize N0, guint N)
{
  g_autoptr (IplCase) the_case = bench_synthetic_case (P, 200, L, H, N0);
  long faults = page_faults ();
  double begin = bench_seconds ();
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  IplSetting setting;

  ipl_setting_init_for_case (&setting, the_case, N);

  g_autoptr (IplSweep) sweep
      = ipl_sweep_run (the_case, kernel, 1, &setting, 1, NULL, NULL, NULL, NULL);
  double seconds = bench_seconds () - begin;
  const IplSaddle *saddle = sweep->rows[0]->saddle;

  printf (
      "P = %zu, Pi = %zu, N0 = %zu, N = %u: %.2f s with everything told (asked: %s), solve "
      "%.2f s\n  %u steps, %u factorisations, %.0f Gflop, relative gradient %.0e, %.0f thousand "
      "page faults, peak %.0f MB\n",
      P, the_case->Pi, N0, N, seconds, asked, saddle->seconds, saddle->iterations,
      saddle->evaluations, saddle->flops * 1e-9, saddle->relative_gradient,
      (double)(page_faults () - faults) * 1e-3, bench_peak_megabytes ());
  fflush (stdout);
}

/* Seconds of an energy with its gradient, and of one product with E'' itself, which each step took
 * several of before. */
static double
time_gradient (gsize P, guint heads, gsize N0)
{
  const guint H[] = { heads, heads };
  g_autoptr (IplCase) the_case = bench_synthetic_case (P, 2, 2, H, N0);
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare_plain (the_case, NULL, NULL);
  g_autoptr (IplEnergy) energy = ipl_energy_new (kernel, 1, 0.1, TRUE, NULL);
  g_autoptr (IplCurvature) exact = ipl_curvature_new_applied (energy, NULL);
  gsize Pi = the_case->Pi;
  g_autofree double *U = g_new0 (double, Pi * Pi);
  g_autofree double *G = g_new (double, Pi * Pi);
  double best = INFINITY, product = INFINITY, E;

  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      U[p * Pi + q] = (p == q) + 0.1 / (double)Pi;
  for (guint k = 0; k < 3; k++)
    {
      double begin = bench_seconds ();

      ipl_energy_evaluate (energy, U, &E);
      ipl_energy_gradient (energy, G);
      best = MIN (best, bench_seconds () - begin);
    }
  if (ipl_curvature_prepare (exact, G, NULL))
    for (guint k = 0; k < 2; k++)
      {
        double begin = bench_seconds ();

        ipl_curvature_apply (exact, U, G);
        product = MIN (product, bench_seconds () - begin);
      }
  printf ("  P = %4zu, Pi = %3zu, N0 = %3zu: gradient %.4f s, a product with E'' %.4f s\n", P, Pi,
          N0, best, product);
  return best;
}

int
main (void)
{
  static const guint heads_144[] = { 12, 12 }, heads_256[] = { 16, 16 };

  printf ("dgemm: %.1f Gflop/s on one core\n", bench_dgemm_flops_per_second (1) * 1e-9);
  bench_row ("5 s, was 33 s", 200, 2, heads_144, 768, 100);
  bench_row ("8 s, was 28 s", 600, 2, heads_256, 64, 100);

  printf ("growth of a gradient (2 P^2 D + 2 P D Pi flops, D = Pi N0):\n");

  double first = time_gradient (100, 8, 64);

  printf ("  exponent in P: %.2f\n", log2 (time_gradient (200, 8, 64) / first));
  printf ("  exponent in Pi: %.2f\n", log2 (time_gradient (100, 16, 64) / first) / 2);
  printf ("  exponent in N0: %.2f\n", log2 (time_gradient (100, 8, 128) / first));
  return 0;
}
