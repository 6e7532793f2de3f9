/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "figures/help/help-page.h"

#define IPL_TYPE_HELP_WINDOW (ipl_help_window_get_type ())
G_DECLARE_FINAL_TYPE (IplHelpWindow, ipl_help_window, IPL, HELP_WINDOW, GtkWindow)

IplHelpWindow *ipl_help_window_new (void);
void ipl_help_window_show (IplHelpWindow *self, const char *page);
const char *ipl_help_get_page_of_panel (const char *panel);

typedef void (*IplHelpFound) (GtkWidget *widget, gpointer data);

GtkWidget *ipl_help_content_new (const IplHelpPage *page, const char *const *terms,
                                 IplHelpFound found, gpointer data);
