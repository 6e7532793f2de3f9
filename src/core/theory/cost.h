/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/case/setting.h"
#include "core/theory/kernel.h"

G_BEGIN_DECLS

/**
 * IplCost:
 * @solving: floating-point operations of all solves
 * @reading: those of predictions and principal components
 * @seconds: how long they take on the threads asked about, at the rate this machine has now
 * @bytes: memory taken at the largest, beside the case and its kernels
 *
 * What a sweep will cost, as far as it can be known before it runs: within a factor of two.
 */
typedef struct
{
  double solving;
  double reading;
  double seconds;
  double bytes;
} IplCost;

double ipl_cost_gradient_flops (const IplKernel *kernel);
double ipl_cost_flops_per_second (void);
double ipl_cost_solve_flops (const IplKernel *kernel, const IplSetting *setting);
void ipl_cost_sweep (IplCost *self, IplKernel *kernel, guint n, const IplSetting *settings,
                     guint threads);

G_END_DECLS
