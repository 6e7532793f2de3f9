/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/kit/rect.h"
#include "figures/view/panel.h"

typedef struct
{
  const IplPanel *composite;
  IplRect panel[IPL_PANEL_MAX_PARTS];
  double letter_x[IPL_PANEL_MAX_PARTS], letter_y[IPL_PANEL_MAX_PARTS];
  double letter_size;
} IplComposite;

void ipl_composite_layout (IplComposite *self, const IplPanel *composite, const IplStyle *style,
                           double width, double height);
void ipl_composite_draw_letters (const IplComposite *self, const IplView *view,
                                 const IplStyle *style, cairo_t *cr);
