/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Labels of several outputs: numbers, and numbered classes. */
#include <math.h>
#include <glib/gstdio.h>

#include "core/base/error.h"
#include "core/case/case-io.h"
#include "core/files/npz.h"
#include "case/case-support.h"
#include "support.h"

/* Four training examples and three of a test set, two paths, two components. */
static NpzBuilder *
build (const double *y_train, const char *train, const double *y_test, const char *test)
{
  static const double xi[] = { 1, 2, -1, 0, 3, 1, 0, 2, -2, 1, 1, 4, 0.5, 1, 2, -3 };
  const double heads = 2;
  NpzBuilder *builder = npz_builder_new ();

  npz_builder_doubles (builder, "heads", &heads, "1,");
  npz_builder_doubles (builder, "xi_train", xi, "4, 2, 2");
  npz_builder_doubles (builder, "xi_test", xi, "3, 2, 2");
  npz_builder_doubles (builder, "y_train", y_train, train);
  npz_builder_doubles (builder, "y_test", y_test, test);
  return builder;
}

static void
add_texts (NpzBuilder *builder, const char *name, const char *const *texts)
{
  /* Texts of at most four ASCII characters, as NumPy holds them. */
  gunichar characters[16][4] = { { 0 } };
  guint n = 0;
  g_autofree char *header = NULL;

  for (; texts[n] != NULL; n++)
    for (guint i = 0; texts[n][i] != '\0'; i++)
      characters[n][i] = (guchar)texts[n][i];
  header = g_strdup_printf ("{'descr': '<U4', 'fortran_order': False, 'shape': (%u,), }", n);
  npz_builder_npy (builder, name, header, characters, n * sizeof characters[0]);
}

static void
add_classes (NpzBuilder *builder)
{
  const double one = 1;

  npz_builder_doubles (builder, "classes", &one, "");
}

/* A saved case is read as the same. */
static void
check_saved (const IplCase *the_case)
{
  g_autofree char *path = test_path ("test-case-labels.npz");
  g_autoptr (GError) error = NULL;
  g_autoptr (IplCase) again = NULL;

  g_assert_true (ipl_case_save (the_case, path, &error));
  again = ipl_case_load (path, FALSE, 1, NULL, &error);
  g_assert_no_error (error);
  g_assert_cmpint (again->labels.kind, ==, the_case->labels.kind);
  g_assert_cmpuint (again->labels.outputs, ==, the_case->labels.outputs);
  test_assert_same (4 * the_case->labels.outputs, again->train.y, the_case->train.y);
  g_assert_true (g_strv_equal ((const char *const *)again->output_names,
                               (const char *const *)the_case->output_names));
}

static const double real[] = { 0.5, 1, -2, 3, 0.25, -1, 7, 2 };

TEST (test_numbers, "/case-labels/numbers")
{
  const char *const names[] = { "cat", "dog", NULL };
  NpzBuilder *builder = build (real, "4, 2", real, "3, 2");

  add_texts (builder, "output_names", names);

  g_autoptr (IplCase) the_case = case_of (builder, FALSE);

  g_assert_cmpint (the_case->labels.kind, ==, IPL_LABELS_NUMBERS);
  g_assert_cmpuint (the_case->labels.outputs, ==, 2);
  g_assert_cmpuint (the_case->train.count, ==, 4);
  g_assert_cmpuint (the_case->tests[0].count, ==, 3);
  g_assert_cmpmem (the_case->train.y, sizeof real, real, sizeof real);
  g_assert_cmpstr (the_case->output_names[1], ==, "dog");
  check_saved (the_case);

  /* The mean of the squared errors of all outputs. */
  const double mean[] = { 0.5, 1, -2, 1, 0.25, 2 };
  double se;

  g_assert_cmpfloat (ipl_case_measure (the_case, 0, mean, &se), ==, (4.0 + 9.0) / 6);
}

/* One column is one output: today's numbers. */
TEST (test_one_column, "/case-labels/one-column")
{
  const double signs[] = { 1, -1, -1, 1 };
  g_autoptr (IplCase) a = case_of (build (signs, "4, 1", signs, "3, 1"), FALSE);
  g_autoptr (IplCase) b = case_of (build (signs, "4,", signs, "3,"), FALSE);

  g_assert_cmpint (a->labels.kind, ==, IPL_LABELS_SIGNS);
  g_assert_cmpuint (a->labels.outputs, ==, 1);
  g_assert_null (a->output_names);
  g_assert_cmpmem (a->train.y, sizeof signs, b->train.y, sizeof signs);
}

TEST (test_classes, "/case-labels/classes")
{
  const double y[] = { 7, 3, 5, 3 };
  NpzBuilder *builder = build (y, "4,", y, "3,");
  double coded[12];

  add_classes (builder);

  g_autoptr (IplCase) the_case = case_of (builder, FALSE);

  g_assert_cmpint (the_case->labels.kind, ==, IPL_LABELS_CLASSES);
  g_assert_cmpuint (the_case->labels.outputs, ==, 3);
  g_assert_cmpstr (the_case->output_names[0], ==, "3");
  g_assert_cmpstr (the_case->output_names[2], ==, "7");
  for (guint i = 0; i < 12; i++)
    coded[i] = (i == 2 || i == 3 || i == 7 || i == 9) - 1.0 / 3;
  g_assert_cmpmem (the_case->train.y, sizeof coded, coded, sizeof coded);

  /* Names beside them, of one class more than occurs. */
  const char *const names[] = { "a", "b", "c", "d", NULL };
  const double numbers[] = { 2, 0, 1, 1 };

  builder = build (numbers, "4,", numbers, "3,");
  add_texts (builder, "class_names", names);

  g_autoptr (IplCase) named = case_of (builder, FALSE);

  g_assert_cmpuint (named->labels.outputs, ==, 4);
  g_assert_cmpfloat (named->train.y[2], ==, 0.75);
  g_assert_cmpstr (named->output_names[3], ==, "d");
  check_saved (named);

  /* Two classes are signs. */
  const double two[] = { 4, 9, 9, 4 };

  builder = build (two, "4,", two, "3,");
  add_classes (builder);

  g_autoptr (IplCase) signs = case_of (builder, FALSE);

  g_assert_cmpint (signs->labels.kind, ==, IPL_LABELS_SIGNS);
  g_assert_cmpfloat (signs->train.y[0], ==, -1);
  g_assert_cmpfloat (signs->train.y[1], ==, 1);

  /* Without a word they stay a regression. */
  g_autoptr (IplCase) plain = case_of (build (y, "4,", y, "3,"), FALSE);

  g_assert_cmpint (plain->labels.kind, ==, IPL_LABELS_NUMBERS);
  g_assert_cmpuint (plain->labels.outputs, ==, 1);
}

TEST (test_refused, "/case-labels/refused")
{
  const double y[] = { 0, 1, 2, 1 }, half[] = { 0, 1, 2.5, 1 }, same[] = { 3, 3, 3, 3 };
  const double other[] = { 0, 1, 4 };
  const char *const names[] = { "a", "b", NULL };
  NpzBuilder *builder = build (real, "4, 2", real, "3,");

  case_refused (builder, IPL_ERROR_SHAPE, "y_test", "[P', K = 2]");
  case_refused (build (real, "4, 2", real, "2, 3"), IPL_ERROR_SHAPE, "y_test", "[P', K = 2]");
  case_refused (build (y, "4,", real, "3, 2"), IPL_ERROR_SHAPE, "y_test", "[P']");
  builder = build (real, "4, 2", real, "3, 2");
  add_classes (builder);
  case_refused (builder, IPL_ERROR_SHAPE, "y_train", "2");
  builder = build (half, "4,", y, "3,");
  add_classes (builder);
  case_refused (builder, IPL_ERROR_VALUE, "y_train", "2.5");
  builder = build (y, "4,", other, "3,");
  add_classes (builder);
  case_refused (builder, IPL_ERROR_VALUE, "“test”", "4");
  builder = build (y, "4,", y, "3,");
  add_texts (builder, "class_names", names);
  case_refused (builder, IPL_ERROR_VALUE, "y_train", "2");
  builder = build (same, "4,", same, "3,");
  add_classes (builder);
  case_refused (builder, IPL_ERROR_VALUE, "1", "1000");
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
