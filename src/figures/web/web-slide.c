/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A stop of a story in a page: the slide. */

#include "figures/web/web-slide.h"

#include "figures/story/slide.h"

typedef struct
{
  const IplStop *stop;
  IplStoryPoint point;
  IplView view;
  IplPaper page;
  IplLook look;
  IplSlide *slide;
} Shown;

static void
shown_free (gpointer data)
{
  Shown *self = data;

  ipl_slide_free (self->slide);
  ipl_stop_unref (self->stop);
  g_free (self);
}

static void
set (gpointer data, guint frame, IplTheme theme)
{
  Shown *self = data;
  IplStyle style;

  ipl_style_init (&style, theme, self->page.font_pt);
  style.look = self->look;
  ipl_slide_set (self->slide, self->stop, &self->view, &style, self->page.width_pt,
                 self->page.height_pt);
}

static const IplView *
get_view (gpointer data)
{
  const Shown *self = data;

  return &self->view;
}

static void
paint (cairo_t *cr, gpointer data)
{
  const Shown *self = data;

  ipl_slide_paint_point (self->slide, &self->point, NULL, NULL, NULL, cr);
}

static void
light (gpointer data, const IplTarget *target, cairo_t *cr)
{
  const Shown *self = data;

  ipl_slide_paint_lit (self->slide, NULL, target, NULL, cr);
}

static const IplPanel *
find (gpointer data, double x, double y, IplTarget *target)
{
  const Shown *self = data;

  return ipl_slide_find (self->slide, x, y, target);
}

/* @view: what it shows; what that borrows stays borrowed
 * Returns: (transfer full): it as a figure of a page */
IplWebDrawing *
ipl_web_slide_new (const IplStop *stop, const IplView *view, const IplPaper *page, IplLook look)
{
  IplWebDrawing *drawing = g_new0 (IplWebDrawing, 1);
  Shown *self = g_new0 (Shown, 1);

  self->stop = ipl_stop_ref (stop);
  self->view = *view;
  self->page = *page;
  self->look = look;
  self->slide = ipl_slide_new ();
  ipl_story_at_stop (stop, &self->point);
  *drawing = (IplWebDrawing){
    .id = g_strdup ("slide"),
    .title = g_strdup (""),
    .width = page->width_pt,
    .height = page->height_pt,
    .n_parts = MIN (stop->n_panels, IPL_WEB_MAX_PARTS),
    .set = set,
    .get_view = get_view,
    .paint = paint,
    .light = light,
    .find = find,
    .free = shown_free,
    .data = self,
  };
  set (self, 0, IPL_THEME_LIGHT);
  for (guint i = 0; i < drawing->n_parts; i++)
    drawing->parts[i].area = ipl_slide_get_place (self->slide, i, &drawing->parts[i].panel);
  return drawing;
}
