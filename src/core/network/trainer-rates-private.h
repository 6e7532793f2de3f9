/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/network/adam.h"
#include "core/network/trainer-config.h"

G_BEGIN_DECLS

/* How fast what learns: Adam as a training run's configuration wants it. */
gboolean ipl_trainer_rates_init (IplAdam *adam, const IplTrainerConfig *config, GError **error);
double ipl_trainer_rates_schedule (const IplTrainerConfig *config, guint64 step);

G_END_DECLS
