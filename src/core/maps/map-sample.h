/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/maps/map-how.h"

gboolean ipl_map_sample (IplMap *self, const IplMapSolve *how, GError **error);
double ipl_map_difference_error (const IplLabels *labels, gsize n, const double *y, const double *a,
                                 const double *b);
