/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/output/figure.h"
#include "figures/pages/pages.h"

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

typedef struct
{
  const IplPanel *panel;
  const IplView *view;
  IplStyle style;
  const IplPaper *page;
} FigureOnce;

static inline void
figure_once_draw (guint page, cairo_t *cr, gpointer data)
{
  const FigureOnce *self = data;

  ipl_figure_draw (self->panel, self->view, &self->style, cr, self->page->width_pt,
                   self->page->height_pt);
}

/* The picture a PNG would hold, width / 72 * dpi pixels wide and high accordingly. */
static inline cairo_surface_t *
ipl_figure_render (const IplPanel *panel, const IplView *view, const IplStyle *style,
                   const IplPaper *page)
{
  FigureOnce figure = { .panel = panel, .view = view, .page = page };
  IplPages pages = {
    .page = *page, .transparent = style->transparent, .draw = figure_once_draw, .data = &figure
  };

  ipl_paper_apply (page, style, &figure.style);
  return ipl_pages_render (&pages, 0);
}
