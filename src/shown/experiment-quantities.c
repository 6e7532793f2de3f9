/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantities that need no case: trajectories in time and maps. */
#include "core/maps/map.h"
#include "shown/quantity.h"

const IplQuantity ipl_quantity_own = {
  .id = "own",
  .without_case = TRUE,
  IPL_QUANTITY_REFS (ipl_experiment_result),
};

const IplQuantity ipl_quantity_trajectory = {
  .id = "trajectory",
  .without_case = TRUE,
  IPL_QUANTITY_REFS (ipl_trajectory),
};

/* A map over one or two parameters, from its job or from a file. */
const IplQuantity ipl_quantity_map = {
  .id = "map",
  .needs = IPL_NEEDS_MAP,
  IPL_QUANTITY_REFS (ipl_map),
};
