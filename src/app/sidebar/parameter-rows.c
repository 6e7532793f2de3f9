/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/rows.h"

#include "app/base/widget-helpers.h"
#include "core/experiments/markov-chain-experiment.h"

/* Row for a choice or a switch: label, and a drop-down or a switch. */
struct _IplFieldRow
{
  IplSessionWidget;
  GtkWidget *control;
  const IplField *field;
  const IplField *table; /* (nullable): the experiment's table with the field */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (IplFieldRow, ipl_field_row, IPL_TYPE_SESSION_WIDGET)

static gboolean
is_switch (IplFieldRow *self)
{
  return self->field->kind == IPL_FIELD_BOOLEAN;
}

static void
show (IplFieldRow *self, gconstpointer data)
{
  g_autofree char *text = NULL;

  if (is_switch (self))
    {
      gtk_switch_set_active (GTK_SWITCH (self->control), ipl_field_get_boolean (self->field, data));
      return;
    }
  text = ipl_field_get_text (self->field, data);
  for (guint i = 0; text != NULL && self->field->choices[i] != NULL; i++)
    if (g_str_equal (self->field->choices[i], text))
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->control), i);
}

static void
on_parameters (IplFieldRow *self)
{
  gconstpointer data
      = ipl_parameters_get_table (ipl_session_get_parameters (self->session), self->table);

  if (data == NULL)
    return;
  gtk_widget_set_visible (GTK_WIDGET (self), ipl_field_applies (self->field, data));
  self->updating = TRUE;
  show (self, data);
  self->updating = FALSE;
}

static void
set (IplFieldRow *self, gpointer data)
{
  if (is_switch (self))
    ipl_field_set_boolean (self->field, data, gtk_switch_get_active (GTK_SWITCH (self->control)));
  else
    {
      guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->control));

      if (selected != GTK_INVALID_LIST_POSITION)
        ipl_field_set_text (self->field, data, self->field->choices[selected], NULL);
    }
}

static void
on_control (IplFieldRow *self)
{
  IplParameters parameters;
  gpointer data;

  if (self->updating || self->session == NULL)
    return;
  parameters = *ipl_session_get_parameters (self->session);
  data = ipl_parameters_edit_table (&parameters, self->table);
  if (data == NULL)
    return;
  set (self, data);
  ipl_session_change (self->session, &parameters, NULL);
}

static void
ipl_field_row_class_init (IplFieldRowClass *klass)
{
  ipl_session_widget_class_set_up (klass, "row", NULL, G_CALLBACK (on_parameters));
}

static void
ipl_field_row_init (IplFieldRow *self)
{
}

/* @field: a choice, or a switch whose label has a mnemonic
 * @table: (nullable): table of an experiment with the field; NULL for a common field
 * Returns: (transfer floating): a row that edits the parameter */
static GtkWidget *
ipl_field_row_new (const IplField *field, const IplField *table, IplSession *session)
{
  IplFieldRow *self = g_object_new (ipl_field_row_get_type (), NULL);
  GtkWidget *name = ipl_label_new (NULL, NULL);
  g_autofree char *plain = NULL;

  self->field = field;
  self->table = table;
  self->control
      = is_switch (self) ? gtk_switch_new () : gtk_drop_down_new_from_strings (field->choices);
  if (is_switch (self))
    gtk_label_set_text_with_mnemonic (GTK_LABEL (name), field->label);
  else
    {
      gtk_label_set_markup (GTK_LABEL (name), field->label);
      pango_parse_markup (field->label, -1, 0, NULL, &plain, NULL, NULL);
      ipl_widget_set_name (self->control, plain);
    }
  gtk_label_set_mnemonic_widget (GTK_LABEL (name), self->control);
  gtk_label_set_wrap (GTK_LABEL (name), TRUE);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_set_valign (self->control, GTK_ALIGN_CENTER);
  ipl_widget_set_description (self->control, field->sentence);
  gtk_widget_set_parent (name, GTK_WIDGET (self));
  gtk_widget_set_parent (self->control, GTK_WIDGET (self));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self), field->sentence);
  ipl_session_widget_set_session (self, session);
  g_signal_connect_swapped (self->control, is_switch (self) ? "notify::active" : "notify::selected",
                            G_CALLBACK (on_control), self);
  return GTK_WIDGET (self);
}

/* TRUE if the sidebar has editors for parameters of the task other than numbers and switches. */
static gboolean
has_editors (const IplParameters *parameters)
{
  return parameters->experiment->compute == NULL
         && (!parameters->experiment->generated
             || ipl_parameters_get_markov_chain (parameters) != NULL
             || ipl_parameters_get_trainable (parameters) != NULL);
}

/* Adds a row for each field. Common fields, and those of tasks with editors, get rows only for
 * numbers and switches.
 * @table: (nullable): table of an experiment with the fields; NULL for common fields */
void
ipl_parameter_rows_append (GtkBox *box, guint n, const IplField *fields, const IplField *table,
                           IplSession *session)
{
  gboolean all = table != NULL && !has_editors (ipl_session_get_parameters (session));

  for (guint i = 0; i < n; i++)
    switch (fields[i].kind)
      {
      case IPL_FIELD_REAL:
      case IPL_FIELD_INTEGER:
      case IPL_FIELD_SIZE:
      case IPL_FIELD_SEED:
        gtk_box_append (box, ipl_parameter_row_new (&fields[i], table, session));
        break;
      case IPL_FIELD_BOOLEAN:
        gtk_box_append (box, ipl_field_row_new (&fields[i], table, session));
        break;
      case IPL_FIELD_CHOICE:
      case IPL_FIELD_OPTION:
        if (all)
          gtk_box_append (box, ipl_field_row_new (&fields[i], table, session));
        break;
      case IPL_FIELD_TEXT:
      case IPL_FIELD_FILE:
      case IPL_FIELD_LIST:
        if (all)
          gtk_box_append (box, ipl_text_row_new (&fields[i], table, session));
        break;
      case IPL_FIELD_FILES:
      default:
        break;
      }
}
