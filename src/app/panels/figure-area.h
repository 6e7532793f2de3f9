/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <gtk/gtk.h>

#include "figures/kit/symbol.h"
#include "figures/output/figure.h"
#include "session/session.h"

#define IPL_PX_PER_PT (96.0 / 72.0)

#define IPL_TYPE_FIGURE_AREA (ipl_figure_area_get_type ())
G_DECLARE_FINAL_TYPE (IplFigureArea, ipl_figure_area, IPL, FIGURE_AREA, GtkWidget)

void ipl_figure_area_set_panel (IplFigureArea *self, const IplPanel *panel);
const IplPanel *ipl_figure_area_get_panel (IplFigureArea *self);
void ipl_figure_area_set_session (IplFigureArea *self, IplSession *session);
IplSession *ipl_figure_area_get_session (IplFigureArea *self);
IplFigure *ipl_figure_area_get_figure (IplFigureArea *self);
void ipl_figure_area_set_enlarged (IplFigureArea *self, gboolean enlarged);
gboolean ipl_figure_area_get_enlarged (IplFigureArea *self);
GdkTexture *ipl_figure_area_render (IplFigureArea *self, double scale);
GBytes *ipl_figure_area_get_drawing (IplFigureArea *self);
IplSymbolPlace ipl_figure_area_get_symbols (IplFigureArea *self);
void ipl_figure_area_offer_tip (IplFigureArea *self, double x, double y);
char *ipl_figure_area_tell_at (IplFigureArea *self, double x, double y);
gboolean ipl_figure_area_locate (IplFigureArea *self, const IplTarget *target, double *x,
                                 double *y);
