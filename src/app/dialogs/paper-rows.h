/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "app/dialogs/export-settings.h"
#include "figures/pages/pages.h"

#define IPL_TYPE_PAPER_ROWS (ipl_paper_rows_get_type ())
G_DECLARE_FINAL_TYPE (IplPaperRows, ipl_paper_rows, IPL, PAPER_ROWS, GtkBox)

void ipl_paper_rows_load (IplPaperRows *self, const IplFigureFile *settings);
void ipl_paper_rows_store (IplPaperRows *self, IplFigureFile *settings);
gboolean ipl_paper_rows_get_paper (IplPaperRows *self, const IplPanel *panel, const IplView *view,
                                   IplPaper *paper, GError **error);
void ipl_paper_rows_get_style (IplPaperRows *self, const IplPaper *paper, IplStyle *style);
void ipl_paper_rows_set_format (IplPaperRows *self, const IplFormat *still);
void ipl_paper_rows_show (IplPaperRows *self, const IplPaper *paper);
char *ipl_paper_rows_describe (IplPaperRows *self, const IplPaper *paper);
