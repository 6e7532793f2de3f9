/* SPDX-License-Identifier: GPL-3.0-or-later */
/* File choosers, which begin in the folder used last. */
#include "app/base/file-chooser.h"

#include "app/base/preferences.h"

static void
add_filters (GtkNativeDialog *chooser, const char *patterns, const char *pattern_name)
{
  g_auto (GStrv) each = g_strsplit (patterns, " ", -1);
  g_autoptr (GtkFileFilter) filter = gtk_file_filter_new ();
  g_autoptr (GtkFileFilter) all = gtk_file_filter_new ();

  for (guint i = 0; each[i] != NULL; i++)
    gtk_file_filter_add_pattern (filter, each[i]);
  gtk_file_filter_set_name (filter, pattern_name);
  gtk_file_filter_add_pattern (all, "*");
  gtk_file_filter_set_name (all, "All files");
  ipl_native_chooser_add_filter (chooser, filter);
  ipl_native_chooser_add_filter (chooser, all);
}

/* @name: (nullable): suggested name
 * Returns: (transfer full) (nullable): a file chooser; NULL, with a message in the window, if GTK
 *   cannot make one */
GtkNativeDialog *
ipl_file_chooser_new (GtkWindow *parent, const IplFileQuestion *question, const char *name)
{
  g_autofree char *folder_path = ipl_preferences_get_folder ();
  g_autoptr (GFile) folder = g_file_new_for_path (folder_path);
  GtkNativeDialog *chooser;

  if (!ipl_gtk_has_settings ("FileChooser"))
    {
      ipl_sentence_show (parent, "The file chooser cannot be shown: GTK’s settings schemas are not "
                                 "installed, or not in a folder of XDG_DATA_DIRS. Drop files on "
                                 "the window instead, or name them on the command line.");
      return NULL;
    }
  chooser = ipl_native_chooser_new (parent, question->title, question->action, question->accept,
                                    question->several);

  /* GTK creates the dialog later, so the help page is stored on the parent. The chooser is modal: a
   * window has one at a time. */
  g_object_set_data (G_OBJECT (parent), IPL_CHOOSER_PAGE, (gpointer)question->help);
  if (question->patterns != NULL)
    add_filters (chooser, question->patterns, question->pattern_name);
  ipl_native_chooser_set_start (chooser, folder, name);
  return chooser;
}

/* Returns: (transfer full): the chosen files, none after a cancel; their folder becomes the
 *   default */
GPtrArray *
ipl_file_chooser_finish (GtkNativeDialog *self, int response)
{
  GPtrArray *files = g_ptr_array_new_with_free_func (g_object_unref);

  if (response == IPL_ANSWER_ACCEPT)
    {
      g_autoptr (GListModel) chosen = ipl_native_chooser_get_files (self);

      for (guint i = 0; i < g_list_model_get_n_items (chosen); i++)
        g_ptr_array_add (files, g_list_model_get_item (chosen, i));
    }
  if (files->len > 0)
    ipl_preferences_set_folder (files->pdata[0]);
  gtk_native_dialog_destroy (self);
  g_object_unref (self);
  return files;
}

typedef struct
{
  IplFileChosen chosen; /* either this ... */
  gpointer data;
  IplFilesChosen all_chosen; /* ... or this */
} Answer;

static void
on_response (GtkNativeDialog *chooser, int response, gpointer object)
{
  const Answer answer = *(Answer *)g_object_get_data (G_OBJECT (chooser), "answer");
  g_autoptr (GPtrArray) files = ipl_file_chooser_finish (chooser, response);

  if (answer.all_chosen != NULL && files->len > 0)
    answer.all_chosen (object, files);
  for (guint i = 0; answer.chosen != NULL && i < files->len; i++)
    {
      /* A file without a local path is passed as its URI; opening it fails with that name. */
      g_autofree char *name = g_file_get_parse_name (files->pdata[i]);
      const char *path = g_file_peek_path (files->pdata[i]);

      answer.chosen (object, path != NULL ? path : name, answer.data);
    }
}

static void
show_chooser (GtkWindow *parent, const IplFileQuestion *question, const char *name, Answer answer,
              gpointer object)
{
  GtkNativeDialog *chooser = ipl_file_chooser_new (parent, question, name);

  if (chooser == NULL)
    return;
  g_object_set_data_full (G_OBJECT (chooser), "answer", g_memdup2 (&answer, sizeof answer), g_free);
  g_signal_connect_object (chooser, "response", G_CALLBACK (on_response), object, 0);
  gtk_native_dialog_show (chooser);
}

/* Asks for files.
 * @chosen: an IplFileChosen, called with @object, each chosen file, and @data */
void
ipl_file_chooser_open (GtkWindow *parent, const IplFileQuestion *question, const char *name,
                       GCallback chosen, gpointer object, gpointer data)
{
  show_chooser (parent, question, name, (Answer){ (IplFileChosen)chosen, data }, object);
}

/* @chosen: an IplFilesChosen, called with @object and all chosen files */
void
ipl_file_chooser_open_several (GtkWindow *parent, const IplFileQuestion *question, GCallback chosen,
                               gpointer object)
{
  show_chooser (parent, question, NULL, (Answer){ .all_chosen = (IplFilesChosen)chosen }, object);
}
