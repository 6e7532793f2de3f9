/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results of several outputs, in files and back. */
#include <math.h>
#include <string.h>

#include "core/files/npz.h"
#include "core/results/results-load.h"
#include "core/results/results.h"
#include "files/npz-support.h"
#include "posterior/posterior-support.h"
#include "support.h"

/* Three numbers, or three classes. */
static IplCase *
make_case (gboolean classes)
{
  IplCase *self = test_random_case (12, 5, HEADS (2, 1), 4, 3);

  test_set_outputs (self, 3, 4);
  if (classes)
    {
      test_set_classes (self, 3);
      g_clear_pointer (&self->output_names, g_strfreev);
      ipl_case_finish_names (self);
    }
  return self;
}

static IplSweep *
solve (IplCase *the_case)
{
  const guint widths[] = { 10, 200 };
  IplSetting settings[2];
  g_autoptr (IplKernel) kernel = TEST_OK (ipl_kernel_prepare (the_case, NULL, &error));

  for (guint i = 0; i < 2; i++)
    ipl_setting_init_for_case (&settings[i], the_case, widths[i]);
  return TEST_OK (ipl_sweep_run (kernel, 2, settings, NULL, NULL, NULL, &error));
}

/* Few draws at the first setting. */
static GPtrArray *
sample (IplCase *the_case, const IplSweep *sweep)
{
  IplPosteriorOptions options;
  GPtrArray *list = ipl_posterior_list_new (2);

  ipl_posterior_options_init (&options);
  options.chains = 2;
  options.warmup = 30;
  list->pdata[0] = test_sample (the_case, &sweep->rows[0]->setting, &options, 10, NULL);
  return list;
}

static void
check_same (const IplPrediction *a, const IplPrediction *b)
{
  g_assert_cmpuint (a->outputs, ==, b->outputs);
  test_assert_same (15, a->mean, b->mean);
  test_assert_same (45, a->var, b->var);
  g_assert_cmpfloat (a->accuracy, ==, b->accuracy);
  if (a->probability == NULL)
    {
      g_assert_null (b->probability);
      return;
    }
  test_assert_same (15, a->probability, b->probability);
  test_assert_same (9, a->confusion, b->confusion);
}

static void
check_parts (const IplSolution *a, const IplSolution *b)
{
  g_assert_cmpuint (a->P, ==, 36);
  g_assert_cmpuint (a->n_components, ==, b->n_components);
  test_assert_same (36, a->overlap, b->overlap);
  g_assert_cmpfloat (a->share_between_paths, ==, b->share_between_paths);
  g_assert_cmpfloat (a->share_between_outputs, ==, b->share_between_outputs);
  g_assert_cmpfloat (a->accuracy_diagonal, ==, b->accuracy_diagonal);
  g_assert_cmpfloat (a->alignment, ==, b->alignment);
}

/* Moments of U traced over the three outputs, by its draws; of one output they are those of U. */
static void
check_traced (const IplPosteriorSummary *self)
{
  for (gsize p = 0; p < 2; p++)
    for (gsize q = 0; q < 2; q++)
      {
        IplPosteriorEntry entry = ipl_posterior_summary_get_entry (self, 0, 2, p, q);
        IplPosteriorEntry one = ipl_posterior_summary_get_entry (self, 1, 1, p, q);
        g_autofree double *draws = ipl_posterior_summary_entry_draws (self, 0, 2, p, q);
        double mean = 0, squares = 0;

        for (guint i = 0; i < 20; i++)
          {
            double sum = 0;

            for (gsize k = 0; k < 3; k++)
              sum += self->U_draws[i * 21
                                   + ipl_pair_index (6, MIN (p, q) * 3 + k, MAX (p, q) * 3 + k)];
            test_assert_close (draws[i], sum, 1e-12 * (1 + fabs (sum)));
            mean += sum / 20;
          }
        for (guint i = 0; i < 20; i++)
          squares += (draws[i] - mean) * (draws[i] - mean);
        test_assert_close (entry.mean, mean, 1e-12 * (1 + fabs (mean)));
        test_assert_close (entry.sd, sqrt (squares / 19), 1e-12);
        g_assert_cmpfloat (one.sd, ==, self->U_sd[(p * 3 + 1) * 6 + q * 3 + 1]);
        g_assert_cmpfloat (one.quantiles[4], ==, self->U_quantiles[4][(p * 3 + 1) * 6 + q * 3 + 1]);
      }
}

static void
check_same_samples (const IplPosteriorSummary *a, const IplPosteriorSummary *b)
{
  test_assert_same (36, a->U_mean, b->U_mean);
  test_assert_same (36, a->U_sd, b->U_sd);
  test_assert_same (36, a->U_quantiles[1], b->U_quantiles[1]);
  test_assert_same (20 * 21, a->U_draws, b->U_draws);
  g_assert_cmpmem (a->traced, 4 * sizeof *a->traced, b->traced, 4 * sizeof *b->traced);
  check_traced (a);
  g_assert_cmpfloat (a->worst_rhat, ==, b->worst_rhat);
  check_same (&a->tests[0], &b->tests[0]);
}

static void
check_files (gboolean classes)
{
  g_autoptr (IplCase) the_case = make_case (classes);
  g_autoptr (IplSweep) sweep = solve (the_case);
  g_autofree char *path = test_path ("results.npz");
  g_autofree char *csv = test_path ("results.csv");
  g_autoptr (GPtrArray) samples = sample (the_case, sweep);
  const IplPosteriorSummary *const *rows = (gpointer)samples->pdata;
  g_autofree char *json = ipl_results_to_json (sweep, rows, NULL, "{}");
  g_autofree char *table = NULL;

  TEST_OK (ipl_results_save_npz (sweep, rows, NULL, "{}", path, &error));
  TEST_OK (ipl_results_save_csv (sweep, csv, &error));

  g_autoptr (IplNpz) npz = TEST_OK (ipl_npz_read (path, NULL, &error));
  g_autoptr (IplResults) results = TEST_OK (ipl_results_load (path, NULL, &error));

  npz_assert_shape (npz, "U", "[2, 6, 6]");
  npz_assert_shape (npz, "mean_test", "[2, 5, 3]");
  npz_assert_shape (npz, "cov_test", "[2, 5, 3, 3]");
  npz_assert_shape (npz, "output_names", "[3]");
  npz_assert_shape (npz, "posterior_U_mean", "[2, 6, 6]");
  npz_assert_shape (npz, "posterior_U_quantiles", "[2, 5, 6, 6]");
  npz_assert_shape (npz, "posterior_U_draws", "[2, 20, 6, 6]");
  npz_assert_shape (npz, "posterior_mean_test", "[2, 5, 3]");
  npz_assert_shape (npz, "posterior_mean_test_mcse", "[2, 5, 3]");
  npz_assert_shape (npz, "posterior_cov_test", "[2, 5, 3, 3]");
  g_assert_null (ipl_npz_lookup (npz, "posterior_var_test"));
  check_same_samples (results->posteriors->pdata[0], samples->pdata[0]);
  g_assert_null (results->posteriors->pdata[1]);
  g_assert_null (ipl_npz_lookup (npz, "var_test"));
  npz_assert_shape (npz, "overlap", "[2, 36]");
  npz_assert_shape (npz, "share_between_paths", "[2]");
  g_assert_true ((ipl_npz_lookup (npz, "class_probability") != NULL) == classes);
  if (classes)
    {
      npz_assert_shape (npz, "class_probability", "[2, 5, 3]");
      npz_assert_shape (npz, "confusion", "[2, 3, 3]");
      npz_assert_shape (npz, "posterior_class_probability", "[2, 5, 3]");
      npz_assert_shape (npz, "posterior_confusion", "[2, 3, 3]");
      g_assert_nonnull (strstr (json, "\"confusion_gp\""));
    }

  g_assert_cmpint (results->sweep->the_case->labels.kind, ==, the_case->labels.kind);
  g_assert_cmpuint (results->sweep->the_case->labels.outputs, ==, 3);
  g_assert_cmpuint (results->sweep->the_case->P, ==, 12);
  g_assert_cmpstr (results->sweep->the_case->output_names[2], ==, classes ? "class 3" : "output 3");
  for (guint i = 0; i < 2; i++)
    {
      test_assert_same (36, results->sweep->rows[i]->U, sweep->rows[i]->U);
      check_same (&results->sweep->rows[i]->tests[0], &sweep->rows[i]->tests[0]);
      check_parts (results->sweep->rows[i], sweep->rows[i]);
    }
  check_same (&results->sweep->groups[0].lines[0].solution->tests[0],
              &sweep->groups[0].lines[0].solution->tests[0]);

  TEST_OK (g_file_get_contents (csv, &table, NULL, &error));
  g_assert_nonnull (strstr (table, classes ? "\"U (1,1), class 1\"" : "\"U (1,1), output 1\""));
  g_assert_nonnull (strstr (table, "alignment"));
  g_assert_nonnull (strstr (table, "share_between_outputs"));
}

TEST (test_files, "/results-outputs/files")
{
  check_files (FALSE);
  check_files (TRUE);
}
