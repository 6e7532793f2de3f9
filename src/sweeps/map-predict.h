/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "sweeps/sweep-plan.h"

void ipl_map_plan_predict (IplSweepPlan *self);
