/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <cairo.h>
#include <glib.h>

G_BEGIN_DECLS

typedef struct
{
  double r, g, b;
} IplColor;

typedef enum
{
  IPL_THEME_LIGHT, /* also print: dark ink on white */
  IPL_THEME_DARK,
  IPL_THEME_CONTRAST,      /* black on white, heavier lines, no greys */
  IPL_THEME_CONTRAST_DARK, /* white on black */
} IplTheme;

/**
 * IplStyle:
 * @font_family: Pango family list
 * @font_pt: size of axis labels, in points; tick labels and legends are derived from it
 * @line_pt: width of a data line, in points
 * @ink: text and axes
 * @faint: grid lines, secondary text
 * @paper: background
 * @accent: selection
 * @transparent: leave the background unpainted
 *
 * All that a figure's looks depend on, apart from its data and its size. Plain value.
 */
typedef struct
{
  char font_family[64];
  double font_pt;
  double line_pt;
  IplTheme theme;
  IplColor ink;
  IplColor faint;
  IplColor paper;
  IplColor accent;
  gboolean transparent;
} IplStyle;

void ipl_style_init (IplStyle *self, IplTheme theme, double font_pt);

G_END_DECLS
