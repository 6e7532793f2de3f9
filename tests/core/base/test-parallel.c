/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parallel loops: every index once, nested, from several threads at once, and cancelled. */
#include <cblas.h>

#include "core/base/parallel.h"
#include "support.h"

#define N 5000

typedef struct
{
  guint counts[N];
  guint running;
  guint most;
  GCancellable *cancellable;
} Counts;

static void
count_index (gsize index, gpointer data)
{
  Counts *counts = data;

  counts->counts[index]++; /* each index is one thread's only */
}

TEST (test_every_index_once, "/parallel/every-index-once")
{
  const guint threads[] = { 0, 1, 2, 3, 8, 1000 };
  const gsize sizes[] = { 0, 1, 2, 7, N };

  for (gsize t = 0; t < G_N_ELEMENTS (threads); t++)
    for (gsize s = 0; s < G_N_ELEMENTS (sizes); s++)
      {
        g_autofree Counts *counts = g_new0 (Counts, 1);

        ipl_parallel_for (sizes[s], threads[t], count_index, counts, NULL);
        for (gsize i = 0; i < N; i++)
          g_assert_cmpuint (counts->counts[i], ==, i < sizes[s]);
      }
}

static void
sleep_and_note (gsize index, gpointer data)
{
  Counts *counts = data;
  guint now = __atomic_add_fetch (&counts->running, 1, __ATOMIC_SEQ_CST);
  guint most = __atomic_load_n (&counts->most, __ATOMIC_SEQ_CST);

  while (now > most
         && !__atomic_compare_exchange_n (&counts->most, &most, now, FALSE, __ATOMIC_SEQ_CST,
                                          __ATOMIC_SEQ_CST))
    ;
  g_usleep (2000);
  __atomic_sub_fetch (&counts->running, 1, __ATOMIC_SEQ_CST);
}

/* As many at once as asked for, even on fewer cores; no more. */
TEST (test_concurrency, "/parallel/concurrency")
{
  for (guint threads = 1; threads <= 4; threads++)
    {
      g_autofree Counts *counts = g_new0 (Counts, 1);

      ipl_parallel_for (60, threads, sleep_and_note, counts, NULL);
      g_assert_cmpuint (counts->most, ==, threads);
    }
}

static void
inner_loop (gsize index, gpointer data)
{
  Counts *counts = data;

  ipl_parallel_for (50, 4, count_index, (guint *)counts->counts + index * 50, NULL);
}

TEST (test_nested, "/parallel/nested")
{
  g_autofree Counts *counts = g_new0 (Counts, 1);

  ipl_parallel_for (N / 50, 4, inner_loop, counts, NULL);
  for (gsize i = 0; i < N; i++)
    g_assert_cmpuint (counts->counts[i], ==, 1);
}

static gpointer
run_loops (gpointer data)
{
  for (guint round = 0; round < 50; round++)
    {
      g_autofree Counts *counts = g_new0 (Counts, 1);

      ipl_parallel_for (200, 3, count_index, counts, NULL);
      for (gsize i = 0; i < 200; i++)
        g_assert_cmpuint (counts->counts[i], ==, 1);
    }
  return NULL;
}

TEST (test_several_callers, "/parallel/several-callers")
{
  GThread *threads[4];

  for (guint i = 0; i < 4; i++)
    threads[i] = g_thread_new ("caller", run_loops, NULL);
  for (guint i = 0; i < 4; i++)
    g_thread_join (threads[i]);
}

static void
cancel_at_100 (gsize index, gpointer data)
{
  Counts *counts = data;

  counts->counts[index]++;
  if (index == 100)
    g_cancellable_cancel (counts->cancellable);
}

TEST (test_cancelled, "/parallel/cancelled")
{
  for (guint threads = 1; threads <= 3; threads++)
    {
      g_autoptr (GCancellable) cancellable = g_cancellable_new ();
      g_autofree Counts *counts = g_new0 (Counts, 1);
      guint done = 0;

      counts->cancellable = cancellable;
      ipl_parallel_for (N, threads, cancel_at_100, counts, cancellable);
      for (gsize i = 0; i < N; i++)
        done += counts->counts[i];
      g_assert_cmpuint (done, >=, 101);
      /* Alone, it stops at once; others may be some way ahead before index 100 is reached. */
      if (threads == 1)
        g_assert_cmpuint (done, ==, 101);
      counts->counts[0] = 0;
      ipl_parallel_for (1, threads, count_index, counts, cancellable);
      g_assert_cmpuint (counts->counts[0], ==, 0);
    }
}

static void
note_blas_threads (gsize index, gpointer data)
{
  ((Counts *)data)->counts[index] = (guint)openblas_get_num_threads ();
}

/* OpenBLAS never has threads of its own. */
TEST (test_blas_threads, "/parallel/blas-threads")
{
  g_autofree Counts *counts = g_new0 (Counts, 1);

  g_assert_cmpint (openblas_get_num_threads (), ==, 1);
  ipl_parallel_for (10, 2, note_blas_threads, counts, NULL);
  for (gsize i = 0; i < 10; i++)
    g_assert_cmpuint (counts->counts[i], ==, 1);
  g_assert_cmpint (openblas_get_num_threads (), ==, 1);
}

static void
inner_loop_that_notes (gsize index, gpointer data)
{
  ipl_parallel_for_inner (5, 1e9, sleep_and_note, data, NULL);
}

/* As many threads as were allowed where there is much to do; one where there is little, or inside
 * another loop. */
TEST (test_inner, "/parallel/inner")
{
  for (guint threads = 1; threads <= 4; threads++)
    {
      g_autofree Counts *counts = g_new0 (Counts, 1);

      ipl_parallel_set_inner_threads (threads);
      ipl_parallel_for_inner (60, 1e9, sleep_and_note, counts, NULL);
      g_assert_cmpuint (counts->most, ==, threads);
      counts->most = 0;
      ipl_parallel_for_inner (20, 1e3, sleep_and_note, counts, NULL);
      g_assert_cmpuint (counts->most, ==, 1);
      counts->most = 0;
      ipl_parallel_for (6, 2, inner_loop_that_notes, counts, NULL);
      g_assert_cmpuint (counts->most, ==, 2);
    }
  ipl_parallel_set_inner_threads (0);
  ipl_parallel_set_inner_threads (1);
}
