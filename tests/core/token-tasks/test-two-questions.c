/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two questions about one hidden Markov chain: labels and the best predictor by rules written anew,
 * and which path serves which question, beside each question asked alone. */
#include <math.h>
#include <string.h>

#include "core/base/random-stream.h"
#include "core/parameters/parameters.h"
#include "core/tasks/token-task.h"
#include "core/theory/solution.h"
#include "token-tasks/token-support.h"
#include "support.h"

/* Without noise the states are read off the tokens; a chain that always keeps its state, or never.
 */
TEST (test_labels, "/two-questions/labels")
{
  for (guint sure = 0; sure < 2; sure++)
    {
      IplParameters parameters;
      IplTokenTask *task = ipl_parameters_edit_specific (&parameters);
      guint ends[2] = { 0 };

      ipl_parameters_init (&parameters, "hmc-questions");
      task->n_train = 40;
      task->noise = 0;
      task->stay = sure ? 1 : 0.7;

      g_autoptr (IplCase) the_case = test_make_case (&parameters, TRUE);
      gsize T = the_case->T, N0 = the_case->N0;

      g_assert_cmpuint (the_case->labels.outputs, ==, 2);
      g_assert_cmpint (the_case->labels.kind, ==, IPL_LABELS_NUMBERS);
      g_assert_cmpstr (the_case->output_names[1], ==, "last state");
      for (gsize i = 0; i < 40; i++)
        {
          const double *x = the_case->train.x + i * T * N0, *y = the_case->train.y + 2 * i;
          guint changes = 0;

          g_assert_cmpfloat (y[0], ==, i < 20 ? 1 : -1);
          g_assert_cmpfloat (x[2], ==, 1); /* the beginning */
          for (gsize t = 2; t < T; t++)
            changes += x[t * N0] != x[(t - 1) * N0];
          if (sure)
            g_assert_cmpuint (changes, ==, i < 20 ? 0 : T - 2);
          g_assert_cmpfloat (y[1], ==, x[(T - 1) * N0] == 1 ? 1 : -1);
          ends[y[1] < 0]++;
        }
      g_assert_cmpuint (MIN (ends[0], ends[1]), >, 8);
    }
}

/* Bayes' rule over all sequences of states. */
static void
enumerate (const IplTokenTask *task, const double *p, double *plus)
{
  double seen[2][2] = { { 0 } }, all = 0;
  guint n = task->n_tokens;

  for (guint class = 0; class < 2; class ++)
    for (guint states = 0; states < 1u << n; states++)
      {
        double product = 1;

        for (guint t = 0; t < n; t++)
          {
            guint state = states >> t & 1;

            product *= p[(t + 1) * 3 + state];
            if (t > 0)
              product *= (state == (states >> (t - 1) & 1)) == (class == 0) ? task->stay
                                                                            : 1 - task->stay;
          }
        seen[class][states >> (n - 1) & 1] += product;
        all += product;
      }
  plus[0] = (seen[0][0] + seen[0][1]) / all;
  plus[1] = (seen[0][0] + seen[1][0]) / all;
}

TEST (test_best, "/two-questions/best")
{
  IplParameters parameters;
  IplTokenTask *task = ipl_parameters_edit_specific (&parameters);
  IplRandomStream stream;

  ipl_parameters_init (&parameters, "hmc-questions");
  task->n_tokens = 5;
  task->stay = 0.8;
  ipl_random_stream_init (&stream, 5, IPL_STREAM_TOKEN_TASK, 0);
  for (guint k = 0; k < 30; k++)
    {
      double p[6 * 3], plus[2], slow[2];

      for (guint t = 0; t < 6; t++)
        {
          double sum = 0;

          for (guint v = 0; v < 3; v++)
            sum += p[t * 3 + v] = gsl_rng_uniform (&stream.rng);
          for (guint v = 0; v < 3; v++)
            p[t * 3 + v] /= sum;
        }
      task->kind->infer_all (task, p, plus);
      enumerate (task, p, slow);
      test_assert_close (plus[0], slow[0], 1e-12);
      test_assert_close (plus[1], slow[1], 1e-12);
    }
}

/* The path that weighs most for an output. */
static gsize
find_path (const IplSolution *solution, guint K, guint output)
{
  gsize Pi = solution->the_case->Pi, n = Pi * K, best = 0;

  for (gsize p = 1; p < Pi; p++)
    if (solution->U[(p * K + output) * (n + 1)] > solution->U[(best * K + output) * (n + 1)])
      best = p;
  return best;
}

static IplSolution *
solve (IplCase *the_case)
{
  IplSetting setting = test_setting (the_case, 10);

  return test_solve (the_case, &setting);
}

/* Each question weighs most the path that it weighs most when it is asked alone, and these are two.
 */
TEST (test_paths, "/two-questions/paths")
{
  for (guint seed = 1; seed <= 3; seed++)
    {
      IplParameters parameters;
      IplTokenTask *task = ipl_parameters_edit_specific (&parameters);
      gsize chosen[2];

      ipl_parameters_init (&parameters, "hmc-questions");
      task->seed = seed;

      g_autoptr (IplCase) both = test_make_case (&parameters, FALSE);
      g_autoptr (IplSolution) together = solve (both);

      for (guint output = 0; output < 2; output++)
        {
          g_autoptr (IplCase) alone = test_make_case (&parameters, FALSE);
          IplExamples *sets[] = { &alone->train, &alone->tests[0] };

          for (guint i = 0; i < 2; i++)
            for (gsize m = 0; m < sets[i]->count; m++)
              sets[i]->y[m] = sets[i]->y[2 * m + output];
          alone->labels = (IplLabels){ IPL_LABELS_NUMBERS, 1 };

          g_autoptr (IplSolution) apart = solve (alone);

          chosen[output] = find_path (together, 2, output);
          g_assert_cmpuint (chosen[output], ==, find_path (apart, 1, 0));
        }
      g_assert_cmpstr (both->path_names[chosen[0]], ==, "kept, uniform");
      g_assert_cmpstr (both->path_names[chosen[1]], ==, "self, self");
      /* And more than the other question does. */
      for (guint k = 0; k < 2; k++)
        g_assert_cmpfloat (together->U[(chosen[k] * 2 + k) * 9], >,
                           together->U[(chosen[k] * 2 + 1 - k) * 9]);
      g_assert_cmpfloat (both->best_score, <, together->tests[0].accuracy);
    }
}

/* Mean squared error of the best predictor with a share of random labels. */
static double
best_score (double label_noise)
{
  IplParameters parameters;
  IplTokenTask *task = ipl_parameters_edit_specific (&parameters);

  ipl_parameters_init (&parameters, "hmc-questions");
  task->n_test = 4000;
  task->label_noise = label_noise;

  g_autoptr (IplCase) the_case = test_make_case (&parameters, FALSE);

  return the_case->best_score;
}

/* The variance of the first label given the sequence, 1 - (1 - q)^2 E m^2 with m = E [y | x] at
 * q = 0, grows to 1, while the second question does not change. */
TEST (test_label_noise, "/two-questions/label-noise")
{
  double none = best_score (0), half = best_score (0.5), all = best_score (1);

  g_assert_cmpfloat (all, >, none + 0.1);
  test_assert_close (half, none + 0.75 * (all - none), 0.02);
}

/* No theory does better than the best predictor by more than three standard errors. */
TEST (test_bound, "/two-questions/bound")
{
  for (guint noise = 0; noise < 3; noise++)
    {
      IplParameters parameters;
      IplTokenTask *task = ipl_parameters_edit_specific (&parameters);

      ipl_parameters_init (&parameters, "hmc-questions");
      task->n_test = 4000;
      task->label_noise = 0.5 * noise;

      g_autoptr (IplCase) the_case = test_make_case (&parameters, FALSE);
      g_autoptr (IplSolution) solution = solve (the_case);

      g_assert_cmpfloat (solution->tests[0].accuracy, >,
                         the_case->best_score - 3 * solution->tests[0].accuracy_se);
    }
}
