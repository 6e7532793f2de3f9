/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every wrong file of the data format: one sentence with the array, what was found, what was
 * expected. */
#include <math.h>
#include <string.h>

#include "case/case-support.h"

#include "core/case/case-io.h"
#include "core/base/error.h"
#include "support.h"

/* A sound case at each level, of which each test leaves out or replaces one array. */
typedef struct
{
  const char *name;
  const char *shape;
} Array;

static const Array paths[] = {
  { "y_train", "4," },      { "y_test", "3," }, { "xi_train", "4, 6, 5" },
  { "xi_test", "3, 6, 5" }, { NULL },
};

static const Array attention[] = {
  { "y_train", "4," },
  { "y_test", "3," },
  { "x_train", "4, 1, 5" },
  { "x_test", "3, 1, 5" },
  { "attn_train_1", "4, 2, 1, 1" },
  { "attn_train_2", "4, 3, 1, 1" },
  { "attn_test_1", "3, 2, 1, 1" },
  { "attn_test_2", "3, 3, 1, 1" },
  { NULL },
};

static const Array weights[] = {
  { "y_train", "4," },  { "y_test", "3," },    { "x_train", "4, 7, 5" }, { "x_test", "3, 7, 5" },
  { "w_1", "2, 5, 5" }, { "wq_2", "3, 4, 5" }, { "wk_2", "3, 4, 5" },    { NULL },
};

static NpzBuilder *
build_without (const Array *arrays, const char *left_out)
{
  static const double heads[] = { 2, 3 };
  NpzBuilder *builder = npz_builder_new ();

  for (; arrays->name != NULL; arrays++)
    if (g_strcmp0 (arrays->name, left_out) != 0)
      npz_builder_ones (builder, arrays->name, arrays->shape);
  if (g_strcmp0 (left_out, "heads") != 0)
    npz_builder_doubles (builder, "heads", heads, "2,");
  return builder;
}

static void
accept (NpzBuilder *builder)
{
  ipl_case_unref (case_of (builder, FALSE));
}

TEST (test_sound, "/case-refused/sound")
{
  accept (build_without (paths, NULL));
  accept (build_without (attention, NULL));
  accept (build_without (weights, NULL));
  accept (build_without (attention, "heads"));
  accept (build_without (weights, "heads"));
}

TEST (test_missing, "/case-refused/missing")
{
  static const struct
  {
    const Array *arrays;
    const char *left_out;
  } cases[] = {
    { paths, "y_train" },          { paths, "y_test" },          { paths, "xi_test" },
    { paths, "xi_train" },         { attention, "x_train" },     { attention, "x_test" },
    { attention, "attn_train_2" }, { attention, "attn_test_1" }, { weights, "w_1" },
    { weights, "wq_2" },           { weights, "wk_2" },          { weights, "x_test" },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
    case_refused (build_without (cases[k].arrays, cases[k].left_out), IPL_ERROR_MISSING,
                  cases[k].left_out, NULL);
}

/* Else the second layer would be taken for the first. */
TEST (test_numbering, "/case-refused/numbering")
{
  NpzBuilder *builder = build_without (attention, NULL);

  npz_builder_ones (builder, "attn_train_0", "4, 2, 1, 1");
  case_refused (builder, IPL_ERROR_VALUE, "attn_train_0", NULL);
  builder = build_without (weights, "w_1");
  npz_builder_ones (builder, "w_0", "2, 5, 5");
  case_refused (builder, IPL_ERROR_VALUE, "w_0", NULL);
  /* Path features need no layers. */
  builder = build_without (paths, NULL);
  npz_builder_ones (builder, "w_0", "2, 5, 5");
  accept (builder);
}

TEST (test_shapes, "/case-refused/shapes")
{
  static const struct
  {
    const Array *arrays;
    const char *name;
    const char *shape;
    const char *found, *expected; /* expected: (nullable) */
  } cases[] = {
    { paths, "y_train", "4, 1, 1", "[4, 1, 1]", "[P]" },
    { paths, "y_test", "", "[]", "[P']" },
    { paths, "xi_train", "5, 6, 5", "[5, 6, 5]", "[P = 4, Pi = 6, N0]" },
    { paths, "xi_train", "4, 5, 5", "[4, 5, 5]", "[P = 4, Pi = 6, N0]" },
    { paths, "xi_test", "3, 6, 4", "[3, 6, 4]", "N0 = 5" },
    { paths, "xi_test", "3, 30", "[3, 30]", "Pi = 6" },
    { attention, "x_train", "4, 5", "[4, 5]", "[P = 4, T, N0]" },
    { attention, "x_test", "3, 2, 5", "[3, 2, 5]", "T = 1" },
    { attention, "attn_train_1", "4, 3, 1, 1", "[4, 3, 1, 1]", "H = 2" },
    { attention, "attn_test_2", "3, 3, 2, 2", "[3, 3, 2, 2]", "T query = 1" },
    { weights, "w_1", "2, 5, 4", "[2, 5, 4]", "N0 = 5" },
    { weights, "w_1", "3, 5, 5", "[3, 5, 5]", "H = 2" },
    { weights, "wk_2", "3, 3, 5", "[3, 3, 5]", "G = 4" },
    { weights, "wq_2", "3, 4, 4", "[3, 4, 4]", "N0 = 5" },
    { weights, "x_train", "4, 0, 5", "[4, 0, 5]", NULL },
    { paths, "y_train", "0,", "[0]", NULL },
    { weights, "wq_2", "3, 0, 5", "[3, 0, 5]", NULL },
    { paths, "variances", "3,", "[3]", "L + 2 = 4" },
    { paths, "temperature", "2,", "[2]", NULL },
    { weights, "w_3", "1, 5, 5", "w_3", "2 layers" },
  };

  for (gsize k = 0; k < G_N_ELEMENTS (cases); k++)
    {
      NpzBuilder *builder = build_without (cases[k].arrays, cases[k].name);
      g_autofree char *path = NULL;
      GError *error = NULL;

      npz_builder_ones (builder, cases[k].name, cases[k].shape);
      path = npz_builder_finish (builder);
      g_assert_null (ipl_case_load (path, FALSE, 1, NULL, &error));
      test_assert_error (&error, IPL_ERROR, IPL_ERROR_SHAPE, cases[k].found,
                         strcmp (cases[k].name, "w_3") == 0 ? "heads" : cases[k].name,
                         cases[k].expected, NULL);
    }
}

/* One number of one array replaced. */
static void
check_value (const Array *arrays, const char *name, const char *shape, gsize n, gsize at,
             double value, const char *word)
{
  NpzBuilder *builder = build_without (arrays, name);
  g_autofree double *values = g_new (double, n);

  for (gsize i = 0; i < n; i++)
    values[i] = 1;
  values[at] = value;
  npz_builder_doubles (builder, name, values, shape);
  case_refused (builder, IPL_ERROR_VALUE, name, word);
}

TEST (test_values, "/case-refused/values")
{
  check_value (paths, "xi_train", "4, 6, 5", 120, 47, NAN, "xi_train[1, 3, 2]");
  check_value (paths, "y_test", "3,", 3, 2, INFINITY, "y_test[2]");
  check_value (weights, "w_1", "2, 5, 5", 50, 26, -INFINITY, "w_1[1, 0, 1]");
  check_value (weights, "x_test", "3, 7, 5", 105, 0, NAN, "x_test[0, 0, 0]");
  check_value (weights, "x_train", "4, 7, 5", 140, 0, 1e200, "x_train[0, 0, 0]");
  check_value (paths, "temperature", "", 1, 0, -0.1, "-0.1");
  check_value (paths, "temperature", "", 1, 0, NAN, "temperature");
  check_value (paths, "variances", "4,", 4, 2, 0, "variances[2]");
  check_value (paths, "variances", "4,", 4, 3, NAN, "variances[3]");
  check_value (paths, "heads", "2,", 2, 1, 2.5, "2.5");
  check_value (paths, "heads", "2,", 2, 0, 0, "1");
  check_value (paths, "heads", "2,", 2, 0, -2, "-2");
  check_value (paths, "heads", "2,", 2, 1, 65, "65");
  check_value (paths, "heads", "2,", 2, 1, NAN, "nan");
  check_value (paths, "heads", "9,", 9, 0, 1, "9");
  check_value (attention, "attn_train_2", "4, 3, 1, 1", 12, 7, 0.5, "attn_train_2[2, 1, 0, :]");
}

TEST (test_labels, "/case-refused/labels")
{
  static const double signs[] = { 1, -1, 1, -1 }, bits[] = { 0, 1, 1, 0 }, odd[] = { 1, -1, 3 };
  NpzBuilder *builder = build_without (paths, "y_train");

  npz_builder_doubles (builder, "y_train", signs, "4,");
  npz_builder_doubles (builder, "y_test_more", odd, "3,");
  npz_builder_ones (builder, "xi_test_more", "3, 6, 5");
  case_refused (builder, IPL_ERROR_VALUE, "more", "3");

  builder = npz_builder_new ();
  npz_builder_doubles (builder, "y_train", signs, "4,");
  npz_builder_doubles (builder, "y_test", bits, "4,");
  npz_builder_ones (builder, "xi_train", "4, 1, 5");
  npz_builder_ones (builder, "xi_test", "4, 1, 5");
  case_refused (builder, IPL_ERROR_VALUE, "y_train", "test");
}

TEST (test_further_sets, "/case-refused/further-sets")
{
  NpzBuilder *builder = build_without (paths, NULL);

  npz_builder_ones (builder, "y_test_mnist", "2,");
  case_refused (builder, IPL_ERROR_MISSING, "xi_test_mnist", NULL);
  builder = build_without (weights, NULL);
  npz_builder_ones (builder, "x_test_mnist", "2, 7, 5");
  case_refused (builder, IPL_ERROR_MISSING, "y_test_mnist", NULL);
  builder = build_without (weights, NULL);
  npz_builder_ones (builder, "x_test_mnist", "2, 7, 4");
  npz_builder_ones (builder, "y_test_mnist", "2,");
  case_refused (builder, IPL_ERROR_SHAPE, "x_test_mnist", "[2, 7, 4]");
}

TEST (test_words, "/case-refused/words")
{
  NpzBuilder *builder = build_without (paths, NULL);

  npz_builder_text (builder, "readout", "middle");
  case_refused (builder, IPL_ERROR_VALUE, "readout", "middle");
  builder = build_without (paths, NULL);
  npz_builder_ones (builder, "readout", "");
  case_refused (builder, IPL_ERROR_VALUE, "readout", NULL);
  builder = build_without (paths, "y_train");
  npz_builder_text (builder, "y_train", "cats");
  case_refused (builder, IPL_ERROR_VALUE, "y_train", NULL);
  builder = build_without (paths, NULL);
  npz_builder_text (builder, "path_names", "only one");
  case_refused (builder, IPL_ERROR_SHAPE, "path_names", "Pi = 6");
  builder = build_without (paths, NULL);
  npz_builder_ones (builder, "head_names", "5,");
  case_refused (builder, IPL_ERROR_VALUE, "head_names", NULL);
  builder = build_without (paths, "xi_train");
  npz_builder_npy (builder, "xi_train", "{'descr': '|O', 'fortran_order': False, 'shape': (1,), }",
                   "pickle", 6);
  case_refused (builder, IPL_ERROR_FORMAT, "xi_train", NULL);
}

TEST (test_size, "/case-refused/size")
{
  GError *error = NULL;

  g_assert_true (ipl_case_check_size (1000, 1000, 16, 192, 1, &error));
  g_assert_true (ipl_case_check_size (100, 1000, 4, 231, 1, NULL));
  g_assert_false (ipl_case_check_size (100, 100, 4097, 10, 1, &error));
  test_assert_error (&error, IPL_ERROR, IPL_ERROR_MEMORY, "4097", "4096", NULL);
  g_assert_false (ipl_case_check_size (100000000, 100, 4, 10, 1, &error));
  test_assert_error (&error, IPL_ERROR, IPL_ERROR_MEMORY, "100000000", NULL);
  g_assert_false (ipl_case_check_size (G_MAXSIZE, G_MAXSIZE, 64, G_MAXSIZE, 1, &error));
  test_assert_error (&error, IPL_ERROR, IPL_ERROR_MEMORY, NULL);
}

TEST (test_too_many_paths, "/case-refused/too-many-paths")
{
  NpzBuilder *builder = npz_builder_new ();

  npz_builder_ones (builder, "y_train", "2,");
  npz_builder_ones (builder, "y_test", "2,");
  npz_builder_ones (builder, "x_train", "2, 2, 2");
  npz_builder_ones (builder, "x_test", "2, 2, 2");
  npz_builder_ones (builder, "w_1", "17, 2, 2");
  npz_builder_ones (builder, "w_2", "16, 2, 2");
  npz_builder_ones (builder, "w_3", "16, 2, 2");
  case_refused (builder, IPL_ERROR_MEMORY, "4352", "4096");
}

TEST (test_cancelled, "/case-refused/cancelled")
{
  g_autofree char *path = npz_builder_finish (build_without (weights, NULL));
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  GError *error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ipl_case_load (path, FALSE, 1, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  g_clear_error (&error);
}
