/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A changed task parameter of hmc4: what it cost to make the case anew, and what it costs now. CPU
 * times of one thread beside wall times on two, old and new alternately. */
#include "bench.h"

#include "core/base/parallel.h"
#include "core/tasks/markov-chain.h"
#include "core/theory/sweep.h"
#include <math.h>
#include <stdio.h>

#define ROUNDS 9
#define FEW_TESTS 64

typedef struct
{
  const char *words;
  gsize offset; /* of a double in IplMarkovChain */
  double step;
} Change;

static const Change changes[] = {
  { "noise across", G_STRUCT_OFFSET (IplMarkovChain, noise_perpendicular), 0.01 },
  { "noise in plane", G_STRUCT_OFFSET (IplMarkovChain, noise_parallel), 0.01 },
  { "sharpness", G_STRUCT_OFFSET (IplMarkovChain, beta), 0.05 },
  { "stay probability", G_STRUCT_OFFSET (IplMarkovChain, stay_plus), -0.005 },
};

/* The least of several, since others use the machine too. */
typedef struct
{
  double cpu, wall;
} Cost;

typedef struct
{
  double cpu;
  gint64 wall;
} Clock;

static Clock
begin (void)
{
  return (Clock){ bench_seconds (), g_get_monotonic_time () };
}

static void
note (Cost *cost, Clock since)
{
  cost->cpu = MIN (cost->cpu, bench_seconds () - since.cpu);
  cost->wall = MIN (cost->wall, (double)(g_get_monotonic_time () - since.wall) * 1e-6);
}

static IplCase *
make (const IplMarkovChain *chain, IplMarkovChainStock *stock, guint threads)
{
  return ipl_markov_chain_generate_from (chain, stock, "hmc4", FALSE, threads, NULL, NULL);
}

/* Kernels; then seven widths and the GP limits, of which the window takes all it shows. */
static void
solve (IplCase *the_case, guint threads, Cost *one, Cost *all)
{
  static const guint widths[] = { 10, 30, 50, 100, 300, 500, 1000 };
  IplSetting settings[G_N_ELEMENTS (widths)];
  Clock clock = begin ();
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  IplSweep *sweep;

  note (one, clock);
  for (gsize i = 0; i < G_N_ELEMENTS (widths); i++)
    ipl_setting_init_for_case (&settings[i], the_case, widths[i]);
  clock = begin ();
  sweep = ipl_sweep_run (the_case, kernel, G_N_ELEMENTS (widths), settings, threads, NULL, NULL,
                         NULL, NULL);
  ipl_sweep_unref (sweep);
  note (all, clock);
}

static void
bench_change (const Change *change, guint threads)
{
  g_autoptr (IplMarkovChainStock) stock = ipl_markov_chain_stock_new ();
  Cost none = { INFINITY, INFINITY }, old = none, few = none, rest = none;
  Cost few_one = none, few_all = none, one = none, all = none;
  IplMarkovChain chain;

  ipl_markov_chain_init_hmc4 (&chain);
  ipl_case_unref (make (&chain, stock, threads));
  for (guint k = 0; k < ROUNDS; k++)
    {
      IplMarkovChain first;
      g_autoptr (IplCase) fresh = NULL;
      g_autoptr (IplCase) quick = NULL;
      g_autoptr (IplCase) whole = NULL;
      Clock clock;

      G_STRUCT_MEMBER (double, &chain, change->offset) += change->step;
      first = chain;
      first.n_test = MIN (first.n_test, FEW_TESTS);
      clock = begin ();
      fresh = make (&chain, NULL, threads);
      note (&old, clock);
      clock = begin ();
      quick = make (&first, stock, threads);
      note (&few, clock);
      clock = begin ();
      whole = make (&chain, stock, threads);
      note (&rest, clock);
      solve (quick, threads, &few_one, &few_all);
      solve (whole, threads, &one, &all);
    }
  printf ("  %-16s %u thread%s: case anew %5.1f ms (CPU %5.1f); few tests %5.1f (%5.1f), whole "
          "after it %5.1f (%5.1f)\n",
          change->words, threads, threads == 1 ? " " : "s", old.wall * 1e3, old.cpu * 1e3,
          few.wall * 1e3, few.cpu * 1e3, rest.wall * 1e3, rest.cpu * 1e3);
  printf ("  %-16s            kernels: all tests %.1f ms (CPU %.1f), few %.1f (%.1f); "
          "seven widths %.1f (%.1f), %.1f (%.1f)\n",
          "", one.wall * 1e3, one.cpu * 1e3, few_one.wall * 1e3, few_one.cpu * 1e3, all.wall * 1e3,
          all.cpu * 1e3, few_all.wall * 1e3, few_all.cpu * 1e3);
  printf ("  %-16s            to all panels: old %.1f ms (125); first answer %.1f ms (asked 33), "
          "complete %.1f ms (asked 100); CPU %.1f, %.1f, %.1f\n",
          "", (old.wall + one.wall + all.wall) * 1e3,
          (few.wall + few_one.wall + few_all.wall) * 1e3,
          (few.wall + few_one.wall + few_all.wall + rest.wall + one.wall + all.wall) * 1e3,
          (old.cpu + one.cpu + all.cpu) * 1e3, (few.cpu + few_one.cpu + few_all.cpu) * 1e3,
          (few.cpu + few_one.cpu + few_all.cpu + rest.cpu + one.cpu + all.cpu) * 1e3);
}

int
main (void)
{
  printf ("a changed task parameter of hmc4 (dgemm %.1f Gflop/s a thread)\n",
          bench_dgemm_flops_per_second (1) * 1e-9);
  for (gsize i = 0; i < G_N_ELEMENTS (changes); i++)
    for (guint threads = 1; threads <= 2; threads++)
      bench_change (&changes[i], threads);
  return 0;
}
