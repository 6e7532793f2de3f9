/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Several panels as one lettered figure: four of them two by two, or one below the other on a
 * narrow page, as two always are. Letters and titles stand on one baseline in a row, and titles
 * begin at one place in a column, whatever the width of their letters. */

#include "figures/output/composite.h"

#include "figures/kit/text.h"

static gboolean
is_stacked (const IplStyle *style, double width, double height)
{
  return width < 42 * style->font_pt && height > 1.15 * width;
}

void
ipl_composite_layout (IplComposite *self, const IplPanel *composite, const IplStyle *style,
                      double width, double height)
{
  double em = style->font_pt, gap = 0.9 * em;
  int n = composite->n_parts;
  self->composite = composite;
  /* Bold and a little larger than the text: 8 pt beside 7 pt. */
  self->letter_size = 8.0 / 7.0 * em;
  double head = ipl_text_height (style, self->letter_size) * 1.05;
  if (n == 2 || is_stacked (style, width, height))
    {
      double y = 0, room = height - n * head - (n - 1) * 0.4 * em;
      for (int p = 0; p < n; p++)
        {
          self->letter_x[p] = 0.2 * em;
          self->letter_y[p] = y;
          self->panel[p] = (IplRect){ 0, y + head, width, room * composite->parts[p].share };
          y += head + room * composite->parts[p].share + 0.4 * em;
        }
      return;
    }
  double left = composite->left * (width - gap);
  double share = height > 36 * em ? composite->upper_tall : composite->upper;
  double upper = share * (height - 2 * head - 0.5 * gap);
  for (int p = 0; p < n; p++)
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

static char *
title_markup (const IplPanel *panel, const IplView *view)
{
  return panel->title_markup != NULL ? g_strdup (panel->title_markup)
                                     : g_markup_escape_text (ipl_panel_heading (panel, view), -1);
}

void
ipl_composite_draw_letters (const IplComposite *self, const IplView *view, const IplStyle *style,
                            cairo_t *cr)
{
  double size = self->letter_size, widest = 0;
  char letter[] = "<b>a</b>";

  for (guint p = 0; p < self->composite->n_parts; p++)
    {
      letter[3] = 'a' + p;
      widest = MAX (widest, ipl_text_width (style, letter, size));
    }
  for (guint p = 0; p < self->composite->n_parts; p++)
    {
      g_autofree char *title = title_markup (self->composite->parts[p].panel, view);
      double x = self->letter_x[p] + widest + 0.6 * style->font_pt;
      double baseline = self->letter_y[p] + ipl_text_ascent (style, size);
      double room = self->panel[p].x + self->panel[p].w - x;

      letter[3] = 'a' + p;
      ipl_text_draw_on (cr, style, letter, size, style->ink, self->letter_x[p], baseline);
      /* The title, in plain type on the letter's baseline. */
      if (ipl_text_width (style, title, style->font_pt) < room)
        ipl_text_draw_on (cr, style, title, style->font_pt, style->ink, x, baseline);
    }
}
