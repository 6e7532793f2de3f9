/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/panels/figure-area.h"

gboolean ipl_figure_area_can_edit (IplFigureArea *self, double x, double y);
gboolean ipl_figure_area_edit_by_click (IplFigureArea *self, double x, double y);
gboolean ipl_figure_area_edit_by_key (IplFigureArea *self, int by);
void ipl_figure_area_add_editing (IplFigureArea *self);
