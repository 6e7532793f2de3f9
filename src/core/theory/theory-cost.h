/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/cost.h"
#include "core/case/setting.h"
#include "core/theory/kernel.h"

double ipl_cost_gradient_flops (const IplKernel *kernel);
double ipl_cost_solve_flops (const IplKernel *kernel, const IplSetting *setting);
double ipl_cost_reading_flops (const IplKernel *kernel, guint n, const IplSetting *settings);
double ipl_cost_seconds (double flops);
void ipl_cost_add_kernel (IplCost *self, const IplKernel *kernel);
void ipl_cost_add_sweep (IplCost *self, IplKernel *kernel, guint n, const IplSetting *settings,
                         guint threads);
