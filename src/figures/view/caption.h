/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "figures/kit/scribe.h"
#include "figures/kit/style.h"
#include "figures/view/target.h"
#include "figures/view/view.h"

void ipl_caption_overlay (const IplView *view, const IplStyle *style, const IplTarget *selected,
                          const IplTarget *hovered, cairo_t *cr, double width);
void ipl_caption_markup (const IplStyle *style, const char *markup, cairo_t *cr, double width);
void ipl_caption_say (const IplStyle *style, const char *plain, cairo_t *cr, double width);
void ipl_caption_draw (cairo_t *cr, const IplStyle *style, const char *markup, double x, double y,
                       double max_width);
