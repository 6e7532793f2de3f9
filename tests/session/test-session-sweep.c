/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A sweep in a folder, opened while it fills. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "core/experiments/case-file-experiment.h"
#include "core/parameters/parameters.h"
#include "core/results/results-load.h"
#include "core/results/results.h"
#include "runs/file-kind.h"
#include "session/session.h"
#include "sweeps/folder-merge.h"
#include "sweeps/row-files.h"
#include "sweeps/task-worker.h"

#define N_TASKS 4

static const double temperatures[] = { 0.01, 0.1 };
static const guint widths[] = { 10, 30, 100 };

static void
remove_tree (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir != NULL && (name = g_dir_read_name (dir)) != NULL)
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      remove_tree (child);
    }
  g_remove (path);
}

static void
open_as (IplSession *session, const char *path, const char *kind)
{
  const char *paths[] = { path, NULL };

  ipl_session_open_paths (session, paths, kind);
  while (ipl_session_get_status (session, "open")->running)
    g_main_context_iteration (NULL, TRUE);
}

static void
open_path (IplSession *session, const char *path)
{
  open_as (session, path, NULL);
}

static gboolean
is_kind (const char *path, const char *kind)
{
  return ipl_file_kind_is (ipl_file_kind_find (path), kind);
}

static void
work_parameters (IplParameters *parameters, guint64 seed)
{
  ipl_parameters_init (parameters, "hmc2");
  ipl_parameters_set_seed (parameters, seed);
}

/* Seed 5 of its own, seeds 1 to 3 of the mean, two temperatures. */
static IplSweepFolder *
plan_sweep (const char *path)
{
  g_autoptr (IplCase) the_case = NULL;
  IplSetting settings[G_N_ELEMENTS (widths)];
  IplParameters parameters;
  IplRunSettings run;
  IplSweepPlan *plan;
  IplSweepFolder *folder;

  work_parameters (&parameters, 5);
  the_case = ipl_parameters_make_case (&parameters, FALSE, 1, NULL, NULL);
  ipl_run_settings_init (&run, "sweep", &parameters);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    ipl_setting_init_for_case (&settings[i], the_case, widths[i]);
  ipl_run_settings_set_axes (&run, G_N_ELEMENTS (widths), settings, G_N_ELEMENTS (temperatures),
                             temperatures);
  run.listed = TRUE;
  run.seeds.first = 1;
  run.seeds.n = 3;
  plan = ipl_sweep_plan_new (&run, the_case, NULL);
  plan->n_tasks = N_TASKS;
  folder = ipl_sweep_folder_create (path, plan, NULL, NULL);
  g_assert_nonnull (folder);
  g_assert_cmpuint (folder->plan->n_rows, ==, 4 * 2 * 3);
  return folder;
}

/* One seed, one temperature, a few draws at each width. */
static IplSweepFolder *
plan_sampled (const char *path)
{
  static const double temperature = 0.1;
  g_autoptr (IplCase) the_case = NULL;
  IplSetting settings[G_N_ELEMENTS (widths)];
  IplParameters parameters;
  IplRunSettings run;
  IplSweepPlan *plan;
  IplSweepFolder *folder;

  work_parameters (&parameters, 5);
  the_case = ipl_parameters_make_case (&parameters, FALSE, 1, NULL, NULL);
  ipl_run_settings_init (&run, "sample", &parameters);
  for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
    ipl_setting_init_for_case (&settings[i], the_case, widths[i]);
  ipl_run_settings_set_axes (&run, G_N_ELEMENTS (widths), settings, 1, &temperature);
  run.listed = TRUE;
  run.best = FALSE;
  ipl_posterior_options_init (&run.options);
  run.options.chains = 2;
  run.options.warmup = 60;
  run.parameters.draws = 40;
  plan = ipl_sweep_plan_new (&run, the_case, NULL);
  plan->n_tasks = 2;
  folder = ipl_sweep_folder_create (path, plan, NULL, NULL);
  g_assert_nonnull (folder);
  return folder;
}

static void
run_task (const IplSweepFolder *folder, guint task)
{
  const IplRowTools tools = { .threads = 1 };
  g_autoptr (GError) error = NULL;
  IplTaskResult result;

  g_assert_true (ipl_task_run (folder, task, folder->plan->n_tasks, &tools, &result, &error));
  g_assert_no_error (error);
  g_assert_cmpuint (result.failed, ==, 0);
}

/* The plain loop: every seed solved alone. */
static double
solve (guint64 seed, double temperature, guint width, double *gp)
{
  g_autoptr (IplCase) the_case = NULL;
  g_autoptr (IplKernel) kernel = NULL;
  g_autoptr (IplSweep) sweep = NULL;
  IplParameters parameters;
  IplSetting setting;

  work_parameters (&parameters, seed);
  the_case = ipl_parameters_make_case (&parameters, FALSE, 1, NULL, NULL);
  kernel = ipl_kernel_new (the_case, NULL);
  ipl_setting_init_for_case (&setting, the_case, width);
  setting.temperature = temperature;
  sweep = ipl_sweep_run (the_case, kernel, 1, &setting, 1, NULL, NULL, NULL, NULL);
  *gp = sweep->groups[0].lines[0].solution->tests[0].accuracy;
  return sweep->rows[0]->tests[0].accuracy;
}

/* Looked at again and again while tasks end, the rows are those that are there, and their numbers
 * those of a plain loop over the seeds of the mean. */
static void
test_rows (void)
{
  g_autofree char *path = g_dir_make_tmp ("sweep-XXXXXX", NULL);
  g_autofree char *into = g_build_filename (path, "s", NULL);
  g_autoptr (IplSweepFolder) folder = plan_sweep (into);
  g_autoptr (IplSweepRows) rows = NULL;
  IplSetting at;
  guint prior;

  for (guint task = 0; task <= N_TASKS; task++)
    {
      g_autoptr (IplSweepRows) before = g_steal_pointer (&rows);
      guint there = 0;

      if (task > 0)
        run_task (folder, task);
      rows = ipl_sweep_rows_read (into, before, NULL, NULL);
      for (guint i = 0; i < rows->status->n; i++)
        there += !isnan (rows->scores->accuracy[i]);
      g_assert_cmpuint (there, ==, rows->status->done);
      g_assert_cmpuint (there, ==, 24 * task / N_TASKS);
      if (before != NULL)
        g_assert_false (ipl_sweep_rows_equal (rows, before));
    }
  at = ipl_sweep_plan_setting (folder->plan, 0);
  at.temperature = 0.1;
  g_assert_true (ipl_sweep_rows_find_prior (rows, &at, &prior));
  g_assert_cmpuint (prior, ==, 1);
  at.temperature = 0.2;
  g_assert_false (ipl_sweep_rows_find_prior (rows, &at, &prior));
  for (guint t = 0; t < G_N_ELEMENTS (temperatures); t++)
    {
      g_autoptr (IplSeedMean) mean = ipl_sweep_rows_mean (rows, t);

      g_assert_cmpuint (mean->n, ==, 3);
      for (guint s = 0; s < mean->n; s++)
        for (guint i = 0; i < G_N_ELEMENTS (widths); i++)
          {
            double gp, accuracy = solve (s + 1, temperatures[t], widths[i], &gp);

            g_assert_cmpuint (mean->seeds[s], ==, s + 1);
            g_assert_cmpfloat (mean->accuracy[s * mean->n_rows + i], ==, accuracy);
            g_assert_cmpfloat (mean->gp[s * mean->n_lines], ==, gp);
          }
    }
  remove_tree (path);
}

/* Of what is partial those that are there are counted, and of what is whole all or none. */
static void
test_partial (void)
{
  double values[] = { 0.5, NAN, 0.7, 0.9, NAN, NAN };
  IplSeedMean mean = { .n = 3, .n_rows = 2, .accuracy = values, .partial = TRUE };
  IplSeedSpread spread = ipl_seed_mean_get_spread (&mean, values, 2, 0);

  g_assert_cmpfloat_with_epsilon (spread.mean, 0.6, 1e-15);
  g_assert_cmpfloat_with_epsilon (spread.sd, sqrt (0.02), 1e-15);
  spread = ipl_seed_mean_get_spread (&mean, values, 2, 1);
  g_assert_cmpfloat (spread.mean, ==, 0.9);
  g_assert_cmpfloat (spread.sd, ==, 0);
  mean.partial = FALSE;
  spread = ipl_seed_mean_get_spread (&mean, values, 2, 0);
  g_assert_true (isnan (spread.mean));
}

static void
iterate_until (IplSession *session, gboolean (*is_so) (IplSession *session))
{
  gint64 end = g_get_monotonic_time () + 60 * G_USEC_PER_SEC;

  while (!is_so (session))
    {
      if (!g_main_context_iteration (NULL, FALSE))
        g_usleep (500);
      g_assert_cmpint (g_get_monotonic_time (), <, end);
    }
}

static gboolean
is_watched (IplSession *session)
{
  return ipl_session_get_sweep (session) != NULL
         && !ipl_session_get_status (session, "solve")->running;
}

static gboolean
has_half (IplSession *session)
{
  return ipl_session_get_sweep (session)->status->done == 12;
}

static gboolean
is_whole (IplSession *session)
{
  return !ipl_session_get_status (session, "watch")->running;
}

static void
on_message (IplSession *session, const char *text, gboolean is_error, gpointer data)
{
  char **said = data;

  if (text[0] == '\0')
    return;
  g_free (*said);
  *said = g_strdup (text);
}

/* Opened before its first row, a session shows rows as they come, hatches what is awaited, and
 * takes the slice of its own temperature; another case ends it. */
static void
test_session (void)
{
  g_autofree char *path = g_dir_make_tmp ("sweep-XXXXXX", NULL);
  g_autofree char *into = g_build_filename (path, "s", NULL);
  g_autofree char *plan = g_build_filename (into, "plan.json", NULL), *said = NULL;
  g_autoptr (IplSweepFolder) folder = plan_sweep (into);
  g_autoptr (IplSession) session = ipl_session_new ();
  IplParameters parameters;
  IplView view;
  guint64 seed;

  g_signal_connect (session, "message", G_CALLBACK (on_message), &said);
  g_assert_true (is_kind (into, "sweep"));
  g_assert_true (is_kind (plan, "sweep"));
  g_assert_false (is_kind (path, "sweep"));
  open_as (session, path, "sweep");
  g_assert_nonnull (said);
  g_assert_null (ipl_session_get_sweep (session));
  open_path (session, plan);
  iterate_until (session, is_watched);
  g_assert_true (ipl_parameters_get_seed (ipl_session_get_parameters (session), &seed));
  g_assert_cmpuint (seed, ==, 5);
  g_assert_true (ipl_session_get_view (session, &view));
  g_assert_cmpuint (view.awaited->len, ==, 3);
  g_assert_cmpuint (g_array_index (view.awaited, IplAwaited, 0).n, ==, 4);
  g_assert_cmpuint (g_array_index (view.awaited, IplAwaited, 0).done, ==, 0);
  run_task (folder, 1);
  run_task (folder, 2);
  iterate_until (session, has_half);
  g_assert_true (ipl_session_get_view (session, &view));
  g_assert_cmpuint (view.seeds->n, ==, 3);
  run_task (folder, 3);
  run_task (folder, 4);
  iterate_until (session, is_whole);
  for (guint t = 0; t < 3; t++)
    {
      parameters = *ipl_session_get_parameters (session);
      parameters.current.temperature = t < 2 ? temperatures[t] : 0.5;
      ipl_session_change (session, &parameters, NULL);
      g_assert_true (ipl_session_get_view (session, &view));
      g_assert_cmpuint (IPL_QUANTITY_COUNT (view.awaited), ==, 0);
      if (t == 2)
        g_assert_null (view.seeds);
      else
        {
          double gp;

          g_assert_cmpfloat (view.seeds->accuracy[0], ==, solve (1, temperatures[t], 10, &gp));
        }
    }
  ipl_session_open_experiment (session, "hmc4");
  g_assert_null (ipl_session_get_sweep (session));
  remove_tree (path);
}

/* A file that is damaged is told of, and its row is missing. */
static void
test_damaged (void)
{
  g_autofree char *path = g_dir_make_tmp ("sweep-XXXXXX", NULL);
  g_autofree char *into = g_build_filename (path, "s", NULL), *file = NULL;
  g_autoptr (IplSweepFolder) folder = plan_sweep (into);
  g_autoptr (IplSweepRows) rows = NULL;
  guint row = 0;

  run_task (folder, 1);
  rows = ipl_sweep_rows_read (into, NULL, NULL, NULL);
  while (rows->status->states[row] != IPL_ROW_DONE)
    row++;
  file = ipl_sweep_folder_row_path (folder, row);
  g_assert_true (g_file_set_contents (file, "PK no more", -1, NULL));
  g_clear_pointer (&rows, ipl_sweep_rows_unref);
  rows = ipl_sweep_rows_read (into, NULL, NULL, NULL);
  g_assert_cmpuint (rows->status->done, ==, 5);
  g_assert_cmpuint (rows->status->states[row], ==, IPL_ROW_MISSING);
  g_assert_true (isnan (rows->scores->accuracy[row]));
  g_assert_nonnull (rows->damage);
  remove_tree (path);
}

static gboolean
has_example (IplSession *session)
{
  const IplSolveResult *result = ipl_session_get_solve_result (session);

  return result != NULL && result->current != NULL;
}

/* What cannot be opened in a new session leaves it with the paper's example, solved. */
static void
test_refused (void)
{
  g_autofree char *path = g_dir_make_tmp ("refused-XXXXXX", NULL);
  g_autofree char *plan = g_build_filename (path, "plan.json", NULL);
  g_autofree char *results = g_build_filename (path, "results.npz", NULL), *said = NULL;

  g_assert_true (g_file_set_contents (plan, "{\"format\": 99}", -1, NULL));
  g_assert_true (g_file_set_contents (results, "PK", -1, NULL));
  for (guint i = 0; i < 2; i++)
    {
      g_autoptr (IplSession) session = ipl_session_new ();

      g_signal_connect (session, "message", G_CALLBACK (on_message), &said);
      if (i == 0)
        open_path (session, path);
      else
        open_path (session, results);
      /* A damaged archive is refused by whoever reads it as a case. */
      while (said == NULL)
        g_main_context_iteration (NULL, TRUE);
      g_test_message ("%s", said);
      g_clear_pointer (&said, g_free);
      iterate_until (session, has_example);
      g_assert_cmpstr (ipl_session_get_parameters (session)->experiment->id, ==, "hmc4");
      ipl_session_close (session);
    }
  remove_tree (path);
}

static gboolean
has_stored (IplSession *session)
{
  IplView view;

  return ipl_session_get_view (session, &view) && view.seeds != NULL && view.current != NULL;
}

/* A file of results is what it was computed from, with its rows and samples at the temperature that
 * is set; without its case it is none, and says so. */
static void
test_results (void)
{
  g_autofree char *path = g_dir_make_tmp ("results-XXXXXX", NULL);
  g_autofree char *file = g_build_filename (path, "rows.npz", NULL), *said = NULL;
  g_autofree char *gone = g_build_filename (path, "gone.npz", NULL), *settings = NULL;
  g_autoptr (IplSweepFolder) folder = NULL;
  g_autoptr (IplSession) session = ipl_session_new ();
  g_autofree char *into = g_build_filename (path, "s", NULL);
  g_auto (IplMergeReport) report = { NULL };
  IplParameters parameters;
  IplRunSettings run;
  IplView view;
  double gp;

  g_signal_connect (session, "message", G_CALLBACK (on_message), &said);
  folder = plan_sweep (into);
  for (guint task = 1; task <= N_TASKS; task++)
    run_task (folder, task);
  g_assert_true (ipl_sweep_folder_merge (folder, file, NULL, &report, NULL));
  g_assert_true (is_kind (file, "results"));
  g_assert_false (is_kind (into, "results"));
  open_path (session, file);
  iterate_until (session, has_stored);
  g_assert_cmpfloat (ipl_session_get_parameters (session)->current.temperature, ==,
                     temperatures[0]);
  for (guint t = 0; t < 3; t++)
    {
      parameters = *ipl_session_get_parameters (session);
      parameters.current.temperature = t < 2 ? temperatures[t] : 0.5;
      ipl_session_change (session, &parameters, NULL);
      g_assert_true (ipl_session_get_view (session, &view));
      if (t == 2)
        g_assert_null (view.seeds);
      else
        {
          g_assert_cmpuint (view.seeds->n, ==, 3);
          g_assert_cmpuint (view.seeds->n_rows, ==, G_N_ELEMENTS (widths));
          g_assert_cmpfloat (view.seeds->accuracy[0], ==,
                             solve (1, temperatures[t], widths[0], &gp));
        }
    }
  ipl_session_open_experiment (session, "hmc2");
  g_assert_true (ipl_session_get_view (session, &view) == FALSE || view.seeds == NULL);

  /* Computed from a case file that is not there. */
  ipl_parameters_init (&parameters, "file");
  ipl_parameters_set_file (&parameters, "/nowhere/case.npz");
  ipl_run_settings_init (&run, "sweep", &parameters);
  settings = ipl_run_settings_to_json (&run);
  ipl_run_settings_clear (&run);
  {
    g_autoptr (IplResults) results = ipl_results_load (file, NULL, NULL);

    g_assert_nonnull (results);
    g_assert_true (ipl_results_save_npz (results->sweep, NULL, NULL, settings, gone, NULL));
  }
  open_path (session, gone);
  g_assert_nonnull (strstr (said, "which is not there any more"));
  g_assert_cmpstr (ipl_session_get_parameters (session)->experiment->id, ==, "hmc2");
  g_assert_true (g_file_set_contents (gone, "PK", -1, NULL));
  open_path (session, gone);
  g_assert_nonnull (strstr (said, "gone.npz"));
  remove_tree (path);
}

/* Of one seed, the rows and what was sampled at them. */
static void
test_samples (void)
{
  g_autofree char *path = g_dir_make_tmp ("sweep-XXXXXX", NULL);
  g_autofree char *into = g_build_filename (path, "s", NULL);
  g_autoptr (IplSweepFolder) folder = NULL;
  g_autoptr (IplSweepRows) rows = NULL;
  g_autoptr (GPtrArray) samples = NULL;
  g_autoptr (IplSeedMean) mean = NULL;
  guint there = 0;

  folder = plan_sampled (into);
  run_task (folder, 1);
  rows = ipl_sweep_rows_read (into, NULL, NULL, NULL);
  mean = ipl_sweep_rows_mean (rows, 0);
  g_assert_cmpuint (mean->n, ==, 1);
  for (guint i = 0; i < mean->n_rows; i++)
    there += !isnan (mean->accuracy[i]);
  samples = ipl_sweep_rows_samples (rows, 0);
  g_assert_cmpuint (there, ==, rows->status->done);
  g_assert_cmpuint (samples->len, ==, there);
  for (guint i = 0; i < samples->len; i++)
    {
      const IplPosteriorSummary *sample = samples->pdata[i];
      guint row = 0;
      g_autoptr (IplNpz) npz = NULL;

      while (ipl_sweep_plan_setting (folder->plan, row).N[0] != sample->setting.N[0])
        row++;
      npz = ipl_row_read (folder, row, NULL, NULL);
      if (npz == NULL)
        continue; /* packed */
      g_assert_cmpfloat (ipl_npz_lookup (npz, "posterior_accuracy")->values[0], ==,
                         sample->tests[0].accuracy);
      g_assert_cmpfloat (ipl_npz_lookup (npz, "posterior_accuracy_se")->values[0], ==,
                         sample->tests[0].accuracy_se);
    }
  remove_tree (path);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/session-sweep/partial", test_partial);
  g_test_add_func ("/session-sweep/rows", test_rows);
  g_test_add_func ("/session-sweep/damaged", test_damaged);
  g_test_add_func ("/session-sweep/refused", test_refused);
  g_test_add_func ("/session-sweep/session", test_session);
  g_test_add_func ("/session-sweep/results", test_results);
  g_test_add_func ("/session-sweep/samples", test_samples);
  return g_test_run ();
}
