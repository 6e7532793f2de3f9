/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The order in which cells are solved: a coarse grid first, which has the ends of both axes, then
 * grids of half the step, and of each first where the accuracy bends or the gain changes sign. */
#pragma once

#include "core/maps/map.h"

guint ipl_map_order_first_step (const IplMap *self);
GArray *ipl_map_order_level (const IplMap *self, guint step);
