/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "session/session.h"

#define IPL_TYPE_SIDEBAR (ipl_sidebar_get_type ())
G_DECLARE_FINAL_TYPE (IplSidebar, ipl_sidebar, IPL, SIDEBAR, GtkWidget)

void ipl_sidebar_set_session (IplSidebar *self, IplSession *session);
