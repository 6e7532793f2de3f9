/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "session/session.h"

#define IPL_TYPE_STOP_ROW (ipl_stop_row_get_type ())
G_DECLARE_FINAL_TYPE (IplStopRow, ipl_stop_row, IPL, STOP_ROW, GtkListBoxRow)

GtkWidget *ipl_stop_row_new (IplSession *session, guint at);
void ipl_stop_row_focus (IplStopRow *self);
void ipl_stop_row_show (IplStopRow *self);
