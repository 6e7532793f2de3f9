/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/sweep.h"

G_BEGIN_DECLS

IplSweep *ipl_sweep_best (IplSweep *grid);
double ipl_sweep_best_temperature (const IplSweep *grid, const IplSweep *best,
                                   const IplSetting *setting);

G_END_DECLS
