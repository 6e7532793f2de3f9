/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Heads of a model removed one after the other, of all layers, in orders by what is known of them
 * and in random ones. */
#pragma once

#include "core/base/trajectory.h"
#include "core/probe/probe-asked.h"
#include "core/probe/probe-file.h"

/* Orders by a number of the heads; those at random come after them. */
typedef enum
{
  IPL_PROBE_BY_SCORE,
  IPL_PROBE_BY_GRADIENT,
  IPL_PROBE_BY_ENTROPY,
  IPL_PROBE_BY_NORM,
  IPL_PROBE_BY_DROP,
  IPL_PROBE_N_ORDERS,
} IplProbeOrder;

#define IPL_PROBE_N_RANDOM 10

/* "theory’s score" */
extern const char *const ipl_probe_order_words[IPL_PROBE_N_ORDERS];

gboolean ipl_probe_prune (const IplProbeFile *file, const IplProbeWork *work, guint64 seed,
                          IplTrajectory *trajectory, GError **error);
