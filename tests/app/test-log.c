/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The run log: the command that stands there computes the very same numbers, to the last bit. */
#include <math.h>
#include <string.h>
#include <sys/wait.h>

#include "app/dialogs/run-log-dialog.h"
#include "core/files/npz.h"
#include "core/parameters/parameters.h"
#include "session/run-log.h"
#include "session/session-save.h"
#include "training-support.h"

static const IplRunLogEntry *
last_entry (IplWindow *window, const char *what)
{
  const GPtrArray *log = ipl_session_get_log (session_of (window));
  const IplRunLogEntry *entry = log->len > 0 ? log->pdata[log->len - 1] : NULL;

  g_assert_nonnull (entry);
  g_assert_cmpstr (entry->what, ==, what);
  g_assert_true (entry->is_whole);
  g_assert_cmpstr (entry->version, ==, IPL_VERSION);
  g_assert_cmpstr (entry->machine, !=, "");
  g_assert_cmpfloat (entry->seconds, >=, 0.0);
  return entry;
}

/* Numbers that say how long something took are never the same. */
static gboolean
is_time (const char *name)
{
  return strstr (name, "seconds") != NULL;
}

static guint
compare (const char *a_path, const char *b_path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplNpz) a = ipl_npz_read (a_path, NULL, &error), b = NULL;
  g_autoptr (GList) names = NULL;
  guint n = 0;

  g_assert_no_error (error);
  b = ipl_npz_read (b_path, NULL, &error);
  g_assert_no_error (error);
  names = ipl_npz_names (a);
  for (GList *l = names; l != NULL; l = l->next)
    {
      const IplArray *x = ipl_npz_lookup (a, l->data), *y = ipl_npz_lookup (b, l->data);

      if (x->is_text || is_time (l->data))
        continue;
      g_test_message ("%s", (char *)l->data);
      g_assert_nonnull (y);
      g_assert_cmpmem (x->values, x->size * sizeof (double), y->values, y->size * sizeof (double));
      n++;
    }
  return n;
}

/* Runs the command, and holds its file against that of the window. */
static void
check_reproduced (IplWindow *window, const IplRunLogEntry *entry, guint least)
{
  g_autoptr (IplSessionResults) results = ipl_session_take_results (session_of (window));
  g_autofree char *here = g_build_filename (folder, "here.npz", NULL);
  g_autofree char *there = g_build_filename (folder, "there.npz", NULL);
  g_autofree char *line = NULL, *err = NULL;
  g_autoptr (GError) error = NULL;
  const char *argv[] = { "/bin/sh", "-c", NULL, NULL };
  int status = 0;

  g_test_message ("%s", entry->command);
  g_assert_true (g_str_has_prefix (entry->command, "interplay-cli "));
  g_assert_true (ipl_session_results_save (results, here, &error));
  g_assert_no_error (error);
  line = g_strdup_printf ("'%s'%s --out '%s' --threads 1", g_getenv ("INTERPLAY_CLI"),
                          entry->command + strlen ("interplay-cli"), there);
  argv[2] = line;
  g_assert_true (g_spawn_sync (NULL, (char **)argv, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL,
                               NULL, &err, &status, &error));
  g_assert_no_error (error);
  g_test_message ("%s", err);
  /* 3: done, but as few draws as these do not mix, which the entry says too. */
  g_assert_true (WIFEXITED (status) && WEXITSTATUS (status) == (entry->note[0] != '\0' ? 3 : 0));
  g_assert_cmpuint (compare (here, there), >=, least);
}

static gboolean
has_draws (IplWindow *window)
{
  const IplSolveResult *result = ipl_session_get_solve_result (session_of (window));

  return result != NULL && IPL_QUANTITY_COUNT (result->posteriors) > 0
         && !ipl_session_is_sampling (session_of (window)) && is_idle (window);
}

static gboolean
is_complete (IplWindow *window)
{
  const IplSolveResult *result = ipl_session_get_solve_result (session_of (window));

  return result != NULL && result->own != NULL && result->own->complete && is_idle (window);
}

/* The theory after a drag through widths and another temperature, which are one entry. */
static void
test_theory (void)
{
  IplWindow *window;
  IplSession *session;
  IplSetting setting;
  guint before;

  g_application_activate (G_APPLICATION (application));
  window = the_window ();
  session = session_of (window);
  wait_for (window, is_solved, "the example");
  wait_for (window, is_idle, "the rest");
  before = ipl_session_get_log (session)->len;
  g_assert_cmpuint (before, ==, 1);
  for (double N = 20; N < 300; N *= 1.5)
    {
      ipl_session_change_width (session, N, FALSE);
      wait_for (window, is_solved, "a width");
    }
  ipl_session_change_width (session, 30, FALSE);
  setting = ipl_session_get_parameters (session)->current;
  setting.temperature = 0.03;
  ipl_session_change_current (session, &setting, NULL);
  wait_for (window, is_solved, "the theory");
  wait_for (window, is_idle, "the rest");
  g_assert_cmpuint (ipl_session_get_log (session)->len, ==, before);
  check_reproduced (window, last_entry (window, "theory"), 30);
}

static void
test_samples (void)
{
  IplWindow *window = the_window ();
  IplSession *session = session_of (window);
  IplParameters parameters = *ipl_session_get_parameters (session);

  parameters.n_widths = 2;
  parameters.draws = IPL_MIN_DRAWS;
  parameters.warmup = IPL_MIN_WARMUP;
  ipl_session_change (session, &parameters, NULL);
  ipl_session_change_width (session, ipl_session_get_parameters (session)->widths[0].N[0], FALSE);
  wait_for (window, is_solved, "the theory");
  act (window, "sample", NULL);
  wait_for (window, has_draws, "the draws");
  check_reproduced (window, last_entry (window, "samples"), 40);
}

static void
test_dynamics (void)
{
  IplWindow *window = the_window ();

  act (window, "open-example", "joma-joint");
  wait_for (window, is_complete, "the course");
  check_reproduced (window, last_entry (window, "dynamics"), 5);
}

/* The dialog lists them, the newest first, and copies what is asked for. */
static void
test_dialog (void)
{
  IplWindow *window = the_window ();
  const GPtrArray *log = ipl_session_get_log (session_of (window));
  g_autofree char *text = ipl_run_log_to_text (log);
  GListModel *windows = gtk_window_get_toplevels ();
  gboolean found = FALSE;

  act (window, "run-log", NULL);
  settle ();
  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWindow) toplevel = g_list_model_get_item (windows, i);

      if (g_strcmp0 (gtk_window_get_title (toplevel), "Run Log") != 0)
        continue;
      found = TRUE;
      gtk_window_close (toplevel);
      break;
    }
  g_assert_true (found);
  for (guint i = 0; i < log->len; i++)
    g_assert_nonnull (strstr (text, ((const IplRunLogEntry *)log->pdata[i])->command));
}

int
main (int argc, char **argv)
{
  fixture_init (&argc, &argv);
  g_test_add_func ("/log/theory", test_theory);
  g_test_add_func ("/log/samples", test_samples);
  g_test_add_func ("/log/dynamics", test_dynamics);
  g_test_add_func ("/log/dialog", test_dialog);
  return fixture_run ();
}
