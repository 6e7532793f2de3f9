/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/files/npz.h"
#include "core/maps/map.h"

void ipl_map_file_add_checks (const IplMap *map, IplNpzWriter *npz, guint ndim, gsize *shape);
gboolean ipl_map_file_read_checks (IplMap *map, IplNpz *npz, const char *shown, GError **error);
