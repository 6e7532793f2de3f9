/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "solver-support.h"

#include "core/experiments/markov-chain-experiment.h"
#include "jobs-running.h"

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

/* hmc4 with few examples of few tokens. */
static void
small (IplParameters *parameters)
{
  ipl_parameters_init (parameters, "hmc4");
  ipl_parameters_edit_markov_chain (parameters)->n_train = 40;
  ipl_parameters_edit_markov_chain (parameters)->n_test = 60;
  ipl_parameters_edit_markov_chain (parameters)->n_features = 20;
  ipl_parameters_edit_markov_chain (parameters)->n_tokens = 8;
}

void
run_solver_test (gconstpointer test)
{
  g_autoptr (IplJobs) jobs = jobs_new ();
  IplParameters parameters;

  small (&parameters);
  g_ptr_array_set_size (results, 0);
  ((void (*) (IplJobs *, IplParameters *))test) (jobs, &parameters);
}

const IplSolveResult *
solve_and_wait (IplJobs *jobs, const IplParameters *parameters)
{
  return submit_and_wait (jobs, ipl_solve_request_new (ipl_parameters_share (parameters)));
}

const IplSolveResult *
submit_and_wait (IplJobs *jobs, IplSolveRequest *request)
{
  g_ptr_array_set_size (results, 0);
  ipl_jobs_submit (jobs, request);
  wait_idle (jobs);
  g_assert_nonnull (last_result ());
  return last_result ();
}

const IplSolveResult *
last_result (void)
{
  return results->len > 0 ? results->pdata[results->len - 1] : NULL;
}

void
wait_idle (IplJobs *jobs)
{
  wait_until (!jobs_running (jobs) && !g_main_context_pending (NULL));
}

/* A solution with 64 paths takes a tenth of a second and more. */
void
slow (IplParameters *parameters)
{
  IplMarkovChain *chain;

  ipl_parameters_init (parameters, "hmc4");
  chain = ipl_parameters_edit_markov_chain (parameters);
  chain->n_layers = 3;
  for (guint l = 0; l < 3; l++)
    for (guint h = 0; h < 4; h++)
      {
        chain->n_heads[l] = 4;
        chain->heads[l][h] = (IplHeadKind)((l + h) % 4);
      }
  chain->n_test = 100;
  ipl_parameters_fit_layers (parameters);
}

BEFORE_TESTS (make_results)
{
  results = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_solve_result_unref);
}

AFTER_TESTS (free_results)
{
  ipl_jobs_wait_for_end (FALSE, -1);
  g_ptr_array_unref (results);
}
