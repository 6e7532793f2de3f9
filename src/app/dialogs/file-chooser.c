/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Asking for files, in the folder last used. */
#include "app/dialogs/file-chooser.h"

#include "app/base/preferences.h"
#include "app/help/help-mark.h"

static void
add_filters (GtkFileChooser *chooser, const char *patterns, const char *pattern_name)
{
  g_auto (GStrv) each = g_strsplit (patterns, " ", -1);
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  for (guint i = 0; each[i] != NULL; i++)
    gtk_file_filter_add_pattern (filter, each[i]);
  gtk_file_filter_set_name (filter, pattern_name);
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_filter_set_name (all, "All files");
  gtk_file_chooser_add_filter (chooser, filter);
  gtk_file_chooser_add_filter (chooser, all);
}

/* @action: to open, to save or to choose folders
 * @patterns: (nullable): names of files that are offered, separated by spaces; NULL for folders
 * @pattern_name: (nullable): what those are called
 * @name: (nullable): the name offered first
 * @help: name of the page of help about it, a string that stays
 * Returns: (transfer full): a dialog that asks for files */
GtkFileChooserNative *
ipl_file_chooser_new (GtkWindow *parent, const char *title, GtkFileChooserAction action,
                      const char *accept, const char *patterns, const char *pattern_name,
                      const char *name, const char *help)
{
  GtkFileChooserNative *chooser = gtk_file_chooser_native_new (title, parent, action, accept, NULL);
  g_autofree char *folder_path = ipl_preferences_get_folder ();
  g_autoptr (GFile) folder = g_file_new_for_path (folder_path);

  ipl_help_mark_chooser (parent, help);
  gtk_native_dialog_set_modal (GTK_NATIVE_DIALOG (chooser), TRUE);
  if (patterns != NULL)
    add_filters (GTK_FILE_CHOOSER (chooser), patterns, pattern_name);
  gtk_file_chooser_set_current_folder (GTK_FILE_CHOOSER (chooser), folder, NULL);
  if (name != NULL)
    gtk_file_chooser_set_current_name (GTK_FILE_CHOOSER (chooser), name);
  return chooser;
}

/* Returns: (transfer full): the files chosen, none where it was canceled; their folder is the one
 *   offered next time */
GPtrArray *
ipl_file_chooser_finish (GtkFileChooserNative *self, int response)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);

  if (response == GTK_RESPONSE_ACCEPT)
    {
      g_autoptr (GListModel) chosen = gtk_file_chooser_get_files (GTK_FILE_CHOOSER (self));

      for (guint i = 0; i < g_list_model_get_n_items (chosen); i++)
        g_ptr_array_add (files, g_list_model_get_item (chosen, i));
    }
  if (files->len > 0)
    ipl_preferences_set_folder (files->pdata[0]);
  gtk_native_dialog_destroy (GTK_NATIVE_DIALOG (self));
  g_object_unref (self);
  return files;
}
