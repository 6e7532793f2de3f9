/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "runs/run.h"
#include "sweeps/plan-request.h"

/* The result of an #IplPlanRequest. */
typedef struct
{
  char *cost; /* (nullable): what it costs, as ipl_job_describe() says it */
  guint n_tasks;
  char *path;    /* (nullable): the folder, where one was made */
  GError *error; /* (nullable): why there is no plan */
} IplPlanResult;

IPL_DECLARE_SHARED (IplPlanResult, ipl_plan_result)

IplSweepFolder *ipl_plan_write (const char *path, IplSweepPlan *plan, const IplJobOptions *options,
                                GCancellable *cancellable, GError **error);

extern const IplRun ipl_run_plan;
