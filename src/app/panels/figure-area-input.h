/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/panels/figure-area.h"

G_BEGIN_DECLS

void ipl_figure_area_add_input (IplFigureArea *self);
void ipl_figure_area_add_shortcuts (GPtrArray *shortcuts);

G_END_DECLS
