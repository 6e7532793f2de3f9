/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Accuracies of the paper's two examples over 30 seeds against the means and standard deviations of
 * 30 seeds of the authors' generator. Two samples of 30 from one distribution have means within
 * four standard errors of each other, but for one time in 16 000. */
#include <math.h>

#include "core/parameters/parameters.h"
#include "core/theory/sweep.h"
#include "support.h"

#define N_SEEDS 30
#define N_COLUMNS 4

static const guint widths[] = { 10, 100, 1000 };

/* At those widths, and the GP limit. */
static const struct
{
  const char *name;
  double mean[N_COLUMNS], sd[N_COLUMNS];
} tables[] = {
  { "hmc4", { 0.955, 0.911, 0.848, 0.838 }, { 0.007, 0.025, 0.026, 0.023 } },
  { "hmc2", { 0.944, 0.889, 0.828, 0.820 }, { 0.008, 0.019, 0.022, 0.022 } },
};

static void
solve (const char *name, guint64 seed, double accuracy[N_COLUMNS])
{
  IplParameters parameters;
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplKernel) kernel = NULL;
  IplSetting setting;

  ipl_parameters_init (&parameters, name);
  ipl_parameters_set_seed (&parameters, seed);
  the_case = TEST_OK (ipl_parameters_make_case (&parameters, FALSE, 1, NULL, &error));
  kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      g_autoptr (IplSolution) solution = NULL;

      ipl_setting_init_for_case (&setting, the_case, widths[MIN (i, 2)]);
      setting.temperature = parameters.current.temperature;
      solution
          = i < 3 ? TEST_OK (ipl_solution_solve (the_case, kernel, &setting, NULL, 1, NULL, &error))
                  : TEST_OK (ipl_solution_new (kernel, &setting, NULL, NULL, 0, NULL, &error));
      g_assert_true (solution->converged);
      accuracy[i] = solution->tests[0].accuracy;
    }
}

static void
check_table (guint k)
{
  double sum[N_COLUMNS] = { 0 }, squares[N_COLUMNS] = { 0 }, accuracy[N_COLUMNS];

  for (guint seed = 1; seed <= N_SEEDS; seed++)
    {
      solve (tables[k].name, seed, accuracy);
      for (guint i = 0; i < N_COLUMNS; i++)
        {
          sum[i] += accuracy[i];
          squares[i] += accuracy[i] * accuracy[i];
        }
    }
  for (guint i = 0; i < N_COLUMNS; i++)
    {
      double mean = sum[i] / N_SEEDS;
      double sd = sqrt ((squares[i] - N_SEEDS * mean * mean) / (N_SEEDS - 1));
      double se = sqrt ((sd * sd + tables[k].sd[i] * tables[k].sd[i]) / N_SEEDS);

      g_print ("# %s, %s: %.4f (%.4f), theirs %.3f (%.3f), %+.1f standard errors\n", tables[k].name,
               i < 3 ? "finite width" : "GP", mean, sd, tables[k].mean[i], tables[k].sd[i],
               (mean - tables[k].mean[i]) / se);
      test_assert_close (mean, tables[k].mean[i], 4 * se);
      /* The ratio of two such deviations, at the same odds. */
      g_assert_cmpfloat (sd, <, 2.1 * tables[k].sd[i]);
      g_assert_cmpfloat (sd, >, tables[k].sd[i] / 2.1);
    }
}

TEST (test_tables, "/paper-table")
{
  for (guint k = 0; k < G_N_ELEMENTS (tables); k++)
    check_table (k);
}
