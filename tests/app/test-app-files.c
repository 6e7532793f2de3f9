/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the window reads and writes. */
#include <gdk/x11/gdkx.h>
#include <string.h>

#include "app/sidebar/rows.h"
#include "app/dialogs/export-parts.h"
#include "app/dialogs/export-dialog.h"
#include "app/panels/panel-view.h"
#include "core/base/text-escape.h"
#include "core/case/example-cases.h"
#include "core/parameters/parameters-json.h"
#include "core/parameters/parameters.h"
#include "core/files/npz.h"
#include "window-fixture.h"

static const char *awaited_path;

/* Files are written in the background; the status line names each that is there. */
static void
wait_for_file (IplWindow *window, const char *path)
{
  awaited_path = path;
  wait_until (strstr (ipl_window_get_status (window), awaited_path) != NULL);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
}

WINDOW_TEST (test_file, "/files/file")
{
  g_autofree char *path = g_test_build_filename (G_TEST_DIST, "data", "hmc.npz", NULL);
  g_autofree char *saved = in_folder ("saved.npz");

  open_and_wait (window, path);
  g_assert_nonnull (strstr (title_of (window), "hmc.npz"));
  /* acc_0 of hmc.ref.npz: N = 10. */
  g_assert_cmpfloat_with_epsilon (current (window)->tests[0].accuracy, 0.97, 1e-9);
  /* An example asked for while the file is being read again is what is shown. */
  reset (window);
  ipl_window_open_path (window, path);
  act_and_wait (window, "open-example", "hmc4");
  g_assert_nonnull (strstr (title_of (window), "four paths"));
  g_assert_true (ipl_case_info_get_case (current (window)->the_case)->level == IPL_LEVEL_WEIGHTS);
  open_and_wait (window, path);
  ipl_window_save_to (window, IPL_SAVE_CASE, saved);
  wait_for_file (window, saved);
  open_and_wait (window, saved);
  g_assert_cmpfloat_with_epsilon (current (window)->tests[0].accuracy, 0.97, 1e-9);
}

/* The cases that come as files, and what the sidebar says of the model of one. */
NEXT_TEST (test_examples, "/files/examples")
{
  static const IplLevel levels[]
      = { IPL_LEVEL_PATHS, IPL_LEVEL_ATTENTION, IPL_LEVEL_WEIGHTS, IPL_LEVEL_ATTENTION };
  const guint n = G_N_ELEMENTS (levels);
  guint n_files;
  const IplExampleCase *examples = ipl_example_cases (&n_files);

  g_assert_cmpuint (n_files, ==, n + 1);
  g_assert_cmpstr (examples[n].run_of, ==, "joma-text");
  reset (window);
  for (guint i = 0; i < n; i++)
    {
      GtkWidget *facts;

      act_and_wait (window, "open-example", examples[i].id);
      g_assert_nonnull (strstr (title_of (window), examples[i].title));
      g_assert_cmpint (ipl_case_info_get_case (current (window)->the_case)->level, ==, levels[i]);
      facts = find_typed (window, ipl_case_facts_get_type ());
      g_assert_cmpint (gtk_widget_get_visible (part (facts, "warnings_row")), ==, i == n - 1);
      if (i == n - 1)
        g_assert_nonnull (strstr (label_text (facts, "warnings"), "Residual"));
    }
  reset (window);
}

/* A name that is no text and would do something to a terminal: GTK is told text only. */
NEXT_TEST (test_name, "/files/name")
{
  g_autofree char *right = g_test_build_filename (G_TEST_DIST, "data", "hmc.npz", NULL);
  g_autofree char *named = in_folder ("broken\xff\x1b[31m.npz");
  g_autofree char *bytes = NULL;
  gsize n;

  g_assert_true (g_file_get_contents (right, &bytes, &n, NULL));
  g_assert_true (g_file_set_contents (named, bytes, (gssize)n, NULL));
  open_and_wait (window, named);
  g_assert_nonnull (strstr (title_of (window), "broken"));
  g_assert_true (ipl_text_is_plain (title_of (window)));
  g_assert_true (ipl_text_is_plain (ipl_window_get_status (window)));
  reset (window);
}

/* TRUE if a widget is an entry of an open menu that says so. */
static gboolean
is_entry (GtkWidget *widget, gconstpointer text)
{
  g_autofree char *label = NULL;

  if (!g_str_equal (G_OBJECT_TYPE_NAME (widget), "GtkModelButton")
      || !gtk_widget_get_mapped (widget))
    return FALSE;
  g_object_get (widget, "text", &label, NULL);
  return g_strcmp0 (label, text) == 0;
}

/* By a real pointer. */
static void
click_on (GtkWidget *widget, guint button)
{
  GtkNative *native = gtk_widget_get_native (widget);
  graphene_rect_t bounds;
  double x, y;

  g_assert_true (gtk_widget_compute_bounds (widget, GTK_WIDGET (native), &bounds));
  gtk_native_get_surface_transform (native, &x, &y);
  xdo ("mousemove --window %lu %d %d click %u",
       gdk_x11_surface_get_xid (gtk_native_get_surface (native)),
       (int)(x + bounds.origin.x + bounds.size.width / 2),
       (int)(y + bounds.origin.y + bounds.size.height / 2), button);
}

static void
choose (gpointer menu, const char *text)
{
  GtkWidget *entry;

  wait_until ((entry = find_widget (menu, is_entry, text)) != NULL);
  spin (400);
  click_on (entry, 1);
  settle ();
}

/* The sidebar comes and goes by its key. */
static void
assert_keys (IplWindow *window)
{
  gboolean before = ipl_window_wants_sidebar (window);

  settle ();
  xdo ("key F9");
  g_assert_cmpint (ipl_window_wants_sidebar (window), ==, !before);
  xdo ("key F9");
  g_assert_cmpint (ipl_window_wants_sidebar (window), ==, before);
}

static gboolean
is_listed (GMenu *menu, const char *name)
{
  gboolean found = FALSE;

  for (int i = 0; i < g_menu_model_get_n_items (G_MENU_MODEL (menu)); i++)
    {
      g_autofree char *label = NULL;

      g_menu_model_get_item_attribute (G_MENU_MODEL (menu), i, G_MENU_ATTRIBUTE_LABEL, "s", &label);
      found = found || g_strcmp0 (label, name) == 0;
    }
  return found;
}

/* A file that was opened is listed, and no picture nor a file that could not be opened; opened from
 * there it leaves the keyboard with the window, as every menu does. */
WINDOW_TEST (test_recent, "/files/recent")
{
  g_autofree char *right = in_folder ("recent.npz");
  g_autofree char *shown = ipl_file_shown (right);
  const char *const not_listed[] = { "failed.npz", "picture.png" };
  GtkMenuButton *const buttons[]
      = { window->case_button, window->main_menu_button, GTK_MENU_BUTTON (window->export_button) };
  GtkWidget *area;

  ipl_window_save_to (window, IPL_SAVE_CASE, right);
  wait_for_file (window, right);
  open_and_wait (window, right);
  for (guint i = 0; i < G_N_ELEMENTS (not_listed); i++)
    {
      g_autofree char *path = in_folder (not_listed[i]);
      g_autofree char *uri = g_filename_to_uri (path, NULL, NULL);

      write_file (path, "neither");
      /* As GTK does with all that its own dialog has chosen. */
      gtk_recent_manager_add_item (gtk_recent_manager_get_default (), uri);
      ipl_window_open_path (window, path);
      wait_for (window, has_message, "a sentence");
      reset (window);
    }
  spin (500);
  g_assert_true (is_listed (window->recent_menu, shown));
  for (guint i = 0; i < G_N_ELEMENTS (not_listed); i++)
    g_assert_false (is_listed (window->recent_menu, not_listed[i]));
  gtk_menu_button_popup (window->case_button);
  choose (window->case_button, "Open Recent");
  choose (window->case_button, shown);
  wait_for (window, is_solved, "the file");
  g_assert_nonnull (strstr (title_of (window), "recent.npz"));
  assert_keys (window);
  act (window, "page", "theory");
  area = GTK_WIDGET (ipl_window_get_area (window, ipl_panel_find ("u")));
  for (guint i = 0; i < G_N_ELEMENTS (buttons); i++)
    {
      gtk_menu_button_popup (buttons[i]);
      spin (300);
      xdo ("key Escape");
      assert_keys (window);
    }
  click_on (area, 3);
  choose (gtk_widget_get_ancestor (area, IPL_TYPE_PANEL_VIEW), "Copy as Command");
  assert_keys (window);
  click_on (area, 3);
  spin (300);
  xdo ("key Escape");
  assert_keys (window);
}

static void
store_result (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **)data = g_object_ref (result);
}

/* For LaTeX there are two files, and of an SVG the text may be drawn as shapes. */
WINDOW_TEST (test_export_kinds, "/files/export-kinds")
{
  g_autofree char *tex = in_folder ("paths.tex");
  g_autofree char *graphics = in_folder ("paths-graphics.pdf");
  g_autofree char *svg = in_folder ("paths.svg");
  g_autofree char *text = NULL;

  export_to (open_export (window, &ipl_panel_paths, "tex"), tex);
  text = read_file (tex);
  g_assert_nonnull (strstr (text, "\\detokenize{paths-graphics.pdf}"));
  g_assert_true (g_file_test (graphics, G_FILE_TEST_EXISTS));
  for (int outlines = 1; outlines >= 0; outlines--)
    {
      IplExportDialog *dialog = open_export (window, &ipl_panel_paths, "pdf");
      GtkWidget *check = part (part (dialog, "paper"), "outlines");
      g_autofree char *missing = NULL, *command = NULL, *shapes = NULL;

      g_assert_false (gtk_widget_get_visible (check));
      ipl_export_dialog_set_extension (dialog, "svg");
      g_assert_true (gtk_widget_get_visible (check));
      gtk_check_button_set_active (GTK_CHECK_BUTTON (check), outlines);
      command = ipl_export_dialog_get_command (dialog, &missing);
      g_assert_true ((strstr (command, " --outlines") != NULL) == outlines);
      export_to (dialog, svg);
      shapes = read_file (svg);
      g_assert_true ((strstr (shapes, "<text ") == NULL) == outlines);
    }
}

/* Office programs take the drawing, others the picture. */
WINDOW_TEST (test_copy, "/files/copy")
{
  GdkContentProvider *content;
  GdkContentFormats *formats;
  GdkTexture *texture;
  GOutputStream *stream = g_memory_output_stream_new_resizable ();
  g_auto (GValue) value = G_VALUE_INIT;
  g_autoptr (GBytes) svg = NULL;
  GAsyncResult *done = NULL;

  act (window, "panel-copy", "accuracy");
  g_assert_cmpstr (ipl_window_get_status (window), ==,
                   "Figure copied to the clipboard, as SVG and as an image.");
  content = gdk_clipboard_get_content (gtk_widget_get_clipboard (GTK_WIDGET (window)));
  formats = gdk_content_provider_ref_formats (content);
  g_assert_true (gdk_content_formats_contain_mime_type (formats, "image/svg+xml"));
  g_assert_true (gdk_content_formats_contain_gtype (formats, GDK_TYPE_TEXTURE));
  gdk_content_formats_unref (formats);
  g_value_init (&value, GDK_TYPE_TEXTURE);
  g_assert_true (gdk_content_provider_get_value (content, &value, NULL));
  texture = g_value_get_object (&value);
  gdk_content_provider_write_mime_type_async (content, "image/svg+xml", stream, G_PRIORITY_DEFAULT,
                                              NULL, store_result, &done);
  wait_until (done != NULL);
  g_assert_true (gdk_content_provider_write_mime_type_finish (content, done, NULL));
  g_object_unref (done);
  g_output_stream_close (stream, NULL, NULL);
  svg = g_memory_output_stream_steal_as_bytes (G_MEMORY_OUTPUT_STREAM (stream));
  g_object_unref (stream);
  {
    g_autofree char *text = g_strndup (g_bytes_get_data (svg, NULL), g_bytes_get_size (svg));
    const char *box = strstr (text, "viewBox=\"0 0 ");
    double width = box != NULL ? g_ascii_strtod (box + strlen ("viewBox=\"0 0 "), NULL) : 0;

    /* As wide as the picture, which has two pixels for each of the window's. */
    g_assert_cmpfloat_with_epsilon (width * 96 / 72 * 2, gdk_texture_get_width (texture), 1);
    g_assert_nonnull (strstr (text, "<text "));
  }
}

/* An animation over the widths is written; one that is stopped leaves nothing, and the dialog goes
 * on. */
WINDOW_TEST (test_animation, "/files/animation")
{
  g_autofree char *gif = in_folder ("u.gif");
  g_autofree char *stopped = in_folder ("stopped.gif");
  g_autofree char *contents = NULL;
  IplExportDialog *dialog;

  wait_for (window, is_idle, "the sweep");
  dialog = open_export (window, &ipl_panel_u, NULL);
  g_assert_false (gtk_widget_get_visible (part (dialog, "animation")));
  ipl_export_dialog_set_extension (dialog, "gif");
  g_assert_true (gtk_widget_get_visible (part (dialog, "animation")));
  gtk_spin_button_set_value (part (part (dialog, "animation"), "frames"), 2000);
  ipl_export_dialog_export_to (dialog, stopped);
  settle ();
  g_assert_false (gtk_widget_get_sensitive (part (dialog, "export_button")));
  g_signal_emit_by_name (part (dialog, "animation"), "stopped");
  wait_until (gtk_widget_get_sensitive (part (dialog, "export_button")));
  g_assert_cmpuint (n_exported, ==, 0);
  g_assert_false (g_file_test (stopped, G_FILE_TEST_EXISTS));
  gtk_spin_button_set_value (part (part (dialog, "animation"), "frames"), 3);
  export_to (dialog, gif);
  contents = read_file (gif);
  g_assert_true (g_str_has_prefix (contents, "GIF89a"));
}

static guint
count_windows (void)
{
  return g_list_length (gtk_application_get_windows (GTK_APPLICATION (application)));
}

static gboolean
reports_others (IplWindow *window)
{
  const char *message = ipl_window_get_message (window);

  return message != NULL && strstr (message, "10 of 12") != NULL;
}

/* One window at a time, ten in all, and a sentence about the others. */
NEXT_TEST (test_many, "/files/many")
{
  GFile *files[12];
  guint n_before = count_windows (), n_last = n_before;
  gboolean is_reported = FALSE;

  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    {
      g_autofree char *name = g_strdup_printf ("nothing-%u.npz", i);

      files[i] = g_file_new_build_filename (folder, name, NULL);
    }
  g_application_open (G_APPLICATION (application), files, G_N_ELEMENTS (files), "");
  while (count_windows () < n_before + 11)
    {
      g_main_context_iteration (NULL, TRUE);
      g_assert_cmpuint (count_windows (), <=, n_last + 1);
      n_last = count_windows ();
    }
  settle ();
  g_assert_cmpuint (count_windows (), ==, n_before + 11);
  for (GList *l = gtk_application_get_windows (GTK_APPLICATION (application)); l != NULL;
       l = l->next)
    is_reported = is_reported || reports_others (l->data);
  g_assert_true (is_reported);
  close_others (window);
  for (guint i = 0; i < G_N_ELEMENTS (files); i++)
    g_object_unref (files[i]);
}
