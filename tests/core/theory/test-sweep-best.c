/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Of each width the temperature that does best: of a grid made by hand, whose answer is known, and
 * of solved ones, whose predictions are counted here. */
#include "core/theory/sweep.h"

#include <math.h>

#include "support.h"

#define N_TEMPERATURES 4

static const double temperatures[N_TEMPERATURES] = { 0.01, 0.3, 3, 30 };

/* What was asked for, in this order, and how it did on the case's own test set. */
static const struct
{
  const char *widths;
  guint temperature; /* index */
  double score;
} asked[] = {
  { "4", 0, 0.70 },                                 /* 0: lowest of "4" */
  { "10:20:30", 0, 0.55 },                          /* 1: lowest */
  { "gp", 0, 0.50 },       { "10:30:20", 0, 0.90 }, /* 3: highest; not the widths of row 1 */
  { "4", 1, 0.80 },                                 /* 4: highest */
  { "10:20:30", 1, 0.60 },                          /* 5: highest */
  { "gp", 1, 0.65 },                                /* 6: highest */
  { "4", 2, 0.80 },                                 /* as high as row 4, but later */
  { "10:20:30", 2, 0.58 }, { "gp", 2, 0.40 },       /* 9: lowest */
  { "10:30:20", 2, 0.85 },                          /* 10: lowest */
  { "4", 3, 0.70 },                                 /* as low as row 0, but later */
};
#define N_ASKED G_N_ELEMENTS (asked)

/* The GP limits of all paths and of a group of them, at each temperature. */
static const double gp_scores[2][N_TEMPERATURES]
    = { { 0.50, 0.65, 0.40, 0.65 }, { 0.90, 0.20, 0.30, 0.10 } };

/* A solution of which nothing is known but its scores; on a further test set it does the opposite.
 */
static IplSolution *
solution_with (IplCase *the_case, const char *widths, double temperature, double score)
{
  IplSolution *self = g_new0 (IplSolution, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->the_case = ipl_case_info_ref (&the_case->info);
  ipl_setting_init_for_case (&self->setting, the_case, 10);
  g_assert_true (ipl_setting_parse_widths (&self->setting, widths, NULL));
  self->setting.temperature = temperature;
  self->n_tests = 2;
  self->tests = g_new0 (IplPrediction, 2);
  self->tests[0].accuracy = score;
  self->tests[1].accuracy = 1 - score;
  return self;
}

static IplSweep *
make_by_hand (gboolean regression)
{
  static const char *const labels[] = { "all paths", "good" };
  IplSweep *self = g_new0 (IplSweep, 1);
  IplCase *the_case;

  g_atomic_ref_count_init (&self->ref_count);
  the_case = test_random_case (3, 2, HEADS (2, 2), 2, 1);
  the_case->labels.kind = regression ? IPL_LABELS_NUMBERS : IPL_LABELS_SIGNS;
  self->the_case = &the_case->info;
  self->n_rows = N_ASKED;
  self->rows = g_new0 (IplSolution *, N_ASKED);
  self->group = g_new0 (guint, N_ASKED);
  for (guint i = 0; i < N_ASKED; i++)
    {
      self->group[i] = asked[i].temperature;
      self->rows[i] = solution_with (the_case, asked[i].widths, temperatures[asked[i].temperature],
                                     asked[i].score);
    }
  self->n_groups = N_TEMPERATURES;
  self->groups = g_new0 (IplSweepGroup, N_TEMPERATURES);
  for (guint t = 0; t < N_TEMPERATURES; t++)
    {
      self->groups[t].n_lines = 2;
      self->groups[t].lines = g_new0 (IplGpLine, 2);
      for (guint k = 0; k < 2; k++)
        {
          IplGpLine *line = &self->groups[t].lines[k];

          line->label = g_strdup (labels[k]);
          line->n_paths = k == 0 ? 4 : 1;
          line->solution = solution_with (the_case, "gp", temperatures[t], gp_scores[k][t]);
        }
    }
  return self;
}

/* @rows: [4] which of the rows asked for is best at each width, in the order of their first rows;
 * @groups: [2] at which temperature each GP limit is. */
static void
check_by_hand (gboolean regression, const guint *rows, const guint *groups)
{
  g_autoptr (IplSweep) grid = make_by_hand (regression);
  g_autoptr (IplSweep) best = ipl_sweep_best (grid);

  g_assert_true (best->the_case == grid->the_case);
  g_assert_cmpuint (best->n_rows, ==, 4);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_true (best->rows[i] == grid->rows[rows[i]]);
      g_assert_cmpuint (best->group[i], ==, 0);
    }
  g_assert_cmpuint (best->n_groups, ==, 1);
  g_assert_cmpuint (best->groups[0].n_lines, ==, 2);
  for (guint k = 0; k < 2; k++)
    {
      const IplGpLine *line = &best->groups[0].lines[k];

      g_assert_true (line->solution == grid->groups[groups[k]].lines[k].solution);
      g_assert_cmpstr (line->label, ==, k == 0 ? "all paths" : "good");
      g_assert_cmpuint (line->n_paths, ==, k == 0 ? 4 : 1);
    }
  /* What was chosen outlives the grid. */
  g_clear_pointer (&grid, ipl_sweep_unref);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat (best->rows[i]->tests[0].accuracy, ==, asked[rows[i]].score);
}

/* The highest accuracy, and the lowest error. */
TEST (test_by_hand, "/sweep-best/by-hand")
{
  check_by_hand (FALSE, (const guint[]){ 4, 5, 6, 3 }, (const guint[]){ 1, 0 });
  check_by_hand (TRUE, (const guint[]){ 0, 1, 9, 10 }, (const guint[]){ 2, 3 });
}

/* While rows arrive: a width without any is not there yet, and of the others the best so far is. */
TEST (test_partial, "/sweep-best/partial")
{
  g_autoptr (IplSweep) grid = make_by_hand (FALSE);
  g_autoptr (IplSweep) best = NULL;

  for (guint i = 0; i < N_ASKED; i++)
    if (g_str_equal (asked[i].widths, "4") || asked[i].score == 0.60)
      g_clear_pointer (&grid->rows[i], ipl_solution_unref);
  for (guint t = 0; t < N_TEMPERATURES; t++)
    g_clear_pointer (&grid->groups[t].lines[1].solution, ipl_solution_unref);
  best = ipl_sweep_best (grid);
  g_assert_cmpuint (best->n_rows, ==, 3);
  g_assert_true (best->rows[0] == grid->rows[8]);
  g_assert_true (best->rows[1] == grid->rows[6]);
  g_assert_true (best->rows[2] == grid->rows[3]);
  g_assert_true (best->groups[0].lines[0].solution == grid->groups[1].lines[0].solution);
  g_assert_null (best->groups[0].lines[1].solution);

  g_clear_pointer (&best, ipl_sweep_unref);
  for (guint i = 0; i < N_ASKED; i++)
    g_clear_pointer (&grid->rows[i], ipl_solution_unref);
  best = ipl_sweep_best (grid);
  g_assert_cmpuint (best->n_rows, ==, 0);
}

/* The temperature of the nearest width, by the largest of its layers on a logarithmic scale. */
TEST (test_temperature, "/sweep-best/temperature")
{
  static const struct
  {
    const char *widths;
    double temperature;
  } nearest[] = { { "1", 0.3 },     { "4", 0.3 },    { "10", 0.3 }, { "12", 3 },
                  { "1:500:1", 3 }, { "100000", 3 }, { "gp", 30 } };
  g_autoptr (IplSweep) grid = make_by_hand (FALSE);
  g_autoptr (IplSweep) best = NULL;
  IplSetting setting = grid->rows[0]->setting;

  /* Of widths "4" and "10:20:30" alone, best at 0.3 and 3, and a GP limit that is best at 30. */
  grid->rows[5]->tests[0].accuracy = 0.1;
  g_clear_pointer (&grid->rows[3], ipl_solution_unref);
  g_clear_pointer (&grid->rows[10], ipl_solution_unref);
  grid->groups[3].lines[0].solution->tests[0].accuracy = 0.99;
  best = ipl_sweep_best (grid);
  for (guint i = 0; i < G_N_ELEMENTS (nearest); i++)
    {
      g_assert_true (ipl_setting_parse_widths (&setting, nearest[i].widths, NULL));
      g_assert_cmpfloat (ipl_sweep_best_temperature (grid, best, &setting), ==,
                         nearest[i].temperature);
    }
}

/* A score that is not a number gives way to any number, wherever it stands; where there is nothing
 * else, it is there. */
static void
check_not_a_number (gboolean regression)
{
  g_autoptr (IplSweep) grid = make_by_hand (regression);
  g_autoptr (IplSweep) best = NULL;
  IplSetting gp;

  grid->rows[0]->tests[0].accuracy = NAN; /* the first of "4" */
  grid->rows[5]->tests[0].accuracy = NAN; /* the second of "10:20:30" */
  grid->rows[3]->tests[0].accuracy = NAN; /* both of "10:30:20" */
  grid->rows[10]->tests[0].accuracy = NAN;
  grid->groups[0].lines[0].solution->tests[0].accuracy = NAN;
  best = ipl_sweep_best (grid);
  g_assert_true (best->rows[0] == grid->rows[regression ? 11 : 4]);
  g_assert_true (best->rows[1] == grid->rows[regression ? 1 : 8]);
  g_assert_true (best->rows[3] == grid->rows[3]);
  g_assert_true (best->groups[0].lines[0].solution
                 == grid->groups[regression ? 2 : 1].lines[0].solution);
  gp = grid->rows[2]->setting;
  g_assert_cmpfloat (ipl_sweep_best_temperature (grid, best, &gp), ==,
                     temperatures[regression ? 2 : 1]);
}

TEST (test_not_a_number, "/sweep-best/not-a-number")
{
  check_not_a_number (FALSE);
  check_not_a_number (TRUE);
}
