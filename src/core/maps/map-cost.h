/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/cost.h"
#include "core/maps/map-plan.h"

gboolean ipl_map_cost_add (const IplRunSettings *run, guint threads, IplCost *cost,
                           GCancellable *cancellable, GError **error);
