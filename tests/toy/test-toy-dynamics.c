/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Experiments that record a trajectory, in a real window: their page and what it hides, the
 * scrubber of time, parameters that are dragged, runs that wait for the user's word, stop and go
 * on. */
#include <string.h>

#include "../app/fixture.h"
#include "core/parameters/parameters.h"
#include "figures/output/figure.h"
#include "app/panels/scrubber.h"
#include "app/dialogs/export-dialog.h"
#include "app/pages/page-table.h"
#include "session/session-save.h"
#include "toy-dynamics.h"

static const IplPage page = {
  .id = "toy-dynamics",
  .title = "Toy dynamics",
  .tooltip = "A page of the tests",
  .keys = "<Control><Alt>9",
  .places = { { "toy-curve" }, { "entropy" }, { "loss" } },
};

static IplSession *
session_of (IplWindow *window)
{
  return ipl_window_get_session (window);
}

static const IplParameters *
parameters_of (IplWindow *window)
{
  return ipl_session_get_parameters (session_of (window));
}

static const IplTrajectory *
trajectory_of (IplWindow *window, guint *moment)
{
  IplView view;

  if (!ipl_session_get_view (session_of (window), &view) || view.trajectory == NULL)
    return NULL;
  if (moment != NULL)
    *moment = view.moment;
  return view.trajectory;
}

static gboolean
is_complete (IplWindow *window)
{
  const IplSolveResult *result = ipl_session_get_solve_result (session_of (window));

  return is_solved (window) && result->own != NULL && result->own->complete;
}

static gboolean
is_begun (IplWindow *window)
{
  IplView view;

  return ipl_session_is_current_shown (session_of (window))
         && ipl_session_get_view (session_of (window), &view) && view.own != NULL
         && !view.own->complete && view.trajectory->S > 50
         && ipl_session_get_status (session_of (window), "solve")->running;
}

/* With 41 moments. */
static IplWindow *
open_decay (void)
{
  IplWindow *window = the_window ();

  act (window, "open-example", "toy-decay");
  wait_for (window, is_complete, "the toy");
  settle ();
  return window;
}

/* The first that is not hidden. */
static GtkWidget *
find (GtkWidget *widget, const char *type, const char *name)
{
  GtkWidget *found = NULL;

  if (!gtk_widget_get_visible (widget) && !GTK_IS_ROOT (widget))
    return NULL;
  if (g_str_equal (G_OBJECT_TYPE_NAME (widget), type)
      && (name == NULL
          || g_strcmp0 (gtk_buildable_get_buildable_id (GTK_BUILDABLE (widget)), name) == 0))
    return widget;
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child != NULL && found == NULL;
       child = gtk_widget_get_next_sibling (child))
    found = find (child, type, name);
  return found;
}

static gboolean
has_buttons (IplWindow *window)
{
  return find (GTK_WIDGET (window), "GtkBox", "page_buttons") != NULL;
}

/* Labels of the page's buttons that can be seen, with a space behind each. */
static char *
list_buttons (IplWindow *window)
{
  GtkWidget *box = find (GTK_WIDGET (window), "GtkBox", "page_buttons");
  g_autoptr (GString) text = g_string_new (NULL);

  for (GtkWidget *child = gtk_widget_get_first_child (box); child != NULL;
       child = gtk_widget_get_next_sibling (child))
    if (GTK_IS_TOGGLE_BUTTON (child) && gtk_widget_get_visible (child))
      g_string_append_printf (text, "%s ", gtk_button_get_label (GTK_BUTTON (child)));
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* What the status line says as soon as it has said what has just been done; valid until the next.
 */
static const char *
describe (IplWindow *window)
{
  static char *text;

  g_free (text);
  text = ipl_session_describe (session_of (window));
  return text;
}

static const char *
subtitle_of (IplWindow *window)
{
  return gtk_label_get_label (GTK_LABEL (find (GTK_WIDGET (window), "GtkLabel", "subtitle")));
}

static gboolean
is_seen (IplWindow *window, const char *type, const char *name)
{
  GtkWidget *widget = find (GTK_WIDGET (window), type, name);

  return widget != NULL && gtk_widget_get_mapped (widget);
}

/* Its page alone, and nothing of paths; there and back, by opening and by undo. */
static void
test_page (void)
{
  IplWindow *window = the_window ();
  g_autofree char *before = NULL, *with = NULL, *after = NULL;

  /* A window that has just been made may have no room for them yet. */
  wait_for (window, has_buttons, "the buttons of pages");
  before = list_buttons (window);
  g_assert_cmpstr (ipl_window_get_page (window), ==, "theory");
  g_assert_true (is_seen (window, "IplFold", "network_group"));
  open_decay ();
  with = list_buttons (window);
  g_assert_cmpstr (with, ==, "Toy dynamics ");
  g_assert_cmpstr (ipl_window_get_page (window), ==, "toy-dynamics");
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (ipl_window_get_area (window, &toy_curve))));
  g_assert_false (is_seen (window, "IplFold", "network_group"));
  g_assert_false (is_seen (window, "GtkButton", "sample_button"));
  g_assert_false (is_seen (window, "IplWidthScrubber", NULL));
  g_assert_true (is_seen (window, "IplTimeScrubber", NULL));
  g_assert_true (is_seen (window, "IplFieldRow", NULL));
  g_assert_true (is_seen (window, "IplTextRow", NULL));
  g_assert_cmpstr (subtitle_of (window), ==, "40 steps · 41 moments");

  /* A page that has nothing to show is not shown, and says so. */
  act (window, "page", "heads");
  g_assert_cmpstr (ipl_window_get_page (window), ==, "toy-dynamics");
  g_assert_nonnull (strstr (ipl_window_get_status (window), "has nothing to show"));
  act (window, "next-page", NULL);
  act (window, "previous-page", NULL);
  g_assert_cmpstr (ipl_window_get_page (window), ==, "toy-dynamics");
  act (window, "panel-enlarge", "u");
  g_assert_cmpstr (ipl_window_get_page (window), ==, "toy-dynamics");

  act (window, "undo", NULL);
  wait_for (window, is_solved, "the example");
  settle ();
  after = list_buttons (window);
  g_assert_cmpstr (after, ==, before);
  g_assert_cmpstr (ipl_window_get_page (window), ==, "theory");
  g_assert_true (is_seen (window, "IplWidthScrubber", NULL));
  g_assert_false (is_seen (window, "IplTimeScrubber", NULL));
  act (window, "redo", NULL);
  wait_for (window, is_complete, "the toy");
  g_assert_cmpstr (ipl_window_get_page (window), ==, "toy-dynamics");
}

static void
type (IplWindow *window, const char *text)
{
  GtkWidget *entry = GTK_WIDGET (window->time_scrubber->entry);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
}

static void
assert_moment (IplWindow *window, guint expected)
{
  guint moment = G_MAXUINT;

  g_assert_nonnull (trajectory_of (window, &moment));
  g_assert_cmpuint (moment, ==, expected);
}

/* Marks at 0, 5, .. 40 and where exp (-x) x is greatest: at x = 1, step 10. Nothing is computed. */
static void
test_scrubber (void)
{
  IplWindow *window = open_decay ();
  IplScrubber *scrubber = window->time_scrubber;
  GtkWidget *scale = GTK_WIDGET (scrubber->scale);
  int runs = g_atomic_int_get (&toy_dynamics_runs);
  gboolean handled;

  assert_moment (window, 40);
  act (window, "narrower", NULL);
  assert_moment (window, 35);
  act (window, "wider", NULL);
  assert_moment (window, 40);
  g_assert_cmpfloat (parameters_of (window)->shown_time, ==, -1.0);
  type (window, "12.4");
  assert_moment (window, 12);
  g_assert_nonnull (strstr (describe (window), "Step 12 of 40: loss 0.3012"));
  gtk_test_accessible_assert_property (scale, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "step 12 of 40");
  act (window, "narrower", NULL);
  assert_moment (window, 10);
  g_signal_emit_by_name (scale, "change-value", GTK_SCROLL_STEP_FORWARD, 0.0, &handled);
  assert_moment (window, 11);
  g_signal_emit_by_name (scale, "change-value", GTK_SCROLL_JUMP, 17.2, &handled);
  assert_moment (window, 17);
  /* What one control changes in quick succession is one step. */
  act (window, "undo", NULL);
  assert_moment (window, 40);
  act (window, "redo", NULL);
  assert_moment (window, 17);
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (part (scrubber, "follow")), TRUE);
  assert_moment (window, 40);

  type (window, "41");
  g_assert_nonnull (strstr (ipl_window_get_message (window), "from 0 to 40"));
  type (window, "yesterday");
  g_assert_nonnull (strstr (ipl_window_get_message (window), "“yesterday”"));
  type (window, "end");
  assert_moment (window, 40);
  settle ();
  g_assert_cmpint (g_atomic_int_get (&toy_dynamics_runs), ==, runs);
}

static gboolean
has_played (IplWindow *window)
{
  return !ipl_scrubber_get_playing (window->time_scrubber);
}

static void
test_play (void)
{
  IplWindow *window = open_decay ();
  guint moment = 0;

  type (window, "38");
  act (window, "play", NULL);
  g_assert_true (ipl_scrubber_get_playing (window->time_scrubber));
  wait_for (window, has_played, "the end");
  assert_moment (window, 40);
  /* From the end it begins anew. */
  act (window, "play", NULL);
  wait_until (trajectory_of (window, &moment) != NULL && moment > 2 && moment < 40);
  act (window, "play", NULL);
  g_assert_true (has_played (window));
  reset (window);
  settle ();
  act (window, "play", NULL);
  g_assert_true (ipl_scrubber_get_playing (window->scrubber));
  open_decay ();
  g_assert_false (ipl_scrubber_get_playing (window->scrubber));
}

static double
rate_of (IplWindow *window)
{
  IplParameters parameters = *parameters_of (window);

  return *toy_dynamics_rate (&parameters);
}

/* One step of undo, however long it takes; the curve follows. */
static void
test_drag (void)
{
  IplWindow *window = open_decay ();
  GtkEventController *drag = find_drag (ipl_window_get_area (window, &toy_curve));

  g_signal_emit_by_name (drag, "drag-begin", 20.0, 30.0);
  g_signal_emit_by_name (drag, "drag-update", 1.0, 2.0);
  g_assert_cmpfloat (rate_of (window), ==, 0.1);
  g_signal_emit_by_name (drag, "drag-update", 0.0, 40.0);
  g_assert_cmpfloat_with_epsilon (rate_of (window), 0.13, 1e-12);
  wait_for (window, is_complete, "the curve");
  type (window, "7");
  spin (1200);
  g_signal_emit_by_name (drag, "drag-update", 0.0, 80.0);
  g_assert_cmpfloat_with_epsilon (rate_of (window), 0.16, 1e-12);
  g_signal_emit_by_name (drag, "drag-end", 0.0, 80.0);
  assert_moment (window, 7);
  wait_for (window, is_complete, "the curve");
  spin (1200);
  g_signal_emit_by_name (drag, "drag-begin", 20.0, 30.0);
  g_signal_emit_by_name (drag, "drag-update", 0.0, 120.0);
  g_signal_emit_by_name (drag, "drag-end", 0.0, 120.0);
  g_assert_cmpfloat_with_epsilon (rate_of (window), 0.19, 1e-12);
  act (window, "undo", NULL);
  g_assert_cmpfloat_with_epsilon (rate_of (window), 0.16, 1e-12);
  act (window, "undo", NULL);
  act (window, "undo", NULL);
  act (window, "undo", NULL);
  g_assert_cmpfloat (rate_of (window), ==, 0.1);
  wait_for (window, is_complete, "the curve");
}

/* What asks to run begins when it is opened, grows, stops, goes on from there, and waits where its
 * parameters change. */
static void
test_run (void)
{
  IplWindow *window = the_window ();
  GtkWidget *button = find (GTK_WIDGET (window), "GtkButton", "run_button");
  IplParameters changed;
  guint S, moment;
  int runs;

  act (window, "open-example", "toy-training");
  wait_for (window, is_begun, "the first moments");
  S = trajectory_of (window, &moment)->S;
  g_assert_cmpuint (moment, ==, S - 1);
  g_assert_nonnull (strstr (subtitle_of (window), "running"));
  /* Time is scrubbed meanwhile, and nothing begins anew. */
  runs = g_atomic_int_get (&toy_dynamics_runs);
  type (window, "3");
  assert_moment (window, 3);
  type (window, "end");
  act (window, "stop", NULL);
  wait_for (window, is_idle, "the stop");
  settle ();
  S = trajectory_of (window, &moment)->S;
  g_assert_cmpuint (S, >, 50);
  g_assert_cmpuint (S, <, 401);
  g_assert_cmpuint (moment, ==, S - 1);
  g_assert_nonnull (strstr (subtitle_of (window), "stopped"));
  g_assert_nonnull (strstr (describe (window), "Ctrl+R goes on"));
  g_assert_true (gtk_widget_has_css_class (button, "suggested-action"));
  g_assert_cmpint (g_atomic_int_get (&toy_dynamics_runs), ==, runs);
  act (window, "run", NULL);
  wait_for (window, is_complete, "the end");
  g_assert_cmpint (g_atomic_int_get (&toy_dynamics_begun_at), >=, (int)S - 1);
  g_assert_cmpint (g_atomic_int_get (&toy_dynamics_runs), ==, runs + 1);
  g_assert_false (gtk_widget_has_css_class (button, "suggested-action"));

  /* Other parameters wait; what was found stays to be seen. */
  changed = *parameters_of (window);
  *toy_dynamics_rate (&changed) = 0.2;
  ipl_session_change (session_of (window), &changed, NULL);
  settle ();
  g_assert_cmpint (g_atomic_int_get (&toy_dynamics_runs), ==, runs + 1);
  g_assert_cmpuint (trajectory_of (window, NULL)->S, ==, 401);
  g_assert_nonnull (strstr (describe (window), "Ctrl+R runs it with these"));
  g_assert_nonnull (strstr (subtitle_of (window), "of other parameters"));
  g_assert_true (gtk_widget_has_css_class (button, "suggested-action"));
  act (window, "undo", NULL);
  g_assert_false (gtk_widget_has_css_class (button, "suggested-action"));
  g_assert_null (strstr (describe (window), "Ctrl+R"));
  act (window, "redo", NULL);
  act (window, "run", NULL);
  wait_for (window, is_begun, "the new run");
  g_assert_cmpint (g_atomic_int_get (&toy_dynamics_begun_at), ==, 0);
}

/* Leaving asks while it runs; what is brought back after a crash goes on from what was kept. */
static void
test_leave (void)
{
  IplWindow *window = the_window ();
  g_autofree char *loss = NULL;
  g_autofree char *json = NULL;
  g_autofree char *checkpoint = g_build_filename (folder, "toy-training.checkpoint", NULL);
  g_autoptr (IplSession) again = ipl_session_new ();
  g_autoptr (GError) error = NULL;

  act (window, "open-example", "toy-training");
  wait_for (window, is_begun, "the first moments");
  loss = ipl_session_describe_loss (session_of (window), TRUE);
  g_assert_nonnull (strstr (loss, "Toy training"));
  g_action_group_activate_action (G_ACTION_GROUP (window), "open-example",
                                  g_variant_new_string ("hmc4"));
  g_assert_true ((window->question != NULL));
  ipl_window_answer_question (window, FALSE);
  g_assert_cmpstr (ipl_window_get_page (window), ==, "toy-dynamics");
  type (window, "20");
  json = ipl_session_to_json (session_of (window));
  act (window, "stop", NULL);
  wait_for (window, is_idle, "the stop");

  g_assert_true (g_file_set_contents (checkpoint, "0.1 120", -1, NULL));
  ipl_session_keep_in (again, folder);
  g_assert_true (ipl_session_open_saved (again, NULL, json, &error));
  g_assert_no_error (error);
  g_assert_cmpfloat (ipl_session_get_parameters (again)->shown_time, ==, 20.0);
  wait_until (g_atomic_int_get (&toy_dynamics_begun_at) == 120);
  ipl_session_close (again);
}

/* Only what can be drawn is offered. */
static void
test_export (void)
{
  IplWindow *window = open_decay ();
  IplExportDialog *dialog
      = ipl_export_dialog_new (GTK_WINDOW (window), session_of (window), &toy_curve);
  GtkDropDown *list = GTK_DROP_DOWN (find (GTK_WIDGET (dialog), "GtkDropDown", "panel"));
  g_autofree char *path = g_build_filename (folder, "curve.svg", NULL);

  g_assert_cmpuint (g_list_model_get_n_items (gtk_drop_down_get_model (list)), ==, 3);
  ipl_export_dialog_set_extension (dialog, "svg");
  ipl_export_dialog_export_to (dialog, path);
  wait_until (g_file_test (path, G_FILE_TEST_EXISTS));
  settle ();
}

static gboolean
is_enabled (IplWindow *window, const char *name)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (window), name);
}

/* Arrays, with what they were computed from; and none of what belongs to paths. */
static void
test_save (void)
{
  IplWindow *window = open_decay ();
  g_autofree char *path = g_build_filename (folder, "decay.npz", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GFile) file = g_file_new_for_path (path);

  g_assert_true (is_enabled (window, "save-npz"));
  g_assert_false (is_enabled (window, "save-csv"));
  g_assert_false (is_enabled (window, "save-case"));
  g_assert_false (is_enabled (window, "sample"));
  g_assert_false (is_enabled (window, "prune"));
  ipl_window_save_to (window, IPL_SAVE_ARRAYS, path);
  wait_until (g_file_test (path, G_FILE_TEST_EXISTS));
  settle ();
  bytes = g_file_load_bytes (file, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_nonnull (
      g_strstr_len (g_bytes_get_data (bytes, NULL), (gssize)g_bytes_get_size (bytes), "PK"));
  g_assert_null (ipl_window_get_message (window));
}

/* From the fields alone: a choice, and back. */
static void
test_sidebar (void)
{
  IplWindow *window = open_decay ();
  GtkWidget *row = find (GTK_WIDGET (window), "IplFieldRow", NULL);
  GtkWidget *list = find (row, "GtkDropDown", NULL);
  int runs = g_atomic_int_get (&toy_dynamics_runs);

  gtk_drop_down_set_selected (GTK_DROP_DOWN (list), 1);
  wait_for (window, is_complete, "the other shape");
  g_assert_cmpint (g_atomic_int_get (&toy_dynamics_runs), ==, runs + 1);
  g_assert_true (ipl_session_can_undo (session_of (window)));
  act (window, "undo", NULL);
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (list)), ==, 0);
  wait_for (window, is_complete, "the first shape");
}

int
main (int argc, char *argv[])
{
  ipl_panel_register (&toy_curve);
  ipl_page_register (&page);
  ipl_experiment_register (&toy_decay);
  ipl_experiment_register (&toy_training);
  fixture_init (&argc, &argv);
  g_action_group_activate_action (G_ACTION_GROUP (application), "new-window", NULL);
  wait_for (the_window (), is_solved, "the first example");
  g_test_add_func ("/toy-dynamics/page", test_page);
  g_test_add_func ("/toy-dynamics/scrubber", test_scrubber);
  g_test_add_func ("/toy-dynamics/play", test_play);
  g_test_add_func ("/toy-dynamics/drag", test_drag);
  g_test_add_func ("/toy-dynamics/sidebar", test_sidebar);
  g_test_add_func ("/toy-dynamics/export", test_export);
  g_test_add_func ("/toy-dynamics/save", test_save);
  g_test_add_func ("/toy-dynamics/run", test_run);
  g_test_add_func ("/toy-dynamics/leave", test_leave);
  return fixture_run ();
}
