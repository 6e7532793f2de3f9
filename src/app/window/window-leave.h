/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/window/window-state.h"

/* What ends. */
typedef enum
{
  IPL_LEAVING_CASE,   /* another case is opened in the window */
  IPL_LEAVING_WINDOW, /* the window is closed */
} IplLeaving;

gboolean ipl_window_ask_to_leave (IplWindow *self, IplLeaving leaving, GFunc proceed, gpointer data,
                                  GDestroyNotify destroy);
void ipl_window_leave_then (IplWindow *self, IplLeaving leaving, GFunc proceed, gpointer data,
                            GDestroyNotify destroy);
gboolean ipl_window_has_question (IplWindow *self);
void ipl_window_answer_question (IplWindow *self, gboolean leave);
void ipl_window_close_unasked (IplWindow *self);
