/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/panels/figure-area.h"

void ipl_figure_area_add_input (IplFigureArea *self);
void ipl_figure_area_add_shortcuts (GPtrArray *shortcuts);
