/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#define IPL_TYPE_HELP_WINDOW (ipl_help_window_get_type ())
G_DECLARE_FINAL_TYPE (IplHelpWindow, ipl_help_window, IPL, HELP_WINDOW, GtkWindow)

IplHelpWindow *ipl_help_window_new (void);
void ipl_help_window_show (IplHelpWindow *self, const char *page);
void ipl_help_window_show_panel (IplHelpWindow *self, const char *panel);
