/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "figures/output/title.h"

#include "figures/kit/scribe.h"
#include "figures/kit/text.h"

/* (nullable): as markup */
static char *
get_title (const IplPanel *panel, const IplView *view, const IplStyle *style)
{
  const char *title = ipl_panel_is_composite (panel) || style->has_heading
                          ? NULL
                          : ipl_panel_chosen_title (panel, view);

  return title != NULL && title[0] != '\0' ? g_markup_escape_text (title, -1) : NULL;
}

/* Returns: 0 where there is none */
double
ipl_title_height (const IplPanel *panel, const IplView *view, const IplStyle *style)
{
  g_autofree char *title = get_title (panel, view, style);

  return title != NULL ? 1.15 * ipl_text_height (style, style->font_pt) : 0;
}

void
ipl_title_draw (const IplPanel *panel, const IplView *view, const IplStyle *style, cairo_t *cr,
                double width)
{
  g_autofree char *title = get_title (panel, view, style);
  double em = style->font_pt, w;

  if (title == NULL)
    return;
  ipl_part_begin (cr, "headings");
  w = MIN (ipl_text_width (style, title, em), MAX (width - 0.8 * em, 1));
  ipl_text_draw_fitted (cr, style, title, em, style->ink, (width - w) / 2, 0.2 * em, w);
  ipl_part_end (cr);
}
