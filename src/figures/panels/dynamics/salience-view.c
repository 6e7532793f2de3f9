/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Common to the panels of salience. */

#include "figures/panels/dynamics/salience-view.h"

#include "figures/kit/number.h"
#include "figures/view/trajectory-words.h"

#include <math.h>

/* A blow-up is shown in full until this part of its time. */
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

/* Components by items; that of a key is one in the middle. */
IplRole
ipl_salience_view_role (const IplSalienceView *self)
{
  return IPL_ROLE_OF_N (ORDERED, self->M / 2, self->M);
}

/* The numbers of the component that is hovered. */
char *
ipl_salience_say (const IplTarget *target, const IplView *view)
{
  IplSalienceView self;
  guint l = (guint)target->component;
  g_autofree char *now = NULL, *drive = NULL, *v = NULL, *attention = NULL, *time = NULL;

  ipl_salience_view_init (&self, view);
  if (target->component < 0 || l >= self.M)
    return NULL;
  drive = ipl_number_text (self.drive[l], 3);
  v = ipl_number_text (self.v[l], 3);
  attention = ipl_number_text (self.attention[l], 3);
  now = ipl_trajectory_time_text (view->trajectory, view->trajectory->time[view->moment]);
  if (self.times != NULL && isfinite (self.times[l]))
    time = ipl_trajectory_time_text (view->trajectory, self.times[l]);
  return g_strdup_printf ("Component %u, %s: %s = %s, v = %s, attention %s%s%s", l + 1, now,
                          self.linear ? "Δ" : "μ", drive, v, attention,
                          time != NULL ? ", 90 % of μ at " : "", time != NULL ? time : "");
}
