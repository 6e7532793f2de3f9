/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/dynamics/salience.h"
#include "core/experiments/experiment.h"

/* The bounds of a mu and of a Delta. */
#define IPL_SALIENCE_MAX_MU 6.0
#define IPL_SALIENCE_MAX_DELTA 2.0

extern const IplExperiment ipl_experiment_joma_salience;

gboolean ipl_salience_from_parameters (IplSalience *self, const IplParameters *parameters);
