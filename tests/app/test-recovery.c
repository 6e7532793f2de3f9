/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process that is killed loses at most what came after it was kept last; the next one offers it.
 * The one that is killed is this program itself, started again with what it is to do. */
#define _GNU_SOURCE
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>

#include "app/base/recovery.h"
#include "core/base/error.h"
#include "core/parameters/parameters.h"
#include "core/sessions/session-file.h"
#include "training-support.h"

#define ASKED_WIDTH 23

static const char *program;
static char *networks; /* where the children keep networks */

static gboolean
has_kept_network (IplWindow *window)
{
  const IplTrainResult *run = ipl_session_get_train_result (session_of (window));

  return run != NULL && run->step > 0 && g_file_test (run->path, G_FILE_TEST_EXISTS);
}

static void
look_at_something (IplWindow *window)
{
  IplTarget cell = { 0, 2, -1, -1, -1, -1, -1, -1, -1 };

  ipl_session_change_width (session_of (window), ASKED_WIDTH, FALSE);
  wait_for (window, is_shown, "another width");
  ipl_selection_select (ipl_session_get_selection (session_of (window)), &cell);
  act (window, "page", "heads");
  act (window, "panel-enlarge", "u");
  gtk_window_set_default_size (GTK_WINDOW (window), 1111, 777);
  spin (300);
}

static gboolean
has_some_draws (IplWindow *window)
{
  const IplSolveResult *result = ipl_session_get_solve_result (session_of (window));

  return result != NULL && IPL_QUANTITY_COUNT (result->posteriors) > 0
         && ipl_posterior_list_at (result->posteriors, 0)->n_draws >= 200;
}

/* Draws for long, until the first are in their file. */
static int
sampling_child (void)
{
  IplParameters parameters;
  IplWindow *window;

  g_application_activate (G_APPLICATION (application));
  window = the_window ();
  wait_for (window, is_solved, "the example");
  ipl_session_keep_every (session_of (window), 1);
  parameters = *ipl_session_get_parameters (session_of (window));
  parameters.draws = 200000;
  parameters.warmup = 40;
  parameters.sampler_chains = 2;
  ipl_session_change (session_of (window), &parameters, NULL);
  act (window, "sample-here", NULL);
  wait_for (window, has_some_draws, "some draws");
  ipl_window_keep (window);
  spin (2500);
  raise (SIGKILL);
  return 1;
}

/* Opens an example and looks about, at other widths, pages and with other looks: no work. */
static int
looking_child (void)
{
  IplParameters parameters;
  IplWindow *window;

  g_application_activate (G_APPLICATION (application));
  window = the_window ();
  wait_for (window, is_solved, "the example");
  act (window, "open-example", "hmc2");
  wait_for (window, is_solved, "another example");
  act (window, "wider", NULL);
  act (window, "page", "kernels");
  act (window, "next-heatmap-scale", NULL);
  parameters = *ipl_session_get_parameters (session_of (window));
  parameters.display.paths_shown = 2;
  ipl_session_change (session_of (window), &parameters, NULL);
  ipl_window_keep (window);
  spin (300);
  g_print ("ready\n");
  fflush (stdout);
  spin (60000);
  return 1;
}

/* Trains, has kept some of it, and is killed: at once, or when it is told to. */
static int
child (const char *what)
{
  IplWindow *window;

  if (g_str_equal (what, "samples"))
    return sampling_child ();
  if (g_str_equal (what, "looks"))
    return looking_child ();
  g_application_activate (G_APPLICATION (application));
  window = the_window ();
  wait_for (window, is_solved, "the example");
  open_tiny (window);
  ipl_session_keep_every (session_of (window), 1);
  set_steps (window, 100000000);
  act (window, "train", NULL);
  wait_for (window, has_kept_network, "the first checkpoint");
  look_at_something (window);
  ipl_window_keep (window);
  if (g_str_equal (what, "closes"))
    {
      ipl_window_close_unasked (window);
      settle ();
      return 0;
    }
  /* The last is on the disk when the next is asked for, as it is after some seconds. */
  spin (300);
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
  g_subprocess_launcher_setenv (launcher, "XDG_DATA_HOME", networks, TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, program, NULL);
  g_assert_no_error (error);
  return process;
}

static void
check_killed (GSubprocess *process)
{
  g_assert_true (g_subprocess_wait (process, NULL, NULL));
  g_assert_true (g_subprocess_get_if_signaled (process));
  g_assert_cmpint (g_subprocess_get_term_sig (process), ==, SIGKILL);
}

static void
wait_until_ready (GSubprocess *process)
{
  GInputStream *output = g_subprocess_get_stdout_pipe (process);
  g_autoptr (GDataInputStream) lines = g_data_input_stream_new (output);

  while (TRUE)
    {
      g_autofree char *line = g_data_input_stream_read_line (lines, NULL, NULL, NULL);

      g_assert_nonnull (line);
      if (g_str_equal (line, "ready"))
        return;
    }
}

static gboolean
has_network (IplWindow *window)
{
  return is_solved (window) && current (window)->the_case->trained != NULL;
}

static void
test_killed (void)
{
  g_autoptr (GSubprocess) process = start_child ("dies");
  IplSession *session;
  const IplTarget *selected;
  IplWindow *window;
  int width, height;

  check_killed (process);
  g_application_activate (G_APPLICATION (application));
  window = the_window ();
  session = session_of (window);
  g_assert_true (ipl_message_bar_is_shown (window->recovery_bar));
  wait_for (window, is_solved, "the example");
  g_action_group_activate_action (G_ACTION_GROUP (application), "recover", NULL);
  g_assert_true (window == the_window ());
  g_assert_false (ipl_message_bar_is_shown (window->recovery_bar));
  wait_for (window, has_network, "the network as it was kept");
  g_assert_null (ipl_window_get_message (window));
  g_assert_cmpstr (ipl_session_get_parameters (session)->experiment->id, ==, "glyphs");
  g_assert_cmpuint (ipl_session_get_parameters (session)->current.N[0], ==, ASKED_WIDTH);
  g_assert_true (g_str_has_prefix (
      ipl_parameters_get_network (ipl_session_get_parameters (session)), networks));
  g_assert_cmpstr (ipl_window_get_page (window), ==, "heads");
  g_assert_true (ipl_panel_grid_get_enlarged (ipl_window_get_grid (window)) == &ipl_panel_u);
  selected = ipl_selection_get_selected (ipl_session_get_selection (session));
  g_assert_cmpint (selected->path, ==, 0);
  g_assert_cmpint (selected->other, ==, 2);
  gtk_window_get_default_size (GTK_WINDOW (window), &width, &height);
  g_assert_cmpint (width, ==, 1111);
  g_assert_cmpint (height, ==, 777);
  /* Training goes on from what was learned. */
  wait_for (window, has_points, "its learning curve");
  g_assert_cmpuint (ipl_session_get_train_result (session)->step, >, 0);
  g_assert_true (is_enabled (window, "go-on-training"));
}

/* Whoever is alive keeps what is his; what a dead one left is taken by one only. */
static void
test_others_are_left_alone (void)
{
  g_autoptr (GSubprocess) process = start_child ("waits");
  g_autoptr (GPtrArray) none = NULL;
  g_autoptr (GPtrArray) left = NULL;
  g_autoptr (GPtrArray) again = NULL;

  wait_until_ready (process);
  none = ipl_recovery_list_left ();
  g_assert_cmpuint (none->len, ==, 0);
  g_subprocess_send_signal (process, SIGKILL);
  check_killed (process);
  left = ipl_recovery_list_left ();
  g_assert_cmpuint (left->len, ==, 1);
  again = ipl_recovery_list_left ();
  g_assert_cmpuint (again->len, ==, 0);
  /* What is neither taken up nor discarded is offered at the next start too. */
  g_clear_pointer (&left, g_ptr_array_unref);
  left = ipl_recovery_list_left ();
  g_assert_cmpuint (left->len, ==, 1);
  ipl_recovery_discard (left->pdata[0]);
}

/* Where no work is lost nothing is offered, however the process ends; an undone change is none. */
static void
test_no_work (void)
{
  g_autoptr (GSubprocess) process = start_child ("looks");
  g_autoptr (GPtrArray) left = NULL;
  IplWindow *window = the_window ();
  g_autofree char *path = NULL;

  wait_until_ready (process);
  g_subprocess_send_signal (process, SIGKILL);
  check_killed (process);
  left = ipl_recovery_list_left ();
  g_assert_cmpuint (left->len, ==, 0);
  reset (window);
  path = g_build_filename (ipl_recovery_get_folder (window->recovery, NULL), "autosave.interplay",
                           NULL);
  act (window, "new-seed", NULL);
  ipl_window_keep (window);
  g_assert_true (ipl_recovery_flush (window->recovery, NULL));
  g_assert_true (g_file_test (path, G_FILE_TEST_EXISTS));
  act (window, "undo", NULL);
  ipl_window_keep (window);
  g_assert_true (ipl_recovery_flush (window->recovery, NULL));
  g_assert_false (g_file_test (path, G_FILE_TEST_EXISTS));
  reset (window);
}

/* Several are a line with a list behind it. */
static void
test_several (void)
{
  IplWindow *window = the_window ();
  g_autoptr (GPtrArray) left = g_ptr_array_new_with_free_func ((GDestroyNotify)ipl_recovery_unref);

  for (guint i = 0; i < 3; i++)
    {
      IplRecovery *recovery = ipl_recovery_new ();

      ipl_recovery_save (recovery, "{\"name\": \"a case\", \"time\": \"12:34\"}");
      g_assert_true (ipl_recovery_flush (recovery, NULL));
      g_ptr_array_add (left, recovery);
    }
  ipl_window_offer_recovery (window, left);
  g_assert_nonnull (strstr (gtk_label_get_label (window->recovery_label), "3 windows"));
  g_assert_true (gtk_widget_get_visible (GTK_WIDGET (window->recovery_list)));
  g_assert_nonnull (gtk_menu_button_get_popover (window->recovery_list));
  g_ptr_array_set_size (left, 1);
  ipl_window_offer_recovery (window, left);
  g_assert_false (gtk_widget_get_visible (GTK_WIDGET (window->recovery_list)));
  ipl_window_offer_recovery (window, NULL);
  g_assert_false (ipl_message_bar_is_shown (window->recovery_bar));
}

/* Closed as its user wishes, nothing is left, of this process' own window either. */
static void
test_closed (void)
{
  g_autoptr (GSubprocess) process = start_child ("closes");
  g_autoptr (GPtrArray) left = NULL;

  g_assert_true (g_subprocess_wait (process, NULL, NULL));
  g_assert_true (g_subprocess_get_successful (process));
  left = ipl_recovery_list_left ();
  g_assert_cmpuint (left->len, ==, 0);
}

static guint first_draws;

static void
note_first_draws (IplSession *session)
{
  const IplSolveResult *result = ipl_session_get_solve_result (session);

  if (first_draws == 0 && result != NULL && IPL_QUANTITY_COUNT (result->posteriors) > 0)
    first_draws = ipl_posterior_list_at (result->posteriors, 0)->n_draws;
}

/* Draws are brought back: there are as many at once as the killed process had kept, and it goes on.
 */
static void
test_draws (void)
{
  g_autoptr (GSubprocess) process = start_child ("samples");
  g_autoptr (GPtrArray) left = NULL;
  g_autoptr (GError) error = NULL;
  IplWindow *window = the_window ();
  const IplSolveResult *result;
  gint64 begin;

  check_killed (process);
  left = ipl_recovery_list_left ();
  g_assert_cmpuint (left->len, ==, 1);
  reset (window);
  first_draws = 0;
  g_signal_connect (session_of (window), "results-changed", G_CALLBACK (note_first_draws), NULL);
  begin = g_get_monotonic_time ();
  g_assert_true (ipl_window_recover (window, left->pdata[0], &error));
  g_assert_no_error (error);
  wait_for (window, has_some_draws, "the draws");
  result = ipl_session_get_solve_result (session_of (window));
  g_test_message ("%u draws after %.1f s", ipl_posterior_list_at (result->posteriors, 0)->n_draws,
                  (double)(g_get_monotonic_time () - begin) / 1e6);
  g_assert_true (ipl_session_is_sampling (session_of (window)));
  /* The first look of a run that begins anew is at 50 draws. */
  g_assert_cmpuint (ipl_posterior_list_at (result->posteriors, 0)->n_chains, ==, 2);
  g_assert_cmpuint (first_draws, >, 100);
  act (window, "stop", NULL);
  wait_for (window, is_idle, "the stop");
  reset (window);
}

/* A folder of a process that has ended, with one window. */
static char *
make_left (const char *name, const char *bytes, gsize size)
{
  g_autofree char *place
      = g_build_filename (g_get_user_state_dir (), "interplay", "recovery", "damaged", NULL);
  char *window = g_build_filename (place, "window-1", NULL);
  g_autofree char *document = g_build_filename (window, name, NULL);
  g_autofree char *lock = g_build_filename (place, "lock", NULL);

  g_assert_cmpint (g_mkdir_with_parents (window, 0700), ==, 0);
  g_assert_true (g_file_set_contents (document, bytes, (gssize)size, NULL));
  g_assert_true (g_file_set_contents (lock, "", 0, NULL));
  return window;
}

/* An automatic save that is damaged is offered, and restoring it says what is wrong. */
static void
test_damaged_session (void)
{
  IplWindow *window = the_window ();
  g_autofree char *path = g_build_filename (networks, "saved.interplay", NULL);
  IplSessionWriter *writer = ipl_session_writer_new (path, "{\"session\": \"\"}", NULL);
  g_autoptr (GPtrArray) left = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *bytes = NULL, *window_folder = NULL;
  char *document;
  gsize size;

  g_assert_true (ipl_session_writer_close (writer, NULL, NULL));
  g_assert_true (g_file_get_contents (path, &bytes, &size, NULL));
  document = memmem (bytes, size, "{\"session", 9);
  document[3] = 'E';
  window_folder = make_left ("autosave.interplay", bytes, size);
  left = ipl_recovery_list_left ();
  g_assert_cmpuint (left->len, ==, 1);
  ipl_window_offer_recovery (window, left);
  g_assert_false (ipl_window_recover (window, left->pdata[0], &error));
  g_assert_error (error, IPL_ERROR, IPL_ERROR_FORMAT);
  g_assert_nonnull (strstr (error->message, "autosave.interplay” is damaged"));
  ipl_window_offer_recovery (window, NULL);
  ipl_recovery_discard (left->pdata[0]);
  reset (window);
}

/* A document that could not be opened again is not kept, and that is said. */
static void
test_too_large (void)
{
  g_autoptr (IplRecovery) recovery = ipl_recovery_new ();
  g_autofree char *text = g_strnfill (IPL_SESSION_MAX_DOCUMENT + 1, ' ');
  g_autoptr (GError) error = NULL;

  ipl_recovery_save (recovery, text);
  g_assert_false (ipl_recovery_flush (recovery, &error));
  g_assert_error (error, IPL_ERROR, IPL_ERROR_VALUE);
  g_assert_null (ipl_recovery_take_error (recovery));
  ipl_recovery_discard (recovery);
}

/* What is damaged says so, and the window shows the example. */
static void
test_damaged (void)
{
  static const char *const texts[]
      = { "",
          "no JSON",
          "{}",
          "{\"session\":\"{}\"}",
          "{\"session\":5}",
          "{\"session\":\"{\\\"parameters\\\":\\\"{}\\\"}\",\"width\":-5,\"page\":\"x\"}",
          "[[[[[[[[[[",
          "{\"session\":null,\"enlarged\":[]}" };
  IplWindow *window = the_window ();

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autofree char *folder_path = make_left ("document.json", texts[i], strlen (texts[i]));
      g_autoptr (GPtrArray) left = NULL;
      g_autoptr (GError) error = NULL;

      left = ipl_recovery_list_left ();
      g_assert_cmpuint (left->len, ==, 1);
      ipl_window_offer_recovery (window, left);
      if (!ipl_window_recover (window, left->pdata[0], &error))
        g_assert_cmpuint (strlen (error->message), >, 10);
      ipl_window_offer_recovery (window, NULL);
      ipl_recovery_discard (left->pdata[0]);
      g_assert_false (g_file_test (folder_path, G_FILE_TEST_EXISTS));
    }
  reset (window);
}

int
main (int argc, char *argv[])
{
  const char *what = g_getenv ("INTERPLAY_TEST_CHILD");
  int status;

  program = argv[0];
  if (what != NULL)
    {
      fixture_init (&argc, &argv);
      return child (what);
    }
  training_init (&argc, &argv);
  networks = g_dir_make_tmp ("interplay-networks-XXXXXX", NULL);
  g_test_add_func ("/recovery/killed", test_killed);
  g_test_add_func ("/recovery/others-are-left-alone", test_others_are_left_alone);
  g_test_add_func ("/recovery/no-work", test_no_work);
  g_test_add_func ("/recovery/several", test_several);
  g_test_add_func ("/recovery/closed", test_closed);
  g_test_add_func ("/recovery/draws", test_draws);
  g_test_add_func ("/recovery/damaged", test_damaged);
  g_test_add_func ("/recovery/damaged-session", test_damaged_session);
  g_test_add_func ("/recovery/too-large", test_too_large);
  status = fixture_run ();
  remove_tree (networks);
  g_free (networks);
  training_end ();
  return status;
}
