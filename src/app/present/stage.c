/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/present/stage.h"

#include "app/base/widgets.h"
#include "app/base/session-widget.h"

#include "app/base/theme.h"

G_DEFINE_FINAL_TYPE (IplStage, ipl_stage, GTK_TYPE_WIDGET)

static guint
needs_of (const IplStop *stop)
{
  guint needs = 0;

  for (guint i = 0; i < stop->n_panels; i++)
    needs |= stop->panels[i]->needs;
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

/* Jumps to the end of the transition. */
void
ipl_stage_finish (IplStage *self)
{
  IplStoryPoint point;

  if (self->tick == 0)
    return;
  ipl_story_between (self->from, self->to, 1, ipl_stage_get_end_time (self), &point);
  ipl_session_show_point (self->session, &point);
  end_way (self);
}

/* Advances the transition by the elapsed time. If the solver does not keep up, the shown parameters
 * wait for the last requested solution and then jump to the current time. */
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
  ipl_story_between (self->from, self->to, ipl_story_ease (self->share),
                     ipl_stage_get_end_time (self), &point);
  if (self->share >= 1 || !point.morphs || ipl_session_is_current_shown (self->session))
    ipl_session_show_point (self->session, &point);
  /* The window waits for its solution before each frame, but this one has only just been
   * requested. */
  ipl_session_await_solution (self->session);
  if (self->share < 1)
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  end_way (self);
  return G_SOURCE_REMOVE;
}

static void
update_accessible (IplStage *self)
{
  g_autofree char *label = g_strdup_printf ("%s%sStep %u of %u", self->to->caption,
                                            self->to->caption[0] != '\0' ? ". " : "", self->at + 1,
                                            ipl_story_n_stops (self->story));

  ipl_widget_set_name (self, label);
}

static void
take_stop (const IplStop **place, const IplStop *stop)
{
  const IplStop *old = *place;

  *place = stop;
  g_clear_pointer (&old, ipl_stop_unref);
}

/* Returns: (transfer full): the step with the present parameters of the session, which the user may
 *   have changed */
static const IplStop *
stop_as_it_is (IplStage *self, const IplStop *stop)
{
  IplStop *copy = ipl_stop_copy (stop);

  ipl_stop_set_parameters (copy, ipl_session_get_parameters (self->session));
  return copy;
}

/* Begins a transition from the present state to step @at, with the duration of the step. */
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
  before = ipl_stage_render_all (self);
  end_way (self);
  self->before_surface = before;
  self->before = ipl_texture_new (before);
  take_stop (&self->from, stop_as_it_is (self, self->to));
  take_stop (&self->to, self->follows ? stop_as_it_is (self, stop) : ipl_stop_ref (stop));
  self->at = at;
  self->began = 0;
  self->share = 0;
  ipl_session_tell_shown (self->session, &self->told, needs_of (self->to));
  ipl_session_set_dragging (self->session, TRUE);
  redraw (self);
  update_accessible (self);
  self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_tick, NULL, NULL);
  g_signal_emit_by_name (self, "moved");
}

/* @direction: 1 for the next step, -1 for the previous one; no effect at the ends */
void
ipl_stage_step (IplStage *self, int direction)
{
  gint64 at = (gint64)self->at + direction;

  if (at >= 0 && at < ipl_story_n_stops (self->story))
    ipl_stage_go_to (self, (guint)at);
}

/* Begins when the case of the story is open. */
static void
begin (IplStage *self)
{
  IplStoryPoint point;

  self->waits = FALSE;
  take_stop (&self->to, self->follows
                            ? stop_as_it_is (self, ipl_story_get_stop (self->story, self->at))
                            : ipl_stop_ref (ipl_story_get_stop (self->story, self->at)));
  take_stop (&self->from, ipl_stop_ref (self->to));
  ipl_session_tell_shown (self->session, &self->told, needs_of (self->to));
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

/* Shows or hides a black screen. */
void
ipl_stage_toggle_blank (IplStage *self)
{
  self->blank = !self->blank;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* @target: (out): target at (x, y)
 * Returns: (nullable): panel at (x, y) */
const IplPanel *
ipl_stage_find (IplStage *self, double x, double y, IplTarget *target)
{
  *target = IPL_TARGET_NONE;
  if (self->blank || !ipl_stage_set_slide (self))
    return NULL;
  return ipl_slide_find (self->slide, x / IPL_PX_PER_PT, y / IPL_PX_PER_PT, target);
}

/* Shows the ring at (@x, @y), or hides it. */
void
ipl_stage_point (IplStage *self, double x, double y, gboolean shown)
{
  self->points = shown;
  self->x = x;
  self->y = y;
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

/* @session: its session; a story of another case waits until that is open
 * @story: a story with at least one step
 * @follows: TRUE if steps are pages with the parameters of the session
 * Returns: (transfer floating): the presentation. Emits "moved" when a transition begins, and
 *   "close" when it should be closed */
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
  ipl_session_follow (session, "results-changed job-changed shown-changed figure-style-changed",
                      G_CALLBACK (redraw), self);
  ipl_session_follow (session, "parameters-changed", G_CALLBACK (on_parameters), self);
  g_signal_connect_object (ipl_session_get_selection (session), "changed",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
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
  ipl_signal_add (klass, "moved", 0);
  ipl_signal_add (klass, "close", 0);
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
