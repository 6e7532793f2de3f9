/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/window/window.h"

typedef IplWindow *(*IplWindowFunc) (GtkApplication *application);

void ipl_application_open_files (GtkApplication *application, guint n, GFile **files,
                                 IplWindowFunc add_window);
