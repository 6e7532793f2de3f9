/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/panels/time/time-plot.h"
#include "figures/view/panel.h"
#include "figures/view/trajectory-words.h"

G_BEGIN_DECLS

IplTimePlot *ipl_time_panel_begin (const IplView *view);
gpointer ipl_time_panel_end (IplTimePlot *plot, const IplStyle *style, double width, double height);
void ipl_time_panel_free (gpointer layout);
void ipl_time_panel_draw (gconstpointer layout, const IplView *view, const IplStyle *style,
                          cairo_t *cr, double width, double height);
void ipl_time_panel_overlay (gconstpointer layout, const IplView *view, const IplStyle *style,
                             const IplTarget *selected, const IplTarget *hovered, cairo_t *cr,
                             double width, double height);
gboolean ipl_time_panel_pick (gconstpointer layout, const IplView *view, const IplStyle *style,
                              double width, double height, double x, double y, IplTarget *target);
gboolean ipl_time_panel_edit (gconstpointer layout, const IplView *view, const IplStyle *style,
                              double from_x, double from_y, double x, double y,
                              IplParameters *parameters);
void ipl_time_panel_describe (GString *text, const IplView *view, const char *const *names);

/* What the entry of a panel has that is a plot against time and nothing else: its layout is what
 * ipl_time_panel_end() returns. */
#define IPL_TIME_PANEL                                                                             \
  .layout_free = ipl_time_panel_free, .draw = ipl_time_panel_draw,                                 \
  .overlay = ipl_time_panel_overlay, .pick = ipl_time_panel_pick, .edit = ipl_time_panel_edit,     \
  .step = ipl_time_plot_step, .height_narrow = 0.62, .height_wide = 0.36

G_END_DECLS
