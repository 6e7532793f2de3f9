/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

G_BEGIN_DECLS

GtkShortcutsWindow *ipl_shortcuts_window_new (const GPtrArray *shortcuts);

G_END_DECLS
