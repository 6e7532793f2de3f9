/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/theory/energy.h"

/* The predictions on one test set. */
typedef struct
{
  gsize count;   /* number of test examples P' */
  guint outputs; /* K */
  double *mean;  /* (nullable): [count x K] posterior mean of f */
  /* (nullable): [count x K x K] posterior covariance of the outputs, the variance of one, without
   * the noise T */
  double *var;
  double *probability; /* (nullable): [count x K] of each class, where there are more than two */
  double *confusion;   /* (nullable): [K x K] with them: how many examples of each class, a row, are
                        * predicted to be of each, a column */
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

/* Predictions on one test set for the U at which the energy was last evaluated (THEORY.md section
 * 3): the mean with the accuracy read off, and the variance block by block, so that blocks can be
 * shared among threads. FALSE: IPL_ERROR_MEMORY; what @prediction then holds is to be freed too. */
/* The same mean as a linear readout: mean(x) = sum_p readout_p . xi^p(x); [Pi x the case's N0], of
 * each output of the kernel */
gboolean ipl_predictor_readout (const IplEnergy *energy, const double *U, double *readout,
                                GError **error);
gboolean ipl_predictor_mean (const IplEnergy *energy, const double *U, const IplExamples *test,
                             IplPrediction *prediction, GError **error);
gsize ipl_predictor_n_blocks (const IplExamples *test);
/* Fills its part of var: [P'] */
gboolean ipl_predictor_variance (const IplEnergy *energy, const double *U, const IplExamples *test,
                                 gsize block, double *var, GError **error);

/* Over several outputs: means, [count x R] of the kernel's outputs, from (K + T I)^-1 y, and a
 * block of covariances, [count x R x R] of them from @begin on, at the U at which the energy was
 * evaluated. @pairs: (nullable): what is known of the test set. */
gboolean ipl_predictor_output_means (const IplKernel *kernel, double s0_squared,
                                     const double *alpha, const double *U, const IplExamples *test,
                                     double *mean, GError **error);
gboolean ipl_predictor_output_covariance (const IplEnergy *energy, const double *U,
                                          const IplTestPairs *pairs, const IplExamples *test,
                                          gsize begin, gsize count, double *covariance,
                                          GError **error);
gboolean ipl_predictor_output_readouts (const IplKernel *kernel, double s0_squared,
                                        const double *alpha, const double *U, double *readout,
                                        GError **error);
gsize ipl_predictor_output_block (const IplKernel *kernel);
