/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/choice-row.h"

/**
 * IplChoiceRow:
 *
 * One of several in the sidebar: its name and a list that drops down.
 */
struct _IplChoiceRow
{
  GtkWidget parent_instance;
  GtkDropDown *list;
  IplSession *session;
  const IplField *field;
  const IplField *table; /* the experiment's table that it is in, or NULL */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (IplChoiceRow, ipl_choice_row, GTK_TYPE_WIDGET)

static void
on_parameters (IplChoiceRow *self)
{
  gconstpointer data
      = ipl_parameters_get_table (ipl_session_get_parameters (self->session), self->table);
  g_autofree char *text = data != NULL ? ipl_field_get_text (self->field, data) : NULL;

  if (text == NULL)
    return;
  gtk_widget_set_visible (GTK_WIDGET (self), ipl_field_applies (self->field, data));
  self->updating = TRUE;
  for (guint i = 0; self->field->choices[i] != NULL; i++)
    if (g_str_equal (self->field->choices[i], text))
      gtk_drop_down_set_selected (self->list, i);
  self->updating = FALSE;
}

static void
on_selected (IplChoiceRow *self)
{
  guint selected = gtk_drop_down_get_selected (self->list);
  IplParameters parameters;
  gpointer data;

  if (self->updating || self->session == NULL || selected == GTK_INVALID_LIST_POSITION)
    return;
  parameters = *ipl_session_get_parameters (self->session);
  data = ipl_parameters_edit_table (&parameters, self->table);
  if (data != NULL && ipl_field_set_text (self->field, data, self->field->choices[selected], NULL))
    ipl_session_change (self->session, &parameters, NULL);
}

static void
ipl_choice_row_dispose (GObject *object)
{
  IplChoiceRow *self = IPL_CHOICE_ROW (object);
  GtkWidget *child;

  while ((child = gtk_widget_get_first_child (GTK_WIDGET (self))) != NULL)
    gtk_widget_unparent (child);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ipl_choice_row_parent_class)->dispose (object);
}

static void
ipl_choice_row_class_init (IplChoiceRowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_choice_row_dispose;
  gtk_widget_class_set_css_name (widget_class, "row");
  gtk_widget_class_set_layout_manager_type (widget_class, GTK_TYPE_BOX_LAYOUT);
}

static void
ipl_choice_row_init (IplChoiceRow *self)
{
}

/* @table: (nullable): the table of an experiment that it is in; NULL for what every experiment has
 * Returns: (transfer floating): a row that shows and changes it */
GtkWidget *
ipl_choice_row_new (const IplField *field, const IplField *table, IplSession *session)
{
  IplChoiceRow *self = g_object_new (IPL_TYPE_CHOICE_ROW, NULL);
  GtkWidget *name = gtk_label_new (NULL);
  g_autofree char *plain = NULL;

  self->session = g_object_ref (session);
  self->field = field;
  self->table = table;
  self->list = GTK_DROP_DOWN (gtk_drop_down_new_from_strings (field->choices));
  gtk_label_set_markup (GTK_LABEL (name), field->label);
  gtk_label_set_xalign (GTK_LABEL (name), 0.0f);
  gtk_label_set_wrap (GTK_LABEL (name), TRUE);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_set_valign (GTK_WIDGET (self->list), GTK_ALIGN_CENTER);
  pango_parse_markup (field->label, -1, 0, NULL, &plain, NULL, NULL);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self->list), GTK_ACCESSIBLE_PROPERTY_LABEL, plain,
                                  GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, field->sentence, -1);
  gtk_widget_set_parent (name, GTK_WIDGET (self));
  gtk_widget_set_parent (GTK_WIDGET (self->list), GTK_WIDGET (self));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), field->sentence);
  on_parameters (self);
  g_signal_connect_swapped (self->list, "notify::selected", G_CALLBACK (on_selected), self);
  g_signal_connect_object (session, "parameters-changed", G_CALLBACK (on_parameters), self,
                           G_CONNECT_SWAPPED);
  return GTK_WIDGET (self);
}
