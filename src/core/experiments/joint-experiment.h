/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/dynamics/joint.h"
#include "core/experiments/experiment.h"
#include "core/fields/field.h"

/* The parameters of "joma-joint". */
typedef struct
{
  IplJointSettings joint; /* the settings */
  guint shown_class;      /* the class whose weights are drawn as curves, from 1 */
} IplJointParameters;

/* The data of a result of "joma-joint" other than its trajectory. */
typedef struct
{
  IplJointParameters parameters; /* inputs of the computation */
  IplJointEnd end;               /* end of the run */
  gboolean has_all_seeds;        /* no run of another seed was stopped */
} IplJointResult;

extern const IplExperiment ipl_experiment_joma_joint;

void ipl_parameters_set_frequencies (IplParameters *self, const char *path);

/* The parameters of joint dynamics, of an #IplJointSettings. */
#define IPL_JOINT_N_FIELDS 15
extern const IplField ipl_joint_fields[];
