/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/panels/panel-view.h"

#define IPL_PANEL_GRID_PLACES 6

#define IPL_TYPE_PANEL_GRID (ipl_panel_grid_get_type ())
G_DECLARE_FINAL_TYPE (IplPanelGrid, ipl_panel_grid, IPL, PANEL_GRID, GtkWidget)

IplPanelGrid *ipl_panel_grid_new (IplDocument *document, const IplPanel *composite, guint n,
                                  const IplPanel *const *panels);
guint ipl_panel_grid_list_shown (IplPanelGrid *self, const IplPanel *panels[IPL_PANEL_GRID_PLACES]);
gboolean ipl_panel_grid_has (IplPanelGrid *self, const IplPanel *panel);
void ipl_panel_grid_set_enlarged (IplPanelGrid *self, const IplPanel *panel);
const IplPanel *ipl_panel_grid_get_enlarged (IplPanelGrid *self);
void ipl_panel_grid_show_fitting (IplPanelGrid *self, const IplView *view);
IplFigureArea *ipl_panel_grid_get_area (IplPanelGrid *self, const IplPanel *panel);
const IplPanel *ipl_panel_grid_get_first (IplPanelGrid *self);
const IplPanel *ipl_panel_grid_get_focused (IplPanelGrid *self);
