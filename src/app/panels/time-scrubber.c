/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/panels/time-scrubber.h"

#include <math.h>

#include "app/panels/time-marks.h"
#include "core/base/number-text.h"

/* A play-through takes this long. */
#define PLAY_SECONDS 8.0

/**
 * IplTimeScrubber:
 *
 * The moments of a trajectory under the panels, each with as much room as the others: where much
 * happened, many were recorded. Drag it, type a time, let it play from here to the end, or follow
 * the end while it is being computed.
 */
struct _IplTimeScrubber
{
  GtkWidget parent_instance;
  GtkButton *play_button;
  GtkScale *scale;
  GtkAdjustment *adjustment;
  GtkLabel *label;
  GtkEntry *entry;
  GtkToggleButton *follow;
  IplSession *session;
  IplTimeMarks marks;
  guint tick;
  gint64 last_frame;
  double play_moment; /* where playing is, between moments */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (IplTimeScrubber, ipl_time_scrubber, GTK_TYPE_WIDGET)

enum
{
  PROP_PLAYING = 1,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

/* What is shown, where that has a time; valid until the results change. */
static const IplTrajectory *
get_trajectory (IplTimeScrubber *self, guint *moment)
{
  IplView view;

  if (self->session == NULL || !ipl_session_get_view (self->session, &view)
      || view.trajectory == NULL || view.trajectory->S == 0)
    return NULL;
  *moment = view.moment;
  return view.trajectory;
}

/* The last moment is the end, wherever that comes to be. */
static void
show_moment (IplTimeScrubber *self, double moment)
{
  guint now;
  const IplTrajectory *trajectory = get_trajectory (self, &now);
  guint S = trajectory != NULL ? trajectory->S : 0;

  if (S > 0)
    ipl_session_show_time (self->session,
                           moment >= S - 1 ? -1.0 : trajectory->time[(guint)fmax (moment, 0.0)]);
}

/**
 * ipl_time_scrubber_step:
 * @self: the scrubber
 * @direction: 1 to the next later mark, -1 to the next earlier
 */
void
ipl_time_scrubber_step (IplTimeScrubber *self, int direction)
{
  guint moment;
  const IplTrajectory *trajectory = get_trajectory (self, &moment);

  if (trajectory != NULL)
    show_moment (self, ipl_time_marks_next (&self->marks, moment, direction));
}

static gboolean
on_change_value (IplTimeScrubber *self, GtkScrollType scroll, double value)
{
  guint moment;

  if (get_trajectory (self, &moment) == NULL)
    return TRUE;
  ipl_time_scrubber_set_playing (self, FALSE);
  switch (scroll)
    {
    case GTK_SCROLL_STEP_LEFT:
    case GTK_SCROLL_STEP_BACKWARD:
    case GTK_SCROLL_STEP_DOWN:
      show_moment (self, moment - 1.0);
      break;
    case GTK_SCROLL_STEP_RIGHT:
    case GTK_SCROLL_STEP_FORWARD:
    case GTK_SCROLL_STEP_UP:
      show_moment (self, moment + 1.0);
      break;
    case GTK_SCROLL_PAGE_LEFT:
    case GTK_SCROLL_PAGE_BACKWARD:
    case GTK_SCROLL_PAGE_DOWN:
      ipl_time_scrubber_step (self, -1);
      break;
    case GTK_SCROLL_PAGE_RIGHT:
    case GTK_SCROLL_PAGE_FORWARD:
    case GTK_SCROLL_PAGE_UP:
      ipl_time_scrubber_step (self, 1);
      break;
    default:
      show_moment (self, round (value));
      break;
    }
  return TRUE;
}

static char *
time_text (const IplTrajectory *trajectory, guint moment)
{
  return g_strdup_printf (trajectory->in_steps ? "%.10g" : "%.5g", trajectory->time[moment]);
}

static void
show_entry (IplTimeScrubber *self)
{
  guint moment;
  const IplTrajectory *trajectory = get_trajectory (self, &moment);
  g_autofree char *text = trajectory != NULL ? time_text (trajectory, moment) : g_strdup ("");

  gtk_widget_remove_css_class (GTK_WIDGET (self->entry), "error");
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
}

/* The nearest moment that was recorded is shown. */
static void
on_entry_activate (IplTimeScrubber *self)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  guint moment;
  const IplTrajectory *trajectory = get_trajectory (self, &moment);
  double time = -1.0;

  if (trajectory == NULL)
    return;
  g_strstrip (text);
  if (g_ascii_strcasecmp (text, "end") != 0
      && (!ipl_number_parse_real (text, &time) || !(time >= trajectory->time[0])
          || !(time <= trajectory->time[trajectory->S - 1])))
    {
      g_autofree char *message = g_strdup_printf (
          "“%s” is no time of this run: give a number from %.10g to %.10g, or “end”.", text,
          trajectory->time[0], trajectory->time[trajectory->S - 1]);

      gtk_widget_add_css_class (GTK_WIDGET (self->entry), "error");
      g_signal_emit_by_name (self->session, "message", message, TRUE);
      return;
    }
  ipl_time_scrubber_set_playing (self, FALSE);
  ipl_session_show_time (self->session, time);
  show_entry (self);
}

static gboolean
on_entry_key (IplTimeScrubber *self, guint keyval)
{
  if (keyval != GDK_KEY_Escape)
    return FALSE;
  show_entry (self);
  return TRUE;
}

static void
on_follow (IplTimeScrubber *self)
{
  guint moment;
  const IplTrajectory *trajectory = get_trajectory (self, &moment);

  if (self->updating || trajectory == NULL)
    return;
  ipl_time_scrubber_set_playing (self, FALSE);
  ipl_session_show_time (
      self->session, gtk_toggle_button_get_active (self->follow) ? -1.0 : trajectory->time[moment]);
}

static void
update (IplTimeScrubber *self)
{
  guint moment;
  const IplTrajectory *trajectory = get_trajectory (self, &moment);
  g_autofree char *spoken = NULL;

  if (trajectory == NULL)
    return;
  self->updating = TRUE;
  gtk_adjustment_set_upper (self->adjustment, MAX (trajectory->S - 1, 1));
  gtk_adjustment_set_value (self->adjustment, moment);
  gtk_toggle_button_set_active (self->follow,
                                ipl_session_get_parameters (self->session)->shown_time < 0.0);
  self->updating = FALSE;
  gtk_label_set_markup_with_mnemonic (self->label, trajectory->in_steps ? "S_tep" : "<i>_t</i>");
  if (!gtk_widget_has_focus (GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (self->entry)))))
    show_entry (self);
  spoken = g_strdup_printf (trajectory->in_steps ? "step %.10g of %.10g" : "time %.5g of %.5g",
                            trajectory->time[moment], trajectory->time[trajectory->S - 1]);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                  spoken, -1);
}

static void
on_results (IplTimeScrubber *self)
{
  guint moment;
  const IplTrajectory *trajectory = get_trajectory (self, &moment);

  if (trajectory == NULL)
    {
      ipl_time_scrubber_set_playing (self, FALSE);
      return;
    }
  if (ipl_time_marks_update (&self->marks, trajectory))
    {
      gtk_scale_clear_marks (self->scale);
      for (guint i = 0; i < self->marks.n; i++)
        gtk_scale_add_mark (self->scale, self->marks.moments[i], GTK_POS_BOTTOM,
                            self->marks.labels[i]);
    }
  update (self);
}

/* What is being computed may move the end away while it plays. */
static gboolean
play_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  IplTimeScrubber *self = IPL_TIME_SCRUBBER (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  guint moment = 0;
  const IplTrajectory *trajectory = get_trajectory (self, &moment);
  double S = trajectory != NULL ? trajectory->S : 0;

  if (self->last_frame == 0)
    self->last_frame = now;
  self->play_moment += S * ((double)(now - self->last_frame) / (PLAY_SECONDS * G_USEC_PER_SEC));
  self->last_frame = now;
  if (self->play_moment >= S - 1)
    {
      self->tick = 0;
      show_moment (self, S - 1);
      gtk_button_set_icon_name (self->play_button, "media-playback-start-symbolic");
      g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PLAYING]);
      return G_SOURCE_REMOVE;
    }
  if ((guint)self->play_moment != moment)
    show_moment (self, floor (self->play_moment));
  return G_SOURCE_CONTINUE;
}

/**
 * ipl_time_scrubber_set_playing:
 * @self: the scrubber
 * @playing: whether to move from here, or from the beginning where this is the end, to the end
 */
void
ipl_time_scrubber_set_playing (IplTimeScrubber *self, gboolean playing)
{
  guint moment = 0;
  const IplTrajectory *trajectory = get_trajectory (self, &moment);

  if (playing == (self->tick != 0) || (playing && trajectory == NULL))
    return;
  if (playing)
    {
      self->play_moment = moment + 1 < trajectory->S ? moment : 0.0;
      self->last_frame = 0;
      self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), play_tick, NULL, NULL);
    }
  else
    {
      gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
      self->tick = 0;
    }
  gtk_button_set_icon_name (self->play_button, playing ? "media-playback-pause-symbolic"
                                                       : "media-playback-start-symbolic");
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PLAYING]);
}

gboolean
ipl_time_scrubber_get_playing (IplTimeScrubber *self)
{
  return self->tick != 0;
}

void
ipl_time_scrubber_set_session (IplTimeScrubber *self, IplSession *session)
{
  g_return_if_fail (self->session == NULL);
  self->session = g_object_ref (session);
  g_signal_connect_object (session, "parameters-changed", G_CALLBACK (update), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "results-changed", G_CALLBACK (on_results), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "job-changed::train", G_CALLBACK (on_results), self,
                           G_CONNECT_SWAPPED);
}

GtkWidget *
ipl_time_scrubber_get_scale (IplTimeScrubber *self)
{
  return GTK_WIDGET (self->scale);
}

GtkWidget *
ipl_time_scrubber_get_entry (IplTimeScrubber *self)
{
  return GTK_WIDGET (self->entry);
}

GtkWidget *
ipl_time_scrubber_get_follow (IplTimeScrubber *self)
{
  return GTK_WIDGET (self->follow);
}

static void
ipl_time_scrubber_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_boolean (value, ipl_time_scrubber_get_playing (IPL_TIME_SCRUBBER (object)));
}

static void
ipl_time_scrubber_dispose (GObject *object)
{
  IplTimeScrubber *self = IPL_TIME_SCRUBBER (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  ipl_time_marks_clear (&self->marks);
  G_OBJECT_CLASS (ipl_time_scrubber_parent_class)->dispose (object);
}

static void
ipl_time_scrubber_class_init (IplTimeScrubberClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ipl_time_scrubber_dispose;
  object_class->get_property = ipl_time_scrubber_get_property;
  props[PROP_PLAYING] = g_param_spec_boolean ("playing", NULL, NULL, FALSE,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  gtk_widget_class_set_css_name (widget_class, "scrubber");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/interplay/Interplay/ui/time-scrubber.ui");
  gtk_widget_class_bind_template_child (widget_class, IplTimeScrubber, play_button);
  gtk_widget_class_bind_template_child (widget_class, IplTimeScrubber, scale);
  gtk_widget_class_bind_template_child (widget_class, IplTimeScrubber, adjustment);
  gtk_widget_class_bind_template_child (widget_class, IplTimeScrubber, label);
  gtk_widget_class_bind_template_child (widget_class, IplTimeScrubber, entry);
  gtk_widget_class_bind_template_child (widget_class, IplTimeScrubber, follow);
  gtk_widget_class_bind_template_callback (widget_class, on_change_value);
  gtk_widget_class_bind_template_callback (widget_class, on_entry_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_entry_key);
  gtk_widget_class_bind_template_callback (widget_class, on_follow);
}

static void
ipl_time_scrubber_init (IplTimeScrubber *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
