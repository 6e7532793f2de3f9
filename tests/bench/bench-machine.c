/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bench.h"

#include <cblas.h>
#include <sys/resource.h>
#include <time.h>

double
bench_seconds (void)
{
  struct timespec now;

  clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* The best of five 1000 x 1000 products: the rate the theory's figures are set against. */
double
bench_dgemm_flops_per_second (guint threads)
{
  const int n = 1000;
  g_autofree double *a = g_new (double, n * n),
                                *b = g_new (double, n * n), *c = g_new0 (double, n * n);
  double best = G_MAXDOUBLE;

  for (int i = 0; i < n * n; i++)
    a[i] = b[i] = 1 + i % 7;
  openblas_set_num_threads ((int)threads);
  for (int k = 0; k < 5; k++)
    {
      gint64 begin_usec = g_get_monotonic_time ();

      cblas_dgemm (CblasRowMajor, CblasNoTrans, CblasNoTrans, n, n, n, 1, a, n, b, n, 0, c, n);
      best = MIN (best, (double)(g_get_monotonic_time () - begin_usec) * 1e-6);
    }
  openblas_set_num_threads (1);
  return 2e9 / best;
}

double
bench_peak_megabytes (void)
{
  struct rusage usage;

  getrusage (RUSAGE_SELF, &usage);
  return (double)usage.ru_maxrss / 1024;
}
