/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Minima of the free energy of attention over numbers of examples: held to a grid where there is
 * one weight, to the free energy at what is recorded, and both branches of the copy task. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#include "attention/attention-support.h"
#include "core/attention/attention-scan-private.h"
#include "core/attention/attention-model.h"
#include "core/experiments/experiment-table.h"
#include "core/experiments/learned-attention.h"
#include "core/parameters/parameters.h"
#include "dynamics/trajectory-support.h"
#include "support.h"

static void
ignore_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  double *last = data;

  g_assert_cmpfloat (fraction, >=, *last);
  g_assert_cmpfloat (fraction, <=, 1);
  *last = fraction;
}

static IplTrajectory *
scan (const IplCase *the_case, const IplAttentionPlan *plan)
{
  double last = 0;
  IplWork work = { .threads = 2, .progress = ignore_progress, .data = &last };
  gboolean complete;
  IplTrajectory *trajectory
      = TEST_OK (ipl_attention_scan (the_case, plan, NULL, &work, &complete, &error));

  g_assert_true (complete);
  g_assert_cmpfloat (last, >, 0.99);
  return trajectory;
}

static double
free_energy (IplAttentionModel *model, const double *w)
{
  IplSaddle *saddle = NULL;
  double value;

  /* Exponential attention overflows. */
  if (!ipl_attention_free_energy (model, w, &saddle, &value, NULL, NULL, NULL))
    value = INFINITY;
  ipl_saddle_free (saddle);
  return value;
}

/* One weight: its best value is found on a grid. */
TEST (test_grid, "/attention-scan/grid")
{
  for (IplAttentionRule rule = 0; rule < IPL_N_ATTENTION_RULES; rule++)
    {
      g_autoptr (IplCase) the_case
          = test_token_case (40, 10, HEADS (1), 6, 1, 0, 1, IPL_READOUT_LAST, 5);
      g_autoptr (IplTrajectory) found = NULL;
      IplAttentionPlan plan;

      ipl_attention_plan_init (&plan, the_case);
      plan.prior = (IplAttentionPrior){ rule, 0, 4 };
      plan.n_P = 3;
      plan.P[0] = 10;
      plan.P[1] = 25;
      plan.P[2] = 40;
      found = scan (the_case, &plan);
      for (guint s = 0; s < 3; s++)
        {
          g_autoptr (IplAttentionModel) model
              = ipl_attention_model_new (the_case, plan.P[s], &plan.setting, &plan.prior, NULL);
          const double *F = ipl_trajectory_get (found, "free_energy", s);
          double lowest = INFINITY;

          for (double w = -6; w <= 6; w += 0.01)
            lowest = MIN (lowest, free_energy (model, &w));
          g_assert_cmpfloat (MIN (F[0], F[1]), <=, lowest + 1e-6);
          g_assert_cmpfloat (MIN (F[0], F[1]), >, lowest - 0.01);
        }
    }
}

/* The lower branch, and the one up where both are the same minimum. */
TEST (test_lowest, "/attention-scan/lowest")
{
  static const struct
  {
    double up, down;
    guint lowest;
  } rows[] = { { 1, 2, 0 }, { 2, 1, 1 }, { -3, -3, 0 }, { 1 + IPL_ATTENTION_SAME / 2, 1, 0 } };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      IplAttentionMinimum up = { .free_energy = rows[i].up },
                          down = { .free_energy = rows[i].down };
      const IplAttentionRow row = { .minima = { &up, &down } };

      g_assert_true (ipl_attention_row_lowest (&row) == (rows[i].lowest == 0 ? &up : &down));
    }
}

/* The tokens that a path leads to from the last one: the rows of its heads' attention, last layer
 * first. alpha: [T] */
static void
fill_slow_alpha (const IplCase *the_case, const IplLayerWeights *weights, const guint *heads,
                 const double *x, double *alpha)
{
  gsize T = the_case->T;
  g_autofree double *row = g_new (double, T), *next = g_new (double, T);

  for (gsize t = 0; t < T; t++)
    alpha[t] = t == T - 1;
  for (guint l = the_case->L; l-- > 0;)
    {
      memset (next, 0, T * sizeof *next);
      for (gsize t = 0; t < T; t++)
        {
          test_slow_attention (&weights[l], heads[l], T, the_case->N0, x, t, row);
          for (gsize s = 0; s < T; s++)
            next[s] += alpha[t] * row[s];
        }
      memcpy (alpha, next, T * sizeof *alpha);
    }
}

/* The overlap of every path with the first one of the case, path by path and sequence by sequence;
 * the largest is not always that of the first. */
TEST (test_order, "/attention-scan/order")
{
  static const guint first[] = { 0, 0 };
  guint n_others = 0;

  for (guint seed = 1; seed <= 4; seed++)
    {
      g_autoptr (IplCase) the_case
          = test_token_case (10, 7, HEADS (2, 3), 4, 3, 2, 1, IPL_READOUT_LAST, seed);
      g_autoptr (IplCase) learned
          = test_token_case (10, 7, HEADS (2, 3), 4, 3, 2, 1, IPL_READOUT_LAST, seed + 10);
      g_auto (IplAttentionOrder) order = { 0 };
      double square = 0, overlap[6] = { 0 }, largest = 0, found, own[4], path[4];

      for (gsize i = 0; i < 7; i++)
        {
          const double *x = the_case->tests[0].x + i * 4 * 3;

          fill_slow_alpha (the_case, the_case->weights, first, x, own);
          for (guint t = 0; t < 4; t++)
            square += own[t] * own[t];
          for (guint p = 0; p < 6; p++)
            {
              const guint heads[] = { p % 2, p / 2 };

              fill_slow_alpha (the_case, learned->weights, heads, x, path);
              for (guint t = 0; t < 4; t++)
                overlap[p] += path[t] * own[t];
            }
        }
      for (guint p = 0; p < 6; p++)
        largest = MAX (largest, overlap[p] / square);
      n_others += largest > overlap[0] / square;
      TEST_OK (ipl_attention_order_init (&order, the_case, &error));
      TEST_OK (ipl_attention_order_measure (&order, learned->weights, &found, &error));
      test_assert_close (found, largest, 1e-12);
    }
  g_assert_cmpuint (n_others, >, 0);
}

/* What is recorded belongs together. */
TEST (test_recorded, "/attention-scan/recorded")
{
  g_autoptr (IplCase) the_case
      = test_token_case (30, 20, HEADS (2, 1), 4, 3, 2, 1, IPL_READOUT_LAST, 9);
  g_autoptr (IplTrajectory) found = NULL;
  IplAttentionPlan plan;

  ipl_attention_plan_init (&plan, the_case);
  plan.prior = (IplAttentionPrior){ IPL_ATTENTION_SOFTMAX, 2, 0.5 };
  plan.n_P = 2;
  plan.P[0] = 12;
  plan.P[1] = 30;
  found = scan (the_case, &plan);
  g_assert_true (found->clock == IPL_CLOCK_EXAMPLES);
  for (guint s = 0; s < 2; s++)
    {
      g_autoptr (IplAttentionModel) model
          = ipl_attention_model_new (the_case, plan.P[s], &plan.setting, &plan.prior, NULL);
      const double *w = ipl_trajectory_get (found, "weights", s);
      guint lowest = (guint)*ipl_trajectory_get (found, "lowest", s);
      const double *attention = ipl_trajectory_get (found, "attention", s);
      g_autofree double *zero = g_new0 (double, model->n);

      g_assert_cmpfloat (found->time[s], ==, plan.P[s]);
      test_assert_close (free_energy (model, w),
                         ipl_trajectory_get (found, "free_energy", s)[lowest], 1e-6);
      for (guint row = 0; row < 3 * 4; row++)
        g_assert_cmpfloat (fabs (attention[row * 4] + attention[row * 4 + 1]
                                 + attention[row * 4 + 2] + attention[row * 4 + 3] - 1),
                           <, 1e-12);
      /* The line goes through w = 0 and, at the most examples, through the minimum. */
      for (guint i = 0; i < IPL_ATTENTION_LINE_POINTS; i++)
        {
          double x = ipl_trajectory_find (found, "line")->values[i];
          const double *last = ipl_trajectory_get (found, "weights", 1);
          g_autofree double *at = g_new (double, model->n);

          for (gsize k = 0; k < model->n; k++)
            at[k] = x * last[k];
          g_assert_cmpfloat (fabs (free_energy (model, at) - free_energy (model, zero)
                                   - ipl_trajectory_get (found, "line_free_energy", s)[i]),
                             <, 1e-6);
        }
    }
}

/* Stopped while it reads rows off: those that were are kept. */
static GCancellable *stop_at;

static void
stop_then (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  if (strstr (sentence, "Reading") != NULL)
    g_cancellable_cancel (stop_at);
}

static IplTrajectory *
scan_more (const IplCase *the_case, const IplAttentionPlan *plan, const IplTrajectory *before,
           GCancellable *stop, gboolean *complete)
{
  const IplWork work = { .progress = stop_then, .stop = stop };

  stop_at = stop;
  return TEST_OK (ipl_attention_scan (the_case, plan, before, &work, complete, &error));
}

/* A scan that is gone on with is one that ran through; a row of other minima is read off again. */
TEST (test_stored, "/attention-scan/kept")
{
  g_autoptr (IplCase) the_case
      = test_token_case (30, 10, HEADS (1), 4, 3, 0, 1, IPL_READOUT_LAST, 2);
  g_autoptr (GCancellable) stop = g_cancellable_new ();
  g_autoptr (IplTrajectory) found = NULL, whole = NULL, gone_on = NULL, marked = NULL;
  IplAttentionPlan plan;
  gboolean complete;

  ipl_attention_plan_init (&plan, the_case);
  plan.n_P = 3;
  plan.P[0] = 10;
  plan.P[1] = 20;
  plan.P[2] = 30;
  found = scan_more (the_case, &plan, NULL, stop, &complete);
  g_assert_false (complete);
  g_assert_true (isfinite (*ipl_trajectory_get (found, "accuracy", 0)));
  g_assert_true (isnan (*ipl_trajectory_get (found, "accuracy", 2)));
  g_assert_true (isfinite (*ipl_trajectory_get (found, "free_energy", 2)));
  g_object_unref (stop);
  stop = g_cancellable_new ();
  whole = scan_more (the_case, &plan, NULL, NULL, &complete);
  g_assert_true (complete);
  gone_on = scan_more (the_case, &plan, found, NULL, &complete);
  g_assert_true (complete);
  test_same_trajectory (whole, gone_on);
  *(double *)ipl_trajectory_get (found, "accuracy", 0) = 7;
  marked = scan_more (the_case, &plan, found, NULL, &complete);
  g_assert_cmpfloat (*ipl_trajectory_get (marked, "accuracy", 0), ==, 7);
  *(double *)ipl_trajectory_get (found, "free_energy", 0) += 1e-9;
  g_clear_pointer (&marked, ipl_trajectory_unref);
  marked = scan_more (the_case, &plan, found, NULL, &complete);
  test_same_trajectory (whole, marked);
}

static void
small_run (IplParameters *parameters)
{
  IplLearnedAttention *own;

  ipl_parameters_init (parameters, "learned-attention");
  own = ipl_parameters_edit_specific (parameters);
  own->options = g_intern_string ("n-test=10; n-tokens=5; n-features=4; noise=0; heads=previous");
  own->P = g_intern_string ("6,12,18");
}

/* The checkpoint of a run that was stopped leads to what one that ran through gives; that of
 * another run is an error where it is the user's, else replaced. */
TEST (test_checkpoint, "/attention-scan/checkpoint")
{
  g_autofree char *path = test_path ("run.npz");
  g_autoptr (GCancellable) stop = g_cancellable_new ();
  IplExperimentResult *stopped, *whole, *gone_on, *other;
  IplParameters parameters;
  IplExperimentRun how = { .work = { .threads = 1 } };

  small_run (&parameters);
  whole = TEST_OK (parameters.experiment->compute (&parameters, &how, &error));
  stop_at = stop;
  how = (IplExperimentRun){ .work = { .threads = 1, .stop = stop, .progress = stop_then },
                            .checkpoint = path };
  stopped = TEST_OK (parameters.experiment->compute (&parameters, &how, &error));
  g_assert_false (stopped->complete);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  how = (IplExperimentRun){ .work = { .threads = 1 }, .checkpoint = path };
  gone_on = TEST_OK (parameters.experiment->compute (&parameters, &how, &error));
  g_assert_true (gone_on->complete);
  test_same_trajectory (whole->trajectory, gone_on->trajectory);
  ipl_experiment_result_unref (gone_on);
  how = (IplExperimentRun){ .work = { .threads = 1 }, .before = stopped };
  gone_on = TEST_OK (parameters.experiment->compute (&parameters, &how, &error));
  test_same_trajectory (whole->trajectory, gone_on->trajectory);
  ((IplLearnedAttention *)ipl_parameters_edit_specific (&parameters))->seed = 2;
  how = (IplExperimentRun){ .work = { .threads = 1 }, .checkpoint = path };
  TEST_REFUSED (parameters.experiment->compute (&parameters, &how, &error), IPL_ERROR_VALUE);
  how.replaces_checkpoint = TRUE;
  other = TEST_OK (parameters.experiment->compute (&parameters, &how, &error));
  ipl_experiment_result_unref (other);
  ipl_experiment_result_unref (stopped);
  ipl_experiment_result_unref (whole);
  ipl_experiment_result_unref (gone_on);
}

/* Between the two deepest minima within the line; the ends are none, and nothing is known across a
 * gap. */
TEST (test_barrier, "/attention-scan/barrier")
{
  static const struct
  {
    double F[7];
    double barrier;
  } lines[] = {
    { { 0, 1, 2, 1, 2, 3, 4 }, NAN },       { { 5, 1, 4, 3, 9, 2, 5 }, 7 },
    { { 5, 2, 9, 4, 3, 1, 5 }, 7 },         { { 5, 3, 9, 1, 4, 2, 5 }, 2 },
    { { 5, 1, 5, NAN, 5, 2, 5 }, NAN },     { { 0, 3, 1, 6, 2, 4, -9 }, 4 },
    { { NAN, 1, 5, 2, NAN, NAN, NAN }, 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (lines); i++)
    {
      double barrier = ipl_attention_line_barrier (7, lines[i].F);

      g_assert_true (isnan (lines[i].barrier) ? isnan (barrier) : barrier == lines[i].barrier);
    }
}

TEST (test_refused, "/attention-scan/refused")
{
  static const char *const P[] = { "10,10", "ten" };
  static const char *const options[] = { "n-tokens", "no-such=1" };
  IplParameters parameters;
  IplLearnedAttention *own = ipl_parameters_edit_specific (&parameters);

  for (guint i = 0; i < 4; i++)
    {
      ipl_parameters_init (&parameters, "learned-attention");
      if (i < 2)
        own->P = P[i];
      else
        own->options = options[i - 2];
      TEST_REFUSED (parameters.experiment->validate (own, &error), IPL_ERROR_VALUE);
    }
}
