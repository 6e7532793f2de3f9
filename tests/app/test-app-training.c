/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A network in the window: trained, stopped, gone on with, and what the theory says of it. */
#include <math.h>
#include <string.h>

#include "app/dialogs/export-dialog.h"
#include "window-fixture.h"
#include "training-support.h"

NEXT_TEST (test_opens, "/training/opens")
{
  wait_for (the_window (), is_solved, "the example");
  /* Nothing can be trained on a Markov chain, and instead of the page it is said that it is empty.
   */
  g_assert_false (is_enabled (the_window (), "train"));
  act (the_window (), "page", "training");
  g_assert_cmpstr (ipl_window_get_page (the_window ()), ==, "theory");
  g_assert_nonnull (strstr (ipl_window_get_status (the_window ()), "is not available"));
}

NEXT_TEST (test_glyphs, "/training/glyphs")
{
  IplView view;

  open_tiny (window);
  g_assert_nonnull (strstr (title_of (window), "glyphs"));
  wait_for_sequences (window, 0);
  view = view_of (window);
  g_assert_cmpuint (view.gallery->n, ==, 6);
  g_assert_null (view.the_case->trained);
  g_assert_cmpuint (view.the_case->Pi, ==, 4);
  /* Pages of sequences, and none before the first. */
  g_assert_false (is_enabled (window, "previous-examples"));
  act (window, "next-examples", NULL);
  wait_for_sequences (window, 6);
  g_assert_true (is_enabled (window, "previous-examples"));
  act (window, "previous-examples", NULL);
  wait_for_sequences (window, 0);
}

/* The paper's settings by one command, and undone by one. */
NEXT_TEST (test_preset, "/training/preset")
{
  const IplTraining *training;

  act (window, "training-preset", "paper-27-paths");
  wait_until (is_solved (window) && view_of (window).the_case->Pi == 27);
  training = &ipl_parameters_get_trainable (parameters_of (window))->training;
  g_assert_cmpuint (training->config.shape.L, ==, 3);
  g_assert_cmpuint (training->config.shape.G, ==, 128);
  g_assert_cmpuint (training->config.shape.N[0], ==, 512);
  g_assert_cmpint (training->config.schedule, ==, IPL_SCHEDULE_CONSTANT);
  act (window, "undo", NULL);
  wait_until (is_solved (window) && view_of (window).the_case->Pi == 4);
}

/* What is recorded of heads is on a page of its own, which follows its time. */
static void
check_course (IplWindow *window, guint64 steps)
{
  static const IplPanel *const panels[] = { &ipl_panel_path_course, &ipl_panel_head_scores,
                                            &ipl_panel_head_entropy, &ipl_panel_course_u };
  g_autofree char *label_text = NULL;
  IplTarget target;
  IplView view = view_of (window);

  g_assert_nonnull (view.trajectory);
  g_assert_cmpuint ((guint64)view.trajectory->time[view.trajectory->S - 1], ==, steps);
  act (window, "page", "head-course");
  settle ();
  g_assert_cmpstr (ipl_window_get_page (window), ==, "head-course");
  for (guint i = 0; i < G_N_ELEMENTS (panels); i++)
    {
      IplFigureArea *area = ipl_window_get_area (window, panels[i]);

      g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (area)));
      target = ipl_figure_step (panels[i], &IPL_TARGET_NONE, &view, 0, 0);
      g_assert_false (ipl_target_is_none (&target));
    }
  /* Another time is shown without another solution. */
  ipl_document_show_time (document_of (window), 0);
  g_assert_true (is_solved (window));
  view = view_of (window);
  g_assert_cmpuint (view.moment, ==, 0);
  target = ipl_figure_step (&ipl_panel_head_scores, &IPL_TARGET_NONE, &view, 0, 0);
  g_assert_cmpint (ipl_target_get (&target, IPL_PART_MOMENT), ==, 0);
  ipl_selection_select (selection_of (window), &target);
  label_text = ipl_document_describe (document_of (window));
  g_assert_true (g_str_has_prefix (label_text, "Step 0: "));
  /* A point of the learning curve is none of its moments. */
  target = ipl_target_point (1);
  ipl_selection_select (selection_of (window), &target);
  settle ();
  ipl_selection_clear (selection_of (window));
  act (window, "undo", NULL);
  g_assert_cmpfloat (parameters_of (window)->shown_time, ==, -1);
  act (window, "page", "training");
}

NEXT_TEST (test_train_and_stop, "/training/train-and-stop")
{
  GtkWidget *editor;
  IplDocument *document = document_of (window);
  g_autofree char *path = NULL, *uri = NULL;
  gint64 begin;
  IplView view;

  open_tiny (window);
  set_steps (window, 1000000);
  act (window, "train", NULL);
  g_assert_true (ipl_document_is_training (document));
  g_assert_false (is_enabled (window, "train"));
  g_assert_cmpstr (ipl_window_get_page (window), ==, "training");
  wait_for (window, has_points, "points of the learning curve");
  g_assert_true (ipl_document_is_training (document));
  view = view_of (window);
  g_assert_true (view.training->running);
  g_assert_true (isfinite (view.training->points[0].loss));
  /* Everything speaks of the network that is being trained. */
  wait_until (strstr (ipl_window_get_status (window), "Training: ") != NULL);
  g_assert_nonnull (strstr (ipl_window_get_status (window), "Theory of the earlier attention: "));
  g_assert_nonnull (strstr (gtk_label_get_label (window->subtitle), "attention in training"));
  g_assert_cmpstr (label_text (part (window->sidebar, "training"), "network"), ==,
                   "A network is being trained");
  /* The theory answers meanwhile. */
  ipl_document_change_width (document, 20, FALSE);
  wait_for (window, is_shown, "another width");
  /* Heads of the width before are not those of what is shown. */
  view = view_of (window);
  g_assert_true (!is_enabled (window, "save::heads")
                 || ipl_setting_equal (&view.heads->setting, &view.current->setting));
  g_assert_true (ipl_document_is_training (document));
  editor = find_named (GTK_WIDGET (window), "IplTrainingEditor");
  g_assert_true (gtk_widget_get_sensitive (part (editor, "stop")));
  begin = g_get_monotonic_time ();
  click (editor, "stop");
  wait_for (window, has_stopped_training, "the stop");
  g_assert_false (gtk_widget_get_sensitive (part (editor, "stop")));
  g_test_message ("stopped and kept after %.0f ms",
                  (double)(g_get_monotonic_time () - begin) / 1e3);
  path = g_strdup (ipl_parameters_get_network (parameters_of (window)));
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_nonnull (strstr (path, "glyphs-H2x2-N8"));
  uri = g_filename_to_uri (path, NULL, NULL);
  g_assert_true (gtk_recent_manager_has_item (gtk_recent_manager_get_default (), uri));
  wait_for (window, is_solved, "the theory at the learned attention");
  g_assert_nonnull (current (window)->the_case->trained);
  /* What was learned is one step of undo. */
  act_and_wait (window, "undo", NULL);
  g_assert_null (current (window)->the_case->trained);
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  view = view_of (window);
  g_assert_null (view.training);
  act_and_wait (window, "redo", NULL);
  g_assert_nonnull (current (window)->the_case->trained);
  /* Other images are not those it was trained on. */
  change_seed (window);
  wait_for (window, is_solved, "other sequences");
  g_assert_null (current (window)->the_case->trained);
  g_assert_nonnull (ipl_window_get_message (window));
  act_and_wait (window, "undo", NULL);
  g_assert_cmpstr (ipl_parameters_get_network (parameters_of (window)), ==, path);
}

/* Another experiment does not end a run, nor does its network replace what is open then. */
NEXT_TEST (test_open_while_training, "/training/open-while-training")
{
  IplDocument *document = document_of (window);
  g_autofree char *path = NULL;
  IplView view;

  open_tiny (window);
  set_steps (window, 1000000);
  act (window, "train", NULL);
  wait_for (window, has_points, "points of the learning curve");
  ipl_document_open_experiment (document, "hmc4");
  wait_until (is_solved (window) && !ipl_document_is_trainable (document_of (window)));
  g_assert_true (ipl_document_is_training (document));
  g_assert_nonnull (ipl_document_get_train_result (document));
  path = g_strdup (ipl_document_get_train_result (document)->path);
  view = view_of (window);
  g_assert_null (view.training);
  act (window, "stop::training", NULL);
  wait_for (window, has_stopped_training, "the stop");
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  g_assert_false (ipl_document_is_trainable (document));
  assert_message (window, path);
}

NEXT_TEST (test_go_on, "/training/go-on")
{
  IplDocument *document = document_of (window);
  g_autofree char *first = NULL;
  guint64 before;

  open_tiny (window);
  train_tiny (window, 40);
  first = g_strdup (ipl_parameters_get_network (parameters_of (window)));
  before = ipl_document_get_train_result (document)->step;
  g_assert_cmpuint (before, ==, 40);
  check_course (window, 40);
  act (window, "go-on-training", NULL);
  wait_for (window, has_stopped_training, "the end of training");
  wait_for (window, is_solved, "the theory");
  g_assert_cmpuint (ipl_document_get_train_result (document)->step, ==, 80);
  check_course (window, 80);
  g_assert_cmpstr (ipl_parameters_get_network (parameters_of (window)), !=, first);
  g_assert_true (g_file_test (first, G_FILE_TEST_EXISTS));
  /* Back at the first, its own curve is shown. */
  act_and_wait (window, "undo", NULL);
  wait_for (window, has_points, "its curve");
  g_assert_cmpuint (ipl_document_get_train_result (document)->step, ==, 40);
  check_course (window, 40);
  click (find_named (GTK_WIDGET (window), "IplTrainingEditor"), "forget");
  wait_for (window, is_solved, "the theory without a network");
  g_assert_null (current (window)->the_case->trained);
}

NEXT_TEST (test_heads, "/training/heads")
{
  IplTarget head = IPL_TARGET_NONE;
  double x, y;
  IplView view;

  open_tiny (window);
  train_tiny (window, 40);
  act (window, "page", "heads");
  wait_for (window, has_resolved_heads, "all heads");
  settle ();
  g_assert_true (is_enabled (window, "save::heads"));
  view = view_of (window);
  g_assert_cmpuint (view.heads->n_heads, ==, 4);
  for (guint i = 0; i < 4; i++)
    {
      g_assert_true (isfinite (view.heads->trained.drop[i]));
      g_assert_true (isfinite (view.heads->zeroed.drop[i]));
      g_assert_true (isfinite (view.heads->resolved.drop[i]));
    }
  g_assert_nonnull (view.pruning);
  g_assert_true (view.pruning->is_trained);
  g_assert_cmpuint (view.pruning->n_points, ==, 3);
  /* A head clicked is lit, and its attention shown; the panels of the page are all there. */
  head = ipl_target_head (1, 0);
  g_assert_true (locate (ipl_window_get_area (window, &ipl_panel_heads), &head, &x, &y));
  ipl_selection_select (selection_of (window), &head);
  g_assert_true (
      ipl_target_has_path (ipl_selection_get_selected (selection_of (window)), view.the_case, 0));
  view = view_of (window);
  g_assert_cmpint (view.shown_layer, ==, 1);
  g_assert_cmpint (view.shown_head, ==, 0);
  g_assert_true (gtk_widget_get_mapped (GTK_WIDGET (ipl_window_get_area (window, &ipl_panel_u))));
  ipl_selection_clear (selection_of (window));
  view = view_of (window);
  g_assert_cmpint (view.shown_layer, ==, 1);
  /* Enlarged where it is, though the theory's page has it too. */
  act (window, "panel-enlarge", "u");
  settle ();
  g_assert_cmpstr (ipl_window_get_page (window), ==, "heads");
  act (window, "panel-enlarge", "u");
}

NEXT_TEST (test_prune, "/training/prune")
{
  IplDocument *document = document_of (window);
  IplTarget point = IPL_TARGET_NONE;
  IplParameters parameters;
  double x, y;
  IplView view;

  open_tiny (window);
  train_tiny (window, 40);
  wait_for (window, has_resolved_heads, "all heads");
  g_assert_false (is_enabled (window, "save::pruned-network"));
  parameters = *parameters_of (window);
  parameters.random_orders = 5;
  parameters.fine_tune_steps = 3;
  ipl_document_change (document, &parameters, NULL);
  act (window, "prune", NULL);
  g_assert_true (ipl_document_is_pruning (document));
  wait_for (window, has_pruned, "the fine-tuned networks");
  view = view_of (window);
  g_assert_cmpuint (view.pruning->n_random, ==, 5);
  g_assert_cmpuint (view.pruning->fine_tune_steps, ==, 3);
  for (guint i = 1; i < view.pruning->n_points; i++)
    g_assert_true (isfinite (view.pruning->curve[IPL_REMOVAL_BY_SCORE].tuned[i]));
  save_heads (window);
  /* A long one is stopped, and what there was stays; nothing of the theory is solved again. */
  parameters.fine_tune_steps = 100000;
  ipl_document_change (document, &parameters, NULL);
  act (window, "prune", NULL);
  settle ();
  g_assert_true (ipl_document_is_pruning (document));
  act (window, "stop::pruning", NULL);
  wait_for (window, has_pruned, "the stop");
  view = view_of (window);
  g_assert_nonnull (view.pruning);
  /* A point of the curve is chosen and taken home. */
  act (window, "page", "heads");
  settle ();
  point = ipl_target_pruned (1);
  g_assert_true (locate (ipl_window_get_area (window, &ipl_panel_pruning), &point, &x, &y));
  ipl_document_choose_pruned (document, 1);
  g_assert_true (is_enabled (window, "save::pruned-network"));
  /* A point that the curve does not have is let go of. */
  point = ipl_target_pruned (50);
  ipl_selection_select (selection_of (window), &point);
  /* Another order is another curve, whose point it is then; it can be undone. */
  parameters.removal_order = "entropy";
  change_and_wait (window, &parameters);
  view = view_of (window);
  g_assert_cmpint (view.order, ==, IPL_REMOVAL_BY_ENTROPY);
  g_assert_true (ipl_target_is_none (ipl_selection_get_selected (selection_of (window))));
  g_assert_cmpint (view.pruned, ==, 1);
  g_assert_true (isfinite (view.heads->entropy[0]));
  g_assert_true (isfinite (view.pruning->curve[view.order].accuracy[2]));
  ipl_document_undo (document);
  view = view_of (window);
  g_assert_cmpint (view.order, ==, IPL_REMOVAL_BY_SCORE);
  ipl_document_redo (document);
  wait_for (window, is_solved, "the other order again");
  save_pruned_files (window);
}
