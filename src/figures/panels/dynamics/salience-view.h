/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/plot/plot.h"

/* The numbers of salience in panels, borrowed from a view. */
typedef struct
{
  guint M;
  gboolean linear;
  double until;                /* time after which weights diverge; infinite if they do not */
  double blow_up;              /* time of the blow-up of the flow; NaN for none */
  const double *drive;         /* [M] mu or Delta */
  const double *v, *attention; /* [M] at the moment shown */
  const double *times; /* (nullable): [M] time at which each component reaches 90 % of its mu */
} IplSalienceView;

void ipl_salience_view_init (IplSalienceView *self, const IplView *view);
IplRole ipl_salience_view_role (const IplSalienceView *self);
