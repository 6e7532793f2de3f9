/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What an experiment computed, opened from its file of results and from a session: shown as it is,
 * with nothing computed, and gone on with where there is a checkpoint. */
#include <glib/gstdio.h>
#include <string.h>

#include "../small-text.h"
#include "core/parameters/parameters.h"
#include "core/parameters/experiment-result-file.h"
#include "core/parameters/run-settings.h"
#include "core/sessions/session-file.h"
#include "runs/file-kind.h"
#include "document-support.h"

static void
ignore_progress (double fraction, double seconds_left, const char *sentence, gpointer data)
{
}

/* Stops a run once it has something to show. */
static void
stop_soon (gconstpointer so_far, double fraction, gpointer stop)
{
  const IplExperimentResult *result = so_far;

  if (result->trajectory->S > 2)
    g_cancellable_cancel (stop);
}

/* Computes, to its end or not, with a checkpoint beside the file. */
static IplExperimentResult *
write_file (const IplParameters *parameters, const char *path, gboolean stops)
{
  g_autoptr (GCancellable) stop = g_cancellable_new ();
  g_autofree char *checkpoint = g_strconcat (path, ".checkpoint", NULL), *settings = NULL;
  g_auto (IplRunSettings) run = { .command = NULL };
  IplExperimentRun call = {
    .work
    = { .threads = 2, .stop = stop, .progress = ignore_progress, .show = stop_soon, .data = stop },
    .checkpoint = stops ? checkpoint : NULL
  };
  g_autoptr (GError) error = NULL;
  IplExperimentResult *own;

  if (!stops)
    call.work.show = NULL;
  own = parameters->experiment->compute (parameters, &call, &error);
  g_assert_no_error (error);
  g_assert_true (own->complete == !stops);
  ipl_run_settings_init (&run, "dynamics", parameters);
  settings = ipl_run_settings_to_json (&run);
  g_assert_true (ipl_result_file_save (own, settings, path, &error));
  g_assert_no_error (error);
  return own;
}

/* Nothing is computed, nor begun within a moment. */
static void
settle_down (IplDocument *document)
{
  g_main_context_iteration (NULL, FALSE);
  settle (document);
  for (guint i = 0; i < 50; i++)
    {
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  g_assert_false (ipl_document_get_status (document, "solve")->running);
}

/* What is shown was read, not computed, and is what was written. */
static const IplExperimentResult *
assert_stored (IplDocument *document, const IplExperimentResult *own)
{
  const IplSolveResult *result = ipl_document_get_solve_result (document);

  g_assert_nonnull (result);
  g_assert_nonnull (result->dynamics);
  g_assert_true (result->dynamics->from_file);
  g_assert_true (result->dynamics->complete == own->complete);
  g_assert_cmpmem (result->dynamics->trajectory->time,
                   result->dynamics->trajectory->S * sizeof (double), own->trajectory->time,
                   own->trajectory->S * sizeof (double));
  return result->dynamics;
}

/* A text is read as one by what it holds, but not where its name says that it is a network. */
TEST (test_text_by_name, "/document/stored/text-by-name")
{
  static const char words[] = "One sentence of a text, and another one. They are words.\n";
  g_autofree char *text = g_build_filename (home, "book", NULL);
  g_autofree char *network = g_build_filename (home, "foo.pt", NULL), *noted = NULL;
  g_autoptr (IplDocument) document = ipl_document_new ();

  g_assert_true (g_file_set_contents (text, words, -1, NULL));
  g_assert_true (g_file_set_contents (network, words, -1, NULL));
  g_assert_true (ipl_file_kind_is (ipl_file_kind_find (text), "text"));
  g_assert_true (ipl_file_kind_is (ipl_file_kind_find (network), "case"));
  g_signal_connect (document, "message", G_CALLBACK (note_message), &noted);
  open_path (document, network);
  settle_down (document);
  g_test_message ("%s", noted);
  g_assert_nonnull (strstr (noted, "foo.pt"));
}

/* A file of each kind opens, and neither looking at another time nor what is changed of a run that
 * takes long starts anything. */
TEST (test_file, "/document/stored/file")
{
  g_autofree char *path = g_build_filename (home, "text.npz", NULL);
  g_autoptr (IplDocument) document = ipl_document_new ();
  g_autoptr (IplExperimentResult) own = NULL;
  const IplExperimentResult *shown;
  IplParameters parameters, changed;
  g_autofree char *what = NULL, *then = NULL;

  set_small_text (&parameters, 40);
  own = write_file (&parameters, path, FALSE);
  g_assert_true (ipl_file_kind_is (ipl_file_kind_find (path), "results"));
  open_path (document, path);
  settle_down (document);
  shown = assert_stored (document, own);
  g_assert_true (ipl_parameters_same_case (parameters_of (document), &parameters));
  g_assert_false (ipl_document_is_unsaved (document));
  what = ipl_document_describe_run (document);
  g_assert_cmpstr (what, ==, "");
  changed = *parameters_of (document);
  changed.shown_time = 0;
  ipl_document_change (document, &changed, NULL);
  settle_down (document);
  g_assert_true (ipl_document_get_solve_result (document)->dynamics == shown);
  ((IplTextParameters *)ipl_parameters_edit_specific (&changed))->steps = 60;
  ipl_document_change (document, &changed, NULL);
  settle_down (document);
  g_assert_true (ipl_document_get_solve_result (document)->dynamics == shown);
  then = ipl_document_describe_run (document);
  g_assert_true (g_str_has_prefix (then, "The parameters have changed"));
  ipl_document_run (document);
  settle_down (document);
  g_assert_false (ipl_document_get_solve_result (document)->dynamics->from_file);
}

/* What is quick: another time is shown, another parameter computes. */
TEST (test_quick, "/document/stored/quick")
{
  g_autofree char *path = g_build_filename (home, "joint.npz", NULL);
  g_autoptr (IplDocument) document = ipl_document_new ();
  g_autoptr (IplExperimentResult) own = NULL;
  const IplExperimentResult *shown;
  IplParameters parameters;

  ipl_parameters_init (&parameters, "joma-salience");
  own = write_file (&parameters, path, FALSE);
  open_path (document, path);
  settle_down (document);
  shown = assert_stored (document, own);
  ipl_document_run (document);
  settle_down (document);
  g_assert_true (ipl_document_get_solve_result (document)->dynamics == shown);
}

/* A run that was stopped goes on from the checkpoint beside it, and says that it cannot without. */
TEST (test_stopped, "/document/stored/stopped")
{
  g_autofree char *path = g_build_filename (home, "stopped.npz", NULL);
  g_autofree char *checkpoint = g_strconcat (path, ".checkpoint", NULL);
  IplParameters parameters;
  g_autoptr (IplExperimentResult) own = NULL;

  set_small_text (&parameters, 6000);
  own = write_file (&parameters, path, TRUE);
  g_assert_true (g_file_test (checkpoint, G_FILE_TEST_EXISTS));
  for (guint without = 0; without < 2; without++)
    {
      g_autoptr (IplDocument) document = ipl_document_new ();
      g_autofree char *what = NULL;

      if (without)
        g_remove (checkpoint);
      open_path (document, path);
      settle_down (document);
      assert_stored (document, own);
      g_assert_true (ipl_document_needs_run (document));
      what = ipl_document_describe_run (document);
      g_assert_nonnull (strstr (what, without ? "has no checkpoint" : "resumes it"));
      if (!without)
        {
          const IplTrajectory *went;

          ipl_document_run (document);
          settle_down (document);
          g_assert_true (ipl_document_get_solve_result (document)->dynamics->complete);
          went = ipl_document_get_solve_result (document)->dynamics->trajectory;
          g_assert_cmpfloat (went->time[went->S - 1], ==, 6000);
        }
    }
}

/* Saved with a session, also with parameters that were changed since. */
TEST (test_session, "/document/stored/session")
{
  g_autofree char *path = g_build_filename (home, "text.npz", NULL);
  g_autofree char *saved = g_build_filename (home, "text.interplay", NULL);
  g_autoptr (IplExperimentResult) own = NULL;
  IplParameters parameters;

  set_small_text (&parameters, 40);
  own = write_file (&parameters, path, FALSE);
  for (guint changes = 0; changes < 2; changes++)
    {
      g_autoptr (IplDocument) document = ipl_document_new (), again = ipl_document_new ();
      IplParameters changed;

      open_path (document, path);
      settle_down (document);
      changed = *parameters_of (document);
      ((IplTextParameters *)ipl_parameters_edit_specific (&changed))->steps = changes ? 70 : 40;
      ipl_document_change (document, &changed, NULL);
      save (document, saved);
      open_file (again, saved);
      settle_down (again);
      assert_stored (again, own);
      g_assert_true (ipl_parameters_equal (parameters_of (again), &changed));
      g_assert_true (ipl_document_needs_run (again) == (changes == 1));
      g_assert_false (ipl_document_is_unsaved (again));
      g_assert_cmpstr (ipl_document_get_file (again), ==, saved);
    }
}

/* One sentence, and what was shown stays. */
TEST (test_damaged, "/document/stored/damaged")
{
  g_autofree char *path = g_build_filename (home, "damaged.npz", NULL);
  g_autoptr (IplDocument) document = ipl_document_new ();
  g_autoptr (IplExperimentResult) own = NULL;
  g_autoptr (GError) error = NULL;
  IplNpzWriter *npz;
  IplParameters parameters;
  const double time = 0;
  const gint64 one = 1;
  const gsize n = 1;

  ipl_parameters_init (&parameters, "joma-salience");
  own = write_file (&parameters, path, FALSE);
  open_path (document, path);
  settle_down (document);
  assert_stored (document, own);
  npz = ipl_npz_writer_new (path, &error);
  ipl_npz_writer_add_doubles (npz, "time", &time, 1, &n);
  ipl_npz_writer_add_ints (npz, "in_steps", &one, 0, NULL);
  ipl_npz_writer_add_ints (npz, "complete", &one, 0, NULL);
  ipl_npz_writer_add_text (npz, "experiment", "joma-salience");
  ipl_npz_writer_add_text (npz, "version", "0");
  ipl_npz_writer_add_text (npz, "settings",
                           "{\"command\": \"dynamics\", \"experiment\": \"joma-salience\"}");
  g_assert_true (ipl_npz_writer_close (npz, &error));
  open_path (document, path);
  settle_down (document);
  g_assert_cmpuint (ipl_document_get_solve_result (document)->dynamics->trajectory->S, ==,
                    own->trajectory->S);
}
