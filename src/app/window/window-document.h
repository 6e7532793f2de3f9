/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/sessions/session-file.h"

#include "app/window/window-state.h"

char *ipl_window_to_document (IplWindow *self);
gboolean ipl_window_take_document (IplWindow *self, const char *text, const IplSessionFile *file,
                                   const char *folder, GError **error);
