/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/import/import-dialog.h"

#include "app/base/widgets.h"

#include <string.h>

#include "app/help/help-mark.h"
#include "app/import/import-parts.h"
#include "core/base/shown-text.h"
#include "core/case/case-roles.h"
#include "core/experiments/case-file-experiment.h"
#include "runs/import-run.h"
#include "runs/job.h"

/* While the user types the file is not looked at. */
#define LOOK_MS 250
#define MAX_FIELDS 8
/* Arrays with a row of their own; of a file with more the others are named on the command line. */
#define MAX_ROWS 400

/* The first items of every list of roles. */
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
  GtkLabel *read_as;
} Row;

/* A file before it is a case: its arrays with the role of each, what is read of it, what it would
 * be and cost, or what is wrong. "import" asks for it to be opened so. */
struct _IplImportDialog
{
  GtkWindow parent_instance;
  GtkLabel *file_label;
  GtkWidget *guess_button;
  GtkGrid *arrays;
  GtkGrid *choices;
  GtkGrid *facts;
  GtkLabel *error;
  GtkLabel *notes;
  GtkWidget *remember;
  GtkWidget *import_button;
  GtkWidget *controls[MAX_FIELDS];
  GtkStringList *roles;
  GArray *rows;
  GPtrArray *assignments;
  IplParameters *parameters;
  IplJobs *looking;
  IplImportResult *result; /* (nullable) */
  gboolean outdated;       /* the result is not that of what is typed */
  gboolean may_guess;      /* nobody has given a role yet */
  gboolean updating;
  gboolean is_looking;
  guint look_timeout;
};

G_DEFINE_FINAL_TYPE (IplImportDialog, ipl_import_dialog, GTK_TYPE_WINDOW)

static gpointer
edit_fields (IplImportDialog *self)
{
  guint n;

  return ipl_parameters_edit_table (self->parameters, ipl_import_fields (&n));
}

/* Takes what is typed; FALSE with a sentence where an entry is wrong, which is marked. */
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
        ipl_label_say (self->error, error->message);
      fine = fine && right;
    }
  return fine;
}

static gboolean
is_ready (IplImportDialog *self)
{
  return self->result != NULL && !self->outdated && self->result->preview->error == NULL;
}

static void
show_outdated (IplImportDialog *self)
{
  GtkWidget *const said[] = { GTK_WIDGET (self->facts), GTK_WIDGET (self->error) };

  for (guint i = 0; i < G_N_ELEMENTS (said); i++)
    ipl_widget_set_class (said[i], "outdated", self->outdated);
  gtk_widget_set_sensitive (self->import_button, is_ready (self));
}

static gboolean
look (gpointer data)
{
  IplImportDialog *self = data;

  self->look_timeout = 0;
  self->is_looking = read_controls (self);
  if (self->is_looking)
    ipl_jobs_submit (self->looking, ipl_import_request_new (ipl_import_dialog_get_path (self),
                                                            ipl_import_dialog_get_import (self)));
  else
    ipl_jobs_cancel (self->looking);
  return G_SOURCE_REMOVE;
}

/* Something is another than it was: the file is looked at again, at once or when nobody types. */
static void
look_again (IplImportDialog *self, gboolean at_once)
{
  self->outdated = TRUE;
  show_outdated (self);
  g_clear_handle_id (&self->look_timeout, g_source_remove);
  if (at_once)
    look (self);
  else
    self->look_timeout = g_timeout_add (LOOK_MS, look, self);
}

static void
on_changed (IplImportDialog *self)
{
  if (!self->updating)
    look_again (self, FALSE);
}

/* The lists follow the roles that were given. */
static void
show_roles (IplImportDialog *self)
{
  self->updating = TRUE;
  for (guint i = 0; i < self->rows->len; i++)
    {
      const Row *row = &g_array_index (self->rows, Row, i);
      const char *role = ipl_case_roles_of (self->assignments, row->name);

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
  self->may_guess = FALSE;
  ipl_case_roles_set (self->assignments, NULL, name);
  if (ipl_case_role_find (name) != NULL && ipl_import_is_unused (self->assignments, name))
    {
      /* Back to what it is by its name. */
      ipl_case_roles_set (self->assignments, name, name);
      ipl_case_roles_set (self->assignments, NULL, name);
    }
  if (selected == ROLE_UNUSED && ipl_case_role_find (name) != NULL)
    ipl_case_roles_set (self->assignments, name, "");
  else if (selected >= ROLE_FIRST)
    ipl_case_roles_set (self->assignments, gtk_string_list_get_string (self->roles, selected),
                        name);
  show_roles (self);
  look_again (self, TRUE);
}

static void
add_row (IplImportDialog *self, const IplPreviewArray *array)
{
  Row row = { .name = g_strdup (array->name) };
  GtkWidget *drop_down = ipl_import_add_row (self->arrays, self->roles, array,
                                             (int)self->rows->len + 1, &row.read_as);

  row.drop_down = GTK_DROP_DOWN (drop_down);
  gtk_widget_set_name (drop_down, array->name);
  g_signal_connect_object (drop_down, "notify::selected", G_CALLBACK (on_role), self,
                           G_CONNECT_SWAPPED);
  g_array_append_val (self->rows, row);
}

static void
add_rows (IplImportDialog *self, const GPtrArray *arrays)
{
  static const char *const headings[] = { "Array", "Type", "Shape", "Role", "Is read as" };
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
          "%u more arrays have no row: --roles of the command line names them.", arrays->len - n);

      gtk_grid_attach (self->arrays, gtk_label_new (text), 0, (int)n + 1, 5, 1);
    }
}

/* The present role of each array, and which the error is about. */
static void
show_arrays (IplImportDialog *self)
{
  const IplCasePreview *preview = self->result->preview;

  for (guint i = 0; i < self->rows->len && i < preview->arrays->len; i++)
    {
      const IplPreviewArray *array = preview->arrays->pdata[i];
      const Row *row = &g_array_index (self->rows, Row, i);
      gboolean wrong = preview->error != NULL && preview->about != NULL
                       && g_strcmp0 (preview->about, array->role) == 0;
      g_autofree char *text = g_strdup_printf (
          "%s%s", array->role != NULL ? array->role : "–",
          array->role != NULL && !array->used && preview->error == NULL ? ", not used" : "");

      gtk_label_set_label (row->read_as, text);
      ipl_widget_set_class (row->read_as, "error", wrong);
      ipl_widget_set_description (row->drop_down, text);
    }
}

/* Takes the roles that may be meant for those that were given. */
static void
guess (IplImportDialog *self)
{
  if (self->result == NULL || self->result->preview->proposed[0] == '\0')
    return;
  g_ptr_array_unref (self->assignments);
  self->assignments = ipl_case_roles_parse (self->result->preview->proposed, NULL);
  show_roles (self);
  look_again (self, TRUE);
}

static void
on_looked (const IplJobStatus *status, gpointer data, gpointer user_data)
{
  IplImportDialog *self = user_data;
  IplImportResult *result = data;

  if (result == NULL)
    return;
  g_clear_pointer (&self->result, ipl_import_result_unref);
  self->result = ipl_import_result_ref (result);
  self->is_looking = FALSE;
  self->outdated = self->look_timeout != 0;
  if (self->rows->len == 0)
    {
      add_rows (self, result->preview->arrays);
      show_roles (self);
      if (self->rows->len > 0 && gtk_widget_get_visible (GTK_WIDGET (self)))
        gtk_window_set_focus (GTK_WINDOW (self),
                              GTK_WIDGET (g_array_index (self->rows, Row, 0).drop_down));
    }
  ipl_label_say (self->error,
                 result->preview->error != NULL ? result->preview->error->message : NULL);
  show_arrays (self);
  ipl_import_show_facts (self->facts, self->notes, result);
  gtk_widget_set_sensitive (self->guess_button, result->preview->proposed[0] != '\0');
  show_outdated (self);
  if (self->may_guess && result->preview->error != NULL && self->assignments->len == 0)
    {
      self->may_guess = FALSE;
      guess (self);
    }
}

/* Asks for the file to be opened as the dialog has it, where nothing is wrong. */
static void
on_import (IplImportDialog *self)
{
  if (is_ready (self))
    g_signal_emit_by_name (self, "import");
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

/* TRUE if the roles are for other files too. */
gboolean
ipl_import_dialog_remembers (IplImportDialog *self)
{
  return gtk_check_button_get_active (GTK_CHECK_BUTTON (self->remember));
}

/* TRUE if the file is being looked at, or will be in a moment. */
gboolean
ipl_import_dialog_is_working (IplImportDialog *self)
{
  return self->look_timeout != 0 || self->is_looking;
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

  /* A spin button that loses the keyboard changes once more. */
  self->updating = TRUE;
  g_clear_handle_id (&self->look_timeout, g_source_remove);
  g_clear_pointer (&self->looking, ipl_jobs_free);
  G_OBJECT_CLASS (ipl_import_dialog_parent_class)->dispose (object);
}

static void
ipl_import_dialog_finalize (GObject *object)
{
  IplImportDialog *self = IPL_IMPORT_DIALOG (object);

  g_clear_pointer (&self->result, ipl_import_result_unref);
  g_clear_object (&self->roles);
  g_array_unref (self->rows);
  g_ptr_array_unref (self->assignments);
  g_free (self->parameters);
  G_OBJECT_CLASS (ipl_import_dialog_parent_class)->finalize (object);
}

#define CHILD(name) IPL_CHILD (IplImportDialog, name)
static const IplTemplateChild children[] = {
  CHILD (file_label), CHILD (guess_button), CHILD (arrays),   CHILD (choices),       CHILD (facts),
  CHILD (error),      CHILD (notes),        CHILD (remember), CHILD (import_button), { NULL }
};
static const IplTemplateCallback callbacks[]
    = { IPL_CALLBACK (guess), IPL_CALLBACK (on_import), { NULL } };

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
  static const char *const first[] = { "By its name", "Not used", NULL };

  self->updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  ipl_help_mark (GTK_WIDGET (self), "import");
  self->roles = gtk_string_list_new (first);
  self->rows = g_array_new (FALSE, TRUE, sizeof (Row));
  g_array_set_clear_func (self->rows, row_clear);
  self->parameters = g_new0 (IplParameters, 1);
  ipl_parameters_init (self->parameters, ipl_experiment_file.id);
  ipl_import_add_controls (self->choices, self->controls, G_CALLBACK (on_changed), self);
  self->looking = ipl_jobs_new (NULL, &ipl_run_import, on_looked, self);
  self->updating = FALSE;
}

IplImportDialog *
ipl_import_dialog_new (GtkWindow *parent, const char *path, const IplCaseImport *import)
{
  IplImportDialog *self = g_object_new (IPL_TYPE_IMPORT_DIALOG, "transient-for", parent,
                                        "destroy-with-parent", TRUE, NULL);
  g_autofree char *shown = ipl_path_shown (path);

  ipl_parameters_set_file (self->parameters, path);
  ipl_parameters_set_import (self->parameters, import);
  self->assignments = ipl_case_roles_parse (import->roles, NULL);
  if (self->assignments == NULL)
    self->assignments = ipl_case_roles_parse ("", NULL);
  self->may_guess = self->assignments->len == 0;
  gtk_label_set_label (self->file_label, shown);
  self->updating = TRUE;
  ipl_import_show_controls (self->controls, edit_fields (self));
  self->updating = FALSE;
  look_again (self, TRUE);
  return self;
}
