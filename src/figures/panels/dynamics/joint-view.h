/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/joint-experiment.h"
#include "figures/plot/mark-role.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

/* The numbers of joint dynamics in panels, borrowed from a view. */
typedef struct
{
  const IplTrajectory *trajectory; /* recorded arrays */
  guint moment;                    /* index of the moment shown */
  /* parameters of the result. @M: number of contextual tokens, @K: number of classes */
  const IplJointParameters *parameters;
  gsize M, K;
  /* number of leading tokens that are distinct; @M if unknown */
  gsize n_distinct;
  gsize shown_class; /* class whose weights are drawn as curves, from 0 */
} IplJointView;

void ipl_joint_view_init (IplJointView *self, const IplView *view);
const double *ipl_joint_view_get (const IplJointView *self, const char *name);
IplRole ipl_joint_view_role (const IplJointView *self, gsize token);
