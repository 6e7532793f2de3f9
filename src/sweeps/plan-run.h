/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "runs/run.h"
#include "sweeps/plan-request.h"

G_BEGIN_DECLS

/**
 * IplPlanResult:
 * @ref_count: owners
 * @cost: (nullable): what it costs, as ipl_job_describe() says it
 * @n_tasks: how many tasks it has
 * @path: (nullable): the folder, where one was made
 * @error: (nullable): why there is no plan
 *
 * What came of an #IplPlanRequest.
 */
typedef struct
{
  gatomicrefcount ref_count;
  char *cost;
  guint n_tasks;
  char *path;
  GError *error;
} IplPlanResult;

IplPlanResult *ipl_plan_result_ref (IplPlanResult *self);
void ipl_plan_result_unref (IplPlanResult *self);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplPlanResult, ipl_plan_result_unref)

extern const IplRun ipl_run_plan;

G_END_DECLS
