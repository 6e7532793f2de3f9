/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Another case beside the one that is open: read, solved at the same width, undone, saved with the
 * session and brought back, also where its file is gone. */
#include <glib/gstdio.h>
#include <string.h>

#include "app/window/window.h"
#include "core/case/example-cases.h"
#include "core/parameters/parameters.h"
#include "figures/output/describe.h"
#include "figures/panels/panel-table.h"
#include "session/session-save.h"
#include "support.h"
#include "training-support.h"

static char *
copy_example (const char *id, const char *name)
{
  g_autofree char *from = ipl_example_case_path (id), *text = NULL;
  char *to = g_build_filename (folder, name, NULL);
  gsize size;

  g_assert_true (g_file_get_contents (from, &text, &size, NULL));
  g_assert_true (g_file_set_contents (to, text, (gssize)size, NULL));
  return to;
}

static const IplView *
compared (IplWindow *window)
{
  static IplView view;

  return ipl_session_get_view (session_of (window), &view) ? view.compared : NULL;
}

/* Both stand at the same width. */
static gboolean
is_compared (IplWindow *window)
{
  const IplView *other = compared (window);
  g_autofree char *said = ipl_session_describe_comparison (session_of (window));

  return is_idle (window) && said != NULL && !g_str_has_prefix (said, "Reading")
         && !ipl_session_get_status (session_of (window), "compare")->running && other != NULL
         && other->current != NULL && current (window) != NULL
         && ipl_setting_same_widths (&other->current->setting, &current (window)->setting);
}

static gboolean
is_alone (IplWindow *window)
{
  return !ipl_session_is_comparing (session_of (window)) && compared (window) == NULL;
}

static gboolean
can_stop (IplWindow *window)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (window), "stop-comparing");
}

static void
test_compare (void)
{
  g_autofree char *path = copy_example ("example-paths", "other.npz");
  IplWindow *window;

  g_application_activate (G_APPLICATION (application));
  window = the_window ();
  reset (window);
  g_assert_false (can_stop (window));
  ipl_session_compare_file (session_of (window), path);
  g_assert_true (ipl_session_is_comparing (session_of (window)));
  wait_for (window, is_compared, "the other case");
  g_autofree char *said = ipl_session_describe_comparison (session_of (window));
  g_assert_cmpstr (said, ==, "hmc4 compared with other");
  g_assert_true (can_stop (window));
  g_assert_true (ipl_session_is_unsaved (session_of (window)));

  IplView view;
  g_assert_true (ipl_session_get_view (session_of (window), &view));
  g_autofree char *table = ipl_figure_table (&ipl_panel_accuracy, &view);
  g_assert_nonnull (strstr (table, "\nhmc4\t"));
  g_assert_nonnull (strstr (table, "\nother\t"));

  /* The scrubber moves both. */
  ipl_session_change_width (session_of (window), 77, FALSE);
  wait_for (window, is_compared, "another width");
  g_assert_cmpuint (compared (window)->current->setting.N[0], ==, 77);
  ipl_session_change_width (session_of (window), 77, TRUE);
  wait_for (window, is_compared, "the limit");
  g_assert_true (compared (window)->current->setting.gp);
}

static void
test_undone (void)
{
  IplWindow *window = the_window ();

  act (window, "stop-comparing", NULL);
  wait_for (window, is_alone, "the case alone");
  act (window, "undo", NULL);
  wait_for (window, is_compared, "both again");
  act (window, "redo", NULL);
  wait_for (window, is_alone, "the case alone again");
  act (window, "undo", NULL);
  wait_for (window, is_compared, "both once more");
}

static const char *expected_file;

static gboolean
is_saved (IplWindow *window)
{
  return !ipl_session_is_unsaved (session_of (window))
         && g_strcmp0 (ipl_session_get_file (session_of (window)), expected_file) == 0;
}

/* The session has a copy of the file, which is not there any more. */
static void
test_saved (void)
{
  g_autofree char *path = g_build_filename (folder, "pair.interplay", NULL);
  g_autofree char *other = g_build_filename (folder, "other.npz", NULL);
  IplWindow *first = the_window ();

  expected_file = path;
  ipl_window_save_session_to (first, path, NULL, NULL, NULL);
  wait_for (first, is_saved, "the file");
  g_assert_cmpint (g_unlink (other), ==, 0);
  g_action_group_activate_action (G_ACTION_GROUP (application), "new-window", NULL);
  IplWindow *window = the_window ();
  g_assert_true (window != first);
  wait_for (window, is_solved, "the example");
  g_assert_true (is_alone (window));
  g_assert_true (drop (window, path));
  wait_for (window, is_compared, "both out of the file");
  g_autofree char *said = ipl_session_describe_comparison (session_of (window));
  g_assert_cmpstr (said, ==, "hmc4 compared with other");
  g_assert_false (ipl_session_is_unsaved (session_of (window)));

  /* Of the session, its case alone is compared; closing does not wait for it. */
  ipl_session_compare_file (session_of (first), path);
  wait_for (first, is_compared, "a session");
  g_autofree char *pair = ipl_session_describe_comparison (session_of (first));
  g_assert_cmpstr (pair, ==, "hmc4 compared with pair");
  ipl_session_compare_file (session_of (window), path);
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *)&window);
  ipl_window_close_unasked (window);
  wait_until (window == NULL);
}

/* A sentence, and nothing else is changed. */
static void
test_refused (void)
{
  IplWindow *window = the_window ();
  g_autofree char *garbage = g_build_filename (folder, "garbage.npz", NULL);
  g_autofree char *missing = g_build_filename (folder, "missing.npz", NULL);

  act (window, "stop-comparing", NULL);
  wait_for (window, is_alone, "the case alone");
  ipl_session_compare_file (session_of (window), missing);
  wait_for (window, has_message, "a sentence");
  g_assert_true (is_alone (window));
  g_assert_true (g_file_set_contents (garbage, "garbage", -1, NULL));
  ipl_session_compare_file (session_of (window), garbage);
  wait_for (window, is_alone, "nothing to compare");
  wait_for (window, has_message, "a sentence");

  /* Where there are no attention paths nothing can be compared. */
  ipl_session_open_experiment (session_of (window), "joma-tree");
  wait_for (window, is_idle, "the experiment");
  g_assert_false (g_action_group_get_action_enabled (G_ACTION_GROUP (window), "compare"));
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
  g_test_add_func ("/app/compare/compare", test_compare);
  g_test_add_func ("/app/compare/undone", test_undone);
  g_test_add_func ("/app/compare/saved", test_saved);
  g_test_add_func ("/app/compare/refused", test_refused);
  return fixture_run ();
}
