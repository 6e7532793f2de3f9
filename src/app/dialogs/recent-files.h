/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

void ipl_recent_files_add (const char *path);
void ipl_recent_files_follow (GMenu *menu, const char *action, GtkWidget *owner);
