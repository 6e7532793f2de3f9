/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Figures as files of an exact physical size. */

#include "figures/output/export.h"

#include "figures/kit/text.h"
#include "figures/output/figure.h"
#include "figures/pages/pages.h"
#include "figures/view/view.h"

#include <math.h>
#include <string.h>

static char *
figure_title (const IplPanel *panel, const IplView *view)
{
  return g_strdup_printf ("%s: %s", ipl_view_get_name (view), ipl_panel_heading (panel, view));
}

/* A figure as a single page. */
typedef struct
{
  const IplPanel *panel;
  const IplView *view;
  IplStyle style;
  const IplPaper *page;
  char *title;
  char *warnings; /* (nullable) */
} FigurePage;

static void
figure_page_clear (FigurePage *self)
{
  g_free (self->title);
  g_free (self->warnings);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (FigurePage, figure_page_clear)

static void
draw_page (guint page, cairo_t *cr, gpointer data)
{
  const FigurePage *self = data;

  ipl_figure_draw (self->panel, self->view, &self->style, cr, self->page->width_pt,
                   self->page->height_pt);
}

static char *
describe_page (guint page, gpointer data)
{
  const FigurePage *self = data;

  g_autofree char *words = ipl_figure_describe (self->panel, self->view);

  return g_strjoin (" ", words, self->warnings, NULL);
}

/* Initialises the single page of a figure, from which files are made. */
static void
set_up (IplPages *pages, FigurePage *figure, const IplPanel *panel, const IplView *view,
        const IplStyle *style, const IplPaper *page, const IplProvenance *provenance)
{
  *figure = (FigurePage){ .panel = panel,
                          .view = view,
                          .page = page,
                          .title = figure_title (panel, view),
                          .warnings = ipl_view_warnings_text (view) };
  ipl_paper_apply (page, style, &figure->style);
  *pages = (IplPages){ .page = *page,
                       .transparent = style->transparent,
                       .title = figure->title,
                       .provenance = provenance,
                       .warnings = figure->warnings,
                       .draw = draw_page,
                       .describe = describe_page,
                       .data = figure };
}

/* Writes a figure of the exact page size. Thread-safe while @view does not change.
 * @style: appearance; the page sets the text size
 * @provenance: (nullable): provenance
 * @path: file to write; replaced atomically once complete, otherwise unchanged
 * Returns: TRUE on success */
gboolean
ipl_figure_export (const IplPanel *panel, const IplView *view, const IplStyle *style,
                   const IplPaper *page, const IplProvenance *provenance, const IplFormat *format,
                   const char *path, GError **error)
{
  g_return_val_if_fail (panel && view && ipl_view_has_result (view), FALSE);
  g_return_val_if_fail (style && page && format && path, FALSE);
  g_auto (FigurePage) figure = { .panel = panel };
  IplPages pages;

  if (!ipl_text_has_font (error))
    return FALSE;
  set_up (&pages, &figure, panel, view, style, page, provenance);
  return ipl_pages_write (&pages, 0, 1, format, path, error);
}

/* Makes the content of the file that ipl_figure_export() writes.
 * @style: appearance; the page sets the text size, if it has one
 * @provenance: (nullable): provenance
 * Returns: (transfer full): the content; NULL on error */
GBytes *
ipl_figure_make (const IplPanel *panel, const IplView *view, const IplStyle *style,
                 const IplPaper *page, const IplProvenance *provenance, const IplFormat *format,
                 GError **error)
{
  g_return_val_if_fail (panel && view && ipl_view_has_result (view), NULL);
  g_return_val_if_fail (style && page && format, NULL);
  g_autoptr (GBytes) graphics = NULL;
  g_auto (FigurePage) figure = { .panel = panel };
  IplPages pages;

  if (!ipl_text_has_font (error))
    return NULL;
  set_up (&pages, &figure, panel, view, style, page, provenance);
  return format->make (&pages, 0, 1, "figure", &graphics, error);
}
