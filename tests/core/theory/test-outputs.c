/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The theory over several outputs, against its formulas by the letter and an independent program
 * (THEORY.md section 18). */
#include <math.h>
#include <string.h>

#include "core/theory/class-probability.h"
#include "core/kernel/kernel-private.h"
#include "core/theory/solution.h"
#include "support.h"
#include "theory/outputs-support.h"

/* Fewer rows than features, more of them, features that are dependent, and one output. */
static const struct
{
  gsize P;
  guint L, H[2];
  gsize N0;
  guint K;
} sizes[] = {
  { 7, 1, { 3 }, 4, 2 },  { 30, 2, { 2, 1 }, 5, 3 }, { 12, 2, { 2, 2 }, 9, 2 },
  { 20, 1, { 2 }, 3, 4 }, { 15, 2, { 3, 2 }, 7, 1 },
};

/* An independent program's numbers. */
TEST (test_reference, "/outputs/reference")
{
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplNpz) answers = NULL;

  test_load_reference ("outputs2", &the_case, &answers);
  g_assert_cmpuint (the_case->labels.outputs, ==, 2);
  g_assert_cmpstr (the_case->output_names[1], ==, "output 2");

  IplSetting setting = test_setting (the_case, 8);

  g_autoptr (IplSolution) solution = test_solve (the_case, &setting);
  const double *U = ipl_npz_lookup (answers, "U")->values;

  test_assert_near (64, solution->U, U, 1e-5 * test_largest (64, U));
  g_assert_cmpfloat (fabs (solution->action - ipl_npz_lookup (answers, "action")->values[0]), <,
                     1e-10);
  test_assert_near (18, solution->tests[0].mean, ipl_npz_lookup (answers, "mean_test")->values,
                    1e-5);
}

/* Means and covariances by the letter, at the solution's U. */
static void
check_predictions (const IplCase *the_case, const IplSolution *solution)
{
  const IplExamples *test = &the_case->tests[0];
  gsize n = test->count * the_case->labels.outputs, n2 = n * the_case->labels.outputs;
  const IplPrediction *prediction = &solution->tests[0];
  g_autofree double *mean = g_new (double, n), *covariance = g_new (double, n2);

  test_slow_predictor (the_case, &solution->setting, solution->U, test, mean, covariance);
  test_assert_near (n, prediction->mean, mean, 1e-8 * (1 + test_largest (n, mean)));
  test_assert_near (n2, prediction->var, covariance, 1e-9 * (1 + test_largest (n2, covariance)));
}

TEST (test_predictions, "/outputs/predictions")
{
  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    for (guint classes = 0; classes < 2; classes++)
      {
        g_autoptr (IplCase) the_case = test_case_of_outputs (sizes[i].P, 5, sizes[i].L, sizes[i].H,
                                                             sizes[i].N0, sizes[i].K, 60 + i);

        if (classes && sizes[i].K > 2)
          test_make_classes (the_case, sizes[i].K);
        IplSetting setting = test_setting (the_case, 30);

        g_autoptr (IplSolution) solution = test_solve (the_case, &setting);
        g_autoptr (IplSolution) gp = test_solve_gp (the_case, &setting);
        g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);

        check_predictions (the_case, solution);
        check_predictions (the_case, gp);
        /* From features, where pairs with the test set are not held. */
        ipl_kernel_free_tests (kernel);

        g_autoptr (IplSolution) slower
            = ipl_solution_solve (the_case, kernel, &setting, NULL, 1, NULL, NULL);

        check_predictions (the_case, slower);
      }
}

TEST (test_rotation, "/outputs/rotation")
{
  /* A rotation about no axis of the outputs. */
  const double Q[]
      = { 2.0 / 3, -1.0 / 3, 2.0 / 3, 2.0 / 3, 2.0 / 3, -1.0 / 3, -1.0 / 3, 2.0 / 3, 2.0 / 3 };

  for (guint dependent = 0; dependent < 2; dependent++)
    {
      g_autoptr (IplCase) a = test_case_of_outputs (15, 4, HEADS (2, 2), 5, 3, 80);
      g_autoptr (IplCase) b = test_case_of_outputs (15, 4, HEADS (2, 2), 5, 3, 80);

      if (dependent)
        for (gsize m = 0; m < 15; m++)
          a->train.y[m * 3 + 2] = b->train.y[m * 3 + 2] = a->train.y[m * 3] - a->train.y[m * 3 + 1];
      test_rotate_labels (b->train.y, 15, 3, Q);
      IplSetting setting = test_setting (a, 40);

      g_autoptr (IplSolution) one = test_solve (a, &setting);
      g_autoptr (IplSolution) other = test_solve (b, &setting);
      g_autofree double *U = test_rotate_matrix (4, 3, Q, one->U);
      g_autofree double *means = g_memdup2 (one->tests[0].mean, 12 * sizeof (double));

      g_assert_cmpfloat (fabs (one->action - other->action), <, 1e-10);
      test_assert_near (144, U, other->U, 1e-6);
      test_rotate_labels (means, 4, 3, Q);
      test_assert_near (12, means, other->tests[0].mean, 1e-6);
      for (gsize x = 0; x < 4; x++)
        {
          g_autofree double *covariance = test_rotate_matrix (1, 3, Q, one->tests[0].var + 9 * x);

          test_assert_near (9, covariance, other->tests[0].var + 9 * x, 1e-6);
        }
    }
}

/* K equal outputs are one output of labels times the root of K, beside K - 1 without labels. */
TEST (test_equal_outputs, "/outputs/equal-outputs")
{
  enum
  {
    K = 3
  };
  g_autoptr (IplCase) all = test_case_of_outputs (15, 4, HEADS (2, 2), 5, K, 90);
  g_autoptr (IplCase) one = test_case_of_outputs (15, 4, HEADS (2, 2), 5, 1, 90);
  g_autoptr (IplCase) none = test_case_of_outputs (15, 4, HEADS (2, 2), 5, 1, 90);

  for (gsize m = 0; m < 15; m++)
    {
      one->train.y[m] = sqrt (K) * all->train.y[K * m];
      all->train.y[K * m + 1] = all->train.y[K * m + 2] = all->train.y[K * m];
      none->train.y[m] = 0;
    }
  IplSetting setting = test_setting (one, 20);

  g_autoptr (IplSolution) a = test_solve (all, &setting);
  g_autoptr (IplSolution) b = test_solve (one, &setting);
  g_autoptr (IplSolution) c = test_solve (none, &setting);

  g_assert_cmpfloat (fabs (a->action - b->action - (K - 1) * c->action), <, 1e-10);
  g_assert_cmpfloat (fabs (a->u_a - (b->u_a + (K - 1) * c->u_a) / K), <, 1e-8);
  for (gsize i = 0; i < 4 * K; i++)
    for (gsize j = 0; j < 4 * K; j++)
      {
        gsize at = i / K * 4 + j / K;
        double expected = (b->U[at] - c->U[at]) / K + (i % K == j % K ? c->U[at] : 0);

        g_assert_cmpfloat (fabs (a->U[i * 4 * K + j] - expected), <, 1e-8);
      }
  for (gsize x = 0; x < 4; x++)
    for (gsize k = 0; k < K; k++)
      g_assert_cmpfloat (fabs (a->tests[0].mean[K * x + k] - b->tests[0].mean[x] / sqrt (K)), <,
                         1e-8);
}

/* At large widths each output is a Gaussian process of its own. */
TEST (test_large_width, "/outputs/large-width")
{
  const guint K = 3;
  g_autoptr (IplCase) all = test_case_of_outputs (15, 6, HEADS (2, 2), 5, K, 95);
  IplSetting setting = test_setting (all, 100000000);

  g_autoptr (IplSolution) wide = test_solve (all, &setting);
  g_autoptr (IplSolution) gp = test_solve_gp (all, &setting);

  g_assert_cmpfloat (fabs (wide->u_a - setting.variances[3]), <, 1e-5);
  for (guint k = 0; k < K; k++)
    {
      g_autoptr (IplCase) one = test_case_of_outputs (15, 6, HEADS (2, 2), 5, 1, 95);

      for (gsize m = 0; m < 15; m++)
        one->train.y[m] = all->train.y[m * K + k];

      g_autoptr (IplSolution) process = test_solve_gp (one, &setting);

      for (gsize x = 0; x < 6; x++)
        {
          const double *mean = process->tests[0].mean, *var = process->tests[0].var;

          g_assert_cmpfloat (fabs (gp->tests[0].mean[x * K + k] - mean[x]), <, 1e-10);
          g_assert_cmpfloat (fabs (wide->tests[0].mean[x * K + k] - mean[x]), <, 1e-5);
          for (guint l = 0; l < K; l++)
            {
              double expected = k == l ? var[x] : 0;

              g_assert_cmpfloat (fabs (gp->tests[0].var[(x * K + k) * K + l] - expected), <, 1e-10);
              g_assert_cmpfloat (fabs (wide->tests[0].var[(x * K + k) * K + l] - expected), <,
                                 1e-5);
            }
        }
    }
}

static void
check_finite (const IplSolution *solution)
{
  const IplPrediction *prediction = &solution->tests[0];
  gsize n = prediction->count * prediction->outputs;

  for (gsize i = 0; i < n; i++)
    g_assert_true (isfinite (prediction->mean[i]));
  for (gsize i = 0; i < n * prediction->outputs; i++)
    g_assert_true (isfinite (prediction->var[i]));
  g_assert_true (isfinite (solution->action));
}

TEST (test_edges, "/outputs/edges")
{
  /* More outputs than examples. */
  g_autoptr (IplCase) many = test_case_of_outputs (4, 3, HEADS (2, 2), 5, 7, 100);

  IplSetting setting = test_setting (many, 20);

  g_autoptr (IplSolution) of_many = test_solve (many, &setting);

  check_finite (of_many);
  check_predictions (many, of_many);

  /* A class without examples, and a readout narrower than there are outputs. */
  g_autoptr (IplCase) missing = test_case_of_outputs (14, 6, HEADS (2, 2), 5, 4, 101);

  test_make_classes (missing, 2);
  setting.N[2] = 2;

  g_autoptr (IplSolution) of_missing = test_solve (missing, &setting);

  check_finite (of_missing);
  for (gsize x = 0; x < 6; x++)
    {
      const double *p = of_missing->tests[0].probability + 4 * x;

      g_assert_cmpfloat (fabs (p[0] + p[1] + p[2] + p[3] - 1), <, 1e-12);
    }

  /* A constant output, of 0 and of another number. */
  for (guint value = 0; value < 2; value++)
    {
      g_autoptr (IplCase) constant = test_case_of_outputs (14, 6, HEADS (2, 2), 5, 2, 102);

      for (gsize m = 0; m < 14; m++)
        constant->train.y[2 * m + 1] = value;

      g_autoptr (IplSolution) solution = test_solve (constant, &setting);

      check_predictions (constant, solution);
      if (value == 0)
        for (gsize x = 0; x < 6; x++)
          g_assert_cmpfloat (fabs (solution->tests[0].mean[2 * x + 1]), <, 1e-12);
    }
}

/* For independent numbers: the density of one times what the others are below it. */
static double
slow_probability (guint K, const double *mean, const double *variance, guint k)
{
  double s = sqrt (variance[k]), sum = 0;

  for (double t = -8; t <= 30; t += 0.01)
    {
      double y = mean[k] + s * t, below = 1;

      for (guint l = 0; l < K; l++)
        if (l != k)
          below *= 0.5 * erfc (-(y - mean[l]) / sqrt (2 * variance[l]));
      sum += 0.01 * exp (-t * t / 2) / sqrt (2 * G_PI) * below;
    }
  return sum;
}

/* Independent numbers and one that they have in common, which changes nothing. */
TEST (test_probability, "/outputs/probability")
{
  const double mean[] = { 0.3, -0.2, 0.1, 0.5, -0.1, 0.4, -3, 0.2, -0.4, 3 };
  const double variance[] = { 0.6, 0.9, 0.4, 0.3, 0.7, 0.2, 0.15, 0.5, 0.3, 0.2 };

  for (guint K = 3; K <= G_N_ELEMENTS (mean); K++)
    for (double common = 0; common <= 2; common += 1)
      {
        double covariance[100], probability[10], sum = 0;

        for (guint i = 0; i < K; i++)
          for (guint j = 0; j < K; j++)
            covariance[i * K + j] = common + (i == j ? variance[i] - 0.1 : 0);
        g_assert_true (ipl_class_probabilities (1, K, mean, covariance, 0.1, probability, NULL));
        for (guint k = 0; k < K; k++)
          {
            double slow = slow_probability (K, mean, variance, k);

            test_assert_close (probability[k], slow, K == 3 ? 1e-6 : 0.003);
            g_assert_cmpfloat (fabs (log (probability[k] / slow)), <, 0.3);
            sum += probability[k];
          }
        test_assert_close (sum, 1, 1e-12);
      }
}
