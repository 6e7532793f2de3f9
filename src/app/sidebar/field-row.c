/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/rows.h"

#include "app/base/file-chooser.h"
#include "app/base/widget-helpers.h"
#include "core/experiments/markov-chain-experiment.h"

#include <math.h>

/* Digits after the point; numbers with more need a wider control. */
#define FEW_DIGITS 3

/* Row for a field: label, and a control of its kind. A number has a unit and a Reset button, a seed
 * also a button for another one. A text is below its label, with an Open button for a file and its
 * error below; an empty entry shows its default, which can be edited with the focus. */
struct _IplFieldRow
{
  IplDocumentWidget;
  const struct _Kind *kind;
  GtkWidget *control;
  GtkWidget *reset; /* (nullable): button of a number */
  GtkLabel *error;  /* (nullable): of a text */
  IplField field;
  const IplField *table; /* (nullable): the experiment's table with the field */
  char *id;
  char *shown_text; /* (nullable): value that the entry showed last */
  gboolean has_focus;
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (IplFieldRow, ipl_field_row, IPL_TYPE_DOCUMENT_WIDGET)

/* How fields of a kind are shown, and written from the control. */
typedef struct _Kind
{
  void (*make) (IplFieldRow *self);
  void (*show) (IplFieldRow *self, gconstpointer data);
  gboolean (*set) (IplFieldRow *self, gpointer data, GError **error);
} Kind;

static gconstpointer
get_data (IplFieldRow *self)
{
  return ipl_parameters_get_table (ipl_document_get_parameters (self->document), self->table);
}

static gconstpointer
get_defaults (IplFieldRow *self)
{
  return ipl_parameters_get_table (ipl_document_get_defaults (self->document), self->table);
}

/* Rows of another experiment are hidden, and have no data. */
static void
on_parameters (IplFieldRow *self)
{
  gconstpointer data = get_data (self);

  if (data == NULL)
    return;
  gtk_widget_set_visible (GTK_WIDGET (self), ipl_field_applies (&self->field, data));
  self->updating = TRUE;
  self->kind->show (self, data);
  self->updating = FALSE;
}

/* Writes the value of the control to the parameters, and shows it as it was rounded. */
static void
on_control (IplFieldRow *self)
{
  g_autoptr (GError) error = NULL;
  IplParameters parameters;
  gpointer data;

  if (self->updating || self->document == NULL)
    return;
  parameters = *ipl_document_get_parameters (self->document);
  data = ipl_parameters_edit_table (&parameters, self->table);
  if (data == NULL)
    return;
  if (self->kind->set (self, data, &error))
    {
      ipl_document_change (self->document, &parameters, self->reset != NULL ? self->id : NULL);
      on_parameters (self);
    }
  else if (error != NULL)
    ipl_entry_refuse (GTK_ENTRY (self->control), self->error, error->message);
}

static void
set_number (IplFieldRow *self, double value)
{
  gtk_spin_button_set_value (GTK_SPIN_BUTTON (self->control), value);
}

static void
show_number (IplFieldRow *self, gconstpointer data)
{
  gconstpointer defaults = get_defaults (self);
  double value = ipl_field_get_number (&self->field, data);
  double normal = defaults != NULL ? ipl_field_get_number (&self->field, defaults) : value;
  gboolean changed = fabs (value - normal) > 1e-12 * (1.0 + fabs (normal));

  set_number (self, value);
  gtk_widget_set_opacity (self->reset, changed ? 1.0 : 0.0);
  gtk_widget_set_sensitive (self->reset, changed);
}

static gboolean
write_number (IplFieldRow *self, gpointer data, GError **error)
{
  double value = gtk_spin_button_get_value (GTK_SPIN_BUTTON (self->control)), low, high;

  ipl_field_get_range (&self->field, &low, &high);
  ipl_field_set_number (&self->field, data, CLAMP (value, low, high));
  return TRUE;
}

static void
on_reset (IplFieldRow *self)
{
  gconstpointer defaults = get_defaults (self);

  if (defaults != NULL)
    set_number (self, ipl_field_get_number (&self->field, defaults));
}

static void
on_dice (IplFieldRow *self)
{
  set_number (self, g_random_int_range (1, 1000000));
}

static void
make_number (IplFieldRow *self)
{
  const IplField *field = &self->field;
  GtkWidget *spin = gtk_spin_button_new (NULL, 1.0, field->digits);
  GtkWidget *unit = ipl_label_new (field->unit != NULL ? field->unit : "", "dim-label");
  double low, high;

  ipl_field_get_range (field, &low, &high);
  self->control = spin;
  gtk_spin_button_set_adjustment (GTK_SPIN_BUTTON (spin),
                                  gtk_adjustment_new (low, low, high, field->step,
                                                      10.0 * field->step, 0.0));
  gtk_spin_button_set_numeric (GTK_SPIN_BUTTON (spin), TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (spin),
                                field->digits > FEW_DIGITS ? (int)field->digits + 2 : 5);
  gtk_editable_set_max_width_chars (GTK_EDITABLE (spin), 7);
  ipl_scroll_through (spin);
  ipl_spin_accept_comma (GTK_SPIN_BUTTON (spin));
  g_signal_connect_swapped (spin, "value-changed", G_CALLBACK (on_control), self);
  gtk_widget_add_css_class (unit, "caption");
  gtk_widget_set_visible (unit, field->unit != NULL);
  gtk_widget_set_parent (unit, GTK_WIDGET (self));
  if (field->kind == IPL_FIELD_SEED)
    {
      GtkWidget *dice = ipl_icon_button_new ("ipl-dice-symbolic", "New random seed");

      gtk_widget_set_tooltip_text (dice, "New random seed (Ctrl+D)");
      gtk_widget_add_css_class (dice, "flat");
      gtk_widget_set_valign (dice, GTK_ALIGN_CENTER);
      g_signal_connect_swapped (dice, "clicked", G_CALLBACK (on_dice), self);
      gtk_widget_set_parent (dice, GTK_WIDGET (self));
    }
  self->reset = ipl_icon_button_new ("ipl-reset-symbolic", "Reset to the default");
  gtk_widget_add_css_class (self->reset, "flat");
  gtk_widget_add_css_class (self->reset, "reset");
  gtk_widget_set_valign (self->reset, GTK_ALIGN_CENTER);
  g_signal_connect_swapped (self->reset, "clicked", G_CALLBACK (on_reset), self);
}

static void
show_switch (IplFieldRow *self, gconstpointer data)
{
  gtk_switch_set_active (GTK_SWITCH (self->control), ipl_field_get_boolean (&self->field, data));
}

static gboolean
write_switch (IplFieldRow *self, gpointer data, GError **error)
{
  ipl_field_set_boolean (&self->field, data, gtk_switch_get_active (GTK_SWITCH (self->control)));
  return TRUE;
}

static void
make_switch (IplFieldRow *self)
{
  self->control = gtk_switch_new ();
  g_signal_connect_swapped (self->control, "notify::active", G_CALLBACK (on_control), self);
}

static void
show_choice (IplFieldRow *self, gconstpointer data)
{
  g_autofree char *text = ipl_field_get_text (&self->field, data);

  for (guint i = 0; text != NULL && self->field.choices[i] != NULL; i++)
    if (g_str_equal (self->field.choices[i], text))
      gtk_drop_down_set_selected (GTK_DROP_DOWN (self->control), i);
}

static gboolean
write_choice (IplFieldRow *self, gpointer data, GError **error)
{
  guint selected = gtk_drop_down_get_selected (GTK_DROP_DOWN (self->control));

  return selected != GTK_INVALID_LIST_POSITION
         && ipl_field_set_text (&self->field, data, self->field.choices[selected], error);
}

static void
make_choice (IplFieldRow *self)
{
  self->control = gtk_drop_down_new_from_strings (self->field.choices);
  g_signal_connect_swapped (self->control, "notify::selected", G_CALLBACK (on_control), self);
}

/* Returns: (transfer full): "1.02, 2" for "1.0234567,2" */
static char *
shorten (const char *list)
{
  g_auto (GStrv) words = g_strsplit (list, ",", -1);
  GString *text = g_string_new (NULL);

  for (guint i = 0; words[i] != NULL; i++)
    {
      char number[G_ASCII_DTOSTR_BUF_SIZE], *end;
      double value = g_ascii_strtod (words[i], &end);

      g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                              end != words[i] && *end == '\0'
                                  ? g_ascii_formatd (number, sizeof number, "%.3g", value)
                                  : words[i]);
    }
  return g_string_free (text, FALSE);
}

/* Shows the meaning of an empty value, as placeholder and in the tooltip. Text that the user is
 * editing stays when other parameters change. */
static void
show_text (IplFieldRow *self, gconstpointer data)
{
  g_autofree char *text = ipl_field_get_text (&self->field, data);
  g_autofree char *used = ipl_field_get_used_text (&self->field, data);
  g_autofree char *brief = used != NULL ? shorten (used) : NULL;
  g_autofree char *tooltip
      = brief != NULL ? g_strdup_printf ("%s. Now: %s.", self->field.sentence, brief) : NULL;

  if (text == NULL)
    return;
  if (self->field.kind == IPL_FIELD_LIST)
    gtk_entry_set_placeholder_text (GTK_ENTRY (self->control), brief);
  ipl_widget_set_tooltip (self, tooltip != NULL ? tooltip : self->field.sentence);
  if (self->has_focus && g_strcmp0 (text, self->shown_text) == 0
      && self->shown_case == ipl_document_count_cases (self->document))
    return;
  ipl_entry_refuse (GTK_ENTRY (self->control), self->error, NULL);
  ipl_document_widget_show_entry (self, GTK_ENTRY (self->control), text);
  g_free (self->shown_text);
  self->shown_text = g_steal_pointer (&text);
}

/* The error about a list does not name the field, since it is shown below its entry. */
static gboolean
write_text (IplFieldRow *self, gpointer data, GError **error)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->control)));
  g_autofree char *before = ipl_field_get_text (&self->field, data);
  g_autofree char *used = ipl_field_get_used_text (&self->field, data);

  g_strstrip (text);
  if (g_strcmp0 (before, text) == 0 || g_strcmp0 (used, text) == 0)
    {
      g_clear_pointer (&self->shown_text, g_free);
      on_parameters (self);
      return FALSE;
    }
  return self->field.kind == IPL_FIELD_LIST ? ipl_field_set_list (&self->field, data, text, error)
                                            : ipl_field_set_text (&self->field, data, text, error);
}

/* Fills an empty entry with its default. */
static void
on_enter (IplFieldRow *self)
{
  gconstpointer data = get_data (self);
  g_autofree char *used = data != NULL ? ipl_field_get_used_text (&self->field, data) : NULL;

  self->has_focus = TRUE;
  if (used != NULL && gtk_editable_get_text (GTK_EDITABLE (self->control))[0] == '\0')
    ipl_entry_show (self->control, used);
}

static void
on_leave (IplFieldRow *self)
{
  self->has_focus = FALSE;
  on_control (self);
}

static void
on_chosen (IplFieldRow *self, const char *path)
{
  ipl_entry_show (self->control, path);
  on_control (self);
}

static void
on_choose (IplFieldRow *self)
{
  IplFileQuestion question
      = { self->field.sentence, IPL_FILE_OPEN, "_Choose", .help = "parameters" };

  ipl_file_chooser_open (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), &question, NULL,
                         G_CALLBACK (on_chosen), self, NULL);
}

static void
make_text (IplFieldRow *self)
{
  GtkEventController *focus = gtk_event_controller_focus_new ();

  self->control = gtk_entry_new ();
  gtk_editable_set_width_chars (GTK_EDITABLE (self->control), 12);
  gtk_widget_set_hexpand (self->control, TRUE);
  if (self->field.kind == IPL_FIELD_FILE)
    gtk_entry_set_placeholder_text (GTK_ENTRY (self->control), "none");
  g_signal_connect_swapped (self->control, "activate", G_CALLBACK (on_control), self);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (self->control, focus);
}

/* Puts the entry of a text below its label, and the error below it. */
static void
place_text (IplFieldRow *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 4);
  gtk_box_append (GTK_BOX (box), self->control);
  if (self->field.kind == IPL_FIELD_FILE)
    {
      GtkWidget *button = ipl_icon_button_new ("document-open-symbolic", "Choose the file");

      g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_choose), self);
      gtk_box_append (GTK_BOX (box), button);
    }
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  self->error = GTK_LABEL (ipl_label_new (NULL, "error"));
  gtk_label_set_wrap (self->error, TRUE);
  gtk_label_set_max_width_chars (self->error, 30);
  gtk_widget_add_css_class (GTK_WIDGET (self->error), "caption");
  gtk_widget_set_parent (GTK_WIDGET (self->error), GTK_WIDGET (self));
}

static void
place_next_to_label (IplFieldRow *self)
{
  gtk_widget_set_valign (self->control, GTK_ALIGN_CENTER);
  gtk_widget_set_parent (self->control, GTK_WIDGET (self));
  if (self->reset != NULL)
    gtk_widget_set_parent (self->reset, GTK_WIDGET (self));
}

static const Kind number_kind = { make_number, show_number, write_number };
static const Kind switch_kind = { make_switch, show_switch, write_switch };
static const Kind choice_kind = { make_choice, show_choice, write_choice };
static const Kind text_kind = { make_text, show_text, write_text };

static const Kind *const kinds[] = {
  [IPL_FIELD_REAL] = &number_kind,    [IPL_FIELD_INTEGER] = &number_kind,
  [IPL_FIELD_SIZE] = &number_kind,    [IPL_FIELD_SEED] = &number_kind,
  [IPL_FIELD_BOOLEAN] = &switch_kind, [IPL_FIELD_CHOICE] = &choice_kind,
  [IPL_FIELD_OPTION] = &choice_kind,  [IPL_FIELD_TEXT] = &text_kind,
  [IPL_FIELD_FILE] = &text_kind,      [IPL_FIELD_LIST] = &text_kind,
  [IPL_FIELD_FILES] = NULL,
};

static void
ipl_field_row_dispose (GObject *object)
{
  g_clear_pointer (&IPL_FIELD_ROW (object)->id, g_free);
  g_clear_pointer (&IPL_FIELD_ROW (object)->shown_text, g_free);
  G_OBJECT_CLASS (ipl_field_row_parent_class)->dispose (object);
}

static void
ipl_field_row_class_init (IplFieldRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ipl_field_row_dispose;
  ipl_document_widget_class_set_up (klass, "row", NULL, G_CALLBACK (on_parameters));
}

static void
ipl_field_row_init (IplFieldRow *self)
{
}

/* Makes the label, "Training sequences P".
 * Returns: (transfer full): its text */
static char *
make_label (IplFieldRow *self)
{
  const IplField *field = &self->field;
  g_autofree char *markup
      = g_strdup_printf ("%s%s%s", field->label, field->symbol != NULL ? " " : "",
                         field->symbol != NULL ? field->symbol : "");
  GtkWidget *label = ipl_label_new (NULL, NULL);

  if (field->kind == IPL_FIELD_BOOLEAN)
    gtk_label_set_text_with_mnemonic (GTK_LABEL (label), field->label);
  else
    gtk_label_set_markup (GTK_LABEL (label), markup);
  gtk_label_set_wrap (GTK_LABEL (label), self->error == NULL);
  gtk_widget_set_hexpand (label, TRUE);
  if (self->kind == &number_kind)
    {
      gtk_label_set_width_chars (GTK_LABEL (label), 10);
      gtk_label_set_max_width_chars (GTK_LABEL (label), 22);
    }
  gtk_widget_insert_before (label, GTK_WIDGET (self),
                            gtk_widget_get_first_child (GTK_WIDGET (self)));
  gtk_label_set_mnemonic_widget (GTK_LABEL (label), self->control);
  return g_strdup (gtk_label_get_text (GTK_LABEL (label)));
}

/* @field: a parameter of any kind but files; copied, with its id
 * @table: (nullable): table of an experiment with the field; NULL for a common field
 * Returns: (transfer floating): a row that edits the parameter */
GtkWidget *
ipl_field_row_new (const IplField *field, const IplField *table, IplDocument *document)
{
  IplFieldRow *self = g_object_new (ipl_field_row_get_type (), NULL);
  g_autofree char *tooltip = NULL, *plain = NULL;

  self->kind = kinds[field->kind];
  self->field = *field;
  self->table = table;
  self->id = g_strdup (field->id);
  self->updating = TRUE;
  self->kind->make (self);
  (self->kind == &text_kind ? place_text : place_next_to_label) (self);
  plain = make_label (self);
  self->updating = FALSE;
  if (self->kind == &number_kind)
    {
      g_autofree char *reset = g_strdup_printf ("%s: reset to the default", plain);
      double low, high;

      ipl_field_get_range (field, &low, &high);
      tooltip = g_strdup_printf ("%s. From %.15g to %.15g.", field->sentence, low, high);
      ipl_widget_set_name (self->reset, reset);
    }
  ipl_widget_set_tooltip (self, tooltip != NULL ? tooltip : field->sentence);
  ipl_widget_set_name (self->control, plain);
  ipl_widget_set_description (self->control, tooltip != NULL ? tooltip : field->sentence);
  ipl_document_widget_set_session (self, document);
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
ipl_field_rows_append (GtkBox *box, guint n, const IplField *fields, const IplField *table,
                       IplDocument *document)
{
  gboolean all = table != NULL && !has_editors (ipl_document_get_parameters (document));

  for (guint i = 0; i < n; i++)
    {
      const Kind *kind = kinds[fields[i].kind];

      if (kind != NULL && (all || kind == &number_kind || kind == &switch_kind))
        gtk_box_append (box, ipl_field_row_new (&fields[i], table, document));
    }
}
