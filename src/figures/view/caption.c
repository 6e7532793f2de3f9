/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A plate with a line of text. */

#include "figures/view/caption.h"

#include "figures/kit/text.h"
#include "figures/view/target-words.h"

#include <math.h>

/* The caption of what is pointed at, in the upper left corner. */
void
ipl_caption_overlay (const IplView *view, const IplStyle *style, const IplTarget *selected,
                     const IplTarget *hovered, cairo_t *cr, double width)
{
  g_autofree char *caption
      = ipl_target_caption (ipl_target_is_none (hovered) ? selected : hovered, view);
  if (caption != NULL)
    ipl_caption_draw (cr, style, caption, 0.4 * style->font_pt, 0.4 * style->font_pt,
                      width - 0.8 * style->font_pt);
}

/* A line of plain text in the upper left corner. */
void
ipl_caption_say (const IplStyle *style, const char *plain, cairo_t *cr, double width)
{
  g_autofree char *markup = g_markup_escape_text (plain, -1);

  ipl_caption_draw (cr, style, markup, 0.4 * style->font_pt, 0.4 * style->font_pt,
                    width - 0.8 * style->font_pt);
}

/* A small plate with a line of text, its top left corner at (@x, @y). */
void
ipl_caption_draw (cairo_t *cr, const IplStyle *style, const char *markup, double x, double y,
                  double max_width)
{
  double small = ipl_style_small (style), pad = 0.35 * style->font_pt;
  IplTextSize size;
  ipl_text_measure (style, markup, small, &size);
  double w = MIN (size.w, max_width - 2 * pad);
  if (w <= small)
    return;
  cairo_rectangle (cr, x, y, w + 2 * pad, size.h + pad);
  ipl_set_color (cr, style->paper, 0.93);
  cairo_fill_preserve (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  cairo_set_line_width (cr, ipl_style_hairline (style));
  ipl_set_color (cr, style->accent, 1);
  cairo_stroke (cr);
  ipl_text_draw_fitted (cr, style, markup, small, style->ink, x + pad, y + pad / 2, w);
}
