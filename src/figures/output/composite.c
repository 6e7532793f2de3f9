/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Composites: several panels as one lettered figure. Four panels form a 2 x 2 grid, or a single
 * column on a narrow page; two panels always form a column. Letters and titles of a row share a
 * baseline, and titles of a column share their left edge at any letter width. */

#include "figures/output/figure.h"

#include "figures/kit/text.h"

static gboolean
is_stacked (const IplStyle *style, double width, double height)
{
  return width < 42 * style->font_pt && height > 1.15 * width;
}

static void
layout_rows (IplComposite *self, const IplPanel *composite, const IplStyle *style, double width,
             double height, double head)
{
  double em = style->font_pt, gap = 0.9 * em, y = 0, heights = 0;
  double room = height - composite->n_rows * head - (composite->n_rows - 1) * 0.4 * em;
  guint part = 0;

  for (guint r = 0; r < composite->n_rows; r++)
    heights += composite->rows[r].share;
  for (guint r = 0; r < composite->n_rows; r++)
    {
      const IplPanelRow *row = &composite->rows[r];
      double h = MAX (room, 0) * row->share / heights, x = 0;
      double w = MAX (width - (row->n - 1) * gap, 0) / row->n;

      for (guint p = 0; p < row->n; p++, part++)
        {
          self->letter_x[part] = x + 0.2 * em;
          self->letter_y[part] = y;
          self->panel[part] = (IplRect){ x, y + head, w, h };
          x += w + gap;
        }
      y += head + h + 0.4 * em;
    }
}

void
ipl_composite_layout (IplComposite *self, const IplPanel *composite, const IplStyle *style,
                      double width, double height)
{
  double em = style->font_pt, gap = 0.9 * em;
  int n = composite->n_parts;
  self->composite = composite;
  /* Letters are bold and larger than the text by the ratio of 8 pt to 7 pt. */
  self->letter_size = 8.0 / 7.0 * em;
  double head = ipl_text_height (style, self->letter_size) * 1.05;
  if (composite->n_rows > 0 && !is_stacked (style, width, height))
    {
      layout_rows (self, composite, style, width, height, head);
      return;
    }
  if (n == 2 || is_stacked (style, width, height))
    {
      double y = 0, room = height - n * head - (n - 1) * 0.4 * em;
      for (int p = 0; p < n; p++)
        {
          self->letter_x[p] = 0.2 * em;
          self->letter_y[p] = y;
          double h = room * (composite->n_rows > 0 ? 1.0 / n : composite->parts[p].share);

          self->panel[p] = (IplRect){ 0, y + head, width, h };
          y += head + h + 0.4 * em;
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
      g_autofree char *title = ipl_panel_heading_markup (self->composite->parts[p].panel, view);
      double x = self->letter_x[p] + widest + 0.6 * style->font_pt;
      double baseline = self->letter_y[p] + ipl_text_ascent (style, size);
      double room = self->panel[p].x + self->panel[p].w - x;

      letter[3] = 'a' + p;
      ipl_text_draw_on (cr, style, letter, size, style->ink, self->letter_x[p], baseline);
      /* The title shares the baseline of the letter, in regular weight. */
      if (ipl_text_width (style, title, style->font_pt) < room)
        ipl_text_draw_on (cr, style, title, style->font_pt, style->ink, x, baseline);
    }
}
