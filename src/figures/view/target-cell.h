/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/heat-map.h"
#include "figures/view/target.h"

G_BEGIN_DECLS

gboolean ipl_target_pick_cell (IplTarget *self, const IplHeatMap *map, double x, double y);
gboolean ipl_target_get_cell (const IplTarget *self, gsize rows, gsize columns, gsize *row,
                              gsize *column);
IplTarget ipl_target_step_cell (const IplTarget *from, int dx, int dy, gsize rows, gsize columns,
                                gsize first);

G_END_DECLS
