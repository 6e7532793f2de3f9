/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/energy.h"

/* The predictions on one test set. */
typedef struct
{
  gsize count;   /* number of test examples P' */
  guint outputs; /* K */
  double *mean;  /* (nullable): [count x K] posterior mean of f */
  /* (nullable): [count x K x K] posterior covariance of the outputs, the variance for K = 1,
   * without the noise T */
  double *var;
  double *probability; /* (nullable): [count x K] class probabilities, for more than two classes */
  double *confusion;   /* (nullable): [K x K] for more than two classes: number of examples of each
                          class, a row, predicted as each class, a column */
  double accuracy;     /* its score: the accuracy, or the mean squared error */
  double accuracy_se;  /* its standard error */
} IplPrediction;

gboolean ipl_prediction_init (IplPrediction *self, gsize count, const IplLabels *labels,
                              gboolean variance, GError **error);
void ipl_prediction_clear (IplPrediction *self);
void ipl_predictions_free (IplPrediction *self, guint n_tests);
double ipl_prediction_get_mean (const IplPrediction *self, gsize example);
double ipl_prediction_read_score (const IplPrediction *self, double *standard_error);
const double *ipl_prediction_list (const IplPrediction *self, gboolean variances, gsize *n);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplPrediction, ipl_prediction_clear)

/* Predictions on a test set for the U of the last evaluation of the energy (THEORY.md sections 3
 * and 18.4): means, accuracy, and the covariance of the outputs block by block, so that threads
 * share blocks. @U: [Pi x Pi] of the energy's kernel. FALSE: IPL_ERROR_MEMORY; the caller frees
 * @prediction in any case. */
/* The means as a linear readout: mean_k(x) = sum_p readout_kp . xi^p(x); [K x paths x the case's
 * N0] */
gboolean ipl_predictor_readouts (const IplEnergy *energy, const double *U, double *readout,
                                 GError **error);
gboolean ipl_predictor_mean (const IplEnergy *energy, const double *U, const IplExamples *test,
                             IplPrediction *prediction, GError **error);
gsize ipl_predictor_n_blocks (const IplKernel *kernel, guint test);
/* Fills a block of var: [P' x K x K], which is initially 0 */
gboolean ipl_predictor_covariance (const IplEnergy *energy, const double *U, guint test,
                                   gsize block, double *var, GError **error);
