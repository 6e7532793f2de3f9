/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"

G_BEGIN_DECLS

extern const IplExperiment ipl_experiment_joma_text;

void ipl_parameters_set_text (IplParameters *self, const char *path);

G_END_DECLS
