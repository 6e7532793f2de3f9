/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/case/score.h"

#include <math.h>
#include <string.h>

/* Name of either score in the tables of fields. */
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
};

const IplScore *const ipl_scores[] = { &accuracy, &squared_error, NULL };

gboolean
ipl_labels_are_classes (const IplLabels *self)
{
  return self->kind != IPL_LABELS_NUMBERS;
}

/* Accuracy of guesses; NaN for labels that are not classes. */
double
ipl_labels_get_chance (const IplLabels *self)
{
  return ipl_labels_are_classes (self) ? 1.0 / MAX (self->outputs, 2) : NAN;
}

/* TRUE for an accuracy less than two standard errors above guesses; FALSE for labels that are
 * not classes. */
gboolean
ipl_labels_is_chance (const IplLabels *self, double share, double standard_error)
{
  return share - 2 * standard_error <= ipl_labels_get_chance (self);
}

/* "3 classes", "real numbers (regression)" */
char *
ipl_labels_describe (const IplLabels *self)
{
  if (self->kind == IPL_LABELS_CLASSES)
    return g_strdup_printf ("%u classes", self->outputs);
  if (self->kind == IPL_LABELS_SIGNS)
    return g_strdup ("two classes");
  return self->outputs > 1 ? g_strdup_printf ("%u real numbers (regression)", self->outputs)
                           : g_strdup ("real numbers (regression)");
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

/* The label [K] of the class, of labels that are one of K classes. */
void
ipl_labels_code_class (const IplLabels *self, guint class, double *label)
{
  for (guint k = 0; k < self->outputs; k++)
    label[k] = (k == class) - 1.0 / self->outputs;
}

/* The class of a label [K], or of a prediction: the index of its largest number, the first of
 * equals. */
guint
ipl_labels_find_class (const IplLabels *self, const double *values)
{
  guint class = 0;

  for (guint k = 1; k < self->outputs; k++)
    if (values[k] > values[class])
      class = k;
  return class;
}

/* TRUE if the predicted mean [K] is of the label's class; of equals the first counts, as in the
 * confusion matrix and in NumPy's argmax. */
static gboolean
is_right (const IplLabels *self, const double *label, const double *mean)
{
  guint class;

  if (self->outputs == 1)
    return ipl_label_is_right (label[0], mean[0]);
  class = ipl_labels_find_class (self, mean);
  return !isnan (mean[class]) && class == ipl_labels_find_class (self, label);
}

/* The score of an example, whose mean is that of a test set: 1 for a correct prediction, or the
 * mean of the squared errors of its outputs. */
double
ipl_labels_score (const IplLabels *self, const double *label, const double *mean)
{
  double sum = 0;

  if (ipl_labels_are_classes (self))
    return is_right (self, label, mean);
  for (guint k = 0; k < self->outputs; k++)
    sum += (mean[k] - label[k]) * (mean[k] - label[k]);
  return sum / self->outputs;
}

/* The binomial standard error sqrt(a (1 - a) / n). */
double
ipl_score_binomial_error (double share, double n)
{
  return sqrt (share * (1 - share) / n);
}

/* The standard error of the mean of the squared errors; 0 for one example. */
static double
squared_error_error (const IplLabels *self, gsize n, const double *y, const double *mean,
                     double score)
{
  double spread = 0;

  for (gsize i = 0; i < n; i++)
    {
      double d = ipl_labels_score (self, y + i * self->outputs, mean + i * self->outputs) - score;

      spread += d * d;
    }
  return n > 1 ? sqrt (spread / (double)(n - 1) / (double)n) : 0;
}

/* The score of predictions. @y: [n x K] labels; @mean: [n x K] predicted means; @standard_error:
 * binomial for an accuracy, else that of the mean of the squared errors. */
double
ipl_labels_measure (const IplLabels *self, gsize n, const double *y, const double *mean,
                    double *standard_error)
{
  double sum = 0;

  for (gsize i = 0; i < n; i++)
    sum += ipl_labels_score (self, y + i * self->outputs, mean + i * self->outputs);
  sum /= (double)n;
  *standard_error = ipl_labels_are_classes (self) ? ipl_score_binomial_error (sum, (double)n)
                                                  : squared_error_error (self, n, y, mean, sum);
  return sum;
}

/* @confusion: [K x K] how many examples of each class, a row, are predicted to be of each, a
 * column. */
void
ipl_labels_count_confusion (const IplLabels *self, gsize n, const double *y, const double *mean,
                            double *confusion)
{
  guint K = self->outputs;

  memset (confusion, 0, (gsize)K * K * sizeof *confusion);
  for (gsize i = 0; i < n; i++)
    confusion[ipl_labels_find_class (self, y + i * K) * K
              + ipl_labels_find_class (self, mean + i * K)]++;
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
