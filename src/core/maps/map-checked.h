/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples on a map, beside its solutions. */
#pragma once

#include "core/maps/map-check.h"
#include "core/maps/map.h"

/* Standard errors by which a sampled number differs from the theory's. */
#define IPL_MAP_CHECK_ERRORS 3

void ipl_map_add_check (IplMap *self, IplMapCheck *check_take);
const IplMapCheck *ipl_map_find_check (const IplMap *self, guint cell);
void ipl_map_take_checks (IplMap *self, const IplMap *other);

/* A sampled number beside the theory's, over the seeds that were sampled. */
typedef struct
{
  guint n;             /* seeds; 0 where nothing was sampled, or no such number */
  double mean, theory; /* over these */
  double se;           /* of their difference */
  gboolean differs;    /* by more than IPL_MAP_CHECK_ERRORS of these */
  const char *trouble; /* (nullable): of the first whose chains cannot be relied on */
} IplMapChecked;

IplMapChecked ipl_map_get_checked (const IplMap *self, guint y, guint x, IplMapNumber number);
IplMapChecked ipl_map_get_checked_U (const IplMap *self, guint y, guint x, guint path);
