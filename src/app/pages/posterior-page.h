/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/pages/diagnostics-table.h"
#include "app/panels/panel-grid.h"
#include "session/session.h"

G_BEGIN_DECLS

#define IPL_TYPE_POSTERIOR_PAGE (ipl_posterior_page_get_type ())
G_DECLARE_FINAL_TYPE (IplPosteriorPage, ipl_posterior_page, IPL, POSTERIOR_PAGE, GtkWidget)

void ipl_posterior_page_set_session (IplPosteriorPage *self, IplSession *session);
void ipl_posterior_page_set_enlarged (IplPosteriorPage *self, const IplPanel *panel);
IplPanelGrid *ipl_posterior_page_get_grid (IplPosteriorPage *self);
IplDiagnosticsTable *ipl_posterior_page_get_table (IplPosteriorPage *self);

G_END_DECLS
