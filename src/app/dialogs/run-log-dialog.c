/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs of a session, each with the command line that computes it again. */
#include "app/dialogs/run-log-dialog.h"

#include "session/run-log.h"

#include "app/base/widgets.h"
#include "app/help/help-mark.h"

static void
copy (GtkWidget *widget, const char *text)
{
  gdk_clipboard_set_text (gtk_widget_get_clipboard (widget), text);
}

static void
on_copy (GtkWidget *button)
{
  copy (button, g_object_get_data (G_OBJECT (button), "command"));
}

static void
on_copy_all (GtkWidget *button)
{
  copy (button, g_object_get_data (G_OBJECT (button), "log"));
}

static GtkWidget *
new_label (const char *text, const char *css_class)
{
  GtkWidget *label = ipl_label_new (text, css_class);

  gtk_label_set_wrap (GTK_LABEL (label), TRUE);
  gtk_label_set_wrap_mode (GTK_LABEL (label), PANGO_WRAP_WORD_CHAR);
  gtk_label_set_selectable (GTK_LABEL (label), TRUE);
  return label;
}

/* "23 Nov 2026, 14:05:11 · 0.31 s · seed 27 · Interplay 0.1.0 · host, 2 × processor". */
static char *
describe (const IplRunLogEntry *entry)
{
  g_autoptr (GDateTime) when = g_date_time_new_from_iso8601 (entry->when, NULL);
  g_autofree char *shown = when != NULL ? g_date_time_format (when, "%-d %b %Y, %H:%M:%S") : NULL;

  return g_strdup_printf ("%s · %.3g s%s%s · Interplay %s · %s",
                          shown != NULL ? shown : entry->when, entry->seconds,
                          entry->seed[0] != '\0' ? " · seed " : "", entry->seed, entry->version,
                          entry->machine);
}

static GtkWidget *
new_row (const IplRunLogEntry *entry)
{
  GtkWidget *row = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 12);
  GtkWidget *texts = gtk_box_new (GTK_ORIENTATION_VERTICAL, 3);
  GtkWidget *button = gtk_button_new_with_mnemonic ("_Copy");
  g_autofree char *described = describe (entry);
  g_autofree char *label = g_strdup_printf ("Copy the command of: %s", entry->title);

  gtk_box_append (GTK_BOX (texts), new_label (entry->title, "heading"));
  gtk_box_append (GTK_BOX (texts), new_label (described, "dim-label"));
  if (entry->note[0] != '\0')
    gtk_box_append (GTK_BOX (texts), new_label (entry->note, NULL));
  gtk_box_append (GTK_BOX (texts), new_label (entry->command, "monospace"));
  if (!entry->is_whole)
    gtk_box_append (GTK_BOX (texts),
                    new_label ("The command does not tell all of it: keep the session too.", NULL));
  gtk_widget_set_hexpand (texts, TRUE);
  gtk_widget_set_valign (button, GTK_ALIGN_CENTER);
  gtk_widget_set_tooltip_text (button, "Copy the command that computes it again");
  ipl_widget_set_name (button, label);
  g_object_set_data_full (G_OBJECT (button), "command", g_strdup (entry->command), g_free);
  g_signal_connect (button, "clicked", G_CALLBACK (on_copy), NULL);
  gtk_box_append (GTK_BOX (row), texts);
  gtk_box_append (GTK_BOX (row), button);
  gtk_widget_set_margin_start (row, 18);
  gtk_widget_set_margin_end (row, 18);
  gtk_widget_set_margin_top (row, 9);
  gtk_widget_set_margin_bottom (row, 9);
  return row;
}

/* Returns: a window with what was computed until now, the newest first */
GtkWindow *
ipl_run_log_dialog_new (GtkWindow *parent, IplSession *session)
{
  g_autoptr (GtkBuilder) builder
      = gtk_builder_new_from_resource ("/org/interplay/Interplay/ui/run-log-dialog.ui");
  GtkWindow *window = GTK_WINDOW (gtk_builder_get_object (builder, "window"));
  GtkListBox *list = GTK_LIST_BOX (gtk_builder_get_object (builder, "list"));
  GtkWidget *all = GTK_WIDGET (gtk_builder_get_object (builder, "copy"));
  const GPtrArray *log = ipl_session_get_log (session);

  ipl_help_mark (GTK_WIDGET (window), "sessions");
  gtk_window_set_transient_for (window, parent);
  ipl_window_close_on_escape (window);
  for (guint i = log->len; i-- > 0;)
    gtk_list_box_append (list, new_row (log->pdata[i]));
  gtk_widget_set_sensitive (all, log->len > 0);
  g_object_set_data_full (G_OBJECT (all), "log", ipl_run_log_to_text (log), g_free);
  g_signal_connect (all, "clicked", G_CALLBACK (on_copy_all), NULL);
  return window;
}
