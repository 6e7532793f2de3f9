/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/dialogs/networks-dialog.h"

#include "app/base/gtk-deprecated.h"
#include "app/base/widgets.h"

#include <errno.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "app/help/help-mark.h"
#include "core/base/shown-text.h"
#include "core/parameters/parameters.h"
#include "runs/kept-networks.h"

/* The networks that training has kept: what they were trained on, how good they are, and what can
 * be done with them. "chosen", with the path of its file, asks for one to be opened. */
struct _IplNetworksDialog
{
  GtkWindow parent_instance;
  GtkListBox *list;
  GtkLabel *placeholder;
  GtkLabel *message;
  GtkWidget *open_button;
  GtkWidget *folder_button;
  GtkWidget *delete_button;
  IplSession *session;
  GCancellable *cancellable;
  GPtrArray *networks; /* (nullable): of IplKeptNetwork, in the order of the rows */
};

G_DEFINE_FINAL_TYPE (IplNetworksDialog, ipl_networks_dialog, GTK_TYPE_WINDOW)

static const IplKeptNetwork *
get_selected (IplNetworksDialog *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);

  return row != NULL && self->networks != NULL
             ? self->networks->pdata[gtk_list_box_row_get_index (row)]
             : NULL;
}

/* The file that training writes now. */
static gboolean
is_in_training (IplNetworksDialog *self, const IplKeptNetwork *network)
{
  const IplTrainResult *run = ipl_session_get_train_result (self->session);

  return ipl_session_is_training (self->session) && run != NULL
         && g_strcmp0 (run->path, network->path) == 0;
}

static gboolean
is_open (IplNetworksDialog *self, const IplKeptNetwork *network)
{
  return g_str_equal (ipl_parameters_get_network (ipl_session_get_parameters (self->session)),
                      network->path);
}

static void
on_selected (IplNetworksDialog *self)
{
  const IplKeptNetwork *network = get_selected (self);

  gtk_widget_set_sensitive (self->open_button, network != NULL && network->fault == NULL);
  gtk_widget_set_sensitive (self->folder_button, network != NULL);
  gtk_widget_set_sensitive (self->delete_button,
                            network != NULL && !is_in_training (self, network));
  gtk_label_set_label (self->message, "");
}

static void
on_open (IplNetworksDialog *self)
{
  const IplKeptNetwork *network = get_selected (self);
  g_autofree char *path = NULL;

  if (network == NULL || network->fault != NULL)
    return;
  path = g_strdup (network->path);
  g_signal_emit_by_name (self, "chosen", path);
  gtk_window_close (GTK_WINDOW (self));
}

/* Where no file manager shows a file, at least its folder is. */
static void
on_shown (GObject *bus, GAsyncResult *result, gpointer data)
{
  g_autoptr (IplNetworksDialog) self = data;
  g_autoptr (GVariant) reply
      = g_dbus_connection_call_finish (G_DBUS_CONNECTION (bus), result, NULL);
  g_autofree char *folder = ipl_kept_networks_folder ();
  g_autofree char *uri = g_filename_to_uri (folder, NULL, NULL);

  if (reply == NULL && self->session != NULL)
    ipl_uri_show (GTK_WINDOW (self), uri);
}

static void
on_folder (IplNetworksDialog *self)
{
  const IplKeptNetwork *network = get_selected (self);
  GDBusConnection *bus = g_application_get_dbus_connection (g_application_get_default ());
  g_autofree char *uri = NULL;
  const char *uris[2] = { NULL, NULL };

  if (network == NULL || bus == NULL)
    return;
  uris[0] = uri = g_filename_to_uri (network->path, NULL, NULL);
  g_dbus_connection_call (bus, "org.freedesktop.FileManager1", "/org/freedesktop/FileManager1",
                          "org.freedesktop.FileManager1", "ShowItems",
                          g_variant_new ("(^ass)", uris, ""), NULL, G_DBUS_CALL_FLAGS_NONE, -1,
                          NULL, on_shown, g_object_ref (self));
}

/* Deletes the file of the network selected, without a question. */
static void
delete_selected (IplNetworksDialog *self)
{
  GtkListBoxRow *row = gtk_list_box_get_selected_row (self->list);
  const IplKeptNetwork *network = get_selected (self);
  g_autofree char *name = NULL;
  g_autofree char *text = NULL;
  int index;

  if (network == NULL || is_in_training (self, network))
    return;
  name = ipl_file_shown (network->path);
  if (g_unlink (network->path) != 0 && errno != ENOENT)
    {
      text = g_strdup_printf ("“%s” cannot be deleted: %s.", name, g_strerror (errno));
      gtk_label_set_label (self->message, text);
      return;
    }
  index = gtk_list_box_row_get_index (row);
  g_ptr_array_remove_index (self->networks, (guint)index);
  gtk_list_box_remove (self->list, GTK_WIDGET (row));
  gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (
                                           self->list, MIN (index, (int)self->networks->len - 1)));
  text = g_strdup_printf ("“%s” is deleted.", name);
  gtk_label_set_label (self->message, text);
}

static void
on_delete_response (GtkWindow *question, int response, IplNetworksDialog *self)
{
  ipl_question_close (question);
  if (response == IPL_ANSWER_OK)
    delete_selected (self);
}

static void
on_delete (IplNetworksDialog *self)
{
  const IplKeptNetwork *network = get_selected (self);
  g_autofree char *name = NULL, *heading = NULL;
  GtkWindow *question;

  if (network == NULL)
    return;
  name = ipl_file_shown (network->path);
  heading = g_strdup_printf ("Delete “%s”?", name);
  question = ipl_question_new (GTK_WINDOW (self), heading,
                               is_open (self, network)
                                   ? "This network is open in the window. The file cannot be "
                                     "brought back."
                                   : "The file cannot be brought back.",
                               "_Keep", "_Delete");
  g_signal_connect_object (question, "response", G_CALLBACK (on_delete_response), self, 0);
  gtk_window_present (question);
}

/* "held-out accuracy 0.793 ± 0.006 · 12400 steps · 4, 4 heads, N = 128 · 21 Nov 2026 23:50 · 1.2
 * MB" */
static char *
describe (IplNetworksDialog *self, const IplKeptNetwork *network)
{
  GString *text = g_string_new (NULL);
  g_autoptr (GDateTime) written
      = g_date_time_new_from_unix_local (network->written_usec / G_USEC_PER_SEC);
  g_autofree char *when
      = written != NULL ? g_date_time_format (written, "%-d %b %Y, %H:%M") : g_strdup ("?");
  g_autofree char *size = g_format_size ((guint64)network->bytes);

  if (!isnan (network->accuracy))
    g_string_append_printf (text, "held-out accuracy %.3f ± %.3f · ", network->accuracy,
                            network->standard_error);
  if (network->step > 0)
    g_string_append_printf (text, "%" G_GUINT64_FORMAT " steps · ", network->step);
  if (network->shape != NULL)
    g_string_append_printf (text, "%s · ", network->shape);
  g_string_append_printf (text, "%s · %s", when, size);
  if (is_in_training (self, network))
    g_string_append (text, " · being trained");
  else if (is_open (self, network))
    g_string_append (text, " · open");
  return g_string_free (text, FALSE);
}

static void
add_label (GtkWidget *box, const char *text, const char *style)
{
  g_autofree char *shown = ipl_text_shown (text);
  GtkWidget *label = ipl_label_new (shown, style);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_box_append (GTK_BOX (box), label);
}

static void
add_row (IplNetworksDialog *self, const IplKeptNetwork *network)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 2);
  g_autofree char *name = ipl_file_shown (network->path);
  g_autofree char *details = describe (self, network);

  gtk_widget_set_margin_top (box, 8);
  gtk_widget_set_margin_bottom (box, 8);
  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  add_label (box, name, "heading");
  if (network->fault != NULL)
    add_label (box, network->fault, "error");
  else if (network->task != NULL)
    add_label (box, network->task, NULL);
  add_label (box, details, "caption");
  gtk_list_box_append (self->list, box);
}

static void
read_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  g_task_return_pointer (task, ipl_kept_networks_list (cancellable),
                         (GDestroyNotify)g_ptr_array_unref);
}

static void
on_read (GObject *source, GAsyncResult *result, gpointer data)
{
  IplNetworksDialog *self = IPL_NETWORKS_DIALOG (source);
  g_autoptr (GPtrArray) networks = g_task_propagate_pointer (G_TASK (result), NULL);
  g_autofree char *folder = ipl_kept_networks_folder ();
  g_autofree char *text = g_strdup_printf ("No network has been kept yet. Open a one-shot example "
                                           "and train one: it appears here, from\n%s",
                                           folder);

  if (networks == NULL || self->session == NULL)
    return;
  self->networks = g_steal_pointer (&networks);
  gtk_label_set_label (self->placeholder, text);
  for (guint i = 0; i < self->networks->len; i++)
    add_row (self, self->networks->pdata[i]);
  gtk_list_box_select_row (self->list, gtk_list_box_get_row_at_index (self->list, 0));
  on_selected (self);
}

static void
ipl_networks_dialog_dispose (GObject *object)
{
  IplNetworksDialog *self = IPL_NETWORKS_DIALOG (object);

  g_cancellable_cancel (self->cancellable);
  if (self->session != NULL)
    g_signal_handlers_disconnect_by_data (self->list, self);
  g_clear_object (&self->session);
  G_OBJECT_CLASS (ipl_networks_dialog_parent_class)->dispose (object);
}

static void
ipl_networks_dialog_finalize (GObject *object)
{
  IplNetworksDialog *self = IPL_NETWORKS_DIALOG (object);

  g_clear_object (&self->cancellable);
  g_clear_pointer (&self->networks, g_ptr_array_unref);
  G_OBJECT_CLASS (ipl_networks_dialog_parent_class)->finalize (object);
}

#define CHILD(name) IPL_CHILD (IplNetworksDialog, name)
static const IplTemplateChild children[]
    = { CHILD (list),          CHILD (placeholder),   CHILD (message), CHILD (open_button),
        CHILD (folder_button), CHILD (delete_button), { NULL } };
static const IplTemplateCallback callbacks[] = { IPL_CALLBACK (on_open),
                                                 IPL_CALLBACK (on_folder),
                                                 IPL_CALLBACK (on_delete),
                                                 IPL_CALLBACK (on_selected),
                                                 { NULL } };

static void
ipl_networks_dialog_class_init (IplNetworksDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = ipl_networks_dialog_dispose;
  G_OBJECT_CLASS (klass)->finalize = ipl_networks_dialog_finalize;
  /* With the file of the network to be opened. */
  ipl_signal_add (klass, "chosen", 1);
  ipl_template_set (klass, "networks-dialog", children, callbacks);
  gtk_widget_class_add_binding_action (widget_class, GDK_KEY_Escape, 0, "window.close", NULL);
}

static void
ipl_networks_dialog_init (IplNetworksDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  ipl_help_mark (GTK_WIDGET (self), "training");
  self->cancellable = g_cancellable_new ();
}

/* @session: which knows what is open and what is being trained
 * Returns: the dialog, which reads the networks in the background */
IplNetworksDialog *
ipl_networks_dialog_new (GtkWindow *parent, IplSession *session)
{
  IplNetworksDialog *self
      = g_object_new (IPL_TYPE_NETWORKS_DIALOG, "transient-for", parent, "modal", TRUE, NULL);
  g_autoptr (GTask) task = g_task_new (self, self->cancellable, on_read, NULL);

  self->session = g_object_ref (session);
  on_selected (self);
  g_task_run_in_thread (task, read_thread);
  return self;
}
