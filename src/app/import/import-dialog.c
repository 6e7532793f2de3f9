/* SPDX-License-Identifier: GPL-3.0-or-later */

#include "app/base/widget-helpers.h"

#include <string.h>

#include "app/help/context-help.h"
#include "app/import/import-widgets.h"
#include "core/base/text-escape.h"
#include "core/case/case-roles.h"
#include "core/experiments/case-file-experiment.h"
#include "runs/import-run.h"
#include "runs/job.h"

#define MAX_FIELDS 8
/* Greatest number of arrays with a row. The command line names the others. */
#define MAX_ROWS 400

/* First items of every list of roles. */
enum
{
  ROLE_BY_NAME,
  ROLE_UNUSED,
  ROLE_FIRST,
};

/* An array of the file. */
typedef struct
{
  char *name;
  GtkDropDown *drop_down;
} Row;

/* Dialog for a file that is no case yet: its arrays with their roles, and the part to read. Emits
 * "import" to request opening. Closes when the session has opened the file; otherwise shows the
 * error of the reader. */
struct _IplImportDialog
{
  GtkWindow parent_instance;
  GtkLabel *file_label;
  GtkGrid *arrays;
  GtkGrid *choices;
  GtkLabel *error;
  GtkWidget *import_button;
  GtkWidget *controls[MAX_FIELDS];
  GtkStringList *roles;
  GArray *rows;
  GPtrArray *assignments;
  IplParameters *parameters;
  IplDocument *document;
  IplJobs *listing;
  gboolean is_listing;
  gboolean is_importing; /* TRUE between the request and the answer of the session */
  gboolean updating;
};

G_DEFINE_FINAL_TYPE (IplImportDialog, ipl_import_dialog, GTK_TYPE_WINDOW)

static gpointer
edit_fields (IplImportDialog *self)
{
  guint n;

  return ipl_parameters_edit_table (self->parameters, ipl_import_fields (&n));
}

/* Reads the widgets. Marks a wrong entry and shows the reason; returns FALSE. */
static gboolean
read_controls (IplImportDialog *self)
{
  guint n;
  const IplField *fields = ipl_import_fields (&n);
  g_autofree char *roles = ipl_case_roles_format (self->assignments);
  gboolean fine = TRUE;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) error = NULL;
      g_autofree char *text = self->controls[i] != NULL
                                  ? ipl_import_control_text (&fields[i], self->controls[i])
                                  : g_strdup (roles);
      gboolean right = ipl_field_set_text (&fields[i], edit_fields (self), text, &error);

      if (self->controls[i] != NULL)
        ipl_entry_mark (self->controls[i], !right);
      if (!right && fine)
        ipl_label_set_or_hide (self->error, error->message);
      fine = fine && right;
    }
  return fine;
}

/* Shows the assigned roles in the lists. */
static void
show_roles (IplImportDialog *self)
{
  self->updating = TRUE;
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);
      const char *role = ipl_case_roles_find_role (self->assignments, row->name);

      gtk_drop_down_set_selected (
          row->drop_down, role != NULL ? ipl_import_find_role (self->roles, ROLE_FIRST, role)
                          : ipl_import_is_unused (self->assignments, row->name) ? ROLE_UNUSED
                                                                                : ROLE_BY_NAME);
    }
  self->updating = FALSE;
}

static void
on_role (IplImportDialog *self, GParamSpec *pspec, GtkDropDown *drop_down)
{
  const char *name = gtk_widget_get_name (GTK_WIDGET (drop_down));
  guint selected = gtk_drop_down_get_selected (drop_down);

  if (self->updating || selected == GTK_INVALID_LIST_POSITION)
    return;
  ipl_case_roles_set (self->assignments, NULL, name);
  if (ipl_case_role_find (name) != NULL && ipl_import_is_unused (self->assignments, name))
    {
      /* Restores the role that the name implies. */
      ipl_case_roles_set (self->assignments, name, name);
      ipl_case_roles_set (self->assignments, NULL, name);
    }
  if (selected == ROLE_UNUSED && ipl_case_role_find (name) != NULL)
    ipl_case_roles_set (self->assignments, name, "");
  else if (selected >= ROLE_FIRST)
    ipl_case_roles_set (self->assignments, gtk_string_list_get_string (self->roles, selected),
                        name);
  show_roles (self);
}

static void
add_row (IplImportDialog *self, const IplImportArray *array)
{
  Row row = { .name = g_strdup (array->name) };
  GtkWidget *drop_down
      = ipl_import_add_row (self->arrays, self->roles, array, (int)self->rows->len + 1);

  row.drop_down = GTK_DROP_DOWN (drop_down);
  gtk_widget_set_name (drop_down, array->name);
  g_signal_connect_object (drop_down, "notify::selected", G_CALLBACK (on_role), self,
                           G_CONNECT_SWAPPED);
  g_array_append_val (self->rows, row);
}

static void
add_rows (IplImportDialog *self, const GPtrArray *arrays)
{
  static const char *const headings[] = { "Array", "Type", "Shape", "Role" };
  guint n = MIN (arrays->len, MAX_ROWS);

  ipl_import_offer_roles (self->roles, arrays->len);
  for (guint i = 0; i < G_N_ELEMENTS (headings); i++)
    ipl_import_add_label (self->arrays, headings[i], (int)i, 0, "heading");
  self->updating = TRUE;
  for (guint i = 0; i < n; i++)
    add_row (self, arrays->pdata[i]);
  self->updating = FALSE;
  if (arrays->len > n)
    {
      g_autofree char *text = g_strdup_printf (
          "%u more arrays are not listed: assign their roles by roles= on the command line.",
          arrays->len - n);

      gtk_grid_attach (self->arrays, gtk_label_new (text), 0, (int)n + 1, 4, 1);
    }
}

static void
on_listed (const IplJobStatus *status, gpointer data, gpointer user_data)
{
  IplImportDialog *self = user_data;
  const IplImportResult *result = data;

  if (result == NULL)
    return;
  self->is_listing = FALSE;
  ipl_label_set_or_hide (self->error, result->error != NULL ? result->error->message : NULL);
  gtk_widget_set_sensitive (self->import_button, result->error == NULL);
  add_rows (self, result->arrays);
  show_roles (self);
  if (self->rows->len > 0 && gtk_widget_get_visible (GTK_WIDGET (self)))
    gtk_window_set_focus (GTK_WINDOW (self),
                          GTK_WIDGET (g_array_index (self->rows, Row, 0).drop_down));
}

static void
on_import (IplImportDialog *self)
{
  if (!read_controls (self))
    return;
  ipl_label_set_or_hide (self->error, NULL);
  self->is_importing = TRUE;
  g_signal_emit_by_name (self, "import");
}

/* TRUE if the file is the open case, read with the settings of the dialog. */
static gboolean
is_open (IplImportDialog *self)
{
  const IplCaseImport *here = ipl_import_dialog_get_import (self), *open_import;

  if (!ipl_document_is_file (self->document, ipl_import_dialog_get_path (self)))
    return FALSE;
  open_import = ipl_parameters_get_import (ipl_document_get_parameters (self->document));
  return strcmp (here->roles, open_import->roles) == 0
         && strcmp (here->head_counts, open_import->head_counts) == 0
         && strcmp (here->layers, open_import->layers) == 0
         && strcmp (here->heads, open_import->heads) == 0
         && strcmp (here->readout, open_import->readout) == 0
         && here->top_paths == open_import->top_paths;
}

static void
on_session_changed (IplImportDialog *self)
{
  if (!self->is_importing || !is_open (self))
    return;
  self->is_importing = FALSE;
  gtk_window_close (GTK_WINDOW (self));
}

/* Shows the error of the reader. */
static void
on_session_message (IplImportDialog *self, const char *text, gboolean is_error)
{
  if (!self->is_importing || !is_error)
    return;
  self->is_importing = FALSE;
  ipl_label_set_or_hide (self->error, text);
}

const char *
ipl_import_dialog_get_path (IplImportDialog *self)
{
  return ipl_parameters_get_source (self->parameters);
}

const IplCaseImport *
ipl_import_dialog_get_import (IplImportDialog *self)
{
  return ipl_parameters_get_import (self->parameters);
}

/* TRUE while the file is listed or read. */
gboolean
ipl_import_dialog_is_working (IplImportDialog *self)
{
  return self->is_listing || self->is_importing;
}

static void
row_clear (gpointer data)
{
  g_free (((Row *)data)->name);
}

static void
ipl_import_dialog_dispose (GObject *object)
{
  IplImportDialog *self = IPL_IMPORT_DIALOG (object);

  self->updating = TRUE;
  g_clear_pointer (&self->listing, ipl_jobs_free);
  G_OBJECT_CLASS (ipl_import_dialog_parent_class)->dispose (object);
}

static void
ipl_import_dialog_finalize (GObject *object)
{
  IplImportDialog *self = IPL_IMPORT_DIALOG (object);

  g_clear_object (&self->roles);
  g_clear_object (&self->document);
  g_array_unref (self->rows);
  g_ptr_array_unref (self->assignments);
  g_free (self->parameters);
  G_OBJECT_CLASS (ipl_import_dialog_parent_class)->finalize (object);
}

#define CHILD(name) IPL_CHILD (IplImportDialog, name)
static const IplTemplateChild children[]
    = { CHILD (file_label), CHILD (arrays),        CHILD (choices),
        CHILD (error),      CHILD (import_button), { NULL } };
static const IplTemplateCallback callbacks[] = { IPL_CALLBACK (on_import), { NULL } };

static void
ipl_import_dialog_class_init (IplImportDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_import_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = ipl_import_dialog_finalize;
  ipl_signal_add (klass, "import", 0);
  ipl_template_set (klass, "import-dialog", children, callbacks);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ipl_import_dialog_init (IplImportDialog *self)
{
  static const char *const first[] = { "Automatic", "Not used", NULL };

  gtk_widget_init_template (GTK_WIDGET (self));
  ipl_help_mark (GTK_WIDGET (self), "import");
  self->roles = gtk_string_list_new (first);
  self->rows = g_array_new (FALSE, TRUE, sizeof (Row));
  g_array_set_clear_func (self->rows, row_clear);
  self->parameters = g_new0 (IplParameters, 1);
  ipl_parameters_init (self->parameters, ipl_experiment_file.id);
  ipl_import_add_controls (self->choices, self->controls);
  self->listing = ipl_jobs_new (NULL, &ipl_run_import, on_listed, self);
}

IplImportDialog *
ipl_import_dialog_new (GtkWindow *parent, IplDocument *document, const char *path,
                       const IplCaseImport *import)
{
  IplImportDialog *self = g_object_new (IPL_TYPE_IMPORT_DIALOG, "transient-for", parent,
                                        "destroy-with-parent", TRUE, NULL);
  g_autofree char *shown = ipl_path_shown (path);

  ipl_parameters_set_file (self->parameters, path);
  ipl_parameters_set_import (self->parameters, import);
  self->assignments = ipl_case_roles_parse (import->roles, NULL);
  if (self->assignments == NULL)
    self->assignments = ipl_case_roles_parse ("", NULL);
  gtk_label_set_label (self->file_label, shown);
  ipl_import_show_controls (self->controls, edit_fields (self));
  self->document = g_object_ref (document);
  g_signal_connect_object (document, "message", G_CALLBACK (on_session_message), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (document, "parameters-changed", G_CALLBACK (on_session_changed), self,
                           G_CONNECT_SWAPPED);
  self->is_listing = TRUE;
  ipl_jobs_submit (self->listing, g_strdup (path));
  return self;
}
