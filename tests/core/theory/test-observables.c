/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is read off U and the kernel, each by a slow way of its own. */
#include "core/theory/saddle.h"
#include "core/theory/solution.h"
#include <math.h>
#include <string.h>

#include "support.h"

/* The whole of y is in its components, also where these are fewer than examples: the sum of squared
 * overlaps is 1, the sum of eigenvalues the trace. */
TEST (test_overlap_sums, "/readings/overlap-sums")
{
  const guint H[] = { 2, 2 };
  const gsize N0[] = { 10, 3 };

  for (guint i = 0; i < G_N_ELEMENTS (N0); i++)
    {
      g_autoptr (IplCase) the_case = test_random_case (20, 7, 2, H, N0[i], 3);
      g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
      g_autoptr (IplSolution) solution = NULL;
      g_autofree double *K = g_new (double, 400);
      IplSetting setting;
      double squares = 0, sum = 0, trace = 0;

      ipl_setting_init_for_case (&setting, the_case, 5);
      solution = ipl_solution_solve (the_case, kernel, &setting, NULL, NULL, NULL);
      test_slow_kernel (the_case, 1, solution->U, K);
      for (gsize k = 0; k < 20; k++)
        {
          squares += solution->overlap[k] * solution->overlap[k] / solution->multiplicity[k];
          sum += solution->eigenvalues[k];
          trace += K[k * 20 + k];
        }
      g_assert_cmpfloat (solution->multiplicity[19], ==, i == 0 ? 1 : 8);
      g_assert_cmpfloat (fabs (squares - 1), <, 1e-12);
      g_assert_cmpfloat (fabs (sum - trace), <, 1e-12 * trace);
    }
}

TEST (test_head_scores, "/readings/head-scores")
{
  const guint H[] = { 2, 3 };
  double U[36], scores[5], slow[5] = { 0 }, largest = 0;
  GRand *rand = g_rand_new_with_seed (1);

  for (guint p = 0; p < 6; p++)
    for (guint q = 0; q <= p; q++)
      U[p * 6 + q] = U[q * 6 + p] = g_rand_double_range (rand, -1, 1);
  g_rand_free (rand);
  for (guint h = 0; h < 5; h++)
    {
      for (guint p = 0; p < 6; p++)
        for (guint q = 0; q < 6; q++)
          {
            gboolean through_p = h < 2 ? p / 3 == h : p % 3 == h - 2;
            gboolean through_q = h < 2 ? q / 3 == h : q % 3 == h - 2;

            if (through_p || through_q)
              slow[h] += fabs (U[p * 6 + q]);
          }
      largest = MAX (largest, slow[h]);
    }
  for (guint h = 0; h < 5; h++)
    slow[h] /= largest;
  ipl_observables_head_scores (2, H, U, scores);
  g_assert_cmpfloat (test_largest_difference (5, scores, slow), <, 1e-14);
}

TEST (test_predictor, "/readings/predictor")
{
  const guint H[] = { 3, 2 };
  g_autoptr (IplCase) the_case = test_random_case (15, 9, 2, H, 7, 5);
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  g_autoptr (IplSolution) solution = NULL, gp = NULL;
  IplSetting setting;
  double mean[9], var[9];

  test_random_setting (&setting, the_case, 8);
  solution = ipl_solution_solve (the_case, kernel, &setting, NULL, NULL, NULL);
  test_slow_predictor (the_case, &setting, solution->U, mean, var);
  g_assert_cmpfloat (test_largest_difference (9, mean, solution->tests[0].mean), <, 1e-9);
  g_assert_cmpfloat (test_largest_difference (9, var, solution->tests[0].var), <, 1e-9);

  gp = ipl_solution_gp (the_case, kernel, &setting, NULL, 0, NULL, NULL);
  test_slow_predictor (the_case, &setting, gp->U, mean, var);
  g_assert_cmpfloat (test_largest_difference (9, mean, gp->tests[0].mean), <, 1e-9);
}

/* A GP of some paths is that of the network which has only those. */
TEST (test_gp_subset, "/readings/gp-subset")
{
  const guint H[] = { 2, 2 }, one[] = { 1, 2 };
  const guint kept[] = { 2, 3 }; /* head 1 of layer 1, both of layer 2 */
  g_autoptr (IplCase) the_case = test_random_case (15, 9, 2, H, 7, 15);
  g_autoptr (IplCase) small = test_case_with_paths (the_case, 2, one, kept);
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  g_autoptr (IplKernel) small_kernel = ipl_kernel_new (small, NULL);
  g_autoptr (IplSolution) subset = NULL, whole = NULL;
  IplSetting setting;

  test_random_setting (&setting, the_case, 18);
  subset = ipl_solution_gp (the_case, kernel, &setting, kept, 2, NULL, NULL);
  whole = ipl_solution_gp (small, small_kernel, &setting, NULL, 0, NULL, NULL);
  g_assert_cmpfloat (test_largest_difference (9, subset->tests[0].mean, whole->tests[0].mean), <,
                     1e-11);
  g_assert_cmpfloat (test_largest_difference (9, subset->tests[0].var, whole->tests[0].var), <,
                     1e-11);
}

TEST (test_variants_of_U, "/readings/variants-of-U")
{
  const guint H[] = { 2, 2 };
  g_autoptr (IplCase) the_case = test_random_case (15, 40, 2, H, 7, 25);
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  g_autoptr (IplSolution) solution = NULL;
  IplSetting setting;
  double U[16], mean[40], var[40], se;

  ipl_setting_init_for_case (&setting, the_case, 3);
  solution = ipl_solution_solve (the_case, kernel, &setting, NULL, NULL, NULL);
  memset (U, 0, sizeof U);
  for (guint p = 0; p < 4; p++)
    U[p * 4 + p] = solution->U[p * 4 + p];
  test_slow_predictor (the_case, &setting, U, mean, var);
  g_assert_cmpfloat (ipl_case_measure (the_case, 0, mean, &se), ==, solution->accuracy_diagonal);
  for (guint p = 0; p < 4; p++)
    U[p * 4 + p] = solution->U[0];
  test_slow_predictor (the_case, &setting, U, mean, var);
  g_assert_cmpfloat (ipl_case_measure (the_case, 0, mean, &se), ==, solution->accuracy_levelled);
}
