/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What heads are worth, against slow ways of finding it out. */
#include "core/heads/head-report.h"
#include <math.h>
#include <string.h>

#include "core/heads/heads-private.h"
#include "heads/heads-support.h"
#include "sentences.h"
#include "support.h"

static IplSolution *
solve (IplCase *the_case, IplKernel *kernel, guint width)
{
  IplSetting setting = test_setting (the_case, width);

  setting.variances[0] = 1.3;
  return TEST_OK (ipl_solution_solve (the_case, kernel, &setting, NULL, 1, NULL, &error));
}

static IplHeadReport *
report_of (IplCase *the_case, guint width, gboolean resolve, guint threads)
{
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autoptr (IplSolution) solution = solve (the_case, kernel, width);

  return TEST_OK (ipl_head_report_new (the_case, kernel, solution, 0, resolve,
                                       &(IplWork){ .threads = threads }, &error));
}

/* Leaving out paths and rescaling is the network's own forward pass without the heads. */
TEST (test_identity, "/head-report/identity")
{
  static const IplTrainedShape shapes[] = {
    { 3, { 3, 1, 2 }, 4, { 6, 5, 4, 7 }, 5, 6, IPL_READOUT_MEAN, 1 },
    { 2, { 4, 3 }, 3, { 16, 16, 16 }, 8, 12, IPL_READOUT_LAST, 1 },
    { 1, { 5 }, 2, { 9, 9 }, 4, 7, IPL_READOUT_FIRST, 1 },
    { 2, { 4, 3 }, 3, { 8, 8, 8 }, 5, 6, IPL_READOUT_MEAN, 3 },
  };
  const gboolean removed[][7] = {
    { FALSE },
    { TRUE },
    { FALSE, TRUE },
    { TRUE, FALSE, TRUE },
    { TRUE, TRUE, FALSE, FALSE, FALSE },
  };

  for (gsize s = 0; s < G_N_ELEMENTS (shapes); s++)
    {
      g_autoptr (HeadsExample) example = heads_example_new (&shapes[s], 4, 40, (guint32)s + 1);
      IplCase *the_case = example->the_case;
      g_autofree double *shares = ipl_heads_trained_shares (the_case, 0, NULL);
      gsize n = 40 * shapes[s].outputs;
      g_autofree double *f = g_new (double, n * G_N_ELEMENTS (removed));
      const gboolean *sets[G_N_ELEMENTS (removed)];

      for (gsize k = 0; k < G_N_ELEMENTS (removed); k++)
        sets[k] = removed[k];
      ipl_heads_trained_outputs (the_case, 0, shares, G_N_ELEMENTS (removed), sets, f, NULL);
      for (gsize k = 0; k < G_N_ELEMENTS (removed); k++)
        {
          g_autoptr (IplTrainedNetwork) left
              = ipl_trained_network_prune (example->network, removed[k], NULL);
          g_autofree float *own = g_new (float, n);
          double scale = 0;

          ipl_trained_network_predict (left, 40, example->test_x, own, 1, NULL, NULL);
          for (gsize i = 0; i < n; i++)
            scale = MAX (scale, fabs ((double)own[i]));
          /* Single precision, in sums of up to a hundred terms that partly cancel. */
          for (gsize i = 0; i < n; i++)
            test_assert_close (f[i * G_N_ELEMENTS (removed) + k], (double)own[i],
                               100 * FLT_EPSILON * (1 + scale));
        }
    }
}

/* The network's drops one by one, with the variance of paired differences by its definition. */
static void
check_trained (const IplTrainedShape *shape)
{
  g_autoptr (HeadsExample) example = heads_example_new (shape, 20, 200, 3);
  g_autoptr (IplHeadReport) report = report_of (example->the_case, 12, FALSE, 1);
  const gboolean none[6] = { FALSE };
  double all = heads_slow_accuracy (example, none);

  g_assert_cmpuint (report->n_heads, ==, 6);
  g_assert_cmpfloat (report->trained.accuracy, ==, all);
  for (guint h = 0; h < 6; h++)
    {
      gboolean removed[6] = { FALSE };

      removed[h] = TRUE;
      g_assert_cmpuint (report->layer[h], ==, h < 3 ? 0 : h < 4 ? 1 : 2);
      g_assert_cmpuint (report->head[h], ==, h < 3 ? h : h < 4 ? 0 : h - 4);
      if (h == 3) /* the only one of its layer */
        {
          g_assert_true (isnan (report->trained.drop[h]) && isnan (report->trained.se[h]));
          g_assert_true (isnan (report->zeroed.drop[h]));
          continue;
        }
      g_assert_cmpfloat (
          fabs (report->trained.drop[h] - (all - heads_slow_accuracy (example, removed))), <,
          1e-14);
      g_assert_cmpfloat (report->trained.se[h], >, 0);
    }
  /* Rising scores. */
  for (guint i = 1; i < 6; i++)
    g_assert_cmpfloat (report->score[report->order[i - 1]], <=, report->score[report->order[i]]);
  g_assert_cmpuint (report->n_resolved, ==, 0);
  g_assert_true (isnan (report->resolved.drop[0]));
}

TEST (test_trained, "/head-report/trained")
{
  check_trained (&heads_shape);
  check_trained (&heads_classes);
}

static void
assert_same_drops (const IplHeadDrops *a, const IplHeadDrops *b, guint n)
{
  test_assert_same (n, a->drop, b->drop);
  test_assert_same (n, a->se, b->se);
  g_assert_cmpmem (&a->correlation, sizeof a->correlation, &b->correlation, sizeof b->correlation);
}

TEST (test_threads, "/head-report/threads")
{
  g_autoptr (HeadsExample) example = heads_example_new (&heads_shape, 20, 60, 9);
  g_autoptr (IplHeadReport) one = report_of (example->the_case, 10, TRUE, 1);
  g_autoptr (IplHeadReport) three = report_of (example->the_case, 10, TRUE, 3);

  g_assert_cmpuint (one->n_resolved, ==, 6);
  g_assert_cmpuint (three->n_resolved, ==, 6);
  assert_same_drops (&one->trained, &three->trained, 6);
  assert_same_drops (&one->zeroed, &three->zeroed, 6);
  assert_same_drops (&one->resolved, &three->resolved, 6);
}

typedef struct
{
  IplHeadReport *last;
  double fraction;
  guint calls;
  guint stop_at; /* heads solved anew */
  GCancellable *cancellable;
} Watch;

static void
watch (gconstpointer so_far, double fraction, gpointer data)
{
  const IplHeadReport *report = so_far;
  Watch *self = data;

  g_assert_cmpfloat (fraction, >=, self->fraction);
  g_assert_cmpfloat (fraction, <=, 1);
  self->fraction = fraction;
  self->calls++;
  g_clear_pointer (&self->last, ipl_head_report_unref);
  self->last = ipl_head_report_ref ((IplHeadReport *)report);
  if (self->stop_at > 0 && report->n_resolved >= self->stop_at)
    g_cancellable_cancel (self->cancellable);
}

static guint
count_finite (const double *values, guint n)
{
  guint count = 0;

  for (guint i = 0; i < n; i++)
    count += !isnan (values[i]);
  return count;
}

TEST (test_cancel, "/head-report/cancel")
{
  g_autoptr (HeadsExample) example = heads_example_new (&heads_shape, 20, 60, 10);
  IplCase *the_case = example->the_case;
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autoptr (IplSolution) solution = solve (the_case, kernel, 10);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (IplHeadReport) report = NULL, whole = NULL;
  Watch through = { .cancellable = cancellable };
  Watch cut = { .stop_at = 2, .cancellable = cancellable };

  whole = TEST_OK (ipl_head_report_new (
      the_case, kernel, solution, 0, TRUE,
      &(IplWork){ .threads = 2, .cancellable = cancellable, .show = watch, .data = &through },
      &error));
  g_assert_cmpfloat (through.fraction, ==, 1);
  g_assert_cmpuint (through.calls, ==, 1 + 5 + 5);
  assert_same_drops (&through.last->resolved, &whole->resolved, 6);

  TEST_CANCELLED (ipl_head_report_new (
      the_case, kernel, solution, 0, TRUE,
      &(IplWork){ .cancellable = cancellable, .show = watch, .data = &cut }, &error));
  /* What was there is there: all of the first two predictors, and the heads solved so far. */
  assert_same_drops (&cut.last->trained, &whole->trained, 6);
  assert_same_drops (&cut.last->zeroed, &whole->zeroed, 6);
  g_assert_cmpuint (count_finite (cut.last->resolved.drop, 6), ==, 2);
  for (guint h = 0; h < 6; h++)
    if (!isnan (cut.last->resolved.drop[h]))
      g_assert_cmpfloat (cut.last->resolved.drop[h], ==, whole->resolved.drop[h]);
  ipl_head_report_unref (through.last);
  ipl_head_report_unref (cut.last);
}

/* At temperature 0 the whole kernel may be regular and one without a head not. */
TEST (test_singular, "/head-report/singular")
{
  g_autoptr (IplCase) the_case = test_random_case (8, 20, HEADS (2), 5, 2);
  g_autoptr (IplHeadReport) report = NULL;

  the_case->temperature = 0;
  report = report_of (the_case, 8, TRUE, 1);
  g_assert_false (isnan (report->zeroed.accuracy));
  g_assert_cmpuint (count_finite (report->zeroed.drop, 2), ==, 0);
  g_assert_cmpuint (count_finite (report->resolved.drop, 2), ==, 0);
  g_assert_cmpuint (report->n_resolved, ==, 2);
  g_assert_nonnull (strstr (report->message, "layer 1 head 1"));
}

/* Pairs of examples that are next to the same but for their labels, and next to no temperature: no
 * solver gets there in double precision. What it reached is kept, and counted. */
TEST (test_doubtful, "/head-report/doubtful")
{
  g_autoptr (IplCase) the_case = test_random_case (24, 20, HEADS (2, 2), 20, 5);
  g_autoptr (IplHeadReport) report = NULL;
  gsize D = 80;

  for (gsize m = 1; m < 24; m += 2)
    for (gsize i = 0; i < D; i++)
      {
        double *xi = the_case->train.xi + m * D + i;

        *xi = xi[-(gssize)D] + 1e-4 * *xi;
      }
  the_case->temperature = 1e-9;
  report = report_of (the_case, 8, TRUE, 1);
  g_assert_cmpuint (count_finite (report->resolved.drop, 4), ==, 4);
  g_assert_cmpuint (report->n_doubtful, >, 0);
  g_assert_nonnull (strstr (report->message, SENTENCE_NOT_CONVERGED));

  g_clear_pointer (&report, ipl_head_report_unref);
  the_case->temperature = 0.1;
  report = report_of (the_case, 8, TRUE, 1);
  g_assert_cmpuint (report->n_doubtful, ==, 0);
  g_assert_null (report->message);
}
