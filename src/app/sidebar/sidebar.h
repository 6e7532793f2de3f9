/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/base/session-widget.h"

#define IPL_TYPE_SIDEBAR (ipl_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (IplSidebar, ipl_sidebar, IPL, SIDEBAR, IplSessionWidget)

void ipl_sidebar_focus (IplSidebar *self, const char *id);

/* @id: names the control to ipl_sidebar_focus()
 * @group: the heading it stands below
 * Returns: TRUE for no more */
typedef gboolean (*IplControlFunc) (const char *id, const char *title, const char *group,
                                    GtkWidget *control, gpointer data);

gboolean ipl_controls_for_each (GtkWidget *widget, IplControlFunc func, gpointer data);
