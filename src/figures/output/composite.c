/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Four panels as one lettered figure: two by two, or one below the other on a narrow page. */

#include "figures/view/panel-support.h"

/**
 * ipl_panel_is_composite:
 * @panel: a panel or a composite
 *
 * Returns: whether it is one of several panels with letters
 */
gboolean
ipl_panel_is_composite (IplPanel panel)
{
  return panel == IPL_PANEL_ALL || panel == IPL_PANEL_POSTERIOR || panel == IPL_PANEL_NETWORK;
}

/* The panels of a composite, @i from 0; a panel is its own. */
IplPanel
ipl_composite_panel (IplPanel composite, guint i)
{
  static const IplPanel network[IPL_COMPOSITE_PARTS]
      = { IPL_PANEL_TASK, IPL_PANEL_ATTENTION, IPL_PANEL_HEADS, IPL_PANEL_PRUNING };
  return composite == IPL_PANEL_ALL         ? IPL_PANEL_PATHS + i
         : composite == IPL_PANEL_POSTERIOR ? IPL_PANEL_TRACE + i
         : composite == IPL_PANEL_NETWORK   ? network[i]
                                        : composite;
}

gboolean
ipl_composite_is_stacked (const IplStyle *style, double width, double height)
{
  return width < 42 * style->font_pt && height > 1.15 * width;
}

void
ipl_composite_layout (IplComposite *self, IplPanel composite, const IplView *view, const IplStyle *style,
                  double width, double height)
{
  double em = style->font_pt, gap = 0.9 * em;
  guint kind = composite == IPL_PANEL_NETWORK ? 2 : composite == IPL_PANEL_POSTERIOR;
  self->composite = composite;
  /* Bold and a little larger than the text: 8 pt beside 7 pt. */
  self->letter_size = 8.0 / 7.0 * em;
  double head = ipl_text_height (style, self->letter_size) * 1.05;
  if (ipl_composite_is_stacked (style, width, height))
    {
      static const double shares[3][IPL_COMPOSITE_PARTS] = { { 0.285, 0.285, 0.235, 0.195 },
                                                         { 0.21, 0.24, 0.27, 0.28 },
                                                         { 0.24, 0.25, 0.27, 0.24 } };
      const double *share = shares[kind];
      double y = 0, room = height - IPL_COMPOSITE_PARTS * head - (IPL_COMPOSITE_PARTS - 1) * 0.4 * em;
      for (int p = 0; p < IPL_COMPOSITE_PARTS; p++)
        {
          self->letter_x[p] = 0.2 * em;
          self->letter_y[p] = y;
          self->panel[p] = (IplRect){ 0, y + head, width, room * share[p] };
          y += head + room * share[p] + 0.4 * em;
        }
      return;
    }
  double left = (kind == 0 ? 0.53 : 0.5) * (width - gap);
  double share = kind > 0 ? 0.46 : height > 36 * em ? 0.54 : 0.5;
  double upper = share * (height - 2 * head - 0.5 * gap);
  for (int p = 0; p < IPL_COMPOSITE_PARTS; p++)
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
title_markup (IplPanel panel)
{
  switch (panel)
    {
    case IPL_PANEL_U:
      return g_strdup ("Order parameter <i>U</i>");
    case IPL_PANEL_MARGINAL:
      return g_strdup ("Posterior of an entry of <i>U</i>");
    default:
      return g_markup_escape_text (ipl_panel_title (panel), -1);
    }
}

void
ipl_composite_draw_letters (const IplComposite *self, const IplStyle *style, cairo_t *cr)
{
  for (int p = 0; p < IPL_COMPOSITE_PARTS; p++)
    {
      char letter[] = "<b>a</b>";
      letter[3] = 'a' + p;
      double w = ipl_text_width (style, letter, self->letter_size);
      ipl_text_draw (cr, style, letter, self->letter_size, style->ink, self->letter_x[p],
                     self->letter_y[p], 0, 0);
      /* The title, in plain type on the letter's baseline. */
      g_autofree char *title = title_markup (ipl_composite_panel (self->composite, p));
      double x = self->letter_x[p] + w + 0.6 * style->font_pt;
      double drop = 0.79
                    * (ipl_text_height (style, self->letter_size)
                       - ipl_text_height (style, style->font_pt));
      if (x + ipl_text_width (style, title, style->font_pt) < self->panel[p].x + self->panel[p].w)
        ipl_text_draw (cr, style, title, style->font_pt, style->ink, x, self->letter_y[p] + drop, 0,
                       0);
    }
}
