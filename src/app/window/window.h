/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/window/window-leave.h"
#include "app/window/window-open.h"
#include "app/window/window-pages.h"
#include "app/window/window-present.h"
#include "app/window/window-recovery.h"
#include "app/window/window-save.h"
#include "app/window/window-state.h"

IplWindow *ipl_window_new (GtkApplication *application);
void ipl_window_add_shortcuts (GPtrArray *shortcuts);
