/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "figures/kit/scribe.h"
#include "figures/kit/style.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

/* One line with the numbers of what is hovered, for a status line and for screen readers. */
char *ipl_target_describe (const IplTarget *self, const IplView *view);
char *ipl_target_caption (const IplTarget *self, const IplView *view);

int ipl_target_get_kernel_cell (const IplTarget *self, const IplView *view);
char *ipl_target_describe_kernel_cell (const IplTarget *self, const IplView *view, gboolean brief);

/* Append the words of a kind of target, or nothing where the view does not have it; with @brief as
 * few as a panel has room for. */
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
void ipl_caption_say (const IplStyle *style, const char *plain, cairo_t *cr, double width);
void ipl_caption_draw (cairo_t *cr, const IplStyle *style, const char *markup, double x, double y,
                       double max_width);
