/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/rows.h"

#include "app/base/widget-helpers.h"

#include <math.h>

/* Digits after the point; numbers with more need a wider control. */
#define FEW_DIGITS 3

/* Row for a number: label, spin button, unit and Reset button. */
struct _IplParameterRow
{
  IplSessionWidget;
  GtkLabel *label;
  GtkSpinButton *spin;
  GtkLabel *unit;
  GtkButton *dice;
  GtkButton *reset;
  IplField field;
  const IplField *table; /* (nullable): the experiment's table with the field */
  char *id;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (IplParameterRow, ipl_parameter_row, IPL_TYPE_SESSION_WIDGET)

static void
change (IplParameterRow *self, double value)
{
  IplParameters parameters = *ipl_session_get_parameters (self->session);
  gpointer data = ipl_parameters_edit_table (&parameters, self->table);
  double low, high;

  if (data == NULL)
    return;
  ipl_field_get_range (&self->field, &low, &high);
  ipl_field_set_number (&self->field, data, CLAMP (value, low, high));
  ipl_session_change (self->session, &parameters, self->id);
}

static void
on_parameters (IplParameterRow *self)
{
  gconstpointer now
      = ipl_parameters_get_table (ipl_session_get_parameters (self->session), self->table);
  gconstpointer defaults
      = ipl_parameters_get_table (ipl_session_get_defaults (self->session), self->table);
  double value, normal;
  gboolean changed;

  /* Rows of another experiment are hidden. */
  if (now == NULL)
    return;
  gtk_widget_set_visible (GTK_WIDGET (self), ipl_field_applies (&self->field, now));
  value = ipl_field_get_number (&self->field, now);
  normal = defaults != NULL ? ipl_field_get_number (&self->field, defaults) : value;
  changed = fabs (value - normal) > 1e-12 * (1.0 + fabs (normal));

  self->updating = TRUE;
  gtk_spin_button_set_value (self->spin, value);
  self->updating = FALSE;
  gtk_widget_set_opacity (GTK_WIDGET (self->reset), changed ? 1.0 : 0.0);
  gtk_widget_set_sensitive (GTK_WIDGET (self->reset), changed);
}

static void
on_value_changed (IplParameterRow *self)
{
  if (self->updating || self->session == NULL)
    return;
  change (self, gtk_spin_button_get_value (self->spin));
  on_parameters (self); /* shows the rounded value */
}

static void
on_reset (IplParameterRow *self)
{
  gconstpointer defaults
      = ipl_parameters_get_table (ipl_session_get_defaults (self->session), self->table);

  if (defaults != NULL)
    change (self, ipl_field_get_number (&self->field, defaults));
}

static void
on_dice (IplParameterRow *self)
{
  change (self, g_random_int_range (1, 1000000));
}

static void
ipl_parameter_row_dispose (GObject *object)
{
  IplParameterRow *self = IPL_PARAMETER_ROW (object);

  g_clear_pointer (&self->id, g_free);
  G_OBJECT_CLASS (ipl_parameter_row_parent_class)->dispose (object);
}

#define CHILD(name) IPL_CHILD (IplParameterRow, name)
static const IplTemplateChild children[]
    = { CHILD (label), CHILD (spin), CHILD (unit), CHILD (dice), CHILD (reset), { NULL } };
static const IplTemplateCallback callbacks[] = {
  IPL_CALLBACK (on_value_changed), IPL_CALLBACK (on_reset), IPL_CALLBACK (on_dice), { NULL }
};

static void
ipl_parameter_row_class_init (IplParameterRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ipl_parameter_row_dispose;
  ipl_session_widget_class_set_up (klass, "row", NULL, G_CALLBACK (on_parameters));
  ipl_template_set (klass, "parameter-row", children, callbacks);
}

static void
ipl_parameter_row_init (IplParameterRow *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ipl_scroll_through (GTK_WIDGET (self->spin));
  ipl_spin_accept_comma (self->spin);
}

/* @field: a number parameter; copied, with its strings if they may not outlive the row
 * @table: (nullable): table of an experiment with the field; NULL for a common field
 * Returns: (transfer floating): a row that edits the parameter */
GtkWidget *
ipl_parameter_row_new (const IplField *field, const IplField *table, IplSession *session)
{
  IplParameterRow *self = g_object_new (ipl_parameter_row_get_type (), NULL);
  g_autofree char *reset = NULL;
  g_autofree char *plain = NULL;
  g_autofree char *range = NULL;
  g_autofree char *tooltip = NULL;
  g_autofree char *label
      = g_strdup_printf ("%s%s%s", field->label, field->symbol != NULL ? " " : "",
                         field->symbol != NULL ? field->symbol : "");
  const char *unit = field->unit != NULL ? field->unit : "";
  double low, high;

  ipl_field_get_range (field, &low, &high);
  self->field = *field;
  self->table = table;
  self->id = g_strdup (field->id);
  gtk_label_set_markup (self->label, label);
  gtk_label_set_mnemonic_widget (self->label, GTK_WIDGET (self->spin));
  gtk_label_set_label (self->unit, unit);
  gtk_widget_set_visible (GTK_WIDGET (self->unit), unit[0] != '\0');
  gtk_widget_set_visible (GTK_WIDGET (self->dice), field->kind == IPL_FIELD_SEED);
  self->updating = TRUE;
  gtk_spin_button_configure (
      self->spin, gtk_adjustment_new (low, low, high, field->step, 10.0 * field->step, 0.0), 1.0,
      field->digits);
  self->updating = FALSE;
  if (field->digits > FEW_DIGITS)
    gtk_editable_set_width_chars (GTK_EDITABLE (self->spin), (int)field->digits + 2);
  range = g_strdup_printf ("From %.15g to %.15g", low, high);
  tooltip = g_strdup_printf ("%s. %s.", field->sentence, range);
  ipl_widget_set_tooltip (self, tooltip);
  pango_parse_markup (label, -1, 0, NULL, &plain, NULL, NULL);
  reset = g_strdup_printf ("%s: reset to the default", plain);
  ipl_widget_set_name (self->reset, reset);
  ipl_widget_set_name (self->spin, plain);
  ipl_widget_set_description (self->spin, tooltip);
  ipl_session_widget_set_session (self, session);
  return GTK_WIDGET (self);
}
