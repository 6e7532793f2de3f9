/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/panels/scrubber.h"

#include "app/base/widget-helpers.h"

/* Duration of playing, if the solver keeps up. */
#define PLAY_SECONDS 8.0

G_DEFINE_ABSTRACT_TYPE (IplScrubber, ipl_scrubber, IPL_TYPE_DOCUMENT_WIDGET)

static IplScrubberClass *
class_of (IplScrubber *self)
{
  return G_TYPE_INSTANCE_GET_CLASS (self, IPL_TYPE_SCRUBBER, IplScrubberClass);
}

/* @direction: 1 for the next mark, -1 for the previous one */
void
ipl_scrubber_step (IplScrubber *self, int direction)
{
  class_of (self)->step (self, direction);
}

/* Shows the current position in the entry, without an error. */
static void
show_entry (IplScrubber *self)
{
  g_autofree char *text = class_of (self)->to_text (self);

  ipl_document_widget_show_entry (self, self->entry, text);
}

/* Shows the current position; text that the user is editing stays.
 * @spoken: position for screen readers */
void
ipl_scrubber_show (gpointer scrubber, double value, const char *spoken)
{
  IplScrubber *self = scrubber;

  gtk_adjustment_set_value (self->adjustment, value);
  ipl_document_widget_clear_refusal (self);
  if (!ipl_document_widget_is_typed_in (self, self->entry))
    show_entry (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                  spoken, -1);
}

static gboolean
on_change_value (IplScrubber *self, GtkScrollType scroll, double value)
{
  ipl_scrubber_set_playing (self, FALSE);
  switch (scroll)
    {
    case GTK_SCROLL_STEP_LEFT:
    case GTK_SCROLL_STEP_BACKWARD:
    case GTK_SCROLL_STEP_DOWN:
      class_of (self)->nudge (self, -1);
      break;
    case GTK_SCROLL_STEP_RIGHT:
    case GTK_SCROLL_STEP_FORWARD:
    case GTK_SCROLL_STEP_UP:
      class_of (self)->nudge (self, 1);
      break;
    case GTK_SCROLL_PAGE_LEFT:
    case GTK_SCROLL_PAGE_BACKWARD:
    case GTK_SCROLL_PAGE_DOWN:
      ipl_scrubber_step (self, -1);
      break;
    case GTK_SCROLL_PAGE_RIGHT:
    case GTK_SCROLL_PAGE_FORWARD:
    case GTK_SCROLL_PAGE_UP:
      ipl_scrubber_step (self, 1);
      break;
    default:
      class_of (self)->go (self, value);
      break;
    }
  return TRUE;
}

/* Ends dragging when neither the button is held on the scale nor the scrubber plays. */
static void
end_dragging (IplScrubber *self)
{
  if (self->document != NULL && !self->is_held && self->tick == 0)
    ipl_document_set_dragging (self->document, FALSE);
}

static gboolean
on_scale_event (IplScrubber *self, GdkEvent *event)
{
  GdkEventType type = gdk_event_get_event_type (event);

  if (self->document == NULL || (type != GDK_BUTTON_PRESS && type != GDK_BUTTON_RELEASE))
    return GDK_EVENT_PROPAGATE;
  self->is_held = type == GDK_BUTTON_PRESS;
  if (self->is_held)
    ipl_document_set_dragging (self->document, TRUE);
  else
    end_dragging (self);
  return GDK_EVENT_PROPAGATE;
}

/* Applies the entry. An invalid value is marked, and the window shows the reason. */
static void
on_entry_activate (IplScrubber *self)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  g_autoptr (GError) error = NULL;

  if (class_of (self)->parse (self, g_strstrip (text), &error))
    {
      ipl_scrubber_set_playing (self, FALSE);
      show_entry (self);
      return;
    }
  gtk_widget_add_css_class (GTK_WIDGET (self->entry), "error");
  ipl_document_widget_refuse (self, error->message);
}

static gboolean
on_entry_key (IplScrubber *self, guint keyval)
{
  if (keyval != GDK_KEY_Escape)
    return FALSE;
  show_entry (self);
  return TRUE;
}

static void
show_playing (IplScrubber *self)
{
  gtk_button_set_icon_name (self->play_button, self->tick != 0 ? "media-playback-pause-symbolic"
                                                               : "media-playback-start-symbolic");
  g_object_notify (G_OBJECT (self), "playing");
}

static gboolean
play_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  IplScrubber *self = data;
  IplScrubberClass *klass = class_of (self);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  double share;

  /* Another case has been opened: the played position is not one of it. */
  if (ipl_document_count_cases (self->document) != self->n_cases)
    {
      self->tick = 0;
      end_dragging (self);
      show_playing (self);
      return G_SOURCE_REMOVE;
    }
  if (self->last_frame == 0)
    self->last_frame = now;
  if (klass->is_ready != NULL && !klass->is_ready (self))
    return G_SOURCE_CONTINUE;
  share = (double)(now - self->last_frame) / (PLAY_SECONDS * G_USEC_PER_SEC);
  self->last_frame = now;
  if (klass->play (self, share))
    return G_SOURCE_CONTINUE;
  self->tick = 0;
  klass->finish (self);
  end_dragging (self);
  show_playing (self);
  return G_SOURCE_REMOVE;
}

/* @playing: TRUE to play from here to the end, or from the beginning if this is the end */
void
ipl_scrubber_set_playing (IplScrubber *self, gboolean playing)
{
  if (playing == (self->tick != 0) || self->document == NULL)
    return;
  if (playing)
    {
      ipl_document_set_dragging (self->document, TRUE);
      if (!class_of (self)->begin (self))
        {
          end_dragging (self);
          return;
        }
      self->last_frame = 0;
      self->n_cases = ipl_document_count_cases (self->document);
      self->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), play_tick, self, NULL);
    }
  else
    {
      gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->tick);
      self->tick = 0;
      end_dragging (self);
    }
  show_playing (self);
}

gboolean
ipl_scrubber_get_playing (IplScrubber *self)
{
  return self->tick != 0;
}

static void
ipl_scrubber_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_boolean (value, ipl_scrubber_get_playing ((IplScrubber *)object));
}

static void
ipl_scrubber_class_init (IplScrubberClass *klass)
{
  G_OBJECT_CLASS (klass)->get_property = ipl_scrubber_get_property;
  g_object_class_install_property (G_OBJECT_CLASS (klass), 1,
                                   g_param_spec_boolean ("playing", NULL, NULL, FALSE,
                                                         G_PARAM_READABLE
                                                             | G_PARAM_STATIC_STRINGS));
}

#define CHILD(name) IPL_CHILD (IplScrubber, name)
static const IplTemplateChild own_children[]
    = { CHILD (play_button), CHILD (scale), CHILD (adjustment), CHILD (entry), { NULL } };
static const IplTemplateCallback own_callbacks[] = { IPL_CALLBACK (on_change_value),
                                                     IPL_CALLBACK (on_entry_activate),
                                                     IPL_CALLBACK (on_entry_key),
                                                     { NULL } };

/* Called in class_init.
 * @name: template with a play_button, a scale, its adjustment and an entry
 * @children: (nullable): further ones, like @callbacks */
void
ipl_scrubber_class_set_template (gpointer klass, const char *name, const IplTemplateChild *children,
                                 const IplTemplateCallback *callbacks)
{
  ipl_template_set (klass, name, own_children, own_callbacks);
  ipl_template_bind (klass, children, callbacks);
}

/* Called in init. */
void
ipl_scrubber_init_template (IplScrubber *self)
{
  GtkEventController *events = gtk_event_controller_legacy_new ();

  gtk_widget_init_template (GTK_WIDGET (self));
  gtk_event_controller_set_propagation_phase (events, GTK_PHASE_CAPTURE);
  g_signal_connect_swapped (events, "event", G_CALLBACK (on_scale_event), self);
  gtk_widget_add_controller (GTK_WIDGET (self->scale), events);
}

static void
ipl_scrubber_init (IplScrubber *self)
{
}
