/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"

G_BEGIN_DECLS

extern const IplExperiment ipl_experiment_stable_rank;

gboolean ipl_parameters_add_checkpoint (IplParameters *self, const char *path, GError **error);

G_END_DECLS
