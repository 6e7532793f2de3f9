/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Experiments in time of several kinds, as a user goes through them: opened from the menu or by a
 * folder, stopped, made small and run, pointed at by pointer and arrow keys, moved through in time
 * and undone. All experiments: cli-every-dynamics. Criticals end the program here. */
#include <glib/gstdio.h>
#include <string.h>

#include "app/pages/page-table.h"
#include "app/panels/scrubber.h"
#include "core/experiments/experiment-table.h"
#include "core/files/npz.h"
#include "core/files/safetensors.h"
#include "core/parameters/parameters.h"
#include "figures/help/help-table.h"
#include "figures/output/figure.h"
#include "figures/panels/panel-table.h"
#include "training-support.h"

/* An experiment, and what makes a run short: a parameter's flag and its value, and so on. */
typedef struct
{
  const char *id, *settings;
} Small;

static const Small small[] = {
  { "joma-joint", "steps 60 n-classes 5" },
  { "joma-salience", "" },
  { "joma-text", "words 3000 steps 30 network-width 16 hidden 16 length 8 batch 4 layers 2" },
  { "stable-rank", "" },
  { "scan-snap", "" },
};

/* What is shown, where it is a result of the experiment that is open. */
static gboolean
get_view (IplWindow *window, IplView *view)
{
  return ipl_document_get_view (document_of (window), view) && view->dynamics != NULL
         && view->dynamics->experiment == parameters_of (window)->experiment;
}

static gboolean
is_running (IplWindow *window)
{
  return ipl_document_get_status (document_of (window), "solve")->running;
}

static const char *
describe (IplWindow *window)
{
  static char *text;

  g_free (text);
  text = ipl_document_describe (document_of (window));
  return text;
}

static void
make_small (IplWindow *window, const char *settings)
{
  IplParameters parameters = *parameters_of (window);
  g_auto (GStrv) words = g_strsplit (settings, " ", -1);

  for (guint k = 0; words[k] != NULL && words[k][0] != '\0'; k += 2)
    set_field (&parameters, words[k], words[k + 1]);
  change (window, &parameters);
}

/* Two checkpoints with two lower MLP matrices each. */
static char *
make_checkpoints (void)
{
  char *path = in_folder ("checkpoints");

  g_assert_cmpint (g_mkdir_with_parents (path, 0700), ==, 0);
  for (guint step = 1; step <= 2; step++)
    {
      IplSafetensorsWriter *writer = ipl_safetensors_writer_new ();
      g_autofree char *name = g_strdup_printf ("step%u.safetensors", step);
      g_autofree char *file = g_build_filename (path, name, NULL);
      const gsize shape[] = { 3, 2 };
      const float values[2][6] = { { 1, 0, 0, (float)step, 0, 0 }, { 1, 2, 3, 4, 5, 6 } };
      g_autoptr (GError) error = NULL;

      for (guint layer = 0; layer < 2; layer++)
        {
          g_autofree char *tensor
              = g_strdup_printf ("gpt_neox.layers.%u.mlp.dense_h_to_4h.weight", layer);

          ipl_safetensors_writer_add_floats (writer, tensor, values[layer], 2, shape);
        }
      ipl_safetensors_writer_close (writer, file, &error);
      g_assert_no_error (error);
    }
  return path;
}

static char *opened_from; /* (nullable): what an experiment was opened from */

/* Opened as it is, stopped where it takes long, and then small: to its end. */
static void
open_small (IplWindow *window, const IplExperiment *experiment, const char *settings)
{
  if (experiment->built_in)
    {
      act (window, "open-example", experiment->id);
    }
  else
    {
      opened_from = make_checkpoints ();
      g_assert_true (drop (window, opened_from));
    }
  /* What was run before is in no file. */
  ipl_window_answer_question (window, TRUE);
  wait_until (ipl_document_get_opening (document_of (window)) == NULL);
  settle ();
  if (experiment->runs_on_request && is_running (window))
    {
      act (window, "stop::first", NULL);
      wait_for (window, is_idle, "the stop");
    }
  make_small (window, settings);
  if (ipl_document_needs_run (document_of (window)))
    act (window, "run", NULL);
  wait_for (window, is_complete, "the end of the small run");
  g_assert_cmpstr (ipl_window_get_page (window), ==, experiment->page);
  g_assert_null (ipl_window_get_message (window));
  /* Laid out, too. */
  settle ();
}

/* What is pointed at in a panel is said, the same by pointer and by keys. */
static void
point (IplWindow *window, const IplPanel *panel)
{
  GtkWidget *area = GTK_WIDGET (ipl_window_get_area (window, panel));
  GtkEventController *motion = find_controller (area, GTK_TYPE_EVENT_CONTROLLER_MOTION);
  GtkEventController *keys = find_controller (area, GTK_TYPE_EVENT_CONTROLLER_KEY);
  IplSelection *selection = selection_of (window);
  const guint arrows[] = { GDK_KEY_Right, GDK_KEY_Down, GDK_KEY_Left, GDK_KEY_Up };
  g_autofree char *silent = g_strdup (describe (window));
  double width = gtk_widget_get_width (area), height = gtk_widget_get_height (area);
  const char *more = NULL;
  guint n_said = 0;
  gboolean handled;
  IplView view;

  g_assert_true (get_view (window, &view));
  /* What was not asked for has nothing to point at. */
  if (panel->empty != NULL && panel->empty (&view, &more) != NULL)
    return;
  for (guint i = 0; i < 14 * 14; i++)
    {
      g_signal_emit_by_name (motion, "motion", (i % 14 + 0.5) * width / 14,
                             (i / 14 + 0.5) * height / 14);
      if (ipl_target_is_none (ipl_selection_get_hovered (selection)))
        continue;
      g_assert_true (ipl_selection_get_panel (selection) == panel);
      g_assert_cmpstr (describe (window), !=, "");
      n_said += strcmp (describe (window), silent) != 0;
    }
  g_signal_emit_by_name (motion, "leave");
  g_assert_cmpstr (describe (window), ==, silent);
  if (n_said == 0)
    g_error ("%s says nothing of what is pointed at", panel->id);

  gtk_widget_grab_focus (area);
  for (guint i = 0; i < G_N_ELEMENTS (arrows); i++)
    {
      g_autofree char *here = NULL;

      g_signal_emit_by_name (keys, "key-pressed", arrows[i], 0, 0, &handled);
      g_assert_true (handled);
      g_assert_false (ipl_target_is_none (ipl_selection_get_hovered (selection)));
      here = ipl_figure_describe_target (panel, ipl_selection_get_hovered (selection), &view);
      g_assert_cmpstr (here, !=, "");
      g_assert_cmpstr (describe (window), ==, here);
      if (gtk_widget_has_focus (area))
        gtk_test_accessible_assert_property (area, GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, here);
    }
  g_test_message ("%s: %s", panel->id, describe (window));
  ipl_selection_clear (selection);
}

/* Whether the panel's page of help says that it is dragged. */
static gboolean
promises_drag (const IplPanel *panel)
{
  const IplHelpPage *page = ipl_help_find (panel->id);

  for (guint i = 0; page != NULL && i < page->n_blocks; i++)
    if (g_regex_match_simple ("\\bdrag", page->blocks[i].plain, G_REGEX_CASELESS, 0))
      return TRUE;
  return FALSE;
}

static gboolean
drag_from (IplWindow *window, IplFigureArea *area, double x, double y)
{
  GtkEventController *gesture = find_drag (area);
  double width = gtk_widget_get_width (GTK_WIDGET (area)), dx = x > width / 2 ? -x / 2 : x / 2;
  IplParameters before = *parameters_of (window);
  IplFigurePlace place;
  gboolean changed;

  if (!ipl_figure_area_find_place (area, x, y, &place) || !ipl_figure_place_can_drag (&place))
    return FALSE;
  g_signal_emit_by_name (gesture, "drag-begin", x, y);
  g_signal_emit_by_name (gesture, "drag-update", dx, dx / 4);
  g_signal_emit_by_name (gesture, "drag-end", dx, dx / 4);
  changed = !ipl_parameters_equal (parameters_of (window), &before);
  change (window, &before);
  return changed;
}

/* A panel whose page of help says so is dragged, from somewhere. */
static void
drag (IplWindow *window, const IplPanel *panel)
{
  IplFigureArea *area = ipl_window_get_area (window, panel);
  double width = gtk_widget_get_width (GTK_WIDGET (area));
  double height = gtk_widget_get_height (GTK_WIDGET (area));
  gboolean dragged = FALSE;

  for (guint i = 0; i < 14 * 14 && !dragged; i++)
    dragged = drag_from (window, area, (i % 14 + 0.5) * width / 14, (i / 14 + 0.5) * height / 14);
  g_test_message ("%s: %s", panel->id, dragged ? "dragged" : "not dragged");
  if (promises_drag (panel) && !dragged)
    g_error ("%s is not dragged as its page of help says", panel->id);
}

static guint
get_moment (IplWindow *window)
{
  IplView view;

  g_assert_true (get_view (window, &view));
  return view.moment;
}

static void
enter_time (IplWindow *window, const char *text)
{
  GtkWidget *entry = GTK_WIDGET (window->time_scrubber->entry);

  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
}

/* The scale dragged and stepped, an exact time, playing and its end. */
static void
move_through_time (IplWindow *window)
{
  IplScrubber *scrubber = window->time_scrubber;
  GtkWidget *scale = GTK_WIDGET (scrubber->scale);
  gboolean handled;
  IplView view;
  guint S;

  g_assert_true (get_view (window, &view));
  g_assert_true (gtk_widget_get_mapped (scale));
  S = view.trajectory->S;
  g_assert_cmpuint (get_moment (window), ==, S - 1);
  g_signal_emit_by_name (scale, "change-value", GTK_SCROLL_JUMP, 0.0, &handled);
  g_assert_cmpuint (get_moment (window), ==, 0);
  settle ();
  g_signal_emit_by_name (scale, "change-value", GTK_SCROLL_STEP_FORWARD, 0.0, &handled);
  g_assert_cmpuint (get_moment (window), ==, MIN (1, S - 1));
  act (window, "step-width(1)", NULL);
  act (window, "step-width(-1)", NULL);
  /* What one control changes in quick succession is one step, and nothing is computed for it. */
  act (window, "undo", NULL);
  g_assert_cmpfloat (parameters_of (window)->shown_time, ==, -1.0);
  act (window, "redo", NULL);
  g_assert_false (is_running (window));
  enter_time (window, "yesterday");
  assert_message (window, "“yesterday”");
  for (guint i = 0; i < 2; i++)
    {
      enter_time (window, i == 0 ? "1e30" : "-3");
      assert_message (window, "from ");
    }
  enter_time (window, "end");
  g_assert_cmpuint (get_moment (window), ==, S - 1);
  /* The last moment is the end, wherever that comes to be. */
  g_signal_emit_by_name (scale, "change-value", GTK_SCROLL_JUMP, 0.0, &handled);
  g_signal_emit_by_name (scale, "change-value", GTK_SCROLL_JUMP, (double)S, &handled);
  g_assert_cmpfloat (parameters_of (window)->shown_time, ==, -1.0);
  act (window, "play", NULL);
  g_assert_true (ipl_scrubber_get_playing (scrubber));
  settle ();
  act (window, "play", NULL);
  g_assert_false (ipl_scrubber_get_playing (scrubber));
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (part (scrubber, "follow")), TRUE);
  g_assert_cmpuint (get_moment (window), ==, S - 1);
}

/* The first number of its own that can be counted up: done, undone and done again. */
static void
change_and_undo (IplWindow *window)
{
  const IplExperiment *experiment = parameters_of (window)->experiment;
  IplParameters before = *parameters_of (window), changed = before;
  GtkWidget *run_button = GTK_WIDGET (window->run_button);
  const IplField *field = NULL;
  gpointer data = NULL;

  for (guint g = 0; g < experiment->n_groups && field == NULL; g++)
    for (guint i = 0; i < experiment->groups[g].n_fields && field == NULL; i++)
      if (experiment->groups[g].fields[i].kind == IPL_FIELD_SEED)
        {
          field = &experiment->groups[g].fields[i];
          data = (guint8 *)ipl_parameters_edit_specific (&changed) + experiment->groups[g].offset;
        }
  if (field == NULL)
    return;
  ipl_field_set_number (field, data, ipl_field_get_number (field, data) + 3);
  change (window, &changed);
  if (experiment->runs_on_request)
    {
      g_assert_nonnull (strstr (describe (window), "Ctrl+R runs the experiment with the new ones"));
      g_assert_nonnull (strstr (gtk_label_get_label (window->subtitle), "outdated"));
      g_assert_true (gtk_widget_has_css_class (run_button, "suggested-action"));
    }
  else
    wait_for (window, is_complete, "the changed run");
  act (window, "undo", NULL);
  g_assert_true (ipl_parameters_equal (parameters_of (window), &before));
  wait_for (window, is_complete, "the run before");
  g_assert_false (gtk_widget_has_css_class (run_button, "suggested-action"));
  act (window, "redo", NULL);
  g_assert_true (ipl_parameters_equal (parameters_of (window), &changed));
  act (window, "undo", NULL);
  wait_for (window, is_complete, "the run before, again");
}

static void
test_experiment (gconstpointer data)
{
  const Small *opened = data;
  const IplExperiment *experiment = ipl_experiment_find (opened->id);
  const IplPage *page = ipl_page_find (experiment->page);
  IplWindow *window = the_window ();
  IplView view;

  open_small (window, experiment, opened->settings);
  g_assert_true (get_view (window, &view));
  for (guint i = 0; ipl_page_get_panel (page, i) != NULL; i++)
    {
      const IplPanel *panel = ipl_page_get_panel (page, i);

      /* A page that training a network has too draws its learning curve, which is none here. */
      if (!ipl_panel_fits (panel, &view))
        continue;
      point (window, panel);
      drag (window, panel);
    }
  move_through_time (window);
  change_and_undo (window);
  g_assert_null (ipl_window_get_message (window));
  if (opened_from != NULL)
    test_remove (opened_from);
  g_clear_pointer (&opened_from, g_free);
}

static char *
write_frequencies (const char *name, guint ndim, gsize tokens, gsize classes, const double *X)
{
  char *path = in_folder (name);
  const gsize shape[] = { tokens, classes };
  g_autoptr (GError) error = NULL;
  IplNpzWriter *writer = ipl_npz_writer_new (path, &error);

  ipl_npz_writer_add_doubles (writer, "X", X, ndim, shape);
  ipl_npz_writer_close (writer, &error);
  g_assert_no_error (error);
  return path;
}

/* Of what is not of paths nothing is offered that is. */
static void
assert_not_of_paths (IplWindow *window)
{
  static const char *const not [] = { "save::table", "save::case", "sample::widths", "prune" };

  g_assert_true (is_enabled (window, "save::arrays"));
  for (guint i = 0; i < G_N_ELEMENTS (not ); i++)
    g_assert_false (is_enabled (window, not [i]));
  g_assert_false (gtk_widget_get_visible (part (window->sidebar, "network_group")));
  g_assert_false (gtk_widget_get_mapped (GTK_WIDGET (window->scrubber)));
  act (window, "page", "heads");
  g_assert_nonnull (strstr (ipl_window_get_status (window), "is not available"));
  act (window, "page::next", NULL);
  act (window, "page::previous", NULL);
  act (window, "panel-enlarge", "u");
  g_assert_cmpstr (ipl_window_get_page (window), ==, "joint");
}

static gboolean
is_not_playing (IplWindow *window)
{
  return !ipl_scrubber_get_playing (window->time_scrubber);
}

/* A matrix of one's own is dropped; one that does not do is named, and nothing is lost. */
WINDOW_TEST (test_frequencies, "/dynamics/frequencies")
{
  g_autofree char *right
      = write_frequencies ("mine.npz", 2, 3, 2, (const double[]){ 1, 0, 2, 1, 0, 3 });
  g_autofree char *wrong
      = write_frequencies ("wrong.npz", 2, 3, 2, (const double[]){ 1, 1, -2, 1, 1, 1 });
  IplParameters before;
  IplView view;

  g_assert_true (drop (window, right));
  wait_for (window, is_complete, "joint dynamics");
  g_assert_cmpstr (ipl_window_get_page (window), ==, "joint");
  g_assert_true (get_view (window, &view));
  g_assert_cmpuint (ipl_trajectory_find (view.trajectory, "X")->shape[0], ==, 3);
  g_assert_cmpuint (ipl_trajectory_find (view.trajectory, "X")->shape[1], ==, 2);
  /* Columns of frequencies add up to 1. */
  g_assert_cmpfloat_with_epsilon (ipl_trajectory_get (view.trajectory, "X", 0)[2], 2.0 / 3, 1e-15);
  assert_not_of_paths (window);
  before = *parameters_of (window);
  g_assert_true (drop (window, wrong));
  wait_for (window, has_message, "a sentence");
  assert_message (window, "wrong.npz");
  wait_for (window, is_complete, "what was open before");
  g_assert_true (ipl_parameters_equal (parameters_of (window), &before));
  ipl_window_show_message (window, "", FALSE);
  act (window, "play", NULL);
  g_assert_false (is_not_playing (window));
  ipl_document_open_experiment (document_of (window), "joma-salience");
  settle ();
  g_assert_true (is_not_playing (window));
  reset (window);
}

BEFORE_TESTS (add_experiments)
{
  g_application_activate (G_APPLICATION (application));
  wait_for (the_window (), is_solved, "the example");
  for (guint i = 0; i < G_N_ELEMENTS (small); i++)
    test_add_row (test_experiment, &small[i], "/dynamics/%s", small[i].id);
}
