/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

GtkWidget *ipl_icon_button_new (const char *icon, const char *label);
void ipl_widget_clear (gpointer widget);
void ipl_window_close_on_escape (GtkWindow *window);
