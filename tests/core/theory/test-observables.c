/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is read off U and the kernel, each by a slow way of its own. */
#include "core/theory/saddle.h"
#include "core/theory/solution.h"
#include <math.h>
#include <string.h>

#include "support.h"

TEST (test_head_scores, "/readings/head-scores")
{
  const guint H[] = { 2, 3 };
  double U[36], scores[5], slow[5] = { 0 }, largest = 0;
  g_autoptr (GRand) rand = g_rand_new_with_seed (1);

  for (guint p = 0; p < 6; p++)
    for (guint q = 0; q <= p; q++)
      U[p * 6 + q] = U[q * 6 + p] = g_rand_double_range (rand, -1, 1);
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
  test_assert_near (5, scores, slow, 1e-14);
}

/* A GP of some paths is that of the network which has only those. */
TEST (test_gp_subset, "/readings/gp-subset")
{
  const guint H[] = { 2, 2 }, one[] = { 1, 2 };
  const guint kept[] = { 2, 3 }; /* head 1 of layer 1, both of layer 2 */
  g_autoptr (IplCase) the_case = test_random_case (15, 9, 2, H, 7, 15);
  g_autoptr (IplCase) small = test_case_with_paths (the_case, 2, one, kept);
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autoptr (IplSolution) subset = NULL, whole = NULL;
  IplSetting setting;

  test_random_setting (&setting, the_case, 18);
  subset = ipl_solution_new (kernel, &setting, NULL, kept, 2, NULL, NULL);
  whole = test_solve_gp (small, &setting);
  test_assert_near (9, subset->tests[0].mean, whole->tests[0].mean, 1e-11);
  test_assert_near (9, subset->tests[0].var, whole->tests[0].var, 1e-11);
}
