/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Captions: a line of text on a plate. */

#include "figures/kit/text.h"
#include "figures/view/target-sentence.h"

#include <math.h>

/* Draws a line of markup in the upper left corner of a panel. */
void
ipl_caption_markup (const IplStyle *style, const char *markup, cairo_t *cr, double width)
{
  ipl_caption_draw (cr, style, markup, 0.4 * style->font_pt, 0.4 * style->font_pt,
                    width - 0.8 * style->font_pt);
}

/* Draws the caption of the hovered target in the upper left corner. */
void
ipl_caption_overlay (const IplView *view, const IplStyle *style, const IplTarget *selected,
                     const IplTarget *hovered, cairo_t *cr, double width)
{
  g_autofree char *caption
      = ipl_target_caption (ipl_target_is_none (hovered) ? selected : hovered, view);
  if (caption != NULL)
    ipl_caption_markup (style, caption, cr, width);
}

/* Draws a line of plain text in the upper left corner. */
void
ipl_caption_draw_plain (const IplStyle *style, const char *plain, cairo_t *cr, double width)
{
  g_autofree char *markup = g_markup_escape_text (plain, -1);

  ipl_caption_markup (style, markup, cr, width);
}

/* Returns the area of @plate that overlaps the given rectangles. */
static double
covered (const GArray *occupied, const IplRect *plate)
{
  double sum = 0;
  for (guint i = 0; i < occupied->len; i++)
    {
      const IplRect *other = &g_array_index (occupied, IplRect, i);
      double w = MIN (plate->x + plate->w, other->x + other->w) - MAX (plate->x, other->x);
      double h = MIN (plate->y + plate->h, other->y + other->h) - MAX (plate->y, other->y);
      if (w > 0 && h > 0)
        sum += w * h;
    }
  return sum;
}

/* Returns the cost of a plate position. Covered text weighs more than covered marks. */
static double
covers (const IplCaptionRoom *room, const IplRect *plate)
{
  return (room->occupied != NULL ? 30 * covered (room->occupied, plate) : 0)
         + (room->marks != NULL ? covered (room->marks, plate) : 0);
}

/* Moves a plate to the position of least cost, and the closest one among equals. */
static void
make_room (const IplCaptionRoom *room, double em, IplRect *plate)
{
  IplRect at = *plate, best = *plate;
  double margin = 0.3 * em, least = INFINITY;
  if (covers (room, plate) <= 0)
    return;
  for (double y = margin; y + plate->h <= room->height - margin; y += 0.5 * em)
    for (double x = margin; x + plate->w <= MAX (room->width - margin, margin + plate->w); x += em)
      {
        at.x = x;
        at.y = y;
        double cost = 1e3 * covers (room, &at) + hypot (x - plate->x, y - plate->y);
        if (cost < least)
          {
            least = cost;
            best = at;
          }
      }
  if (1e3 * covers (room, plate) > least)
    *plate = best;
}

/* Draws a small plate with a line of text. Its top left corner is (@x, @y), or the nearest
 * position that covers no text or marks. */
void
ipl_caption_draw (cairo_t *cr, const IplStyle *style, const char *markup, double x, double y,
                  double max_width)
{
  double small = ipl_style_small (style), pad = 0.35 * style->font_pt;
  const IplCaptionRoom *room = ipl_recorder_get (cr)->captions;
  IplTextSize size;
  if (room != NULL && room->is_quiet)
    return;
  ipl_text_measure (style, markup, small, &size);
  double w = MIN (size.w, max_width - 2 * pad);
  if (w <= small)
    return;
  IplRect plate = { x, y, w + 2 * pad, size.h + pad };
  if (room != NULL)
    make_room (room, style->font_pt, &plate);
  x = plate.x;
  y = plate.y;
  cairo_rectangle (cr, x, y, w + 2 * pad, size.h + pad);
  ipl_set_color (cr, style->paper, 0.93);
  cairo_fill_preserve (cr);
  ipl_set_dash (cr, IPL_DASH_SOLID, 1);
  ipl_stroke (cr, style->accent, ipl_style_hairline (style));
  ipl_text_draw_fitted (cr, style, markup, small, style->ink, x + pad, y + pad / 2, w);
}
