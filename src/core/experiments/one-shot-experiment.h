/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"

G_BEGIN_DECLS

extern const IplExperiment ipl_experiment_glyphs;
extern const IplExperiment ipl_experiment_images;

G_END_DECLS
