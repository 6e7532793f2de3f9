/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/rows.h"

#include "app/base/widget-helpers.h"

#include "core/base/error.h"
#include "core/base/number-text.h"
#include <string.h>

/* Row for best temperatures: a switch that solves every width at several temperatures and shows the
 * best, and the list of temperatures. */
struct _IplTemperaturesRow
{
  IplSessionWidget;
  GtkSwitch *best;
  GtkEntry *entry;
  GtkLabel *error;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (IplTemperaturesRow, ipl_temperatures_row, IPL_TYPE_SESSION_WIDGET)

static char *
list_text (const IplParameters *parameters)
{
  g_auto (IplSweepAxis) axis = { .kind = IPL_AXIS_TEMPERATURE };

  ipl_sweep_axis_from_parameters (&axis, parameters);
  return ipl_sweep_axis_to_text (&axis, ", ");
}

/* A repeated temperature counts once. */
static gboolean
parse_list (const char *text, IplParameters *parameters, GError **error)
{
  g_auto (IplSweepAxis) axis = { .kind = IPL_AXIS_TEMPERATURE };
  guint n = 0;

  if (!ipl_sweep_axis_parse (&axis, "The list", text, TRUE, error))
    return FALSE;
  for (guint i = 0; i < axis.n; i++)
    {
      gboolean again = FALSE;

      for (guint k = 0; k < n; k++)
        again = again || axis.values[k] == axis.values[i];
      if (!again)
        axis.values[n++] = axis.values[i];
    }
  axis.n = n;
  if (n > IPL_MAX_LIST)
    return ipl_fail (error, IPL_ERROR_VALUE,
                     "Give up to %d temperatures that are not below 0, such as “0.01, 0.1, 1”.",
                     IPL_MAX_LIST);
  ipl_sweep_axis_to_parameters (&axis, parameters);
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
  ipl_entry_refuse (self->entry, self->error, NULL);
  if (best)
    ipl_entry_show (self->entry, text);
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
      ipl_entry_refuse (self->entry, self->error, error->message);
      return;
    }
  ipl_session_change (self->session, &parameters, NULL);
  on_parameters (self);
}

#define CHILD(name) IPL_CHILD (IplTemperaturesRow, name)
static const IplTemplateChild children[] = { CHILD (best), CHILD (entry), CHILD (error), { NULL } };
static const IplTemplateCallback callbacks[]
    = { IPL_CALLBACK (on_best), IPL_CALLBACK (apply_list), { NULL } };

static void
ipl_temperatures_row_class_init (IplTemperaturesRowClass *klass)
{
  ipl_session_widget_class_set_up (klass, "temperatures", NULL, G_CALLBACK (on_parameters));
  ipl_template_set (klass, "temperatures-row", children, callbacks);
}

static void
ipl_temperatures_row_init (IplTemperaturesRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}
