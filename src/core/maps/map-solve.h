/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/maps/map-how.h"

gboolean ipl_map_solve (IplMap *self, const IplMapSolve *how, GError **error);
