/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solver where each width has the best of several temperatures, and what it makes beside the
 * theory: only what is asked for, again where more of it is; and a sweep that is interrupted. */
#include "core/experiments/markov-chain-experiment.h"
#include "core/tasks/task-card.h"
#include "core/theory/kernel-picture.h"
#include "shown/needs.h"
#include "solver-support.h"

/* Three widths, and temperatures that are far too high, which the present one is not among. */
static void
make (IplParameters *parameters)
{
  small (parameters);
  parameters->n_widths = 3;
  parameters->n_temperatures = 2;
  parameters->temperatures[0] = 50;
  parameters->temperatures[1] = 400;
  parameters->current.temperature = 0.01;
}

/* Only the temperatures of the list are chosen from, for the GP limit too. */
static void
test_listed (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();
  const IplSolveResult *last;
  const IplSolution *limit;
  IplParameters parameters;

  make (&parameters);
  last = ask (jobs, &parameters);
  g_assert_no_error (last->error);
  g_assert_cmpuint (last->sweep->n_rows, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat (last->sweep->rows[i]->setting.temperature, >=, 50);
  limit = last->sweep->groups[0].lines[0].solution;
  g_assert_cmpfloat (limit->setting.temperature, >=, 50);
  g_assert_cmpfloat (last->gp->setting.temperature, ==, limit->setting.temperature);
  g_assert_true (last->best_temperature);
}

/* Rows of a sweep have as many components as are shown. */
static void
test_components (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();
  const IplSolveResult *last;
  IplParameters parameters;

  small (&parameters);
  ipl_parameters_edit_markov_chain (&parameters)->n_train = 450;
  ipl_parameters_edit_markov_chain (&parameters)->n_features = 200;
  parameters.n_widths = 2;
  parameters.display.n_components = 120;
  last = ask (jobs, &parameters);
  g_assert_no_error (last->error);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpuint (last->sweep->rows[i]->n_components, >=, 120);
}

/* The last result where kernels and cards are in sight. */
static const IplSolveResult *
ask_for_quantities (IplJobs *jobs, const IplParameters *parameters, gsize first)
{
  IplSolveRequest *request = ipl_solve_request_new (ipl_parameters_share (parameters));

  request->needs = IPL_NEEDS_KERNELS | IPL_NEEDS_CARD;
  request->first = first;
  return ask_request (jobs, request);
}

static void
test_quantities (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();
  const IplSolveResult *last;
  IplParameters parameters;

  small (&parameters);
  parameters.n_widths = 0;
  last = ask (jobs, &parameters);
  g_assert_null (last->kernels);
  last = ask_for_quantities (jobs, &parameters, 0);
  g_assert_nonnull (last->kernels);
  g_assert_cmpuint (last->card->first, ==, 0);
  last = ask_for_quantities (jobs, &parameters, 2);
  g_assert_cmpuint (last->card->first, ==, 2);
}

static guint
count_missing (const IplSolveResult *result)
{
  guint n = 0;

  for (guint i = 0; result->sweep != NULL && i < result->sweep->n_rows; i++)
    n += result->sweep->rows[i] == NULL;
  return n;
}

static gboolean
has_part (void)
{
  return results->len > 0 && count_missing (results->pdata[results->len - 1]) > 0;
}

/* A sweep that another request interrupts between two rows is completed for that one. */
static void
test_interrupted (void)
{
  g_autoptr (IplJobs) jobs = jobs_new ();
  const IplSolveResult *last;
  IplParameters parameters;
  IplMarkovChain *chain;

  /* A solution with 64 paths takes a tenth of a second and more. */
  ipl_parameters_init (&parameters, "hmc4");
  chain = ipl_parameters_edit_markov_chain (&parameters);
  chain->n_layers = 3;
  for (guint l = 0; l < 3; l++)
    for (guint h = 0; h < 4; h++)
      {
        chain->n_heads[l] = 4;
        chain->heads[l][h] = (IplHeadKind)((l + h) % 4);
      }
  chain->n_test = 100;
  ipl_parameters_fit_layers (&parameters);
  parameters.n_widths = 3;
  g_ptr_array_set_size (results, 0);
  ipl_jobs_submit (jobs, ipl_solve_request_new (ipl_parameters_share (&parameters)));
  while (!has_part () && ipl_jobs_is_running (jobs))
    g_main_context_iteration (NULL, TRUE);
  if (!has_part ())
    {
      g_test_skip ("this machine is never slow");
      return;
    }
  parameters.current.N[0]++;
  last = ask (jobs, &parameters);
  g_assert_no_error (last->error);
  g_assert_true (last->sweep_current);
  g_assert_cmpuint (last->sweep->n_rows, ==, 3);
  g_assert_cmpuint (count_missing (last), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/solver-best/listed", test_listed);
  g_test_add_func ("/solver-best/components", test_components);
  g_test_add_func ("/solver-best/quantities", test_quantities);
  g_test_add_func ("/solver-best/interrupted", test_interrupted);
  return run_solver_tests ();
}
