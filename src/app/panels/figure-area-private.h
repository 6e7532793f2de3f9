/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/panels/figure-area.h"

G_BEGIN_DECLS

#define IPL_PX_PER_PT (96.0 / 72.0)

void ipl_figure_area_add_controllers (IplFigureArea *self);

G_END_DECLS
