/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Python as a format of the export dialog: a script, and the results that it reads. */
#include "app/dialogs/export-dialog.h"
#include "core/results/results-load.h"
#include "figures/panels/panel-table.h"
#include "fixture.h"

#include <string.h>

static IplExportDialog *dialog;
static gboolean is_exported;

static void
on_exported (void)
{
  is_exported = TRUE;
}

static void
open_dialog (IplWindow *window, const char *panel)
{
  dialog = ipl_export_dialog_new (GTK_WINDOW (window), ipl_window_get_session (window),
                                  ipl_panel_find (panel));
  is_exported = FALSE;
  g_signal_connect (dialog, "exported", G_CALLBACK (on_exported), NULL);
  g_object_add_weak_pointer (G_OBJECT (dialog), (gpointer *)&dialog);
  ipl_export_dialog_set_extension (dialog, "py");
  gtk_window_present (GTK_WINDOW (dialog));
}

static gboolean
was_exported (IplWindow *window)
{
  return is_exported;
}

static char *
read_script (const char *path)
{
  char *text = NULL;

  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* The script names the results beside it, which hold all widths. */
static void
test_written (void)
{
  g_autofree char *path = g_build_filename (folder, "ours.py", NULL), *text = NULL;
  g_autofree char *results = g_build_filename (folder, "ours-results.npz", NULL);
  g_autoptr (IplResults) rows = NULL;
  IplWindow *window;

  g_application_activate (G_APPLICATION (application));
  window = the_window ();
  wait_for (window, is_solved, "the example");
  wait_for (window, is_idle, "all widths");
  open_dialog (window, "accuracy");
  ipl_export_dialog_export_to (dialog, path);
  wait_for (window, was_exported, "script and results");
  text = read_script (path);
  g_assert_true (g_str_has_prefix (text, "#!/usr/bin/env python3\n"));
  g_assert_nonnull (strstr (text, "results = np.load(\"ours-results.npz\")"));
  g_assert_nonnull (strstr (text, "interplay-cli figure hmc4"));
  g_assert_nonnull (strstr (text, "draw_accuracy(figure)"));
  rows = ipl_results_load (results, NULL, NULL);
  g_assert_nonnull (rows);
  g_assert_cmpuint (rows->sweep->n_rows, ==,
                    ipl_session_get_solve_result (ipl_window_get_session (window))->sweep->n_rows);
}

static char *
get_error (void)
{
  GtkWidget *label = GTK_WIDGET (
      gtk_widget_get_template_child (GTK_WIDGET (dialog), IPL_TYPE_EXPORT_DIALOG, "error"));

  return g_strdup (gtk_label_get_label (GTK_LABEL (label)));
}

static gboolean
tells_error (IplWindow *window)
{
  g_autofree char *text = get_error ();

  return text[0] != '\0';
}

/* Another file that has the name of the results stays as it is. */
static void
test_not_replaced (void)
{
  g_autofree char *path = g_build_filename (folder, "mine.py", NULL), *text = NULL, *why = NULL;
  g_autofree char *results = g_build_filename (folder, "mine-results.npz", NULL);
  IplWindow *window = the_window ();

  g_assert_true (g_file_set_contents (results, "mine", -1, NULL));
  open_dialog (window, "u");
  ipl_export_dialog_export_to (dialog, path);
  wait_for (window, tells_error, "an error");
  why = get_error ();
  g_assert_nonnull (strstr (why, "mine-results.npz"));
  g_assert_false (is_exported);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  text = read_script (results);
  g_assert_cmpstr (text, ==, "mine");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Panels of which no file of results holds the numbers say so. */
static void
test_refused (void)
{
  g_autofree char *path = g_build_filename (folder, "weights.py", NULL), *why = NULL;
  IplWindow *window = the_window ();
  GtkWidget *button;

  open_dialog (window, "task");
  button = GTK_WIDGET (
      gtk_widget_get_template_child (GTK_WIDGET (dialog), IPL_TYPE_EXPORT_DIALOG, "export_button"));
  why = get_error ();
  g_assert_nonnull (strstr (why, "cannot be redrawn by Python"));
  g_assert_false (gtk_widget_get_sensitive (button));
  ipl_export_dialog_export_to (dialog, path);
  settle ();
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
  g_test_add_func ("/python/written", test_written);
  g_test_add_func ("/python/not-replaced", test_not_replaced);
  g_test_add_func ("/python/refused", test_refused);
  return fixture_run ();
}
