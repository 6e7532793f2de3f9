/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

typedef struct
{
  double stall_ms; /* the longest the main loop did not look at its sources */
  /* the most processor time that the main thread took between two looks at them, which does not
   * count other programs */
  double busy_ms;
  /* the longest from a change of a parameter to the frame that shows its solution */
  double frame_ms;
  double mean_frame_ms; /* the same on average */
  guint frames;         /* how many such frames there were */
  double draw_ms;       /* the longest drawing of one panel */
} IplMeasurement;

void ipl_measure_start (void);
gboolean ipl_measure_is_on (void);
void ipl_measure_reset (void);
void ipl_measure_answered (gint64 asked_usec);
void ipl_measure_frame (void);
void ipl_measure_drawn (gint64 begin_usec);
IplMeasurement ipl_measure_get (void);
