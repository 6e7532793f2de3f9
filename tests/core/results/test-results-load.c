/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of results read back: what was written is what is there, and what is damaged is said. */
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#include "files/npz-support.h"
#include "posterior/posterior-support.h"
#include "support.h"

#include "core/files/npz.h"
#include "core/posterior/posterior.h"
#include "core/results/results-load.h"
#include "core/results/results.h"

/* Two temperatures, a set of variances of its own, unequal widths, GP limits of all paths and of
 * some; a row that did not converge. */
static IplSweep *
solve (IplCase *the_case, guint n)
{
  static const char *const widths[] = { "10", "30:20:40", "gp", "25" };
  IplSetting settings[4];
  g_autoptr (IplKernel) kernel = ipl_kernel_prepare (the_case, NULL, NULL);
  g_autoptr (IplSweep) grid = NULL;
  g_autoptr (GPtrArray) subsets = NULL;
  IplSweep *sweep;

  for (guint i = 0; i < n; i++)
    {
      ipl_setting_init_for_case (&settings[i], the_case, 10);
      g_assert_true (ipl_setting_parse_widths (&settings[i], widths[i], NULL));
      settings[i].temperature = i == 3 ? 0.3 : 0.1;
      settings[i].variances[0] = i == 3 ? 0.5 : 1;
      settings[i].variances[1] = i == 3 ? 2 : 1;
    }
  grid = ipl_sweep_run (kernel, n, settings, NULL, NULL, NULL, NULL);
  subsets = ipl_path_subsets_parse (the_case, "2;1,3", NULL);
  sweep = ipl_sweep_with_subsets (grid, kernel, subsets, NULL, NULL);
  g_assert_nonnull (sweep);
  sweep->rows[0]->converged = FALSE;
  return sweep;
}

static IplCase *
make_case (void)
{
  return test_random_case (12, 7, 2, (guint[]){ 2, 2 }, 5, 1);
}

/* Writes a file of results, and reads it. */
static IplResults *
read_back (const IplSweep *sweep, const IplPosteriorSummary *const *posteriors,
           const IplSeedMean *seeds, const char *settings)
{
  g_autofree char *path = test_path ("written.npz");

  g_assert_true (ipl_results_save_npz (sweep, posteriors, seeds, settings, path, NULL));
  g_assert_true (ipl_results_is_file (path));
  return TEST_OK (ipl_results_load (path, NULL, &error));
}

static IplPosteriorSummary *
sample (IplCase *the_case, const IplSetting *setting, guint draws)
{
  IplPosteriorOptions options;

  ipl_posterior_options_init (&options);
  options.chains = 2;
  options.warmup = 60;
  options.seed = 1;
  return test_sample (the_case, setting, &options, draws, NULL);
}

static void
same_prediction (const IplPrediction *a, const IplPrediction *b)
{
  g_assert_cmpuint (a->count, ==, b->count);
  test_assert_same (a->count, a->mean, b->mean);
  test_assert_same (a->count, a->var, b->var);
  test_assert_same (1, &a->accuracy, &b->accuracy);
  test_assert_same (1, &a->accuracy_se, &b->accuracy_se);
}

static void
same_solution (const IplSolution *a, const IplSolution *b)
{
  gsize Pi = a->the_case->Pi;

  g_assert_true (ipl_setting_equal (&a->setting, &b->setting));
  g_assert_cmpuint (a->P, ==, b->P);
  g_assert_cmpuint (a->n_components, ==, b->n_components);
  g_assert_cmpuint (a->n_tests, ==, b->n_tests);
  test_assert_same (Pi * Pi, a->U, b->U);
  test_assert_same (a->P, a->eigenvalues, b->eigenvalues);
  test_assert_same (a->P, a->overlap, b->overlap);
  test_assert_same (a->P, a->multiplicity, b->multiplicity);
  test_assert_same (1, &a->alignment, &b->alignment);
  for (guint k = 0; k < a->n_tests; k++)
    same_prediction (&a->tests[k], &b->tests[k]);
}

static void
same_row (const IplSolution *a, const IplSolution *b)
{
  same_solution (a, b);
  test_assert_same (ipl_case_n_heads (a->the_case), a->head_score, b->head_score);
  test_assert_same (1, &a->action, &b->action);
  test_assert_same (1, &a->accuracy_diagonal, &b->accuracy_diagonal);
  test_assert_same (1, &a->accuracy_levelled, &b->accuracy_levelled);
  g_assert_cmpint (a->converged, ==, b->converged);
  g_assert_cmpint (b->message == NULL, ==, b->converged);
  g_assert_cmpuint (a->iterations, ==, b->iterations);
  g_assert_cmpuint (a->starts, ==, b->starts);
}

static void
same_summary (const IplPosteriorSummary *a, const IplPosteriorSummary *b)
{
  gsize Pi = a->the_case->Pi, total = (gsize)a->n_chains * a->n_draws;
  g_autofree double *x = g_new (double, total), *y = g_new (double, total);

  g_assert_true (ipl_setting_equal (&a->setting, &b->setting));
  g_assert_cmpuint (a->n_chains, ==, b->n_chains);
  g_assert_cmpuint (a->n_draws, ==, b->n_draws);
  test_assert_same (Pi * Pi, a->U_mean, b->U_mean);
  test_assert_same (Pi * Pi, a->U_sd, b->U_sd);
  test_assert_same (Pi * Pi, a->rhat, b->rhat);
  for (guint k = 0; k < 5; k++)
    test_assert_same (Pi * Pi, a->U_quantiles[k], b->U_quantiles[k]);
  for (gsize p = 0; p < Pi; p++)
    for (gsize q = 0; q < Pi; q++)
      {
        ipl_posterior_summary_get_draws (a, p, q, x);
        ipl_posterior_summary_get_draws (b, p, q, y);
        test_assert_same (total, x, y);
      }
  same_prediction (&a->tests[0], &b->tests[0]);
  test_assert_same (1, &a->worst_rhat, &b->worst_rhat);
  test_assert_same (1, &a->least_ess_bulk, &b->least_ess_bulk);
  test_assert_same (1, &a->least_ess_tail, &b->least_ess_tail);
  g_assert_cmpint (a->fine, ==, b->fine);
  g_assert_cmpuint (a->divergences, ==, b->divergences);
}

static void
same_line (const IplGpLine *a, const IplGpLine *b)
{
  const IplPrediction *test = &a->solution->tests[0], *other = &b->solution->tests[0];

  g_assert_cmpstr (a->label, ==, b->label);
  g_assert_cmpuint (a->n_paths, ==, b->n_paths);
  if (a->paths != NULL)
    g_assert_cmpmem (a->paths, a->n_paths * sizeof *a->paths, b->paths,
                     b->n_paths * sizeof *b->paths);
  test_assert_same (1, &test->accuracy, &other->accuracy);
  test_assert_same (1, &test->accuracy_se, &other->accuracy_se);
}

TEST (test_round_trip, "/results-load/round-trip")
{
  g_autoptr (IplCase) the_case = make_case ();
  g_autoptr (IplSweep) sweep = solve (the_case, 4);
  g_autoptr (IplPosteriorSummary) drawn = sample (the_case, &sweep->rows[1]->setting, 40);
  const IplPosteriorSummary *posteriors[] = { NULL, drawn, NULL, NULL };
  g_autoptr (IplResults) read = NULL;

  for (guint g = 0; g < sweep->n_groups; g++)
    for (guint k = 0; k < sweep->groups[g].n_lines; k++)
      sweep->groups[g].lines[k].solution->tests[0].accuracy = 0.5 + 0.1 * g + 0.01 * k;
  read = read_back (sweep, posteriors, NULL, "{\"a\": 1}");
  g_assert_cmpstr (read->settings, ==, "{\"a\": 1}");
  g_assert_cmpuint (read->sweep->n_rows, ==, 4);
  g_assert_cmpuint (read->sweep->n_groups, ==, 2);
  g_assert_null (read->seeds);
  for (guint i = 0; i < 4; i++)
    {
      const IplSweepGroup *a = &sweep->groups[sweep->group[i]];
      const IplSweepGroup *b = &read->sweep->groups[read->sweep->group[i]];

      same_row (sweep->rows[i], read->sweep->rows[i]);
      g_assert_cmpuint (a->n_lines, ==, b->n_lines);
      for (guint k = 0; k < a->n_lines; k++)
        same_line (&a->lines[k], &b->lines[k]);
      same_solution (a->lines[0].solution, b->lines[0].solution);
    }
  g_assert_null (read->posteriors->pdata[0]);
  same_summary (drawn, read->posteriors->pdata[1]);
  g_assert_cmpstr (read->sweep->the_case->name, ==, the_case->name);
  g_assert_cmpint (read->sweep->the_case->readout, ==, the_case->readout);
  g_assert_cmpuint (read->sweep->the_case->T, ==, the_case->T);
  for (gsize p = 0; p < the_case->Pi; p++)
    g_assert_cmpstr (read->sweep->the_case->short_names[p], ==, the_case->short_names[p]);
}

/* Rows of unequal numbers of draws have as many of each chain as the fewest. */
TEST (test_fewest_draws, "/results-load/fewest-draws")
{
  g_autoptr (IplCase) the_case = make_case ();
  g_autoptr (IplSweep) sweep = solve (the_case, 2);
  g_autoptr (IplPosteriorSummary) few = sample (the_case, &sweep->rows[0]->setting, 12);
  g_autoptr (IplPosteriorSummary) many = sample (the_case, &sweep->rows[1]->setting, 20);
  const IplPosteriorSummary *posteriors[] = { few, many }, *back;
  g_autoptr (IplResults) read = read_back (sweep, posteriors, NULL, "{}");
  double all[40], some[24];

  back = read->posteriors->pdata[1];
  g_assert_cmpuint (back->n_draws, ==, 12);
  ipl_posterior_summary_get_draws (many, 1, 2, all);
  ipl_posterior_summary_get_draws (back, 1, 2, some);
  for (guint c = 0; c < 2; c++)
    test_assert_same (12, all + 20 * c, some + 12 * c);
}

/* Accuracies of three seeds, of which the second is nearest to the mean. */
TEST (test_seeds, "/results-load/seeds")
{
  g_autoptr (IplCase) the_case = make_case ();
  g_autoptr (IplSweep) sweep = solve (the_case, 2);
  g_autoptr (IplSeedMean) seeds = ipl_seed_mean_new ();
  g_autofree char *path = test_path ("written.npz");
  g_autoptr (IplResults) read = NULL;
  g_autoptr (IplNpz) npz = NULL;

  for (guint s = 0; s < 3; s++)
    {
      for (guint i = 0; i < 2; i++)
        {
          sweep->rows[i]->tests[0].accuracy = s == 0 ? 0.1 : s == 1 ? 0.5 : 0.8;
          sweep->rows[i]->accuracy_diagonal = 0.01 * (s + 1);
          sweep->rows[i]->accuracy_levelled = 0.02 * (i + 1);
        }
      g_assert_true (ipl_seed_mean_append (seeds, 7 + s, sweep, FALSE));
    }
  read = read_back (sweep, NULL, seeds, "{}");
  npz = ipl_npz_read (path, NULL, NULL);
  g_assert_cmpfloat (ipl_npz_lookup (npz, "seed_typical")->values[0], ==, 8);
  g_assert_cmpfloat (ipl_npz_lookup (npz, "seed_accuracy_diagonal")->values[5], ==, 0.01 * 3);
  g_assert_cmpfloat (ipl_npz_lookup (npz, "seed_accuracy_levelled")->values[5], ==, 0.02 * 2);
  g_assert_cmpmem (read->seeds->seeds, 3 * sizeof (guint64), seeds->seeds, 3 * sizeof (guint64));
  test_assert_same (6, read->seeds->accuracy, seeds->accuracy);
  test_assert_same (6, read->seeds->diagonal, seeds->diagonal);
  test_assert_same (6, read->seeds->levelled, seeds->levelled);
  test_assert_same (3 * seeds->n_lines, read->seeds->gp, seeds->gp);
}

/* Of one temperature files have the GP limits once. */
TEST (test_one_prior, "/results-load/one-prior")
{
  g_autoptr (IplCase) the_case = make_case ();
  g_autoptr (IplSweep) sweep = solve (the_case, 2);
  g_autoptr (IplResults) read = read_back (sweep, NULL, NULL, NULL);

  g_assert_cmpuint (read->sweep->n_groups, ==, 1);
  same_solution (sweep->groups[0].lines[0].solution, read->sweep->groups[0].lines[0].solution);
  same_row (sweep->rows[1], read->sweep->rows[1]);
}

/* The file once more, without @name where @change is 0, with fewer of its numbers where it is 1,
 * and with some that are none where it is 2. */
static void
write_changed (IplNpz *npz, const char *name, guint change, const char *path)
{
  IplNpzWriter *writer = ipl_npz_writer_new (path, NULL);
  g_autoptr (GList) names = ipl_npz_names (npz);

  for (GList *at = names; at != NULL; at = at->next)
    {
      IplArray *array = ipl_npz_lookup (npz, at->data);
      gsize shape[IPL_ARRAY_MAX_DIM] = { array->size > 0 ? array->size - 1 : 0 };
      gboolean chosen = strcmp (name, at->data) == 0;

      if (array->is_text && array->ndim == 0)
        {
          if (!chosen)
            ipl_npz_writer_add_text (writer, at->data, array->texts[0]);
        }
      else if (array->is_text)
        {
          g_auto (GStrv) texts = g_strdupv (array->texts);

          if (chosen)
            g_clear_pointer (&texts[array->size - 1], g_free);
          if (!chosen || change > 0)
            ipl_npz_writer_add_texts (writer, at->data, texts);
        }
      else if (!chosen)
        ipl_npz_writer_add_doubles (writer, at->data, array->values, array->ndim, array->shape);
      else if (change == 1)
        ipl_npz_writer_add_doubles (writer, at->data, array->values, 1, shape);
      else if (change == 2)
        {
          g_autofree double *values = g_new (double, array->size);

          for (gsize i = 0; i < array->size; i++)
            values[i] = i % 2 == 0 ? NAN : -1e300;
          ipl_npz_writer_add_doubles (writer, at->data, values, array->ndim, array->shape);
        }
    }
  g_assert_true (ipl_npz_writer_close (writer, NULL));
}

/* Every array in turn: it is read or refused, in one sentence that names the file. */
TEST (test_damage, "/results-load/damage")
{
  g_autoptr (IplCase) the_case = make_case ();
  g_autoptr (IplSweep) sweep = solve (the_case, 2);
  g_autoptr (IplPosteriorSummary) drawn = sample (the_case, &sweep->rows[1]->setting, 40);
  const IplPosteriorSummary *posteriors[] = { NULL, drawn };
  g_autofree char *path = test_path ("written.npz");
  g_autoptr (IplNpz) npz = NULL;
  g_autoptr (GList) names = NULL;
  guint refused = 0, n = 0;

  g_assert_true (ipl_results_save_npz (sweep, posteriors, NULL, "{}", path, NULL));
  npz = ipl_npz_read (path, NULL, NULL);
  names = ipl_npz_names (npz);
  for (GList *at = names; at != NULL; at = at->next)
    for (guint change = 0; change < 3; change++)
      {
        g_autoptr (IplResults) read = NULL;
        GError *error = NULL;

        write_changed (npz, at->data, change, path);
        read = ipl_results_load (path, NULL, &error);
        n++;
        g_assert_true ((read == NULL) == (error != NULL));
        if (error == NULL)
          continue;
        refused++;
        test_assert_error (&error, IPL_ERROR, error->code, "written.npz", NULL);
      }
  g_test_message ("%u of %u were refused", refused, n);
  /* Every array of the figures, where it is gone or of another shape. */
  g_assert_cmpuint (refused, >, n / 2);
}

/* A case is no file of results, and none is one that is not there. */
TEST (test_foreign, "/results-load/foreign")
{
  g_autofree char *path = test_reference_path ("hmc.npz");

  g_assert_false (ipl_results_is_file (path));
  TEST_REFUSED (ipl_results_load (path, NULL, &error), IPL_ERROR_FORMAT, "hmc.npz");
  g_assert_false (ipl_results_is_file ("/nowhere.npz"));
}
