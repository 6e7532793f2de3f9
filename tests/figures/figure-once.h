/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "canvas.h"
#include "figures/output/figure.h"
#include "figures/pages/pages.h"

/* ipl_figure_paint_highlights() of a figure that is drawn once. */
static inline void
ipl_figure_draw_overlay (const IplPanel *panel, const IplView *view, const IplStyle *style,
                         const IplTarget *selected, const IplTarget *hovered, cairo_t *cr,
                         double width, double height)
{
  g_autoptr (IplFigure) figure = ipl_figure_new (panel);

  ipl_figure_set (figure, view, style, width, height);
  ipl_figure_paint_highlights (figure, selected, hovered, cr);
}

/* ipl_figure_find() in a figure that is asked once. */
static inline gboolean
ipl_figure_pick (const IplPanel *panel, const IplView *view, const IplStyle *style, double width,
                 double height, double x, double y, IplTarget *target)
{
  g_autoptr (IplFigure) figure = ipl_figure_new (panel);

  ipl_figure_set (figure, view, style, width, height);
  return ipl_figure_find (figure, x, y, target);
}

typedef struct
{
  const IplPanel *panel;
  const IplView *view;
  IplStyle style;
  const IplPaper *page;
} FigureOnce;

static inline void
figure_once_draw (guint page, cairo_t *cr, gpointer data)
{
  const FigureOnce *self = data;

  ipl_figure_draw (self->panel, self->view, &self->style, cr, self->page->width_pt,
                   self->page->height_pt);
}

/* The picture a PNG would hold, width / 72 * dpi pixels wide and high accordingly. */
static inline cairo_surface_t *
ipl_figure_render (const IplPanel *panel, const IplView *view, const IplStyle *style,
                   const IplPaper *page)
{
  FigureOnce figure = { .panel = panel, .view = view, .page = page };
  IplPages pages = {
    .page = *page, .transparent = style->transparent, .draw = figure_once_draw, .data = &figure
  };

  ipl_paper_apply (page, style, &figure.style);
  return ipl_pages_render (&pages, 0);
}

/* A figure at no size that is looked at, with what is @highlighted in it. */
static inline void
figure_once_check (const IplPanel *panel, const IplView *view, IplTheme theme, double width,
                   double height, const IplTarget *highlighted)
{
  g_autoptr (cairo_t) cr = canvas_new (CAIRO_FORMAT_RGB24, 10, 10);
  const IplTarget none = IPL_TARGET_NONE;
  IplStyle style;

  ipl_style_init (&style, theme, 8);
  ipl_figure_draw (panel, view, &style, cr, width, height);
  ipl_figure_draw_overlay (panel, view, &style, &none, highlighted, cr, width, height);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
}

static inline void
figure_once_add_text (const char *markup, double size, const IplRect *ink, gpointer data)
{
  g_string_append_printf (data, "%s\n", markup);
}

/* All texts of a figure, after an empty one, one a line. */
static inline char *
figure_once_texts (const IplPanel *panel, const IplView *view, gboolean has_controls)
{
  cairo_surface_t *surface = cairo_recording_surface_create (CAIRO_CONTENT_COLOR, NULL);
  cairo_t *cr = cairo_create (surface);
  GString *texts = g_string_new ("\n");
  IplStyle style;

  ipl_style_init (&style, IPL_THEME_LIGHT, 8);
  style.has_controls = has_controls;
  ipl_recorder_set (cr, &(IplRecorder){ .on_text = figure_once_add_text, .on_data = texts });
  ipl_figure_draw (panel, view, &style, cr, 500, 300);
  g_assert_cmpint (cairo_status (cr), ==, CAIRO_STATUS_SUCCESS);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return g_string_free (texts, FALSE);
}

/* Of the result of an experiment at a time; -1: at its last. */
static inline IplView
view_of_dynamics (const IplExperimentResult *own, double time)
{
  IplView view = { .pruned = -1, .shown_layer = -1, .shown_head = -1, .shown_token = -1 };

  ipl_view_set_dynamics (&view, own, time);
  return view;
}
