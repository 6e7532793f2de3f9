/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The temperature that is best for a width, from a grid whose accuracies are known. */
#include <math.h>

#include "core/theory/sweep.h"
#include "support.h"

/* A solution of which only the setting and the accuracy are looked at. */
static IplSolution *
fake_solution (IplCase *the_case, guint width, double temperature, double accuracy)
{
  IplSolution *self = g_new0 (IplSolution, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->the_case = ipl_case_info_ref (&the_case->info);
  ipl_setting_init_for_case (&self->setting, the_case, width);
  self->setting.temperature = temperature;
  self->n_tests = 1;
  self->tests = g_new0 (IplPrediction, 1);
  self->tests[0].accuracy = accuracy;
  return self;
}

/* Widths 10 and 1000 at temperatures 0.1 and 1, with a GP line of all paths at each. */
static IplSweep *
fake_grid (IplCase *the_case, const double *accuracy)
{
  IplSweep *self = g_new0 (IplSweep, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->the_case = ipl_case_info_ref (&the_case->info);
  self->n_rows = 4;
  self->rows = g_new0 (IplSolution *, 4);
  self->group = g_new0 (guint, 4);
  self->n_groups = 2;
  self->groups = g_new0 (IplSweepGroup, 2);
  for (guint g = 0; g < 2; g++)
    {
      double temperature = g == 0 ? 0.1 : 1;

      for (guint w = 0; w < 2; w++)
        {
          self->group[2 * g + w] = g;
          self->rows[2 * g + w]
              = fake_solution (the_case, w == 0 ? 10 : 1000, temperature, accuracy[3 * g + w]);
        }
      self->groups[g].n_lines = 1;
      self->groups[g].lines = g_new0 (IplGpLine, 1);
      self->groups[g].lines[0].label = g_strdup ("all paths");
      self->groups[g].lines[0].solution
          = fake_solution (the_case, 0, temperature, accuracy[3 * g + 2]);
    }
  return self;
}

/* @expected: best temperatures of the widths 10 and 1000 and of the GP limit. */
static void
check (gboolean regression, const double *accuracy, const double *expected)
{
  const guint H[] = { 2, 2 };
  g_autoptr (IplCase) the_case = test_random_case (4, 3, 2, H, 3, 5);
  g_autoptr (IplSweep) grid = NULL, best = NULL;
  const guint widths[] = { 1, 10, 90, 110, 1000, 100000 };
  IplSetting setting;

  the_case->labels.kind = regression ? IPL_LABELS_NUMBERS : IPL_LABELS_SIGNS;
  grid = fake_grid (the_case, accuracy);
  best = ipl_sweep_best (grid);
  g_assert_cmpuint (best->n_rows, ==, 2);
  /* 100 is as far from 10 as from 1000. */
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    {
      ipl_setting_init_for_case (&setting, the_case, widths[i]);
      g_assert_cmpfloat (ipl_sweep_best_temperature (grid, best, &setting), ==,
                         expected[widths[i] > 100]);
    }
  /* The largest width counts. */
  ipl_setting_init_for_case (&setting, the_case, 1);
  setting.N[1] = 500;
  g_assert_cmpfloat (ipl_sweep_best_temperature (grid, best, &setting), ==, expected[1]);
  ipl_setting_init_for_case (&setting, the_case, 0);
  g_assert_cmpfloat (ipl_sweep_best_temperature (grid, best, &setting), ==, expected[2]);
}

TEST (test_classification, "/best-temperature/classification")
{
  const double accuracy[] = { 0.9, 0.7, 0.8, 0.6, 0.95, 0.85 };

  check (FALSE, accuracy, (const double[]){ 0.1, 1, 1 });
}

/* The mean squared error stands in for the accuracy, and the smaller is the better. */
TEST (test_regression, "/best-temperature/regression")
{
  const double error[] = { 0.9, 0.7, 0.8, 0.6, 0.95, 0.85 };

  check (TRUE, error, (const double[]){ 1, 0.1, 0.1 });
}

/* Of equals the first counts. */
TEST (test_equal, "/best-temperature/equal")
{
  const double accuracy[] = { 0.9, 0.9, 0.9, 0.9, 0.9, 0.9 };

  check (FALSE, accuracy, (const double[]){ 0.1, 0.1, 0.1 });
}
