/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/window/window-state.h"

void ipl_window_open_path (IplWindow *self, const char *path);
void ipl_window_open_paths (IplWindow *self, const char *const *paths);
void ipl_window_open_example (IplWindow *self, const char *id);
