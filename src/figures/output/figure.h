/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include "figures/panels/panel-table.h"

G_BEGIN_DECLS

/* Sizes are in points (1/72 in). The static part ... */
void ipl_figure_draw (const IplPanel *panel, const IplView *view, const IplStyle *style,
                      cairo_t *cr, double width, double height);
/* ... and what is lit on top of it: cheap enough for every pointer motion. */
void ipl_figure_draw_overlay (const IplPanel *panel, const IplView *view, const IplStyle *style,
                              const IplTarget *selected, const IplTarget *hovered, cairo_t *cr,
                              double width, double height);
/* What is under (x, y); FALSE and IPL_TARGET_NONE where there is nothing. */
gboolean ipl_figure_pick (const IplPanel *panel, const IplView *view, const IplStyle *style,
                          double width, double height, double x, double y, IplTarget *target);
/* The width N at x where a panel has an axis of widths, for dragging; clamped to the axis. FALSE
 * outside the plot. @gp is set where x lies at the GP end of the axis. */
gboolean ipl_figure_width_at (const IplPanel *panel, const IplView *view, const IplStyle *style,
                              double width, double height, double x, double y, double *N,
                              gboolean *gp);
char *ipl_figure_describe (const IplPanel *panel, const IplView *view); /* a few sentences */
char *ipl_figure_table (const IplPanel *panel,
                        const IplView *view); /* the numbers, tab separated */
/* The next thing of a panel from @from in direction (dx, dy) of the arrow keys. */
IplTarget ipl_figure_step (const IplPanel *panel, const IplTarget *from, const IplView *view,
                           int dx, int dy);

G_END_DECLS
