/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An empty window, which ends when it is seen: what no start of a GTK program is faster than. */
#include <gtk/gtk.h>

static void
on_map (GtkWidget *window, GApplication *application)
{
  g_application_quit (application);
}

static void
on_activate (GtkApplication *application)
{
  GtkWidget *window = gtk_application_window_new (application);

  g_signal_connect (window, "map", G_CALLBACK (on_map), application);
  gtk_window_present (GTK_WINDOW (window));
}

int
main (int argc, char *argv[])
{
  g_autoptr (GtkApplication) application = gtk_application_new (NULL, G_APPLICATION_NON_UNIQUE);

  g_signal_connect (application, "activate", G_CALLBACK (on_activate), NULL);
  return g_application_run (G_APPLICATION (application), argc, argv);
}
