/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Outputs of dependent labels, of which those with labels and those without are solved apart
 * (THEORY.md section 18.3). */
#include <cblas.h>
#include <lapacke.h>
#include <math.h>

#include "core/theory/action-descent-private.h"
#include "core/theory/label-basis.h"
#include "core/theory/solution.h"
#include "core/theory/saddle.h"
#include "support.h"
#include "theory/outputs-support.h"

/* Fewer rows than features, more of them, fewer rows than outputs, and one path. */
static const struct
{
  gsize P;
  guint L, H[2];
  gsize N0;
  guint K;
} cases[] = {
  { 12, 2, { 2, 2 }, 9, 2 },
  { 30, 2, { 2, 1 }, 5, 3 },
  { 20, 1, { 2 }, 3, 4 },
  { 40, 1, { 1 }, 3, 5 },
};

/* theta of the chain over all outputs with the U_l of a saddle point that was solved in parts. */
static void
set_assembled (const IplWishartShape *shape, const IplSetting *setting, const IplSaddle *saddle,
               const double *turn, double *theta)
{
  const IplWarmStart *parts[] = { saddle->warm_start, saddle->unlabelled->warm_start };
  g_autoptr (IplWishartChain) labelled = ipl_wishart_chain_new (&parts[0]->shape, setting, NULL);
  g_autoptr (IplWishartChain) unlabelled = ipl_wishart_chain_new (&parts[1]->shape, setting, NULL);
  g_autofree double *above = NULL;
  gsize K = shape->paths[shape->L], rank = parts[0]->shape.paths[shape->L];

  g_assert_true (ipl_wishart_chain_set_point (labelled, parts[0]->theta));
  g_assert_true (ipl_wishart_chain_set_point (unlabelled, parts[1]->theta));
  for (guint l = shape->L + 1; l-- > 0;)
    {
      gsize n = shape->paths[l], paths = n / K, inner = l < shape->L ? shape->paths[l + 1] : 1;
      g_autofree double *U = g_new (double, n *n), *one = g_new (double, n *n), *factor = NULL;
      double *A = theta + shape->offset[l];

      ipl_wishart_chain_U (labelled, l, U);
      ipl_wishart_chain_U (unlabelled, l, one);
      factor = ipl_label_basis_transform_back (paths, (guint)K, (guint)rank, turn, U, one, NULL);
      g_assert_cmpint (LAPACKE_dpotrf (LAPACK_ROW_MAJOR, 'L', (int)n, factor, (int)n), ==, 0);
      for (gsize i = 0; i < n * n; i++)
        {
          factor[i] = i % n <= i / n ? factor[i] : 0;
          A[i] = factor[i] / sqrt (setting->variances[l + 1]);
        }
      for (gsize h = 0; l < shape->L && h < n / inner; h++)
        cblas_dtrsm (CblasRowMajor, CblasLeft, CblasLower, CblasNoTrans, CblasNonUnit, (int)inner,
                     (int)n, 1, above, (int)inner, A + h * inner * n, (int)n);
      g_free (above);
      above = g_steal_pointer (&factor);
    }
}

/* What is solved in parts is a saddle point of all outputs, with the action and the U of a descent
 * over all of them. */
static void
check_parts (IplCase *the_case, guint expected)
{
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autoptr (IplWarmStart) point = NULL;
  IplSaddle start = { 0 };
  IplWishartShape shape;
  guint rank;
  IplSetting setting = test_setting (the_case, 20);

  setting.variances[1] = 1.5;
  setting.variances[setting.L + 1] = 0.7;

  g_autofree double *turn = ipl_label_basis_new (the_case, &rank, NULL);
  g_autoptr (IplSaddle) saddle = ipl_saddle_find (the_case, kernel, &setting, NULL, 0, NULL, NULL);
  g_autoptr (IplSaddle) all
      = ipl_saddle_solve_narrow (the_case, kernel, &setting, NULL, NULL, NULL, NULL);
  gsize n2 = kernel->Pi * kernel->Pi;

  g_assert_cmpuint (rank, ==, expected);
  g_assert_true (saddle->converged);
  g_assert_cmpuint (saddle->Pi, ==, kernel->Pi);
  g_assert_cmpfloat (fabs (saddle->action - all->action), <, 1e-10 * (1 + fabs (all->action)));
  g_assert_cmpfloat (fabs (saddle->energy - all->energy), <, 1e-6 * (1 + fabs (all->energy)));
  g_assert_cmpfloat (fabs (saddle->u_a - all->u_a), <, 1e-6 * all->u_a);
  test_assert_near (n2, saddle->U, all->U, 1e-6 * test_largest (n2, all->U));
  if (rank == kernel->outputs)
    {
      g_assert_null (saddle->unlabelled);
      return;
    }
  ipl_wishart_shape_init (&shape, the_case, kernel->outputs, NULL);
  start.warm_start = point = ipl_warm_start_new_at (&shape, NULL);
  set_assembled (&shape, &setting, saddle, turn, point->theta);

  g_autoptr (IplSaddle) stays
      = ipl_saddle_solve_narrow (the_case, kernel, &setting, NULL, &start, NULL, NULL);

  g_assert_cmpuint (stays->iterations, ==, 0);
  g_assert_true (stays->converged);
  test_assert_near (n2, saddle->U, stays->U, 1e-12 * test_largest (n2, stays->U));
  g_assert_cmpfloat (fabs (saddle->action - stays->action), <, 1e-12 * (1 + fabs (stays->action)));
}

/* Of each size classes, equal outputs, an output that is the sum of two, and independent ones. */
TEST (test_dependent_labels, "/dependent-labels/saddle")
{
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    for (guint kind = 0; kind < 4; kind++)
      {
        guint K = cases[i].K, rank = kind == 1 ? 1 : kind == 3 ? K : K - 1;
        g_autoptr (IplCase) the_case
            = test_case_of_outputs (cases[i].P, 3, cases[i].L, cases[i].H, cases[i].N0, K, 120 + i);

        if (kind == 0)
          test_make_classes (the_case, K);
        for (gsize m = 0; m < cases[i].P; m++)
          {
            double *y = the_case->train.y + m * K;

            for (guint k = 1; kind == 1 && k < K; k++)
              y[k] = -2 * y[0];
            if (kind == 2)
              y[K - 1] = K == 2 ? 0 : y[0] + 3 * y[1];
          }
        check_parts (the_case, rank);
      }
}

static IplSolution *
solve_at_zero (IplCase *the_case)
{
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  IplSetting setting = test_setting (the_case, 2);

  setting.temperature = 0;
  return TEST_OK (ipl_solution_solve (the_case, kernel, &setting, NULL, 1, NULL, &error));
}

/* At T = 0 and small widths U of an output without labels goes to 0, and with it mean and variance
 * of that output; those of the other are as without it. */
TEST (test_no_saddle_point, "/dependent-labels/no-saddle-point")
{
  g_autoptr (IplCase) both = test_case_of_outputs (14, 6, HEADS (2, 2), 5, 2, 103);
  g_autoptr (IplCase) one = test_case_of_outputs (14, 6, HEADS (2, 2), 5, 1, 103);

  for (gsize m = 0; m < both->train.count; m++)
    {
      one->train.y[m] = both->train.y[2 * m];
      both->train.y[2 * m + 1] = 0;
    }
  memcpy (one->train.xi, both->train.xi, 14 * 4 * 5 * sizeof (double));
  memcpy (one->tests[0].xi, both->tests[0].xi, 6 * 4 * 5 * sizeof (double));

  g_autoptr (IplSolution) of_both = solve_at_zero (both), of_one = solve_at_zero (one);

  g_assert_true (of_one->converged);
  g_assert_false (of_both->converged);
  g_assert_nonnull (of_both->message);
  for (gsize x = 0; x < both->tests[0].count; x++)
    {
      const double *mean = of_both->tests[0].mean + 2 * x, *var = of_both->tests[0].var + 4 * x;
      double other = of_one->tests[0].mean[x], other_var = of_one->tests[0].var[x];

      test_assert_close (mean[0], other, 1e-6 * (1 + fabs (other)));
      test_assert_close (var[0], other_var, 1e-6 * (1 + other_var));
      g_assert_cmpfloat (fabs (mean[1]), <, 1e-12);
      g_assert_cmpfloat (fabs (var[3]), <, 1e-4 * (1 + other_var));
    }
}
