/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A panel or a composite in a page, at one width after the other, or a stop of a story. */

#include "figures/web/web-parts.h"

#include "figures/kit/scribe.h"

static IplWebDrawing *
drawing_new (const char *id, const char *title, guint n, const IplView *views, const IplPaper *page,
             IplLook look)
{
  IplWebDrawing *self = g_new (IplWebDrawing, 1);

  *self = (IplWebDrawing){ .id = g_strdup (id),
                           .title = g_strdup (title),
                           .page = *page,
                           .look = look,
                           .n = n,
                           .views = g_memdup2 (views, n * sizeof (IplView)) };
  return self;
}

/* @views: what it shows, a frame each; borrowed is what they borrow
 * Returns: (transfer full): it as a figure of a page */
IplWebDrawing *
ipl_web_panel_new (const IplPanel *panel, guint n, const IplView *views, const IplPaper *page,
                   IplLook look)
{
  IplWebDrawing *self
      = drawing_new (panel->id, ipl_panel_heading (panel, &views[0]), n, views, page, look);
  IplWebPart *part = self->parts;

  self->panel = panel;
  self->figure = ipl_figure_new (panel);
  ipl_web_drawing_set (self, 0, IPL_THEME_LIGHT);
  for (; self->n_parts < IPL_WEB_MAX_PARTS; self->n_parts++, part++)
    if (!ipl_figure_get_part (self->figure, self->n_parts, &part->panel, &part->area))
      break;
  return self;
}

/* @view: what it shows; what that borrows stays borrowed
 * Returns: (transfer full): it as a figure of a page */
IplWebDrawing *
ipl_web_slide_new (const IplStop *stop, const IplView *view, const IplPaper *page, IplLook look)
{
  IplWebDrawing *self = drawing_new ("slide", "", 1, view, page, look);

  self->slide = ipl_slide_new ();
  ipl_story_at_stop (ipl_stop_ref (stop), &self->point);
  self->n_parts = MIN (stop->n_panels, IPL_WEB_MAX_PARTS);
  ipl_web_drawing_set (self, 0, IPL_THEME_LIGHT);
  for (guint i = 0; i < self->n_parts; i++)
    self->parts[i].area = ipl_slide_get_place (self->slide, i, &self->parts[i].panel);
  return self;
}

void
ipl_web_drawing_free (IplWebDrawing *self)
{
  g_clear_pointer (&self->figure, ipl_figure_free);
  g_clear_pointer (&self->slide, ipl_slide_free);
  g_clear_pointer (&self->point.to, ipl_stop_unref);
  g_free (self->views);
  g_free (self->id);
  g_free (self->title);
  g_free (self);
}

/* Says which frame is drawn, and in which colours. A panel is drawn as the window shows it, where
 * the width shown is marked. */
void
ipl_web_drawing_set (IplWebDrawing *self, guint frame, IplTheme theme)
{
  IplStyle plain, style;

  self->frame = frame;
  ipl_style_init (&plain, theme, self->page.font_pt);
  plain.look = self->look;
  ipl_paper_apply (&self->page, &plain, &style);
  if (self->slide != NULL)
    ipl_slide_set (self->slide, self->point.to, &self->views[frame], &plain, self->page.width_pt,
                   self->page.height_pt);
  else
    ipl_figure_set (self->figure, &self->views[frame], &style, self->page.width_pt,
                    self->page.height_pt);
}

/* Returns: what the frame shows */
const IplView *
ipl_web_drawing_get_view (const IplWebDrawing *self)
{
  return &self->views[self->frame];
}

/* @self: the drawing */
void
ipl_web_drawing_paint (cairo_t *cr, gpointer self)
{
  const IplWebDrawing *drawing = self;

  if (drawing->slide != NULL)
    ipl_slide_paint_point (drawing->slide, &drawing->point, NULL, NULL, NULL, cr);
  else
    ipl_figure_paint (drawing->figure, cr);
}

/* Draws what is highlighted on top of it. The page says what is hovered in a line of its own. */
void
ipl_web_drawing_light (const IplWebDrawing *self, const IplTarget *target, cairo_t *cr)
{
  const IplScribe *before = ipl_scribe_get (cr);
  IplScribe scribe = *before;

  scribe.captions = &(IplCaptionRoom){ .silent = TRUE };
  ipl_scribe_set (cr, &scribe);
  if (self->slide != NULL)
    ipl_slide_paint_lit (self->slide, NULL, target, NULL, cr);
  else
    ipl_figure_paint_lit (self->figure, NULL, target, cr);
  ipl_scribe_set (cr, before);
}

/* @target: (out): what is there
 * Returns: (nullable): the panel that is there */
const IplPanel *
ipl_web_drawing_find (const IplWebDrawing *self, double x, double y, IplTarget *target)
{
  const IplPanel *panel;
  IplRect area;

  if (self->slide != NULL)
    return ipl_slide_find (self->slide, x, y, target);
  if (!ipl_figure_find (self->figure, x, y, target))
    return NULL;
  for (guint i = 0; ipl_figure_get_part (self->figure, i, &panel, &area); i++)
    if (ipl_rect_contains (&area, x, y))
      return panel;
  return self->panel;
}
