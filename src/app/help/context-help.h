/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

void ipl_help_mark (GtkWidget *widget, const char *page);
const char *ipl_help_find_page (GtkWidget *widget);
void ipl_help_add_to_dialogs (void);
