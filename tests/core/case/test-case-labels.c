/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels of several outputs: numbers, and numbered classes. */
#include <math.h>
#include <glib/gstdio.h>

#include "core/case/case-io.h"
#include "core/files/npz.h"
#include "case/case-support.h"
#include "support.h"

#define REAL "0.5 1 -2 3 0.25 -1 7 2"

/* Four training examples and three of a test set, two paths, two components. */
static NpzBuilder *
build (const char *labels)
{
  return case_changed ("heads[1]= 2; xi_train[4,2,2]= 1 2 -1 0 3 1 0 2 -2 1 1 4 0.5 1 2 -3;"
                       "xi_test[3,2,2]= 1 2 -1 0 3 1 0 2 -2 1 1 4",
                       labels);
}

/* A saved case is read as the same. */
static void
check_saved (const IplCase *the_case)
{
  g_autofree char *path = test_path ("test-case-labels.npz");
  g_autoptr (IplCase) again = NULL;

  TEST_OK (ipl_case_save (the_case, path, &error));
  again = TEST_OK (ipl_case_load (path, FALSE, 1, NULL, &error));
  g_assert_cmpint (again->labels.kind, ==, the_case->labels.kind);
  g_assert_cmpuint (again->labels.outputs, ==, the_case->labels.outputs);
  test_assert_same (4 * the_case->labels.outputs, again->train.y, the_case->train.y);
  g_assert_true (g_strv_equal ((const char *const *)again->output_names,
                               (const char *const *)the_case->output_names));
}

TEST (test_numbers, "/case-labels/numbers")
{
  g_autoptr (IplCase) the_case = case_of (
      build ("y_train[4,2]= " REAL "; y_test[3,2]= " REAL "; output_names{cat,dog}"), FALSE);
  const double real[] = { 0.5, 1, -2, 3, 0.25, -1, 7, 2 };
  /* The mean of the squared errors of all outputs. */
  const double mean[] = { 0.5, 1, -2, 1, 0.25, 2 };
  double se;

  g_assert_cmpint (the_case->labels.kind, ==, IPL_LABELS_NUMBERS);
  g_assert_cmpuint (the_case->labels.outputs, ==, 2);
  g_assert_cmpuint (the_case->train.count, ==, 4);
  g_assert_cmpuint (the_case->tests[0].count, ==, 3);
  g_assert_cmpmem (the_case->train.y, sizeof real, real, sizeof real);
  g_assert_cmpstr (the_case->output_names[1], ==, "dog");
  check_saved (the_case);
  g_assert_cmpfloat (ipl_case_measure (the_case, 0, mean, &se), ==, (4.0 + 9.0) / 6);
}

/* One column is one output: today's numbers. */
TEST (test_one_column, "/case-labels/one-column")
{
  g_autoptr (IplCase) a = case_of (build ("y_train[4,1]= 1 -1 -1 1; y_test[3,1]= 1 -1 -1"), FALSE);
  g_autoptr (IplCase) b = case_of (build ("y_train[4]= 1 -1 -1 1; y_test[3]= 1 -1 -1"), FALSE);

  g_assert_cmpint (a->labels.kind, ==, IPL_LABELS_SIGNS);
  g_assert_cmpuint (a->labels.outputs, ==, 1);
  g_assert_null (a->output_names);
  test_assert_same (4, a->train.y, b->train.y);
}

TEST (test_classes, "/case-labels/classes")
{
  static const char numbers[] = "y_train[4]= 7 3 5 3; y_test[3]= 7 3 5";
  g_autoptr (IplCase) plain = case_of (build (numbers), FALSE);
  g_autoptr (IplCase) the_case
      = case_of (build ("y_train[4]= 7 3 5 3; y_test[3]= 7 3 5; classes[]"), FALSE);
  /* Names beside them, of one class more than occurs. */
  g_autoptr (IplCase) named
      = case_of (build ("y_train[4]= 2 0 1 1; y_test[3]= 2 0 1; class_names{a,b,c,d}"), FALSE);
  g_autoptr (IplCase) two
      = case_of (build ("y_train[4]= 4 9 9 4; y_test[3]= 4 9 9; classes[]"), FALSE);
  double coded[12];

  g_assert_cmpint (the_case->labels.kind, ==, IPL_LABELS_CLASSES);
  g_assert_cmpuint (the_case->labels.outputs, ==, 3);
  g_assert_cmpstr (the_case->output_names[0], ==, "3");
  g_assert_cmpstr (the_case->output_names[2], ==, "7");
  for (guint i = 0; i < 12; i++)
    coded[i] = (i == 2 || i == 3 || i == 7 || i == 9) - 1.0 / 3;
  g_assert_cmpmem (the_case->train.y, sizeof coded, coded, sizeof coded);
  g_assert_cmpuint (named->labels.outputs, ==, 4);
  g_assert_cmpfloat (named->train.y[2], ==, 0.75);
  g_assert_cmpstr (named->output_names[3], ==, "d");
  check_saved (named);
  /* Two classes are signs. */
  g_assert_cmpint (two->labels.kind, ==, IPL_LABELS_SIGNS);
  g_assert_cmpfloat (two->train.y[0], ==, -1);
  g_assert_cmpfloat (two->train.y[1], ==, 1);
  /* Without a word they stay a regression. */
  g_assert_cmpint (plain->labels.kind, ==, IPL_LABELS_NUMBERS);
  g_assert_cmpuint (plain->labels.outputs, ==, 1);
}

TEST (test_refused, "/case-labels/refused")
{
  static const struct
  {
    const char *labels;
    gint code;
    const char *name, *other;
  } wrong[] = {
    { "y_train[4,2]= " REAL "; y_test[3]= " REAL, IPL_ERROR_SHAPE, "y_test", "[P', K = 2]" },
    { "y_train[4,2]= " REAL "; y_test[2,3]= " REAL, IPL_ERROR_SHAPE, "y_test", "[P', K = 2]" },
    { "y_train[4]= 0 1 2 1; y_test[3,2]= " REAL, IPL_ERROR_SHAPE, "y_test", "[P']" },
    { "y_train[4,2]= " REAL "; y_test[3,2]= " REAL "; classes[]", IPL_ERROR_SHAPE, "y_train", "2" },
    { "y_train[4]= 0 1 2.5 1; y_test[3]= 0 1 2; classes[]", IPL_ERROR_VALUE, "y_train", "2.5" },
    { "y_train[4]= 0 1 2 1; y_test[3]= 0 1 4; classes[]", IPL_ERROR_VALUE, "“test”", "4" },
    { "y_train[4]= 0 1 2 1; y_test[3]= 0 1 2; class_names{a,b}", IPL_ERROR_VALUE, "y_train", "2" },
    { "y_train[4]= 3; y_test[3]= 3; classes[]", IPL_ERROR_VALUE, "1", "1000" },
  };

  for (guint k = 0; k < G_N_ELEMENTS (wrong); k++)
    case_refused (build (wrong[k].labels), wrong[k].code, wrong[k].name, wrong[k].other);
}

TEST (test_scores, "/case-labels/scores")
{
  const IplLabels classes = { IPL_LABELS_CLASSES, 3 };
  double y[9];
  /* right, wrong, undecided */
  const double mean[] = { 0.5, 0.1, 0, 0.2, 0, 0.3, 0.1, 0.4, 0.4 };
  double se, confusion[9];

  for (guint m = 0; m < 3; m++)
    ipl_labels_code_class (&classes, m, y + 3 * m);
  g_assert_cmpfloat (ipl_labels_measure (&classes, 3, y, mean, &se), ==, 1.0 / 3);
  g_assert_cmpfloat (se, ==, ipl_score_binomial_error (1.0 / 3, 3));
  ipl_labels_count_confusion (&classes, 3, y, mean, confusion);
  g_assert_cmpfloat (confusion[0], ==, 1);
  g_assert_cmpfloat (confusion[5], ==, 1);
  g_assert_cmpfloat (confusion[7], ==, 1);
}
