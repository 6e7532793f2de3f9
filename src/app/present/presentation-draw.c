/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing of a presentation: static parts as a texture, the others on top. */
#include "app/present/presentation.h"

#include "app/base/theme.h"
#include "app/base/widget-helpers.h"

/* Radius and width of the pointer ring, as shares of the height. */
#define RING_RADIUS 0.042
#define RING_WIDTH 0.007

/* Returns: last time of the shown trajectory; negative without one */
double
ipl_presentation_get_end_time (IplPresentation *self)
{
  IplView view;

  if (!ipl_document_get_view (self->document, &view) || view.trajectory == NULL
      || view.trajectory->S == 0)
    return -1;
  return view.trajectory->time[view.trajectory->S - 1];
}

static void
get_point (IplPresentation *self, IplStoryPoint *point)
{
  if (self->from == self->to)
    ipl_story_at_stop (self->to, point);
  else
    ipl_story_between (self->from, self->to, ipl_story_ease (self->share),
                       ipl_presentation_get_end_time (self), point);
  /* A selection by the user stays. */
  point->selected = *ipl_selection_get_selected (ipl_document_get_selection (self->document));
}

/* Sets the slide to the present view, at the size of the widget in points. */
gboolean
ipl_presentation_set_slide (IplPresentation *self)
{
  IplThemeChoice *choice = ipl_theme_choice_get_default ();
  IplStyle style;
  IplView view;

  if (self->waits || !ipl_document_get_view (self->document, &view) || !ipl_view_has_result (&view))
    return FALSE;
  ipl_style_init (&style, choice->theme, 10);
  style.look = choice->look;
  ipl_slide_set (self->slide, self->to, &view, &style,
                 gtk_widget_get_width (GTK_WIDGET (self)) / IPL_PX_PER_PT,
                 gtk_widget_get_height (GTK_WIDGET (self)) / IPL_PX_PER_PT);
  return TRUE;
}

typedef void (*PaintFunc) (IplPresentation *self, cairo_t *cr);

static void
paint_static (IplPresentation *self, cairo_t *cr)
{
  ipl_slide_paint (self->slide, cr);
}

static void
paint_all (IplPresentation *self, cairo_t *cr)
{
  IplStoryPoint point;

  get_point (self, &point);
  ipl_slide_paint_point (self->slide, &point, self->before_surface, NULL, NULL, cr);
}

/* Returns: (nullable): image of @paint at the size of the widget; its unit is a point */
static cairo_surface_t *
render (IplPresentation *self, PaintFunc paint)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  int width = scale * gtk_widget_get_width (GTK_WIDGET (self));
  int height = scale * gtk_widget_get_height (GTK_WIDGET (self));
  cairo_surface_t *surface;
  cairo_t *cr;

  if (width < 2 || height < 2 || !ipl_presentation_set_slide (self))
    return NULL;
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cr = cairo_create (surface);
  cairo_scale (cr, scale * IPL_PX_PER_PT, scale * IPL_PX_PER_PT);
  paint (self, cr);
  cairo_destroy (cr);
  cairo_surface_set_device_scale (surface, scale * IPL_PX_PER_PT, scale * IPL_PX_PER_PT);
  cairo_surface_flush (surface);
  return surface;
}

/* Returns: the present picture, for fading it out */
cairo_surface_t *
ipl_presentation_render_all (IplPresentation *self)
{
  return render (self, paint_all);
}

static void
ensure_texture (IplPresentation *self)
{
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self));
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  cairo_surface_t *surface;

  if (self->texture != NULL && self->texture_width == width && self->texture_height == height
      && self->texture_scale == scale)
    return;
  g_clear_object (&self->texture);
  surface = render (self, paint_static);
  self->texture = ipl_texture_new (surface);
  g_clear_pointer (&surface, cairo_surface_destroy);
  self->texture_width = width;
  self->texture_height = height;
  self->texture_scale = scale;
}

/* Draws a frame of a transition directly. A texture would be used once, and renderers without a
 * graphics card would convert it. */
static void
snapshot_moving (IplPresentation *self, const IplStoryPoint *point, GtkSnapshot *snapshot,
                 const graphene_rect_t *bounds)
{
  IplSelection *selection = ipl_document_get_selection (self->document);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, bounds);

  cairo_scale (cr, IPL_PX_PER_PT, IPL_PX_PER_PT);
  ipl_slide_paint_point (self->slide, point, self->before_surface,
                         ipl_selection_get_hovered (selection), ipl_selection_get_panel (selection),
                         cr);
  cairo_destroy (cr);
}

/* The overlay: highlights and the caption. */
static void
snapshot_highlights (IplPresentation *self, const IplStoryPoint *point, gboolean fades,
                     GtkSnapshot *snapshot, const graphene_rect_t *bounds)
{
  IplSelection *selection = ipl_document_get_selection (self->document);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, bounds);

  cairo_scale (cr, IPL_PX_PER_PT, IPL_PX_PER_PT);
  ipl_slide_paint_highlights (self->slide, &point->selected, ipl_selection_get_hovered (selection),
                              ipl_selection_get_panel (selection), cr);
  if (!fades && point->from != point->to)
    ipl_slide_paint_caption (self->slide, point->from->caption, 1 - point->fade, cr);
  ipl_slide_paint_caption (self->slide, point->to->caption, fades ? 1 : point->fade, cr);
  cairo_destroy (cr);
}

static void
append_ring (GtkSnapshot *snapshot, double x, double y, double radius, double width,
             const GdkRGBA *color)
{
  float side = (float)(2 * radius), line = (float)width;
  graphene_rect_t box = GRAPHENE_RECT_INIT ((float)(x - radius), (float)(y - radius), side, side);
  GskRoundedRect ring;

  gsk_rounded_rect_init_from_rect (&ring, &box, (float)radius);
  gtk_snapshot_append_border (snapshot, &ring, (float[4]){ line, line, line, line },
                              (GdkRGBA[4]){ *color, *color, *color, *color });
}

/* Draws a ring in the highlight colour between two in the background colour, so that it is visible
 * on any background. */
static void
snapshot_ring (IplPresentation *self, GtkSnapshot *snapshot, double height)
{
  double radius = RING_RADIUS * height, width = RING_WIDTH * height;
  GdkRGBA paper, ink;
  IplStyle style;

  ipl_style_init (&style, ipl_theme_choice_get_default ()->theme, 10);
  paper = (GdkRGBA){ (float)style.paper.r, (float)style.paper.g, (float)style.paper.b, 0.85F };
  ink = (GdkRGBA){ (float)style.accent.r, (float)style.accent.g, (float)style.accent.b, 1.0F };
  append_ring (snapshot, self->x, self->y, radius + 0.5 * width, 2 * width, &paper);
  append_ring (snapshot, self->x, self->y, radius, width, &ink);
}

void
ipl_presentation_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  IplPresentation *self = (IplPresentation *)widget;
  float width = (float)gtk_widget_get_width (widget),
        height = (float)gtk_widget_get_height (widget);
  graphene_rect_t bounds = GRAPHENE_RECT_INIT (0, 0, width, height);
  GdkRGBA black = { 0, 0, 0, 1 };
  IplStoryPoint point;
  gboolean fades;

  if (self->blank)
    {
      gtk_snapshot_append_color (snapshot, &black, &bounds);
      return;
    }
  get_point (self, &point);
  fades = point.fades && self->before != NULL && point.fade < 1;
  if (self->tick != 0 && !self->waits && ipl_presentation_set_slide (self))
    {
      g_clear_object (&self->texture);
      snapshot_moving (self, &point, snapshot, &bounds);
      if (self->points)
        snapshot_ring (self, snapshot, height);
      return;
    }
  ensure_texture (self);
  if (fades || (self->texture == NULL && self->before != NULL))
    ipl_snapshot_append_texture (snapshot, widget, self->before, &bounds);
  if (self->texture != NULL && ipl_presentation_set_slide (self))
    {
      if (fades)
        gtk_snapshot_push_opacity (snapshot, point.fade);
      ipl_snapshot_append_texture (snapshot, widget, self->texture, &bounds);
      snapshot_highlights (self, &point, fades, snapshot, &bounds);
      if (fades)
        gtk_snapshot_pop (snapshot);
    }
  if (self->points)
    snapshot_ring (self, snapshot, height);
}
