/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/import/import-widgets.h"

#include "app/base/widget-helpers.h"

#include <string.h>

#include "core/base/text-escape.h"
#include "core/case/case-roles.h"
#include "core/experiments/case-file-experiment.h"

/* Greatest layer number in the lists of roles. */
#define MAX_LAYERS 48

GtkWidget *
ipl_import_add_label (GtkGrid *grid, const char *text, int column, int row, const char *css)
{
  GtkWidget *label = ipl_label_new (text, css);

  gtk_grid_attach (grid, label, column, row, 1, 1);
  return label;
}

/* Returns: (transfer full): value of a control as text; for a spin button the typed text, which may
 *   be invalid */
char *
ipl_import_control_text (const IplField *field, GtkWidget *control)
{
  if (field->kind == IPL_FIELD_CHOICE)
    return g_strdup (field->choices[gtk_drop_down_get_selected (GTK_DROP_DOWN (control))]);
  return g_strdup (gtk_editable_get_text (GTK_EDITABLE (control)));
}

/* Returns: index of a role in the list, from @first on; an unknown role is appended */
guint
ipl_import_find_role (GtkStringList *roles, guint first, const char *role)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (roles));

  for (guint i = first; i < n; i++)
    if (strcmp (gtk_string_list_get_string (roles, i), role) == 0)
      return i;
  gtk_string_list_append (roles, role);
  return n;
}

/* TRUE if the role that the name implies was removed. */
gboolean
ipl_import_is_unused (const GPtrArray *assignments, const char *name)
{
  for (guint i = 0; i < assignments->len; i++)
    {
      const IplRoleAssignment *at = assignments->pdata[i];

      if (at->name[0] == '\0' && strcmp (at->role, name) == 0)
        return TRUE;
    }
  return FALSE;
}

/* Adds a row for an array.
 * Returns: (transfer none): the list of its roles */
GtkWidget *
ipl_import_add_row (GtkGrid *arrays, GtkStringList *roles, const IplImportArray *array, int at)
{
  g_autofree char *shown = ipl_text_shown (array->name);
  g_autofree char *label = g_strdup_printf ("Role of %s, %s %s", shown, array->type, array->shape);
  GtkWidget *name = ipl_import_add_label (arrays, shown, 0, at, NULL);
  GtkExpression *expression = gtk_property_expression_new (GTK_TYPE_STRING_OBJECT, NULL, "string");
  GtkWidget *drop_down = gtk_drop_down_new (G_LIST_MODEL (g_object_ref (roles)), expression);

  gtk_label_set_ellipsize (GTK_LABEL (name), PANGO_ELLIPSIZE_MIDDLE);
  gtk_label_set_width_chars (GTK_LABEL (name), 18);
  gtk_widget_set_hexpand (name, TRUE);
  gtk_widget_set_tooltip_text (name, shown);
  ipl_import_add_label (arrays, array->type, 1, at, "dim-label");
  ipl_import_add_label (arrays, array->shape, 2, at, "dim-label");
  gtk_drop_down_set_enable_search (GTK_DROP_DOWN (drop_down), TRUE);
  gtk_widget_set_size_request (drop_down, 150, -1);
  ipl_widget_set_name (drop_down, label);
  gtk_grid_attach (arrays, drop_down, 3, at, 1, 1);
  return drop_down;
}

/* Fills the list with the roles of a file with this number of arrays. */
void
ipl_import_offer_roles (GtkStringList *offered, guint n_arrays)
{
  guint n;
  const IplCaseRole *roles = ipl_case_roles (&n);

  for (guint i = 0; i < n; i++)
    {
      gsize length = strcspn (roles[i].name, "#");

      if (roles[i].name[length] == '\0')
        gtk_string_list_append (offered, roles[i].name);
      for (guint l = 1; roles[i].name[length] != '\0' && l <= MIN (n_arrays, MAX_LAYERS); l++)
        {
          g_autofree char *name = g_strdup_printf ("%.*s%u", (int)length, roles[i].name, l);

          gtk_string_list_append (offered, name);
        }
    }
}

/* Lists the choices of a field. The default follows the file. */
static GtkStringList *
list_choices (const IplField *field)
{
  GtkStringList *list = gtk_string_list_new (NULL);

  for (guint i = 0; field->choices[i] != NULL; i++)
    gtk_string_list_append (list, strcmp (field->choices[i], "file") == 0   ? "As in the file"
                                  : strcmp (field->choices[i], "mean") == 0 ? "Mean over tokens"
                                  : strcmp (field->choices[i], "last") == 0 ? "Last token"
                                                                            : "First token");
  return list;
}

static GtkWidget *
make_control (const IplField *field)
{
  GtkWidget *control;

  if (field->kind == IPL_FIELD_CHOICE)
    control = gtk_drop_down_new (G_LIST_MODEL (list_choices (field)), NULL);
  else if (field->kind == IPL_FIELD_INTEGER)
    control = gtk_spin_button_new_with_range (field->minimum, field->maximum, field->step);
  else
    control = gtk_entry_new ();
  if (field->kind == IPL_FIELD_LIST)
    {
      gtk_entry_set_activates_default (GTK_ENTRY (control), TRUE);
      gtk_entry_set_placeholder_text (
          GTK_ENTRY (control), strcmp (field->id, "head-counts") == 0 ? "as in the file" : "all");
    }
  return control;
}

void
ipl_import_add_controls (GtkGrid *grid, GtkWidget **controls)
{
  static const char *const labels[][2] = {
    { "head-counts", "Heads per la_yer" },
    { "layers", "_Layers" },
    { "keep-heads", "_Heads" },
    { "readout", "Rea_dout" },
    { "top-paths", "_Best paths (0 = all)" },
  };
  guint n;
  const IplField *fields = ipl_import_fields (&n);

  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < G_N_ELEMENTS (labels); k++)
      if (strcmp (fields[i].id, labels[k][0]) == 0)
        {
          GtkWidget *label = gtk_label_new_with_mnemonic (labels[k][1]);

          controls[i] = make_control (&fields[i]);
          gtk_widget_set_name (controls[i], fields[i].id);
          gtk_label_set_xalign (GTK_LABEL (label), 1);
          gtk_label_set_mnemonic_widget (GTK_LABEL (label), controls[i]);
          gtk_widget_set_tooltip_text (controls[i], fields[i].sentence);
          gtk_accessible_update_relation (GTK_ACCESSIBLE (controls[i]),
                                          GTK_ACCESSIBLE_RELATION_LABELLED_BY, label, NULL, -1);
          ipl_widget_set_description (controls[i], fields[i].sentence);
          gtk_grid_attach (grid, label, 0, (int)i, 1, 1);
          gtk_grid_attach (grid, controls[i], 1, (int)i, 1, 1);
        }
}

/* Sets the controls from the parameters. */
void
ipl_import_show_controls (GtkWidget *const *controls, gconstpointer data)
{
  guint n;
  const IplField *fields = ipl_import_fields (&n);

  for (guint i = 0; i < n; i++)
    {
      g_autofree char *text = ipl_field_get_text (&fields[i], data);

      if (controls[i] == NULL)
        continue;
      if (fields[i].kind == IPL_FIELD_INTEGER)
        gtk_spin_button_set_value (GTK_SPIN_BUTTON (controls[i]),
                                   ipl_field_get_number (&fields[i], data));
      else if (fields[i].kind == IPL_FIELD_LIST)
        gtk_editable_set_text (GTK_EDITABLE (controls[i]), text);
      else
        for (guint k = 0; fields[i].choices[k] != NULL; k++)
          if (strcmp (fields[i].choices[k], text) == 0)
            gtk_drop_down_set_selected (GTK_DROP_DOWN (controls[i]), k);
    }
}
