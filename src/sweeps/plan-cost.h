/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/kernel.h"
#include "sweeps/sweep-plan.h"

G_BEGIN_DECLS

gboolean ipl_sweep_plan_predict (IplSweepPlan *self, IplCase *the_case, guint cores,
                                 GCancellable *cancellable, GError **error);

double ipl_resident_bytes (void);

G_END_DECLS
