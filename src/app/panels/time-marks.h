/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/trajectory.h"

#define IPL_TIME_MARKS_MAX 16

/* Notable moments of a trajectory. Zero-filled at first. */
typedef struct
{
  guint n; /* number of marks */
  /* [n] rising: recorded moments at round times, at both ends and where the entropy of attention is
   * lowest */
  guint moments[IPL_TIME_MARKS_MAX];
  /* [n] what is written below each; NULL where there is no room */
  char *labels[IPL_TIME_MARKS_MAX];
  /*< private >*/
  guint S;
  double first, last;
  int dip;
} IplTimeMarks;

gboolean ipl_time_marks_update (IplTimeMarks *self, const IplTrajectory *trajectory);
guint ipl_time_marks_next (const IplTimeMarks *self, guint moment, int direction);
void ipl_time_marks_clear (IplTimeMarks *self);
