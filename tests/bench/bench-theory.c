/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Times of the theory, beside the machine's dgemm rate at the same moment: these machines are
 * noisy, so read the fractions and the growth rather than the seconds. */
#include "bench.h"

#include "core/tasks/markov-chain.h"
#include "core/base/parallel.h"
#include "core/theory/sweep.h"
#include <math.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#define AUTHORS_SECONDS 36.3 /* sum of seconds_i of hmc4_paths.ref.npz, one core */

static IplSweep *
sweep_widths (IplCase *the_case, IplKernel *kernel, const guint *widths, guint n, guint threads)
{
  g_autofree IplSetting *settings = g_new0 (IplSetting, n);

  for (guint i = 0; i < n; i++)
    ipl_setting_init_for_case (&settings[i], the_case, widths[i]);
  return ipl_sweep_run (kernel, n, settings, NULL, NULL, &(IplWork){ .threads = threads }, NULL);
}

static void
bench_sweep (void)
{
  const guint widths[] = { 10, 30, 50, 100, 300, 500, 1000 };
  g_autoptr (IplCase) the_case = bench_hmc4_case ();
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  double best = INFINITY, best_whole = INFINITY, flops = 0, rate = 0;
  guint evaluations = 0;

  for (guint k = 0; k < 9; k++)
    {
      double dgemm = bench_dgemm_flops_per_second (1);
      g_autoptr (IplSweep) sweep
          = sweep_widths (the_case, kernel, widths, G_N_ELEMENTS (widths), 1);
      double solver = 0;

      flops = evaluations = 0;
      for (guint i = 0; i < sweep->n_rows; i++)
        {
          solver += sweep->rows[i]->solve_seconds;
          flops += sweep->rows[i]->saddle->flops;
          evaluations += sweep->rows[i]->evaluations;
        }
      if (solver < best)
        rate = flops / solver / dgemm;
      best = MIN (best, solver);
      best_whole = MIN (best_whole, sweep->seconds);
    }
  printf ("sweep of 7 widths, %s, one core: solver %.1f ms (target 20 ms), with predictions, "
          "components and scores %.1f ms\n",
          the_case->name, best * 1e3, best_whole * 1e3);
  printf ("  %u kernel factorisations, %.0f Mflop, %.0f %% of the dgemm rate; %.0f times the "
          "authors' %.1f s\n",
          evaluations, flops * 1e-6, 100 * rate, AUTHORS_SECONDS / best, AUTHORS_SECONDS);
}

static void
bench_one_setting (void)
{
  IplMarkovChain chain = { 0 };
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplKernel) kernel = NULL;
  g_autoptr (IplSolution) at = NULL;
  double kernel_best = INFINITY, solve_best = INFINITY, case_best = INFINITY;

  ipl_markov_chain_init_hmc4 (&chain);
  for (guint k = 0; k < 5; k++)
    {
      gint64 begin_usec = g_get_monotonic_time ();

      g_clear_pointer (&kernel, ipl_kernel_unref);
      g_clear_pointer (&the_case, ipl_case_unref);
      the_case = ipl_markov_chain_generate (&chain, "hmc4", FALSE, ipl_parallel_default_threads (),
                                            NULL, NULL);
      case_best = MIN (case_best, (double)(g_get_monotonic_time () - begin_usec) * 1e-6);
      begin_usec = g_get_monotonic_time ();
      kernel = ipl_kernel_prepare (the_case, NULL, NULL);
      kernel_best = MIN (kernel_best, (double)(g_get_monotonic_time () - begin_usec) * 1e-6);
    }
  for (guint N = 100; N > 80; N--)
    {
      IplSetting setting;
      gint64 begin_usec = g_get_monotonic_time ();
      IplSolution *next;

      ipl_setting_init_for_case (&setting, the_case, N);
      next = ipl_solution_solve (the_case, kernel, &setting, at, ipl_parallel_default_threads (),
                                 NULL, NULL);
      solve_best = MIN (solve_best, (double)(g_get_monotonic_time () - begin_usec) * 1e-6);
      g_clear_pointer (&at, ipl_solution_unref);
      at = next;
    }
  printf ("one drag of the width, hmc4: solve and everything the panels show %.1f ms (target 16 "
          "ms)\n",
          solve_best * 1e3);
  printf ("a changed task parameter besides: 1100 sequences and their path features %.0f ms on %u "
          "threads, kernels %.1f ms\n",
          case_best * 1e3, ipl_parallel_default_threads (), kernel_best * 1e3);
}

static void
bench_features (void)
{
  IplMarkovChain chain = { 0 };
  double with = INFINITY, without = INFINITY;

  ipl_markov_chain_init_hmc4 (&chain);
  for (guint k = 0; k < 3; k++)
    {
      for (guint n = 0; n < 2; n++)
        {
          g_autoptr (IplCase) the_case = NULL;
          gint64 begin_usec = g_get_monotonic_time ();
          double seconds;

          chain.n_train = 2;
          chain.n_test = n == 0 ? 1000 : 2;
          the_case = ipl_markov_chain_generate (&chain, "hmc4", FALSE, 1, NULL, NULL);
          seconds = (double)(g_get_monotonic_time () - begin_usec) * 1e-6;
          if (n == 0)
            with = MIN (with, seconds);
          else
            without = MIN (without, seconds);
        }
    }
  printf ("1000 hmc4 sequences drawn and their path features, one core: %.0f ms (target 500 ms)\n",
          (with - without) * 1e3);
}

static double
time_solve (gsize P, guint heads, gsize N0, guint width, guint threads, const char *prefix)
{
  const guint H[] = { heads, heads };
  g_autoptr (IplCase) the_case = bench_synthetic_case (P, 100, 2, H, N0);
  gint64 begin_usec = g_get_monotonic_time ();
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autoptr (IplSweep) sweep = sweep_widths (the_case, kernel, &width, 1, threads);
  double whole = (double)(g_get_monotonic_time () - begin_usec) * 1e-6;
  const IplSolution *row = sweep->rows[0];

  printf ("%s P = %4zu, Pi = %3zu, N0 = %3zu, N = %4u: solve %.3f s, all %.3f s, %u "
          "factorisations, %.1f Gflop, %.0f %% of dgemm, gradient %.0e\n",
          prefix, P, the_case->Pi, N0, width, row->solve_seconds, whole, row->evaluations,
          row->saddle->flops * 1e-9,
          100 * row->saddle->flops / row->solve_seconds / bench_dgemm_flops_per_second (threads),
          row->gradient);
  return row->solve_seconds;
}

static void
bench_memory (void)
{
  /* A process of its own: peak memory never falls again. */
  fflush (stdout);

  pid_t child = fork ();

  if (child == 0)
    {
      double before = bench_peak_megabytes ();

      time_solve (1000, 4, 192, 100, 2, "memory:");
      printf ("  peak %.0f MB (target below 1000 MB), %.0f MB of it the program itself\n",
              bench_peak_megabytes (), before);
      fflush (stdout);
      _exit (0);
    }
  if (child > 0)
    waitpid (child, NULL, 0);
}

int
main (void)
{
  bench_memory ();
  printf ("dgemm: %.1f Gflop/s on one core, %.1f on two\n", bench_dgemm_flops_per_second (1) * 1e-9,
          bench_dgemm_flops_per_second (2) * 1e-9);
  bench_sweep ();
  bench_one_setting ();
  bench_features ();

  time_solve (600, 4, 64, 100, 2, "one solve (target 2 s), two cores:");
  time_solve (600, 4, 64, 10, 2, "the same at small N:              ");

  double last = 0;

  for (gsize P = 100; P <= 800; P *= 2)
    {
      double seconds = time_solve (P, 4, 64, 100, 1, "growth with P:");

      if (last > 0)
        printf ("  exponent %.2f\n", log2 (seconds / last));
      last = seconds;
    }
  last = 0;
  for (guint heads = 2; heads <= 8; heads *= 2)
    {
      double seconds = time_solve (200, heads, 64, 100, 1, "growth with Pi:");

      if (last > 0)
        printf ("  exponent %.2f\n", log2 (seconds / last) / 2);
      last = seconds;
    }
  return 0;
}
