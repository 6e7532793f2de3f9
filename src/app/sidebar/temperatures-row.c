/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/temperatures-row.h"

#include "core/base/error.h"
#include "core/base/number-text.h"
#include <string.h>

/**
 * IplTemperaturesRow:
 *
 * Whether every width is solved at several temperatures and shown at the best of them, and at
 * which.
 */
struct _IplTemperaturesRow
{
  GtkWidget parent_instance;
  GtkSwitch *best;
  GtkEntry *entry;
  GtkLabel *error;
  IplSession *session;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (IplTemperaturesRow, ipl_temperatures_row, GTK_TYPE_WIDGET)

static char *
list_text (const IplParameters *parameters)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < parameters->n_temperatures; i++)
    g_string_append_printf (text, "%s%.6g", i > 0 ? ", " : "", parameters->temperatures[i]);
  return g_string_free (text, FALSE);
}

static gboolean
parse_list (const char *text, IplParameters *parameters, GError **error)
{
  g_auto (GStrv) words = g_strsplit_set (text, ", \t;", -1);
  double values[IPL_MAX_LIST];
  guint n = 0;

  if (!ipl_number_list_check (text, error))
    return FALSE;
  for (guint i = 0; words[i] != NULL; i++)
    {
      double value;
      gboolean again = FALSE;

      if (*words[i] == '\0')
        continue;
      if (!ipl_number_parse_real (words[i], &value) || !(value >= 0 && value <= IPL_MAX_TEMPERATURE)
          || n == IPL_MAX_LIST)
        {
          g_set_error (error, IPL_ERROR, IPL_ERROR_VALUE,
                       "Give up to %d temperatures that are not below 0, such as “0.01, 0.1, 1”.",
                       IPL_MAX_LIST);
          return FALSE;
        }
      for (guint k = 0; k < n; k++)
        again = again || values[k] == value;
      if (!again)
        values[n++] = value;
    }
  if (n == 0)
    {
      g_set_error_literal (error, IPL_ERROR, IPL_ERROR_VALUE,
                           "The list needs at least one temperature, for example “0.01, 0.1, 1”.");
      return FALSE;
    }
  memset (parameters->temperatures, 0, sizeof parameters->temperatures);
  memcpy (parameters->temperatures, values, n * sizeof *values);
  parameters->n_temperatures = n;
  return TRUE;
}

static void
on_parameters (IplTemperaturesRow *self)
{
  const IplParameters *parameters = ipl_session_get_parameters (self->session);
  gboolean best = parameters->n_temperatures > 0;
  g_autofree char *text = list_text (parameters);

  self->updating = TRUE;
  gtk_switch_set_active (self->best, best);
  self->updating = FALSE;
  gtk_widget_set_visible (GTK_WIDGET (self->entry), best);
  gtk_widget_set_visible (GTK_WIDGET (self->error), FALSE);
  gtk_widget_remove_css_class (GTK_WIDGET (self->entry), "error");
  if (best && strcmp (text, gtk_editable_get_text (GTK_EDITABLE (self->entry))) != 0)
    gtk_editable_set_text (GTK_EDITABLE (self->entry), text);
}

static void
on_best (IplTemperaturesRow *self)
{
  IplParameters parameters;

  if (self->updating || self->session == NULL)
    return;
  parameters = *ipl_session_get_parameters (self->session);
  parameters.n_temperatures = 0;
  memset (parameters.temperatures, 0, sizeof parameters.temperatures);
  if (gtk_switch_get_active (self->best))
    {
      const double *paper = ipl_paper_temperatures (&parameters.n_temperatures);

      memcpy (parameters.temperatures, paper, parameters.n_temperatures * sizeof *paper);
    }
  ipl_session_change (self->session, &parameters, NULL);
}

static void
apply_list (IplTemperaturesRow *self)
{
  IplParameters parameters;
  g_autoptr (GError) error = NULL;

  if (self->session == NULL || ipl_session_get_parameters (self->session)->n_temperatures == 0)
    return;
  parameters = *ipl_session_get_parameters (self->session);
  if (!parse_list (gtk_editable_get_text (GTK_EDITABLE (self->entry)), &parameters, &error))
    {
      gtk_widget_add_css_class (GTK_WIDGET (self->entry), "error");
      gtk_label_set_label (self->error, error->message);
      gtk_widget_set_visible (GTK_WIDGET (self->error), TRUE);
      return;
    }
  ipl_session_change (self->session, &parameters, NULL);
  on_parameters (self);
}

void
ipl_temperatures_row_set_session (IplTemperaturesRow *self, IplSession *session)
{
  g_return_if_fail (self->session == NULL);
  self->session = g_object_ref (session);
  g_signal_connect_object (session, "parameters-changed", G_CALLBACK (on_parameters), self,
                           G_CONNECT_SWAPPED);
  on_parameters (self);
}

static void
ipl_temperatures_row_dispose (GObject *object)
{
  IplTemperaturesRow *self = IPL_TEMPERATURES_ROW (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ipl_temperatures_row_parent_class)->dispose (object);
}

static void
ipl_temperatures_row_class_init (IplTemperaturesRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_temperatures_row_dispose;
  gtk_widget_class_set_css_name (widget_class, "temperatures");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               "/org/interplay/Interplay/ui/temperatures-row.ui");
  gtk_widget_class_bind_template_child (widget_class, IplTemperaturesRow, best);
  gtk_widget_class_bind_template_child (widget_class, IplTemperaturesRow, entry);
  gtk_widget_class_bind_template_child (widget_class, IplTemperaturesRow, error);
  gtk_widget_class_bind_template_callback (widget_class, on_best);
  gtk_widget_class_bind_template_callback (widget_class, apply_list);
}

static void
ipl_temperatures_row_init (IplTemperaturesRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
