/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sidebar/rows.h"

#include "app/base/file-chooser.h"
#include "app/base/widget-helpers.h"

/* Row for a text: label and entry, with an Open button for a file. An empty entry shows its
 * default; with the focus, the default can be edited. An error is shown below the entry. */
struct _IplTextRow
{
  IplSessionWidget;
  GtkEntry *entry;
  GtkLabel *error;
  const IplField *field;
  const IplField *table; /* (nullable): the experiment's table with the field */
  char *shown_text;      /* value that the entry showed last */
  gboolean has_focus;
};

G_DEFINE_FINAL_TYPE (IplTextRow, ipl_text_row, IPL_TYPE_SESSION_WIDGET)

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

/* Shows the meaning of an empty value, as placeholder and in the tooltip. */
static void
show_used (IplTextRow *self, const char *used)
{
  g_autofree char *brief = used != NULL ? shorten (used) : NULL;
  g_autofree char *tooltip
      = brief != NULL ? g_strdup_printf ("%s. Now: %s.", self->field->sentence, brief) : NULL;

  if (self->field->kind == IPL_FIELD_LIST)
    gtk_entry_set_placeholder_text (self->entry, brief);
  ipl_widget_set_tooltip (self, tooltip != NULL ? tooltip : self->field->sentence);
}

/* Text that the user is editing stays when other parameters change. */
static void
on_parameters (IplTextRow *self)
{
  gconstpointer data
      = ipl_parameters_get_table (ipl_session_get_parameters (self->session), self->table);
  g_autofree char *text = data != NULL ? ipl_field_get_text (self->field, data) : NULL;
  g_autofree char *used = data != NULL ? ipl_field_get_used_text (self->field, data) : NULL;

  if (text == NULL)
    return;
  gtk_widget_set_visible (GTK_WIDGET (self), ipl_field_applies (self->field, data));
  show_used (self, used);
  if (self->has_focus && g_strcmp0 (text, self->shown_text) == 0
      && self->shown_case == ipl_session_count_cases (self->session))
    return;
  ipl_entry_refuse (self->entry, self->error, NULL);
  ipl_session_widget_show_entry (self, self->entry, text);
  g_free (self->shown_text);
  self->shown_text = g_steal_pointer (&text);
}

/* The error about a list does not name the field, since it is shown below its entry. */
static gboolean
set_field (const IplField *field, gpointer data, const char *text, GError **error)
{
  return field->kind == IPL_FIELD_LIST ? ipl_field_set_list (field, data, text, error)
                                       : ipl_field_set_text (field, data, text, error);
}

static void
apply_text (IplTextRow *self, const char *text)
{
  g_autofree char *before = NULL, *used = NULL;
  g_autoptr (GError) error = NULL;
  IplParameters parameters;
  gpointer data;

  if (self->session == NULL)
    return;
  parameters = *ipl_session_get_parameters (self->session);
  data = ipl_parameters_edit_table (&parameters, self->table);
  if (data != NULL)
    {
      before = ipl_field_get_text (self->field, data);
      used = ipl_field_get_used_text (self->field, data);
    }
  if (data == NULL || g_strcmp0 (before, text) == 0 || g_strcmp0 (used, text) == 0)
    {
      g_clear_pointer (&self->shown_text, g_free);
      on_parameters (self);
      return;
    }
  if (!set_field (self->field, data, text, &error))
    {
      ipl_entry_refuse (self->entry, self->error, error->message);
      return;
    }
  ipl_session_change (self->session, &parameters, NULL);
  on_parameters (self);
}

static void
apply (IplTextRow *self)
{
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (self->entry)));

  apply_text (self, g_strstrip (text));
}

/* Fills an empty entry with its default. */
static void
on_enter (IplTextRow *self)
{
  gconstpointer data
      = ipl_parameters_get_table (ipl_session_get_parameters (self->session), self->table);
  g_autofree char *used = data != NULL ? ipl_field_get_used_text (self->field, data) : NULL;

  self->has_focus = TRUE;
  if (used != NULL && gtk_editable_get_text (GTK_EDITABLE (self->entry))[0] == '\0')
    ipl_entry_show (self->entry, used);
}

static void
on_leave (IplTextRow *self)
{
  self->has_focus = FALSE;
  apply (self);
}

static void
on_choose (IplTextRow *self)
{
  IplFileQuestion question
      = { self->field->sentence, IPL_FILE_OPEN, "_Choose", .help = "parameters" };

  ipl_file_chooser_open (GTK_WINDOW (gtk_widget_get_root (GTK_WIDGET (self))), &question, NULL,
                         G_CALLBACK (apply_text), self, NULL);
}

static void
ipl_text_row_dispose (GObject *object)
{
  IplTextRow *self = IPL_TEXT_ROW (object);

  g_clear_pointer (&self->shown_text, g_free);
  G_OBJECT_CLASS (ipl_text_row_parent_class)->dispose (object);
}

static void
ipl_text_row_class_init (IplTextRowClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = ipl_text_row_dispose;
  ipl_session_widget_class_set_up (klass, NULL, NULL, G_CALLBACK (on_parameters));
}

static void
ipl_text_row_init (IplTextRow *self)
{
  GtkLayoutManager *layout = gtk_widget_get_layout_manager (GTK_WIDGET (self));

  gtk_orientable_set_orientation (GTK_ORIENTABLE (layout), GTK_ORIENTATION_VERTICAL);
  gtk_box_layout_set_spacing (GTK_BOX_LAYOUT (layout), 4);
}

/* Makes the entry, with an Open button for a file. */
static GtkWidget *
make_entry (IplTextRow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 4);
  GtkEventController *focus = gtk_event_controller_focus_new ();
  GtkWidget *button;

  self->entry = GTK_ENTRY (gtk_entry_new ());
  gtk_widget_set_hexpand (GTK_WIDGET (self->entry), TRUE);
  gtk_editable_set_width_chars (GTK_EDITABLE (self->entry), 12);
  g_signal_connect_swapped (self->entry, "activate", G_CALLBACK (apply), self);
  g_signal_connect_swapped (focus, "enter", G_CALLBACK (on_enter), self);
  g_signal_connect_swapped (focus, "leave", G_CALLBACK (on_leave), self);
  gtk_widget_add_controller (GTK_WIDGET (self->entry), focus);
  gtk_box_append (GTK_BOX (box), GTK_WIDGET (self->entry));
  if (self->field->kind != IPL_FIELD_FILE)
    return box;
  button = ipl_icon_button_new ("document-open-symbolic", "Choose the file");
  g_signal_connect_swapped (button, "clicked", G_CALLBACK (on_choose), self);
  gtk_box_append (GTK_BOX (box), button);
  gtk_entry_set_placeholder_text (self->entry, "none");
  return box;
}

/* @field: a text, a list or a file
 * @table: (nullable): table of an experiment with the field; NULL for a common field
 * Returns: (transfer floating): a row that edits the parameter */
GtkWidget *
ipl_text_row_new (const IplField *field, const IplField *table, IplSession *session)
{
  IplTextRow *self = g_object_new (ipl_text_row_get_type (), NULL);
  GtkWidget *name = ipl_label_new (NULL, NULL);
  GtkWidget *box;
  g_autofree char *plain = NULL;
  g_autofree char *label
      = g_strdup_printf ("%s%s%s", field->label, field->symbol != NULL ? " " : "",
                         field->symbol != NULL ? field->symbol : "");

  self->field = field;
  self->table = table;
  box = make_entry (self);
  self->error = GTK_LABEL (ipl_label_new (NULL, "error"));
  gtk_label_set_markup (GTK_LABEL (name), label);
  gtk_label_set_mnemonic_widget (GTK_LABEL (name), GTK_WIDGET (self->entry));
  gtk_label_set_wrap (self->error, TRUE);
  gtk_label_set_max_width_chars (self->error, 30);
  gtk_widget_add_css_class (GTK_WIDGET (self->error), "caption");
  pango_parse_markup (label, -1, 0, NULL, &plain, NULL, NULL);
  ipl_widget_set_name (self->entry, plain);
  ipl_widget_set_description (self->entry, field->sentence);
  gtk_widget_set_parent (name, GTK_WIDGET (self));
  gtk_widget_set_parent (box, GTK_WIDGET (self));
  gtk_widget_set_parent (GTK_WIDGET (self->error), GTK_WIDGET (self));
  ipl_session_widget_set_session (self, session);
  return GTK_WIDGET (self);
}
