/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/present/presentation.h"

#include "app/base/widget-helpers.h"
#include "app/base/document-widget.h"

#include "app/base/theme.h"

G_DEFINE_FINAL_TYPE (IplPresentation, ipl_presentation, GTK_TYPE_WIDGET)

static guint
needs_of (const IplStop *stop)
{
  guint needs = 0;

  for (guint i = 0; i < stop->n_panels; i++)
    needs |= stop->panels[i]->needs;
  return needs;
}

static void
redraw (IplPresentation *self)
{
  g_clear_object (&self->texture);
  ipl_slide_invalidate (self->slide);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

static void
end_transition (IplPresentation *self)
{
  if (self->tick != 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
  self->tick = 0;
  self->share = 1;
  g_clear_object (&self->before);
  g_clear_pointer (&self->before_surface, cairo_surface_destroy);
  ipl_document_set_dragging (self->document, FALSE);
}

/* Jumps to the end of the transition. */
void
ipl_presentation_finish (IplPresentation *self)
{
  IplStoryPoint point;

  if (self->tick == 0)
    return;
  ipl_story_between (self->from, self->to, 1, ipl_presentation_get_end_time (self), &point);
  ipl_document_show_point (self->document, &point);
  end_transition (self);
}

/* Advances the transition by the elapsed time. If the solver does not keep up, the shown parameters
 * wait for the last requested solution and then jump to the current time. */
static gboolean
on_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  IplPresentation *self = IPL_PRESENTATION (widget);
  double seconds = ipl_story_seconds (self->from, self->to);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  IplStoryPoint point;

  if (self->began == 0)
    self->began = now;
  self->share = seconds > 0 ? MIN ((double)(now - self->began) / 1e6 / seconds, 1) : 1;
  gtk_widget_queue_draw (widget);
  ipl_story_between (self->from, self->to, ipl_story_ease (self->share),
                     ipl_presentation_get_end_time (self), &point);
  if (self->share >= 1 || !point.morphs || ipl_document_is_current_shown (self->document))
    ipl_document_show_point (self->document, &point);
  /* The window waits for its solution before each frame, but this one has only just been
   * requested. */
  ipl_document_await_solution (self->document);
  if (self->share < 1)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  end_transition (self);
  return G_SOURCE_REMOVE;
}

static void
update_accessible (IplPresentation *self)
{
  g_autofree char *label = g_strdup_printf ("%s%sStep %u of %u", self->to->caption,
                                            self->to->caption[0] != '\0' ? ". " : "", self->at + 1,
                                            ipl_story_n_stops (self->story));

  ipl_widget_set_name (self, label);
}

static void
set_stop (const IplStop **place, const IplStop *stop)
{
  const IplStop *old = *place;

  *place = stop;
  g_clear_pointer (&old, ipl_stop_unref);
}

/* Returns: (transfer full): the step with the present parameters of the session, which the user may
 *   have changed */
static const IplStop *
stop_as_it_is (IplPresentation *self, const IplStop *stop)
{
  IplStop *copy = ipl_stop_copy (stop);

  ipl_stop_set_parameters (copy, ipl_document_get_parameters (self->document));
  return copy;
}

/* Begins a transition from the present state to step @at, with the duration of the step. */
void
ipl_presentation_go_to (IplPresentation *self, guint at)
{
  const IplStop *stop = ipl_story_get_stop (self->story, at);
  cairo_surface_t *before;

  if (self->waits)
    {
      self->at = at;
      return;
    }
  before = ipl_presentation_render_all (self);
  end_transition (self);
  self->before_surface = before;
  self->before = ipl_texture_new (before);
  set_stop (&self->from, stop_as_it_is (self, self->to));
  set_stop (&self->to, self->follows ? stop_as_it_is (self, stop) : ipl_stop_ref (stop));
  self->at = at;
  self->began = 0;
  self->share = 0;
  ipl_document_update_needs (self->document, &self->reported, needs_of (self->to));
  ipl_document_set_dragging (self->document, TRUE);
  redraw (self);
  update_accessible (self);
  self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
  g_signal_emit_by_name (self, "moved");
}

/* @direction: 1 for the next step, -1 for the previous one; no effect at the ends */
void
ipl_presentation_step (IplPresentation *self, int direction)
{
  gint64 at = (gint64)self->at + direction;

  if (at >= 0 && at < ipl_story_n_stops (self->story))
    ipl_presentation_go_to (self, (guint)at);
}

/* Begins when the case of the story is open. */
static void
begin (IplPresentation *self)
{
  IplStoryPoint point;

  self->waits = FALSE;
  set_stop (&self->to, self->follows
                           ? stop_as_it_is (self, ipl_story_get_stop (self->story, self->at))
                           : ipl_stop_ref (ipl_story_get_stop (self->story, self->at)));
  set_stop (&self->from, ipl_stop_ref (self->to));
  ipl_document_update_needs (self->document, &self->reported, needs_of (self->to));
  ipl_story_at_stop (self->to, &point);
  if (!self->follows)
    ipl_document_show_point (self->document, &point);
  update_accessible (self);
  redraw (self);
}

static void
on_parameters (IplPresentation *self)
{
  if (!self->waits)
    redraw (self);
  else if (ipl_document_get_opening (self->document) == NULL
           && ipl_story_is_of (self->story, ipl_document_get_parameters (self->document)))
    begin (self);
}

/* Shows or hides a black screen. */
void
ipl_presentation_toggle_blank (IplPresentation *self)
{
  self->blank = !self->blank;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* @target: (out): target at (x, y)
 * Returns: (nullable): panel at (x, y) */
const IplPanel *
ipl_presentation_find (IplPresentation *self, double x, double y, IplTarget *target)
{
  *target = IPL_TARGET_NONE;
  if (self->blank || !ipl_presentation_set_slide (self))
    return NULL;
  return ipl_slide_find (self->slide, x / IPL_PX_PER_PT, y / IPL_PX_PER_PT, target);
}

/* Shows the ring at (@x, @y), or hides it. */
void
ipl_presentation_point (IplPresentation *self, double x, double y, gboolean shown)
{
  self->points = shown;
  self->x = x;
  self->y = y;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* @document: its session; a story of another case waits until that is open
 * @story: a story with at least one step
 * @follows: TRUE if steps are pages with the parameters of the session
 * Returns: (transfer floating): the presentation. Emits "moved" when a transition begins, and
 *   "close" when it should be closed */
IplPresentation *
ipl_presentation_new (IplDocument *document, const IplStory *story, guint at, gboolean follows)
{
  IplPresentation *self = g_object_new (IPL_TYPE_PRESENTATION, NULL);

  self->document = g_object_ref (document);
  self->story = ipl_story_ref (story);
  self->at = at;
  self->follows = follows;
  self->to = ipl_stop_ref (ipl_story_get_stop (story, at));
  self->from = ipl_stop_ref (self->to);
  self->waits = TRUE;
  self->share = 1;
  ipl_document_follow (document, "results-changed job-changed shown-changed figure-style-changed",
                       G_CALLBACK (redraw), self);
  ipl_document_follow (document, "parameters-changed", G_CALLBACK (on_parameters), self);
  g_signal_connect_object (ipl_document_get_selection (document), "changed",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
  on_parameters (self);
  return self;
}

static void
ipl_presentation_dispose (GObject *object)
{
  IplPresentation *self = IPL_PRESENTATION (object);

  if (self->document != NULL)
    {
      end_transition (self);
      ipl_document_update_needs (self->document, &self->reported, 0);
    }
  g_clear_object (&self->document);
  g_clear_object (&self->texture);
  G_OBJECT_CLASS (ipl_presentation_parent_class)->dispose (object);
}

static void
ipl_presentation_finalize (GObject *object)
{
  IplPresentation *self = IPL_PRESENTATION (object);

  ipl_slide_free (self->slide);
  g_clear_pointer (&self->from, ipl_stop_unref);
  g_clear_pointer (&self->to, ipl_stop_unref);
  g_clear_pointer (&self->story, ipl_story_unref);
  G_OBJECT_CLASS (ipl_presentation_parent_class)->finalize (object);
}

static void
ipl_presentation_class_init (IplPresentationClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_presentation_dispose;
  G_OBJECT_CLASS (klass)->finalize = ipl_presentation_finalize;
  widget_class->snapshot = ipl_presentation_snapshot;
  gtk_widget_class_set_css_name (widget_class, "stage");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  ipl_signal_add (klass, "moved", 0);
  ipl_signal_add (klass, "close", 0);
}

static void
ipl_presentation_init (IplPresentation *self)
{
  self->slide = ipl_slide_new ();
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_widget_set_hexpand (GTK_WIDGET (self), TRUE);
  gtk_widget_set_vexpand (GTK_WIDGET (self), TRUE);
  g_signal_connect_object (ipl_theme_choice_get_default (), "changed", G_CALLBACK (redraw), self,
                           G_CONNECT_SWAPPED);
}
