/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/panels/scrubber.h"

#include "app/base/widgets.h"

/* A play-through takes this long where the solver keeps up. */
#define PLAY_SECONDS 8.0

/* What is moved through under the panels: a scale to drag, an entry for an exact place, and a
 * button that plays. */
typedef struct
{
  GtkButton *play_button;
  GtkScale *scale;
  GtkAdjustment *adjustment;
  GtkEntry *entry;
  IplSession *session;
  guint tick;
  gint64 last_frame;
} IplScrubberPrivate;

G_DEFINE_ABSTRACT_TYPE_WITH_PRIVATE (IplScrubber, ipl_scrubber, GTK_TYPE_WIDGET)

enum
{
  PROP_PLAYING = 1,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

static IplScrubberPrivate *
get_private (IplScrubber *self)
{
  return ipl_scrubber_get_instance_private (self);
}

/* @direction: 1 to the next larger or later mark, -1 to the one before */
void
ipl_scrubber_step (IplScrubber *self, int direction)
{
  IPL_SCRUBBER_GET_CLASS (self)->step (self, direction);
}

/* Shows where it is; what is being typed stays.
 * @spoken: that in words, for a screen reader */
void
ipl_scrubber_show (IplScrubber *self, double value, const char *spoken)
{
  IplScrubberPrivate *priv = get_private (self);

  gtk_adjustment_set_value (priv->adjustment, value);
  if (!gtk_widget_has_focus (GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (priv->entry)))))
    IPL_SCRUBBER_GET_CLASS (self)->show_entry (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (priv->scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                  spoken, -1);
}

/* What the entry says where nothing is wrong. */
void
ipl_scrubber_set_text (IplScrubber *self, const char *text)
{
  IplScrubberPrivate *priv = get_private (self);

  gtk_widget_remove_css_class (GTK_WIDGET (priv->entry), "error");
  gtk_editable_set_text (GTK_EDITABLE (priv->entry), text);
}

/* What was typed cannot be taken: @message says why, in the window. */
void
ipl_scrubber_refuse (IplScrubber *self, const char *message)
{
  IplScrubberPrivate *priv = get_private (self);

  gtk_widget_add_css_class (GTK_WIDGET (priv->entry), "error");
  g_signal_emit_by_name (priv->session, "message", message, TRUE);
}

static gboolean
on_entry_key (IplScrubber *self, guint keyval)
{
  if (keyval != GDK_KEY_Escape)
    return FALSE;
  IPL_SCRUBBER_GET_CLASS (self)->show_entry (self);
  return TRUE;
}

static void
show_playing (IplScrubber *self)
{
  IplScrubberPrivate *priv = get_private (self);

  gtk_button_set_icon_name (priv->play_button, priv->tick != 0 ? "media-playback-pause-symbolic"
                                                               : "media-playback-start-symbolic");
  g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PLAYING]);
}

static gboolean
play_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  IplScrubber *self = IPL_SCRUBBER (widget);
  IplScrubberClass *klass = IPL_SCRUBBER_GET_CLASS (self);
  IplScrubberPrivate *priv = get_private (self);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  double share;

  if (priv->last_frame == 0)
    priv->last_frame = now;
  if (klass->is_ready != NULL && !klass->is_ready (self))
    return G_SOURCE_CONTINUE;
  share = (double)(now - priv->last_frame) / (PLAY_SECONDS * G_USEC_PER_SEC);
  priv->last_frame = now;
  if (klass->play (self, share))
    return G_SOURCE_CONTINUE;
  priv->tick = 0;
  klass->finish (self);
  show_playing (self);
  return G_SOURCE_REMOVE;
}

/* @playing: whether to move from here to the end, or from the beginning where this is the end */
void
ipl_scrubber_set_playing (IplScrubber *self, gboolean playing)
{
  IplScrubberPrivate *priv = get_private (self);

  if (playing == (priv->tick != 0) || priv->session == NULL)
    return;
  if (playing)
    {
      if (!IPL_SCRUBBER_GET_CLASS (self)->begin (self))
        return;
      priv->last_frame = 0;
      priv->tick = gtk_widget_add_tick_callback (GTK_WIDGET (self), play_tick, NULL, NULL);
    }
  else
    {
      gtk_widget_remove_tick_callback (GTK_WIDGET (self), priv->tick);
      priv->tick = 0;
    }
  show_playing (self);
}

gboolean
ipl_scrubber_get_playing (IplScrubber *self)
{
  return get_private (self)->tick != 0;
}

void
ipl_scrubber_set_session (IplScrubber *self, IplSession *session)
{
  IplScrubberPrivate *priv = get_private (self);

  g_return_if_fail (priv->session == NULL);
  priv->session = g_object_ref (session);
  IPL_SCRUBBER_GET_CLASS (self)->attach (self, session);
}

/* Returns: (nullable): NULL before it has one. */
IplSession *
ipl_scrubber_get_session (IplScrubber *self)
{
  return get_private (self)->session;
}

GtkAdjustment *
ipl_scrubber_get_adjustment (IplScrubber *self)
{
  return get_private (self)->adjustment;
}

GtkWidget *
ipl_scrubber_get_scale (IplScrubber *self)
{
  return GTK_WIDGET (get_private (self)->scale);
}

GtkWidget *
ipl_scrubber_get_entry (IplScrubber *self)
{
  return GTK_WIDGET (get_private (self)->entry);
}

static void
ipl_scrubber_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_boolean (value, ipl_scrubber_get_playing (IPL_SCRUBBER (object)));
}

static void
ipl_scrubber_dispose (GObject *object)
{
  IplScrubberPrivate *priv = get_private (IPL_SCRUBBER (object));

  ipl_widget_clear (object);
  g_clear_object (&priv->session);
  G_OBJECT_CLASS (ipl_scrubber_parent_class)->dispose (object);
}

static void
ipl_scrubber_class_init (IplScrubberClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = ipl_scrubber_dispose;
  object_class->get_property = ipl_scrubber_get_property;
  props[PROP_PLAYING] = g_param_spec_boolean ("playing", NULL, NULL, FALSE,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
}

/* To be called when the class is made.
 * @resource: its template, with a play_button, a scale, its adjustment and an entry whose keys go
 *   to on_entry_key */
void
ipl_scrubber_class_set_template (IplScrubberClass *klass, const char *resource)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  gtk_widget_class_set_css_name (widget_class, "scrubber");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class, resource);
  gtk_widget_class_bind_template_child_private (widget_class, IplScrubber, play_button);
  gtk_widget_class_bind_template_child_private (widget_class, IplScrubber, scale);
  gtk_widget_class_bind_template_child_private (widget_class, IplScrubber, adjustment);
  gtk_widget_class_bind_template_child_private (widget_class, IplScrubber, entry);
  gtk_widget_class_bind_template_callback (widget_class, on_entry_key);
}

static void
ipl_scrubber_init (IplScrubber *self)
{
}
