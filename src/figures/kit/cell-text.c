/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Text in a coloured cell. */

#include "figures/kit/cell-text.h"

/* Black or white, whichever contrasts more: this is the luminance where the two are equal. */
#define MIDDLE 0.179

/* Neither has the contrast of 7 to 1, which is what high contrast asks for, between these. */
#define PLATE_FROM 0.1
#define PLATE_TO 0.3

/* Draws the text in black or white; in high contrast, on a cell where neither is enough, in ink on
 * a plate of paper. */
void
ipl_cell_text_draw (cairo_t *cr, const IplStyle *style, const char *markup, double size,
                    IplColor cell, double x, double y)
{
  double Y = ipl_color_luminance (cell);
  IplColor color = Y > MIDDLE ? (IplColor){ 0, 0, 0 } : (IplColor){ 1, 1, 1 };

  if (style->theme >= IPL_THEME_CONTRAST && Y > PLATE_FROM && Y < PLATE_TO)
    {
      double w = ipl_text_width (style, markup, size) + 0.4 * size;
      double h = ipl_text_height (style, size);

      cairo_rectangle (cr, x - w / 2, y - h / 2, w, h);
      ipl_set_color (cr, style->paper, 1);
      cairo_fill (cr);
      color = style->ink;
    }
  ipl_text_draw (cr, style, markup, size, color, x, y, 0.5, 0.5);
}
