/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Queries of salience for its panels. */

#include "figures/panels/dynamics/salience-view.h"

#include "figures/kit/number.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

/* Fraction of the time of a blow-up up to which the axis shows all numbers. */
#define CALM 0.99

void
ipl_salience_view_init (IplSalienceView *self, const IplView *view)
{
  const IplTrajectory *trajectory = view->trajectory;
  const double *blow_up = ipl_trajectory_get (trajectory, "blow_up", 0);
  gboolean runs_away = trajectory->message != NULL;

  *self
      = (IplSalienceView){ .v = ipl_trajectory_get (trajectory, "v", view->moment),
                           .attention = ipl_trajectory_get (trajectory, "attention", view->moment),
                           .drive = ipl_trajectory_get (trajectory, "mu", 0),
                           .times = ipl_trajectory_get (trajectory, "time_to_90", 0) };
  self->linear = self->drive == NULL;
  self->until = runs_away ? CALM * trajectory->time[trajectory->S - 1] : INFINITY;
  self->blow_up = runs_away && blow_up != NULL ? *blow_up : NAN;
  if (self->linear)
    self->drive = ipl_trajectory_get (trajectory, "Delta", 0);
  self->M = (guint)ipl_trajectory_find (trajectory, "v")->size;
}

/* Role of components by item. The key has the colour of a middle one. */
IplRole
ipl_salience_view_role (const IplSalienceView *self)
{
  return IPL_ROLE_OF_N (ORDERED, self->M / 2, self->M);
}
