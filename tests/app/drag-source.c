/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A window out of which a file is dragged, as out of a file manager.
 *
 * usage: drag-source FILE */
#include <gtk/gtk.h>

static GdkContentProvider *
prepare (GdkFileList *files)
{
  return gdk_content_provider_new_typed (GDK_TYPE_FILE_LIST, files);
}

int
main (int argc, char *argv[])
{
  GFile *file;
  GdkFileList *files;
  GtkDragSource *source;
  GtkWidget *window;

  if (argc != 2)
    return 2;
  gtk_init ();
  file = g_file_new_for_commandline_arg (argv[1]);
  files = gdk_file_list_new_from_array (&file, 1);
  source = gtk_drag_source_new ();
  window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (window), 120, 60);
  g_signal_connect_swapped (source, "prepare", G_CALLBACK (prepare), files);
  gtk_widget_add_controller (window, GTK_EVENT_CONTROLLER (source));
  gtk_window_present (GTK_WINDOW (window));
  while (TRUE)
    g_main_context_iteration (NULL, TRUE);
}
