/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The four panels as one lettered figure: two by two, or one below the other on a narrow page. */

#include "figure-private.h"

gboolean
ipl_sheet_is_stacked (const IplStyle *style, double width, double height)
{
  return width < 42 * style->font_pt && height > 1.15 * width;
}

void
ipl_sheet_layout (IplSheet *self, const IplView *view, const IplStyle *style, double width,
                  double height)
{
  double em = style->font_pt, gap = 0.9 * em;
  /* Bold and a little larger than the text: 8 pt beside 7 pt. */
  self->letter_size = 8.0 / 7.0 * em;
  double head = ipl_text_height (style, self->letter_size) * 1.05;
  if (ipl_sheet_is_stacked (style, width, height))
    {
      static const double share[IPL_N_PANELS] = { 0.285, 0.285, 0.235, 0.195 };
      double y = 0, room = height - IPL_N_PANELS * head - (IPL_N_PANELS - 1) * 0.4 * em;
      for (int p = 0; p < IPL_N_PANELS; p++)
        {
          self->letter_x[p] = 0.2 * em;
          self->letter_y[p] = y;
          self->panel[p] = (IplRect){ 0, y + head, width, room * share[p] };
          y += head + room * share[p] + 0.4 * em;
        }
      return;
    }
  double left = 0.53 * (width - gap), share = height > 36 * em ? 0.54 : 0.5;
  double upper = share * (height - 2 * head - 0.5 * gap);
  for (int p = 0; p < IPL_N_PANELS; p++)
    {
      gboolean right = p % 2 == 1, below = p >= 2;
      double x = right ? left + gap : 0, y = below ? head + upper + 0.5 * gap : 0;
      self->letter_x[p] = x + 0.2 * em;
      self->letter_y[p] = y;
      self->panel[p] = (IplRect){
        x,
        y + head,
        right ? width - left - gap : left,
        below ? height - y - head : upper,
      };
    }
}

void
ipl_sheet_draw_letters (const IplSheet *self, const IplStyle *style, cairo_t *cr)
{
  for (int p = 0; p < IPL_N_PANELS; p++)
    {
      char letter[] = "<b>a</b>";
      letter[3] = 'a' + p;
      double w = ipl_text_width (style, letter, self->letter_size);
      ipl_text_draw (cr, style, letter, self->letter_size, style->ink, self->letter_x[p],
                     self->letter_y[p], 0, 0);
      /* The title, in plain type on the letter's baseline. */
      g_autofree char *title = p == IPL_PANEL_U ? g_strdup ("Order parameter <i>U</i>")
                                                : g_markup_escape_text (ipl_panel_title (p), -1);
      double x = self->letter_x[p] + w + 0.6 * style->font_pt;
      double drop = 0.79
                    * (ipl_text_height (style, self->letter_size)
                       - ipl_text_height (style, style->font_pt));
      if (x + ipl_text_width (style, title, style->font_pt) < self->panel[p].x + self->panel[p].w)
        ipl_text_draw (cr, style, title, style->font_pt, style->ink, x, self->letter_y[p] + drop, 0,
                       0);
    }
}
