/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Many examples: what a gradient and a whole width cost on the rows that the examples are worth
 * (THEORY.md section 9), beside the same on the examples as they are. */
#include "bench.h"

#include "core/base/parallel.h"
#include "core/theory/curvature.h"
#include "core/theory/sweep.h"
#include <math.h>
#include <stdio.h>
#include <sys/resource.h>

/* Seconds of CPU time of an evaluation of the energy with its gradient, the best of some. */
static double
time_gradient (IplKernel *kernel, guint repeats)
{
  gsize Pi = kernel->Pi;
  g_autoptr (IplEnergy) energy = ipl_energy_new (kernel, 1, 0.01, TRUE, NULL);
  g_autofree double *U = g_new0 (double, Pi * Pi), *G = g_new (double, Pi * Pi);
  double best = INFINITY, E;

  for (gsize p = 0; p < Pi; p++)
    U[p * Pi + p] = 1;
  for (guint k = 0; k < repeats; k++)
    {
      double begin = bench_seconds ();

      if (!ipl_energy_evaluate (energy, U, &E))
        g_error ("singular");
      ipl_energy_gradient (energy, G);
      best = MIN (best, bench_seconds () - begin);
    }
  return best;
}

static double
time_curvature (IplKernel *kernel, guint repeats)
{
  gsize Pi = kernel->Pi;
  g_autoptr (IplEnergy) energy = ipl_energy_new (kernel, 1, 0.01, TRUE, NULL);
  g_autoptr (IplCurvature) curvature = ipl_curvature_new (energy, NULL);
  g_autofree double *U = g_new0 (double, Pi * Pi), *G = g_new (double, Pi * Pi);
  double best = INFINITY, E;

  for (gsize p = 0; p < Pi; p++)
    U[p * Pi + p] = 1;
  for (guint k = 0; k < repeats; k++)
    {
      double begin = bench_seconds ();

      if (!ipl_energy_evaluate (energy, U, &E))
        g_error ("singular");
      ipl_curvature_prepare (curvature, G, NULL);
      best = MIN (best, bench_seconds () - begin);
    }
  return best;
}

static double
bench_gradient (gsize P, guint heads, gsize N0, gboolean old)
{
  const guint H[] = { heads, heads };
  g_autoptr (IplCase) the_case = bench_synthetic_case (P, 1, 2, H, N0);
  double begin = bench_seconds ();
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  double preparing = bench_seconds () - begin, seconds = time_gradient (kernel, 20);

  printf ("gradient, P = %5zu, Pi = %2zu, N0 = %3zu: prepared %6.1f ms, %4zu rows as %s, %7.2f ms "
          "each, with E'' %.2f ms",
          P, the_case->Pi, N0, preparing * 1e3, kernel->P, kernel->S != NULL ? "pairs" : "factors",
          seconds * 1e3, time_curvature (kernel, 5) * 1e3);
  if (old)
    {
      g_autoptr (IplKernel) plain = ipl_kernel_prepare_plain (the_case, NULL, NULL);

      printf (", as they are %.1f ms", time_gradient (plain, 3) * 1e3);
    }
  printf ("\n");
  return seconds;
}

/* One width and its GP limit with everything that is read off, from the case on. */
static double
bench_whole (gsize P, guint heads_1, guint heads_2, gsize N0, const char *asked)
{
  const guint H[] = { heads_1, heads_2 };
  g_autoptr (IplCase) the_case = bench_synthetic_case (P, 1000, 2, H, N0);
  IplSetting setting;
  double begin = bench_seconds (), prepared, whole;
  struct rusage before, after;

  getrusage (RUSAGE_SELF, &before);

  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);

  prepared = bench_seconds () - begin;
  ipl_setting_init_for_case (&setting, the_case, 100);

  g_autoptr (IplSweep) sweep
      = ipl_sweep_run (the_case, kernel, 1, &setting, 1, NULL, NULL, NULL, NULL);

  whole = bench_seconds () - begin;
  getrusage (RUSAGE_SELF, &after);
  printf (
      "one width told whole, P = %5zu, Pi = %2zu, N0 = %3zu: %.3f s%s; rows %.3f s, solver %.3f "
      "s of %u factorizations and %.2f Gflop, %ld page faults, peak %.0f MB\n",
      P, the_case->Pi, N0, whole, asked, prepared, sweep->rows[0]->solve_seconds,
      sweep->rows[0]->evaluations, sweep->rows[0]->saddle->flops * 1e-9,
      after.ru_minflt - before.ru_minflt, bench_peak_megabytes ());
  return whole;
}

int
main (void)
{
  double last = 0;

  printf ("dgemm: %.1f Gflop/s\n", bench_dgemm_flops_per_second (1) * 1e-9);
  bench_gradient (1000, 2, 64, TRUE);
  printf (
      "  asked for: 6 ms; growth in P of what a gradient costs (bound: 0), then in Pi (bound: 3), "
      "then in N0 (bound: 3)\n");
  for (gsize P = 500; P <= 8000; P *= 2)
    {
      double seconds = bench_gradient (P, 2, 32, FALSE);

      if (last > 0)
        printf ("  exponent %.2f\n", log2 (seconds / last));
      last = seconds;
    }
  last = 0;
  for (guint heads = 1; heads <= 4; heads *= 2)
    {
      double seconds = bench_gradient (4000, heads, 64, FALSE);

      if (last > 0)
        printf ("  exponent %.2f\n", log2 (seconds / last) / 2);
      last = seconds;
    }
  last = 0;
  for (gsize N0 = 32; N0 <= 256; N0 *= 2)
    {
      double seconds = bench_gradient (4000, 2, N0, FALSE);

      if (last > 0)
        printf ("  exponent %.2f\n", log2 (seconds / last));
      last = seconds;
    }
  bench_whole (4000, 2, 1, 64, " (asked for: 0.5 s)");
  bench_whole (10000, 2, 2, 64, " (asked for: 1.5 s, below 1 GB)");
  bench_whole (4000, 4, 4, 64, " (asked for: 3 s)");
  return 0;
}
