/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the head panel and the pruning curve take at the size of the paper's one-shot task. */
#include "bench.h"

#include "core/base/parallel.h"
#include "core/heads/pruning.h"
#include <math.h>
#include <stdio.h>

static double
seconds_since (gint64 begin_usec)
{
  return (double)(g_get_monotonic_time () - begin_usec) * 1e-6;
}

/* The teacher's paths as a network's readout, so that heads differ. */
static void
add_trained (IplCase *the_case)
{
  IplCaseTrained *trained = the_case->trained = g_new0 (IplCaseTrained, 1);
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint l = 0; l <= the_case->L; l++)
    trained->N[l] = 128;
  trained->U = g_new0 (double, the_case->Pi * the_case->Pi);
  trained->readout = g_new (double, the_case->Pi * the_case->N0);
  for (gsize i = 0; i < the_case->Pi * the_case->N0; i++)
    trained->readout[i] = g_rand_double_range (rand, -1, 1);
}

static double
time_report (IplCase *the_case, IplKernel *kernel, const IplSolution *solution, gboolean resolve,
             guint threads, IplHeadReport **report)
{
  gint64 begin = g_get_monotonic_time ();

  g_clear_pointer (report, ipl_head_report_unref);
  *report = ipl_head_report_new (the_case, kernel, solution, 0, resolve, threads, NULL, NULL, NULL,
                                 NULL);
  return seconds_since (begin);
}

static double
time_pruning (const IplHeadReport *report, const IplSolution *solution, guint n_random,
              guint threads)
{
  IplPruningOptions options = { .n_random = n_random };
  gint64 begin = g_get_monotonic_time ();
  g_autoptr (IplPruning) pruning
      = ipl_pruning_run (report, solution, &options, threads, NULL, NULL, NULL, NULL);

  g_assert_nonnull (pruning);
  return seconds_since (begin);
}

int
main (void)
{
  const guint H[] = { 4, 4 };
  guint cores = ipl_parallel_default_threads ();

  printf ("P = 600, 1000 tests, 4 x 4 heads, 64 numbers a token, N = 128\n");
  for (guint threads = 1; threads <= cores; threads += MAX (cores - 1, 1))
    {
      g_autoptr (IplCase) the_case = bench_synthetic_case (600, 1000, 2, H, 64);
      g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
      g_autoptr (IplHeadReport) report = NULL;
      g_autoptr (IplSolution) solution = NULL;
      IplSetting setting;
      double zeroed, resolved, theory;

      ipl_setting_init_for_case (&setting, the_case, 128);
      setting.temperature = 0.1;
      solution = ipl_solution_solve (the_case, kernel, &setting, NULL, NULL, NULL);
      zeroed = time_report (the_case, kernel, solution, FALSE, threads, &report);
      resolved = time_report (the_case, kernel, solution, TRUE, threads, &report);
      theory = time_pruning (report, solution, 200, threads);
      printf (
          "%u thread%s: 8 heads with U zeroed %.2f s, solved anew too %.2f s; 200 random orders "
          "of the theory %.2f s",
          threads, threads == 1 ? "" : "s", zeroed, resolved, theory);
      add_trained (the_case);
      time_report (the_case, kernel, solution, FALSE, threads, &report);
      printf (", 1000 of a trained network %.3f s\n",
              time_pruning (report, solution, 1000, threads));
    }
  return 0;
}
