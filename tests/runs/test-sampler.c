/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sampling behind the window, without one: beside the theory, interrupted, stopped, gone on with.
 */
#include "core/experiments/markov-chain-experiment.h"
#include "core/parameters/parameters.h"
#include "core/posterior/posterior-summary.h"
#include "solver-support.h"

static IplSolveRequest *
request_new (const IplParameters *parameters, const IplSamplingPlan *plan)
{
  IplSolveRequest *request = ipl_solve_request_new (ipl_parameters_share (parameters));

  request->plan = *plan;
  return request;
}

static void
plan_init (IplSamplingPlan *plan, const IplParameters *parameters, guint serial, guint draws)
{
  *plan = (IplSamplingPlan){ .serial = serial, .again = TRUE, .draws = draws };
  ipl_posterior_options_init (&plan->options);
  plan->options.chains = 2;
  plan->options.warmup = 150;
  plan->setting = parameters->current;
}

static guint
n_sampled (void)
{
  return IPL_QUANTITY_COUNT (last_result ()->posteriors);
}

static const IplPosteriorSummary *
sampled (guint i)
{
  return ipl_posterior_list_at (last_result ()->posteriors, i);
}

static void
few_widths (IplParameters *parameters, guint n)
{
  parameters->current = ipl_parameters_get_setting (parameters, 1);
  parameters->n_widths = n; /* of 10, 30, 50 */
}

/* The current width first, the theory there before the first of them, each once; then all. */
SOLVER_TEST (test_samples_arrive, "/sampler/samples-arrive")
{
  IplSamplingPlan plan;
  guint most = 0;

  few_widths (parameters, 3);
  plan_init (&plan, parameters, 5, 40);
  submit_and_wait (jobs, request_new (parameters, &plan));
  for (guint i = 0; i < results->len; i++)
    {
      const IplSolveResult *result = results->pdata[i];

      g_assert_no_error (result->error);
      g_assert_cmpuint (IPL_QUANTITY_COUNT (result->posteriors), >=, most);
      most = IPL_QUANTITY_COUNT (result->posteriors);
      if (most > 0)
        {
          g_assert_true (result->sweep_current);
          g_assert_true (ipl_setting_equal (&ipl_posterior_list_at (result->posteriors, 0)->setting,
                                            &parameters->current));
        }
      g_assert_true (result->sampled == 0 || most == 3);
    }
  g_assert_cmpuint (last_result ()->sampled, ==, 5);
  for (guint i = 0; i < 3; i++)
    {
      IplSetting setting = ipl_parameters_get_setting (parameters, i);
      const IplPosteriorSummary *posterior
          = ipl_posterior_list_find (last_result ()->posteriors, &setting);

      g_assert_nonnull (posterior);
      g_assert_cmpuint (posterior->n_draws, ==, 40);
      g_assert_cmpuint (posterior->n_chains, ==, 2);
    }
}

/* More draws go on where the chains are, without another warm-up: those there were stay the same.
 */
SOLVER_TEST (test_add_draws, "/sampler/add-draws")
{
  g_autoptr (IplSolveResult) first = NULL;
  double before[2 * 30], after[2 * 50];
  const IplPosteriorSummary *more;
  IplSamplingPlan plan;

  few_widths (parameters, 0);
  plan_init (&plan, parameters, 1, 30);
  submit_and_wait (jobs, request_new (parameters, &plan));
  first = ipl_solve_result_ref ((IplSolveResult *)last_result ());
  plan.serial = 2;
  plan.draws = 50;
  plan.again = FALSE;
  plan.options.warmup = 5000; /* of runs that are to begin, and none is */
  submit_and_wait (jobs, request_new (parameters, &plan));
  more = last_result ()->posteriors->pdata[0];
  g_assert_cmpuint (more->n_draws, ==, 50);
  g_assert_cmpuint (more->gradients, >, ipl_posterior_list_at (first->posteriors, 0)->gradients);
  /* Warming up again would have found another step size. */
  for (guint c = 0; c < 2; c++)
    g_assert_cmpfloat (more->chains[c].step_size, ==,
                       ipl_posterior_list_at (first->posteriors, 0)->chains[c].step_size);
  ipl_posterior_summary_get_draws (first->posteriors->pdata[0], 0, 0, before);
  ipl_posterior_summary_get_draws (more, 0, 0, after);
  for (guint c = 0; c < 2; c++)
    for (guint i = 0; i < 30; i++)
      g_assert_cmpfloat (before[c * 30 + i], ==, after[c * 50 + i]);
  /* Other chains are other runs. */
  plan_init (&plan, parameters, 3, 30);
  plan.options.chains = 3;
  submit_and_wait (jobs, request_new (parameters, &plan));
  g_assert_cmpuint (n_sampled (), ==, 1);
  g_assert_cmpuint (sampled (0)->n_chains, ==, 3);
  g_assert_cmpuint (sampled (0)->n_draws, ==, 30);
}

/* A stop is a request that wants no more draws: answered at once, with what has been drawn. */
SOLVER_TEST (test_draws_after_stop, "/sampler/stop-keeps-draws")
{
  IplSamplingPlan plan, nothing = { 0 };
  guint kept;

  few_widths (parameters, 0);
  plan_init (&plan, parameters, 1, IPL_MAX_DRAWS);
  ipl_jobs_submit (jobs, request_new (parameters, &plan));
  wait_until (last_result () != NULL && n_sampled () > 0);
  ipl_jobs_supersede (jobs, request_new (parameters, &nothing), 100);
  wait_idle (jobs);
  kept = sampled (0)->n_draws;
  g_test_message ("kept %u draws a chain", kept);
  g_assert_cmpuint (kept, >=, 50);
  g_assert_cmpuint (kept, <, IPL_MAX_DRAWS);
  g_assert_cmpuint (last_result ()->sampled, ==, 0);
  /* And goes on from there. */
  plan.serial = 2;
  plan.draws = kept + 10;
  submit_and_wait (jobs, request_new (parameters, &plan));
  g_assert_cmpuint (sampled (0)->n_draws, ==, kept + 10);
}

/* A width dragged while there is sampling is answered, and the sampling goes on. */
SOLVER_TEST (test_theory_during_sampling, "/sampler/theory-during-sampling")
{
  IplSamplingPlan plan;

  few_widths (parameters, 3);
  plan_init (&plan, parameters, 1, 2000);
  ipl_jobs_submit (jobs, request_new (parameters, &plan));
  wait_until (last_result () != NULL && last_result ()->sweep_current);
  for (guint i = 0; i < 3; i++)
    {
      ipl_setting_scale_widths (&parameters->current, 77);
      ipl_jobs_supersede (jobs, request_new (parameters, &plan), 100);
      wait_until (last_result () != NULL && last_result ()->current != NULL
                  && last_result ()->current->setting.N[0] == 77);
      parameters->current = ipl_parameters_get_setting (parameters, 1);
      ipl_jobs_supersede (jobs, request_new (parameters, &plan), 100);
      g_ptr_array_set_size (results, 0);
    }
  plan.draws = 60;
  ipl_jobs_supersede (jobs, request_new (parameters, &plan), 100);
  wait_until (last_result () != NULL && last_result ()->sampled != 0);
  /* 77 was only looked at, and never asked to be sampled. */
  g_assert_cmpuint (n_sampled (), ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (sampled (i)->n_draws, >=, 60);
}

/* Samples belong to case, temperature and variances; not to the width looked at. */
SOLVER_TEST (test_samples_are_dropped, "/sampler/samples-are-dropped")
{
  IplSamplingPlan plan, nothing = { 0 };
  const IplSolveResult *result;

  few_widths (parameters, 1);
  plan_init (&plan, parameters, 1, 20);
  submit_and_wait (jobs, request_new (parameters, &plan));
  g_assert_cmpuint (n_sampled (), ==, 2);
  ipl_setting_scale_widths (&parameters->current, 40);
  parameters->current.gp = TRUE;
  result = solve_and_wait (jobs, parameters);
  g_assert_cmpuint (IPL_QUANTITY_COUNT (result->posteriors), ==, 2);
  parameters->current.gp = FALSE;
  parameters->current.temperature *= 2.0;
  result = solve_and_wait (jobs, parameters);
  g_assert_cmpuint (IPL_QUANTITY_COUNT (result->posteriors), ==, 0);
  plan.setting = parameters->current;
  plan.serial = 2;
  submit_and_wait (jobs, request_new (parameters, &plan));
  g_assert_cmpuint (n_sampled (), ==, 2);
  ipl_parameters_edit_markov_chain (parameters)->seed++;
  g_ptr_array_set_size (results, 0);
  ipl_jobs_submit (jobs, request_new (parameters, &nothing));
  wait_until (last_result () != NULL && last_result ()->sweep_current);
  for (guint i = 0; i < results->len; i++)
    g_assert_cmpuint (IPL_QUANTITY_COUNT (((IplSolveResult *)results->pdata[i])->posteriors), ==,
                      0);
}

/* Only the width that is looked at. */
SOLVER_TEST (test_here, "/sampler/here")
{
  IplSamplingPlan plan;

  few_widths (parameters, 3);
  plan_init (&plan, parameters, 1, 10);
  plan.here = TRUE;
  submit_and_wait (jobs, request_new (parameters, &plan));
  g_assert_cmpuint (last_result ()->sampled, ==, 1);
  g_assert_cmpuint (n_sampled (), ==, 1);
}

/* Chains are kept in a file for each case, temperature and set of variances. */
SOLVER_TEST (test_files, "/sampler/files")
{
  g_autoptr (IplJobs) others = jobs_new ();
  g_autofree char *path = test_path ("chains");
  IplSamplingPlan plan;

  parameters->n_widths = 0;
  for (guint change = 0; change < 4; change++)
    {
      if (change == 1)
        parameters->current.temperature *= 2;
      else if (change == 2)
        parameters->current.variances[3] = 2;
      else if (change == 3)
        ipl_parameters_edit_markov_chain (parameters)->seed++;
      plan_init (&plan, parameters, change + 1, 10);
      plan.options.warmup = 20;
      plan.path = path;
      submit_and_wait (jobs, request_new (parameters, &plan));
      g_assert_no_error (last_result ()->error);
      g_assert_cmpuint (last_result ()->sampled, ==, change + 1);
    }
  g_assert_cmpuint (test_count_files (test_folder (), "*"), ==, 4);
  /* One of other chains is begun anew. */
  plan.options.chains = 3;
  plan.serial = 5;
  submit_and_wait (others, request_new (parameters, &plan));
  g_assert_no_error (last_result ()->error);
  g_assert_cmpuint (sampled (0)->n_chains, ==, 3);
}
