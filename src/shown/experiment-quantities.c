/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Quantities without a case of attention paths, or beside one: trajectories in time. */
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

/* A map over one or two parameters, which a job of its own makes, or a file holds. */
const IplQuantity ipl_quantity_map = {
  .id = "map",
  .needs = IPL_NEEDS_MAP,
  IPL_QUANTITY_REFS (ipl_map),
};
