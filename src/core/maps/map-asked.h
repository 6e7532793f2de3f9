/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map that parameters ask for, and the place of a setting in a map. */
#pragma once

#include "core/maps/map.h"

gboolean ipl_map_asked (const IplParameters *parameters, IplRunSettings *run, GError **error);
void ipl_map_ask (IplParameters *parameters, const IplRunSettings *run);
gboolean ipl_map_is_of (const IplMap *map, const IplParameters *parameters);
gboolean ipl_map_answers (const IplMap *map, const IplParameters *parameters);
void ipl_map_find_nearest (const IplMap *map, const IplParameters *parameters, guint *x, guint *y);
