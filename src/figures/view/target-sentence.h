/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "figures/kit/recorder.h"
#include "figures/kit/style.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

/* The hovered target in one line, for the status line and screen readers. */
char *ipl_target_describe (const IplTarget *self, const IplView *view);
char *ipl_target_caption (const IplTarget *self, const IplView *view);

int ipl_target_get_kernel_cell (const IplTarget *self, const IplView *view);
char *ipl_target_describe_kernel_cell (const IplTarget *self, const IplView *view, gboolean brief);

/* Append the description of a kind of target, or nothing if the view does not have it. With
 * @brief, it is short enough for a panel. */
void ipl_target_append_sequence (GString *text, const IplTarget *self, const IplView *view,
                                 gboolean brief);
void ipl_target_append_pruned (GString *text, const IplTarget *self, const IplView *view,
                               gboolean brief);
void ipl_target_append_point (GString *text, const IplTarget *self, const IplView *view,
                              gboolean brief);
void ipl_target_append_worths (GString *text, const IplView *view, guint head);
void ipl_target_append_drops (GString *text, const IplView *view, guint head);

void ipl_caption_overlay (const IplView *view, const IplStyle *style, const IplTarget *selected,
                          const IplTarget *hovered, cairo_t *cr, double width);
void ipl_caption_markup (const IplStyle *style, const char *markup, cairo_t *cr, double width);
void ipl_caption_draw_plain (const IplStyle *style, const char *plain, cairo_t *cr, double width);
void ipl_caption_draw (cairo_t *cr, const IplStyle *style, const char *markup, double x, double y,
                       double max_width);
