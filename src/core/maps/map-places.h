/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Cells of a map by the values of its axes, "10,0.01;30,1", or of its one axis, "10;30". */
#pragma once

#include "core/maps/map-checked.h"

GArray *ipl_map_places_parse (const IplRunSettings *run, const char *text, GError **error);
char *ipl_map_places_text (const IplRunSettings *run, const guint *cells, guint n);
GArray *ipl_map_places_spread (const IplRunSettings *run, guint n);
const char *ipl_map_places_with_checks (const IplRunSettings *run, const IplMap *map);
