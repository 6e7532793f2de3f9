/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps: the same numbers on any number of threads, stopped at once, right over seeds. */
#include "core/theory/sweep.h"
#include <string.h>

#include "support.h"

static IplSweep *
run (IplCase *the_case, guint n, const IplSetting *settings, guint threads)
{
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);

  return TEST_OK (
      ipl_sweep_run (kernel, n, settings, NULL, NULL, &(IplWork){ .threads = threads }, &error));
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
  g_autoptr (IplCase) the_case = test_random_case (30, 12, HEADS (2, 2), 9, 3);
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
          test_assert_same (16, a->U, b->U);
          test_assert_same (12, a->tests[0].mean, b->tests[0].mean);
          test_assert_same (30, a->overlap, b->overlap);
          g_assert_cmpuint (a->iterations, ==, b->iterations);
        }
    }
}

/* One large setting, whose products the threads share. */
static void
check_large (gsize P, gsize N0)
{
  g_autoptr (IplCase) the_case = test_random_case (P, 40, HEADS (4, 4), N0, 5);
  g_autoptr (IplSweep) one = NULL;

  IplSetting setting = test_setting (the_case, 100);
  one = run (the_case, 1, &setting, 1);
  for (guint threads = 2; threads <= 3; threads++)
    {
      g_autoptr (IplSweep) many = run (the_case, 1, &setting, threads);
      const IplSolution *a = one->rows[0], *b = many->rows[0];

      test_assert_same (256, a->U, b->U);
      test_assert_same (40, a->tests[0].mean, b->tests[0].mean);
      test_assert_same (40, a->tests[0].var, b->tests[0].var);
      test_assert_same (P, a->overlap, b->overlap);
    }
}

TEST (test_threads_of_one, "/sweep/threads-of-one")
{
  check_large (600, 64); /* examples as they are: P < D */
  check_large (600, 24); /* rows that are worth as many, a triangle */
}

TEST (test_order_and_groups, "/sweep/order-and-groups")
{
  g_autoptr (IplCase) the_case = test_random_case (30, 12, HEADS (2, 2), 9, 3);
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
watch (double fraction, double seconds_left, const char *sentence, gpointer data)
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
  g_autoptr (IplCase) the_case = test_random_case (30, 12, HEADS (2, 2), 9, 3);
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  IplSetting settings[16];
  guint n = fill_settings (settings, the_case);
  Watch whole = { 0 }, cut = { cancellable };
  g_autoptr (IplSweep) sweep
      = ipl_sweep_run (kernel, n, settings, NULL, NULL,
                       &(IplWork){ .threads = 2, .progress = watch, .data = &whole }, NULL);

  g_assert_nonnull (sweep);
  g_assert_cmpfloat (whole.last, >, 0.9);
  TEST_CANCELLED (ipl_sweep_run (
      kernel, n, settings, NULL, NULL,
      &(IplWork){ .threads = 2, .cancellable = cancellable, .progress = watch, .data = &cut },
      &error));
  g_assert_cmpuint (cut.calls, <, whole.calls);
}

/* Of some rows the numbers are those of all, as they continue from the same; slices put together
 * are the sweep again. */
TEST (test_wanted, "/sweep/wanted")
{
  g_autoptr (IplCase) the_case = test_random_case (30, 12, HEADS (2, 2), 9, 3);
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
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
          = ipl_sweep_run (kernel, n, settings, wanted, NULL, &(IplWork){ .threads = 2 }, NULL);
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
      test_assert_same (16, a->U, b->U);
      g_assert_true (ipl_setting_same_prior (&line->solution->setting, &a->setting));
    }
  for (guint k = 0; k < 3; k++)
    ipl_sweep_unref (parts[k]);
}
