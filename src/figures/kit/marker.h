/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>

#include "figures/kit/style.h"

typedef enum
{
  IPL_MARKER_DOT,
  IPL_MARKER_CROSS,
  IPL_MARKER_SQUARE,
  IPL_MARKER_DIAMOND,
  IPL_MARKER_TRIANGLE,
  IPL_MARKER_TRIANGLE_DOWN,
  IPL_N_MARKERS,
} IplMarker;

void ipl_draw_marker (cairo_t *cr, const IplStyle *style, IplMarker marker, IplColor color,
                      double x, double y, double r, gboolean hollow);
void ipl_draw_verdict (cairo_t *cr, const IplStyle *style, gboolean right, double x, double y,
                       double size);
void ipl_draw_error_bar (cairo_t *cr, double x, double low, double high, double cap);
void ipl_draw_cross (cairo_t *cr, double x, double y, double radius);
void ipl_draw_dot (cairo_t *cr, const IplStyle *style, IplColor color, double x, double y,
                   double radius, gboolean hollow);
void ipl_draw_warning (cairo_t *cr, const IplStyle *style, IplColor color, double x, double y,
                       double size);
