/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "figures/view/panel.h"

/* Each function calls that of the panel, or else that of the plot. */

gpointer ipl_panel_layout (const IplPanel *self, const IplView *view, const IplStyle *style,
                           double width, double height);
void ipl_panel_free_layout (const IplPanel *self, gpointer layout);
void ipl_panel_draw (const IplPanel *self, gconstpointer layout, const IplView *view,
                     const IplStyle *style, cairo_t *cr, double width, double height);
void ipl_panel_highlight (const IplPanel *self, gconstpointer layout, const IplView *view,
                          const IplStyle *style, const IplTarget *selected,
                          const IplTarget *hovered, cairo_t *cr, double width, double height);
gboolean ipl_panel_pick (const IplPanel *self, gconstpointer layout, const IplView *view,
                         const IplStyle *style, double width, double height, double x, double y,
                         IplTarget *target);
char *ipl_panel_describe_target (const IplPanel *self, const IplTarget *target,
                                 const IplView *view);
gboolean ipl_panel_edit (const IplPanel *self, gconstpointer layout, const IplView *view,
                         const IplStyle *style, double from_x, double from_y, double x, double y,
                         IplParameters *parameters);
IplTarget ipl_panel_step (const IplPanel *self, const IplTarget *from, const IplView *view, int dx,
                          int dy);
void ipl_panel_append_words (const IplPanel *self, GString *text, const IplView *view);
void ipl_panel_append_table (const IplPanel *self, GString *text, const IplView *view);
