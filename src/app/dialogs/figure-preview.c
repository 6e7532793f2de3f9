/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/dialogs/figure-preview.h"

#include "figures/output/figure.h"

#include <math.h>

#define MARGIN 8

/* No larger than twice life size, so that a small figure looks small. */
#define MAX_SCALE (2.0 * 96.0 / 72.0)

/* A figure as it will be exported, in its true proportions. */
struct _IplFigurePreview
{
  GtkDrawingArea parent_instance;
  IplSession *session;
  const IplPanel *panel; /* (nullable): where there is nothing to show */
  IplPaper paper;
  IplStyle style;
};

G_DEFINE_FINAL_TYPE (IplFigurePreview, ipl_figure_preview, GTK_TYPE_DRAWING_AREA)

static void
draw (GtkDrawingArea *area, cairo_t *cr, int width, int height, gpointer data)
{
  IplFigurePreview *self = IPL_FIGURE_PREVIEW (area);
  const IplPaper *paper = &self->paper;
  IplView view;
  double scale;

  if (self->panel == NULL || !ipl_session_get_view (self->session, &view))
    return;
  scale = MIN ((width - MARGIN) / paper->width_pt, (height - MARGIN) / paper->height_pt);
  scale = MIN (scale, MAX_SCALE);
  cairo_translate (cr, round ((width - scale * paper->width_pt) / 2),
                   round ((height - scale * paper->height_pt) / 2));
  cairo_scale (cr, scale, scale);
  cairo_rectangle (cr, 0, 0, paper->width_pt, paper->height_pt);
  cairo_clip (cr);
  ipl_figure_draw (self->panel, &view, &self->style, cr, paper->width_pt, paper->height_pt);
}

/* @panel: (nullable): the figure; NULL for nothing */
void
ipl_figure_preview_show (IplFigurePreview *self, IplSession *session, const IplPanel *panel,
                         const IplPaper *paper, const IplStyle *style)
{
  g_set_object (&self->session, session);
  self->panel = panel;
  self->paper = *paper;
  self->style = *style;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
ipl_figure_preview_dispose (GObject *object)
{
  IplFigurePreview *self = IPL_FIGURE_PREVIEW (object);

  self->panel = NULL;
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ipl_figure_preview_parent_class)->dispose (object);
}

static void
ipl_figure_preview_class_init (IplFigurePreviewClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ipl_figure_preview_dispose;
}

static void
ipl_figure_preview_init (IplFigurePreview *self)
{
  gtk_drawing_area_set_draw_func (GTK_DRAWING_AREA (self), draw, NULL, NULL);
}
