/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The map requested by parameters, the possible axes with default values, and the position of a
 * setting in a map. */
#pragma once

#include "core/maps/map.h"

gboolean ipl_map_get_run (const IplParameters *parameters, IplRunSettings *run, GError **error);
void ipl_map_set_parameters (IplParameters *parameters, const IplRunSettings *run);
gboolean ipl_map_is_of (const IplMap *map, const IplParameters *parameters);
gboolean ipl_map_answers (const IplMap *map, const IplParameters *parameters);
void ipl_map_find_nearest (const IplMap *map, const IplParameters *parameters, guint *x, guint *y);

/* map-axes.c */
char **ipl_map_axis_names (const IplParameters *parameters);
char *ipl_map_axis_default (const IplParameters *parameters, const char *name);
