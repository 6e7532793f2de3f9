/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Figures as files of an exact physical size. */

#include "figures/output/export.h"
#include "figures/kit/text.h"

#include "figures/output/figure.h"

#include <math.h>
#include <string.h>

static char *
figure_title (const IplPanel *panel, const IplView *view)
{
  const char *name = view->the_case != NULL ? view->the_case->name : view->own->experiment->title;
  return g_strdup_printf ("%s: %s", name != NULL ? name : "Interplay",
                          ipl_panel_heading (panel, view));
}

/* A figure as the only page. */
typedef struct
{
  const IplPanel *panel;
  const IplView *view;
  IplStyle style;
  const IplPaper *page;
} FigurePage;

static void
draw_page (guint page, cairo_t *cr, gpointer data)
{
  const FigurePage *self = data;

  ipl_figure_draw (self->panel, self->view, &self->style, cr, self->page->width_pt,
                   self->page->height_pt);
}

/**
 * ipl_figure_render:
 * @panel: a panel or a composite
 * @view: what is shown
 * @style: its looks; the page's text size replaces the style's
 * @page: size, text and resolution
 *
 * The picture a PNG would hold, width / 72 * dpi pixels wide and high accordingly.
 *
 * Returns: (transfer full): an image surface, in an error state where there is no memory for it
 */
cairo_surface_t *
ipl_figure_render (const IplPanel *panel, const IplView *view, const IplStyle *style,
                   const IplPaper *page)
{
  g_return_val_if_fail (view && ipl_view_has_result (view) && style && page, NULL);
  FigurePage figure = { .panel = panel, .view = view, .page = page };
  IplPages pages
      = { .page = *page, .transparent = style->transparent, .draw = draw_page, .data = &figure };

  ipl_paper_apply (page, style, &figure.style);
  return ipl_pages_render (&pages, 0);
}

/**
 * ipl_figure_export:
 * @panel: a panel or a composite
 * @view: what is shown
 * @style: its looks; the page's text size replaces the style's
 * @page: size, text and (for PNG) resolution
 * @made: (nullable): where it comes from
 * @format: PNG, SVG or PDF
 * @path: the file to write; replaced at once when it is whole, untouched otherwise
 * @error: return location for a #GError
 *
 * Writes a figure of exactly the page's size. SVG and PDF hold text as outlines and embedded fonts.
 * May be called from any thread while nothing changes @view.
 *
 * Returns: whether the file was written
 */
gboolean
ipl_figure_export (const IplPanel *panel, const IplView *view, const IplStyle *style,
                   const IplPaper *page, const IplProvenance *made, IplFormat format,
                   const char *path, GError **error)
{
  g_return_val_if_fail (panel && view && ipl_view_has_result (view), FALSE);
  g_return_val_if_fail (style && page && path, FALSE);
  g_autofree char *title = figure_title (panel, view);
  FigurePage figure = { .panel = panel, .view = view, .page = page };
  IplPages pages = { .page = *page,
                     .transparent = style->transparent,
                     .title = title,
                     .made = made,
                     .draw = draw_page,
                     .data = &figure };

  if (!ipl_text_has_font (error))
    return FALSE;
  ipl_paper_apply (page, style, &figure.style);
  return ipl_pages_write (&pages, 0, 1, format, path, error);
}
