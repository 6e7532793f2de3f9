/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The predictor with parts of U: by the letter of THEORY.md sections 3 and 5, and by identities. */
#include "core/theory/solution.h"
#include <math.h>

#include "support.h"

static IplSolution *
solve (IplCase *the_case, guint N)
{
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  g_autoptr (GError) error = NULL;
  IplSetting setting;
  IplSolution *solution;

  ipl_setting_init_for_case (&setting, the_case, N);
  solution = ipl_solution_solve (the_case, kernel, &setting, NULL, NULL, &error);
  g_assert_no_error (error);
  return solution;
}

/* U levelled to u is the GP limit at the temperature T g/u, where g is the GP's own U: both have
 * the kernel K up to a factor, which the temperature takes over. */
static void
test_levelled_is_gp (void)
{
  const guint H[] = { 2, 3 };
  g_autoptr (IplCase) the_case = test_random_case (20, 200, 2, H, 5, 11);
  g_autoptr (IplKernel) kernel = ipl_kernel_new (the_case, NULL);
  g_autoptr (IplSolution) solution = solve (the_case, 4);
  g_autoptr (IplSolution) gp = NULL;
  IplSetting setting = solution->setting;

  gp = ipl_solution_gp (the_case, kernel, &setting, NULL, 0, NULL, NULL);
  setting.temperature *= gp->U[0] / solution->U[0];
  g_clear_pointer (&gp, ipl_solution_unref);
  gp = ipl_solution_gp (the_case, kernel, &setting, NULL, 0, NULL, NULL);
  g_assert_cmpfloat (solution->accuracy_levelled, ==, gp->tests[0].accuracy);
  g_assert_cmpfloat (gp->accuracy_levelled, ==, gp->tests[0].accuracy);
  g_assert_cmpfloat (gp->accuracy_diagonal, ==, gp->tests[0].accuracy);
}

/* One path has nothing off the diagonal and nothing to be levelled; so it is with one example. */
static void
test_one_path (void)
{
  const guint H[] = { 1 };
  const gsize P[] = { 1, 15 };

  for (guint i = 0; i < G_N_ELEMENTS (P); i++)
    {
      g_autoptr (IplCase) the_case = test_random_case (P[i], 50, 1, H, 7, 5);
      g_autoptr (IplSolution) solution = solve (the_case, 3);

      g_assert_cmpfloat (solution->accuracy_diagonal, ==, solution->tests[0].accuracy);
      g_assert_cmpfloat (solution->accuracy_levelled, ==, solution->tests[0].accuracy);
    }
}

/* On the authors' data set the diagonal alone gives nearly all of the accuracy at N = 10. */
static void
test_reference (void)
{
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplNpz) answers = NULL;
  g_autoptr (IplSolution) solution = NULL;

  test_load_reference ("hmc", &the_case, &answers);
  solution = solve (the_case, 10);
  g_assert_cmpfloat (solution->tests[0].accuracy, ==, ipl_npz_lookup (answers, "acc_0")->values[0]);
  g_test_message ("%g of %g", solution->accuracy_diagonal, solution->tests[0].accuracy);
  g_assert_cmpfloat (fabs (solution->accuracy_diagonal - 0.960), <, 1e-9);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/parts-of-u/levelled-is-gp", test_levelled_is_gp);
  g_test_add_func ("/parts-of-u/one-path", test_one_path);
  g_test_add_func ("/parts-of-u/reference", test_reference);
  return g_test_run ();
}
