/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A map over one or two parameters, which a job of its own makes, or a file holds. */
#include "core/maps/map.h"
#include "shown/quantity.h"

const IplQuantity ipl_quantity_map = {
  .id = "map",
  .needs = IPL_NEEDS_MAP,
  IPL_QUANTITY_REFS (ipl_map),
};
