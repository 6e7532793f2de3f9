/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/view.h"
#include "runs/solver.h"

void ipl_view_set_map (IplView *self, const IplMap *map, const IplParameters *parameters);
gboolean ipl_view_init_solved (IplView *self, const IplSolveResult *result,
                               const IplParameters *parameters);
