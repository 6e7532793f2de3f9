/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/output/figure.h"

/* ipl_figure_paint_lit() of a figure that is drawn once. */
static inline void
ipl_figure_draw_overlay (const IplPanel *panel, const IplView *view, const IplStyle *style,
                         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr,
                         double width, double height)
{
  g_autoptr (IplFigure) figure = ipl_figure_new (panel);

  ipl_figure_set (figure, view, style, width, height);
  ipl_figure_paint_lit (figure, selected, hovered, cr);
}

/* ipl_figure_find() in a figure that is asked once. */
static inline gboolean
ipl_figure_pick (const IplPanel *panel, const IplView *view, const IplStyle *style, double width,
                 double height, double x, double y, IplTarget *target)
{
  g_autoptr (IplFigure) figure = ipl_figure_new (panel);

  ipl_figure_set (figure, view, style, width, height);
  return ipl_figure_find (figure, x, y, target);
}
