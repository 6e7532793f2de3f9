/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"

G_BEGIN_DECLS

#define IPL_MAX_EXPERIMENTS 32
/* The one that is open where nothing else is asked for. */
#define IPL_DEFAULT_EXPERIMENT "hmc4"

const IplExperiment *const *ipl_experiments (guint *n);
const IplExperiment *ipl_experiment_find (const char *id);
void ipl_experiment_register (const IplExperiment *experiment);

G_END_DECLS
