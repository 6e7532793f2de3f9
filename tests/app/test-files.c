/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the window reads and writes. */
#include <string.h>

#include "export-dialog.h"
#include "fixture.h"

static void
test_opens (void)
{
  g_application_activate (G_APPLICATION (application));
  wait_for (the_window (), is_solved, "the example");
}

static void
test_wrong_file (void)
{
  IplWindow *window = the_window ();
  g_autofree char *path = g_build_filename (folder, "wrong.npz", NULL);
  double before;

  reset (window);
  before = current (window)->tests[0].accuracy;
  g_assert_true (g_file_set_contents (path, "this is not a zip archive", -1, NULL));
  ipl_window_open_path (window, path);
  wait_for (window, has_message, "a sentence");
  wait_for (window, is_solved, "what was there before");
  g_test_message ("said: %s", ipl_window_get_message (window));
  g_assert_nonnull (ipl_window_get_message (window));
  g_assert_cmpfloat (current (window)->tests[0].accuracy, ==, before);
  g_assert_nonnull (strstr (gtk_window_get_title (GTK_WINDOW (window)), "four paths"));
  ipl_window_open_path (window, "/nowhere/at/all.npz");
  wait_for (window, is_solved, "what was there before");
  g_assert_nonnull (strstr (ipl_window_get_message (window), "all.npz"));
  /* And an error of a value goes away with the value. */
  reset (window);
  g_assert_null (ipl_window_get_message (window));
}

static void
test_file (void)
{
  IplWindow *window = the_window ();
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "hmc.npz", NULL);
  g_autofree char *saved = g_build_filename (folder, "saved.npz", NULL);

  reset (window);
  ipl_window_open_path (window, path);
  wait_for (window, is_solved, "the file");
  g_assert_nonnull (strstr (gtk_window_get_title (GTK_WINDOW (window)), "hmc.npz"));
  /* acc_0 of hmc.ref.npz: N = 10. */
  g_assert_cmpfloat_with_epsilon (current (window)->tests[0].accuracy, 0.97, 1e-9);
  /* An example asked for while the file is being read again is what is shown. */
  reset (window);
  ipl_window_open_path (window, path);
  act (window, "open-example", "hmc4");
  wait_for (window, is_solved, "the example");
  g_assert_nonnull (strstr (gtk_window_get_title (GTK_WINDOW (window)), "four paths"));
  g_assert_true (current (window)->the_case->level == IPL_LEVEL_WEIGHTS);
  ipl_window_open_path (window, path);
  wait_for (window, is_solved, "the file");
  ipl_window_save_to (window, IPL_SAVE_CASE, saved);
  for (int i = 0; i < 100 * SLOWER && strstr (ipl_window_get_status (window), "Saved") == NULL; i++)
    spin (50);
  g_assert_true (g_file_test (saved, G_FILE_TEST_EXISTS));
  ipl_window_open_path (window, saved);
  wait_for (window, is_solved, "the saved file");
  g_assert_cmpfloat_with_epsilon (current (window)->tests[0].accuracy, 0.97, 1e-9);
}

/* As a file manager does at the end of a drag. */
static gboolean
drop (IplWindow *window, const char *path)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (GTK_WIDGET (window));
  g_autoptr (GFile) file = g_file_new_for_path (path);
  GSList list = { file, NULL };
  GdkFileList *files = gdk_file_list_new_from_list (&list);
  g_auto (GValue) value = G_VALUE_INIT;
  gboolean taken = FALSE;

  g_value_init (&value, GDK_TYPE_FILE_LIST);
  g_value_take_boxed (&value, files);
  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        g_signal_emit_by_name (controller, "drop", &value, 10.0, 10.0, &taken);
    }
  return taken;
}

static void
test_drop (void)
{
  IplWindow *window = the_window ();
  g_autofree char *wrong = g_build_filename (folder, "dropped.npz", NULL);
  g_autofree char *right = g_build_filename (folder, "right.npz", NULL);

  reset (window);
  g_assert_true (g_file_set_contents (wrong, "this is not a zip archive", -1, NULL));
  g_assert_true (drop (window, wrong));
  wait_for (window, has_message, "a sentence");
  g_assert_nonnull (strstr (ipl_window_get_message (window), "dropped.npz"));
  reset (window);
  ipl_window_save_to (window, IPL_SAVE_CASE, right);
  for (int i = 0; i < 100 * SLOWER && !g_file_test (right, G_FILE_TEST_EXISTS); i++)
    spin (50);
  g_assert_true (drop (window, right));
  wait_for (window, is_solved, "the dropped file");
  g_assert_nonnull (strstr (gtk_window_get_title (GTK_WINDOW (window)), "right.npz"));
}

static void
export_as (IplWindow *window, IplPanel panel, IplFormat format, const char *path)
{
  IplExportDialog *dialog = ipl_export_dialog_new (window, panel);

  gtk_window_present (GTK_WINDOW (dialog));
  spin (100);
  ipl_export_dialog_set_format (dialog, format);
  ipl_export_dialog_export_to (dialog, path);
  for (int i = 0; i < 200 * SLOWER && !g_file_test (path, G_FILE_TEST_EXISTS); i++)
    spin (50);
  spin (100);
}

static void
test_export (void)
{
  static const char *starts[] = { "\x89PNG", "<?xml", "%PDF" };
  static const char *names[] = { "all.png", "u.svg", "accuracy.pdf" };
  static const IplPanel panels[] = { IPL_PANEL_ALL, IPL_PANEL_U, IPL_PANEL_ACCURACY };
  IplWindow *window = the_window ();
  g_autofree char *png = g_build_filename (folder, names[0], NULL);
  g_autofree char *svg = g_build_filename (folder, names[1], NULL);
  g_autofree char *text = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  reset (window);
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *path = g_build_filename (folder, names[i], NULL);
      g_autofree char *contents = NULL;
      gsize length;

      export_as (window, panels[i], (IplFormat)i, path);
      g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
      g_assert_cmpuint (length, >, 1000);
      g_assert_true (memcmp (contents, starts[i], strlen (starts[i])) == 0);
    }
  texture = gdk_texture_new_from_filename (png, NULL);
  g_assert_cmpint (gdk_texture_get_width (texture), ==, 1650); /* 5.5 in at 300 dpi */
  g_assert_true (g_file_get_contents (svg, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "396pt")); /* 5.5 in */
}

static void
test_results (void)
{
  IplWindow *window = the_window ();
  g_autofree char *csv = g_build_filename (folder, "results.csv", NULL);
  g_autofree char *npz = g_build_filename (folder, "results.npz", NULL);

  reset (window);
  ipl_window_save_to (window, IPL_SAVE_TABLE, csv);
  ipl_window_save_to (window, IPL_SAVE_ARRAYS, npz);
  for (int i = 0;
       i < 100 * SLOWER
       && !(g_file_test (csv, G_FILE_TEST_EXISTS) && g_file_test (npz, G_FILE_TEST_EXISTS));
       i++)
    spin (50);
  g_assert_true (g_file_test (csv, G_FILE_TEST_EXISTS));
  g_assert_true (g_file_test (npz, G_FILE_TEST_EXISTS));
  /* Where it can't be written a sentence says so. */
  ipl_window_save_to (window, IPL_SAVE_TABLE, "/nowhere/at/all.csv");
  wait_for (window, has_message, "a sentence");
  reset (window);
}

int
main (int argc, char *argv[])
{
  fixture_init (&argc, &argv);
  g_test_add_func ("/files/opens", test_opens);
  g_test_add_func ("/files/wrong-file", test_wrong_file);
  g_test_add_func ("/files/file", test_file);
  g_test_add_func ("/files/drop", test_drop);
  g_test_add_func ("/files/export", test_export);
  g_test_add_func ("/files/results", test_results);
  return fixture_run ();
}
