/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of each width the temperature that does best. */
#include "core/theory/sweep.h"

#include "support.h"

#include "core/theory/sweep-best.h"

#define N_WIDTHS 3
#define N_TEMPERATURES 4

static void
test_best (void)
{
  static const char *const widths[N_WIDTHS] = { "4", "30", "gp" };
  static const double temperatures[N_TEMPERATURES] = { 0.01, 0.3, 3, 30 };
  const guint H[] = { 2, 2 };
  g_autoptr (IplCase) the_case = test_random_case (30, 200, 2, H, 6, 5);
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  IplSetting settings[N_WIDTHS * N_TEMPERATURES];
  g_autoptr (IplSweep) grid = NULL, best = NULL;
  GError *error = NULL;

  for (guint t = 0; t < N_TEMPERATURES; t++)
    for (guint w = 0; w < N_WIDTHS; w++)
      {
        IplSetting *setting = &settings[t * N_WIDTHS + w];

        ipl_setting_init_for_case (setting, the_case, 10);
        g_assert_true (ipl_setting_parse_widths (setting, widths[w], NULL));
        setting->temperature = temperatures[t];
      }
  grid = ipl_sweep_run (the_case, kernel, G_N_ELEMENTS (settings), settings, 1, NULL, NULL, NULL,
                        &error);
  g_assert_no_error (error);
  best = ipl_sweep_best (grid);
  g_assert_cmpuint (best->n_rows, ==, N_WIDTHS);
  g_assert_cmpuint (best->n_groups, ==, 1);
  for (guint w = 0; w < N_WIDTHS; w++)
    {
      const IplSolution *expected = grid->rows[w];

      for (guint t = 1; t < N_TEMPERATURES; t++)
        if (grid->rows[t * N_WIDTHS + w]->tests[0].accuracy > expected->tests[0].accuracy)
          expected = grid->rows[t * N_WIDTHS + w];
      g_assert_true (best->rows[w] == expected);
    }
  for (guint g = 0; g < grid->n_groups; g++)
    g_assert_cmpfloat (best->groups[0].lines[0].solution->tests[0].accuracy, >=,
                       grid->groups[g].lines[0].solution->tests[0].accuracy);

  /* While rows arrive: a width without any is not there yet. */
  g_clear_pointer (&best, ipl_sweep_unref);
  for (guint t = 0; t < N_TEMPERATURES; t++)
    g_clear_pointer (&grid->rows[t * N_WIDTHS], ipl_solution_unref);
  best = ipl_sweep_best (grid);
  g_assert_cmpuint (best->n_rows, ==, N_WIDTHS - 1);
  g_assert_cmpuint (best->rows[0]->setting.N[0], ==, 30);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sweep-best/best", test_best);
  return g_test_run ();
}
