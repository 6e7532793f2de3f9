/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/dynamics/joint.h"
#include "core/experiments/experiment.h"

G_BEGIN_DECLS

/* What "joma-joint" has of its own. */
typedef struct
{
  IplJointSettings joint; /* what is run */
  guint shown_class;      /* the class whose weights are drawn as curves, from 1 */
} IplJointParameters;

/* The data of a result of "joma-joint", beside its trajectory. */
typedef struct
{
  IplJointParameters parameters; /* what it was computed from */
  IplJointEnd end;               /* where it ended */
} IplJointResult;

extern const IplExperiment ipl_experiment_joma_joint;

void ipl_parameters_set_frequencies (IplParameters *self, const char *path);

G_END_DECLS
