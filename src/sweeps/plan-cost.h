/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/cost.h"
#include "core/case/case.h"
#include "sweeps/sweep-plan.h"

G_BEGIN_DECLS

void ipl_sweep_plan_predict (IplSweepPlan *self, const IplCase *outline, const IplCost *cost,
                             guint cores);

G_END_DECLS
