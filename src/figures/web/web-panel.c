/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A panel or a composite in a page, at one width after the other. */

#include "figures/web/web-panel.h"

#include "figures/output/arranged.h"
#include "figures/output/composite.h"
#include "figures/output/figure.h"
#include "figures/view/caption.h"

typedef struct
{
  const IplPanel *panel;
  guint n;
  IplView *views; /* [n] */
  IplPaper page;
  IplLook look;
  guint frame;
  IplFigure *figure;
  IplStyle style;
} Shown;

static void
shown_free (gpointer data)
{
  Shown *self = data;

  ipl_figure_free (self->figure);
  g_free (self->views);
  g_free (self);
}

/* As the window shows it, where the width shown is marked. */
static void
make_style (const Shown *self, IplTheme theme, IplStyle *style)
{
  IplStyle plain;

  ipl_style_init (&plain, theme, self->page.font_pt);
  plain.look = self->look;
  plain.marks_shown = TRUE;
  ipl_paper_apply (&self->page, &plain, style);
}

static void
set (gpointer data, guint frame, IplTheme theme)
{
  Shown *self = data;

  self->frame = frame;
  make_style (self, theme, &self->style);
  ipl_figure_set (self->figure, &self->views[frame], &self->style, self->page.width_pt,
                  self->page.height_pt);
}

static const IplView *
get_view (gpointer data)
{
  const Shown *self = data;

  return &self->views[self->frame];
}

static void
paint (cairo_t *cr, gpointer data)
{
  const Shown *self = data;

  ipl_figure_paint (self->figure, cr);
}

/* The page says what is pointed at in a line of its own. */
static void
light (gpointer data, const IplTarget *target, cairo_t *cr)
{
  const Shown *self = data;
  IplCaptionRoom room
      = { .width = self->page.width_pt, .height = self->page.height_pt, .silent = TRUE };

  ipl_caption_set_room (&room);
  ipl_figure_paint_lit (self->figure, NULL, target, cr);
  ipl_caption_set_room (NULL);
}

static const IplPanel *
find (gpointer data, double x, double y, IplTarget *target)
{
  const Shown *self = data;
  IplComposite composite;

  if (!ipl_figure_find (self->figure, x, y, target))
    return NULL;
  if (!ipl_panel_is_composite (self->panel))
    return self->panel;
  ipl_composite_layout (&composite, self->panel, &self->style, self->page.width_pt,
                        self->page.height_pt);
  for (guint i = 0; i < self->panel->n_parts; i++)
    if (ipl_rect_contains (&composite.panel[i], x, y))
      return self->panel->parts[i].panel;
  return self->panel;
}

static void
find_parts (IplWebDrawing *drawing, const Shown *self)
{
  IplComposite composite;
  IplStyle style;

  if (!ipl_panel_is_composite (self->panel))
    {
      drawing->n_parts = 1;
      drawing->parts[0]
          = (IplWebPart){ self->panel, { 0, 0, self->page.width_pt, self->page.height_pt } };
      return;
    }
  make_style (self, IPL_THEME_LIGHT, &style);
  ipl_composite_layout (&composite, self->panel, &style, self->page.width_pt, self->page.height_pt);
  drawing->n_parts = self->panel->n_parts;
  for (guint i = 0; i < self->panel->n_parts; i++)
    drawing->parts[i] = (IplWebPart){ self->panel->parts[i].panel, composite.panel[i] };
}

/**
 * ipl_web_panel_new:
 * @panel: a panel or a composite
 * @n: number of @views
 * @views: (array length=n): what it shows, a frame each; borrowed is what they borrow
 * @page: its size
 * @look: whose conventions it follows
 *
 * Returns: (transfer full): it as a figure of a page
 */
IplWebDrawing *
ipl_web_panel_new (const IplPanel *panel, guint n, const IplView *views, const IplPaper *page,
                   IplLook look)
{
  IplWebDrawing *drawing = g_new0 (IplWebDrawing, 1);
  Shown *self = g_new0 (Shown, 1);

  /* As somebody put its parts together. */
  panel = ipl_panel_arranged (panel, views[0].figure_style);
  self->panel = panel;
  self->n = n;
  self->views = g_memdup2 (views, n * sizeof (IplView));
  self->page = *page;
  self->look = look;
  self->figure = ipl_figure_new (panel);
  *drawing = (IplWebDrawing){
    .id = g_strdup (panel->id),
    .title = g_strdup (ipl_panel_heading (panel, &views[0])),
    .width = page->width_pt,
    .height = page->height_pt,
    .set = set,
    .get_view = get_view,
    .paint = paint,
    .light = light,
    .find = find,
    .free = shown_free,
    .data = self,
  };
  find_parts (drawing, self);
  return drawing;
}
