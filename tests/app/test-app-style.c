/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window in which is chosen how figures look: what is written there is at once in the session,
 * what cannot be taken stays with a sentence, undoing brings it back, and files hold it. */
#include <string.h>

#include "app/dialogs/style-dialog.h"
#include "window-fixture.h"
#include "figures/output/style-json.h"
#include "figures/panels/panel-table.h"

static gboolean
has_id (GtkWidget *widget, gconstpointer id)
{
  return g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)), id) == 0;
}

static gpointer
find (gpointer dialog, const char *id)
{
  return find_widget (dialog, has_id, id);
}

static GtkEditable *
entry (GtkWindow *dialog, const char *id)
{
  GtkWidget *widget = find (dialog, id);

  g_assert_true (GTK_IS_EDITABLE (widget));
  return GTK_EDITABLE (widget);
}

/* As somebody types at the beginning: setting a text is emptying it first. */
static void
insert (GtkEditable *editable, const char *text)
{
  int at = 0;

  gtk_editable_insert_text (editable, text, -1, &at);
}

static const char *
error_of (GtkWindow *dialog)
{
  GtkWidget *label = find (dialog, "error");

  return gtk_widget_get_visible (label) ? gtk_label_get_label (GTK_LABEL (label)) : "";
}

static const IplFigureStyle *
the_style (void)
{
  return ipl_document_get_figure_style (document_of (the_window ()));
}

static const IplPanelStyle *
style_of (const char *panel)
{
  return ipl_figure_style_get_panel (the_style (), panel);
}

static GtkWindow *
open_dialog (const IplPanel *panel)
{
  GtkWindow *dialog
      = ipl_style_dialog_new (GTK_WINDOW (the_window ()), document_of (the_window ()), panel);

  gtk_window_present (dialog);
  settle ();
  return dialog;
}

/* Title, keys and axes of a panel, and back again step by step. */
NEXT_TEST (test_panel, "/style/panel")
{
  GtkWindow *dialog = open_dialog (&ipl_panel_accuracy);
  GtkCheckButton *legend = find (dialog, "legend");
  GtkCheckButton *titled = find (dialog, "titled");

  g_assert_true (gtk_check_button_get_active (legend));
  gtk_editable_set_text (entry (dialog, "title"), "Ours");
  g_assert_cmpstr (style_of ("accuracy")->title, ==, "Ours");
  gtk_check_button_set_active (legend, FALSE);
  g_assert_true (style_of ("accuracy")->hides_legend);
  gtk_editable_set_text (entry (dialog, "x_lo"), "20");
  /* What cannot be taken stays, with a sentence, and changes nothing. */
  insert (entry (dialog, "x_lo"), "-");
  g_assert_nonnull (strstr (error_of (dialog), "logarithmic"));
  g_assert_cmpfloat (style_of ("accuracy")->lo[IPL_AXIS_X], ==, 20);
  insert (entry (dialog, "x_lo"), "minus ");
  g_assert_nonnull (strstr (error_of (dialog), "must be a number"));
  settle ();
  g_assert_cmpstr (gtk_editable_get_text (entry (dialog, "x_lo")), ==, "minus -20");
  gtk_editable_set_text (entry (dialog, "x_lo"), "30");
  g_assert_cmpstr (error_of (dialog), ==, "");
  gtk_editable_set_text (entry (dialog, "x_hi"), "10");
  g_assert_nonnull (strstr (error_of (dialog), "a smaller number and then a larger one"));
  gtk_editable_set_text (entry (dialog, "x_hi"), "");
  g_assert_cmpstr (error_of (dialog), ==, "");
  gtk_check_button_set_active (titled, FALSE);
  g_assert_cmpstr (style_of ("accuracy")->title, ==, "");
  settle ();
  /* Axes in quick succession are one step. */
  act (the_window (), "undo", NULL);
  g_assert_cmpstr (style_of ("accuracy")->title, ==, "Ours");
  g_assert_true (gtk_check_button_get_active (titled));
  act (the_window (), "undo", NULL);
  g_assert_cmpstr (gtk_editable_get_text (entry (dialog, "x_lo")), ==, "");
  act (the_window (), "undo", NULL);
  g_assert_true (gtk_check_button_get_active (legend));
  act (the_window (), "undo", NULL);
  g_assert_null (the_style ());
  g_assert_cmpstr (gtk_editable_get_text (entry (dialog, "title")), ==, "");
  act (the_window (), "redo", NULL);
  g_assert_cmpstr (gtk_editable_get_text (entry (dialog, "title")), ==, "Ours");
  act (the_window (), "undo", NULL);
  gtk_window_destroy (dialog);
  settle ();
}

/* The mark of the width shown. */
NEXT_TEST (test_marks, "/style/marks")
{
  GtkWindow *dialog = open_dialog (&ipl_panel_all);
  GtkDropDown *marks = find (dialog, "marks");

  gtk_drop_down_set_selected (marks, IPL_MARKS_HIDDEN);
  g_assert_cmpint (the_style ()->marks, ==, IPL_MARKS_HIDDEN);
  gtk_widget_activate (find (dialog, "reset"));
  /* A button that is pressed by its key is let go of after a while. */
  wait_until (the_style () == NULL);
  g_assert_cmpuint (gtk_drop_down_get_selected (marks), ==, IPL_MARKS_AS_ALWAYS);
  gtk_window_destroy (dialog);
  settle ();
}

/* A path has a name and a color, and the usual one again. */
NEXT_TEST (test_paths, "/style/paths")
{
  GtkWindow *dialog = open_dialog (&ipl_panel_paths);
  GtkGrid *paths = find (dialog, "paths");
  GtkWidget *name = gtk_grid_get_child_at (paths, 1, 0);
  GtkWidget *color = gtk_grid_get_child_at (paths, 2, 0);
  GtkWidget *back = gtk_grid_get_child_at (paths, 3, 0);
  const IplPathStyle *path;
  GdkRGBA pink = { 0.8F, 0.2F, 0.6F, 1 }, shown;

  g_assert_false (gtk_widget_get_sensitive (back));
  gtk_editable_set_text (GTK_EDITABLE (name), "zèbre & co");
  ipl_color_button_set (color, &pink);
  g_signal_emit_by_name (color, "color-set");
  path = the_style ()->paths->pdata[0];
  g_assert_cmpstr (path->name, ==, "zèbre & co");
  g_assert_true (path->has_color);
  g_assert_true (gtk_widget_get_sensitive (back));
  settle ();
  g_signal_emit_by_name (back, "clicked");
  path = the_style ()->paths->pdata[0];
  g_assert_false (path->has_color);
  ipl_color_button_get (color, &shown);
  g_assert_false (gdk_rgba_equal (&shown, &pink));
  gtk_editable_set_text (GTK_EDITABLE (name), "");
  g_assert_null (the_style ());
  gtk_window_destroy (dialog);
  settle ();
}

/* Files of styles, also wrong ones, and another case while the dialog is there. */
NEXT_TEST (test_files, "/style/files")
{
  GtkWindow *dialog = open_dialog (&ipl_panel_u);
  g_autofree char *path = in_folder ("a" IPL_STYLE_EXTENSION);
  g_autofree char *none = g_build_filename (folder, "none", "a" IPL_STYLE_EXTENSION, NULL);

  gtk_editable_set_text (entry (dialog, "title"), "Kept");
  g_assert_true (ipl_style_dialog_save (dialog, path));
  gtk_editable_set_text (entry (dialog, "title"), "Lost");
  g_assert_true (ipl_style_dialog_open (dialog, path));
  g_assert_cmpstr (gtk_editable_get_text (entry (dialog, "title")), ==, "Kept");
  g_assert_false (ipl_style_dialog_open (dialog, none));
  g_assert_nonnull (strstr (error_of (dialog), "cannot be read"));
  write_file (path, "{\"version\": 3}");
  g_assert_false (ipl_style_dialog_open (dialog, path));
  g_assert_nonnull (strstr (error_of (dialog), "must be 1"));
  g_assert_cmpstr (style_of ("u")->title, ==, "Kept");
  g_assert_false (ipl_style_dialog_save (dialog, none));
  act (the_window (), "open-example", "joma-joint");
  wait_for (the_window (), is_idle, "another experiment");
  settle ();
  act (the_window (), "open-example", "hmc4");
  wait_for (the_window (), is_solved, "the example");
  g_assert_cmpstr (style_of ("u")->title, ==, "Kept");
  ipl_document_set_figure_style (document_of (the_window ()), NULL, NULL);
  gtk_window_destroy (dialog);
  settle ();
}

/* The action opens it for the panel that has the keyboard. */
NEXT_TEST (test_action, "/style/action")
{
  GListModel *windows = gtk_window_get_toplevels ();
  guint n = g_list_model_get_n_items (windows);

  act (the_window (), "figure-style", NULL);
  settle ();
  g_assert_cmpuint (g_list_model_get_n_items (windows), ==, n + 1);
}
