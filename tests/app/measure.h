/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* What the main loop did since the start or the last reset. */
typedef struct
{
  double stall_ms;      /* the longest time between two polls */
  double busy_ms;       /* the most processor time of the thread between two polls */
  double frame_ms;      /* the longest time from a change to the frame with its solution */
  double mean_frame_ms; /* the mean of these times */
  guint frames;         /* number of these frames */
} Measurement;

void measure_start (void);
void measure_follow (GtkApplication *application, GtkWindow *window);
void measure_reset (void);
Measurement measure_get (void);
