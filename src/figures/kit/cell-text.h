/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/text.h"

G_BEGIN_DECLS

void ipl_cell_text_draw (cairo_t *cr, const IplStyle *style, const char *markup, double size,
                         IplColor cell, double x, double y);

G_END_DECLS
