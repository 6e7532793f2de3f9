/* SPDX-License-Identifier: GPL-3.0-or-later */

/* A panel or a composite in a page, at one width after the other. */

#include "figures/web/web-panel.h"

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
  const IplScribe *before = ipl_scribe_get (cr);
  IplScribe scribe = *before;

  scribe.captions = &(IplCaptionRoom){ .silent = TRUE };
  ipl_scribe_set (cr, &scribe);
  ipl_figure_paint_lit (self->figure, NULL, target, cr);
  ipl_scribe_set (cr, before);
}

static const IplPanel *
find (gpointer data, double x, double y, IplTarget *target)
{
  const Shown *self = data;
  const IplPanel *panel;
  IplRect area;

  if (!ipl_figure_find (self->figure, x, y, target))
    return NULL;
  for (guint i = 0; ipl_figure_get_part (self->figure, i, &panel, &area); i++)
    if (ipl_rect_contains (&area, x, y))
      return panel;
  return self->panel;
}

static void
find_parts (IplWebDrawing *drawing, Shown *self)
{
  IplWebPart *part = drawing->parts;

  set (self, 0, IPL_THEME_LIGHT);
  while (drawing->n_parts < IPL_WEB_MAX_PARTS
         && ipl_figure_get_part (self->figure, drawing->n_parts, &part->panel, &part->area))
    {
      drawing->n_parts++;
      part++;
    }
}

/* @views: what it shows, a frame each; borrowed is what they borrow
 * Returns: (transfer full): it as a figure of a page */
IplWebDrawing *
ipl_web_panel_new (const IplPanel *panel, guint n, const IplView *views, const IplPaper *page,
                   IplLook look)
{
  IplWebDrawing *drawing = g_new0 (IplWebDrawing, 1);
  Shown *self = g_new0 (Shown, 1);

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
