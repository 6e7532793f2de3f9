/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

/* @target: (nullable)
 * @label: without the mark of its mnemonic
 * @where: the menus that lead to the item, "" for none */
typedef void (*IplMenuItemFunc) (const char *action, GVariant *target, const char *label,
                                 const char *where, gpointer data);

void ipl_menu_items_for_each (GtkWidget *widget, IplMenuItemFunc func, gpointer data);
