/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/cost.h"
#include "core/experiments/training.h"

double ipl_training_seconds_per_step (const IplTrainable *trainable, guint threads);
void ipl_training_add_cost (const IplTrainable *trainable, guint threads, IplCost *cost);
char *ipl_training_describe_cost (const IplTrainable *trainable, guint threads);
