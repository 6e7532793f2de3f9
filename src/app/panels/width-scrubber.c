/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/panels/width-scrubber.h"

#include "app/base/session-widget.h"

#include <math.h>

/* The GP limit lies this far beyond the largest width, as a share of the axis. */
#define GP_GAP 0.09
/* Where the solver does not keep up, playing moves at most this far, as a share of the axis, from
 * one solution to the next. */
#define PLAY_STEP 0.03

/* The width axis under the panels, logarithmic, the GP limit at its right end as in the accuracy
 * panel: drag it, type an exact width, or let it play from the GP end to the smallest width. */
struct _IplWidthScrubber
{
  IplScrubber parent_instance;
  double lowest;  /* log10 of the smallest width */
  double highest; /* log10 of the largest */
  char *marks;    /* the widths the marks stand for */
  int marked_px;  /* width of the scale that they were made for */
  guint resize_id;
  double play_value; /* where playing is; the slider snaps to whole widths */
};

G_DEFINE_FINAL_TYPE (IplWidthScrubber, ipl_width_scrubber, IPL_TYPE_SCRUBBER)

static IplSession *
get_session (IplWidthScrubber *self)
{
  return ipl_scrubber_get_session (IPL_SCRUBBER (self));
}

static double
gp_value (IplWidthScrubber *self)
{
  return self->highest + GP_GAP * (self->highest - self->lowest);
}

static gboolean
is_gp_value (IplWidthScrubber *self, double value)
{
  return value > 0.5 * (self->highest + gp_value (self));
}

static double
value_of (IplWidthScrubber *self, const IplSetting *setting)
{
  if (setting->gp)
    return gp_value (self);
  return log10 (MAX (1, ipl_setting_largest_width (setting)));
}

static void
set_value (IplWidthScrubber *self, double value)
{
  if (is_gp_value (self, value))
    ipl_session_change_width (get_session (self), 0.0, TRUE);
  else
    ipl_session_change_width (
        get_session (self), round (pow (10.0, CLAMP (value, self->lowest, self->highest))), FALSE);
}

/* To the next larger width of the sweep, or the next smaller. */
static void
ipl_width_scrubber_step (IplScrubber *scrubber, int direction)
{
  IplWidthScrubber *self = IPL_WIDTH_SCRUBBER (scrubber);
  const IplParameters *parameters = ipl_session_get_parameters (get_session (self));
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
on_change_value (IplWidthScrubber *self, GtkScrollType scroll, double value)
{
  const IplSetting *current = &ipl_session_get_parameters (get_session (self))->current;
  double N = ipl_setting_largest_width (current);

  ipl_scrubber_set_playing (IPL_SCRUBBER (self), FALSE);
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
      ipl_scrubber_step (IPL_SCRUBBER (self), -1);
      return TRUE;
    case GTK_SCROLL_PAGE_RIGHT:
    case GTK_SCROLL_PAGE_FORWARD:
    case GTK_SCROLL_PAGE_UP:
      ipl_scrubber_step (IPL_SCRUBBER (self), 1);
      return TRUE;
    default:
      break;
    }
  set_value (self, value);
  return TRUE;
}

static void
ipl_width_scrubber_show_entry (IplScrubber *self)
{
  IplSession *session = ipl_scrubber_get_session (self);
  g_autofree char *text = ipl_setting_widths_text (&ipl_session_get_parameters (session)->current);

  ipl_scrubber_set_text (self, text);
}

static void
on_entry_activate (IplWidthScrubber *self, GtkEditable *entry)
{
  IplSetting setting = ipl_session_get_parameters (get_session (self))->current;
  g_autofree char *text = g_strdup (gtk_editable_get_text (entry));
  g_autoptr (GError) error = NULL;

  if (!ipl_setting_parse_widths (&setting, g_strstrip (text), &error))
    {
      ipl_scrubber_refuse (IPL_SCRUBBER (self), error->message);
      return;
    }
  ipl_scrubber_set_playing (IPL_SCRUBBER (self), FALSE);
  ipl_session_change_current (get_session (self), &setting, NULL);
  ipl_width_scrubber_show_entry (IPL_SCRUBBER (self));
}

/* Of a label, in the units of the scale. */
static double
label_extent (IplWidthScrubber *self, const char *label)
{
  GtkWidget *scale = GTK_WIDGET (ipl_scrubber_get_scale (IPL_SCRUBBER (self)));
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (scale, label);
  double per_px = (gp_value (self) - self->lowest) / MAX (self->marked_px - 24, 40);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width * per_px;
}

/* A label is left out where it would touch the one before, or that of the GP limit. */
static void
add_marks (IplWidthScrubber *self, const double *values, guint n)
{
  GtkScale *scale = GTK_SCALE (ipl_scrubber_get_scale (IPL_SCRUBBER (self)));
  double end = -G_MAXDOUBLE, gap = label_extent (self, "0");
  double gp_begin = gp_value (self) - label_extent (self, "GP") / 2.0;

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *label = g_strdup_printf ("%.0f", pow (10.0, values[i]));
      double half = label_extent (self, label) / 2.0;
      gboolean roomy = values[i] - half > end + gap && values[i] + half + gap < gp_begin;

      gtk_scale_add_mark (scale, values[i], GTK_POS_BOTTOM, roomy ? label : NULL);
      if (roomy)
        end = values[i] + half;
    }
  gtk_scale_add_mark (scale, gp_value (self), GTK_POS_BOTTOM, "GP");
}

static void
update_marks (IplWidthScrubber *self, const IplParameters *parameters)
{
  GtkScale *scale = GTK_SCALE (ipl_scrubber_get_scale (IPL_SCRUBBER (self)));
  GtkAdjustment *adjustment = ipl_scrubber_get_adjustment (IPL_SCRUBBER (self));
  g_autoptr (GString) marks = g_string_new (NULL);
  double values[IPL_MAX_LIST];
  guint n = parameters->n_widths;

  for (guint i = 0; i < n; i++)
    {
      IplSetting setting = ipl_parameters_get_setting (parameters, i);

      values[i] = value_of (self, &setting);
      g_string_append_printf (marks, "%g ", values[i]);
    }
  self->marked_px = gtk_widget_get_width (GTK_WIDGET (scale));
  g_string_append_printf (marks, "%g %g %d", self->lowest, self->highest, self->marked_px);
  if (g_strcmp0 (marks->str, self->marks) == 0)
    return;
  g_free (self->marks);
  self->marks = g_strdup (marks->str);

  gtk_scale_clear_marks (scale);
  gtk_adjustment_set_lower (adjustment, self->lowest);
  gtk_adjustment_set_upper (adjustment, gp_value (self));
  for (guint i = 1; i < n; i++)
    for (guint k = i; k > 0 && values[k] < values[k - 1]; k--)
      {
        double swap = values[k];
        values[k] = values[k - 1];
        values[k - 1] = swap;
      }
  add_marks (self, values, n);
}

/* Marks come and go by idle, not while the scale is given its size or drawn. */
static gboolean
on_resized (gpointer data)
{
  IplWidthScrubber *self = data;

  self->resize_id = 0;
  update_marks (self, ipl_session_get_parameters (get_session (self)));
  return G_SOURCE_REMOVE;
}

static void
ipl_width_scrubber_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  IplWidthScrubber *self = IPL_WIDTH_SCRUBBER (widget);
  GtkWidget *scale = GTK_WIDGET (ipl_scrubber_get_scale (IPL_SCRUBBER (self)));

  if (self->resize_id == 0 && get_session (self) != NULL
      && gtk_widget_get_width (scale) != self->marked_px)
    self->resize_id = g_idle_add (on_resized, self);
  GTK_WIDGET_CLASS (ipl_width_scrubber_parent_class)->snapshot (widget, snapshot);
}

static void
on_parameters (IplWidthScrubber *self)
{
  const IplParameters *parameters = ipl_session_get_parameters (get_session (self));
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
  ipl_scrubber_show (IPL_SCRUBBER (self), value_of (self, &parameters->current), spoken);
}

/* From the GP end where this is the smallest width. */
static gboolean
ipl_width_scrubber_begin (IplScrubber *scrubber)
{
  IplWidthScrubber *self = IPL_WIDTH_SCRUBBER (scrubber);

  self->play_value = gtk_adjustment_get_value (ipl_scrubber_get_adjustment (scrubber));
  if (self->play_value <= self->lowest + 1e-6)
    {
      self->play_value = gp_value (self);
      set_value (self, self->play_value);
    }
  return TRUE;
}

/* What plays is the theory, not the slider: it waits for the solution asked for last. */
static gboolean
ipl_width_scrubber_is_ready (IplScrubber *self)
{
  return ipl_session_is_current_shown (ipl_scrubber_get_session (self));
}

static gboolean
ipl_width_scrubber_play (IplScrubber *scrubber, double share)
{
  IplWidthScrubber *self = IPL_WIDTH_SCRUBBER (scrubber);

  self->play_value -= MIN (share, PLAY_STEP) * (gp_value (self) - self->lowest);
  if (self->play_value <= self->lowest)
    return FALSE;
  set_value (self, self->play_value);
  return TRUE;
}

static void
ipl_width_scrubber_finish (IplScrubber *self)
{
  set_value (IPL_WIDTH_SCRUBBER (self), IPL_WIDTH_SCRUBBER (self)->lowest);
}

static void
ipl_width_scrubber_attach (IplScrubber *self, IplSession *session)
{
  ipl_session_follow (session, "parameters-changed", G_CALLBACK (on_parameters), self);
  on_parameters (IPL_WIDTH_SCRUBBER (self));
}

static void
ipl_width_scrubber_finalize (GObject *object)
{
  IplWidthScrubber *self = IPL_WIDTH_SCRUBBER (object);

  g_clear_handle_id (&self->resize_id, g_source_remove);
  g_free (self->marks);
  G_OBJECT_CLASS (ipl_width_scrubber_parent_class)->finalize (object);
}

static void
ipl_width_scrubber_class_init (IplWidthScrubberClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  IplScrubberClass *scrubber_class = IPL_SCRUBBER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = ipl_width_scrubber_finalize;
  widget_class->snapshot = ipl_width_scrubber_snapshot;
  scrubber_class->attach = ipl_width_scrubber_attach;
  scrubber_class->step = ipl_width_scrubber_step;
  scrubber_class->begin = ipl_width_scrubber_begin;
  scrubber_class->is_ready = ipl_width_scrubber_is_ready;
  scrubber_class->play = ipl_width_scrubber_play;
  scrubber_class->finish = ipl_width_scrubber_finish;
  scrubber_class->show_entry = ipl_width_scrubber_show_entry;
  ipl_scrubber_class_set_template (scrubber_class, "/org/interplay/Interplay/ui/width-scrubber.ui");
  gtk_widget_class_bind_template_callback (widget_class, on_change_value);
  gtk_widget_class_bind_template_callback (widget_class, on_entry_activate);
}

static void
ipl_width_scrubber_init (IplWidthScrubber *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
