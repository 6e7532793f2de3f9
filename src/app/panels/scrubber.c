/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/panels/scrubber.h"

#include <math.h>

/* The GP limit lies this far beyond the largest width, as a share of the axis. */
#define GP_GAP 0.09
/* A play-through takes this long where the solver keeps up ... */
#define PLAY_SECONDS 8.0
/* ... and else moves at most this far, as a share of the axis, from one solution to the next. */
#define PLAY_STEP 0.03

/**
 * IplScrubber:
 *
 * The width axis under the panels, logarithmic, the GP limit at its right end as in the accuracy
 * panel: drag it, type an exact width, or let it play from the GP end to the smallest width.
 */
struct _IplScrubber
{
  GtkWidget parent_instance;
  GtkButton *play_button;
  GtkScale *scale;
  GtkAdjustment *adjustment;
  GtkEntry *entry;
  IplSession *session;
  double lowest;  /* log10 of the smallest width */
  double highest; /* log10 of the largest */
  char *marks;    /* the widths the marks stand for */
  guint tick;
  gint64 last_frame;
  double play_value; /* where playing is; the slider snaps to whole widths */
};

G_DEFINE_FINAL_TYPE (IplScrubber, ipl_scrubber, GTK_TYPE_WIDGET)

enum
{
  PROP_PLAYING = 1,
  N_PROPS
};

static GParamSpec *props[N_PROPS];

static double
gp_value (IplScrubber *self)
{
  return self->highest + GP_GAP * (self->highest - self->lowest);
}

static gboolean
is_gp_value (IplScrubber *self, double value)
{
  return value > 0.5 * (self->highest + gp_value (self));
}

static double
value_of (IplScrubber *self, const IplSetting *setting)
{
  if (setting->gp)
    return gp_value (self);
  return log10 (MAX (1, ipl_setting_largest_width (setting)));
}

static void
set_value (IplScrubber *self, double value)
{
  if (is_gp_value (self, value))
    ipl_session_change_width (self->session, 0.0, TRUE);
  else
    ipl_session_change_width (
        self->session, round (pow (10.0, CLAMP (value, self->lowest, self->highest))), FALSE);
}

/**
 * ipl_scrubber_step:
 * @self: the scrubber
 * @direction: 1 to the next larger width of the sweep, -1 to the next smaller
 */
void
ipl_scrubber_step (IplScrubber *self, int direction)
{
  const IplParameters *parameters = ipl_session_get_parameters (self->session);
  double value = value_of (self, &parameters->current);
  double best = direction > 0 ? gp_value (self) : self->lowest;

  for (guint i = 0; i < parameters->n_widths; i++)
    {
      IplSetting setting = ipl_parameters_get_setting (parameters, i);
      double mark = value_of (self, &setting);
      if (direction > 0 ? (mark > value + 1e-9 && mark < best)
                        : (mark < value - 1e-9 && mark > best))
        best = mark;
    }
  set_value (self, best);
}

static gboolean
on_change_value (IplScrubber *self, GtkScrollType scroll, double value)
{
  const IplSetting *current = &ipl_session_get_parameters (self->session)->current;
  double N = ipl_setting_largest_width (current);

  ipl_scrubber_set_playing (self, FALSE);
  switch (scroll)
    {
    case GTK_SCROLL_STEP_LEFT:
    case GTK_SCROLL_STEP_BACKWARD:
    case GTK_SCROLL_STEP_DOWN:
      if (current->gp)
        value = self->highest;
      else
        value = log10 (MAX (1.0, MIN (N - 1.0, floor (N / 1.05))));
      break;
    case GTK_SCROLL_STEP_RIGHT:
    case GTK_SCROLL_STEP_FORWARD:
    case GTK_SCROLL_STEP_UP:
      value = log10 (MAX (N + 1.0, ceil (N * 1.05)));
      if (current->gp || log10 (N) >= self->highest - 1e-9)
        value = gp_value (self);
      else
        value = MIN (value, self->highest);
      break;
    case GTK_SCROLL_PAGE_LEFT:
    case GTK_SCROLL_PAGE_BACKWARD:
    case GTK_SCROLL_PAGE_DOWN:
      ipl_scrubber_step (self, -1);
      return TRUE;
    case GTK_SCROLL_PAGE_RIGHT:
    case GTK_SCROLL_PAGE_FORWARD:
    case GTK_SCROLL_PAGE_UP:
      ipl_scrubber_step (self, 1);
      return TRUE;
    default:
      break;
    }
  set_value (self, value);
  return TRUE;
}

static void
show_entry (IplScrubber *self)
{
  g_autofree char *text
      = ipl_setting_widths_text (&ipl_session_get_parameters (self->session)->current);

  gtk_widget_remove_css_class (GTK_WIDGET (self->entry), "error");
  gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
}

static void
on_entry_activate (IplScrubber *self)
{
  IplSetting setting = ipl_session_get_parameters (self->session)->current;
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));
  g_autoptr (GError) error = NULL;

  if (!ipl_setting_parse_widths (&setting, g_strstrip (text), &error))
    {
      gtk_widget_add_css_class (GTK_WIDGET (self->entry), "error");
      g_signal_emit_by_name (self->session, "message", error->message, TRUE);
      return;
    }
  ipl_scrubber_set_playing (self, FALSE);
  ipl_session_change_current (self->session, &setting, NULL);
  show_entry (self);
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
update_marks (IplScrubber *self, const IplParameters *parameters)
{
  g_autoptr (GString) marks = g_string_new (NULL);
  double last_label = -G_MAXDOUBLE;
  double values[IPL_MAX_LIST];
  guint n = parameters->n_widths;

  for (guint i = 0; i < n; i++)
    {
      IplSetting setting = ipl_parameters_get_setting (parameters, i);

      values[i] = value_of (self, &setting);
      g_string_append_printf (marks, "%g ", values[i]);
    }
  g_string_append_printf (marks, "%g %g", self->lowest, self->highest);
  if (g_strcmp0 (marks->str, self->marks) == 0)
    return;
  g_free (self->marks);
  self->marks = g_strdup (marks->str);

  gtk_scale_clear_marks (self->scale);
  gtk_adjustment_set_lower (self->adjustment, self->lowest);
  gtk_adjustment_set_upper (self->adjustment, gp_value (self));
  /* Sorted, so that a label can be left out where it would touch the one before. */
  for (guint i = 1; i < n; i++)
    for (guint k = i; k > 0 && values[k] < values[k - 1]; k--)
      {
        double swap = values[k];
        values[k] = values[k - 1];
        values[k - 1] = swap;
      }
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = g_strdup_printf ("%.0f", pow (10.0, values[i]));
      gboolean roomy = values[i] - last_label > 0.055 * (gp_value (self) - self->lowest);

      gtk_scale_add_mark (self->scale, values[i], GTK_POS_BOTTOM, roomy ? label : NULL);
      if (roomy)
        last_label = values[i];
    }
  gtk_scale_add_mark (self->scale, gp_value (self), GTK_POS_BOTTOM, "GP");
}

static void
on_parameters (IplScrubber *self)
{
  const IplParameters *parameters = ipl_session_get_parameters (self->session);
  double lowest = parameters->current.gp ? G_MAXDOUBLE : value_of (self, &parameters->current);
  double highest = parameters->current.gp ? -G_MAXDOUBLE : lowest;
  g_autofree char *text = ipl_setting_widths_text (&parameters->current);
  g_autofree char *spoken = parameters->current.gp ? g_strdup ("Gaussian-process limit")
                                                   : g_strdup_printf ("N = %s", text);

  for (guint i = 0; i < parameters->n_widths; i++)
    {
      IplSetting setting = ipl_parameters_get_setting (parameters, i);
      double value = value_of (self, &setting);
      lowest = MIN (lowest, value);
      highest = MAX (highest, value);
    }
  if (lowest > highest)
    lowest = 1.0, highest = 3.0;
  if (highest - lowest < 0.3)
    highest = lowest + 0.3;
  self->lowest = lowest;
  self->highest = highest;
  update_marks (self, parameters);
  gtk_adjustment_set_value (self->adjustment, value_of (self, &parameters->current));
  if (!gtk_widget_has_focus (GTK_WIDGET (gtk_editable_get_delegate (GTK_EDITABLE (self->entry)))))
    show_entry (self);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                  spoken, -1);
}

static gboolean
play_tick (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  IplScrubber *self = IPL_SCRUBBER (widget);
  gint64 now = gdk_frame_clock_get_frame_time (clock);
  double range = gp_value (self) - self->lowest;
  double share;

  if (self->last_frame == 0)
    self->last_frame = now;
  /* Wait for the solution asked for last: what plays is the theory, not the slider. */
  if (!ipl_session_is_current_shown (self->session))
    return G_SOURCE_CONTINUE;
  share = MIN ((double)(now - self->last_frame) / (PLAY_SECONDS * G_USEC_PER_SEC), PLAY_STEP);
  self->last_frame = now;
  self->play_value -= share * range;
  if (self->play_value <= self->lowest)
    {
      self->tick = 0;
      set_value (self, self->lowest);
      gtk_button_set_icon_name (self->play_button, "media-playback-start-symbolic");
      g_object_notify_by_pspec (G_OBJECT (self), props[PROP_PLAYING]);
      return G_SOURCE_REMOVE;
    }
  set_value (self, self->play_value);
  return G_SOURCE_CONTINUE;
}

/**
 * ipl_scrubber_set_playing:
 * @self: the scrubber
 * @playing: whether to move from here, or from the GP end, to the smallest width
 */
void
ipl_scrubber_set_playing (IplScrubber *self, gboolean playing)
{
  if (playing == (self->tick != 0) || self->session == NULL)
    return;
  if (playing)
    {
      self->play_value = gtk_adjustment_get_value (self->adjustment);
      if (self->play_value <= self->lowest + 1e-6)
        {
          self->play_value = gp_value (self);
          set_value (self, self->play_value);
        }
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
ipl_scrubber_get_playing (IplScrubber *self)
{
  return self->tick != 0;
}

void
ipl_scrubber_set_session (IplScrubber *self, IplSession *session)
{
  g_return_if_fail (self->session == NULL);
  self->session = g_object_ref (session);
  g_signal_connect_object (session, "parameters-changed", G_CALLBACK (on_parameters), self,
                           G_CONNECT_SWAPPED);
  on_parameters (self);
}

GtkWidget *
ipl_scrubber_get_scale (IplScrubber *self)
{
  return GTK_WIDGET (self->scale);
}

GtkWidget *
ipl_scrubber_get_entry (IplScrubber *self)
{
  return GTK_WIDGET (self->entry);
}

static void
ipl_scrubber_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  g_value_set_boolean (value, ipl_scrubber_get_playing (IPL_SCRUBBER (object)));
}

static void
ipl_scrubber_dispose (GObject *object)
{
  IplScrubber *self = IPL_SCRUBBER (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  g_clear_pointer (&self->marks, g_free);
  G_OBJECT_CLASS (ipl_scrubber_parent_class)->dispose (object);
}

static void
ipl_scrubber_class_init (IplScrubberClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  object_class->dispose = ipl_scrubber_dispose;
  object_class->get_property = ipl_scrubber_get_property;
  props[PROP_PLAYING] = g_param_spec_boolean ("playing", NULL, NULL, FALSE,
                                              G_PARAM_READABLE | G_PARAM_STATIC_STRINGS);
  g_object_class_install_properties (object_class, N_PROPS, props);
  gtk_widget_class_set_css_name (widget_class, "scrubber");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/interplay/Interplay/ui/scrubber.ui");
  gtk_widget_class_bind_template_child (widget_class, IplScrubber, play_button);
  gtk_widget_class_bind_template_child (widget_class, IplScrubber, scale);
  gtk_widget_class_bind_template_child (widget_class, IplScrubber, adjustment);
  gtk_widget_class_bind_template_child (widget_class, IplScrubber, entry);
  gtk_widget_class_bind_template_callback (widget_class, on_change_value);
  gtk_widget_class_bind_template_callback (widget_class, on_entry_activate);
  gtk_widget_class_bind_template_callback (widget_class, on_entry_key);
}

static void
ipl_scrubber_init (IplScrubber *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
