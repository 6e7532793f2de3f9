/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/view.h"
#include "runs/solver.h"

void ipl_view_set_map (IplView *self, const IplMap *map, const IplParameters *parameters);
void ipl_view_init (IplView *self, const IplParameters *parameters);
void ipl_view_set_sweep (IplView *self, const IplSweep *sweep, const IplSolution *current,
                         const GPtrArray *posteriors);
gboolean ipl_view_init_solved (IplView *self, const IplSolveResult *result,
                               const IplParameters *parameters);
