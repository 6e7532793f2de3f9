/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/case/score.h"

#include <math.h>
#include <string.h>

/* How fields of either score are written in the tables of fields. */
#define FIELD "accuracy"

static const IplScore accuracy = {
  .name = "accuracy",
  .title = "Accuracy",
  .axis = "test accuracy",
  .brief = "accuracy",
  .brief_title = "Accuracy",
  .column = "accuracy",
  .field = FIELD,
  .loss = "accuracy drop",
  .loss_brief = "drop",
  .loss_words = "fall of accuracy",
  .falls_off = "accuracy falls",
  .is_share = TRUE,
  .chance = 0.5,
};

static const IplScore squared_error = {
  .name = "mean squared error",
  .title = "Mean squared error",
  .axis = "mean squared error",
  .brief = "error",
  .brief_title = "Error",
  .column = "mean sq. error",
  .field = "mean_squared_error",
  .loss = "rise of the error",
  .loss_brief = "rise",
  .loss_words = "rise of the error",
  .falls_off = "the error rises",
  .less_is_better = TRUE,
  .chance = NAN,
};

gboolean
ipl_labels_are_classes (const IplLabels *self)
{
  return self->kind == IPL_LABELS_SIGNS;
}

const char *
ipl_labels_get_words (const IplLabels *self)
{
  return self->kind == IPL_LABELS_SIGNS ? "two classes" : "real numbers (regression)";
}

/* Numbers in the labels of so many examples. */
gsize
ipl_labels_get_size (const IplLabels *self, gsize count)
{
  return count * self->outputs;
}

/* The shape of their array in files; returns its number of axes. */
guint
ipl_labels_get_shape (const IplLabels *self, gsize count, gsize shape[2])
{
  shape[0] = count;
  shape[1] = self->outputs;
  return self->outputs > 1 ? 2 : 1;
}

const IplScore *
ipl_score_of_labels (const IplLabels *labels)
{
  return ipl_labels_are_classes (labels) ? &accuracy : &squared_error;
}

/* Neither of two equals is better; any score is better than one that is not a number. */
gboolean
ipl_score_is_better (const IplScore *self, double a, double b)
{
  if (isnan (b))
    return !isnan (a);
  return self->less_is_better ? a < b : a > b;
}

/* The score of a single example, of which that of a test set is the mean. */
double
ipl_score_one (const IplScore *self, double label, double mean)
{
  return self->is_share ? ipl_label_is_right (label, mean) : (mean - label) * (mean - label);
}

/* The binomial standard error sqrt(a (1 - a) / n). */
double
ipl_score_binomial_error (double share, double n)
{
  return sqrt (share * (1 - share) / n);
}

/* The standard error of the mean of the squared errors; 0 for one example. */
static double
squared_error_error (gsize n, const double *y, const double *mean, double score)
{
  double spread = 0;

  for (gsize i = 0; i < n; i++)
    {
      double d = (mean[i] - y[i]) * (mean[i] - y[i]) - score;

      spread += d * d;
    }
  return n > 1 ? sqrt (spread / (double)(n - 1) / (double)n) : 0;
}

/* @y: [n] labels; @mean: [n] predicted means; @standard_error: binomial for an accuracy, else that
 * of the mean of the squared errors. */
double
ipl_score_measure (const IplScore *self, gsize n, const double *y, const double *mean,
                   double *standard_error)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += ipl_score_one (self, y[i], mean[i]);
  sum /= (double)n;
  *standard_error = self->is_share ? ipl_score_binomial_error (sum, (double)n)
                                   : squared_error_error (n, y, mean, sum);
  return sum;
}

/* @name, in which "accuracy" is replaced by the score's own word. */
char *
ipl_score_field_name (const IplScore *self, const char *name)
{
  const char *at = strstr (name, FIELD);

  return at == NULL ? g_strdup (name)
                    : g_strdup_printf ("%.*s%s%s", (int)(at - name), name, self->field,
                                       at + strlen (FIELD));
}

/* Errors of a regression have any size. */
char *
ipl_score_ascii (const IplScore *self, double value)
{
  return g_strdup_printf (self->is_share ? "%.3f" : "%.4g", value);
}

char *
ipl_score_ascii_error (const IplScore *self, double standard_error)
{
  return g_strdup_printf (self->is_share ? "%.3f" : "%.3g", standard_error);
}
