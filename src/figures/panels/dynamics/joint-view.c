/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Queries of joint dynamics for its panels. */

#include "figures/panels/dynamics/joint-view.h"

#include <string.h>

#include "figures/kit/number.h"

/* @view: a view with a result of "joma-joint" */
void
ipl_joint_view_init (IplJointView *self, const IplView *view)
{
  const IplJointResult *result = view->dynamics->data;
  const IplTrajectoryArray *X = ipl_trajectory_find (view->trajectory, "X");
  const IplJointSettings *joint = &result->parameters.joint;

  *self = (IplJointView){ .trajectory = view->trajectory,
                          .moment = view->moment,
                          .parameters = &result->parameters,
                          .M = X->shape[0],
                          .K = X->shape[1] };
  self->n_distinct
      = strcmp (joint->distribution, "gaussian") == 0 ? MIN (joint->n_distinct, self->M) : self->M;
  self->shown_class = CLAMP (result->parameters.shown_class, 1, self->K) - 1;
}

/* Returns an array at the moment shown. */
const double *
ipl_joint_view_get (const IplJointView *self, const char *name)
{
  return ipl_trajectory_get (self->trajectory, name, self->moment);
}

/* Distinct tokens have ordered colours, common ones a muted colour. */
IplRole
ipl_joint_view_role (const IplJointView *self, gsize token)
{
  return token < self->n_distinct ? IPL_ROLE_OF_N (ORDERED, token, MAX (self->n_distinct, 7))
                                  : IPL_ROLE (MUTED);
}
