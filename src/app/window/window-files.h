/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/window/window-parts.h"

void ipl_window_export_web (IplWindow *self, const char *path);
void ipl_window_export_story (IplWindow *self, const char *path);
