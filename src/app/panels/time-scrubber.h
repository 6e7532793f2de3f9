/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "session/session.h"

G_BEGIN_DECLS

#define IPL_TYPE_TIME_SCRUBBER (ipl_time_scrubber_get_type ())
G_DECLARE_FINAL_TYPE (IplTimeScrubber, ipl_time_scrubber, IPL, TIME_SCRUBBER, GtkWidget)

void ipl_time_scrubber_set_session (IplTimeScrubber *self, IplSession *session);
void ipl_time_scrubber_set_playing (IplTimeScrubber *self, gboolean playing);
gboolean ipl_time_scrubber_get_playing (IplTimeScrubber *self);
void ipl_time_scrubber_step (IplTimeScrubber *self, int direction);
GtkWidget *ipl_time_scrubber_get_scale (IplTimeScrubber *self);
GtkWidget *ipl_time_scrubber_get_entry (IplTimeScrubber *self);
GtkWidget *ipl_time_scrubber_get_follow (IplTimeScrubber *self);

G_END_DECLS
