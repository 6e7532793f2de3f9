/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

GtkShortcutsWindow *ipl_shortcuts_window_new (const GPtrArray *shortcuts);
