/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The title above a panel that stands alone, where the user chose one and no window says it. */
#pragma once

#include "figures/view/panel.h"

double ipl_title_height (const IplPanel *panel, const IplView *view, const IplStyle *style);
void ipl_title_draw (const IplPanel *panel, const IplView *view, const IplStyle *style, cairo_t *cr,
                     double width);
