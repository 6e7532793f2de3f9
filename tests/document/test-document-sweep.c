/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rows of a file of results, shown beside the theory's own. */
#include <glib/gstdio.h>
#include <string.h>

#include "core/experiments/case-file-experiment.h"
#include "core/parameters/parameters.h"
#include "core/results/results-load.h"
#include "core/results/results.h"
#include "runs/file-kind.h"
#include "runs/sweep-run.h"
#include "document-support.h"

#define N_WIDTHS 3

static const double temperatures[] = { 0.01, 0.1 };

static void
open_results (IplDocument *document, const char *path)
{
  open_path (document, path);
  wait_for (document, "open");
}

static gboolean
is_kind (const char *path, const char *kind)
{
  return ipl_file_kind_is (ipl_file_kind_find (path), kind);
}

/* Rows at both temperatures of the case of seed 5, with samples, or at the second temperature with
 * the mean over seeds 1 to 3. */
static IplSweepResult *
write_rows (const char *path, gboolean with_seeds)
{
  static const guint widths[N_WIDTHS] = { 10, 30, 100 };
  IplSetting axis[N_WIDTHS];
  IplParameters parameters;
  g_auto (IplRunSettings) run = { .command = NULL };
  g_autoptr (IplSeedMean) seeds = with_seeds ? ipl_seed_mean_new () : NULL;
  g_autofree IplSetting *settings = NULL;
  g_autofree char *text = NULL;
  IplSweepResult *own = NULL;
  guint n;

  ipl_parameters_init (&parameters, "hmc2");
  for (guint seed = 5; seed == 5 || (with_seeds && seed < 4); seed = seed == 5 ? 1 : seed + 1)
    {
      g_autoptr (IplCase) the_case = NULL;
      IplSweepRequest request;
      g_autoptr (IplSweepResult) result = NULL;

      ipl_parameters_set_seed (&parameters, seed);
      the_case = ipl_parameters_make_case (&parameters, FALSE, 1, NULL, NULL);
      if (seed == 5)
        {
          ipl_run_settings_init (&run, with_seeds ? "sweep" : "sample", &parameters);
          for (guint i = 0; i < N_WIDTHS; i++)
            ipl_setting_init_for_case (&axis[i], the_case, widths[i]);
          ipl_run_settings_set_axes (&run, N_WIDTHS, axis, with_seeds ? 1 : 2,
                                     temperatures + with_seeds);
          run.listed = TRUE;
          run.best = FALSE;
          settings = ipl_run_settings_list (&run, the_case, &n, NULL);
        }
      request = (IplSweepRequest){
        .the_case = the_case, .n = n, .settings = settings, .sample = !with_seeds, .draws = 40
      };
      ipl_posterior_options_init (&request.options);
      request.options.chains = 2;
      request.options.warmup = 60;
      result = ipl_sweep_request_run (&request, &(IplWork){ .threads = 1 });
      g_assert_no_error (result->error);
      if (seed == 5)
        own = g_steal_pointer (&result);
      else
        g_assert_true (ipl_seed_mean_append (seeds, seed, result->sweep, FALSE));
    }
  text = ipl_run_settings_to_json (&run);
  g_assert_true (ipl_results_save_npz (
      own->sweep, with_seeds ? NULL : (gpointer)own->posteriors->pdata, seeds, text, path, NULL));
  return own;
}

/* What cannot be opened in a new session leaves it with the paper's example, solved. */
TEST (test_refused, "/document-sweep/refused")
{
  g_autofree char *results = g_build_filename (home, "results.npz", NULL), *said = NULL;
  g_autoptr (IplDocument) document = ipl_document_new ();

  g_assert_true (g_file_set_contents (results, "PK", -1, NULL));
  g_signal_connect (document, "message", G_CALLBACK (note_message), &said);
  open_results (document, results);
  /* A damaged archive is refused by whoever reads it as a case. */
  wait_until (said != NULL);
  g_test_message ("%s", said);
  wait_until (ipl_document_get_solve_result (document) != NULL
              && ipl_document_get_solve_result (document)->current != NULL);
  g_assert_cmpstr (parameters_of (document)->experiment->id, ==, "hmc4");
}

/* A file of results is what it was computed from, with its rows and samples at the temperature that
 * is set. */
TEST (test_results, "/document-sweep/results")
{
  g_autofree char *file = g_build_filename (home, "rows.npz", NULL);
  g_autoptr (IplSweepResult) rows = write_rows (file, FALSE);
  g_autoptr (IplDocument) document = ipl_document_new ();
  IplParameters parameters;
  IplView view;

  g_assert_true (is_kind (file, "results"));
  open_results (document, file);
  wait_until (view_of (document).seeds != NULL && view_of (document).current != NULL);
  g_assert_cmpfloat (parameters_of (document)->current.temperature, ==, temperatures[0]);
  for (guint t = 0; t < 3; t++)
    {
      parameters = *parameters_of (document);
      parameters.current.temperature = t < 2 ? temperatures[t] : 0.5;
      ipl_document_change (document, &parameters, NULL);
      view = view_of (document);
      if (t == 2)
        {
          g_assert_null (view.seeds);
          continue;
        }
      g_assert_cmpuint (view.seeds->n, ==, 1);
      g_assert_cmpuint (view.seeds->n_rows, ==, N_WIDTHS);
      g_assert_cmpuint (view.stored->len, ==, N_WIDTHS);
      for (guint i = 0; i < N_WIDTHS; i++)
        {
          const IplPosteriorSummary *drawn = rows->posteriors->pdata[t * N_WIDTHS + i];
          const IplPosteriorSummary *stored = view.stored->pdata[i];

          g_assert_cmpfloat (view.seeds->accuracy[i], ==,
                             rows->sweep->rows[t * N_WIDTHS + i]->tests[0].accuracy);
          g_assert_cmpfloat (stored->tests[0].accuracy, ==, drawn->tests[0].accuracy);
        }
    }
  ipl_document_open_experiment (document, "hmc4");
  g_assert_true (ipl_document_get_view (document, &view) == FALSE || view.seeds == NULL);
}

/* The mean over seeds is that of the file. */
TEST (test_seeds, "/document-sweep/seeds")
{
  g_autofree char *file = g_build_filename (home, "rows.npz", NULL);
  g_autoptr (IplSweepResult) rows = write_rows (file, TRUE);
  g_autoptr (IplResults) read = ipl_results_load (file, NULL, NULL);
  g_autoptr (IplDocument) document = ipl_document_new ();
  IplView view;

  open_results (document, file);
  wait_until (view_of (document).seeds != NULL && view_of (document).current != NULL);
  view = view_of (document);
  g_assert_cmpuint (view.seeds->n, ==, 3);
  for (guint s = 0; s < 3; s++)
    g_assert_cmpuint (view.seeds->seeds[s], ==, s + 1);
  g_assert_cmpmem (view.seeds->accuracy, 3 * N_WIDTHS * sizeof (double), read->seeds->accuracy,
                   3 * N_WIDTHS * sizeof (double));
}

/* Without its case a file of results is none, and says so. */
TEST (test_gone, "/document-sweep/gone")
{
  g_autofree char *file = g_build_filename (home, "rows.npz", NULL);
  g_autofree char *gone = g_build_filename (home, "gone.npz", NULL), *said = NULL, *text = NULL;
  g_autoptr (IplSweepResult) rows = write_rows (file, TRUE);
  g_autoptr (IplDocument) document = ipl_document_new ();
  g_auto (IplRunSettings) run = { .command = NULL };
  IplParameters parameters;

  g_signal_connect (document, "message", G_CALLBACK (note_message), &said);
  ipl_parameters_init (&parameters, "file");
  ipl_parameters_set_file (&parameters, "/nowhere/case.npz");
  ipl_run_settings_init (&run, "sweep", &parameters);
  text = ipl_run_settings_to_json (&run);
  g_assert_true (ipl_results_save_npz (rows->sweep, NULL, NULL, text, gone, NULL));
  open_results (document, gone);
  g_assert_nonnull (strstr (said, "which no longer exists"));
}
