/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plans as values: the text of job.sh, whose slices are whose, what a merge counts as doubtful, and
 * what a task that is stopped leaves behind. */
#include "../test.h"
#include "cluster/plan.h"

#include <glib/gstdio.h>
#include <string.h>

#include "core/experiments/markov-chain-experiment.h"
#include "core/maps/map-file.h"
#include "core/parameters/parameters.h"
#include "core/results/results-load.h"

/* A small case at widths and temperatures as on a command line. */
static IplPlan *
make_plan (const char *name, const char *command, const char *widths, const char *temperatures,
           gboolean best, guint n_slices)
{
  const IplRunOptions asked = { .widths = widths, .temperatures = temperatures, .best = best };
  g_autofree char *path = test_path (name);
  g_autofree IplSetting *settings = NULL;
  g_autoptr (IplCase) the_case = NULL;
  IplRunSettings run;
  IplParameters parameters;
  GError *error = NULL;
  IplPlan *plan;
  guint n;

  ipl_parameters_init (&parameters, "hmc4");
  ipl_parameters_edit_markov_chain (&parameters)->n_train = 40;
  ipl_parameters_edit_markov_chain (&parameters)->n_test = 60;
  parameters.draws = 8;
  the_case = ipl_parameters_make_case (&parameters, FALSE, 1, NULL, NULL);
  ipl_run_settings_init (&run, command, &parameters);
  ipl_run_settings_resolve (&run, &asked, the_case, NULL, &settings, &n, &error);
  g_assert_no_error (error);
  run.options.chains = 2;
  run.options.warmup = 20;
  plan = ipl_plan_new (path, &run, n_slices, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  return plan;
}

static void
solve (const IplPlan *plan)
{
  const IplWork work = { .threads = 1 };

  for (guint slice = 1; slice <= plan->n_slices; slice++)
    {
      GError *error = NULL;

      ipl_slice_solve (plan, slice, &work, &error);
      g_assert_no_error (error);
    }
}

static IplResults *
merge (const IplPlan *plan, guint n_doubtful)
{
  g_autofree char *path = g_strconcat (plan->path, ".npz", NULL);
  GError *error = NULL;
  IplResults *results;
  guint doubtful;

  ipl_plan_merge (plan, path, &doubtful, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (doubtful, ==, n_doubtful);
  results = ipl_results_load (path, NULL, &error);
  g_assert_no_error (error);
  return results;
}

/* Whether the folder of a plan holds a file that is no slice. */
static gboolean
has_other_files (const IplPlan *plan)
{
  g_autoptr (GDir) dir = g_dir_open (plan->path, 0, NULL);
  gboolean others = FALSE;
  const char *name;

  while ((name = g_dir_read_name (dir)) != NULL)
    others = others || !g_str_has_suffix (name, ".npz");
  return others;
}

/* Names, quotation marks and patterns of sbatch's in the folder's name. */
TEST (test_script, "/plan/script")
{
  g_autoptr (IplPlan) plan = make_plan ("a \"b\" 100%j", "sweep", "10,20", "0.1", FALSE, 2);
  const IplJobOptions job = { .cores = 3, .time = "01:00:00", .memory = "4 \"G\"" };
  g_autofree char *path = g_build_filename (plan->path, "job.sh", NULL), *text = NULL;
  g_autofree char *log = NULL;
  GError *error = NULL;

  ipl_plan_save (plan, &job, &error);
  g_assert_no_error (error);
  g_assert_true (g_file_test (path, G_FILE_TEST_IS_EXECUTABLE));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  log = g_strdup_printf ("\n#SBATCH --output=\"%s/a \\\"b\\\" 100%%%%j/log-%%a.txt\"\n",
                         test_folder ());
  g_assert_nonnull (strstr (text, log));
  g_assert_nonnull (strstr (text, "\n#SBATCH --job-name=a--b--100-j\n"));
  g_assert_nonnull (strstr (text, "\n#SBATCH --array=1-2\n"));
  g_assert_nonnull (strstr (text, "\n#SBATCH --mem=\"4 \\\"G\\\"\"\n"));
  g_assert_nonnull (strstr (text, "\n#SBATCH --cpus-per-task=3\n"));
  g_assert_nonnull (strstr (text, "--threads \"${SLURM_CPUS_PER_TASK:-3}\"\n"));
}

/* The same settings in another number of slices are another plan. */
TEST (test_division, "/plan/division")
{
  g_autoptr (IplPlan) two = make_plan ("two", "sweep", "10,20,30", "0.1", FALSE, 2);
  g_autoptr (IplPlan) three = make_plan ("three", "sweep", "10,20,30", "0.1", FALSE, 3);
  g_autofree char *from = ipl_plan_slice_path (two, 1), *to = ipl_plan_slice_path (three, 1);

  solve (two);
  g_assert_cmpint (g_rename (from, to), ==, 0);
  g_assert_cmpint (ipl_slice_get_state (two, 1), ==, IPL_SLICE_MISSING);
  g_assert_cmpint (ipl_slice_get_state (two, 2), ==, IPL_SLICE_COMPLETE);
  g_assert_cmpint (ipl_slice_get_state (three, 1), ==, IPL_SLICE_FOREIGN);
}

/* Widths whose best temperatures differ have one set of GP limits. */
TEST (test_best, "/plan/best")
{
  g_autoptr (IplPlan) plan = make_plan ("best", "sweep", "3,20,400", "0.001,0.02,0.5", TRUE, 2);
  g_autoptr (IplResults) results = NULL;
  IplSolution *const *rows;

  solve (plan);
  results = merge (plan, 0);
  rows = results->sweep->rows;
  g_assert_cmpuint (results->sweep->n_rows, ==, 3);
  g_assert_cmpuint (results->sweep->n_groups, ==, 1);
  g_assert_true (rows[0]->setting.temperature != rows[1]->setting.temperature
                 || rows[1]->setting.temperature != rows[2]->setting.temperature);
}

static void
save_slice (const IplPlan *plan, guint slice, const IplSliceResult *result)
{
  g_autofree char *path = ipl_plan_slice_path (plan, slice);
  g_autofree char *settings = ipl_plan_slice_settings (plan, slice);

  g_assert_true (ipl_slice_result_save (result, settings, path, NULL));
}

/* A row that did not converge is counted, and says so. */
TEST (test_doubtful, "/plan/doubtful")
{
  g_autoptr (IplPlan) plan = make_plan ("doubt", "sweep", "10,20,30", "0.1", FALSE, 2);
  g_autofree char *first = ipl_plan_slice_path (plan, 1);
  g_autoptr (IplResults) part = NULL, results = NULL;

  solve (plan);
  part = ipl_results_load (first, NULL, NULL);
  part->sweep->rows[1]->converged = FALSE;
  save_slice (plan, 1, &(IplSliceResult){ .sweep = part->sweep });
  results = merge (plan, 1);
  for (guint i = 0; i < 3; i++)
    {
      g_assert_cmpint (results->sweep->rows[i]->converged, ==, i != 2);
      g_assert_cmpint (results->sweep->rows[i]->message == NULL, ==, i != 2);
    }
}

/* Every impossible cell keeps its reason. */
TEST (test_reasons, "/plan/reasons")
{
  g_autoptr (IplPlan) sweep = make_plan ("unused", "sweep", "10", "0.1", FALSE, 1);
  g_autofree char *path = test_path ("cells"), *merged = test_path ("cells.npz");
  IplRunSettings run = sweep->run;
  g_autoptr (IplPlan) plan = NULL;
  g_autoptr (IplMap) whole = NULL;
  GError *error = NULL;
  guint doubtful;

  sweep->run = (IplRunSettings){ .command = NULL };
  run.command = "map";
  g_assert_true (ipl_sweep_axis_find (&run.x, "N", &run.parameters, NULL));
  g_assert_true (ipl_sweep_axis_parse (&run.x, "--x", "1,2,3,4", FALSE, NULL));
  plan = ipl_plan_new (path, &run, 2, &error);
  g_assert_no_error (error);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  for (guint slice = 1; slice <= 2; slice++)
    {
      g_autoptr (IplMap) map = ipl_map_new (&plan->run, NULL);

      for (guint cell = 0; cell < 4; cell++)
        {
          g_autofree char *reason = g_strdup_printf ("Cell %u of slice %u.", cell, slice);

          ipl_map_set_impossible (map, cell, reason);
        }
      save_slice (plan, slice, &(IplSliceResult){ .map = map });
    }
  ipl_plan_merge (plan, merged, &doubtful, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpuint (doubtful, ==, 4);
  whole = ipl_map_load (merged, NULL, &error);
  g_assert_no_error (error);
  for (guint cell = 0; cell < 4; cell++)
    {
      g_autofree char *reason = g_strdup_printf ("Cell %u of slice %u.", cell, 1 + cell % 2);

      g_assert_cmpstr (ipl_map_get_sentence (whole, cell), ==, reason);
    }
}

static void
cancel_while_sampling (double fraction, double seconds_left, const char *sentence, gpointer data)
{
  if (sentence != NULL && g_str_has_prefix (sentence, "Sampling"))
    g_cancellable_cancel (data);
}

/* A task that is stopped while it samples leaves no slice; one that ends leaves nothing else. */
TEST (test_stopped, "/plan/stopped")
{
  g_autoptr (IplPlan) plan = make_plan ("chains", "sample", "10,20", "0.1", FALSE, 2);
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  const IplWork stopped = {
    .threads = 1, .cancellable = cancellable, .progress = cancel_while_sampling, .data = cancellable
  };
  g_autoptr (GError) error = NULL;

  g_assert_false (ipl_slice_solve (plan, 1, &stopped, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_assert_cmpint (ipl_slice_get_state (plan, 1), ==, IPL_SLICE_MISSING);
  solve (plan);
  g_assert_cmpint (ipl_slice_get_state (plan, 1), ==, IPL_SLICE_COMPLETE);
  g_assert_false (has_other_files (plan));
}
