/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/pages/diagnostics-table.h"

#define IPL_TYPE_POSTERIOR_PAGE (ipl_posterior_page_get_type ())
G_DECLARE_FINAL_TYPE (IplPosteriorPage, ipl_posterior_page, IPL, POSTERIOR_PAGE, GtkWidget)

IplDiagnosticsTable *ipl_posterior_page_get_table (IplPosteriorPage *self);
