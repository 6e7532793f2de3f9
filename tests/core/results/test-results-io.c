/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Results out: the .npz read back by us and by NumPy, the table, and JSON. */
#include <glib/gstdio.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#include "files/npz-support.h"
#include "support.h"

#include "core/results/results.h"

/* A second test set, and names that need quoting. */
static IplCase *
make_case (void)
{
  IplCase *the_case = test_random_case (12, 7, HEADS (2, 1), 5, 1);
  IplExamples *first;

  the_case->tests = g_renew (IplExamples, the_case->tests, 2);
  the_case->n_tests = 2;
  first = &the_case->tests[0];
  memset (&the_case->tests[1], 0, sizeof (IplExamples));
  the_case->tests[1].name = g_strdup ("more");
  the_case->tests[1].count = 4;
  the_case->tests[1].y = g_memdup2 (first->y, 4 * sizeof (double));
  the_case->tests[1].xi = g_memdup2 (first->xi, 4 * 2 * 5 * sizeof (double));
  g_free (the_case->path_names[0]);
  g_free (the_case->path_names[1]);
  the_case->path_names[0] = g_strdup ("good");
  the_case->path_names[1] = g_strdup ("a \"b\", c");
  ipl_case_finish_names (the_case);
  return the_case;
}

static IplSweep *
make_sweep (guint n, const char *const *widths, const double *temperatures)
{
  g_autoptr (IplCase) the_case = make_case ();
  g_autoptr (IplKernel) kernel = NULL;
  g_autofree IplSetting *settings = g_new (IplSetting, n);

  for (guint i = 0; i < n; i++)
    {
      ipl_setting_init_for_case (&settings[i], the_case, 10);
      TEST_OK (ipl_setting_parse_widths (&settings[i], widths[i], &error));
      settings[i].temperature = temperatures[i];
    }
  kernel = TEST_OK (ipl_kernel_prepare (the_case, NULL, &error));
  return TEST_OK (ipl_sweep_run (kernel, n, settings, NULL, NULL, NULL, &error));
}

static IplNpz *
save_and_read (const IplSweep *sweep)
{
  g_autofree char *path = test_path ("results.npz");

  TEST_OK (ipl_results_save_npz (sweep, NULL, NULL, "{\"a\": 1}", path, &error));
  return TEST_OK (ipl_npz_read (path, NULL, &error));
}

static const double *
values (IplNpz *npz, const char *name)
{
  return ipl_npz_lookup (npz, name)->values;
}

static const char *const three[] = { "10", "30", "100" };
static const double same[] = { 0.1, 0.1, 0.1 };

TEST (test_npz, "/results-io/npz")
{
  g_autoptr (IplSweep) sweep = make_sweep (3, three, same);
  g_autoptr (IplNpz) npz = NULL;
  static const char *const shapes[][2] = {
    { "widths", "[3]" },
    { "temperature", "[3]" },
    { "variances", "[4]" },
    { "heads", "[2]" },
    { "U", "[3, 2, 2]" },
    { "action", "[3]" },
    { "gradient", "[3]" },
    { "relative_gradient", "[3]" },
    { "iterations", "[3]" },
    { "converged", "[3]" },
    { "starts", "[3]" },
    { "starts_agreeing", "[3]" },
    { "solve_seconds", "[3]" },
    { "mean_test", "[3, 7]" },
    { "var_test", "[3, 7]" },
    { "accuracy", "[3]" },
    { "accuracy_se", "[3]" },
    { "mean_test_gp", "[7]" },
    { "var_test_gp", "[7]" },
    { "accuracy_gp", "[]" },
    { "mean_test_more", "[3, 4]" },
    { "var_test_more_gp", "[4]" },
    { "accuracy_more", "[3]" },
    { "accuracy_more_gp", "[]" },
    { "overlap", "[3, 12]" },
    { "overlap_gp", "[12]" },
    { "eigenvalues", "[3, 12]" },
    { "eigenvalues_gp", "[12]" },
    { "head_score", "[3, 3]" },
    { "head_layer", "[3]" },
    { "head_index", "[3]" },
    { "path_names", "[2]" },
    { "version", "[]" },
    { "seed", "[]" },
    { "settings", "[]" },
  };

  for (guint i = 0; i < 3; i++)
    {
      sweep->rows[i]->accuracy_diagonal = 0.25 * i;
      sweep->rows[i]->accuracy_levelled = 0.125 * i;
    }
  npz = save_and_read (sweep);
  for (gsize k = 0; k < G_N_ELEMENTS (shapes); k++)
    npz_assert_shape (npz, shapes[k][0], shapes[k][1]);
  g_assert_cmpfloat (values (npz, "widths")[2], ==, 100);
  g_assert_cmpfloat (values (npz, "head_layer")[2], ==, 1);
  g_assert_cmpfloat (values (npz, "head_index")[1], ==, 1);
  g_assert_cmpfloat (values (npz, "head_index")[2], ==, 0);
  for (guint i = 0; i < 3; i++)
    {
      const IplSolution *row = sweep->rows[i];

      g_assert_cmpmem (values (npz, "U") + 4 * i, 32, row->U, 32);
      g_assert_cmpmem (values (npz, "mean_test") + 7 * i, 56, row->tests[0].mean, 56);
      g_assert_cmpmem (values (npz, "mean_test_more") + 4 * i, 32, row->tests[1].mean, 32);
      g_assert_cmpmem (values (npz, "overlap") + 12 * i, 96, row->overlap, 96);
      g_assert_cmpfloat (values (npz, "action")[i], ==, row->action);
      g_assert_cmpfloat (values (npz, "converged")[i], ==, 1);
      g_assert_cmpfloat (values (npz, "accuracy_diagonal")[i], ==, 0.25 * i);
      g_assert_cmpfloat (values (npz, "accuracy_levelled")[i], ==, 0.125 * i);
    }
  g_assert_cmpmem (values (npz, "mean_test_gp"), 56,
                   sweep->groups[0].lines[0].solution->tests[0].mean, 56);
  g_assert_cmpstr (ipl_npz_lookup (npz, "settings")->texts[0], ==, "{\"a\": 1}");
  g_assert_cmpstr (ipl_npz_lookup (npz, "version")->texts[0], ==, IPL_VERSION);
  g_assert_cmpstr (ipl_npz_lookup (npz, "path_names")->texts[1], ==, "a \"b\", c");
}

/* Rows that differ in temperature and in their layers' widths. */
TEST (test_npz_groups, "/results-io/npz-groups")
{
  const char *const widths[] = { "10:20:30", "30" };
  const double temperatures[] = { 0.1, 0.5 };
  g_autoptr (IplSweep) sweep = make_sweep (2, widths, temperatures);
  g_autoptr (IplNpz) npz = save_and_read (sweep);

  npz_assert_shape (npz, "widths", "[2, 3]");
  npz_assert_shape (npz, "variances", "[2, 4]");
  npz_assert_shape (npz, "accuracy_gp", "[2]");
  npz_assert_shape (npz, "mean_test_gp", "[2, 7]");
  npz_assert_shape (npz, "overlap_gp", "[2, 12]");
  g_assert_cmpfloat (values (npz, "widths")[2], ==, 30);
  g_assert_cmpfloat (values (npz, "temperature")[1], ==, 0.5);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpmem (values (npz, "mean_test_gp") + 7 * i, 56,
                     sweep->groups[sweep->group[i]].lines[0].solution->tests[0].mean, 56);
}

static char *
save_csv (const IplSweep *sweep)
{
  g_autofree char *path = test_path ("results.csv");
  char *text = NULL;

  TEST_OK (ipl_results_save_csv (sweep, path, &error));
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  return text;
}

/* The object of a row. */
static JsonObject *
get_row (JsonParser *parser, const char *json, guint row)
{
  g_assert_true (json_parser_load_from_data (parser, json, -1, NULL));
  return json_array_get_object_element (
      json_object_get_array_member (json_node_get_object (json_parser_get_root (parser)), "rows"),
      row);
}

/* Names in quotes, and nothing where there is no number; the values: test_same_names(). */
TEST (test_csv, "/results-io/csv")
{
  g_autoptr (IplSweep) sweep = make_sweep (3, three, same);
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  g_auto (GStrv) names = NULL;

  sweep->rows[1]->action = NAN;
  text = save_csv (sweep);
  lines = g_strsplit (text, "\n", -1);
  g_assert_cmpuint (g_strv_length (lines), ==, 5);
  g_assert_cmpstr (lines[4], ==, "");
  g_assert_true (g_str_has_suffix (lines[0], ",U good,\"U a \"\"b\"\", c\""));
  names = g_strsplit (lines[0], ",", -1);
  g_assert_cmpstr (names[0], ==, "width");
  for (guint i = 0; i < 3; i++)
    {
      g_auto (GStrv) fields = g_strsplit (lines[i + 1], ",", -1);

      /* The comma within the last name makes one more. */
      g_assert_cmpuint (g_strv_length (fields), ==, g_strv_length (names) - 1);
      g_assert_cmpfloat (g_ascii_strtod (fields[0], NULL), ==, sweep->rows[i]->setting.N[0]);
      for (guint k = 0; fields[k] != NULL; k++)
        if (strcmp (names[k], "action") == 0)
          g_assert_true ((*fields[k] == '\0') == (i == 1));
    }
}

/* What is no number is null, and arrays have their rows. */
TEST (test_json, "/results-io/json")
{
  g_autoptr (IplSweep) sweep = make_sweep (3, three, same);
  g_autofree char *text = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *row;
  JsonArray *U;

  sweep->rows[1]->action = NAN;
  sweep->rows[1]->gradient = INFINITY;
  sweep->rows[1]->overlap[3] = NAN;
  text = ipl_results_to_json (sweep, NULL, NULL, NULL);
  g_assert_null (strstr (text, "nan"));
  g_assert_null (strstr (text, "inf"));
  row = get_row (parser, text, 1);
  g_assert_true (json_object_get_null_member (row, "action"));
  g_assert_true (json_object_get_null_member (row, "gradient"));
  g_assert_true (json_array_get_null_element (json_object_get_array_member (row, "overlap"), 3));
  row = get_row (parser, text, 2);
  U = json_array_get_array_element (json_object_get_array_member (row, "U"), 1);
  g_assert_cmpfloat (json_array_get_double_element (U, 0), ==, sweep->rows[2]->U[2]);
  g_assert_cmpint (json_array_get_int_element (json_object_get_array_member (row, "widths"), 2), ==,
                   100);
}

TEST (test_refused, "/results-io/refused")
{
  g_autoptr (IplSweep) sweep = make_sweep (3, three, same);

  TEST_REFUSED (ipl_results_save_npz (sweep, NULL, NULL, NULL, "/nowhere/a.npz", &error),
                IPL_ERROR_IO, "/nowhere");
  TEST_REFUSED (ipl_results_save_csv (sweep, "/nowhere/a.csv", &error), IPL_ERROR_IO, "/nowhere");
  TEST_REFUSED (ipl_results_save_csv (sweep, g_get_tmp_dir (), &error), IPL_ERROR_IO);
  /* Rows not solved are left out; nothing at all is an error. */
  for (guint i = 0; i < 3; i++)
    {
      g_autofree char *json = NULL;

      g_clear_pointer (&sweep->rows[i], ipl_solution_unref);
      json = ipl_results_to_json (sweep, NULL, NULL, NULL);
      g_assert_nonnull (json);
      if (i < 2)
        {
          g_autoptr (IplNpz) npz = save_and_read (sweep);

          g_assert_cmpuint (ipl_npz_lookup (npz, "widths")->size, ==, 2 - i);
        }
    }
  TEST_REFUSED (ipl_results_save_npz (sweep, NULL, NULL, NULL, "/tmp/a.npz", &error),
                IPL_ERROR_MISSING);
}

/* A regression has no accuracy: all three files say so under the same names. */
TEST (test_regression, "/results-io/regression")
{
  static const char *const names[] = {
    "mean_squared_error",          "mean_squared_error_se",       "mean_squared_error_gp",
    "mean_squared_error_more",     "mean_squared_error_se_more",  "mean_squared_error_more_gp",
    "mean_squared_error_diagonal", "mean_squared_error_levelled",
  };
  g_autoptr (IplSweep) sweep = make_sweep (3, three, same);
  const IplSolution *row = sweep->rows[1];
  g_autoptr (IplNpz) npz = NULL;
  g_autofree char *csv = NULL, *json = NULL;
  g_autoptr (JsonParser) parser = json_parser_new ();
  JsonObject *object, *more;

  sweep->the_case->labels.kind = IPL_LABELS_NUMBERS;
  npz = save_and_read (sweep);
  csv = save_csv (sweep);
  json = ipl_results_to_json (sweep, NULL, NULL, NULL);

  for (gsize k = 0; k < G_N_ELEMENTS (names); k++)
    {
      g_autofree char *column = g_strdup_printf (",%s,", names[k]);

      g_assert_nonnull (ipl_npz_lookup (npz, names[k]));
      g_assert_nonnull (strstr (csv, column));
    }
  g_assert_nonnull (ipl_npz_lookup (npz, "mean_squared_error_gp_lines"));
  g_assert_null (strstr (csv, "accuracy"));
  g_assert_null (strstr (json, "accuracy"));
  for (GList *at = ipl_npz_names (npz); at != NULL; at = at->next)
    g_assert_null (strstr (at->data, "accuracy"));

  g_assert_cmpfloat (values (npz, "mean_squared_error")[1], ==, row->tests[0].accuracy);
  object = get_row (parser, json, 1);
  g_assert_cmpfloat (json_object_get_double_member (object, "mean_squared_error"), ==,
                     row->tests[0].accuracy);
  g_assert_cmpfloat (json_object_get_double_member (object, "mean_squared_error_diagonal"), ==,
                     row->accuracy_diagonal);
  more = json_object_get_object_member (json_object_get_object_member (object, "tests"), "more");
  g_assert_cmpfloat (json_object_get_double_member (more, "mean_squared_error"), ==,
                     row->tests[1].accuracy);
}

/* What is a number of its own for each row has one name and one value in all three. */
TEST (test_same_names, "/results-io/same-names")
{
  static const char *const names[] = { "temperature",
                                       "action",
                                       "gradient",
                                       "relative_gradient",
                                       "iterations",
                                       "converged",
                                       "accuracy",
                                       "accuracy_se",
                                       "accuracy_gp",
                                       "accuracy_diagonal",
                                       "accuracy_levelled",
                                       "alignment",
                                       "alignment_gp",
                                       "alignment_diagonal",
                                       "label_cosine",
                                       "label_cosine_gp",
                                       "label_cosine_diagonal" };
  g_autoptr (IplSweep) sweep = make_sweep (3, three, same);
  g_autoptr (IplNpz) npz = save_and_read (sweep);
  g_autofree char *csv = save_csv (sweep), *json = ipl_results_to_json (sweep, NULL, NULL, NULL);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_auto (GStrv) lines = NULL, columns = NULL, fields = NULL;
  JsonObject *object;

  lines = g_strsplit (csv, "\n", -1);
  columns = g_strsplit (lines[0], ",", -1);
  fields = g_strsplit (lines[2], ",", -1);
  object = get_row (parser, json, 1);
  for (gsize k = 0; k < G_N_ELEMENTS (names); k++)
    {
      const IplArray *array = ipl_npz_lookup (npz, names[k]);
      JsonNode *member = json_object_get_member (object, names[k]);
      double value = array->values[array->ndim == 0 ? 0 : 1];
      guint column = 0;

      while (columns[column] != NULL && strcmp (columns[column], names[k]) != 0)
        column++;
      g_assert_nonnull (columns[column]);
      g_assert_cmpfloat (g_ascii_strtod (fields[column], NULL), ==, value);
      g_assert_nonnull (member);
      g_assert_cmpfloat (json_node_get_value_type (member) == G_TYPE_BOOLEAN
                             ? json_node_get_boolean (member)
                             : json_node_get_double (member),
                         ==, value);
    }
}

/* A warning of a case is no formula of a spreadsheet. */
TEST (test_formula, "/results-io/formula")
{
  g_autoptr (IplSweep) sweep = make_sweep (3, three, same);
  g_autofree char *csv = NULL;

  g_ptr_array_add (sweep->the_case->warnings, g_strdup ("=HYPERLINK(1)"));
  csv = save_csv (sweep);
  g_assert_nonnull (strstr (csv, ",'=HYPERLINK(1)\n"));
  g_assert_null (strstr (csv, ",=HYPERLINK"));
}
