/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Results of a tiny case made from the input: saved as .npz and JSON, read again and compared with
 * what was solved. Bytes: layers, heads, examples, tests, width of tokens, network widths, exponent
 * of the temperature, then numbers of the case. */

#include "core/base/json-text.h"
#include "core/case/case.h"
#include "core/files/npz.h"
#include "core/results/results.h"
#include "core/theory/sweep.h"
#include "fuzz.h"

#include <math.h>
#include <string.h>
#include <unistd.h>

typedef struct
{
  const guint8 *bytes;
  gsize n, at;
} Input;

static guint
next_byte (Input *self)
{
  return self->at < self->n ? self->bytes[self->at++] : 0;
}

/* [-4, 4), of any size where the byte before it is 255 */
static double
next_number (Input *self)
{
  guint first = next_byte (self), second = next_byte (self);
  double value = ((double)second - 128) / 32 + first / 8192.0;

  return first == 255 ? value * pow (10, (double)next_byte (self) - 128) : value;
}

static void
fill (IplExamples *self, const char *name, gsize count, gsize features, gboolean real, Input *input)
{
  self->name = g_strdup (name);
  self->count = count;
  self->y = g_new (double, count);
  self->xi = g_new (double, count * features);
  for (gsize i = 0; i < count; i++)
    self->y[i] = real ? next_number (input) : next_byte (input) & 1 ? 1 : -1;
  for (gsize i = 0; i < count * features; i++)
    self->xi[i] = next_number (input);
}

static IplCase *
make_case (Input *input)
{
  IplCase *self = ipl_case_alloc ();
  gsize P, P_test;
  gboolean numbers;

  self->name = g_strdup ("fuzz");
  self->level = IPL_LEVEL_PATHS;
  self->L = 1 + next_byte (input) % 2;
  self->Pi = 1;
  for (guint l = 0; l < self->L; l++)
    self->Pi *= self->H[l] = 1 + next_byte (input) % 2;
  self->N0 = 1 + next_byte (input) % 3;
  P = 1 + next_byte (input) % 5;
  P_test = 1 + next_byte (input) % 4;
  numbers = next_byte (input) & 1;
  self->labels.kind = numbers ? IPL_LABELS_NUMBERS : IPL_LABELS_SIGNS;
  self->temperature = 0.01;
  for (guint l = 0; l < self->L + 2; l++)
    self->variances[l] = 1;
  self->n_tests = 1;
  self->tests = g_new0 (IplExamples, 1);
  fill (&self->train, "train", P, self->Pi * self->N0, numbers, input);
  fill (&self->tests[0], "test", P_test, self->Pi * self->N0, numbers, input);
  ipl_case_finish_names (self);
  return self;
}

static void
compare_array (IplNpz *npz, const char *name, gsize row, const double *values, gsize n)
{
  const IplArray *array = ipl_npz_lookup (npz, name);

  if (array == NULL)
    g_error ("the results have no %s", name);
  g_assert_cmpuint (array->size, >=, (row + 1) * n);
  fuzz_check_equal (values, array->values + row * n, n, name);
}

static void
compare_npz (const IplSweep *sweep, guint n, const char *path)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (IplNpz) npz = NULL;

  g_assert_true (ipl_results_save_npz (sweep, NULL, NULL, "{}", path, &error));
  g_assert_no_error (error);
  npz = ipl_npz_read (path, NULL, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < n; i++)
    {
      const IplSolution *row = sweep->rows[i];
      const IplPrediction *test = &row->tests[0];

      compare_array (npz, "U", i, row->U, row->the_case->Pi * row->the_case->Pi);
      compare_array (npz, "action", i, &row->action, 1);
      compare_array (npz, "overlap", i, row->overlap, row->P);
      compare_array (npz, "mean_test", i, test->mean, row->the_case->test_sets[0].count);
      compare_array (npz, "var_test", i, test->var, row->the_case->test_sets[0].count);
    }
  unlink (path);
}

static void
compare_json (const IplSweep *sweep, guint n)
{
  g_autofree char *text = ipl_results_to_json (sweep, NULL, NULL, NULL);
  g_autofree char *why = NULL;
  g_autoptr (JsonObject) root = ipl_json_parse_object (text, strlen (text), &why);

  if (root == NULL)
    g_error ("our own JSON is not read: %s", why);

  JsonArray *rows = json_object_get_array_member (root, "rows");

  g_assert_cmpuint (json_array_get_length (rows), ==, n);
  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = json_object_get_member (json_array_get_object_element (rows, i), "action");
      double action = JSON_NODE_HOLDS_NULL (node) ? NAN : json_node_get_double (node);

      fuzz_check_equal (&sweep->rows[i]->action, &action, 1, "action in JSON");
    }
}

int
LLVMFuzzerTestOneInput (const guint8 *bytes, gsize n)
{
  Input input = { bytes, n, 0 };
  g_autoptr (IplCase) the_case = make_case (&input);
  g_autoptr (IplKernel) kernel = NULL;
  g_autoptr (IplSweep) sweep = NULL;
  IplSetting settings[2];
  GError *error = NULL;

  for (guint i = 0; i < 2; i++)
    {
      ipl_setting_init_for_case (&settings[i], the_case, 1 + next_byte (&input));
      settings[i].temperature = pow (10, next_byte (&input) % 9 - 6.0);
    }
  kernel = ipl_kernel_new (the_case, &error);
  fuzz_check_result (kernel, error);
  if (kernel == NULL)
    return 0;
  error = NULL;
  sweep = ipl_sweep_run (the_case, kernel, 2, settings, 1, NULL, NULL, NULL, &error);
  fuzz_check_result (sweep, error);
  if (sweep == NULL)
    return 0;

  g_autofree char *path
      = g_strdup_printf ("%s/fuzz-results-%d.npz", g_get_tmp_dir (), (int)getpid ());

  compare_npz (sweep, 2, path);
  compare_json (sweep, 2);
  return 0;
}
