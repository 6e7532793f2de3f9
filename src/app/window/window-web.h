/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/window/window-parts.h"
#include "runs/job.h"

G_BEGIN_DECLS

void ipl_window_export_web (IplWindow *self, const char *path);
void ipl_window_export_story_web (IplWindow *self, const char *path);
const IplJobStatus *ipl_window_get_web_status (IplWindow *self);
void ipl_window_stop_web (IplWindow *self);

G_END_DECLS
