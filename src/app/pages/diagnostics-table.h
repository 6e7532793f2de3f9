/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "session/session.h"

#define IPL_TYPE_DIAGNOSTICS_TABLE (ipl_diagnostics_table_get_type ())
G_DECLARE_FINAL_TYPE (IplDiagnosticsTable, ipl_diagnostics_table, IPL, DIAGNOSTICS_TABLE, GtkWidget)

void ipl_diagnostics_table_set_session (IplDiagnosticsTable *self, IplSession *session);
