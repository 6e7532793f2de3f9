/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/panels/scrubber.h"
#include "session/session.h"

#define IPL_TYPE_WINDOW (ipl_window_get_type ())
G_DECLARE_FINAL_TYPE (IplWindow, ipl_window, IPL, WINDOW, GtkApplicationWindow)

void ipl_window_tell (IplWindow *self, const char *text, gboolean is_error);
void ipl_window_tell_file (IplWindow *self, const char *text, const char *path);
void ipl_window_say (IplWindow *self, const char *text);
IplSession *ipl_window_get_session (IplWindow *self);
IplScrubber *ipl_window_get_scrubber (IplWindow *self);
IplScrubber *ipl_window_get_time_scrubber (IplWindow *self);
const char *ipl_window_get_status (IplWindow *self);
const char *ipl_window_get_message (IplWindow *self);
