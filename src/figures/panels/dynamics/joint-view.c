/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Common to panels of joint dynamics. */

#include "figures/panels/dynamics/joint-view.h"

#include <string.h>

#include "figures/kit/number.h"

/* @view: a view of a result of "joma-joint" */
void
ipl_joint_view_init (IplJointView *self, const IplView *view)
{
  const IplJointResult *result = view->own->data;
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

/* An array at the moment shown. */
const double *
ipl_joint_view_get (const IplJointView *self, const char *name)
{
  return ipl_trajectory_get (self->trajectory, name, self->moment);
}

/* Distinct tokens have an order, common ones have none. */
IplRole
ipl_joint_view_role (const IplJointView *self, gsize token)
{
  return token < self->n_distinct ? IPL_ROLE_OF_N (ORDERED, token, MAX (self->n_distinct, 7))
                                  : IPL_ROLE (MUTED);
}

/* The numbers of the token and the class that are hovered; of a token alone, of the class shown.
 */
char *
ipl_joint_view_say (const IplTarget *target, const IplView *view)
{
  gsize token = (gsize)target->row, unit = (gsize)target->component, at;
  IplJointView self;

  ipl_joint_view_init (&self, view);
  if (target->row < 0 || token >= self.M)
    return NULL;
  if (target->component < 0 || unit >= self.K)
    unit = self.shown_class;
  at = token * self.K + unit;
  g_autofree char *b = ipl_number_text (ipl_joint_view_get (&self, "attention")[at], 3);
  g_autofree char *x = ipl_number_text (ipl_joint_view_get (&self, "X")[at], 3);
  g_autofree char *v = ipl_number_text (ipl_joint_view_get (&self, "V")[at], 3);
  g_autofree char *z = ipl_number_text (ipl_joint_view_get (&self, "z")[token], 3);

  return g_strdup_printf ("Token %" G_GSIZE_FORMAT " (%s), class %" G_GSIZE_FORMAT
                          ": attention %s, frequency %s, weight %s; logit %s",
                          token + 1, token < self.n_distinct ? "distinct" : "common", unit + 1, b,
                          x, v, z);
}
