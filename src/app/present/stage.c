/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/present/stage.h"
#include "figures/output/arranged.h"

#include <math.h>

#include "app/base/theme.h"
#include "app/panels/figure-area.h"
#include "session/measure.h"

/* The ring around what is pointed at, as shares of the stage's height. */
#define RING_RADIUS 0.042
#define RING_WIDTH 0.007

/**
 * IplStage:
 *
 * Presents a story: a stop fills it, and the way from one to the next is walked at the rate of the
 * screen. The static part of a stop is a texture that is drawn anew when results, size or theme
 * change; what is lit, what is said and the ring around what is pointed at are drawn on top of it.
 */
struct _IplStage
{
  GtkWidget parent_instance;
  IplSession *session;
  const IplStory *story;
  guint at;
  gboolean follows;                /* stops show what the session has, instead of what they say */
  const IplStop *from;             /* the stops between which it is; the same at a stop */
  const IplStop *to;               /* as it is shown */
  gboolean waits;                  /* for what the story is of to be opened */
  IplSlide *slide;                 /* of @to */
  GdkTexture *texture;             /* nullable: its static part */
  GdkTexture *before;              /* nullable: the picture that gives way to it */
  cairo_surface_t *before_surface; /* nullable: its pixels, for a way that is broken off */
  int texture_width, texture_height, texture_scale;
  guint tick;
  gint64 began; /* of the way, 0 before its first frame */
  double share; /* of its time that has gone */
  guint told;   /* what the session knows to be in sight, #IplNeeds */
  gboolean blank;
  gboolean points; /* at (x, y) */
  double x, y;
};

G_DEFINE_FINAL_TYPE (IplStage, ipl_stage, GTK_TYPE_WIDGET)

/* The last time of what is shown in time; negative where there is none. */
static double
get_end_time (IplStage *self)
{
  IplView view;

  if (!ipl_session_get_view (self->session, &view) || view.trajectory == NULL
      || view.trajectory->S == 0)
    return -1;
  return view.trajectory->time[view.trajectory->S - 1];
}

static void
get_point (IplStage *self, IplStoryPoint *point)
{
  if (self->from == self->to)
    ipl_story_at_stop (self->to, point);
  else
    ipl_story_between (self->from, self->to, ipl_story_ease (self->share), get_end_time (self),
                       point);
  /* What the hand selects meanwhile stays. */
  point->selected = *ipl_selection_get_selected (ipl_session_get_selection (self->session));
}

/* Sets the slide to what there is, as large as the widget in points. */
static gboolean
set_slide (IplStage *self)
{
  IplThemeChoice *choice = ipl_theme_choice_get_default ();
  IplStyle style;
  IplView view;

  if (self->waits || !ipl_session_get_view (self->session, &view) || !ipl_view_has_result (&view))
    return FALSE;
  ipl_style_init (&style, ipl_theme_choice_get_theme (choice), 10);
  style.look = ipl_theme_choice_get_look (choice);
  ipl_slide_set (self->slide, self->to, &view, &style,
                 gtk_widget_get_width (GTK_WIDGET (self)) / IPL_PX_PER_PT,
                 gtk_widget_get_height (GTK_WIDGET (self)) / IPL_PX_PER_PT);
  return TRUE;
}

typedef void (*PaintFunc) (IplStage *self, cairo_t *cr);

static void
paint_static (IplStage *self, cairo_t *cr)
{
  ipl_slide_paint (self->slide, cr);
}

static void
paint_all (IplStage *self, cairo_t *cr)
{
  IplStoryPoint point;

  get_point (self, &point);
  ipl_slide_paint_point (self->slide, &point, self->before_surface, NULL, NULL, cr);
}

static void
free_surface (gpointer surface)
{
  cairo_surface_destroy (surface);
}

/* Returns: (nullable): what @paint draws, as large as the widget; its unit is a point */
static cairo_surface_t *
render (IplStage *self, PaintFunc paint)
{
  int scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));
  int width = scale * gtk_widget_get_width (GTK_WIDGET (self));
  int height = scale * gtk_widget_get_height (GTK_WIDGET (self));
  gint64 begin = g_get_monotonic_time ();
  cairo_surface_t *surface;
  cairo_t *cr;

  if (width < 2 || height < 2 || !set_slide (self))
    return NULL;
  surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cr = cairo_create (surface);
  cairo_scale (cr, scale * IPL_PX_PER_PT, scale * IPL_PX_PER_PT);
  paint (self, cr);
  cairo_destroy (cr);
  cairo_surface_set_device_scale (surface, scale * IPL_PX_PER_PT, scale * IPL_PX_PER_PT);
  cairo_surface_flush (surface);
  ipl_measure_drawn (begin);
  return surface;
}

/* Returns: (transfer full) (nullable): the same pixels */
static GdkTexture *
texture_of (cairo_surface_t *surface)
{
  g_autoptr (GBytes) bytes = NULL;
  int width, height;
  gsize stride;

  if (surface == NULL)
    return NULL;
  width = cairo_image_surface_get_width (surface);
  height = cairo_image_surface_get_height (surface);
  stride = (gsize)cairo_image_surface_get_stride (surface);
  bytes
      = g_bytes_new_with_free_func (cairo_image_surface_get_data (surface), stride * (gsize)height,
                                    free_surface, cairo_surface_reference (surface));
  return gdk_memory_texture_new (width, height, GDK_MEMORY_DEFAULT, bytes, stride);
}

static void
ensure_texture (IplStage *self)
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
  self->texture = texture_of (surface);
  g_clear_pointer (&surface, cairo_surface_destroy);
  self->texture_width = width;
  self->texture_height = height;
  self->texture_scale = scale;
}

/* All of it, of one frame on the way only: a texture would be made, and taken apart by renderers
 * without a graphics card, for nothing. */
static void
snapshot_moving (IplStage *self, const IplStoryPoint *point, GtkSnapshot *snapshot,
                 const graphene_rect_t *bounds)
{
  IplSelection *selection = ipl_session_get_selection (self->session);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, bounds);
  gint64 begin = g_get_monotonic_time ();

  cairo_scale (cr, IPL_PX_PER_PT, IPL_PX_PER_PT);
  ipl_slide_paint_point (self->slide, point, self->before_surface,
                         ipl_selection_get_hovered (selection), ipl_selection_get_panel (selection),
                         cr);
  cairo_destroy (cr);
  ipl_measure_drawn (begin);
}

/* What lies above the static part: what is lit, and what is said. */
static void
snapshot_lit (IplStage *self, const IplStoryPoint *point, gboolean fades, GtkSnapshot *snapshot,
              const graphene_rect_t *bounds)
{
  IplSelection *selection = ipl_session_get_selection (self->session);
  cairo_t *cr = gtk_snapshot_append_cairo (snapshot, bounds);

  cairo_scale (cr, IPL_PX_PER_PT, IPL_PX_PER_PT);
  ipl_slide_paint_lit (self->slide, &point->selected, ipl_selection_get_hovered (selection),
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

/* A ring in the color of what is lit, between two of paper: seen on any ground. */
static void
snapshot_ring (IplStage *self, GtkSnapshot *snapshot, double height)
{
  double radius = RING_RADIUS * height, width = RING_WIDTH * height;
  GdkRGBA paper, ink;
  IplStyle style;

  ipl_style_init (&style, ipl_theme_choice_get_theme (ipl_theme_choice_get_default ()), 10);
  paper = (GdkRGBA){ (float)style.paper.r, (float)style.paper.g, (float)style.paper.b, 0.85F };
  ink = (GdkRGBA){ (float)style.accent.r, (float)style.accent.g, (float)style.accent.b, 1.0F };
  append_ring (snapshot, self->x, self->y, radius + 0.5 * width, 2 * width, &paper);
  append_ring (snapshot, self->x, self->y, radius, width, &ink);
}

static void
ipl_stage_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  IplStage *self = IPL_STAGE (widget);
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
  if (self->tick != 0 && !self->waits && set_slide (self))
    {
      g_clear_object (&self->texture);
      snapshot_moving (self, &point, snapshot, &bounds);
      if (self->points)
        snapshot_ring (self, snapshot, height);
      return;
    }
  ensure_texture (self);
  if (fades || (self->texture == NULL && self->before != NULL))
    gtk_snapshot_append_texture (snapshot, self->before, &bounds);
  if (self->texture != NULL && set_slide (self))
    {
      if (fades)
        gtk_snapshot_push_opacity (snapshot, point.fade);
      gtk_snapshot_append_texture (snapshot, self->texture, &bounds);
      snapshot_lit (self, &point, fades, snapshot, &bounds);
      if (fades)
        gtk_snapshot_pop (snapshot);
    }
  if (self->points)
    snapshot_ring (self, snapshot, height);
}

static guint
needs_of (const IplStop *stop, const IplFigureStyle *style)
{
  guint needs = 0;

  for (guint i = 0; i < stop->n_panels; i++)
    needs |= ipl_panel_arranged (stop->panels[i], style)->needs;
  return needs;
}

static void
redraw (IplStage *self)
{
  g_clear_object (&self->texture);
  ipl_slide_invalidate (self->slide);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
end_way (IplStage *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  self->share = 1;
  g_clear_object (&self->before);
  g_clear_pointer (&self->before_surface, cairo_surface_destroy);
  ipl_session_set_dragging (self->session, FALSE);
}

/* Is at once where it is on its way to. */
void
ipl_stage_finish (IplStage *self)
{
  IplStoryPoint point;

  if (self->tick == 0)
    return;
  ipl_story_between (self->from, self->to, 1, get_end_time (self), &point);
  ipl_session_show_point (self->session, &point);
  end_way (self);
}

/* What is shown moves as far as the time that has gone; where the solver does not keep up it waits
 * for what was asked for last, and then moves on to where it should be. */
static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  IplStage *self = IPL_STAGE (widget);
  double seconds = ipl_story_seconds (self->from, self->to);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  IplStoryPoint point;

  if (self->began == 0)
    self->began = now;
  self->share = seconds > 0 ? MIN ((double)(now - self->began) / 1e6 / seconds, 1) : 1;
  gtk_widget_queue_draw (widget);
  ipl_story_between (self->from, self->to, ipl_story_ease (self->share), get_end_time (self),
                     &point);
  if (self->share >= 1 || !point.morphs || ipl_session_is_current_shown (self->session))
    ipl_session_show_point (self->session, &point);
  if (self->share < 1)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  end_way (self);
  return G_SOURCE_REMOVE;
}

static void
update_accessible (IplStage *self)
{
  g_autofree char *label = g_strdup_printf ("%s%sStop %u of %u", self->to->caption,
                                            self->to->caption[0] != '\0' ? ". " : "", self->at + 1,
                                            ipl_story_n_stops (self->story));

  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static void
take_stop (const IplStop **place, const IplStop *stop)
{
  const IplStop *old = *place;

  *place = stop;
  g_clear_pointer (&old, ipl_stop_unref);
}

/* The stop as the session is now, wherever a hand has brought it. */
static const IplStop *
stop_as_it_is (IplStage *self, const IplStop *stop)
{
  IplStop *copy = ipl_stop_copy (stop);

  ipl_stop_set_parameters (copy, ipl_session_get_parameters (self->session));
  return copy;
}

/* Goes there from what is shown now, as long as the stop says. */
void
ipl_stage_go_to (IplStage *self, guint at)
{
  const IplStop *stop = ipl_story_get_stop (self->story, at);
  cairo_surface_t *before;

  if (self->waits)
    {
      self->at = at;
      return;
    }
  before = render (self, paint_all);
  end_way (self);
  self->before_surface = before;
  self->before = texture_of (before);
  take_stop (&self->from, stop_as_it_is (self, self->to));
  take_stop (&self->to, self->follows ? stop_as_it_is (self, stop) : ipl_stop_ref (stop));
  self->at = at;
  self->began = 0;
  self->share = 0;
  ipl_session_tell_shown (self->session, &self->told,
                          needs_of (self->to, ipl_session_get_figure_style (self->session)));
  ipl_session_set_dragging (self->session, TRUE);
  redraw (self);
  update_accessible (self);
  self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
  g_signal_emit_by_name (self, "moved");
}

/* @direction: 1 for the next stop, -1 for the one before; at either end it stays */
void
ipl_stage_step (IplStage *self, int direction)
{
  gint64 at = (gint64)self->at + direction;

  if (at >= 0 && at < ipl_story_n_stops (self->story))
    ipl_stage_go_to (self, (guint)at);
}

/* What the story is of is open: it begins. */
static void
begin (IplStage *self)
{
  IplStoryPoint point;

  self->waits = FALSE;
  take_stop (&self->to, self->follows
                            ? stop_as_it_is (self, ipl_story_get_stop (self->story, self->at))
                            : ipl_stop_ref (ipl_story_get_stop (self->story, self->at)));
  take_stop (&self->from, ipl_stop_ref (self->to));
  ipl_session_tell_shown (self->session, &self->told,
                          needs_of (self->to, ipl_session_get_figure_style (self->session)));
  ipl_story_at_stop (self->to, &point);
  if (!self->follows)
    ipl_session_show_point (self->session, &point);
  update_accessible (self);
  redraw (self);
}

static void
on_parameters (IplStage *self)
{
  if (!self->waits)
    redraw (self);
  else if (ipl_session_get_opening (self->session) == NULL
           && ipl_story_is_of (self->story, ipl_session_get_parameters (self->session)))
    begin (self);
}

static void
on_selection (IplStage *self)
{
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

IplSession *
ipl_stage_get_session (IplStage *self)
{
  return self->session;
}

const IplStory *
ipl_stage_get_story (IplStage *self)
{
  return self->story;
}

guint
ipl_stage_get_at (IplStage *self)
{
  return self->at;
}

gboolean
ipl_stage_is_on_way (IplStage *self)
{
  return self->tick != 0 || self->waits;
}

/* A black screen, while something else is to be looked at. */
void
ipl_stage_toggle_blank (IplStage *self)
{
  self->blank = !self->blank;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

gboolean
ipl_stage_is_blank (IplStage *self)
{
  return self->blank;
}

/* @target: (out): what is there
 * Returns: (nullable): the panel that is there */
const IplPanel *
ipl_stage_find (IplStage *self, double x, double y, IplTarget *target)
{
  *target = IPL_TARGET_NONE;
  if (self->blank || !set_slide (self))
    return NULL;
  return ipl_slide_find (self->slide, x / IPL_PX_PER_PT, y / IPL_PX_PER_PT, target);
}

/* The ring is at (@x, @y), or is hidden. */
void
ipl_stage_point (IplStage *self, double x, double y, gboolean shown)
{
  self->points = shown;
  self->x = x;
  self->y = y;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* @session: what it is told of; where the story is of another case, that is being opened
 * @story: a story with a stop at least
 * @follows: whether stops are places only, and what they show is what the session has
 * Returns: (transfer floating): the stage, with the story's first picture as soon as there is one.
 *   It emits "moved" when it sets out for another stop, "close" when it is to be left */
IplStage *
ipl_stage_new (IplSession *session, const IplStory *story, guint at, gboolean follows)
{
  IplStage *self = g_object_new (IPL_TYPE_STAGE, NULL);

  self->session = g_object_ref (session);
  self->story = ipl_story_ref (story);
  self->at = at;
  self->follows = follows;
  self->to = ipl_stop_ref (ipl_story_get_stop (story, at));
  self->from = ipl_stop_ref (self->to);
  self->waits = TRUE;
  self->share = 1;
  g_signal_connect_object (session, "results-changed", G_CALLBACK (redraw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "job-changed", G_CALLBACK (redraw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "shown-changed", G_CALLBACK (redraw), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "figure-style-changed", G_CALLBACK (redraw), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "parameters-changed", G_CALLBACK (on_parameters), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (ipl_session_get_selection (session), "changed",
                           G_CALLBACK (on_selection), self, G_CONNECT_SWAPPED);
  on_parameters (self);
  return self;
}

static void
ipl_stage_dispose (GObject *object)
{
  IplStage *self = IPL_STAGE (object);

  if (self->session != NULL)
    {
      end_way (self);
      ipl_session_tell_shown (self->session, &self->told, 0);
    }
  g_clear_object (&self->session);
  g_clear_object (&self->texture);
  G_OBJECT_CLASS (ipl_stage_parent_class)->dispose (object);
}

static void
ipl_stage_finalize (GObject *object)
{
  IplStage *self = IPL_STAGE (object);

  ipl_slide_free (self->slide);
  g_clear_pointer (&self->from, ipl_stop_unref);
  g_clear_pointer (&self->to, ipl_stop_unref);
  g_clear_pointer (&self->story, ipl_story_unref);
  G_OBJECT_CLASS (ipl_stage_parent_class)->finalize (object);
}

static void
ipl_stage_class_init (IplStageClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_stage_dispose;
  G_OBJECT_CLASS (klass)->finalize = ipl_stage_finalize;
  widget_class->snapshot = ipl_stage_snapshot;
  gtk_widget_class_set_css_name (widget_class, "stage");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  g_signal_new ("moved", IPL_TYPE_STAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  g_signal_new ("close", IPL_TYPE_STAGE, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
ipl_stage_init (IplStage *self)
{
  self->slide = ipl_slide_new ();
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  g_signal_connect_object (ipl_theme_choice_get_default (), "changed", G_CALLBACK (redraw), self,
                           G_CONNECT_SWAPPED);
}
