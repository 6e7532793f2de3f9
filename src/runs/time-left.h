/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* Rate at which a fraction grows. Zero-initialised; private to ipl_time_left(). */
typedef struct
{
  gboolean is_started;
  gint64 since_usec; /* monotonic time at which the fraction was @from */
  double from;
  double last;
} IplTimeLeft;

double ipl_time_left (IplTimeLeft *self, double fraction, gint64 now_usec);
char *ipl_duration_text (double seconds);
char *ipl_duration_left_text (const char *sentence, double seconds_left);
