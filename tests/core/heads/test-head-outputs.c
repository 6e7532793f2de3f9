/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heads and pruning of a case of several outputs, by slow ways. */
#include "core/heads/case-prune.h"
#include "core/heads/heads-private.h"
#include "core/heads/head-report.h"
#include "core/heads/pruning.h"
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
  IplSetting setting;

  ipl_setting_init_for_case (&setting, the_case, 20);
  setting.variances[0] = 1.3;
  setting.gp = gp;
  return test_solve (the_case, &setting);
}

/* Three classes, or two numbers. */
static Example
example_new (gboolean classes, gboolean gp)
{
  const guint H[] = { 3, 2 };
  Example self = { test_case_of_outputs (14, 12, 2, H, 4, classes ? 3 : 2, 500) };
  g_autoptr (GError) error = NULL;

  if (classes)
    test_make_classes (self.the_case, 3);
  self.kernel = ipl_kernel_new (self.the_case, &error);
  self.solution = solve (self.the_case, gp);
  self.report = ipl_head_report_new (self.the_case, self.kernel, self.solution, 0, TRUE, 1, NULL,
                                     NULL, NULL, &error);
  g_assert_no_error (error);
  return self;
}

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

/* The mean fall of what an example is worth, and its standard error. */
static void
check_drop (const Example *self, const double *without, double drop, double se)
{
  const IplExamples *test = &self->the_case->tests[0];
  const IplLabels *labels = &self->the_case->labels;
  gsize K = labels->outputs;
  double n = (double)test->count, sum = 0, squares = 0;
  gboolean classes = labels->kind == IPL_LABELS_CLASSES;

  for (gsize i = 0; i < test->count; i++)
    {
      double d = 0;

      if (classes)
        d = (ipl_labels_find_class (labels, self->solution->tests[0].mean + i * K)
             == ipl_labels_find_class (labels, test->y + i * K))
            - (ipl_labels_find_class (labels, without + i * K)
               == ipl_labels_find_class (labels, test->y + i * K));
      for (gsize k = 0; !classes && k < K; k++)
        d += (pow (without[i * K + k] - test->y[i * K + k], 2)
              - pow (self->solution->tests[0].mean[i * K + k] - test->y[i * K + k], 2))
             / (double)K;
      sum += d;
      squares += d * d;
    }
  g_assert_cmpfloat (fabs (drop - sum / n), <, 1e-6 * (1 + fabs (drop)));
  g_assert_cmpfloat (fabs (se - sqrt ((squares - sum * sum / n) / (n - 1) / n)), <,
                     1e-6 * (1 + se));
}

static void
check_drops (guint which)
{
  g_auto (Example) self = example_new (which & 1, which & 2);

  for (guint h = 0; h < 5; h++)
    {
      gboolean removed[5] = { FALSE };

      removed[h] = TRUE;

      g_autofree double *zeroed = slow_zeroed (&self, removed);
      g_autoptr (IplCase) left = ipl_case_without_heads (self.the_case, removed, NULL);
      g_autoptr (IplSolution) anew = solve (left, which & 2);

      check_drop (&self, zeroed, self.report->zeroed.drop[h], self.report->zeroed.se[h]);
      check_drop (&self, anew->tests[0].mean, self.report->resolved.drop[h],
                  self.report->resolved.se[h]);
      g_assert_cmpstr (left->output_names[1], ==, self.the_case->output_names[1]);
    }
}

TEST (test_drops, "/head-outputs/drops")
{
  for (guint which = 0; which < 4; which++)
    check_drops (which);
}

/* Half the squared error of an example with a factor before a head's output. */
static double
loss (const Example *self, const double *readout, gsize example, guint layer, guint head,
      double factor)
{
  const IplCase *the_case = self->the_case;
  gsize N0 = the_case->N0, K = the_case->labels.outputs;
  double sum = 0;

  for (gsize k = 0; k < K; k++)
    {
      double f = 0;

      for (gsize p = 0; p < the_case->Pi; p++)
        for (gsize i = 0; i < N0; i++)
          f += (ipl_case_path_head (the_case, p, layer) == head ? factor : 1)
               * readout[(k * the_case->Pi + p) * N0 + i]
               * the_case->train.xi[(example * the_case->Pi + p) * N0 + i];
      sum += pow (f - the_case->train.y[example * K + k], 2) / 2;
    }
  return sum;
}

/* By differences in the factor; the readout is that of the mean. */
TEST (test_gradient, "/head-outputs/gradient")
{
  for (guint which = 0; which < 4; which++)
    {
      g_auto (Example) self = example_new (which & 1, which & 2);
      const IplExamples *test = &self.the_case->tests[0];
      gsize D = self.the_case->Pi * self.the_case->N0, K = self.the_case->labels.outputs;
      g_autofree double *readout
          = ipl_heads_theory_readout (self.the_case, self.kernel, self.solution, NULL);
      double slow[5] = { 0 }, square[2] = { 0 };

      for (gsize x = 0; x < test->count * K; x++)
        {
          double f = 0;

          for (gsize i = 0; i < D; i++)
            f += readout[x % K * D + i] * test->xi[x / K * D + i];
          g_assert_cmpfloat (fabs (f - self.solution->tests[0].mean[x]), <, 1e-9);
        }
      for (guint h = 0; h < 5; h++)
        {
          guint layer = h < 3 ? 0 : 1, head = h < 3 ? h : h - 3;

          for (gsize m = 0; m < 14; m++)
            slow[h] += fabs (loss (&self, readout, m, layer, head, 1 + 1e-5)
                             - loss (&self, readout, m, layer, head, 1 - 1e-5));
          square[layer] += slow[h] * slow[h];
        }
      for (guint h = 0; h < 5; h++)
        g_assert_cmpfloat (fabs (self.report->gradient[h] - slow[h] / sqrt (square[h < 3 ? 0 : 1])),
                           <, 1e-6);
    }
}

/* The accuracy after each removal in the order of scores. */
TEST (test_pruning, "/head-outputs/pruning")
{
  for (guint which = 0; which < 4; which++)
    {
      g_auto (Example) self = example_new (which & 1, which & 2);
      const IplPruningOptions options = { .n_random = 2 };
      g_autoptr (IplPruning) pruning
          = ipl_pruning_run (self.report, self.solution, &options, 1, NULL, NULL, NULL, NULL);

      for (guint k = 0; k < pruning->n_points; k++)
        {
          g_autofree gboolean *removed = ipl_pruning_removed (pruning, IPL_REMOVAL_BY_SCORE, k);
          g_autofree double *mean = slow_zeroed (&self, removed);
          double se, accuracy = ipl_case_measure (self.the_case, 0, mean, &se);

          g_assert_cmpfloat (fabs (pruning->curve[IPL_REMOVAL_BY_SCORE].accuracy[k] - accuracy), <,
                             1e-7 * (1 + accuracy));
        }
    }
}
