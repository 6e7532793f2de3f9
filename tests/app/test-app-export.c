/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memmem */

/* Figures taken home: what the dialog remembers, what a file is called and says of itself, and the
 * command that draws the very same picture. */
#include "window-fixture.h"
#include "training-support.h"

#include "app/base/theme.h"
#include "figures/output/style-json.h"
#include "app/dialogs/export-dialog.h"
#include "app/dialogs/export-parts.h"
#include "core/parameters/parameters-fields.h"
#include "core/parameters/parameters.h"
#include "figures/panels/panel-table.h"
#include "figures/view/target-arrow-keys.h"

#include <string.h>

static void
remember (const char *figure, const char *format, const char *size)
{
  IplFigureFile settings = { .dpi = 100 };

  settings.panel = ipl_panel_find (figure);
  settings.format = format;
  settings.size = size;
  ipl_export_settings_save (&settings);
}

static void
change_all (IplWindow *window, const IplParameters *parameters)
{
  change (window, parameters);
  settle ();
  wait_for (window, is_solved, "the change");
  wait_for (window, is_idle, "the end of it");
}

/* Every pixel of two files is the same. */
static void
assert_same_picture (const char *one, const char *other)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GdkTexture) a = gdk_texture_new_from_filename (one, &error);
  g_autoptr (GdkTexture) b = gdk_texture_new_from_filename (other, &error);
  gsize stride;
  g_autofree guchar *p = NULL, *q = NULL;

  g_assert_no_error (error);
  g_assert_cmpint (gdk_texture_get_width (a), ==, gdk_texture_get_width (b));
  g_assert_cmpint (gdk_texture_get_height (a), ==, gdk_texture_get_height (b));
  stride = 4 * (gsize)gdk_texture_get_width (a);
  p = g_malloc (stride * (gsize)gdk_texture_get_height (a));
  q = g_malloc (stride * (gsize)gdk_texture_get_height (a));
  gdk_texture_download (a, p, stride);
  gdk_texture_download (b, q, stride);
  g_assert_cmpmem (p, stride * (gsize)gdk_texture_get_height (a), q,
                   stride * (gsize)gdk_texture_get_height (b));
}

/* A file says by which command it is drawn. */
static void
assert_contains (const char *path, const char *command)
{
  g_autofree char *contents = NULL;
  gsize length;

  g_assert_true (g_file_get_contents (path, &contents, &length, NULL));
  g_assert_nonnull (memmem (contents, length, command, strlen (command)));
}

/* Exports a panel, runs the command that the dialog gives, and compares. */
static void
check_command (IplWindow *window, const IplPanel *panel, const char *missing_word)
{
  g_autofree char *path = in_folder ("from-window.png");
  g_autofree char *missing = NULL, *command = NULL, *line = NULL;
  g_autoptr (GError) error = NULL;
  const char *argv[] = { "bash", "-c", NULL, NULL };
  IplExportDialog *dialog = open_export (window, panel, NULL);
  g_autofree char *out = NULL;
  int status;

  command = ipl_export_dialog_get_command (dialog, &missing);
  g_test_message ("%s", command);
  g_assert_true (g_str_has_prefix (command, "interplay-cli figure "));
  if (missing_word != NULL)
    g_assert_nonnull (strstr (missing, missing_word));
  else
    g_assert_cmpstr (missing, ==, NULL);
  export_to (dialog, path);
  assert_contains (path, command);
  if (missing_word != NULL)
    return;
  line = g_strdup_printf ("'%s'%s --out '%s'", g_getenv ("INTERPLAY_CLI"),
                          command + strlen ("interplay-cli"), folder);
  argv[2] = line;
  g_assert_true (g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out,
                               NULL, &status, &error));
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  assert_same_picture (path, g_strstrip (out));
}

WINDOW_TEST (test_command, "/export/command")
{
  static const IplPanel *const others[]
      = { &ipl_panel_paths, &ipl_panel_accuracy, &ipl_panel_overlap, &ipl_panel_u };
  IplFigureFile settings;
  IplParameters parameters;

  remember ("", "png", "neurips");
  check_command (window, &ipl_panel_all, NULL);

  /* Another case at a width of its own, drawn in every way that differs. */
  parameters = *parameters_of (window);
  ipl_parameters_set_seed (&parameters, 5);
  parameters.current.N[0] = parameters.current.N[1] = parameters.current.N[2] = 70;
  parameters.current.gp = FALSE;
  parameters.current.temperature = 0.03;
  parameters.display.shared_limits = TRUE;
  parameters.display.n_components = 12;
  parameters.gp_paths = g_intern_string ("1;1,2");
  parameters.display.accuracy_lines = IPL_ACCURACY_ALL;
  parameters.display.path_scale = IPL_PATHS_LOG;
  parameters.display.heatmap_scale = IPL_HEATMAP_SYMLOG;
  parameters.display.paths_shown = 3;
  parameters.display.paths_share = 0.0625;
  change_all (window, &parameters);
  ipl_theme_choice_set_look (ipl_theme_choice_get_default (), "paper");
  ipl_export_settings_load (&settings);
  settings.size = "90x70mm";
  settings.font_pt = 6.5;
  settings.dpi = 120;
  settings.theme = IPL_THEME_DARK;
  settings.transparent = settings.marked = TRUE;
  ipl_export_settings_save (&settings);
  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    check_command (window, others[i], NULL);
  ipl_theme_choice_set_look (ipl_theme_choice_get_default (), "own");

  /* The GP limit. */
  parameters.current.gp = TRUE;
  change_all (window, &parameters);
  check_command (window, &ipl_panel_u, NULL);
  remember ("", "png", "neurips");
}

/* Figures of another style: what the window shows is what is exported, and what the command draws,
 * which needs no other file. */
NEXT_TEST (test_style, "/export/style")
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplFigureStyle) style = (IplFigureStyle *)ipl_figure_style_from_json (
      "{\"version\": 1, \"marker\": true, \"panels\": {"
      " \"accuracy\": {\"title\": \"It's <ours>\", \"legend\": false, \"x\": [5, 300]}},"
      " \"paths\": {\"1,1\": {\"name\": \"zèbre\", \"color\": \"#d01c8b\"}}}",
      &error);

  g_assert_no_error (error);
  reset (window);
  remember ("", "png", "neurips");
  ipl_document_set_figure_style (document_of (window), style, NULL);
  check_command (window, &ipl_panel_accuracy, NULL);
  ipl_document_set_figure_style (document_of (window), NULL, NULL);
}

/* Of what happens in time, at another moment than its end; and of sequences of glyphs. */
NEXT_TEST (test_own, "/export/own")
{
  IplParameters parameters;
  IplView view;

  remember ("", "png", "icml");
  act (window, "open-example", "joma-salience");
  wait_for (window, is_complete, "the flow");
  settle ();
  parameters = *parameters_of (window);
  view = view_of (window);
  parameters.shown_time = view.trajectory->time[view.trajectory->S / 3];
  ipl_document_change (document_of (window), &parameters, NULL);
  settle ();
  check_command (window, ipl_panel_find ("salience-components"), NULL);
  reset (window);
}

static gboolean
has_sequences (IplWindow *window)
{
  return is_solved (window) && view_of (window).gallery != NULL && view_of (window).heads != NULL
         && !ipl_document_get_status (document_of (window), "heads")->running;
}

/* A head, a sequence and a token that have been chosen, and sequences that have been turned to. */
NEXT_TEST (test_looked_at, "/export/looked-at")
{
  static const char *const panels[] = { "task", "attention", "heads" };
  IplTarget target = ipl_target_head (1, 1);
  IplView view;

  remember ("", "png", "neurips");
  open_tiny (window);
  act (window, "page", "heads");
  wait_for (window, has_sequences, "sequences and heads");
  act (window, "next-examples", NULL);
  wait_until (has_sequences (window) && view_of (window).gallery->first > 0);
  ipl_target_set (&target, IPL_PART_SEQUENCE, 2);
  ipl_target_set (&target, IPL_PART_TOKEN, 7);
  ipl_selection_select (selection_of (window), &target);
  settle ();
  view = view_of (window);
  g_assert_cmpint (view.shown_layer, ==, 1);
  g_assert_cmpint (view.shown_head, ==, 1);
  g_assert_cmpint (view.shown_example, ==, 2);
  g_assert_cmpint (view.shown_token, ==, 7);
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    check_command (window, ipl_panel_find (panels[i]), NULL);
  ipl_document_choose_pruned (document_of (window), 1);
  settle ();
  view = view_of (window);
  g_assert_cmpint (view.pruned, ==, 1);
  check_command (window, ipl_panel_find ("pruning"), NULL);
  check_command (window, ipl_panel_find ("heads"), "dimming");
  reset (window);
}

/* What is remembered is there again, also where the figure is not. */
WINDOW_TEST (test_remembered, "/export/remembered")
{
  g_autofree char *path = in_folder ("remembered.svg");
  g_autofree char *command = NULL, *again = NULL, *missing = NULL, *fallen = NULL, *own = NULL;
  IplExportDialog *dialog;
  IplFigureFile settings;

  remember ("overlap", "svg", "nature");
  dialog = open_export (window, NULL, NULL);
  command = ipl_export_dialog_get_command (dialog, &missing);
  g_assert_nonnull (strstr (command, "--panel overlap --size nature --format svg"));
  export_to (dialog, path);
  ipl_export_settings_load (&settings);
  g_assert_cmpstr (settings.panel->id, ==, "overlap");
  g_assert_cmpstr (settings.format, ==, "svg");
  g_assert_cmpstr (settings.size, ==, "nature");

  remember ("no such figure", "png", "120.5000x60.0000mm");
  dialog = open_export (window, NULL, NULL);
  fallen = ipl_export_dialog_get_command (dialog, &missing);
  g_assert_nonnull (strstr (fallen, "--panel all --size 120.5x60mm"));
  gtk_window_close (GTK_WINDOW (dialog));
  remember ("overlap", "png", "what is this");
  dialog = open_export (window, &ipl_panel_u, NULL);
  own = ipl_export_dialog_get_command (dialog, &missing);
  g_assert_nonnull (strstr (own, "--panel u --size neurips"));
  gtk_window_close (GTK_WINDOW (dialog));
  settle ();
}

WINDOW_TEST (test_names, "/export/names")
{
  g_autofree char *usual = NULL, *gp = NULL, *hostile = NULL;
  IplParameters parameters;
  IplCaseInfo renamed;
  IplView view;

  parameters = *parameters_of (window);
  view = view_of (window);
  usual = ipl_export_file_name (&parameters, &view, &ipl_panel_accuracy, "pdf");
  g_assert_cmpstr (usual, ==, "hmc4-accuracy-N10.pdf");
  renamed = *view.the_case;
  renamed.name = (char *)"../-a b\n\"'$(x)\xff\xe2\x80\xae";
  view.the_case = &renamed;
  hostile = ipl_export_file_name (&parameters, &view, &ipl_panel_u, "png");
  g_assert_cmpstr (hostile, ==, "figure..--a-b-----x------u-N10.png");

  parameters.current.gp = TRUE;
  change_all (window, &parameters);
  view = view_of (window);
  gp = ipl_export_file_name (&parameters, &view, &ipl_panel_u, "png");
  g_assert_cmpstr (gp, ==, "hmc4-u-GP.png");
}

/* A page of what is shown names its command; its numbers: tests/web. */
WINDOW_TEST (test_web, "/export/web")
{
  g_autofree char *path = in_folder ("page.html");
  g_autofree char *nowhere = g_build_filename (folder, "nowhere", "page.html", NULL);

  wait_for (window, is_idle, "rest");
  ipl_window_export_web (window, path);
  g_assert_true (is_writing (window));
  wait_until (!is_writing (window));
  assert_message (window, "page.html");
  assert_contains (path, "interplay-cli figure hmc4 ");
  ipl_window_export_web (window, nowhere);
  wait_until (!is_writing (window));
  assert_message (window, "nowhere");
}

/* A file that is written is offered to be opened; where no program does, a sentence says so. */
NEXT_TEST (test_offered, "/export/offered")
{
  g_autofree char *path = in_folder ("nobody-opens.this-kind-of-file");

  g_assert_true (g_file_set_contents (path, "x", 1, NULL));
  g_assert_false (is_enabled (window, "exported::open"));
  ipl_window_show_file_message (window, "Exported.", path);
  settle ();
  g_assert_true (is_enabled (window, "exported::open"));
  g_assert_true (is_enabled (window, "exported::folder"));
  act (window, "exported::open", NULL);
  wait_for (window, has_message, "a sentence");
  wait_until (
      strstr (ipl_window_get_message (window), "No program on this machine opens such files"));
  ipl_window_show_message (window, "", FALSE);
  settle ();
  g_assert_false (is_enabled (window, "exported::folder"));
}
