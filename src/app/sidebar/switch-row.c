/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/switch-row.h"

/**
 * IplSwitchRow:
 *
 * A yes or no of the sidebar: its name and a switch.
 */
struct _IplSwitchRow
{
  GtkWidget parent_instance;
  GtkSwitch *button;
  IplSession *session;
  const IplField *field;
  const IplField *table; /* the experiment's table that it is in, or NULL */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (IplSwitchRow, ipl_switch_row, GTK_TYPE_WIDGET)

static void
on_parameters (IplSwitchRow *self)
{
  gconstpointer data
      = ipl_parameters_get_table (ipl_session_get_parameters (self->session), self->table);

  if (data == NULL)
    return;
  gtk_widget_set_visible (GTK_WIDGET (self), ipl_field_applies (self->field, data));
  self->updating = TRUE;
  gtk_switch_set_active (self->button, ipl_field_get_boolean (self->field, data));
  self->updating = FALSE;
}

static void
on_active (IplSwitchRow *self)
{
  IplParameters parameters;
  gpointer data;

  if (self->updating || self->session == NULL)
    return;
  parameters = *ipl_session_get_parameters (self->session);
  data = ipl_parameters_edit_table (&parameters, self->table);
  if (data == NULL)
    return;
  ipl_field_set_boolean (self->field, data, gtk_switch_get_active (self->button));
  ipl_session_change (self->session, &parameters, NULL);
}

static void
ipl_switch_row_dispose (GObject *object)
{
  IplSwitchRow *self = IPL_SWITCH_ROW (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ipl_switch_row_parent_class)->dispose (object);
}

static void
ipl_switch_row_class_init (IplSwitchRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_switch_row_dispose;
  gtk_widget_class_set_css_name (widget_class, "row");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
ipl_switch_row_init (IplSwitchRow *self)
{
}

/* @field: the parameter, a yes or no, whose label has a mnemonic
 * @table: (nullable): the table of an experiment that it is in; NULL for what every experiment has
 * Returns: (transfer floating): a row that shows and changes it */
GtkWidget *
ipl_switch_row_new (const IplField *field, const IplField *table, IplSession *session)
{
  IplSwitchRow *self = g_object_new (IPL_TYPE_SWITCH_ROW, NULL);
  GtkWidget *name = gtk_label_new_with_mnemonic (field->label);

  self->session = g_object_ref (session);
  self->field = field;
  self->table = table;
  self->button = GTK_SWITCH (gtk_switch_new ());
  gtk_label_set_xalign (GTK_LABEL (name), 0.0f);
  gtk_label_set_wrap (GTK_LABEL (name), TRUE);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_label_set_mnemonic_widget (GTK_LABEL (name), GTK_WIDGET (self->button));
  gtk_widget_set_valign (GTK_WIDGET (self->button), GTK_ALIGN_CENTER);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->button),
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, field->sentence, -1);
  gtk_widget_set_parent (name, GTK_WIDGET (self));
  gtk_widget_set_parent (GTK_WIDGET (self->button), GTK_WIDGET (self));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), field->sentence);
  on_parameters (self);
  g_signal_connect_swapped (self->button, "notify::active", G_CALLBACK (on_active), self);
  g_signal_connect_object (session, "parameters-changed", G_CALLBACK (on_parameters), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
