/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/plot/plot.h"

static inline gboolean
ipl_mark_is_rule (const IplMark *self)
{
  return self->kind == IPL_MARK_RULE || self->kind == IPL_MARK_RULE_AT_X;
}

static inline gboolean
ipl_mark_is_level (const IplMark *self)
{
  return self->kind == IPL_MARK_RULE && self->slope == 0;
}

gboolean ipl_axes_shows (const IplPlotAxes *self, double value);
gboolean ipl_mark_place (const IplPlotAxes *axes, const IplStyle *style, const IplMark *mark,
                         gsize i, double *x, double *y);
void ipl_plot_choose_time_axis (IplPlot *self);
void ipl_axes_find_ends (const IplPlotAxes *self, IplFrameSpec *spec);
void ipl_axes_set_x_ticks (IplPlotAxes *self, const IplStyle *style);
void ipl_axes_choose_ticks (IplPlotAxes *self, const IplStyle *style);
void ipl_plot_place_facets (IplPlot *self, const IplStyle *style, const IplRect *area);
double ipl_plot_facets_row_height (const IplPlot *self, const IplStyle *style, double width);
void ipl_plot_draw_facets (const IplPlot *self, const IplStyle *style, cairo_t *cr);
void ipl_facet_highlight (const IplPlotAxes *self, const IplStyle *style, const IplTarget *target,
                          cairo_t *cr);
IplTarget ipl_plot_step_facets (const IplPlot *self, const IplTarget *from, int dx, int dy);
void ipl_axes_make_room_for_names (IplPlotAxes *self, const IplStyle *style);
void ipl_plot_place_grid (IplPlot *self, const IplStyle *style);
double ipl_axes_above_height (IplPlotAxes *self, const IplStyle *style, double room);
void ipl_axes_draw_categories (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr);
void ipl_axes_place_above (IplPlotAxes *self, const IplStyle *style);
void ipl_axes_draw_above (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr);
void ipl_axes_record_marks (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr);
void ipl_plot_draw_grid_texts (const IplPlot *self, const IplStyle *style, cairo_t *cr);
const IplMark *ipl_axes_get_listed (const IplPlotAxes *self, guint m);
gsize ipl_mark_count_items (const IplMark *mark);
IplTarget ipl_items_make (const IplItems *self, gsize i, gconstpointer data);
gboolean ipl_items_have (const IplItems *self, const IplTarget *target, gsize i,
                         gconstpointer data);
gboolean ipl_mark_has (const IplMark *mark, const IplTarget *target, gsize i);
void ipl_mark_begin_item (const IplMark *mark, gsize i, cairo_t *cr);
void ipl_mark_end_item (const IplMark *mark, gsize i, cairo_t *cr);
void ipl_axes_record_cells (const IplPlotAxes *self, cairo_t *cr);
void ipl_axes_record_moments (const IplPlotAxes *self, cairo_t *cr);
gboolean ipl_axes_find_moment (const IplPlotAxes *self, const IplTarget *target, gsize *moment);
void ipl_mark_draw_point (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr,
                          const IplMark *mark, gsize i, double scale);
void ipl_mark_draw_drops (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr,
                          const IplMark *mark, gsize i);
void ipl_plot_stroke (cairo_t *cr, const IplStyle *style, IplColor color, double weight,
                      IplDash dash);
gsize ipl_mark_trace_line (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr,
                           const IplMark *mark, gsize first, gsize end);
void ipl_mark_trace_bar (const IplPlotAxes *self, cairo_t *cr, const IplMark *mark, gsize i);
void ipl_axes_draw_now_line (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr,
                             double now);
void ipl_axes_mark_values (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr, double time,
                           double size, gboolean accent);
void ipl_mark_draw_intervals (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr,
                              const IplMark *mark);
void ipl_mark_draw_bars (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr,
                         const IplMark *mark);
void ipl_mark_draw_rule (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr,
                         const IplMark *mark, double weight);
void ipl_mark_draw_histogram (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr,
                              const IplMark *mark);
void ipl_axes_draw_cell_numbers (const IplPlotAxes *self, const IplStyle *style, cairo_t *cr);
