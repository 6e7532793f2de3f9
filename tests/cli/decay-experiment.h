/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"

/* An experiment in time that is small enough to be followed by hand: v' = -rate v, by steps. */
extern const IplExperiment decay_experiment;
