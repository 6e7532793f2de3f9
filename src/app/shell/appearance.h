/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gio/gio.h>

void ipl_appearance_choose (GSimpleAction *action, GVariant *parameter, gpointer data);
void ipl_appearance_step_text (gpointer application, int by);
void ipl_appearance_reset_text (gpointer application);
void ipl_appearance_restore (GActionGroup *actions);
