/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/present/stage.h"
#include "app/window/window-state.h"

void ipl_window_open_story (IplWindow *self, const char *name, gboolean presents);
IplStage *ipl_window_get_stage (IplWindow *self);
GtkWindow *ipl_window_get_stops_dialog (IplWindow *self);
gboolean ipl_window_save_story (IplWindow *self, const char *path);
