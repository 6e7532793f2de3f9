/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solver behind the window, without one: a request costs only what it changes. */
#include <string.h>

#include "core/base/error.h"
#include "core/experiments/case-file-experiment.h"
#include "core/experiments/markov-chain-experiment.h"
#include "core/parameters/parameters.h"
#include "core/posterior/posterior-summary.h"
#include "solver-support.h"

SOLVER_TEST (test_only_what_changed, "/solver/only-what-changed")
{
  g_autoptr (IplSolveResult) first = NULL;
  const IplSolveResult *next;

  first = ipl_solve_result_ref ((IplSolveResult *)solve_and_wait (jobs, parameters));
  g_assert_no_error (first->error);
  g_assert_true (first->sweep_current);
  g_assert_cmpuint (first->sweep->n_rows, ==, parameters->n_widths);
  /* What is looked at first was delivered no later than the sweep. */
  for (guint i = 0; i < results->len; i++)
    {
      next = results->pdata[i];
      g_assert_true (next->sweep == NULL || next->current != NULL);
    }
  /* Another width: the case, the GP limit and the sweep are the very same. */
  ipl_setting_scale_widths (&parameters->current, 77);
  next = solve_and_wait (jobs, parameters);
  g_assert_true (next->the_case == first->the_case);
  g_assert_true (next->gp == first->gp);
  g_assert_true (next->sweep == first->sweep);
  g_assert_cmpuint (next->current->setting.N[0], ==, 77);
  /* A width of the sweep is not solved twice. */
  ipl_setting_scale_widths (&parameters->current, 100);
  next = solve_and_wait (jobs, parameters);
  g_assert_true (next->current == first->sweep->rows[3]);
  /* Another temperature: the same case, everything else anew. */
  parameters->current.temperature = 0.3;
  next = solve_and_wait (jobs, parameters);
  g_assert_true (next->the_case == first->the_case);
  g_assert_true (next->sweep != first->sweep);
  for (guint i = 0; i < next->sweep->n_rows; i++)
    g_assert_cmpfloat (next->sweep->rows[i]->setting.temperature, ==, 0.3);
  /* Another seed: another case. */
  ipl_parameters_edit_markov_chain (parameters)->seed++;
  next = solve_and_wait (jobs, parameters);
  g_assert_true (next->the_case != first->the_case);
}

/* The numbers must not depend on the way to them: widths in parts, or from another start. */
SOLVER_TEST (test_path_independent, "/solver/path-independent")
{
  g_autoptr (IplSolveResult) first = NULL;
  const IplSolveResult *next;
  gsize n;

  first = ipl_solve_result_ref ((IplSolveResult *)solve_and_wait (jobs, parameters));
  parameters->current.gp = TRUE;
  solve_and_wait (jobs, parameters);
  parameters->current.gp = FALSE;
  parameters->n_widths = 1;
  ipl_setting_scale_widths (&parameters->current, 31);
  solve_and_wait (jobs, parameters);
  ipl_setting_scale_widths (&parameters->current, 30);
  parameters->widths[0] = parameters->widths[6];
  next = solve_and_wait (jobs, parameters);
  n = next->the_case->Pi * next->the_case->Pi;
  /* Both are within 1e-8 of the saddle point in the gradient, whose curvature in the authors'
   * scaling is of order one here. */
  for (gsize i = 0; i < n; i++)
    g_assert_cmpfloat_with_epsilon (next->current->U[i], first->sweep->rows[1]->U[i],
                                    1e-5 * first->sweep->rows[1]->U[0]);
}

/* At narrow widths what one start gives is told first, then the lowest of several, once; more
 * components than were known are read off anew. */
SOLVER_TEST (test_searched, "/solver/searched")
{
  const IplSolveResult *last;
  gboolean searched = FALSE, first = FALSE;

  parameters->n_widths = 0;
  ipl_setting_scale_widths (&parameters->current, 2);
  last = solve_and_wait (jobs, parameters);
  g_assert_no_error (last->error);
  for (guint i = 0; i < results->len; i++)
    {
      const IplSolution *current = ((const IplSolveResult *)results->pdata[i])->current;

      if (current == NULL)
        continue;
      first = first || current->starts == 1;
      g_assert_true (first && (current->starts > 1 || !searched));
      searched = searched || current->starts > 1;
    }
  g_assert_cmpuint (last->current->starts, >, 1);

  g_autoptr (IplSolution) kept = ipl_solution_ref ((IplSolution *)last->current);

  parameters->display.n_components = 20;
  last = solve_and_wait (jobs, parameters);
  g_assert_true (last->current == kept);
  ipl_setting_scale_widths (&parameters->current, 30);
  last = solve_and_wait (jobs, parameters);
  g_assert_cmpuint (last->current->starts, ==, 1);
}

/* More components than are known are read off anew, fewer are not. */
SOLVER_TEST (test_components, "/solver/components")
{
  const IplSolveResult *last;

  ipl_parameters_edit_markov_chain (parameters)->n_train = 450;
  ipl_parameters_edit_markov_chain (parameters)->n_features = 200;
  parameters->n_widths = 0;
  last = solve_and_wait (jobs, parameters);
  g_assert_cmpuint (last->current->n_components, >=, 50);
  g_assert_cmpuint (last->current->n_components, <, 100);
  parameters->display.n_components = 100;
  last = solve_and_wait (jobs, parameters);
  g_assert_cmpuint (last->current->n_components, >=, 100);
  g_assert_cmpuint (last->gp->n_components, >=, 100);

  g_autoptr (IplSolution) kept = ipl_solution_ref ((IplSolution *)last->current);

  parameters->display.n_components = 30;
  last = solve_and_wait (jobs, parameters);
  g_assert_true (last->current == kept);
  /* So have rows of a sweep. */
  parameters->n_widths = 2;
  parameters->display.n_components = 120;
  last = solve_and_wait (jobs, parameters);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpuint (last->sweep->rows[i]->n_components, >=, 120);
}

static void
assert_same_solution (const IplCase *the_case, const IplSolution *a, const IplSolution *b)
{
  gsize Pi = the_case->Pi, n = a->tests[0].count * sizeof (double);

  g_assert_cmpuint (a->n_tests, ==, b->n_tests);
  g_assert_cmpuint (a->tests[0].count, ==, b->tests[0].count);
  g_assert_cmpmem (a->U, Pi * Pi * sizeof (double), b->U, Pi * Pi * sizeof (double));
  g_assert_cmpmem (a->tests[0].mean, n, b->tests[0].mean, n);
  g_assert_cmpmem (a->tests[0].var, n, b->tests[0].var, n);
  g_assert_cmpmem (a->overlap, a->P * sizeof (double), b->overlap, b->P * sizeof (double));
  g_assert_cmpmem (&a->action, sizeof a->action, &b->action, sizeof b->action);
  g_assert_true (a->tests[0].accuracy == b->tests[0].accuracy);
}

/* The window's answer is the command line's, to the last bit: what it tells width by width, on as
 * many threads as there are, and what a sweep gives on one. */
static void
assert_same_as_sweep (const IplSolveResult *result)
{
  const IplSweep *shown = result->sweep;
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (result->the_case, NULL, NULL);
  g_autofree IplSetting *settings = g_new (IplSetting, shown->n_rows);
  g_autoptr (IplSweep) sweep = NULL;

  for (guint i = 0; i < shown->n_rows; i++)
    settings[i] = shown->rows[i]->setting;
  sweep = ipl_sweep_run (kernel, shown->n_rows, settings, NULL, NULL, NULL, NULL);
  for (guint i = 0; i < shown->n_rows; i++)
    assert_same_solution (result->the_case, shown->rows[i], sweep->rows[i]);
}

SOLVER_TEST (test_same_as_sweep, "/solver/same-as-sweep")
{
  const IplSolveResult *last;

  /* More widths than continue from each other on so many examples. */
  ipl_parameters_init (parameters, "hmc4");
  ipl_parameters_edit_markov_chain (parameters)->n_train = 450;
  ipl_parameters_edit_markov_chain (parameters)->n_test = 60;
  last = solve_and_wait (jobs, parameters);
  g_assert_no_error (last->error);
  g_test_message ("one solve %.0f ms, %u answers", last->current->solve_seconds * 1e3,
                  results->len);
  assert_same_as_sweep (last);
}

/* Slow enough to be told width by width. */
SOLVER_TEST (test_parts, "/solver/parts")
{
  const IplSolveResult *last;
  guint most = 0, partial = 0;

  slow (parameters);
  last = solve_and_wait (jobs, parameters);
  g_assert_no_error (last->error);
  g_assert_true (last->sweep_current);
  for (guint i = 0; i < last->sweep->n_rows; i++)
    g_assert_nonnull (last->sweep->rows[i]);
  g_assert_cmpuint (last->sweep->n_groups, ==, 1);
  /* Rows only ever come. */
  for (guint i = 0; i < results->len; i++)
    {
      const IplSolveResult *result = results->pdata[i];
      guint solved = 0;

      for (guint k = 0; result->sweep != NULL && k < result->sweep->n_rows; k++)
        solved += result->sweep->rows[k] != NULL;
      g_assert_cmpuint (solved, >=, most);
      most = solved;
      partial += result->sweep != NULL && solved < result->sweep->n_rows;
    }
  g_test_message ("%u partial sweeps shown, one solve %.0f ms", partial,
                  last->current->solve_seconds * 1e3);
  if (last->current->solve_seconds > 0.1)
    g_assert_cmpuint (partial, >, 1);
  assert_same_as_sweep (last);
}

SOLVER_TEST (test_errors, "/solver/errors")
{
  const IplSolveResult *result;
  IplParameters wrong;

  solve_and_wait (jobs, parameters);
  ipl_parameters_init (&wrong, "file");
  ipl_parameters_set_file (&wrong, "/nowhere/at/all.npz");
  result = solve_and_wait (jobs, &wrong);
  g_assert_nonnull (result->error);
  g_assert_nonnull (strstr (result->error->message, "all.npz"));
  g_assert_false (result->new_case);
  /* More examples than the kernel has features, and no temperature. */
  ipl_parameters_edit_markov_chain (parameters)->n_train = 600;
  ipl_parameters_edit_markov_chain (parameters)->n_features = 2;
  ipl_parameters_edit_markov_chain (parameters)->n_tokens = 2;
  parameters->current.temperature = 0.0;
  result = solve_and_wait (jobs, parameters);
  g_assert_nonnull (result->error);
  g_test_message ("said: %s", result->error->message);
  /* And goes on from there. */
  parameters->current.temperature = 0.01;
  result = solve_and_wait (jobs, parameters);
  g_assert_no_error (result->error);
  g_assert_true (result->sweep_current);
}

/* An experiment that makes no case: its result is computed, kept while nothing of it changes, and
 * gives way to a case and back. */
static guint computed;

static IplExperimentResult *compute (const IplParameters *parameters, const IplExperimentRun *run,
                                     GError **error);

static const IplExperiment counting = { .id = "counting",
                                        .title = "Counting",
                                        .built_in = TRUE,
                                        .progress = "Counting",
                                        .compute = compute };

static IplExperimentResult *
compute (const IplParameters *parameters, const IplExperimentRun *run, GError **error)
{
  computed++;
  ipl_work_progress (&run->work, 0.5, -1.0, NULL);
  return ipl_experiment_result_new (&counting, GUINT_TO_POINTER (computed), NULL);
}

SOLVER_TEST (test_experiment_result, "/solver/own-result")
{
  g_autoptr (GError) error = NULL;
  const IplSolveResult *last;
  IplParameters own = *parameters;

  own.experiment = &counting;
  last = solve_and_wait (jobs, &own);
  g_assert_no_error (last->error);
  g_assert_null (last->the_case);
  g_assert_true (last->dynamics->experiment == &counting);
  g_assert_cmpuint (GPOINTER_TO_UINT (last->dynamics->data), ==, 1);
  last = solve_and_wait (jobs, &own);
  g_assert_cmpuint (GPOINTER_TO_UINT (last->dynamics->data), ==, 1);
  last = solve_and_wait (jobs, parameters);
  g_assert_nonnull (last->the_case);
  g_assert_nonnull (last->sweep);
  g_assert_null (last->dynamics);
  last = solve_and_wait (jobs, &own);
  g_assert_null (last->the_case);
  g_assert_null (last->sweep);
  g_assert_cmpuint (GPOINTER_TO_UINT (last->dynamics->data), ==, 2);
  g_assert_null (ipl_parameters_make_case (&own, FALSE, 1, NULL, &error));
  g_assert_error (error, IPL_ERROR, IPL_ERROR_VALUE);
}

static void
cancel_within (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  if (sentence != NULL && g_str_has_prefix (sentence, "Solving 3 of "))
    g_cancellable_cancel (data);
}

/* A sweep that is stopped before its end is not taken for complete, though the theory is solved at
 * its last width. */
SOLVER_TEST (test_stopped_within, "/solver/stopped-within")
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (IplSolveRequest) request = NULL;
  g_autoptr (IplSolveResult) result = NULL;

  parameters->n_widths = 4;
  for (guint i = 0; i < 4; i++)
    for (guint l = 0; l <= parameters->current.L; l++)
      parameters->widths[i].N[l] = 100 - 25 * i;
  parameters->n_temperatures = 2;
  parameters->temperatures[0] = 0.1;
  parameters->temperatures[1] = 0.2;
  parameters->current = ipl_parameters_get_setting (parameters, 3);
  parameters->current.temperature = 0.1;
  request = ipl_solve_request_new (ipl_parameters_share (parameters));
  result = ipl_run_now (&ipl_run_solve, NULL, request, cancellable, cancel_within, cancellable);
  g_assert_true (g_cancellable_is_cancelled (cancellable));
  g_assert_nonnull (result);
  g_assert_no_error (result->error);
  g_assert_nonnull (result->current);
  g_assert_false (result->sweep_current);
}

/* A slider of the task: first answers for few test sequences, said so; then the whole, which is
 * what a solver that has seen nothing before finds, to the last bit. */
SOLVER_TEST (test_quickly, "/solver/quickly")
{
  g_autoptr (IplJobs) fresh_jobs = jobs_new ();
  g_autoptr (IplSolveResult) last = NULL;
  const IplSolveResult *fresh;
  guint n_first = 0;

  ipl_parameters_edit_markov_chain (parameters)->n_test = 1500;
  solve_and_wait (jobs, parameters);
  g_ptr_array_set_size (results, 0);
  for (guint move = 0; move < 30; move++)
    {
      IplMarkovChain *chain = ipl_parameters_edit_markov_chain (parameters);
      IplSolveRequest *request;

      if (move % 3 == 0)
        chain->stay_plus -= 0.01;
      else if (move % 3 == 1)
        chain->noise_perpendicular += 0.1;
      else
        chain->beta -= 0.2;
      request = ipl_solve_request_new (ipl_parameters_share (parameters));
      request->quickly = TRUE;
      ipl_jobs_supersede (jobs, request, 60000);
      for (guint i = 0; i < 16; i++)
        {
          g_main_context_iteration (NULL, FALSE);
          g_usleep (1000);
        }
    }
  wait_idle (jobs);
  for (guint i = 0; i < results->len; i++)
    {
      const IplSolveResult *result = results->pdata[i];

      g_assert_no_error (result->error);
      g_assert_true (result->the_case != NULL && result->current != NULL);
      g_assert_cmpuint (ipl_parameters_get_markov_chain (result->parameters)->n_test, ==, 1500);
      if (result->few_tests == 0)
        {
          g_assert_cmpuint (result->the_case->tests[0].count, ==, 1500);
          continue;
        }
      n_first++;
      g_assert_cmpuint (result->few_tests, <=, 100 + 2 * 57);
      g_assert_cmpuint (result->few_tests, ==, result->the_case->tests[0].count);
      g_assert_cmpuint (result->few_tests, ==, result->current->tests[0].count);
      g_assert_cmpuint (result->all_tests, ==, 1500);
      g_assert_false (result->sweep_current);
      g_assert_cmpuint (IPL_QUANTITY_COUNT (result->posteriors), ==, 0);
    }
  g_test_message ("%u first answers to 30 moves", n_first);
  g_assert_cmpuint (n_first, >=, 1);
  last = ipl_solve_result_ref ((IplSolveResult *)last_result ());
  g_assert_cmpuint (last->few_tests, ==, 0);
  g_assert_true (last->sweep_current);
  fresh = solve_and_wait (fresh_jobs, parameters);
  g_assert_cmpmem (last->the_case->tests[0].xi,
                   1500 * last->the_case->Pi * last->the_case->N0 * sizeof (double),
                   fresh->the_case->tests[0].xi,
                   1500 * fresh->the_case->Pi * fresh->the_case->N0 * sizeof (double));
  g_assert_cmpmem (last->the_case->train.xi,
                   40 * last->the_case->Pi * last->the_case->N0 * sizeof (double),
                   fresh->the_case->train.xi,
                   40 * fresh->the_case->Pi * fresh->the_case->N0 * sizeof (double));
  assert_same_solution (last->the_case, last->current, fresh->current);
  assert_same_solution (last->the_case, last->gp, fresh->gp);
  g_assert_cmpuint (last->sweep->n_rows, ==, fresh->sweep->n_rows);
  for (guint i = 0; i < last->sweep->n_rows; i++)
    assert_same_solution (last->the_case, last->sweep->rows[i], fresh->sweep->rows[i]);
}
