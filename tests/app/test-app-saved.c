/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sessions as files: saved, asked for before they would be lost, and opened again as they were,
 * also where the files that they were made from are gone. */
#include <glib/gstdio.h>
#include <string.h>

#include "app/base/preferences.h"
#include "app/pages/page-table.h"
#include "app/window/window.h"
#include "core/parameters/parameters.h"
#include "core/posterior/posterior-summary.h"
#include "figures/panels/panel-table.h"
#include "figures/story/story.h"
#include "document/session-save.h"
#include "support.h"
#include "training-support.h"

static void
close_unasked (IplWindow *window)
{
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *)&window);
  ipl_window_close_unasked (window);
  wait_until (window == NULL);
}

static gboolean
is_marked (IplWindow *window)
{
  return g_str_has_prefix (title_of (window), "• ");
}

/* From the window that is open. */
#define FIRST_TEST(name, path) TEST_WITH (name, path, run_next_test, IplWindow *first)

static const char *expected_file;

static void
set_temperature (IplWindow *window, double temperature)
{
  IplSetting setting = parameters_of (window)->current;

  setting.temperature = temperature;
  ipl_document_change_current (document_of (window), &setting, NULL);
}

static IplWindow *
open_saved (const char *path)
{
  IplWindow *window = open_second ();

  expected_file = path;
  g_assert_true (drop (window, path));
  wait_until (g_strcmp0 (ipl_document_get_file (document_of (window)), expected_file) == 0
              && is_solved (window) && ipl_document_get_opening (document_of (window)) == NULL);
  return window;
}

/* A change is marked, undone it is none; saved, neither is undoing the rest of it. */
FIRST_TEST (test_mark, "/saved/mark")
{
  IplWindow *window = open_second ();
  IplDocument *document = document_of (window);
  g_autofree char *path = in_folder ("mark.interplay");
  IplTarget target = IPL_TARGET_NONE;

  g_assert_false (is_marked (window));
  target = ipl_target_path (2);
  ipl_selection_select (ipl_document_get_selection (document), &target);
  set_temperature (window, 0.05);
  g_assert_true (is_marked (window));
  ipl_document_undo (document);
  g_assert_false (is_marked (window));
  ipl_document_redo (document);
  g_assert_true (is_marked (window));
  save_to (window, path);
  settle ();
  g_assert_false (is_marked (window));
  g_assert_nonnull (strstr (title_of (window), "mark.interplay"));
  ipl_document_undo (document);
  g_assert_true (is_marked (window));
  ipl_document_redo (document);
  g_assert_false (is_marked (window));
  close_unasked (window);
}

/* Asked before it is closed: kept open, saved and closed, or closed. */
FIRST_TEST (test_question, "/saved/question")
{
  IplWindow *window = open_second (), *watched = window;
  g_autofree char *path = in_folder ("question.interplay");
  g_autoptr (IplSessionFile) file = NULL;
  GtkWindow *dialog;

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *)&watched);
  set_temperature (window, 0.05);
  gtk_window_close (GTK_WINDOW (window));
  dialog = find_question ();
  g_assert_nonnull (dialog);
  g_assert_cmpstr (gtk_button_get_label (GTK_BUTTON (gtk_window_get_default_widget (dialog))), ==,
                   "_Save and Close");
  ipl_question_answer (dialog, IPL_ANSWER_CANCEL);
  settle ();
  g_assert_nonnull (watched);
  save_to (window, path);
  set_temperature (window, 0.07);
  gtk_window_close (GTK_WINDOW (window));
  /* Another example, too, would take its place. */
  g_assert_nonnull (find_question ());
  ipl_question_answer (find_question (), IPL_ANSWER_CANCEL);
  g_action_group_activate_action (G_ACTION_GROUP (window), "open-example",
                                  g_variant_new_string ("hmc2"));
  g_assert_nonnull (find_question ());
  ipl_question_answer (find_question (), IPL_ANSWER_CANCEL);
  g_assert_cmpstr (parameters_of (window)->experiment->id, ==, "hmc4");
  gtk_window_close (GTK_WINDOW (window));
  ipl_question_answer (find_question (), IPL_ANSWER_APPLY);
  wait_until (watched == NULL);
  file = ipl_session_file_open (path, NULL, NULL);
  g_assert_nonnull (strstr (file->document, "0.07"));
  /* Where nothing was changed, nothing is asked. */
  window = watched = open_saved (path);
  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *)&watched);
  g_assert_cmpfloat (parameters_of (window)->current.temperature, ==, 0.07);
  g_assert_false (is_marked (window));
  gtk_window_close (GTK_WINDOW (window));
  settle ();
  g_assert_null (watched);
}

static gboolean
has_draws (IplWindow *window)
{
  const IplSolveResult *result = ipl_document_get_solve_result (document_of (window));

  return result != NULL && IPL_QUANTITY_COUNT (result->posteriors) > 0
         && !ipl_document_is_sampling (document_of (window)) && is_idle (window);
}

/* Everything comes back: of a case in a file that is gone, with draws, a story and the page. */
FIRST_TEST (test_everything, "/saved/everything")
{
  IplWindow *window = open_second ();
  IplDocument *document = document_of (window);
  g_autofree char *case_path = in_folder ("own.npz"), *path = in_folder ("all.interplay");
  g_autofree char *data = g_test_build_filename (G_TEST_DIST, "data", "single.npz", NULL);
  g_autoptr (GFile) from = g_file_new_for_path (data), to = g_file_new_for_path (case_path);
  IplParameters parameters;
  const IplPanel *panels[] = { &ipl_panel_u };
  g_autofree double *U = NULL;
  g_autofree double *drawn = NULL;
  const IplPosteriorSummary *posterior;
  IplTarget target = IPL_TARGET_NONE;
  gsize n;

  g_assert_true (g_file_copy (from, to, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, NULL));
  g_assert_true (drop (window, case_path));
  wait_for (window, is_solved, "the case");
  /* Undo goes back to what was open before. */
  g_assert_true (ipl_document_can_undo (document));
  parameters = *ipl_document_get_parameters (document);
  parameters.draws = IPL_MIN_DRAWS;
  parameters.warmup = IPL_MIN_WARMUP;
  parameters.n_widths = 2;
  ipl_document_change (document, &parameters, NULL);
  set_width (window, 17);
  act (window, "sample::widths", NULL);
  wait_for (window, has_draws, "the draws");
  target = ipl_target_path (1);
  ipl_selection_select (ipl_document_get_selection (document), &target);
  g_assert_true (ipl_document_add_stop (document, 1, panels));
  ipl_window_show_page (window, "kernels");
  save_to (window, path);
  g_assert_false (is_marked (window));
  n = ipl_document_get_solve_result (document)->the_case->Pi;
  n *= n;
  U = g_memdup2 (current (window)->U, n * sizeof (double));
  posterior = ipl_document_get_solve_result (document)->posteriors->pdata[0];
  drawn = g_memdup2 (posterior->U_mean, n * sizeof (double));
  close_unasked (window);
  g_assert_cmpint (g_unlink (case_path), ==, 0);

  window = open_saved (path);
  document = document_of (window);
  wait_for (window, has_draws, "the draws");
  g_assert_false (is_marked (window));
  g_assert_cmpfloat (ipl_document_get_parameters (document)->current.N[0], ==, 17);
  /* Solved anew, from another start than the scrubber came from. */
  g_assert_cmpfloat (test_largest_difference (n, U, current (window)->U), <,
                     1e-5 * test_largest (n, U));
  posterior = ipl_document_get_solve_result (document)->posteriors->pdata[0];
  g_assert_cmpmem (drawn, n * sizeof (double), posterior->U_mean, n * sizeof (double));
  g_assert_cmpint (
      ipl_target_get (ipl_selection_get_selected (ipl_document_get_selection (document)),
                      IPL_PART_PATH),
      ==, 1);
  g_assert_cmpuint (ipl_story_n_stops (ipl_document_get_story (document)), ==, 1);
  g_assert_cmpstr (ipl_window_get_page (window), ==, "kernels");
  close_unasked (window);
}

/* Copies a case to @name in the folder, which is made for it, and opens it. */
static char *
open_case (IplWindow *window, const char *name)
{
  char *path = in_folder (name);
  g_autofree char *parent = g_path_get_dirname (path);
  g_autofree char *data = g_test_build_filename (G_TEST_DIST, "data", "single.npz", NULL);
  g_autoptr (GFile) from = g_file_new_for_path (data), to = g_file_new_for_path (path);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_true (g_file_copy (from, to, G_FILE_COPY_OVERWRITE, NULL, NULL, NULL, NULL));
  g_assert_true (drop (window, path));
  wait_for (window, is_solved, "the case");
  return path;
}

static char *
move_file (const char *path, const char *to)
{
  g_autofree char *base = g_path_get_basename (path), *parent = in_folder (to);
  char *moved = g_build_filename (parent, base, NULL);

  g_assert_cmpint (g_mkdir_with_parents (parent, 0700), ==, 0);
  g_assert_cmpint (g_rename (path, moved), ==, 0);
  return moved;
}

static void
assert_lacks (const char *path, const char *text)
{
  g_autofree char *bytes = NULL;
  gsize size, n = strlen (text);

  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  for (gsize at = 0; at + n <= size; at++)
    if (memcmp (bytes + at, text, n) == 0)
      g_error ("%s holds “%s”", path, text);
}

/* For blind review: no byte of the session names the folder of the case, a home folder or the host,
 * and it opens elsewhere, without the case, with the same results. */
FIRST_TEST (test_anonymous, "/saved/anonymous")
{
  IplWindow *window = open_second ();
  GSettings *preferences = ipl_preferences_get_default ();
  g_autofree char *case_path = open_case (window, "far/away/own.npz");
  g_autofree char *path = in_folder ("anonymous.interplay"), *moved = NULL;
  const IplPanel *panels[] = { &ipl_panel_u };
  g_autofree double *U = NULL;
  IplParameters parameters = *parameters_of (window);
  gsize n;

  parameters.draws = IPL_MIN_DRAWS;
  parameters.warmup = IPL_MIN_WARMUP;
  parameters.n_widths = 2;
  ipl_document_change (document_of (window), &parameters, NULL);
  wait_for (window, is_solved, "the widths");
  act (window, "sample::widths", NULL);
  wait_for (window, has_draws, "the draws");
  g_assert_true (ipl_document_add_stop (document_of (window), 1, panels));
  g_settings_set_boolean (preferences, "export-anonymous", TRUE);
  save_to (window, path);
  g_settings_reset (preferences, "export-anonymous");
  n = ipl_document_get_solve_result (document_of (window))->the_case->Pi;
  n *= n;
  U = g_memdup2 (current (window)->U, n * sizeof (double));
  close_unasked (window);
  assert_lacks (path, folder);
  assert_lacks (path, "far/away");
  assert_lacks (path, g_get_home_dir ());
  /* Shorter names are found by chance. */
  if (strlen (g_get_host_name ()) > 5)
    assert_lacks (path, g_get_host_name ());
  assert_lacks (path, "file://");

  g_assert_cmpint (g_unlink (case_path), ==, 0);
  moved = move_file (path, "elsewhere");
  window = open_saved (moved);
  wait_for (window, has_draws, "the draws");
  g_assert_cmpfloat (test_largest_difference (n, U, current (window)->U), <,
                     1e-5 * test_largest (n, U));
  g_assert_cmpuint (ipl_story_n_stops (ipl_document_get_story (document_of (window))), ==, 1);
  g_assert_false (is_marked (window));
  close_unasked (window);
}

/* A case that was gone before the session was saved is in no session: a sentence names it, all that
 * is open stays, and the session opens once the case is in its folder. */
FIRST_TEST (test_missing, "/saved/missing")
{
  IplWindow *window = open_second ();
  g_autofree char *case_path = open_case (window, "gone.npz"), *given = NULL, *moved = NULL;
  g_autofree char *path = in_folder ("gone.interplay"), *bytes = NULL;
  gsize size;

  g_assert_true (g_file_get_contents (case_path, &bytes, &size, NULL));
  g_assert_cmpint (g_unlink (case_path), ==, 0);
  set_temperature (window, 0.03);
  wait_for (window, is_solved, "the theory");
  save_to (window, path);
  close_unasked (window);
  moved = move_file (path, "alone");

  window = open_second ();
  set_temperature (window, 0.05);
  g_assert_true (drop (window, moved));
  wait_for (window, has_message, "a sentence");
  assert_message (window, "gone.npz");
  assert_message (window, "folder of the session");
  g_assert_null (ipl_document_get_file (document_of (window)));
  g_assert_cmpfloat (parameters_of (window)->current.temperature, ==, 0.05);
  close_unasked (window);
  given = in_folder ("alone/gone.npz");
  g_assert_true (g_file_set_contents (given, bytes, (gssize)size, NULL));
  window = open_saved (moved);
  g_assert_cmpfloat (parameters_of (window)->current.temperature, ==, 0.03);
  close_unasked (window);
}

/* A file that is there and is no case leaves what was open, which does not replace the session. */
FIRST_TEST (test_spoilt, "/saved/spoilt")
{
  IplWindow *window = open_second ();
  g_autofree char *case_path = open_case (window, "spoilt.npz");
  g_autofree char *path = in_folder ("spoilt.interplay");

  g_assert_cmpint (g_unlink (case_path), ==, 0);
  save_to (window, path);
  close_unasked (window);
  g_assert_true (g_file_set_contents (case_path, "no case", -1, NULL));
  window = open_second ();
  g_assert_true (drop (window, path));
  wait_for (window, has_message, "a sentence");
  assert_message (window, "spoilt.npz");
  wait_for (window, is_solved, "the example");
  g_assert_null (ipl_document_get_file (document_of (window)));
  close_unasked (window);
}

/* The window that a session is opened in keeps what it had where the file is damaged. */
FIRST_TEST (test_refused, "/saved/refused")
{
  IplWindow *window = open_second ();
  g_autofree char *path = in_folder ("refused.interplay"), *none = in_folder ("none.interplay");
  g_autofree char *bytes = NULL;
  gsize size;

  save_to (window, path);
  set_temperature (window, 0.03);
  wait_for (window, is_solved, "the theory");
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  g_assert_true (g_file_set_contents (path, bytes, (gssize)size - 200, NULL));
  ipl_window_open_session (window, path);
  wait_for (window, has_message, "a sentence");
  assert_message (window, "damaged");
  g_assert_null (strstr (ipl_window_get_status (window), "Opening"));
  g_assert_cmpfloat (parameters_of (window)->current.temperature, ==, 0.03);
  ipl_window_show_message (window, "", FALSE);
  ipl_window_open_path (window, none);
  wait_for (window, has_message, "a sentence");
  g_assert_true (is_marked (window));
  close_unasked (window);
}

/* A full disk, or a folder that is not there: said, and the window stays unsaved. */
FIRST_TEST (test_cannot_save, "/saved/cannot-save")
{
  IplWindow *window = open_second ();

  set_temperature (window, 0.03);
  ipl_window_save_session_to (window, "/nowhere/at/all.interplay", NULL, NULL, NULL);
  wait_for (window, has_message, "a sentence");
  assert_message (window, "/nowhere");
  g_assert_true (is_marked (window));
  g_assert_null (ipl_document_get_file (document_of (window)));
  close_unasked (window);
}

/* Two windows of one file: the second to save is asked, and may overwrite it. */
NEXT_TEST (test_changed, "/saved/changed")
{
  g_autofree char *path = in_folder ("changed.interplay");
  g_autofree char *bytes = NULL, *now = NULL;
  IplWindow *first = open_second (), *second;
  gsize size, n;

  save_to (first, path);
  second = open_saved (path);
  set_temperature (first, 0.02);
  save_to (first, path);
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  set_temperature (second, 0.04);
  act (second, "save::session", NULL);
  wait_until (find_question () != NULL);
  ipl_question_answer (find_question (), IPL_ANSWER_CANCEL);
  settle ();
  g_assert_true (is_marked (second));
  g_assert_true (g_file_get_contents (path, &now, &n, NULL));
  g_assert_cmpmem (bytes, size, now, n);
  act (second, "save::session", NULL);
  wait_until (find_question () != NULL);
  ipl_question_answer (find_question (), IPL_ANSWER_OK);
  wait_until (!ipl_document_is_unsaved (document_of (second))
              && g_strcmp0 (ipl_document_get_file (document_of (second)), expected_file) == 0);
  save_to (second, path);
  close_unasked (second);
  close_unasked (first);
}
