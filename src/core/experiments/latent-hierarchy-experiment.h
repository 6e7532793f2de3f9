/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"

G_BEGIN_DECLS

/* Transformers that learn hierarchies of latents. */
extern const IplExperiment ipl_experiment_joma_hierarchy;

G_END_DECLS
