/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/maps/map-cases.h"
#include "core/maps/map-cells.h"
#include "core/maps/map-how.h"

gboolean ipl_map_find_borders (IplMap *self, const IplMapSolve *how, IplMapCases *cases,
                               IplMapKept *kept, GError **error);
gboolean ipl_map_knows_borders (const IplMap *self, guint cell);
