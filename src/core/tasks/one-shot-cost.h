/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/cost.h"
#include "core/case/case.h"
#include "core/network/trained-network.h"
#include "core/tasks/image-task.h"
#include "core/tasks/one-shot.h"

G_BEGIN_DECLS

void ipl_image_task_cost (const IplImageTask *self, guint threads, IplCost *cost);
IplCase *ipl_one_shot_outline (const IplImageTask *task, const IplTrainedNetwork *network,
                               const char *name, guint threads, IplCost *cost, GError **error);

G_END_DECLS
