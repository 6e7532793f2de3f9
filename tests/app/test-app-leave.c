/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Before what is running would be lost, the window asks; it never waits. */
#include <math.h>
#include <string.h>

#include "core/parameters/parameters.h"
#include "runs/job.h"
#include "training-support.h"

static void
prepare_sampling (IplWindow *window)
{
  IplParameters parameters = *parameters_of (window);

  parameters.draws = IPL_MAX_DRAWS;
  parameters.warmup = IPL_MIN_WARMUP;
  change_and_wait (window, &parameters);
}

static gboolean
is_sampling (IplWindow *window)
{
  return ipl_document_is_sampling (document_of (window))
         && ipl_document_get_status (document_of (window), "solve")->running;
}

static gboolean
is_training (IplWindow *window)
{
  return ipl_document_is_training (document_of (window));
}

/* The words a user reads; the button that Return presses is the harmless one. */
static void
check_question (const char *words)
{
  GtkWindow *dialog = find_question ();
  g_autofree char *secondary = NULL;

  g_assert_nonnull (dialog);
  g_object_get (dialog, "secondary-text", &secondary, NULL);
  g_test_message ("asked: %s", secondary);
  g_assert_nonnull (strstr (secondary, words));
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (gtk_window_get_default_widget (dialog))), ==,
                   "_Keep Working");
  g_assert_true (gtk_window_get_modal (dialog));
}

/* Nothing is asked where nothing would be lost, and the window goes at once. */
NEXT_TEST (test_idle, "/leave/idle")
{
  IplWindow *second = open_second ();
  IplDocument *document = document_of (second);
  IplFigureArea *area = ipl_window_get_area (second, &ipl_panel_u);

  wait_for (second, is_solved, "the example");
  g_object_add_weak_pointer (G_OBJECT (second), (gpointer *)&second);
  g_object_add_weak_pointer (G_OBJECT (document), (gpointer *)&document);
  g_object_add_weak_pointer (G_OBJECT (area), (gpointer *)&area);
  gtk_window_close (GTK_WINDOW (second));
  settle ();
  g_assert_null (second);
  /* Nothing of it stays behind. */
  g_assert_null (area);
  g_assert_null (document);
}

NEXT_TEST (test_training, "/leave/training")
{
  IplWindow *second = open_second ();
  g_autofree char *path = NULL;
  gint64 begin;

  g_object_add_weak_pointer (G_OBJECT (second), (gpointer *)&second);
  open_tiny (second);
  set_steps (second, 100000000);
  act (second, "train", NULL);
  wait_for (second, has_points, "points of the learning curve");
  path = g_strdup (ipl_document_get_train_result (document_of (second))->path);
  gtk_window_close (GTK_WINDOW (second));
  settle ();
  check_question ("being trained");
  /* Escape, and the button that closes the question. */
  gtk_window_close (find_question ());
  settle ();
  g_assert_nonnull (second);
  g_assert_false (second->question != NULL);
  g_assert_true (is_training (second));
  /* Asked twice, there is one question. */
  gtk_window_close (GTK_WINDOW (second));
  gtk_window_close (GTK_WINDOW (second));
  settle ();
  check_question ("being trained");
  begin = g_get_monotonic_time ();
  ipl_question_answer (find_question (), IPL_ANSWER_OK);
  g_test_message ("closed after %.1f ms", (double)(g_get_monotonic_time () - begin) / 1e3);
  settle ();
  g_assert_null (second);
  g_assert_null (find_question ());
  g_assert_true (ipl_jobs_wait_for_end (TRUE, 60 * SLOWER * 1000));
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
}

static gboolean
is_file_question (IplWindow *window)
{
  GtkWindow *dialog = find_question ();
  g_autofree char *words = NULL, *heading = NULL;

  if (dialog == NULL)
    return FALSE;
  g_object_get (dialog, "secondary-text", &words, "text", &heading, NULL);
  return strstr (words, "are not saved") != NULL && strstr (heading, "Save the session") != NULL;
}

/* What it asks about ends by itself: what is left is that nothing was saved. */
NEXT_TEST (test_withdrawn, "/leave/taken-back")
{
  open_tiny (window);
  set_steps (window, 100000000);
  act (window, "train", NULL);
  wait_for (window, has_points, "points of the learning curve");
  gtk_window_close (GTK_WINDOW (window));
  g_assert_true (window->question != NULL);
  act (window, "stop::training", NULL);
  wait_for (window, is_file_question, "another question");
  ipl_window_answer_question (window, FALSE);
  settle ();
  g_assert_true (window == the_window ());
}

/* Another case in the window ends the draws of this one. */
WINDOW_TEST (test_sampling, "/leave/sampling")
{
  prepare_sampling (window);
  act (window, "sample::widths", NULL);
  wait_for (window, is_sampling, "the sampler");
  g_action_group_activate_action (G_ACTION_GROUP (window), "open-example",
                                  g_variant_new_string ("hmc2"));
  settle ();
  check_question ("being sampled");
  ipl_question_answer (find_question (), IPL_ANSWER_CANCEL);
  settle ();
  g_assert_true (is_sampling (window));
  g_assert_cmpstr (parameters_of (window)->experiment->id, ==, "hmc4");
  drop (window, "/nowhere/at/all.npz");
  settle ();
  check_question ("being sampled");
  ipl_window_answer_question (window, FALSE);
  g_assert_null (ipl_document_get_opening (document_of (window)));
  g_action_group_activate_action (G_ACTION_GROUP (window), "open-example",
                                  g_variant_new_string ("hmc2"));
  ipl_window_answer_question (window, TRUE);
  wait_for (window, is_solved, "the other example");
  g_assert_cmpstr (parameters_of (window)->experiment->id, ==, "hmc2");
  g_assert_false (ipl_document_is_sampling (document_of (window)));
}

/* Who stays in one window stays in all. */
NEXT_TEST (test_quit, "/leave/quit")
{
  IplWindow *second = open_second ();

  g_object_add_weak_pointer (G_OBJECT (second), (gpointer *)&second);
  reset (second);
  prepare_sampling (second);
  act (second, "sample::widths", NULL);
  wait_for (second, is_sampling, "the sampler");
  act_application ("quit", NULL);
  settle ();
  g_assert_true (second->question != NULL);
  ipl_window_answer_question (second, FALSE);
  settle ();
  g_assert_nonnull (second);
  g_assert_true (is_sampling (second));
  g_assert_nonnull (
      g_list_find (gtk_application_get_windows (GTK_APPLICATION (application)), window));
  act_application ("quit", NULL);
  ipl_window_answer_question (second, TRUE);
  settle ();
  g_assert_null (second);
  g_assert_null (gtk_application_get_windows (GTK_APPLICATION (application)));
}
