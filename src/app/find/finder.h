/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/find/find-item.h"

#define IPL_TYPE_FINDER (ipl_finder_get_type ())
G_DECLARE_FINAL_TYPE (IplFinder, ipl_finder, IPL, FINDER, GtkWidget)

void ipl_finder_open (IplFinder *self, GPtrArray *items, const char *text);
void ipl_finder_close (IplFinder *self);
