/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Scores of predictions by hand. */
#include "core/case/score.h"
#include <math.h>
#include "support.h"

TEST (test_accuracy, "/score/accuracy")
{
  const double mean[] = { 0.5, -2, 0, 1e-300, -0.1 };
  const double y[] = { 1, -1, 1, -1, 1 };
  const IplLabels labels = { IPL_LABELS_SIGNS, 1 };
  double se;

  /* right, right, zero counts as wrong, wrong, wrong */
  g_assert_cmpfloat (ipl_labels_measure (&labels, 5, y, mean, &se), ==, 0.4);
  test_assert_close (se, sqrt (0.4 * 0.6 / 5), 1e-15);
  test_assert_close (ipl_score_binomial_error (0.9, 1000), 0.3 / sqrt (1000), 1e-15);
  g_assert_cmpfloat (ipl_score_binomial_error (1, 10), ==, 0);
}

TEST (test_mean_squared_error, "/score/mean-squared-error")
{
  const double mean[] = { 1, 2, 3 }, y[] = { 1, 0, 0 };
  const IplLabels labels = { IPL_LABELS_NUMBERS, 1 };
  double se;

  /* squared errors 0, 4, 9: mean 13/3, sample variance 61/3 */
  test_assert_close (ipl_labels_measure (&labels, 3, y, mean, &se), 13.0 / 3, 1e-14);
  test_assert_close (se, sqrt (61.0 / 3 / 3), 1e-14);
}

TEST (test_better, "/score/better")
{
  const IplLabels signs = { IPL_LABELS_SIGNS, 1 }, numbers = { IPL_LABELS_NUMBERS, 1 };

  g_assert_true (ipl_score_is_better (ipl_score_of_labels (&signs), 0.8, 0.7));
  g_assert_false (ipl_score_is_better (ipl_score_of_labels (&signs), 0.7, 0.7));
  g_assert_true (ipl_score_is_better (ipl_score_of_labels (&numbers), 0.7, 0.8));
  g_assert_true (ipl_score_is_better (ipl_score_of_labels (&numbers), 0.7, NAN));
  g_assert_false (ipl_score_is_better (ipl_score_of_labels (&signs), NAN, 0.7));
  g_assert_false (ipl_score_is_better (ipl_score_of_labels (&signs), NAN, NAN));
}

TEST (test_field_names, "/score/field-names")
{
  const IplLabels signs = { IPL_LABELS_SIGNS, 1 }, numbers = { IPL_LABELS_NUMBERS, 1 };
  g_autofree char *accuracy
      = ipl_score_field_name (ipl_score_of_labels (&signs), "seed_accuracy_se");
  g_autofree char *error
      = ipl_score_field_name (ipl_score_of_labels (&numbers), "seed_accuracy_se");
  g_autofree char *other = ipl_score_field_name (ipl_score_of_labels (&numbers), "alignment");

  g_assert_cmpstr (accuracy, ==, "seed_accuracy_se");
  g_assert_cmpstr (error, ==, "seed_mean_squared_error_se");
  g_assert_cmpstr (other, ==, "alignment");
}

/* Of equal predictions the first counts, in the accuracy as in the confusion matrix. */
TEST (test_ties, "/score/ties")
{
  const IplLabels labels = { IPL_LABELS_CLASSES, 3 };
  const double mean[] = { 0, 0, 0, 0, 0, 0, 0.2, 0.2, -0.4, -0.5, 0.3, 0.3, -0.5, 0.3, 0.3 };
  double y[15], confusion[9], se;

  for (guint i = 0; i < 5; i++)
    ipl_labels_code_class (&labels, i % 3, y + 3 * i);
  ipl_labels_count_confusion (&labels, 5, y, mean, confusion);
  g_assert_cmpfloat (ipl_labels_measure (&labels, 5, y, mean, &se), ==, 0.4);
  g_assert_cmpfloat ((confusion[0] + confusion[4] + confusion[8]) / 5, ==, 0.4);
}

/* Guessing is what is not above chance by two standard errors. */
TEST (test_chance, "/score/chance")
{
  const IplLabels signs = { IPL_LABELS_SIGNS, 1 }, classes = { IPL_LABELS_CLASSES, 4 },
                  numbers = { IPL_LABELS_NUMBERS, 1 };

  g_assert_true (ipl_labels_is_chance (&signs, 0.58, 0.05));
  g_assert_false (ipl_labels_is_chance (&signs, 0.58, 0.03));
  g_assert_true (ipl_labels_is_chance (&signs, 0.3, 0.01));
  g_assert_false (ipl_labels_is_chance (&classes, 0.4, 0.05));
  g_assert_true (ipl_labels_is_chance (&classes, 0.3, 0.05));
  g_assert_false (ipl_labels_is_chance (&numbers, 0.3, 0.05));
}
