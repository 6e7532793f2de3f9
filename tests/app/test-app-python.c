/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Python as a format of the export dialog: a script, and the results that it reads. */
#include "app/dialogs/export-dialog.h"
#include "core/results/results-load.h"
#include "figures/panels/panel-table.h"
#include "window-fixture.h"

#include <string.h>

/* The script names the results beside it, which hold all widths. */
NEXT_TEST (test_written, "/python/written")
{
  g_autofree char *path = in_folder ("ours.py"), *text = NULL;
  g_autofree char *results = in_folder ("ours-results.npz");
  g_autoptr (IplResults) rows = NULL;

  wait_for (window, is_idle, "all widths");
  export_to (open_export (window, &ipl_panel_accuracy, "py"), path);
  text = read_file (path);
  g_assert_true (g_str_has_prefix (text, "#!/usr/bin/env python3\n"));
  g_assert_nonnull (strstr (text, "results = np.load(\"ours-results.npz\")"));
  g_assert_nonnull (strstr (text, "interplay-cli figure hmc4"));
  g_assert_nonnull (strstr (text, "draw_accuracy(figure)"));
  rows = ipl_results_load (results, NULL, NULL);
  g_assert_nonnull (rows);
  g_assert_cmpuint (rows->sweep->n_rows, ==,
                    ipl_document_get_solve_result (document_of (window))->sweep->n_rows);
}

/* Another file that has the name of the results stays as it is. */
NEXT_TEST (test_not_replaced, "/python/not-replaced")
{
  g_autofree char *path = in_folder ("mine.py"), *text = NULL;
  g_autofree char *results = in_folder ("mine-results.npz");
  IplExportDialog *dialog = open_export (window, &ipl_panel_u, "py");

  write_file (results, "mine");
  ipl_export_dialog_export_to (dialog, path);
  wait_until (label_text (dialog, "error")[0] != '\0');
  g_assert_nonnull (strstr (label_text (dialog, "error"), "mine-results.npz"));
  g_assert_cmpuint (n_exported, ==, 0);
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  text = read_file (results);
  g_assert_cmpstr (text, ==, "mine");
  gtk_window_destroy (GTK_WINDOW (dialog));
}

/* Panels of which no file of results holds the numbers say so. */
NEXT_TEST (test_refused, "/python/refused")
{
  g_autofree char *path = in_folder ("weights.py");
  IplExportDialog *dialog = open_export (window, ipl_panel_find ("task"), "py");

  g_assert_nonnull (strstr (label_text (dialog, "error"), "cannot be redrawn by Python"));
  g_assert_false (gtk_widget_get_sensitive (part (dialog, "export_button")));
  ipl_export_dialog_export_to (dialog, path);
  settle ();
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  gtk_window_destroy (GTK_WINDOW (dialog));
}
