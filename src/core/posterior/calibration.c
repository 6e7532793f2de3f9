/* SPDX-License-Identifier: GPL-3.0-or-later */

/* Calibration of predictions: agreement of predicted and actual errors.
 *
 * In the model y = f(x) + noise, so (y - mean) / sqrt (var + T) of a test example should be
 * standard normal. Labels of +1 and -1 are not Gaussian, so their residuals would reject every
 * predictor. For classes, calibration compares the frequency of correct predictions with their
 * probability. Given the sign of a Gaussian y, this probability is Phi (|mean| / sqrt (var + T))
 * for the predicted class.
 *
 * With several outputs the residuals are L^-1 (y - mean), with L L^T = cov + T, and the probability
 * is that of the class predicted among all classes. */

#include "core/posterior/calibration.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_sort_double.h>
#include <math.h>
#include <stdlib.h>

#define BINS IPL_CALIBRATION_BINS
/* The fewest examples in a bin. */
#define MIN_IN_BIN 10

/* Largest distance of a 95 % bound from its centre, in normal quantiles: 1.96 for a single
 * number, less or slightly more for the ends of many. */
#define ENVELOPE_REACH 2.5

typedef struct
{
  double confidence;
  gboolean correct;
} Judgement;

static int
compare_judgements (const void *a, const void *b)
{
  double x = ((const Judgement *)a)->confidence, y = ((const Judgement *)b)->confidence;

  return x < y ? -1 : x > y;
}

/* The share @k of @n and its standard error by Wilson's interval, which is not 0 for ten of ten. */
static void
set_share (IplCalibration *self, guint bin, double k, double n)
{
  double p = k / n, centre = (p + 0.5 / n) / (1 + 1 / n);
  double half = sqrt (p * (1 - p) / n + 0.25 / (n * n)) / (1 + 1 / n);
  self->correct[bin] = p;
  self->low[bin] = MAX (0, MIN (p, centre - half));
  self->high[bin] = MIN (1, MAX (p, centre + half));
}

/* Bins of equal width between chance and 1; bins with too few examples are joined with the next
 * one (the last with the preceding one). */
static void
bin (IplCalibration *self, double chance, gsize n, Judgement *judgements)
{
  gsize begin = 0;
  qsort (judgements, n, sizeof *judgements, compare_judgements);
  for (guint edge = 1; edge <= BINS; edge++)
    {
      gsize end = begin, left = 0;
      double limit = chance + (1 - chance) * edge / BINS, confidence = 0, correct = 0;
      while (end < n && (edge == BINS || judgements[end].confidence < limit))
        end++;
      while (end + left < n && left < MIN_IN_BIN)
        left++;
      if (end - begin < MIN_IN_BIN && end < n)
        continue;
      if (left < MIN_IN_BIN)
        end = n;
      if (end == begin)
        break;
      for (gsize i = begin; i < end; i++)
        {
          confidence += judgements[i].confidence;
          correct += judgements[i].correct;
        }
      double count = (double)(end - begin);
      self->confidence[self->n_bins] = confidence / count;
      self->bin_n[self->n_bins] = end - begin;
      set_share (self, self->n_bins, correct, count);
      self->expected_gap += fabs (confidence - correct) / (double)n;
      self->n_bins++;
      begin = end;
    }
}

/* L^-1 (y - mean) of an example, L L^T = cov + T; FALSE if it is not finite. @factor: [K x K]
 * scratch; @z: [K] */
static gboolean
standardize (gsize K, const IplPrediction *prediction, gsize example, double temperature,
             const double *y, double *factor, double *z)
{
  const double *mean = prediction->mean + example * K;
  const double *covariance = prediction->var + example * K * K;

  for (gsize i = 0; i < K; i++)
    for (gsize j = 0; j <= i; j++)
      {
        double sum = covariance[i * K + j] + (i == j ? temperature : 0);
        for (gsize k = 0; k < j; k++)
          sum -= factor[i * K + k] * factor[j * K + k];
        factor[i * K + j] = i == j ? sqrt (sum) : sum / factor[j * K + j];
      }
  for (gsize i = 0; i < K; i++)
    {
      double sum = y[i] - mean[i];
      for (gsize k = 0; k < i; k++)
        sum -= factor[i * K + k] * z[k];
      z[i] = sum / factor[i * K + i];
      if (!isfinite (z[i]))
        return FALSE;
    }
  return TRUE;
}

/* The probability of the predicted class, and whether it is the label's. @scale: for a single
 * output */
static Judgement
judge (const IplLabels *labels, const IplPrediction *prediction, gsize example, const double *y,
       double scale)
{
  gsize K = labels->outputs;
  const double *mean = prediction->mean + example * K;
  double best = 0;

  if (K == 1)
    return (Judgement){ gsl_cdf_ugaussian_P (fabs (mean[0]) / scale),
                        ipl_label_is_right (y[0], mean[0]) };
  for (gsize k = 0; prediction->probability != NULL && k < K; k++)
    best = MAX (best, prediction->probability[example * K + k]);
  return (Judgement){ best, ipl_labels_score (labels, y, mean) > 0.5 };
}

/* The calibration of a prediction on the case's first test set; NULL if variances or labels are
 * unknown. */
IplCalibration *
ipl_calibration_new (const IplCase *the_case, const IplPrediction *prediction, double temperature)
{
  if (the_case == NULL || the_case->n_tests == 0 || the_case->tests == NULL
      || the_case->tests[0].y == NULL || prediction == NULL || prediction->mean == NULL
      || prediction->var == NULL || prediction->count != the_case->tests[0].count)
    return NULL;
  const IplLabels *labels = &the_case->labels;
  gsize count = prediction->count, K = labels->outputs, n_judged = 0;
  const double *y = the_case->tests[0].y;
  g_autoptr (IplCalibration) self = g_new0 (IplCalibration, 1);
  g_autofree Judgement *judgements = g_new0 (Judgement, count + 1);
  g_autofree double *factor = g_new (double, K *K);
  double sum = 0, squares = 0, inside = 0;

  self->z = g_new (double, count * K + 1);
  for (gsize i = 0; i < count; i++)
    {
      if (!standardize (K, prediction, i, temperature, y + i * K, factor, self->z + self->n))
        continue;
      judgements[n_judged++] = judge (labels, prediction, i, y + i * K, factor[0]);
      for (gsize k = 0; k < K; k++)
        {
          double z = self->z[self->n++];
          sum += z;
          squares += z * z;
          inside += fabs (z) < 1.959963984540054;
        }
    }
  if (self->n == 0)
    return NULL;
  double n = (double)self->n;
  gsl_sort (self->z, 1, self->n);
  self->mean = sum / n;
  self->sd = sqrt (MAX (0, squares / n - self->mean * self->mean));
  self->within = inside / n;
  if (ipl_labels_are_classes (labels))
    bin (self, K == 1 ? 0.5 : 1 / (double)K, n_judged, judgements);
  return g_steal_pointer (&self);
}

void
ipl_calibration_free (IplCalibration *self)
{
  g_free (self->z);
  g_free (self);
}

/* Quantile i of n of the standard normal (Hazen's plotting position). */
double
ipl_calibration_normal (gsize i, gsize n)
{
  return gsl_cdf_ugaussian_Pinv (((double)i + 0.5) / (double)n);
}

/* The normal quantile of Beta (a, b)'s quantile, by bisection around @middle: GSL's inverse
 * sometimes does not converge, and then ends the program. */
static double
order_quantile (double probability, double a, double b, double middle)
{
  double low = middle - ENVELOPE_REACH, high = middle + ENVELOPE_REACH;
  for (int step = 0; step < 34; step++)
    {
      double z = 0.5 * (low + high);
      if (gsl_cdf_beta_P (gsl_cdf_ugaussian_P (z), a, b) < probability)
        low = z;
      else
        high = z;
    }
  return 0.5 * (low + high);
}

/* The 95 % interval of the i-th smallest of n standard normal numbers. */
void
ipl_calibration_envelope (gsize i, gsize n, double *low, double *high)
{
  double a = (double)i + 1, b = (double)(n - i), middle = ipl_calibration_normal (i, n);
  *low = order_quantile (0.025, a, b, middle);
  *high = order_quantile (0.975, a, b, middle);
}
