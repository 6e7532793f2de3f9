/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heads and pruning by slow ways, of one output and of several. */
#include "core/heads/case-prune.h"
#include "core/heads/heads-private.h"
#include "core/heads/head-report.h"
#include "core/heads/pruning.h"
#include "heads/heads-support.h"
#include "support.h"
#include "theory/outputs-support.h"

#include <math.h>

typedef struct
{
  IplCase *the_case;
  IplKernel *kernel;
  IplSolution *solution;
  IplHeadReport *report;
} Example;

static IplSolution *
solve (IplCase *the_case, gboolean gp)
{
  IplSetting setting = test_setting (the_case, 20);

  setting.variances[0] = 1.3;
  setting.gp = gp;
  return test_solve (the_case, &setting);
}

/* Two numbers, three classes, one number, or signs; the theory at a width and its GP limit. */
static Example
example_new (guint which)
{
  const guint outputs[] = { 2, 3, 1, 1 };
  guint labels = which / 2;
  Example self = { test_case_of_outputs (14, 12, HEADS (3, 2), 4, outputs[labels], 500) };
  IplExamples *sets[] = { &self.the_case->train, &self.the_case->tests[0] };

  if (labels == 1)
    test_make_classes (self.the_case, 3);
  else if (labels == 3)
    self.the_case->labels.kind = IPL_LABELS_SIGNS;
  for (guint k = 0; labels == 3 && k < 2; k++)
    for (gsize m = 0; m < sets[k]->count; m++)
      sets[k]->y[m] = sets[k]->y[m] > 0 ? 1 : -1;
  self.kernel = TEST_OK (ipl_kernel_prepare (self.the_case, NULL, &error));
  self.solution = solve (self.the_case, which % 2);
  self.report = TEST_OK (ipl_head_report_new (self.the_case, self.kernel, self.solution, 0, TRUE,
                                              &(IplWork){ .threads = 2 }, &error));
  return self;
}

#define N_EXAMPLES 8

static void
example_clear (Example *self)
{
  ipl_case_unref (self->the_case);
  ipl_kernel_unref (self->kernel);
  ipl_solution_unref (self->solution);
  ipl_head_report_unref (self->report);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Example, example_clear)

/* The means with the rows and columns of U zeroed whose path uses one of the heads. */
static double *
slow_zeroed (const Example *self, const gboolean *removed)
{
  const IplCase *the_case = self->the_case;
  gsize K = the_case->labels.outputs, n = the_case->Pi * K;
  g_autofree double *U = g_memdup2 (self->solution->U, n * n * sizeof *U);
  double *mean = g_new (double, the_case->tests[0].count * K);

  for (gsize i = 0; i < n; i++)
    for (gsize j = 0; j < n; j++)
      for (guint h = 0; h < 5; h++)
        {
          guint layer = h < 3 ? 0 : 1, head = h < 3 ? h : h - 3;

          if (removed[h]
              && (ipl_case_path_head (the_case, i / K, layer) == head
                  || ipl_case_path_head (the_case, j / K, layer) == head))
            U[i * n + j] = 0;
        }
  test_slow_predictor (the_case, &self->solution->setting, U, &the_case->tests[0], mean, NULL);
  return mean;
}

static int
is_right (const IplLabels *labels, const double *mean, const double *y)
{
  if (labels->kind == IPL_LABELS_SIGNS)
    return mean[0] * y[0] > 0;
  return ipl_labels_find_class (labels, mean) == ipl_labels_find_class (labels, y);
}

/* The mean fall of what an example is worth, and its standard error. */
static void
check_drop (const Example *self, const double *without, double drop, double se)
{
  const IplExamples *test = &self->the_case->tests[0];
  const IplLabels *labels = &self->the_case->labels;
  gsize K = labels->outputs;
  double n = (double)test->count, sum = 0, squares = 0;
  gboolean numbers = labels->kind == IPL_LABELS_NUMBERS;
  const double *mean = self->solution->tests[0].mean;

  for (gsize i = 0; i < test->count; i++)
    {
      double d = 0;

      if (!numbers)
        d = is_right (labels, mean + i * K, test->y + i * K)
            - is_right (labels, without + i * K, test->y + i * K);
      for (gsize k = 0; numbers && k < K; k++)
        d += (pow (without[i * K + k] - test->y[i * K + k], 2)
              - pow (mean[i * K + k] - test->y[i * K + k], 2))
             / (double)K;
      sum += d;
      squares += d * d;
    }
  test_assert_close (drop, sum / n, 1e-6 * (1 + fabs (drop)));
  test_assert_close (se, sqrt ((squares - sum * sum / n) / (n - 1) / n), 1e-6 * (1 + se));
}

static void
check_drops (guint which)
{
  g_auto (Example) self = example_new (which);

  for (guint h = 0; h < 5; h++)
    {
      gboolean removed[5] = { FALSE };

      removed[h] = TRUE;

      g_autofree double *zeroed = slow_zeroed (&self, removed);
      g_autoptr (IplCase) left = ipl_case_without_heads (self.the_case, removed, NULL);
      g_autoptr (IplSolution) anew = solve (left, which % 2);

      check_drop (&self, zeroed, self.report->zeroed.drop[h], self.report->zeroed.se[h]);
      check_drop (&self, anew->tests[0].mean, self.report->resolved.drop[h],
                  self.report->resolved.se[h]);
      if (self.the_case->labels.outputs > 1)
        g_assert_cmpstr (left->output_names[1], ==, self.the_case->output_names[1]);
    }
}

TEST (test_drops, "/head-outputs/drops")
{
  for (guint which = 0; which < N_EXAMPLES; which++)
    check_drops (which);
}

/* By differences in the factors of heads; the readout is that of the mean. */
TEST (test_gradient, "/head-outputs/gradient")
{
  const double ones[] = { 1, 1, 1, 1, 1 };

  for (guint which = 0; which < N_EXAMPLES; which++)
    {
      g_auto (Example) self = example_new (which);
      const IplExamples *test = &self.the_case->tests[0];
      gsize D = self.the_case->Pi * self.the_case->N0, K = self.the_case->labels.outputs;
      g_autofree double *readout
          = ipl_heads_theory_readout (self.the_case, self.kernel, self.solution, NULL);
      double slow[5];

      for (gsize x = 0; x < test->count * K; x++)
        g_assert_cmpfloat (
            fabs (heads_masked (self.the_case, readout, x % K, ones, test->xi + x / K * D)
                  - self.solution->tests[0].mean[x]),
            <, 1e-9);
      heads_slow_gradient (self.the_case, readout, slow);
      test_assert_near (5, self.report->gradient, slow, 1e-6);
    }
}

/* The accuracy after each removal, in every order. */
TEST (test_pruning, "/head-outputs/pruning")
{
  for (guint which = 0; which < N_EXAMPLES; which++)
    {
      g_auto (Example) self = example_new (which);
      const IplPruningOptions options = { .n_random = 2 };
      g_autoptr (IplPruning) pruning
          = ipl_pruning_run (self.report, self.solution, &options, NULL, NULL);

      for (guint n = 0; n < pruning->n_points * IPL_N_REMOVAL_ORDERS; n++)
        {
          IplRemovalOrder o = n % IPL_N_REMOVAL_ORDERS;
          guint k = n / IPL_N_REMOVAL_ORDERS;
          g_autofree gboolean *removed = NULL;
          g_autofree double *mean = NULL;
          double se, accuracy;

          if (o == IPL_REMOVAL_BY_ENTROPY) /* which nobody has computed */
            continue;
          removed = ipl_pruning_removed (pruning, o, k);
          mean = slow_zeroed (&self, removed);
          accuracy = ipl_case_measure (self.the_case, 0, mean, &se);
          g_assert_cmpfloat (fabs (pruning->curve[o].accuracy[k] - accuracy), <,
                             1e-7 * (1 + accuracy));
        }
    }
}
