/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/window/window-state.h"

void ipl_window_save_session_to (IplWindow *self, const char *path, GFunc then, gpointer data,
                                 GDestroyNotify destroy);
void ipl_window_save_session_then (IplWindow *self, GFunc then, gpointer data,
                                   GDestroyNotify destroy);
void ipl_window_open_session (IplWindow *self, const char *path);
void ipl_window_stop_opening_session (IplWindow *self);
