/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

/* How fast a fraction grows. Zero-initialised; to be read by ipl_time_left() only. */
typedef struct
{
  gboolean is_known;
  gint64 since_usec; /* when ... */
  double from;       /* ... this was the fraction */
  double last;
} IplTimeLeft;

double ipl_time_left (IplTimeLeft *self, double fraction, gint64 now_usec);
char *ipl_duration_text (double seconds);
char *ipl_duration_left_text (const char *sentence, double seconds_left);
