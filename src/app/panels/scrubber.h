/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "session/session.h"

G_BEGIN_DECLS

#define IPL_TYPE_SCRUBBER (ipl_scrubber_get_type ())
G_DECLARE_FINAL_TYPE (IplScrubber, ipl_scrubber, IPL, SCRUBBER, GtkWidget)

void ipl_scrubber_set_session (IplScrubber *self, IplSession *session);
void ipl_scrubber_set_playing (IplScrubber *self, gboolean playing);
gboolean ipl_scrubber_get_playing (IplScrubber *self);
void ipl_scrubber_step (IplScrubber *self, int direction);
GtkWidget *ipl_scrubber_get_scale (IplScrubber *self);
GtkWidget *ipl_scrubber_get_entry (IplScrubber *self);

G_END_DECLS
