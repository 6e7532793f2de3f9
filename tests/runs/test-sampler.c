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

static const IplSolveResult *
last_result (void)
{
  return results->len > 0 ? results->pdata[results->len - 1] : NULL;
}

typedef gboolean (*Condition) (const IplSolveResult *result);

static gboolean
wait_until (IplJobs *jobs, Condition condition)
{
  gint64 end = g_get_monotonic_time () + 120 * G_USEC_PER_SEC;

  while (last_result () == NULL || !condition (last_result ()))
    {
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (200);
      g_assert_cmpint (g_get_monotonic_time (), <, end);
      if (!ipl_jobs_is_running (jobs) && !g_main_context_pending (NULL)
          && (last_result () == NULL || !condition (last_result ())))
        return FALSE;
    }
  return TRUE;
}

static gboolean
is_over (const IplSolveResult *result)
{
  return result->sampled != 0;
}

static gboolean
has_samples (const IplSolveResult *result)
{
  return IPL_QUANTITY_COUNT (result->posteriors) > 0;
}

static gboolean
is_swept (const IplSolveResult *result)
{
  return result->sweep_current;
}

static gboolean
is_at_77 (const IplSolveResult *result)
{
  return result->current != NULL && result->current->setting.N[0] == 77;
}

static void
few_widths (IplParameters *parameters)
{
  small (parameters);
  parameters->n_widths = 3; /* 10, 30, 50 */
  parameters->current = ipl_parameters_get_setting (parameters, 1);
}

/* The current width first, the theory there before the first of them, each once; then all. */
static void
test_samples_arrive (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();
  IplParameters parameters;
  IplSamplingPlan plan;
  guint most = 0;

  few_widths (&parameters);
  plan_init (&plan, &parameters, 5, 40);
  g_ptr_array_set_size (results, 0);
  ipl_jobs_submit (jobs, request_new (&parameters, &plan));
  g_assert_true (wait_until (jobs, is_over));
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
                                            &parameters.current));
        }
      g_assert_true (result->sampled == 0 || most == 3);
    }
  g_assert_cmpuint (last_result ()->sampled, ==, 5);
  for (guint i = 0; i < 3; i++)
    {
      IplSetting setting = ipl_parameters_get_setting (&parameters, i);
      const IplPosteriorSummary *posterior
          = ipl_posterior_list_find (last_result ()->posteriors, &setting);

      g_assert_nonnull (posterior);
      g_assert_cmpuint (posterior->n_draws, ==, 40);
      g_assert_cmpuint (posterior->n_chains, ==, 2);
    }
}

/* More draws go on where the chains are, without another warm-up: those there were stay the same.
 */
static void
test_add_draws (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();
  g_autoptr (IplSolveResult) first = NULL;
  g_autofree double *before = NULL;
  g_autofree double *after = NULL;
  const IplPosteriorSummary *more;
  IplParameters parameters;
  IplSamplingPlan plan;

  few_widths (&parameters);
  parameters.n_widths = 0;
  plan_init (&plan, &parameters, 1, 30);
  g_ptr_array_set_size (results, 0);
  ipl_jobs_submit (jobs, request_new (&parameters, &plan));
  g_assert_true (wait_until (jobs, is_over));
  first = ipl_solve_result_ref ((IplSolveResult *)last_result ());
  g_ptr_array_set_size (results, 0);
  plan.serial = 2;
  plan.draws = 50;
  plan.again = FALSE;
  plan.options.warmup = 5000; /* of runs that are to begin, and none is */
  ipl_jobs_submit (jobs, request_new (&parameters, &plan));
  g_assert_true (wait_until (jobs, is_over));
  more = last_result ()->posteriors->pdata[0];
  g_assert_cmpuint (more->n_draws, ==, 50);
  g_assert_cmpuint (more->gradients, >, ipl_posterior_list_at (first->posteriors, 0)->gradients);
  /* Warming up again would have found another step size. */
  for (guint c = 0; c < 2; c++)
    g_assert_cmpfloat (more->chains[c].step_size, ==,
                       ipl_posterior_list_at (first->posteriors, 0)->chains[c].step_size);
  before = g_new (double, 2 * 30);
  after = g_new (double, 2 * 50);
  ipl_posterior_summary_get_draws (first->posteriors->pdata[0], 0, 0, before);
  ipl_posterior_summary_get_draws (more, 0, 0, after);
  for (guint c = 0; c < 2; c++)
    for (guint i = 0; i < 30; i++)
      g_assert_cmpfloat (before[c * 30 + i], ==, after[c * 50 + i]);
  /* Other chains are other runs. */
  g_ptr_array_set_size (results, 0);
  plan_init (&plan, &parameters, 3, 30);
  plan.options.chains = 3;
  ipl_jobs_submit (jobs, request_new (&parameters, &plan));
  g_assert_true (wait_until (jobs, is_over));
  g_assert_cmpuint (IPL_QUANTITY_COUNT (last_result ()->posteriors), ==, 1);
  g_assert_cmpuint (ipl_posterior_list_at (last_result ()->posteriors, 0)->n_chains, ==, 3);
  g_assert_cmpuint (ipl_posterior_list_at (last_result ()->posteriors, 0)->n_draws, ==, 30);
}

/* A stop is a request that wants no more draws: answered at once, with what has been drawn. */
static void
test_stop_keeps_draws (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();
  IplParameters parameters;
  IplSamplingPlan plan, nothing = { 0 };
  guint kept;

  few_widths (&parameters);
  parameters.n_widths = 0;
  plan_init (&plan, &parameters, 1, IPL_MAX_DRAWS);
  g_ptr_array_set_size (results, 0);
  ipl_jobs_submit (jobs, request_new (&parameters, &plan));
  g_assert_true (wait_until (jobs, has_samples));
  ipl_jobs_supersede (jobs, request_new (&parameters, &nothing), 100);
  while (ipl_jobs_is_running (jobs) || g_main_context_pending (NULL))
    g_main_context_iteration (NULL, FALSE);
  kept = ipl_posterior_list_at (last_result ()->posteriors, 0)->n_draws;
  g_test_message ("kept %u draws a chain", kept);
  g_assert_cmpuint (kept, >=, 50);
  g_assert_cmpuint (kept, <, IPL_MAX_DRAWS);
  g_assert_cmpuint (last_result ()->sampled, ==, 0);
  /* And goes on from there. */
  plan.serial = 2;
  plan.draws = kept + 10;
  g_ptr_array_set_size (results, 0);
  ipl_jobs_submit (jobs, request_new (&parameters, &plan));
  g_assert_true (wait_until (jobs, is_over));
  g_assert_cmpuint (ipl_posterior_list_at (last_result ()->posteriors, 0)->n_draws, ==, kept + 10);
}

/* A width dragged while there is sampling is answered, and the sampling goes on. */
static void
test_theory_during_sampling (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();
  IplParameters parameters;
  IplSamplingPlan plan;

  few_widths (&parameters);
  plan_init (&plan, &parameters, 1, 2000);
  g_ptr_array_set_size (results, 0);
  ipl_jobs_submit (jobs, request_new (&parameters, &plan));
  g_assert_true (wait_until (jobs, is_swept));
  for (guint i = 0; i < 3; i++)
    {
      ipl_setting_scale_widths (&parameters.current, 77);
      ipl_jobs_supersede (jobs, request_new (&parameters, &plan), 100);
      g_assert_true (wait_until (jobs, is_at_77));
      parameters.current = ipl_parameters_get_setting (&parameters, 1);
      ipl_jobs_supersede (jobs, request_new (&parameters, &plan), 100);
      g_ptr_array_set_size (results, 0);
    }
  plan.draws = 60;
  ipl_jobs_supersede (jobs, request_new (&parameters, &plan), 100);
  g_assert_true (wait_until (jobs, is_over));
  /* 77 was only looked at, and never asked to be sampled. */
  g_assert_cmpuint (IPL_QUANTITY_COUNT (last_result ()->posteriors), ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpuint (ipl_posterior_list_at (last_result ()->posteriors, i)->n_draws, >=, 60);
}

/* Samples belong to case, temperature and variances; not to the width looked at. */
static void
test_samples_are_dropped (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();
  IplSamplingPlan plan, nothing = { 0 };
  IplParameters parameters;
  const IplSolveResult *result;

  few_widths (&parameters);
  parameters.n_widths = 1;
  plan_init (&plan, &parameters, 1, 20);
  g_ptr_array_set_size (results, 0);
  ipl_jobs_submit (jobs, request_new (&parameters, &plan));
  g_assert_true (wait_until (jobs, is_over));
  g_assert_cmpuint (IPL_QUANTITY_COUNT (last_result ()->posteriors), ==, 2);
  ipl_setting_scale_widths (&parameters.current, 40);
  parameters.current.gp = TRUE;
  result = ask (jobs, &parameters);
  g_assert_cmpuint (IPL_QUANTITY_COUNT (result->posteriors), ==, 2);
  parameters.current.gp = FALSE;
  parameters.current.temperature *= 2.0;
  result = ask (jobs, &parameters);
  g_assert_cmpuint (IPL_QUANTITY_COUNT (result->posteriors), ==, 0);
  plan.setting = parameters.current;
  plan.serial = 2;
  g_ptr_array_set_size (results, 0);
  ipl_jobs_submit (jobs, request_new (&parameters, &plan));
  g_assert_true (wait_until (jobs, is_over));
  g_assert_cmpuint (IPL_QUANTITY_COUNT (last_result ()->posteriors), ==, 2);
  ipl_parameters_edit_markov_chain (&parameters)->seed++;
  g_ptr_array_set_size (results, 0);
  ipl_jobs_submit (jobs, request_new (&parameters, &nothing));
  g_assert_true (wait_until (jobs, is_swept));
  for (guint i = 0; i < results->len; i++)
    g_assert_cmpuint (IPL_QUANTITY_COUNT (((IplSolveResult *)results->pdata[i])->posteriors), ==,
                      0);
}

/* Only the width that is looked at. */
static void
test_here (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();
  IplParameters parameters;
  IplSamplingPlan plan;

  few_widths (&parameters);
  plan_init (&plan, &parameters, 1, 10);
  plan.here = TRUE;
  ask_request (jobs, request_new (&parameters, &plan));
  g_assert_cmpuint (last_result ()->sampled, ==, 1);
  g_assert_cmpuint (IPL_QUANTITY_COUNT (last_result ()->posteriors), ==, 1);
}

/* Chains are kept in a file for each case, temperature and set of variances. */
static void
test_files (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();
  g_autofree char *folder = g_dir_make_tmp ("sampler-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "chains", NULL), *command = NULL;
  g_autoptr (GDir) dir = NULL;
  IplParameters parameters;
  IplSamplingPlan plan;
  guint n = 0;

  small (&parameters);
  parameters.n_widths = 0;
  for (guint change = 0; change < 4; change++)
    {
      if (change == 1)
        parameters.current.temperature *= 2;
      else if (change == 2)
        parameters.current.variances[3] = 2;
      else if (change == 3)
        ipl_parameters_edit_markov_chain (&parameters)->seed++;
      plan_init (&plan, &parameters, change + 1, 10);
      plan.options.warmup = 20;
      plan.keep = path;
      ask_request (jobs, request_new (&parameters, &plan));
      g_assert_no_error (last_result ()->error);
      g_assert_cmpuint (last_result ()->sampled, ==, change + 1);
    }
  dir = g_dir_open (folder, 0, NULL);
  while (g_dir_read_name (dir) != NULL)
    n++;
  g_assert_cmpuint (n, ==, 4);
  /* One of other chains is begun anew. */
  ipl_jobs_free (jobs);
  jobs = jobs_new ();
  plan.options.chains = 3;
  plan.serial = 5;
  ask_request (jobs, request_new (&parameters, &plan));
  g_assert_no_error (last_result ()->error);
  g_assert_cmpuint (ipl_posterior_list_at (last_result ()->posteriors, 0)->n_chains, ==, 3);
  command = g_strdup_printf ("rm -rf '%s'", folder);
  g_assert_cmpint (system (command), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/sampler/samples-arrive", test_samples_arrive);
  g_test_add_func ("/sampler/add-draws", test_add_draws);
  g_test_add_func ("/sampler/stop-keeps-draws", test_stop_keeps_draws);
  g_test_add_func ("/sampler/theory-during-sampling", test_theory_during_sampling);
  g_test_add_func ("/sampler/samples-are-dropped", test_samples_are_dropped);
  g_test_add_func ("/sampler/here", test_here);
  g_test_add_func ("/sampler/files", test_files);
  return run_solver_tests ();
}
