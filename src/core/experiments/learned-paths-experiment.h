/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/dynamics/learned-paths.h"
#include "core/experiments/experiment.h"

G_BEGIN_DECLS

/* "joma-paths": its own parameters, and the data of its results, are an #IplLearnedPaths. */
extern const IplExperiment ipl_experiment_joma_paths;

G_END_DECLS
