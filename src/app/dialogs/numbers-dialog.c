/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/dialogs/numbers-dialog.h"

#include "app/base/widgets.h"
#include "app/help/help-mark.h"
#include "figures/help/help-table.h"

static void
on_copy (GtkWidget *button, GtkTextView *text)
{
  GtkTextBuffer *buffer = gtk_text_view_get_buffer (text);
  GtkTextIter start, end;
  g_autofree char *all = NULL;

  if (!gtk_text_buffer_get_selection_bounds (buffer, &start, &end))
    gtk_text_buffer_get_bounds (buffer, &start, &end);
  all = gtk_text_buffer_get_text (buffer, &start, &end, FALSE);
  gdk_clipboard_set_text (gtk_widget_get_clipboard (button), all);
}

/* Columns as wide as their widest cell: every line has the same tab stops. */
static void
set_tabs (GtkTextView *text, const char *table)
{
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);
  g_autoptr (GArray) widths = g_array_new (FALSE, TRUE, sizeof (int));
  PangoTabArray *tabs;
  int at = 0;

  for (guint i = 0; lines[i] != NULL; i++)
    {
      g_auto (GStrv) cells = g_strsplit (lines[i], "\t", -1);
      guint n = g_strv_length (cells);

      if (widths->len < n)
        g_array_set_size (widths, n);
      for (guint k = 0; k + 1 < n; k++)
        {
          g_autoptr (PangoLayout) layout
              = gtk_widget_create_pango_layout (GTK_WIDGET (text), cells[k]);
          int width;

          pango_layout_get_pixel_size (layout, &width, NULL);
          g_array_index (widths, int, k) = MAX (g_array_index (widths, int, k), width);
        }
    }
  tabs = pango_tab_array_new ((int)widths->len, TRUE);
  for (guint k = 0; k < widths->len; k++)
    {
      at += g_array_index (widths, int, k) + 24;
      pango_tab_array_set_tab (tabs, (int)k, PANGO_TAB_LEFT, at);
    }
  gtk_text_view_set_tabs (text, tabs);
  pango_tab_array_free (tabs);
}

/* Returns: a window with the numbers behind a figure as a table to read, select and copy */
GtkWindow *
ipl_numbers_dialog_new (GtkWindow *parent, IplSession *session, const IplPanel *panel)
{
  g_autoptr (GtkBuilder) builder
      = gtk_builder_new_from_resource ("/org/interplay/Interplay/ui/numbers-dialog.ui");
  GtkWindow *window = GTK_WINDOW (gtk_builder_get_object (builder, "window"));
  GtkTextView *text = GTK_TEXT_VIEW (gtk_builder_get_object (builder, "text"));
  GtkWidget *copy = GTK_WIDGET (gtk_builder_get_object (builder, "copy"));
  g_autofree char *table = NULL;
  g_autofree char *title = NULL;
  IplView view;
  gboolean known = ipl_session_get_view (session, &view);
  const IplHelpPage *page = ipl_help_of_panel (panel->id);

  ipl_help_mark (GTK_WIDGET (window), page != NULL ? page->id : NULL);
  gtk_window_set_transient_for (window, parent);
  title = g_strdup_printf ("%s: numbers", known ? ipl_panel_heading (panel, &view) : panel->title);
  gtk_window_set_title (window, title);
  ipl_window_close_on_escape (window);
  if (known)
    table = ipl_figure_table (panel, &view);
  if (table != NULL)
    {
      gtk_text_buffer_set_text (gtk_text_view_get_buffer (text), table, -1);
      set_tabs (text, table);
    }
  g_signal_connect (copy, "clicked", G_CALLBACK (on_copy), text);
  return window;
}
