/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "../wait-until.h"
#include "core/parameters/parameters.h"
#include "runs/solver.h"

extern GPtrArray *results; /* in the order they were delivered */

/* A test with jobs of its own, and the parameters of a small case. */
typedef void (*SolverTest) (IplJobs *jobs, IplParameters *parameters);
void add_test (const char *path, SolverTest func);
IplJobs *jobs_new (void);
/* The last result of a request for no samples, once nothing is left to be done. */
const IplSolveResult *ask (IplJobs *jobs, const IplParameters *parameters);
const IplSolveResult *ask_request (IplJobs *jobs, IplSolveRequest *request);
/* (nullable): of those that were delivered */
const IplSolveResult *last_result (void);
void wait_idle (IplJobs *jobs);
/* hmc4 with many heads. */
void slow (IplParameters *parameters);
/* g_test_run() between the beginning and the end of what all tests share. */
int run_solver_tests (void);
