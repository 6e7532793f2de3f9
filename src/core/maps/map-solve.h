/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/work.h"
#include "core/maps/map.h"
#include "core/kernel/kernel.h"

/* Options of solving the cells of a map. */
typedef struct
{
  IplWork work; /* shows the map so far: after the first cell, then a few times a second */
  /* (nullable): the kernels of the case of @case_parameters, which are there already */
  IplKernel *kernel;
  const IplParameters *case_parameters;
} IplMapSolve;

gboolean ipl_map_solve (IplMap *self, const IplMapSolve *how, GError **error);
