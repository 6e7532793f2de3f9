/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* @id: id of the control for ipl_sidebar_focus()
 * @group: heading of its group
 * Returns: TRUE to stop */
typedef gboolean (*IplControlFunc) (const char *id, const char *title, const char *group,
                                    GtkWidget *control, gpointer data);

gboolean ipl_controls_for_each (GtkWidget *widget, IplControlFunc func, gpointer data);
