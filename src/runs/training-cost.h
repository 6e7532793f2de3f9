/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/training.h"

G_BEGIN_DECLS

double ipl_training_seconds_per_step (const IplTraining *training, guint threads);
char *ipl_training_describe_cost (const IplTraining *training, guint threads);

G_END_DECLS
