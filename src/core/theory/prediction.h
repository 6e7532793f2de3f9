/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include <glib.h>

G_BEGIN_DECLS

/* What is predicted on one test set. */
typedef struct
{
  gsize count;        /* number of test examples P' */
  double *mean;       /* (nullable): [count] posterior mean of f */
  double *var;        /* (nullable): [count] posterior variance of f, without the noise T */
  double accuracy;    /* its score: the accuracy, or the mean squared error */
  double accuracy_se; /* its standard error */
} IplPrediction;

gboolean ipl_prediction_init (IplPrediction *self, gsize count, gboolean variance, GError **error);
void ipl_prediction_clear (IplPrediction *self);
void ipl_predictions_free (IplPrediction *self, guint n_tests);
double ipl_prediction_get_mean (const IplPrediction *self, gsize example);
void ipl_prediction_copy_means (const IplPrediction *self, double *means);
double ipl_prediction_read_score (const IplPrediction *self, double *standard_error);
const double *ipl_prediction_list_means (const IplPrediction *self, gsize *n);
const double *ipl_prediction_list_variances (const IplPrediction *self, gsize *n);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (IplPrediction, ipl_prediction_clear)

G_END_DECLS
