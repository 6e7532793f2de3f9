/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/parameters/parameters.h"
#include "runs/solver.h"

extern GPtrArray *results; /* in the order they were delivered */

IplJobs *jobs_new (void);
/* The last result of a request for no samples, once nothing is left to be done. */
const IplSolveResult *ask (IplJobs *jobs, const IplParameters *parameters);
const IplSolveResult *ask_request (IplJobs *jobs, IplSolveRequest *request);
/* hmc4 with few examples of few tokens. */
void small (IplParameters *parameters);
/* g_test_run() between the beginning and the end of what all tests share. */
int run_solver_tests (void);
