/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/experiments/joint-experiment.h"
#include "figures/plot/role.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

/* The numbers that panels of joint dynamics draw, borrowed from a view. */
typedef struct
{
  const IplTrajectory *trajectory; /* what was recorded */
  guint moment;                    /* the moment shown */
  /* what it was computed from @M, @K: contextual tokens, and classes */
  const IplJointParameters *parameters;
  gsize M, K;
  /* tokens that tell classes apart by their place, the first; all where it is not known */
  gsize n_distinct;
  gsize shown_class; /* the class whose weights are drawn as curves, from 0 */
} IplJointView;

void ipl_joint_view_init (IplJointView *self, const IplView *view);
const double *ipl_joint_view_get (const IplJointView *self, const char *name);
IplRole ipl_joint_view_role (const IplJointView *self, gsize token);
