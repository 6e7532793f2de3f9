/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>

typedef void (*IplWebPaint) (cairo_t *cr, gpointer data);

char *ipl_web_svg (double width, double height, IplWebPaint paint, gpointer data, GError **error);
char *ipl_web_svg_inside (const char *svg);
char *ipl_web_svg_named (const char *svg, const char *prefix);
