/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solver-support.h"

#include "core/experiments/markov-chain-experiment.h"

GPtrArray *results;

static void
update (const IplJobStatus *status, gpointer result, gpointer user_data)
{
  if (result != NULL)
    g_ptr_array_add (results, ipl_solve_result_ref (result));
}

IplJobs *
jobs_new (void)
{
  return ipl_jobs_new (NULL, &ipl_run_solve, update, NULL);
}

const IplSolveResult *
ask (IplJobs *jobs, const IplParameters *parameters)
{
  return ask_request (jobs, ipl_solve_request_new (ipl_parameters_share (parameters)));
}

const IplSolveResult *
ask_request (IplJobs *jobs, IplSolveRequest *request)
{
  gint64 end = g_get_monotonic_time () + 120 * G_USEC_PER_SEC;

  g_ptr_array_set_size (results, 0);
  ipl_jobs_submit (jobs, request);
  while (ipl_jobs_is_running (jobs) || g_main_context_pending (NULL))
    {
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (200);
      g_assert_cmpint (g_get_monotonic_time (), <, end);
    }
  g_assert_cmpuint (results->len, >, 0);
  return results->pdata[results->len - 1];
}

void
small (IplParameters *parameters)
{
  ipl_parameters_init (parameters, "hmc4");
  ipl_parameters_edit_markov_chain (parameters)->n_train = 40;
  ipl_parameters_edit_markov_chain (parameters)->n_test = 60;
  ipl_parameters_edit_markov_chain (parameters)->n_features = 20;
  ipl_parameters_edit_markov_chain (parameters)->n_tokens = 8;
}

int
run_solver_tests (void)
{
  int status;

  results = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_solve_result_unref);
  status = g_test_run ();
  ipl_jobs_wait_for_end (FALSE, -1);
  g_ptr_array_unref (results);
  return status;
}
