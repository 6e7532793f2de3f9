/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"

G_BEGIN_DECLS

/* Sequences of a latent tree, and attention paths that join its levels. */
extern const IplExperiment ipl_experiment_hierarchy_paths;

G_END_DECLS
