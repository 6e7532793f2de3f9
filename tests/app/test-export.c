/* SPDX-License-Identifier: GPL-3.0-or-later */
#define _GNU_SOURCE /* memmem */

/* Figures taken home: what the dialog remembers, what a file is called and says of itself, and the
 * command that draws the very same picture. */
#include "fixture.h"
#include "training-support.h"

#include "app/base/theme.h"
#include "figures/output/style-json.h"
#include "app/dialogs/export-dialog.h"
#include "app/dialogs/export-parts.h"
#include "core/parameters/parameters-fields.h"
#include "core/parameters/parameters.h"
#include "figures/panels/panel-table.h"
#include "figures/view/target-step.h"

#include <string.h>

static guint n_exported;

static void
count_export (void)
{
  n_exported++;
}

static gboolean
has_exported (IplWindow *window)
{
  return n_exported > 0;
}

static void
remember (const char *figure, const char *format, const char *size)
{
  IplFigureFile settings = { .dpi = 100 };

  settings.panel = ipl_panel_find (figure);
  settings.format = format;
  settings.size = size;
  ipl_export_settings_save (&settings);
}

static IplExportDialog *
open_dialog (IplWindow *window, const IplPanel *panel)
{
  IplExportDialog *dialog
      = ipl_export_dialog_new (GTK_WINDOW (window), ipl_window_get_session (window), panel);

  n_exported = 0;
  g_signal_connect (dialog, "exported", G_CALLBACK (count_export), NULL);
  gtk_window_present (GTK_WINDOW (dialog));
  settle ();
  return dialog;
}

static void
change (IplWindow *window, const IplParameters *parameters)
{
  ipl_session_change (ipl_window_get_session (window), parameters, NULL);
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
assert_says (const char *path, const char *command)
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
  g_autofree char *path = g_build_filename (folder, "from-window.png", NULL);
  g_autofree char *missing = NULL, *command = NULL, *line = NULL, *drawn = NULL, *name = NULL;
  g_autoptr (GError) error = NULL;
  const char *argv[] = { "bash", "-c", NULL, NULL };
  IplExportDialog *dialog = open_dialog (window, panel);
  g_autofree char *out = NULL;
  IplView view;
  int status;

  command = ipl_export_dialog_get_command (dialog, &missing);
  g_test_message ("%s", command);
  g_assert_true (g_str_has_prefix (command, "interplay-cli figure "));
  if (missing_word != NULL)
    g_assert_nonnull (strstr (missing, missing_word));
  else
    g_assert_cmpstr (missing, ==, NULL);
  ipl_export_dialog_export_to (dialog, path);
  wait_for (window, has_exported, path);
  assert_says (path, command);
  if (missing_word != NULL)
    return;
  line = g_strdup_printf ("'%s'%s --out '%s'", g_getenv ("INTERPLAY_CLI"),
                          command + strlen ("interplay-cli"), folder);
  argv[2] = line;
  g_assert_true (g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &out,
                               NULL, &status, &error));
  g_assert_no_error (error);
  g_assert_cmpint (status, ==, 0);
  g_assert_true (ipl_session_get_view (ipl_window_get_session (window), &view));
  name = g_strstrip (g_strdup (out));
  assert_same_picture (path, name);
}

static void
test_open (void)
{
  g_application_activate (G_APPLICATION (application));
  wait_for (the_window (), is_solved, "the example");
}

static void
test_command (void)
{
  static const IplPanel *const others[]
      = { &ipl_panel_paths, &ipl_panel_accuracy, &ipl_panel_overlap, &ipl_panel_u };
  IplWindow *window = the_window ();
  IplSession *session = ipl_window_get_session (window);
  IplFigureFile settings;
  IplParameters parameters;

  reset (window);
  remember ("", "png", "neurips");
  check_command (window, &ipl_panel_all, NULL);

  /* Another case at a width of its own, drawn in every way that differs. */
  parameters = *ipl_session_get_parameters (session);
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
  change (window, &parameters);
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
  change (window, &parameters);
  check_command (window, &ipl_panel_u, NULL);
  remember ("", "png", "neurips");
}

/* Figures of another style: what the window shows is what is exported, and what the command draws,
 * which needs no other file. */
static void
test_style (void)
{
  IplWindow *window = the_window ();
  g_autoptr (GError) error = NULL;
  g_autoptr (IplFigureStyle) style = (IplFigureStyle *)ipl_figure_style_from_json (
      "{\"version\": 1, \"marker\": true, \"panels\": {"
      " \"accuracy\": {\"title\": \"It's <ours>\", \"legend\": false, \"x\": [5, 300]}},"
      " \"paths\": {\"1,1\": {\"name\": \"zèbre\", \"color\": \"#d01c8b\"}}}",
      &error);

  g_assert_no_error (error);
  reset (window);
  remember ("", "png", "neurips");
  ipl_session_set_figure_style (ipl_window_get_session (window), style, NULL);
  check_command (window, &ipl_panel_accuracy, NULL);
  ipl_session_set_figure_style (ipl_window_get_session (window), NULL, NULL);
}

static gboolean
is_complete (IplWindow *window)
{
  const IplSolveResult *result = ipl_session_get_solve_result (ipl_window_get_session (window));

  return is_solved (window) && result->own != NULL && result->own->complete;
}

/* Of what happens in time, at another moment than its end; and of sequences of glyphs. */
static void
test_own (void)
{
  IplWindow *window = the_window ();
  IplSession *session = ipl_window_get_session (window);
  IplParameters parameters;
  IplView view;

  remember ("", "png", "icml");
  act (window, "open-example", "joma-salience");
  wait_for (window, is_complete, "the flow");
  settle ();
  parameters = *ipl_session_get_parameters (session);
  g_assert_true (ipl_session_get_view (session, &view));
  parameters.shown_time = view.trajectory->time[view.trajectory->S / 3];
  ipl_session_change (session, &parameters, NULL);
  settle ();
  check_command (window, ipl_panel_find ("salience-components"), NULL);
  reset (window);
}

static gboolean
has_sequences (IplWindow *window)
{
  IplView view;

  return is_solved (window) && ipl_session_get_view (ipl_window_get_session (window), &view)
         && view.gallery != NULL && view.heads != NULL
         && !ipl_session_get_status (ipl_window_get_session (window), "heads")->running;
}

static gboolean
has_later_sequences (IplWindow *window)
{
  IplView view;

  return has_sequences (window) && ipl_session_get_view (ipl_window_get_session (window), &view)
         && view.gallery->first > 0;
}

/* A head, a sequence and a token that have been chosen, and sequences that have been turned to. */
static void
test_looked_at (void)
{
  static const char *const panels[] = { "task", "attention", "heads" };
  IplTarget target = ipl_target_on_head (1, 1);
  IplWindow *window = the_window ();
  IplSession *session = ipl_window_get_session (window);
  IplView view;

  remember ("", "png", "neurips");
  open_tiny (window);
  act (window, "page", "heads");
  wait_for (window, has_sequences, "sequences and heads");
  act (window, "next-examples", NULL);
  wait_for (window, has_later_sequences, "other sequences");
  target.example = 2;
  target.token = 7;
  ipl_selection_select (ipl_session_get_selection (session), &target);
  settle ();
  g_assert_true (ipl_session_get_view (session, &view));
  g_assert_cmpint (view.shown_layer, ==, 1);
  g_assert_cmpint (view.shown_head, ==, 1);
  g_assert_cmpint (view.shown_example, ==, 2);
  g_assert_cmpint (view.shown_token, ==, 7);
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    check_command (window, ipl_panel_find (panels[i]), NULL);
  ipl_session_choose_pruned (session, 1);
  settle ();
  g_assert_true (ipl_session_get_view (session, &view));
  g_assert_cmpint (view.pruned, ==, 1);
  check_command (window, ipl_panel_find ("pruning"), NULL);
  check_command (window, ipl_panel_find ("heads"), "step back");
  reset (window);
}

/* What is remembered is there again, also where the figure is not. */
static void
test_remembered (void)
{
  IplWindow *window = the_window ();
  g_autofree char *path = g_build_filename (folder, "remembered.svg", NULL);
  g_autofree char *command = NULL, *again = NULL, *missing = NULL, *fallen = NULL, *own = NULL;
  IplExportDialog *dialog;
  IplFigureFile settings;

  reset (window);
  remember ("overlap", "svg", "nature");
  dialog = open_dialog (window, NULL);
  command = ipl_export_dialog_get_command (dialog, &missing);
  g_assert_nonnull (strstr (command, "--panel overlap --size nature --format svg"));
  ipl_export_dialog_export_to (dialog, path);
  wait_for (window, has_exported, path);
  ipl_export_settings_load (&settings);
  g_assert_cmpstr (settings.panel->id, ==, "overlap");
  g_assert_cmpstr (settings.format, ==, "svg");
  g_assert_cmpstr (settings.size, ==, "nature");

  remember ("no such figure", "png", "120.5000x60.0000mm");
  dialog = open_dialog (window, NULL);
  fallen = ipl_export_dialog_get_command (dialog, &missing);
  g_assert_nonnull (strstr (fallen, "--panel all --size 120.5x60mm"));
  gtk_window_close (GTK_WINDOW (dialog));
  remember ("overlap", "png", "what is this");
  dialog = open_dialog (window, &ipl_panel_u);
  own = ipl_export_dialog_get_command (dialog, &missing);
  g_assert_nonnull (strstr (own, "--panel u --size neurips"));
  gtk_window_close (GTK_WINDOW (dialog));
  settle ();
}

static void
test_names (void)
{
  IplWindow *window = the_window ();
  IplSession *session = ipl_window_get_session (window);
  g_autofree char *usual = NULL, *gp = NULL, *hostile = NULL;
  IplParameters parameters;
  IplCaseInfo renamed;
  IplView view;

  reset (window);
  parameters = *ipl_session_get_parameters (session);
  g_assert_true (ipl_session_get_view (session, &view));
  usual = ipl_export_file_name (&parameters, &view, &ipl_panel_accuracy, "pdf");
  g_assert_cmpstr (usual, ==, "hmc4-accuracy-N10.pdf");
  renamed = *view.the_case;
  renamed.name = (char *)"../-a b\n\"'$(x)\xff\xe2\x80\xae";
  view.the_case = &renamed;
  hostile = ipl_export_file_name (&parameters, &view, &ipl_panel_u, "png");
  g_assert_cmpstr (hostile, ==, "figure..--a-b-----x------u-N10.png");

  parameters.current.gp = TRUE;
  change (window, &parameters);
  g_assert_true (ipl_session_get_view (session, &view));
  gp = ipl_export_file_name (&parameters, &view, &ipl_panel_u, "png");
  g_assert_cmpstr (gp, ==, "hmc4-u-GP.png");
}

static gboolean
says_nobody (IplWindow *window)
{
  const char *message = ipl_window_get_message (window);

  return message != NULL && strstr (message, "No program on this machine opens such files") != NULL;
}

/* A file that is written is offered to be opened; where no program does, a sentence says so. */
static void
test_offered (void)
{
  IplWindow *window = the_window ();
  g_autofree char *path = g_build_filename (folder, "nobody-opens.this-kind-of-file", NULL);

  g_assert_true (g_file_set_contents (path, "x", 1, NULL));
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "open-exported"));
  ipl_window_tell_file (window, "Exported.", path);
  settle ();
  g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "open-exported"));
  g_assert_true (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "show-exported"));
  act (window, "open-exported", NULL);
  wait_for (window, says_nobody, "a sentence");
  ipl_window_tell (window, "", FALSE);
  settle ();
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "show-exported"));
}

static gboolean
is_writing (IplWindow *window)
{
  return ipl_session_get_status (ipl_window_get_session (window), "file")->running;
}

static gboolean
is_written (IplWindow *window)
{
  return !is_writing (window);
}

/* A page of what is shown names its command; its numbers: tests/web. */
static void
test_web (void)
{
  IplWindow *window = the_window ();
  g_autofree char *path = g_build_filename (folder, "page.html", NULL);
  g_autofree char *nowhere = g_build_filename (folder, "nowhere", "page.html", NULL);

  reset (window);
  wait_for (window, is_idle, "rest");
  ipl_window_export_web (window, path);
  g_assert_true (is_writing (window));
  wait_for (window, is_written, "the page");
  assert_message (window, "page.html");
  assert_says (path, "interplay-cli html hmc4 ");
  ipl_window_export_web (window, nowhere);
  wait_for (window, is_written, "the end of it");
  assert_message (window, "nowhere");
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
  g_test_add_func ("/export/open", test_open);
  g_test_add_func ("/export/command", test_command);
  g_test_add_func ("/export/style", test_style);
  g_test_add_func ("/export/own", test_own);
  g_test_add_func ("/export/looked-at", test_looked_at);
  g_test_add_func ("/export/remembered", test_remembered);
  g_test_add_func ("/export/names", test_names);
  g_test_add_func ("/export/web", test_web);
  g_test_add_func ("/export/offered", test_offered);
  return fixture_run ();
}
