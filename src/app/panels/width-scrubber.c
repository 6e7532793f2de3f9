/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/panels/scrubber.h"

#include <math.h>

/* Distance of the GP limit from the largest width, as a share of the axis. */
#define GP_GAP 0.09
/* Largest step of playing from one solution to the next, as a share of the axis, if the solver does
 * not keep up. */
#define PLAY_STEP 0.03

/* A scrubber over widths: a logarithmic axis with the GP limit at its right end, as in the accuracy
 * panel. Offers an entry for the width, and playing from the GP limit to the smallest width. */
struct _IplWidthScrubber
{
  IplScrubber;
  double lowest;  /* log10 of the smallest width */
  double highest; /* log10 of the largest width */
  char *marks;    /* widths at the marks */
  int marked_px;  /* width of the scale for which the marks were made */
  guint resize_id;
  double play_value; /* unrounded position while playing; the slider snaps to integer widths */
};

G_DEFINE_FINAL_TYPE (IplWidthScrubber, ipl_width_scrubber, IPL_TYPE_SCRUBBER)

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
    ipl_document_change_width (self->document, 0.0, TRUE);
  else
    ipl_document_change_width (
        self->document, round (pow (10.0, CLAMP (value, self->lowest, self->highest))), FALSE);
}

/* Moves to the next larger or smaller width of the sweep. */
static void
ipl_width_scrubber_step (IplScrubber *scrubber, int direction)
{
  IplWidthScrubber *self = IPL_WIDTH_SCRUBBER (scrubber);
  const IplParameters *parameters = ipl_document_get_parameters (self->document);
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

static void
ipl_width_scrubber_nudge (IplScrubber *scrubber, int direction)
{
  IplWidthScrubber *self = IPL_WIDTH_SCRUBBER (scrubber);
  const IplSetting *current = &ipl_document_get_parameters (self->document)->current;
  double N = ipl_setting_largest_width (current);

  if (direction < 0)
    set_value (self,
               current->gp ? self->highest : log10 (MAX (1.0, MIN (N - 1.0, floor (N / 1.05)))));
  else if (current->gp || log10 (N) >= self->highest - 1e-9)
    set_value (self, gp_value (self));
  else
    set_value (self, MIN (log10 (MAX (N + 1.0, ceil (N * 1.05))), self->highest));
}

static void
ipl_width_scrubber_go (IplScrubber *self, double value)
{
  set_value (IPL_WIDTH_SCRUBBER (self), value);
}

static char *
ipl_width_scrubber_to_text (IplScrubber *self)
{
  return ipl_setting_widths_text (&ipl_document_get_parameters (self->document)->current);
}

static gboolean
ipl_width_scrubber_parse (IplScrubber *self, const char *text, GError **error)
{
  IplSetting setting = ipl_document_get_parameters (self->document)->current;

  if (!ipl_setting_parse_widths (&setting, text, error))
    return FALSE;
  ipl_document_change_current (self->document, &setting, NULL);
  return TRUE;
}

/* Returns: width of a label in units of the scale */
static double
label_extent (IplWidthScrubber *self, const char *label)
{
  GtkWidget *scale = GTK_WIDGET (self->scale);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (scale, label);
  double per_px = (gp_value (self) - self->lowest) / MAX (self->marked_px - 24, 40);
  int width;

  pango_layout_get_pixel_size (layout, &width, NULL);
  return width * per_px;
}

/* Adds marks. A label that would touch the previous one, or that of the GP limit, is left out. */
static void
add_marks (IplWidthScrubber *self, const double *values, guint n)
{
  GtkScale *scale = self->scale;
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
  GtkScale *scale = self->scale;
  GtkAdjustment *adjustment = self->adjustment;
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

/* Changes the marks in an idle callback, not during allocation or drawing. */
static gboolean
on_resized (gpointer data)
{
  IplWidthScrubber *self = data;

  self->resize_id = 0;
  update_marks (self, ipl_document_get_parameters (self->document));
  return G_SOURCE_REMOVE;
}

static void
ipl_width_scrubber_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  IplWidthScrubber *self = IPL_WIDTH_SCRUBBER (widget);
  GtkWidget *scale = GTK_WIDGET (self->scale);

  if (self->resize_id == 0 && self->document != NULL
      && gtk_widget_get_width (scale) != self->marked_px)
    self->resize_id = g_idle_add (on_resized, self);
  GTK_WIDGET_CLASS (ipl_width_scrubber_parent_class)->snapshot (widget, snapshot);
}

static void
on_parameters (IplWidthScrubber *self)
{
  const IplParameters *parameters = ipl_document_get_parameters (self->document);
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
  ipl_scrubber_show (self, value_of (self, &parameters->current), spoken);
}

/* Begins at the GP limit if this is the smallest width. */
static gboolean
ipl_width_scrubber_begin (IplScrubber *scrubber)
{
  IplWidthScrubber *self = IPL_WIDTH_SCRUBBER (scrubber);

  self->play_value = gtk_adjustment_get_value (self->adjustment);
  if (self->play_value <= self->lowest + 1e-6)
    {
      self->play_value = gp_value (self);
      set_value (self, self->play_value);
    }
  return TRUE;
}

/* Playing waits for the solution that was requested last, so that the theory follows. */
static gboolean
ipl_width_scrubber_is_ready (IplScrubber *self)
{
  return ipl_document_is_current_shown (self->document);
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
  IplScrubberClass *scrubber_class = (IplScrubberClass *)klass;

  G_OBJECT_CLASS (klass)->finalize = ipl_width_scrubber_finalize;
  GTK_WIDGET_CLASS (klass)->snapshot = ipl_width_scrubber_snapshot;
  scrubber_class->step = ipl_width_scrubber_step;
  scrubber_class->nudge = ipl_width_scrubber_nudge;
  scrubber_class->go = ipl_width_scrubber_go;
  scrubber_class->parse = ipl_width_scrubber_parse;
  scrubber_class->begin = ipl_width_scrubber_begin;
  scrubber_class->is_ready = ipl_width_scrubber_is_ready;
  scrubber_class->play = ipl_width_scrubber_play;
  scrubber_class->finish = ipl_width_scrubber_finish;
  scrubber_class->to_text = ipl_width_scrubber_to_text;
  ipl_document_widget_class_set_up (klass, "scrubber", NULL, G_CALLBACK (on_parameters));
  ipl_scrubber_class_set_template (klass, "width-scrubber", NULL, NULL);
}

static void
ipl_width_scrubber_init (IplWidthScrubber *self)
{
  ipl_scrubber_init_template ((IplScrubber *)self);
}
