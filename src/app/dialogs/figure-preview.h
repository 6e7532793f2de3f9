/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "figures/pages/paper.h"
#include "session/session.h"

#define IPL_TYPE_FIGURE_PREVIEW (ipl_figure_preview_get_type ())
G_DECLARE_FINAL_TYPE (IplFigurePreview, ipl_figure_preview, IPL, FIGURE_PREVIEW, GtkDrawingArea)

void ipl_figure_preview_show (IplFigurePreview *self, IplSession *session, const IplPanel *panel,
                              const IplPaper *paper, const IplStyle *style);
