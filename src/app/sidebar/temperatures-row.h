/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "session/session.h"

G_BEGIN_DECLS

#define IPL_TYPE_TEMPERATURES_ROW (ipl_temperatures_row_get_type ())
G_DECLARE_FINAL_TYPE (IplTemperaturesRow, ipl_temperatures_row, IPL, TEMPERATURES_ROW, GtkWidget)

void ipl_temperatures_row_set_session (IplTemperaturesRow *self, IplSession *session);

G_END_DECLS
