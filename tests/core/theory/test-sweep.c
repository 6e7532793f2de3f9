/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps: the same numbers on any number of threads, stopped at once, right over seeds. */
#include "core/theory/sweep.h"
#include <string.h>

#include "support.h"

static IplSweep *
run (IplCase *the_case, guint n, const IplSetting *settings, guint threads)
{
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  g_autoptr (GError) error = NULL;
  IplSweep *sweep
      = ipl_sweep_run (the_case, kernel, n, settings, threads, NULL, NULL, NULL, &error);

  g_assert_no_error (error);
  return sweep;
}

static guint
fill_settings (IplSetting *settings, const IplCase *the_case)
{
  const guint widths[] = { 5, 100, 20, 7, 1000, 3 };
  const double temperatures[] = { 0.02, 0.3 };
  guint n = 0;

  for (guint t = 0; t < 2; t++)
    for (guint w = 0; w < G_N_ELEMENTS (widths); w++)
      {
        ipl_setting_init_for_case (&settings[n], the_case, widths[w]);
        settings[n++].temperature = temperatures[t];
      }
  ipl_setting_init_for_case (&settings[n], the_case, 1);
  settings[n++].gp = TRUE;
  return n;
}

TEST (test_threads, "/sweep/threads")
{
  const guint H[] = { 2, 2 };
  g_autoptr (IplCase) the_case = test_random_case (30, 12, 2, H, 9, 3);
  IplSetting settings[16];
  guint n = fill_settings (settings, the_case);
  g_autoptr (IplSweep) one = run (the_case, n, settings, 1);

  for (guint threads = 2; threads <= 5; threads += 3)
    {
      g_autoptr (IplSweep) many = run (the_case, n, settings, threads);

      g_assert_cmpuint (many->n_groups, ==, one->n_groups);
      for (guint i = 0; i < n; i++)
        {
          const IplSolution *a = one->rows[i], *b = many->rows[i];

          /* To the last bit. */
          g_assert_cmpmem (a->U, 16 * sizeof (double), b->U, 16 * sizeof (double));
          test_assert_same (12, a->tests[0].mean, b->tests[0].mean);
          g_assert_cmpmem (a->overlap, 30 * sizeof (double), b->overlap, 30 * sizeof (double));
          g_assert_cmpuint (a->iterations, ==, b->iterations);
        }
    }
}

/* One large setting, whose products the threads share. */
static void
check_large (gsize P, gsize N0)
{
  const guint H[] = { 4, 4 };
  g_autoptr (IplCase) the_case = test_random_case (P, 40, 2, H, N0, 5);
  IplSetting setting;
  g_autoptr (IplSweep) one = NULL;

  ipl_setting_init_for_case (&setting, the_case, 100);
  one = run (the_case, 1, &setting, 1);
  for (guint threads = 2; threads <= 3; threads++)
    {
      g_autoptr (IplSweep) many = run (the_case, 1, &setting, threads);
      const IplSolution *a = one->rows[0], *b = many->rows[0];

      g_assert_cmpmem (a->U, 256 * sizeof (double), b->U, 256 * sizeof (double));
      test_assert_same (40, a->tests[0].mean, b->tests[0].mean);
      test_assert_same (40, a->tests[0].var, b->tests[0].var);
      g_assert_cmpmem (a->overlap, P * sizeof (double), b->overlap, P * sizeof (double));
    }
}

TEST (test_threads_of_one, "/sweep/threads-of-one")
{
  check_large (600, 64); /* examples as they are: P < D */
  check_large (600, 24); /* rows that are worth as many, a triangle */
}

TEST (test_order_and_groups, "/sweep/order-and-groups")
{
  const guint H[] = { 2, 2 };
  g_autoptr (IplCase) the_case = test_random_case (30, 12, 2, H, 9, 3);
  IplSetting settings[16];
  guint n = fill_settings (settings, the_case);
  g_autoptr (IplSweep) sweep = run (the_case, n, settings, 2);

  g_assert_cmpuint (sweep->n_rows, ==, n);
  /* 0.02, 0.3, and the case's own 0.05 of the GP row */
  g_assert_cmpuint (sweep->n_groups, ==, 3);
  for (guint i = 0; i < n; i++)
    {
      g_assert_true (ipl_setting_equal (&sweep->rows[i]->setting, &settings[i]));
      g_assert_cmpuint (sweep->group[i], ==, i < 6 ? 0 : i < 12 ? 1 : 2);
      g_assert_cmpfloat (sweep->groups[sweep->group[i]].lines[0].solution->setting.temperature, ==,
                         settings[i].temperature);
    }
  test_assert_same (16, sweep->rows[12]->U, sweep->groups[2].lines[0].solution->U);
}

typedef struct
{
  GCancellable *cancellable;
  double last;
  guint calls;
} Watch;

static void
watch (double fraction, const char *sentence, gpointer data)
{
  Watch *self = data;

  g_assert_cmpfloat (fraction, >=, self->last);
  g_assert_cmpfloat (fraction, <=, 1);
  g_assert_nonnull (sentence);
  self->last = fraction;
  self->calls++;
  if (self->cancellable != NULL && self->calls == 3)
    g_cancellable_cancel (self->cancellable);
}

TEST (test_progress_and_cancel, "/sweep/progress-and-cancel")
{
  const guint H[] = { 2, 2 };
  g_autoptr (IplCase) the_case = test_random_case (30, 12, 2, H, 9, 3);
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  IplSetting settings[16];
  guint n = fill_settings (settings, the_case);
  Watch whole = { 0 }, cut = { cancellable };
  g_autoptr (IplSweep) sweep
      = ipl_sweep_run (the_case, kernel, n, settings, 2, watch, &whole, NULL, NULL);

  g_assert_nonnull (sweep);
  g_assert_cmpfloat (whole.last, >, 0.9);
  g_assert_null (
      ipl_sweep_run (the_case, kernel, n, settings, 2, watch, &cut, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpuint (cut.calls, <, whole.calls);
}

/* Of some rows the numbers are those of all, as they continue from the same; slices put together
 * are the sweep again. */
TEST (test_wanted, "/sweep/wanted")
{
  const guint H[] = { 2, 2 };
  g_autoptr (IplCase) the_case = test_random_case (30, 12, 2, H, 9, 3);
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  IplSetting settings[16];
  guint n = fill_settings (settings, the_case);
  g_autoptr (IplSweep) all = run (the_case, n, settings, 1), whole = NULL;
  IplSweep *parts[3];

  for (guint k = 0; k < 3; k++)
    {
      gboolean wanted[16];

      for (guint i = 0; i < n; i++)
        wanted[i] = i % 3 == k;
      parts[k]
          = ipl_sweep_run_wanted (the_case, kernel, n, settings, wanted, 2, NULL, NULL, NULL, NULL);
      g_assert_cmpuint (parts[k]->n_rows, ==, (n - k - 1) / 3 + 1);
    }
  whole = ipl_sweep_interleave (3, (const IplSweep *const *)parts, FALSE);
  g_assert_cmpuint (whole->n_rows, ==, n);
  g_assert_cmpuint (whole->n_groups, ==, all->n_groups);
  for (guint i = 0; i < n; i++)
    {
      const IplSolution *a = all->rows[i], *b = whole->rows[i];
      const IplGpLine *line = &whole->groups[whole->group[i]].lines[0];

      g_assert_true (ipl_setting_equal (&a->setting, &b->setting));
      g_assert_cmpmem (a->U, 16 * sizeof (double), b->U, 16 * sizeof (double));
      g_assert_true (ipl_setting_same_prior (&line->solution->setting, &a->setting));
    }
  for (guint k = 0; k < 3; k++)
    ipl_sweep_unref (parts[k]);
}
