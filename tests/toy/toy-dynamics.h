/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/experiment-table.h"
#include "figures/panels/panel-table.h"

G_BEGIN_DECLS

extern const IplExperiment toy_decay;    /* quick */
extern const IplExperiment toy_training; /* asks to run */
extern const IplPanel toy_curve;

/* How often either was computed, and at which step the last run began. */
extern int toy_dynamics_runs;
extern int toy_dynamics_begun_at;

double *toy_dynamics_rate (IplParameters *parameters);
guint *toy_dynamics_steps (IplParameters *parameters);

G_END_DECLS
