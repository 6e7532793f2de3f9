/* SPDX-License-Identifier: GPL-3.0-or-later */

/* The place of a panel, divided where two views are compared: side by side, or one below the other
 * where it is high, each with its name above it. */

#include "figures/output/halves.h"

#include "figures/kit/text.h"
#include "figures/view/compared.h"

/* Higher than this over its width, a panel is divided into an upper and a lower half. */
#define STACKED_FROM 1.15

static double
heading_height (const IplStyle *style)
{
  return 1.25 * ipl_text_height (style, style->font_pt);
}

/* A whole with a line above it. */
static IplHalf
place (const IplView *view, const IplStyle *style, IplRect area, char *text)
{
  double line = MIN (heading_height (style), area.h);

  return (IplHalf){ .view = view,
                    .area = { area.x, area.y + line, area.w, MAX (area.h - line, 0) },
                    .heading = { area.x, area.y, area.w, line },
                    .text = text };
}

/* Divides a panel between a view and what it is compared with, as the panel has it.
 * @halves: (out): where it is drawn, and what
 * Returns: into how many parts, 1 or 2 */
guint
ipl_halves_layout (IplHalf halves[2], const IplPanel *panel, const IplView *view,
                   const IplStyle *style, const IplRect *area)
{
  double gap = 0.6 * style->font_pt;
  gboolean stacked = area->h > STACKED_FROM * area->w;
  g_autofree char *name = NULL;
  IplRect second = *area, first = *area;

  if (view->compared == NULL || panel->compares == IPL_COMPARES_WITHIN
      || !ipl_panel_fits (panel, view))
    {
      halves[0] = (IplHalf){ .view = view, .area = *area };
      return 1;
    }
  name = ipl_view_name_markup (ipl_view_get_name (view));
  if (panel->compares == IPL_COMPARES_NOT || !ipl_panel_fits (panel, view->compared))
    {
      g_autofree char *other = ipl_view_name_markup (ipl_view_get_name (view->compared));

      halves[0] = place (view, style, *area,
                         g_strdup_printf ("<b>%s</b>, not compared here with %s", name, other));
      return 1;
    }
  if (stacked)
    {
      first.h = second.h = MAX ((area->h - gap) / 2, 0);
      second.y += first.h + gap;
    }
  else
    {
      first.w = second.w = MAX ((area->w - gap) / 2, 0);
      second.x += first.w + gap;
    }
  halves[0] = place (view, style, first, g_strdup_printf ("<b>%s</b>", name));
  g_free (g_steal_pointer (&name));
  name = ipl_view_name_markup (ipl_view_get_name (view->compared));
  halves[1] = place (view->compared, style, second, g_strdup_printf ("<b>%s</b>", name));
  return 2;
}

/* Says above it whose it is. */
void
ipl_half_draw_heading (const IplHalf *self, const IplStyle *style, cairo_t *cr)
{
  double em = style->font_pt, margin = 0.4 * em;

  if (self->text != NULL)
    ipl_text_draw_fitted (cr, style, self->text, em, style->ink, self->heading.x + margin,
                          self->heading.y + 0.1 * em, MAX (self->heading.w - 2 * margin, 0));
}
