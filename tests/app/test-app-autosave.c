/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process that ends without being closed leaves a session for each window, which the next start
 * offers. The one that ends is this program itself, started again with what it is to do. */
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <unistd.h>

#include "core/base/error.h"
#include "core/parameters/parameters.h"
#include "window-fixture.h"
#include "document/session-save.h"
#include "support.h"

#define SEED 77
#define WIDTH 23

static gboolean
is_saved (IplWindow *window)
{
  return !window->is_autosaving
         && g_file_test (ipl_autosave_get_path (window->autosave), G_FILE_TEST_IS_REGULAR);
}

static void
change_seed (IplWindow *window)
{
  IplParameters parameters = *ipl_document_get_parameters (document_of (window));

  ipl_parameters_set_seed (&parameters, SEED);
  change_and_wait (window, &parameters);
}

static IplWindow *
open_changed (void)
{
  IplWindow *window;

  g_application_activate (G_APPLICATION (application));
  window = the_window ();
  wait_for (window, is_solved, "the example");
  change_seed (window);
  set_width (window, WIDTH);
  act (window, "page", "kernels");
  act (window, "select-path", "2");
  return window;
}

static void
save (IplWindow *window)
{
  ipl_window_autosave (window);
  wait_for (window, is_saved, "the session");
}

static int
child (const char *what)
{
  IplWindow *window = open_changed ();
  g_autofree char *path = g_strdup (ipl_autosave_get_path (window->autosave));

  if (g_str_equal (what, "is terminated"))
    {
      ipl_application_end_on_signals (application);
      raise (SIGTERM);
      wait_until (g_file_test (path, G_FILE_TEST_IS_REGULAR));
      return 0;
    }
  save (window);
  if (g_str_equal (what, "closes"))
    {
      ipl_window_close_unasked (window);
      settle ();
      return g_file_test (path, G_FILE_TEST_EXISTS);
    }
  if (g_str_equal (what, "is killed with two"))
    {
      window = open_second ();
      change_seed (window);
      save (window);
    }
  if (g_str_equal (what, "waits"))
    {
      g_print ("ready\n");
      fflush (stdout);
      spin (60000);
    }
  raise (SIGKILL);
  return 1;
}

static GSubprocess *
start_child (const char *what)
{
  g_autoptr (GSubprocessLauncher) launcher
      = g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE);
  g_autoptr (GError) error = NULL;
  GSubprocess *process;

  g_subprocess_launcher_setenv (launcher, "INTERPLAY_TEST_CHILD", what, TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, "/proc/self/exe", NULL);
  g_assert_no_error (error);
  return process;
}

static void
run_child (const char *what, gboolean dies)
{
  g_autoptr (GSubprocess) process = start_child (what);

  g_assert_true (g_subprocess_wait (process, NULL, NULL));
  g_assert_true (g_subprocess_get_if_signaled (process) == dies);
  if (!dies)
    g_assert_cmpint (g_subprocess_get_exit_status (process), ==, 0);
}

/* Its parameters, its page and its selection. */
static void
check_restored (IplWindow *window)
{
  IplDocument *document = document_of (window);
  guint64 seed = 0;

  wait_until (is_solved (window) && g_str_equal (ipl_window_get_page (window), "kernels"));
  g_assert_true (ipl_parameters_get_seed (ipl_document_get_parameters (document), &seed));
  g_assert_cmpuint (seed, ==, SEED);
  g_assert_cmpuint (current (window)->setting.N[0], ==, WIDTH);
  g_assert_cmpint (
      ipl_target_get (ipl_selection_get_selected (ipl_document_get_selection (document)),
                      IPL_PART_PATH),
      ==, 1);
  g_assert_null (ipl_document_get_file (document));
  g_assert_true (ipl_document_is_unsaved (document));
}

static guint
count_left (void)
{
  g_autoptr (GPtrArray) left = ipl_autosave_list_left ();

  return left->len;
}

/* Killed, the state is offered at the next start, once. */
TEST (test_killed, "/autosave/killed")
{
  IplWindow *window;

  run_child ("is killed", TRUE);
  g_application_activate (G_APPLICATION (application));
  window = the_window ();
  g_assert_true (ipl_message_bar_is_shown (window->recovery_bar));
  g_assert_nonnull (strstr (gtk_label_get_label (window->recovery_label), "unsaved work. Restore"));
  wait_for (window, is_solved, "the example");
  act_application ("recover", "restore");
  g_assert_true (window == the_window ());
  g_assert_false (ipl_message_bar_is_shown (window->recovery_bar));
  check_restored (window);
  g_assert_null (ipl_window_get_message (window));
  g_assert_true (is_saved (window));
  g_assert_cmpuint (count_left (), ==, 0);
}

/* Ended by a signal it is saved as it is then; the second window of two has a file of its own. */
TEST (test_terminated, "/autosave/terminated")
{
  g_autoptr (GPtrArray) left = NULL;
  g_autoptr (GError) error = NULL;
  IplWindow *window = the_window ();

  run_child ("is terminated", FALSE);
  left = ipl_autosave_list_left ();
  g_assert_cmpuint (left->len, ==, 1);
  g_assert_true (ipl_window_recover (window, left->pdata[0], &error));
  check_restored (window);
  /* Another process may have taken it. */
  g_assert_false (ipl_window_recover (window, left->pdata[0], &error));
  test_assert_error (&error, IPL_ERROR, IPL_ERROR_IO, NULL);
  reset (window);
}

TEST (test_two, "/autosave/two")
{
  g_autoptr (GPtrArray) left = NULL;

  run_child ("is killed with two", TRUE);
  left = ipl_autosave_list_left ();
  g_assert_cmpuint (left->len, ==, 2);
  for (guint i = 0; i < left->len; i++)
    {
      g_assert_true (ipl_session_file_is (left->pdata[i]));
      g_assert_cmpint (g_unlink (left->pdata[i]), ==, 0);
    }
}

TEST (test_closed, "/autosave/closed")
{
  run_child ("closes", FALSE);
  g_assert_cmpuint (count_left (), ==, 0);
}

static void
wait_until_ready (GSubprocess *process)
{
  g_autoptr (GDataInputStream) lines
      = g_data_input_stream_new (g_subprocess_get_stdout_pipe (process));
  g_autofree char *line = NULL;

  while (g_strcmp0 (line, "ready") != 0)
    {
      g_free (line);
      line = g_data_input_stream_read_line (lines, NULL, NULL, NULL);
      g_assert_nonnull (line);
    }
}

/* What belongs to a process that runs is not offered, nor is its folder removed. */
TEST (test_running, "/autosave/running")
{
  g_autoptr (GSubprocess) process = start_child ("waits");
  g_autoptr (GPtrArray) left = NULL;

  wait_until_ready (process);
  g_assert_cmpuint (count_left (), ==, 0);
  g_subprocess_send_signal (process, SIGKILL);
  g_assert_true (g_subprocess_wait (process, NULL, NULL));
  left = ipl_autosave_list_left ();
  g_assert_cmpuint (left->len, ==, 1);
  g_assert_cmpint (g_unlink (left->pdata[0]), ==, 0);
}

BEFORE_TESTS (be_a_child)
{
  const char *what = g_getenv ("INTERPLAY_TEST_CHILD");

  /* Threads may be at work, for which the program itself waits or ends as here. */
  if (what != NULL)
    _exit (child (what));
}
