/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "session/session.h"

G_BEGIN_DECLS

#define IPL_TYPE_TEMPERATURE_ROW (ipl_temperature_row_get_type ())
G_DECLARE_FINAL_TYPE (IplTemperatureRow, ipl_temperature_row, IPL, TEMPERATURE_ROW, GtkWidget)

void ipl_temperature_row_set_session (IplTemperatureRow *self, IplSession *session);

G_END_DECLS
