/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "cluster/plan.h"

/* The slices of a plan by their state. */
typedef struct
{
  guint n_complete;
  GArray *missing; /* of guint */
  GArray *foreign; /* of guint: files of another plan are in their places */
} IplPlanStatus;

void ipl_plan_get_status (const IplPlan *plan, IplPlanStatus *status);
void ipl_plan_status_clear (IplPlanStatus *self);
char *ipl_plan_status_describe (const IplPlanStatus *self);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplPlanStatus, ipl_plan_status_clear)

gboolean ipl_plan_merge (const IplPlan *plan, const char *path, guint *doubtful,
                         GCancellable *cancellable, GError **error);
