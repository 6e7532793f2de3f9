/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several outputs: what a width costs, and how the cost grows with rank times outputs (THEORY.md
 * section 18.6). */
#include "bench.h"

#include "core/base/parallel.h"
#include "core/theory/sweep.h"
#include <math.h>
#include <stdio.h>

/* Labels of K outputs: linear functions of the features with coefficients that are no multiples of
 * each other, or the classes in which these are largest. */
static void
set_labels (IplCase *self, guint K, gboolean classes)
{
  gsize D = self->Pi * self->N0;

  self->labels = (IplLabels){ classes ? IPL_LABELS_CLASSES : IPL_LABELS_NUMBERS, K };
  for (guint i = 0; i < 2; i++)
    {
      IplExamples *examples = i == 0 ? &self->train : &self->tests[0];

      g_free (examples->y);
      examples->y = g_new0 (double, examples->count * K);
      for (gsize m = 0; m < examples->count; m++)
        {
          double *y = examples->y + m * K;

          for (guint k = 0; k < K; k++)
            for (gsize d = 0; d < D; d++)
              y[k] += cos ((double)(d * (k + 1) + k)) * examples->xi[m * D + d] / sqrt ((double)D);
          if (classes)
            ipl_labels_code_class (&self->labels, ipl_labels_find_class (&self->labels, y), y);
        }
    }
  ipl_case_finish_names (self);
}

static IplCase *
make_case (gsize P, gsize N0, guint K, gboolean classes)
{
  const guint H[] = { 2, 2 };
  IplCase *self = bench_synthetic_case (P, 1000, 2, H, N0);

  set_labels (self, K, classes);
  return self;
}

/* Seconds of CPU time of a sweep on one thread, kernels included. */
static double
time_sweep (IplCase *the_case, guint n, const guint *widths, double *flops)
{
  double begin = bench_seconds ();
  g_autoptr (GError) error = NULL;
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, &error);
  g_autoptr (IplSweep) sweep = NULL;
  IplSetting settings[8];

  for (guint i = 0; i < n; i++)
    {
      ipl_setting_init_for_case (&settings[i], the_case, widths[i]);
      settings[i].temperature = 0.01;
    }
  sweep = ipl_sweep_run (the_case, kernel, n, settings, 1, NULL, NULL, NULL, &error);
  if (sweep == NULL)
    g_error ("%s", error->message);
  *flops = 0;
  for (guint i = 0; i < n; i++)
    *flops += sweep->rows[i]->saddle->flops;
  return bench_seconds () - begin;
}

static void
print_sweep (const char *what, gsize P, gsize N0, guint K, gboolean classes, guint n,
             const guint *widths)
{
  g_autoptr (IplCase) the_case = make_case (P, N0, K, classes);
  double flops, seconds = time_sweep (the_case, n, widths, &flops);

  printf ("%-40s %7.3f s, of which %.1f Gflop solve it; %.0f MB\n", what, seconds, flops * 1e-9,
          bench_peak_megabytes ());
}

/* The least-squares slope of log seconds over log (rank K). */
static void
print_exponent (void)
{
  const guint outputs[] = { 2, 4, 6, 8, 10 }, width = 100;
  double sx = 0, sy = 0, sxx = 0, sxy = 0, n = 0;

  for (gsize N0 = 32; N0 <= 64; N0 += 32)
    for (guint i = 0; i < G_N_ELEMENTS (outputs); i++)
      {
        g_autoptr (IplCase) the_case = make_case (600, N0, outputs[i], FALSE);
        double flops, seconds = time_sweep (the_case, 1, &width, &flops);
        double x = log (4 * (double)N0 * outputs[i]), y = log (seconds);

        printf ("rank %3" G_GSIZE_FORMAT ", K = %2u: %7.3f s, %6.1f Gflop\n", 4 * N0, outputs[i],
                seconds, flops * 1e-9);
        if (outputs[i] < 4)
          continue;
        sx += x;
        sy += y;
        sxx += x * x;
        sxy += x * y;
        n++;
      }
  printf ("from K = 4 on a width costs (rank K)^%.2f\n", (n * sxy - sx * sy) / (n * sxx - sx * sx));
}

int
main (void)
{
  const guint one[] = { 100 }, seven[] = { 10, 30, 50, 100, 300, 500, 1000 };

  ipl_parallel_set_inner_threads (1);
  printf ("a product: %.1f Gflop/s\n", bench_dgemm_flops_per_second (1) * 1e-9);
  print_sweep ("K = 3 classes, P = 100, seven widths", 100, 231, 3, TRUE, 7, seven);
  print_sweep ("K = 3 numbers, P = 100, seven widths", 100, 231, 3, FALSE, 7, seven);
  print_sweep ("K = 10 classes, P = 1000, N0 = 64", 1000, 64, 10, TRUE, 1, one);
  print_sweep ("K = 10 numbers, P = 1000, N0 = 64", 1000, 64, 10, FALSE, 1, one);
  print_exponent ();
  return 0;
}
