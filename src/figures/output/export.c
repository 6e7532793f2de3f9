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

typedef struct
{
  const IplPanel *panel;
  IplView *shown;
  IplStyle style;
  IplPaper page;
  IplProvenance *provenance; /* (nullable) */
  const IplFormat *format;
  char *path;
} Export;

static void
export_free (gpointer data)
{
  Export *self = data;

  ipl_view_unref (self->shown);
  ipl_provenance_free (self->provenance);
  g_free (self->path);
  g_free (self);
}

static void
run (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Export *self = data;
  GError *error = NULL;

  if (ipl_figure_export (self->panel, self->shown, &self->style, &self->page, self->provenance,
                         self->format, self->path, &error))
    g_task_return_pointer (task, g_strdup (self->path), g_free);
  else
    g_task_return_error (task, error);
}

/* Exports a figure in a separate thread, because compression of a large PNG takes a second.
 * @view: referenced
 * @provenance: (nullable): provenance
 * @callback: called on success and on failure */
void
ipl_export_job_start (const IplPanel *panel, const IplView *view, const IplStyle *style,
                      const IplPaper *page, const IplProvenance *provenance,
                      const IplFormat *format, const char *path, GAsyncReadyCallback callback,
                      gpointer user_data)
{
  Export *self = g_new0 (Export, 1);
  g_autoptr (GTask) task = g_task_new (NULL, NULL, callback, user_data);

  self->panel = panel;
  self->shown = ipl_view_share (view);
  self->style = *style;
  self->page = *page;
  self->provenance = ipl_provenance_copy (provenance);
  self->format = format;
  self->path = g_strdup (path);
  g_task_set_task_data (task, self, export_free);
  g_task_run_in_thread (task, run);
}

/* Returns: (transfer full): path of the file; NULL on error */
char *
ipl_export_job_finish (GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}
