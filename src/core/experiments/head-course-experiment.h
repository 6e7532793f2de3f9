/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment.h"

G_BEGIN_DECLS

extern const IplExperiment ipl_experiment_head_course;

G_END_DECLS
