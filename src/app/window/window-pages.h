/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/panels/panel-grid.h"
#include "app/window/window-state.h"

const char *ipl_window_get_page (IplWindow *self);
void ipl_window_show_page (IplWindow *self, const char *page);
gboolean ipl_window_offers_page (IplWindow *self, const char *page);
void ipl_window_focus_page (IplWindow *self);
IplPanelGrid *ipl_window_get_grid (IplWindow *self);
IplFigureArea *ipl_window_get_area (IplWindow *self, const IplPanel *panel);
const char *ipl_window_get_page_of (IplWindow *self, const IplPanel *panel);
const IplPanel *ipl_window_get_focused (IplWindow *self);
GtkWidget *ipl_window_get_page_widget (IplWindow *self, const char *page);
