/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/window/window.h"

#define IPL_APPLICATION_ID "org.interplay.Interplay"

#define IPL_TYPE_APPLICATION (ipl_application_get_type ())
G_DECLARE_FINAL_TYPE (IplApplication, ipl_application, IPL, APPLICATION, GtkApplication)

IplApplication *ipl_application_new (GApplicationFlags flags);
void ipl_application_open_example (IplApplication *self);
void ipl_application_end_on_signals (IplApplication *self);

typedef IplWindow *(*IplWindowFunc) (GtkApplication *application);

void ipl_application_open_files (GtkApplication *application, guint n, GFile **files,
                                 IplWindowFunc add_window);

void ipl_appearance_choose (GSimpleAction *action, GVariant *parameter, gpointer data);
void ipl_appearance_step_text (gpointer application, int by);
void ipl_appearance_restore (GActionGroup *actions);

GtkShortcutsWindow *ipl_shortcuts_window_new (const GPtrArray *shortcuts);
