/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "figures/kit/rect.h"
#include "figures/pages/pages.h"
#include "figures/pages/page-size.h"
#include "figures/view/panel.h"
#include "figures/panels/panel-table.h"
#include "figures/view/panel.h"

/* A panel or composite with one view, style and size, and the layouts of its parts. Drawing,
 * highlights and picking use the same layouts, which are made once. */
typedef struct _IplFigure IplFigure;

IplFigure *ipl_figure_new (const IplPanel *panel);
void ipl_figure_free (IplFigure *self);
void ipl_figure_set (IplFigure *self, const IplView *view, const IplStyle *style, double width,
                     double height);
const IplStyle *ipl_figure_get_style (const IplFigure *self);
void ipl_figure_invalidate (IplFigure *self);
guint ipl_figure_get_n_layouts (const IplFigure *self);
void ipl_figure_paint (IplFigure *self, cairo_t *cr);
void ipl_figure_paint_highlights (IplFigure *self, const IplTarget *selected,
                                  const IplTarget *hovered, cairo_t *cr);
gboolean ipl_figure_find (IplFigure *self, double x, double y, IplTarget *target);
gboolean ipl_figure_width_at (IplFigure *self, double x, double y, double *N, gboolean *gp);
gboolean ipl_figure_edit (IplFigure *self, double from_x, double from_y, double x, double y,
                          IplParameters *parameters);
gboolean ipl_figure_scroll (IplFigure *self, const IplTarget *target, int rows, guint *first);

/* Sizes are in points (1/72 in). Draws the static part of a figure. */
void ipl_figure_draw (const IplPanel *panel, const IplView *view, const IplStyle *style,
                      cairo_t *cr, double width, double height);
/* Returns the next target from @from in direction (dx, dy) of the arrow keys. */
IplTarget ipl_figure_step (const IplPanel *panel, const IplTarget *from, const IplView *view,
                           int dx, int dy);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (IplFigure, ipl_figure_free)

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

char *ipl_figure_too_small (const IplPanel *panel, const IplView *view, const IplStyle *style,
                            const IplPaper *page);

char *ipl_figure_describe (const IplPanel *panel, const IplView *view); /* a few sentences */
char *ipl_figure_describe_target (const IplPanel *panel, const IplTarget *target,
                                  const IplView *view); /* one line */
char *ipl_figure_describe_in_panel (const IplPanel *panel, const IplTarget *target,
                                    const IplView *view); /* the panel's numbers of a target */
char *ipl_figure_table (const IplPanel *panel, const IplView *view); /* tab-separated numbers */
