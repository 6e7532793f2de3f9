/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps as .npz: x, y with x_name, x_unit, ..; every quantity [y, x], or [x] for a learning
 * curve, with a leading axis for seeds if there are several, and then also .._mean, .._sd and
 * .._se; U, the diagonal, with the path last; solved, and impossible, the number of its sentence
 * in warnings. */
#pragma once

#include "core/files/npz.h"
#include "core/maps/map.h"

gboolean ipl_map_save (const IplMap *self, const char *settings_json, const char *path,
                       GError **error);
gboolean ipl_map_is_file (IplNpz *npz);
IplMap *ipl_map_load (const char *path, GCancellable *cancellable, GError **error);
IplMap *ipl_map_load_of (const char *path, const IplRunSettings *run, GCancellable *cancellable);
IplMap *ipl_map_load_same_version (const char *path, const IplRunSettings *run,
                                   GCancellable *cancellable);
