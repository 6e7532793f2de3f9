/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/base/recovery.h"
#include "app/window/window-state.h"

void ipl_window_keep (IplWindow *self);
void ipl_window_leave_kept (IplWindow *self);
void ipl_window_keep_nothing (IplWindow *self);
gboolean ipl_window_recover (IplWindow *self, IplRecovery *left, GError **error);
void ipl_window_offer_recovery (IplWindow *self, GPtrArray *left);
gboolean ipl_window_offers_recovery (IplWindow *self);
