/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solver where each width has the best of several temperatures, and what it makes beside the
 * theory: only what is asked for, again where more of it is; and a sweep that is interrupted. */
#include "core/tasks/task-card.h"
#include "core/theory/kernel-picture.h"
#include "shown/panel-data-flags.h"
#include "solver-support.h"
#include "jobs-running.h"

/* Three widths, and temperatures that are far too high, which the present one is not among. */
static void
make (IplParameters *parameters)
{
  parameters->n_widths = 3;
  parameters->n_temperatures = 2;
  parameters->temperatures[0] = 50;
  parameters->temperatures[1] = 400;
  parameters->current.temperature = 0.01;
}

/* Only the temperatures of the list are chosen from, for the GP limit too. */
SOLVER_TEST (test_listed, "/solver-best/listed")
{
  const IplSolveResult *last;
  const IplSolution *limit;

  make (parameters);
  last = solve_and_wait (jobs, parameters);
  g_assert_no_error (last->error);
  g_assert_cmpuint (last->sweep->n_rows, ==, 3);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat (last->sweep->rows[i]->setting.temperature, >=, 50);
  limit = last->sweep->groups[0].lines[0].solution;
  g_assert_cmpfloat (limit->setting.temperature, >=, 50);
  g_assert_cmpfloat (last->gp->setting.temperature, ==, limit->setting.temperature);
  g_assert_true (last->best_temperature);
}

/* The last result where kernels and cards are in sight. */
static const IplSolveResult *
solve_quantities (IplJobs *jobs, const IplParameters *parameters, gsize first)
{
  IplSolveRequest *request = ipl_solve_request_new (ipl_parameters_share (parameters));

  request->needs = IPL_NEEDS_KERNELS | IPL_NEEDS_CARD;
  request->first = first;
  return submit_and_wait (jobs, request);
}

SOLVER_TEST (test_quantities, "/solver-best/quantities")
{
  const IplSolveResult *last;

  parameters->n_widths = 0;
  last = solve_and_wait (jobs, parameters);
  g_assert_null (last->kernels);
  last = solve_quantities (jobs, parameters, 0);
  g_assert_nonnull (last->kernels);
  g_assert_cmpuint (last->card->first, ==, 0);
  last = solve_quantities (jobs, parameters, 2);
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
  return last_result () != NULL && count_missing (last_result ()) > 0;
}

/* A sweep that another request interrupts between two rows is completed for that one. */
SOLVER_TEST (test_interrupted, "/solver-best/interrupted")
{
  const IplSolveResult *last;

  slow (parameters);
  parameters->n_widths = 3;
  ipl_jobs_submit (jobs, ipl_solve_request_new (ipl_parameters_share (parameters)));
  while (!has_part () && jobs_running (jobs))
    g_main_context_iteration (NULL, TRUE);
  if (!has_part ())
    {
      g_test_skip ("this machine is never slow");
      return;
    }
  parameters->current.N[0]++;
  last = solve_and_wait (jobs, parameters);
  g_assert_no_error (last->error);
  g_assert_true (last->sweep_current);
  g_assert_cmpuint (last->sweep->n_rows, ==, 3);
  g_assert_cmpuint (count_missing (last), ==, 0);
}
