/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/plot/plot.h"

/* Arrays that the panels of salience read. */
typedef struct
{
  guint M;
  gboolean linear;
  double until;                /* time from which on weights run away; infinite where they do not */
  double blow_up;              /* when the flow did; NaN where it did not */
  const double *drive;         /* [M] mu or Delta */
  const double *v, *attention; /* [M] at the moment shown */
  const double *times;         /* (nullable) [M] at which each has come to 90 % of its mu */
} IplSalienceView;

void ipl_salience_view_init (IplSalienceView *self, const IplView *view);
IplRole ipl_salience_view_role (const IplSalienceView *self);
