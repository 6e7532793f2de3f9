/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/sweeps/plan-dialog.h"

#include "app/base/widgets.h"
#include "app/base/file-chooser.h"

#include "app/help/help-mark.h"
#include "core/base/shown-text.h"
#include "core/parameters/parameters.h"
#include "runs/job.h"
#include "sweeps/plan-run.h"

/* While the user types nothing is worked out. */
#define PREDICT_MS 250

/* A sweep for a cluster, from the document as it stands: what it will cost, its folder, and the job
 * of it. "open-folder" asks for a folder to be opened, with its path. */
struct _IplPlanDialog
{
  GtkWindow parent_instance;
  GtkLabel *case_label;
  GtkGrid *grid;
  GtkGrid *scheduler_grid;
  GtkExpander *scheduler;
  GtkWidget *best;
  GtkWidget *computed_label;
  GtkDropDown *computed;
  GtkWidget *folder_button;
  GtkLabel *cost;
  GtkLabel *error;
  GtkWidget *planned_box;
  GtkWidget *open_button;
  IplSubmitRow *submit;
  GtkWidget *copy_button;
  GtkWidget *plan_button;
  GtkWidget *stop_button;
  IplPlanEntries entries;
  IplSession *session;
  IplJobs *predicting;
  IplJobs *writing;
  gboolean is_writing;
  gboolean updating;
  guint predict_timeout;
  char *asked;        /* (nullable): the command of which the cost is being worked out */
  char *predicted;    /* (nullable): that of which it is known */
  char *refused;      /* (nullable): that of which it is not known, which @error says */
  char *planned;      /* (nullable): the folder that was made last */
  char *writing_path; /* (nullable): the one that was asked for last */
};

G_DEFINE_FINAL_TYPE (IplPlanDialog, ipl_plan_dialog, GTK_TYPE_WINDOW)

static IplPlanComputed
get_computed (IplPlanDialog *self)
{
  guint selected = gtk_drop_down_get_selected (self->computed);

  if (ipl_session_get_parameters (self->session)->experiment->parts != NULL)
    return IPL_PLAN_PARTS;
  return selected <= IPL_PLAN_TRAINED ? selected : IPL_PLAN_THEORY;
}

/* The last of the list is there where the document can be trained. */
static void
offer_training (IplPlanDialog *self)
{
  const IplTrainable *trainable
      = ipl_parameters_get_trainable (ipl_session_get_parameters (self->session));
  GtkStringList *list = GTK_STRING_LIST (gtk_drop_down_get_model (self->computed));
  gboolean is_there = g_list_model_get_n_items (G_LIST_MODEL (list)) > IPL_PLAN_TRAINED;
  gboolean can = trainable != NULL && trainable->network[0] == '\0';

  if (is_there == can)
    return;
  if (can)
    gtk_string_list_append (list, "A trained network for each width and seed");
  else
    {
      if (get_computed (self) == IPL_PLAN_TRAINED)
        gtk_drop_down_set_selected (self->computed, IPL_PLAN_THEORY);
      gtk_string_list_remove (list, IPL_PLAN_TRAINED);
    }
}

/* The request in the dialog; NULL with @error, the sentence about the first entry that is wrong,
 * which is marked. The folder that has just been made is not wrong. */
static IplPlanRequest *
read_request (IplPlanDialog *self, GError **error)
{
  g_autoptr (IplPlanRequest) request = g_new0 (IplPlanRequest, 1);
  IplPlanComputed computed = get_computed (self);

  ipl_plan_request_init (request, ipl_session_get_parameters (self->session));
  request->best = ipl_plan_is_solved (computed)
                  && gtk_check_button_get_active (GTK_CHECK_BUTTON (self->best));
  request->draws = computed == IPL_PLAN_SAMPLED ? request->parameters.draws : 0;
  if (computed == IPL_PLAN_PRUNED)
    request->prune = g_intern_string (request->parameters.removal_order);
  return ipl_plan_entries_read (&self->entries, computed, self->planned, request, error)
             ? g_steal_pointer (&request)
             : NULL;
}

/* Why there is nothing to be planned now; NULL where there is. */
static const char *
why_not (IplPlanDialog *self, const IplPlanRequest *request, const char *command,
         const GError *error)
{
  if (request == NULL)
    return error->message;
  if (self->is_writing)
    return "The folder is being written.";
  if (g_strcmp0 (command, self->refused) == 0)
    return gtk_label_get_label (self->error);
  if (g_strcmp0 (command, self->predicted) != 0)
    return "What it will cost is being worked out.";
  if (g_strcmp0 (request->path, self->planned) == 0)
    return "It is planned: name another folder to plan another sweep.";
  return NULL;
}

static gboolean
predict (gpointer data)
{
  IplPlanDialog *self = data;
  g_autoptr (IplPlanRequest) request = read_request (self, NULL);

  self->predict_timeout = 0;
  if (request == NULL)
    return G_SOURCE_REMOVE;
  g_free (self->asked);
  self->asked = ipl_plan_request_command (request, "");
  g_clear_pointer (&request->path, g_free);
  ipl_jobs_submit (self->predicting, g_steal_pointer (&request));
  return G_SOURCE_REMOVE;
}

/* Shows only the rows that the chosen computation needs. */
static void
show_rows (IplPlanDialog *self)
{
  IplPlanComputed computed = get_computed (self);

  ipl_plan_entries_show (&self->entries, computed);
  gtk_widget_set_visible (self->best, ipl_plan_is_solved (computed));
  gtk_widget_set_visible (self->computed_label, computed != IPL_PLAN_PARTS);
  gtk_widget_set_visible (GTK_WIDGET (self->computed), computed != IPL_PLAN_PARTS);
  gtk_widget_set_visible (self->open_button, computed != IPL_PLAN_PARTS);
  gtk_widget_set_visible (self->stop_button, self->is_writing);
  gtk_widget_set_visible (self->plan_button, !self->is_writing);
  gtk_widget_set_visible (self->planned_box, self->planned != NULL);
}

/* Who stops it at the very end finds it made: job.sh is the last file in it. */
static void
adopt_written (IplPlanDialog *self)
{
  g_autofree char *script
      = self->writing_path != NULL ? g_build_filename (self->writing_path, "job.sh", NULL) : NULL;

  if (script == NULL || self->is_writing || g_strcmp0 (self->writing_path, self->planned) == 0
      || !g_file_test (script, G_FILE_TEST_EXISTS))
    return;
  g_free (self->planned);
  self->planned = g_strdup (self->writing_path);
  ipl_submit_row_set_folder (self->submit, self->planned);
}

static void
update (IplPlanDialog *self)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplPlanRequest) request = NULL;
  g_autofree char *command = NULL;
  gboolean known;
  const char *why;

  if (self->updating || self->session == NULL)
    return;
  adopt_written (self);
  request = read_request (self, &error);
  command = request != NULL ? ipl_plan_request_command (request, "") : NULL;
  known = command != NULL && g_strcmp0 (command, self->predicted) == 0;
  if (request == NULL)
    ipl_label_say (self->error, error->message);
  else if (g_strcmp0 (command, self->refused) != 0)
    ipl_label_say (self->error, NULL);
  why = why_not (self, request, command, error);
  show_rows (self);
  ipl_widget_set_class (self->cost, "outdated", !known);
  gtk_widget_set_sensitive (self->copy_button, request != NULL);
  gtk_widget_set_sensitive (self->plan_button, why == NULL);
  ipl_widget_set_tooltip (self->plan_button,
                          why != NULL ? why : "Make the folder, with the plan and job.sh");
  g_clear_handle_id (&self->predict_timeout, g_source_remove);
  if (request != NULL && !known && g_strcmp0 (command, self->refused) != 0
      && g_strcmp0 (command, self->asked) != 0)
    self->predict_timeout = g_timeout_add (PREDICT_MS, predict, self);
}

static void on_parameters (IplPlanDialog *self);

/* Networks that are trained have another width than the theory's. */
static void
on_computed (IplPlanDialog *self)
{
  if (self->session != NULL && !self->updating)
    on_parameters (self);
}

static void
on_predicted (const IplJobStatus *status, gpointer data, gpointer user_data)
{
  IplPlanDialog *self = user_data;
  const IplPlanResult *result = data;

  if (result == NULL)
    return;
  g_clear_pointer (&self->predicted, g_free);
  g_clear_pointer (&self->refused, g_free);
  if (result->error == NULL)
    {
      self->predicted = g_steal_pointer (&self->asked);
      gtk_label_set_label (self->cost, result->cost);
    }
  else
    {
      self->refused = g_steal_pointer (&self->asked);
      ipl_label_say (self->error, result->error->message);
    }
  update (self);
}

static void
on_written (const IplJobStatus *status, gpointer data, gpointer user_data)
{
  IplPlanDialog *self = user_data;
  const IplPlanResult *result = data;

  if (result == NULL && status->running)
    return;
  self->is_writing = FALSE;
  update (self);
  /* An error stays until something is changed. */
  if (result != NULL && result->error != NULL
      && !g_error_matches (result->error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    ipl_label_say (self->error, result->error->message);
}

/* Makes the folder, in the background, where there is nothing wrong. */
static void
on_plan (IplPlanDialog *self)
{
  g_autoptr (IplPlanRequest) request = NULL;

  if (!gtk_widget_get_sensitive (self->plan_button) || self->is_writing)
    return;
  request = read_request (self, NULL);
  self->is_writing = TRUE;
  g_free (self->writing_path);
  self->writing_path = g_strdup (request->path);
  ipl_jobs_submit (self->writing, g_steal_pointer (&request));
  update (self);
}

/* Stops making the folder, of which nothing stays then. */
static void
on_stop (IplPlanDialog *self)
{
  ipl_jobs_cancel (self->writing);
}

/* Returns: (transfer full) (nullable): the command lines that plan, submit, watch and merge the
 *   sweep; NULL where an entry is wrong */
char *
ipl_plan_dialog_get_commands (IplPlanDialog *self)
{
  g_autoptr (IplPlanRequest) request = read_request (self, NULL);
  g_autofree char *plan = NULL, *folder = NULL, *script = NULL, *file = NULL;
  g_autofree char *script_path = NULL, *file_path = NULL;

  if (request == NULL)
    return NULL;
  plan = ipl_plan_request_command (request, request->path);
  folder = ipl_text_shell_quote (request->path);
  script_path = g_build_filename (request->path, "job.sh", NULL);
  file_path = g_strconcat (request->path, ".npz", NULL);
  script = ipl_text_shell_quote (script_path);
  file = ipl_text_shell_quote (file_path);
  return g_strdup_printf ("%s\nsbatch %s\ninterplay-cli status %s\ninterplay-cli merge %s --out "
                          "%s\n",
                          plan, script, folder, folder, file);
}

static void
on_copy (IplPlanDialog *self)
{
  g_autofree char *commands = ipl_plan_dialog_get_commands (self);

  if (commands == NULL)
    return;
  gdk_clipboard_set_text (gtk_widget_get_clipboard (GTK_WIDGET (self)), commands);
  g_signal_emit_by_name (self, "copied");
}

static void
on_chosen (IplPlanDialog *self, const char *path)
{
  g_autofree char *text = g_filename_to_utf8 (path, -1, NULL, NULL, NULL);

  gtk_editable_set_text (GTK_EDITABLE (ipl_plan_entries_find (&self->entries, "folder")),
                         text != NULL ? text : "");
}

static void
on_choose (IplPlanDialog *self)
{
  static const IplFileQuestion question
      = { "The Folder of the Sweep", IPL_FILE_SAVE, "_Choose", .help = "cluster" };
  GtkEditable *entry = GTK_EDITABLE (ipl_plan_entries_find (&self->entries, "folder"));
  g_autofree char *name = g_path_get_basename (gtk_editable_get_text (entry));

  ipl_file_chooser_ask (GTK_WINDOW (self), &question, name, G_CALLBACK (on_chosen), self, NULL);
}

static void
on_open (IplPlanDialog *self)
{
  if (self->planned != NULL)
    g_signal_emit_by_name (self, "open-folder", self->planned);
}

/* Entries that the user has not changed follow the document. */
static void
on_parameters (IplPlanDialog *self)
{
  const IplParameters *parameters = ipl_session_get_parameters (self->session);
  g_autofree char *title
      = ipl_parameters_get_title (parameters, ipl_session_get_defaults (self->session));

  self->updating = TRUE;
  offer_training (self);
  gtk_label_set_label (self->case_label, title);
  ipl_plan_entries_offer (&self->entries, self->session, get_computed (self));
  self->updating = FALSE;
  update (self);
}

/* TRUE if something is on its way that will change what the dialog says. */
gboolean
ipl_plan_dialog_is_working (IplPlanDialog *self)
{
  return self->is_writing || self->predict_timeout != 0 || self->asked != NULL;
}

/* (nullable): the folder that was made last */
const char *
ipl_plan_dialog_get_planned (IplPlanDialog *self)
{
  return self->planned;
}

static void
ipl_plan_dialog_dispose (GObject *object)
{
  IplPlanDialog *self = IPL_PLAN_DIALOG (object);

  g_clear_handle_id (&self->predict_timeout, g_source_remove);
  g_clear_pointer (&self->predicting, ipl_jobs_free);
  g_clear_pointer (&self->writing, ipl_jobs_free);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ipl_plan_dialog_parent_class)->dispose (object);
}

static void
ipl_plan_dialog_finalize (GObject *object)
{
  IplPlanDialog *self = IPL_PLAN_DIALOG (object);

  ipl_plan_entries_clear (&self->entries);
  g_free (self->asked);
  g_free (self->predicted);
  g_free (self->refused);
  g_free (self->planned);
  g_free (self->writing_path);
  G_OBJECT_CLASS (ipl_plan_dialog_parent_class)->finalize (object);
}

#define CHILD(name) IPL_CHILD (IplPlanDialog, name)
static const IplTemplateChild children[] = { CHILD (case_label),
                                             CHILD (grid),
                                             CHILD (scheduler_grid),
                                             CHILD (scheduler),
                                             CHILD (best),
                                             CHILD (computed),
                                             CHILD (computed_label),
                                             CHILD (open_button),
                                             CHILD (folder_button),
                                             CHILD (cost),
                                             CHILD (error),
                                             CHILD (planned_box),
                                             CHILD (submit),
                                             CHILD (copy_button),
                                             CHILD (plan_button),
                                             CHILD (stop_button),
                                             { NULL } };
static const IplTemplateCallback callbacks[] = { IPL_CALLBACK (update),  IPL_CALLBACK (on_computed),
                                                 IPL_CALLBACK (on_copy), IPL_CALLBACK (on_choose),
                                                 IPL_CALLBACK (on_open), IPL_CALLBACK (on_stop),
                                                 IPL_CALLBACK (on_plan), { NULL } };

static void
ipl_plan_dialog_class_init (IplPlanDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (IPL_TYPE_SUBMIT_ROW);
  G_OBJECT_CLASS (klass)->dispose = ipl_plan_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = ipl_plan_dialog_finalize;
  ipl_signal_add (klass, "open-folder", 1);
  /* When the commands are in the clipboard. */
  ipl_signal_add (klass, "copied", 0);
  ipl_template_set (klass, "plan-dialog", children, callbacks);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ipl_plan_dialog_init (IplPlanDialog *self)
{
  self->updating = TRUE;
  gtk_widget_init_template (GTK_WIDGET (self));
  ipl_help_mark (GTK_WIDGET (self), "cluster");
  ipl_plan_entries_add (&self->entries, self->grid, self->scheduler_grid);
  for (guint i = 0; i < self->entries.n; i++)
    g_signal_connect_object (self->entries.entries[i], "changed", G_CALLBACK (update), self,
                             G_CONNECT_SWAPPED);
  ipl_submit_row_set_folder (self->submit, NULL);
  self->predicting = ipl_jobs_new (NULL, &ipl_run_plan, on_predicted, self);
  self->writing = ipl_jobs_new (NULL, &ipl_run_plan, on_written, self);
  self->updating = FALSE;
}

IplPlanDialog *
ipl_plan_dialog_new (GtkWindow *parent, IplSession *session)
{
  IplPlanDialog *self = g_object_new (IPL_TYPE_PLAN_DIALOG, "transient-for", parent,
                                      "destroy-with-parent", TRUE, NULL);

  gtk_check_button_set_active (GTK_CHECK_BUTTON (self->best),
                               ipl_session_get_parameters (session)->n_temperatures > 0);
  self->session = g_object_ref (session);
  g_signal_connect_object (session, "parameters-changed", G_CALLBACK (on_parameters), self,
                           G_CONNECT_SWAPPED);
  gtk_label_set_label (self->cost, "What it will cost is being worked out…");
  on_parameters (self);
  gtk_window_set_focus (GTK_WINDOW (self),
                        GTK_WIDGET (ipl_plan_entries_find (&self->entries, "widths")));
  return self;
}
