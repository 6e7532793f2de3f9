/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../test.h"
#include "../wait-until.h"
#include "core/parameters/parameters.h"
#include "runs/solver.h"

extern GPtrArray *results; /* in the order they were delivered */

/* A test with jobs of its own, and the parameters of a small case. */
#define SOLVER_TEST(name, path)                                                                    \
  TEST_WITH (name, path, run_solver_test, IplJobs *jobs, IplParameters *parameters)
void run_solver_test (gconstpointer test);
IplJobs *jobs_new (void);
/* The last result of a request for no samples, once nothing is left to be done. */
const IplSolveResult *solve_and_wait (IplJobs *jobs, const IplParameters *parameters);
const IplSolveResult *submit_and_wait (IplJobs *jobs, IplSolveRequest *request);
/* (nullable): of those that were delivered */
const IplSolveResult *last_result (void);
void wait_idle (IplJobs *jobs);
/* hmc4 with many heads. */
void slow (IplParameters *parameters);
