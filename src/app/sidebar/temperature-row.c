/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/rows.h"

#include "app/base/widget-helpers.h"

/* The slider shows log10 T; its left end is T = 0. */
#define LOWEST (-4.0)
#define HIGHEST 1.0
#define ZERO_GAP 0.4

/* Row for the temperature: a logarithmic slider with 0 at its left end, and an entry. */
struct _IplTemperatureRow
{
  IplDocumentWidget;
  GtkScale *scale;
  GtkAdjustment *adjustment;
  GtkEntry *entry;
  GtkButton *reset;
};

G_DEFINE_FINAL_TYPE (IplTemperatureRow, ipl_temperature_row, IPL_TYPE_DOCUMENT_WIDGET)

static void
change (IplTemperatureRow *self, double temperature)
{
  IplSetting setting = ipl_document_get_parameters (self->document)->current;

  setting.temperature = temperature;
  ipl_document_change_current (self->document, &setting, "temperature");
}

static gboolean
on_change_value (IplTemperatureRow *self, GtkScrollType scroll, double value)
{
  double temperature = 0.0;

  if (value >= LOWEST - 0.5 * ZERO_GAP)
    {
      /* A slider sets two significant digits. */
      double raw = pow (10.0, CLAMP (value, LOWEST, HIGHEST));
      double unit = pow (10.0, floor (log10 (raw)) - 1.0);
      temperature = round (raw / unit) * unit;
    }
  change (self, temperature);
  return TRUE;
}

static void
show_entry (IplTemperatureRow *self)
{
  double temperature = ipl_document_get_parameters (self->document)->current.temperature;
  g_autofree char *text = g_strdup_printf ("%.6g", temperature);

  ipl_document_widget_show_entry (self, self->entry, text);
}

static void
on_entry_activate (IplTemperatureRow *self)
{
  g_autofree char *text
      = g_strdelimit (g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry))), ",", '.');
  char *end = NULL;
  double value = g_ascii_strtod (text, &end);

  if (end == text || *end != '\0' || !(value >= 0 && value <= IPL_MAX_TEMPERATURE))
    {
      gtk_widget_add_css_class (GTK_WIDGET (self->entry), "error");
      ipl_document_widget_refuse (self, "The temperature is a number that is not below 0.");
      return;
    }
  change (self, value);
  show_entry (self);
}

static void
on_reset (IplTemperatureRow *self)
{
  change (self, ipl_document_get_defaults (self->document)->current.temperature);
}

static void
on_parameters (IplTemperatureRow *self)
{
  double temperature = ipl_document_get_parameters (self->document)->current.temperature;
  gboolean changed = temperature != ipl_document_get_defaults (self->document)->current.temperature;
  g_autofree char *spoken = g_strdup_printf ("%.6g", temperature);

  gtk_adjustment_set_value (self->adjustment, temperature > 0.0
                                                  ? CLAMP (log10 (temperature), LOWEST, HIGHEST)
                                                  : LOWEST - ZERO_GAP);
  if (!ipl_document_widget_is_typed_in (self, self->entry))
    show_entry (self);
  gtk_widget_set_opacity (GTK_WIDGET (self->reset), changed ? 1.0 : 0.0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->reset), changed);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT,
                                  spoken, -1);
}

#define CHILD(name) IPL_CHILD (IplTemperatureRow, name)
static const IplTemplateChild children[]
    = { CHILD (scale), CHILD (adjustment), CHILD (entry), CHILD (reset), { NULL } };
static const IplTemplateCallback callbacks[] = { IPL_CALLBACK (on_change_value),
                                                 IPL_CALLBACK (on_entry_activate),
                                                 IPL_CALLBACK (on_reset),
                                                 { NULL } };

static void
ipl_temperature_row_class_init (IplTemperatureRowClass *klass)
{
  ipl_document_widget_class_set_up (klass, "row", NULL, G_CALLBACK (on_parameters));
  ipl_template_set (klass, "temperature-row", children, callbacks);
}

static void
ipl_temperature_row_init (IplTemperatureRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ipl_scroll_through (GTK_WIDGET (self->scale));
  gtk_scale_add_mark (self->scale, LOWEST - ZERO_GAP, GTK_POS_BOTTOM, "0");
  gtk_scale_add_mark (self->scale, -3.0, GTK_POS_BOTTOM, "10<sup>−3</sup>");
  gtk_scale_add_mark (self->scale, -2.0, GTK_POS_BOTTOM, NULL);
  gtk_scale_add_mark (self->scale, -1.0, GTK_POS_BOTTOM, "0.1");
  gtk_scale_add_mark (self->scale, 0.0, GTK_POS_BOTTOM, NULL);
  gtk_scale_add_mark (self->scale, 1.0, GTK_POS_BOTTOM, "10");
}
