/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Layers are numbered without a gap, the axes of attention are in one order, and arrays that are
 * not needed may hold anything. */
#include <string.h>

#include "case/case-support.h"

#include "core/case/case-io.h"

/* Rows of the first sum to 1, columns of the second, both of the third, which is not symmetric. */
static const double by_rows[] = { 0.5, 0.25, 0.25, 0, 1, 0, 0.2, 0.3, 0.5 },
                    by_columns[] = { 0.5, 0, 0.2, 0.25, 1, 0.3, 0.25, 0, 0.5 },
                    cycle[] = { 0, 1, 0, 0, 0, 1, 1, 0, 0 };

/* @matrix: (nullable): [3 x 3] that every example and head has */
static void
add_attention (NpzBuilder *builder, const char *name, const double *matrix)
{
  double values[4 * 9];

  if (matrix == NULL)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (values); i++)
    values[i] = matrix[i % 9];
  npz_builder_doubles (builder, name, values, "4, 1, 3, 3");
}

/* A case of one or two layers of one head. */
static NpzBuilder *
build (const double *train, const double *test, const double *train_2, const double *test_2)
{
  NpzBuilder *builder
      = npz_builder_of ("y_train[4]= 1 -1; y_test[4]= 1 -1; x_train[4,3,2]~1; x_test[4,3,2]~2");

  add_attention (builder, "attn_train_1", train);
  add_attention (builder, "attn_test_1", test);
  add_attention (builder, "attn_train_2", train_2);
  add_attention (builder, "attn_test_2", test_2);
  return builder;
}

static void
assert_attention (const double *got, const double *expected)
{
  for (guint i = 0; i < 4 * 9; i++)
    g_assert_cmpfloat (got[i], ==, expected[i % 9]);
}

/* What decides the order of one array decides it for all. */
TEST (test_one_order, "/case-order/one-order")
{
  const double turned[] = { 0, 0, 1, 1, 0, 0, 0, 1, 0 };
  g_autoptr (IplCase) rows = case_of (build (cycle, by_rows, cycle, by_rows), TRUE);
  g_autoptr (IplCase) columns = case_of (build (cycle, by_columns, by_columns, cycle), TRUE);

  assert_attention (rows->train.attention[0], cycle);
  assert_attention (rows->tests[0].attention[0], by_rows);
  g_assert_false (case_has_note (rows, "sums to 1"));
  assert_attention (columns->train.attention[0], turned);
  assert_attention (columns->train.attention[1], by_rows);
  assert_attention (columns->tests[0].attention[0], by_rows);
  assert_attention (columns->tests[0].attention[1], turned);
  g_assert_true (case_has_note (columns, "attn_train_2 sums to 1 over its third axis"));
  g_assert_cmpuint (rows->warnings->len + columns->warnings->len, ==, 0);
}

TEST (test_two_orders, "/case-order/two-orders")
{
  case_refused (build (by_rows, by_columns, NULL, NULL), IPL_ERROR_VALUE, "attn_train_1",
                "attn_test_1");
  case_refused (build (by_rows, by_rows, by_columns, by_columns), IPL_ERROR_VALUE, "attn_train_1",
                "attn_train_2");
}

/* A warning goes with the numbers. */
TEST (test_no_order, "/case-order/no-order")
{
  g_autoptr (IplCase) the_case = case_of (build (cycle, cycle, NULL, NULL), TRUE);

  g_assert_cmpuint (the_case->warnings->len, ==, 1);
  g_assert_nonnull (strstr (the_case->warnings->pdata[0], "attn_train_1"));
  assert_attention (the_case->train.attention[0], cycle);
}

/* Layers that would be left out without a word. */
TEST (test_gaps, "/case-order/gaps")
{
  NpzBuilder *builder = build (by_rows, by_rows, NULL, NULL);

  add_attention (builder, "attn_train_6", by_rows);
  add_attention (builder, "attn_test_6", by_rows);
  case_refused (builder, IPL_ERROR_SHAPE, "attn_train_6", "attn_train_2");
  case_refused (build (by_rows, by_rows, NULL, by_rows), IPL_ERROR_SHAPE, "attn_test_2", NULL);
  case_refused (build (by_rows, by_rows, by_rows, NULL), IPL_ERROR_MISSING, "attn_test_2", NULL);
  builder = build (NULL, NULL, NULL, NULL);
  npz_builder_add (builder, "wq_1[1,2,2]; wk_1[1,2,2]; wq_3[1,2,2]");
  case_refused (builder, IPL_ERROR_SHAPE, "wq_3", "wq_2");
}

static const char *const others[] = {
  "{'descr': '|O', 'fortran_order': False, 'shape': (2,), }",
  "{'descr': '<c16', 'fortran_order': False, 'shape': (1,), }",
  "{'descr': '<M8[ns]', 'fortran_order': False, 'shape': (2,), }",
  "{'descr': [('a', '<f8'), ('b', [('c]', '<i4')])], 'fortran_order': False, 'shape': (1,), }",
};

/* Objects, complex numbers, dates and records are named, and refused only where they are needed. */
TEST (test_other_arrays, "/case-order/other-arrays")
{
  const char bytes[16] = { 0 };

  for (guint i = 0; i < G_N_ELEMENTS (others); i++)
    {
      NpzBuilder *builder = build (by_rows, by_rows, NULL, NULL);
      g_autoptr (IplCase) the_case = NULL;

      npz_builder_npy (builder, "extra", others[i], bytes, sizeof bytes);
      the_case = case_of (builder, TRUE);
      g_assert_true (case_has_note (the_case, "ignored: extra"));

      builder = build (NULL, by_rows, NULL, NULL);
      npz_builder_npy (builder, "attn_train_1", others[i], bytes, sizeof bytes);
      case_refused (builder, IPL_ERROR_FORMAT, "attn_train_1", NULL);
    }
}
