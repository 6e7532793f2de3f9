/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* @id: names the control to ipl_sidebar_focus()
 * @group: its heading
 * Returns: TRUE for no more */
typedef gboolean (*IplControlFunc) (const char *id, const char *title, const char *group,
                                    GtkWidget *control, gpointer data);

gboolean ipl_controls_for_each (GtkWidget *widget, IplControlFunc func, gpointer data);
